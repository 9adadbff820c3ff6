//! Clients that cheat, flood, hang or send nonsense: each gets a clear refusal, and no one else is affected.

use std::sync::Arc;
use std::time::{Duration, Instant};

use floe_games::GameRng;
use floe_server::Config;
use floe_store::MemoryStore;
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use super::play::{Player, pair, play_on};
use crate::support::{Client, PATIENCE, config, test_server, test_server_with};

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_and_then_disconnected() {
    let (server, _) = test_server().await;
    let mut players = pair(server.address, json!({"game": "amazons"})).await;
    let client = Client::guest(server.address).await;
    let mut socket = client.socket().await.unwrap();
    for nonsense in
        ["", "{", "[]", "null", "{\"type\":\"fly\"}", "{\"type\":\"ping\",\"more\":1}", "{\"type\":\"move\"}"]
    {
        socket.stream.send(Message::text(nonsense)).await.unwrap();
        let message = socket.until("error").await;
        assert_eq!(message["error"]["code"], "malformed", "{nonsense}");
    }
    for _ in 0..20 {
        let _ = socket.stream.send(Message::text("\u{0}\u{fffd}")).await;
    }
    socket.ended().await;
    let mut binary = client.socket().await.unwrap();
    binary.stream.send(Message::binary(vec![0; 10])).await.unwrap();
    binary.ended().await;
    let mut huge = client.socket().await.unwrap();
    let _ = huge.stream.send(Message::text("x".repeat(1 << 20))).await;
    huge.ended().await;
    let mut flood = client.socket().await.unwrap();
    for _ in 0..2000 {
        if flood.stream.send(Message::text("{\"type\":\"ping\"}")).await.is_err() {
            break;
        }
    }
    flood.ended().await;
    assert_eq!(play_on(&mut players, &mut GameRng::for_player(1), 4).await, 4);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn random_messages_do_no_harm() {
    let (server, _) = test_server().await;
    let mut players = pair(server.address, json!({"game": "penguins"})).await;
    let table = players[0].table.clone();
    let before = players[0].client.get(&format!("/api/tables/{table}")).await.ok();
    let mut chance = GameRng::for_player(9);
    let kinds = ["watch", "unwatch", "lobby", "sit", "move", "act", "chat", "ping", "fly"];
    let values = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!("a1-a2"),
        json!(true),
        json!([[]]),
        json!({"x": {}}),
        json!(0),
        json!(18_446_744_073_709_551_615_u64),
        json!(table),
        json!("resign"),
        json!("\u{0}"),
        json!("é".repeat(3000)),
    ];
    let names =
        ["table", "at", "move", "seat", "act", "text", "id", "from", "on", "contribution", "legal", "zzz"];
    let mut answered = 0;
    for _ in 0..40 {
        let client = Client::guest(server.address).await;
        let mut socket = client.socket().await.unwrap();
        for _ in 0..15 {
            let mut say = serde_json::Map::new();
            say.insert("type".into(), json!(kinds[chance.below(kinds.len() as u32) as usize]));
            if chance.below(2) == 0 {
                say.insert("table".into(), json!(table));
            }
            for _ in 0..chance.below(4) {
                let name = names[chance.below(names.len() as u32) as usize];
                say.insert(name.into(), values[chance.below(values.len() as u32) as usize].clone());
            }
            let mut text = Value::Object(say).to_string();
            if chance.below(4) == 0 {
                let at = chance.below(text.len() as u32) as usize;
                text = text
                    .chars()
                    .enumerate()
                    .filter(|(place, _)| *place != at)
                    .map(|(_, letter)| letter)
                    .collect();
            }
            if socket.stream.send(Message::text(text)).await.is_err() {
                break;
            }
        }
        let _ = socket.stream.send(Message::text("{\"type\":\"ping\",\"id\":4242}")).await;
        while let Some(message) = socket.hear().await {
            answered += 1;
            if message["type"] == "pong" && message["id"] == 4242 {
                break;
            }
            assert_ne!(message["error"]["code"], "internal", "{message}");
        }
    }
    assert!(answered > 300, "{answered}");
    let after = players[0].client.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!(
        (&after["version"], &after["status"]["position"]),
        (&before["version"], &before["status"]["position"])
    );
    assert_eq!(play_on(&mut players, &mut GameRng::for_player(1), 4).await, 4);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_limited_in_size_number_and_time() {
    let config = Config { request_burst: 30, requests_per_second: 0.1, max_body_bytes: 2000, ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let mut client = Client::guest(server.address).await;
    let large = json!({"game": "amazons", "rules": "x".repeat(5000)});
    client.post("/api/tables", large).await.refused(413, "too_large");
    client.post("/api/tables", json!({"game": "chess"})).await.refused(422, "refused");
    client.post("/api/tables", json!({"game": "amazons", "seats": []})).await.refused(422, "refused");
    client.post("/api/tables", json!({"game": "amazons", "clock": "soon"})).await.refused(422, "refused");
    client
        .post("/api/tables", json!({"game": "amazons", "rated": true, "clock": "1s"}))
        .await
        .refused(422, "refused");
    client.post("/api/tables", json!([1])).await.refused(400, "malformed");
    let mut refused = 0;
    for _ in 0..40 {
        refused += usize::from(client.get("/api/games").await.status == 429);
    }
    assert!(refused > 10);
    // Operations requests count with the API; the web app has ten times as many, and a limit as well.
    assert_eq!(client.get("/readyz").await.status, 429);
    assert_eq!(client.get("/metrics").await.status, 429);
    assert_eq!(client.get("/healthz").await.status, 200);
    for _ in 0..40 {
        assert_eq!(client.get("/").await.status, 200);
    }
    let mut files = 0;
    while client.get("/").await.status == 200 {
        files += 1;
        assert!(files < 1_000, "files have no limit");
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_are_limited_and_others_continue() {
    let config = Config { max_connections_per_address: 300, ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let mut players = pair(server.address, json!({"game": "amazons"})).await;
    let mut idle = Vec::new();
    for _ in 0..290 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(b"GET / HT").await.unwrap();
        idle.push(stream);
    }
    assert_eq!(play_on(&mut players, &mut GameRng::for_player(1), 6).await, 6);
    for _ in 0..20 {
        let stream = TcpStream::connect(server.address).await.unwrap();
        idle.push(stream);
    }
    // The last ones were rejected.
    let mut byte = [0; 1];
    let read = tokio::time::timeout(Duration::from_secs(5), idle.last_mut().unwrap().read(&mut byte)).await;
    assert!(matches!(read, Ok(Ok(0) | Err(_))), "{read:?}");
    drop(idle);
    // Once they are gone others can connect again.
    let began = Instant::now();
    loop {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let mut head = [0; 12];
        let sent = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
        if sent.is_ok() && stream.read_exact(&mut head).await.is_ok() {
            assert_eq!(&head, b"HTTP/1.1 200");
            break;
        }
        assert!(began.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_is_disconnected_and_delays_no_one() {
    let config = Config { send_queue: 16, ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let mut players = pair(server.address, json!({"game": "amazons"})).await;
    let sleeper = Client::guest(server.address).await;
    let mut asleep = Player::watch(&sleeper, &players[0].table).await;
    // It keeps sending requests and reads nothing: the replies pile up.
    for _ in 0..3000 {
        let say = json!({"type": "watch", "table": players[0].table});
        let sent = tokio::time::timeout(
            Duration::from_millis(500),
            asleep.socket.stream.send(Message::text(say.to_string())),
        );
        if !matches!(sent.await, Ok(Ok(()))) {
            break;
        }
    }
    let began = Instant::now();
    assert_eq!(play_on(&mut players, &mut GameRng::for_player(3), 10).await, 10);
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_to_stop_delay_no_one_and_are_stored() {
    let (server, store) = test_server().await;
    let rules = json!({"rows": 4, "cols": 4, "pieces": 1});
    let mut players =
        pair(server.address, json!({"game": "paper-penguins", "rules": rules, "clock": "60+0"})).await;
    let path = format!("/api/tables/{}/actions", players[0].table);
    let mut offered = None;
    let mut chance = GameRng::for_player(7);
    play_on(&mut players, &mut chance, 4).await;
    while offered.is_none() && players[0].now["stage"] == "live" {
        let answer = players[0].client.post(&path, json!({"act": "stop?"})).await;
        match answer.status {
            200 => offered = Some(players[1].update().await),
            // Something is still contested.
            422 => drop(play_on(&mut players, &mut chance, 1).await),
            other => panic!("{other}: {}", answer.text),
        }
    }
    let update = offered.expect("it could be stopped at some point");
    assert_eq!(update["entries"][0]["type"], "adjudicated", "{update}");
    assert_eq!(update["entries"][0]["outcome"], update["status"]["offer"]["outcome"]);
    // The offer is restored after a restart, without being computed again.
    let again = test_server_with(config(), Arc::new(store.crash())).await;
    let mut client = players[1].client.clone();
    client.address = again.address;
    let state = client.get(&format!("/api/tables/{}", players[0].table)).await.ok();
    assert_eq!(state["status"]["offer"], update["status"]["offer"]);
    client.post(&path, json!({"act": "accept"})).await.ok();
    let state = client.get(&format!("/api/tables/{}", players[0].table)).await.ok();
    assert_eq!(state["status"]["result"]["scores"], update["status"]["offer"]["outcome"]["scores"]);
    again.close().await;
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_count_against_their_creator() {
    let config = Config { max_tables_per_user: 3, ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let mut host = Client::guest(server.address).await;
    let engine = json!({"kind": "engine", "level": "max"});
    let new = json!({"game": "amazons", "seats": [engine, engine]});
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(host.post("/api/tables", new.clone()).await.ok()["id"].as_str().unwrap().to_owned());
    }
    host.post("/api/tables", new.clone()).await.refused(429, "rate_limited");
    // The host of an engine-only table can call it off; no one else can.
    let path = format!("/api/tables/{}/actions", tables[0]);
    let mut other = Client::guest(server.address).await;
    other.post(&path, json!({"act": "abort"})).await.refused(403, "forbidden");
    host.post(&path, json!({"act": "abort"})).await.ok();
    host.post("/api/tables", new).await.ok();
    // Another user's engine answers soon, even if the machine is busy.
    let new = json!({"game": "amazons", "seats": [{"kind": "me"}, {"kind": "engine", "level": "1"}]});
    let table = other.post("/api/tables", new).await.ok()["id"].as_str().unwrap().to_owned();
    let mut player = Player::watch(&other, &table).await;
    let legal = player.legal();
    player.play(&legal[0]).await.unwrap();
    let began = Instant::now();
    player.update().await;
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_server_still_offers_its_open_seats() {
    let config = Config { max_tables: 1, ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let mut host = Client::guest(server.address).await;
    let new = json!({"game": "amazons"});
    let made = host.post("/api/tables", new.clone()).await.ok();
    let table = made["id"].as_str().unwrap();
    let mut other = Client::guest(server.address).await;
    other.post("/api/tables", new).await.refused(503, "unavailable");
    other.post(&format!("/api/tables/{table}/seat"), json!({})).await.ok();
    let state = other.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!(state["status"]["stage"], "live", "{state}");
    server.close().await;
}
