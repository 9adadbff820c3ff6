//! Limits on engine time, frames, connections and log entries.

use std::sync::Arc;
use std::time::{Duration, Instant};

use floe_server::Config;
use floe_store::MemoryStore;
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::{act, make, state, until};
use crate::support::{Client, Socket, config, test_server, test_server_with};

const ME_AND_LEVEL_3: &str = r#"[{"kind":"me"},{"kind":"engine","level":"3"}]"#;
const MAX_AND_MAX: &str = r#"[{"kind":"engine","level":"max"},{"kind":"engine","level":"max"}]"#;

fn seats(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Makes a move and measures how long the engine takes to answer.
async fn answered(client: &mut Client, table: &str) -> Duration {
    let seen = until(client, table, |state| state["status"]["legal"].is_array()).await;
    let path = format!("/api/tables/{table}/moves");
    let began = Instant::now();
    client.post(&path, json!({"at": seen["version"], "move": seen["status"]["legal"][0]})).await.ok();
    until(client, table, |state| state["status"]["legal"].is_array()).await;
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn engine_only_games_do_not_slow_down_a_persons_engine() {
    let server =
        test_server_with(Config { behind_proxy: true, ..config() }, Arc::new(MemoryStore::new())).await;
    // Two people who play `max` and many engine-only games, all from one address, on one engine thread.
    let mut crowd = Client::guest_at(server.address, "203.0.113.66").await;
    let mut running = 0;
    let message = loop {
        let new = json!({"game": "amazons", "seats": seats(MAX_AND_MAX)});
        let answer = crowd.post("/api/tables", new).await;
        if answer.status == 429 {
            break answer.refused(429, "rate_limited");
        }
        answer.ok();
        running += 1;
    };
    assert_eq!(running, Config::default().engine_only_tables_per_address);
    assert!(message.contains("already has 8 games between engines"), "{message}");
    for address in ["203.0.113.7", "203.0.113.66"] {
        let mut victim = Client::guest_at(server.address, address).await;
        let table = make(&mut victim, json!({"game": "amazons", "seats": seats(ME_AND_LEVEL_3)})).await;
        let mut slowest = Duration::ZERO;
        for _ in 0..5 {
            slowest = slowest.max(answered(&mut victim, &table).await);
        }
        // A move of `max` takes a second, and eight of them are waiting.
        assert!(slowest < Duration::from_millis(700), "{slowest:?} from {address}");
    }
    // When one ends there is room again.
    let listed = crowd.get("/api/tables?stage=live").await.ok();
    let engines_only =
        |table: &&Value| table["seats"].as_array().unwrap().iter().all(|seat| seat["kind"] == "engine");
    let one = listed["tables"].as_array().unwrap().iter().find(engines_only).unwrap()["id"].clone();
    act(&mut crowd, one.as_str().unwrap(), "abort").await.ok();
    make(&mut crowd, json!({"game": "amazons", "seats": seats(MAX_AND_MAX)})).await;
    server.close().await;
}

async fn flood(socket: &mut Socket, frame: Message, most: usize) -> usize {
    for sent in 0..most {
        if socket.stream.send(frame.clone()).await.is_err() {
            return sent;
        }
    }
    most
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_of_every_kind_are_counted() {
    let (server, _) = test_server().await;
    let client = Client::guest(server.address).await;
    for frame in [
        Message::Pong(Vec::new().into()),
        Message::Ping(vec![1, 2, 3].into()),
        Message::text(r#"{"type":"ping"}"#),
    ] {
        let mut socket = client.socket().await.unwrap();
        flood(&mut socket, frame, 2_000).await;
        tokio::time::timeout(Duration::from_secs(5), socket.ended())
            .await
            .expect("an abuser is disconnected");
    }
    // Moderate use continues.
    let mut socket = Client::guest(server.address).await.socket().await.unwrap();
    for id in 0..20 {
        socket.stream.send(Message::Ping(Vec::new().into())).await.unwrap();
        socket.say(json!({"type": "ping", "id": id})).await;
        assert_eq!(socket.until("pong").await["id"], id);
    }
    server.close().await;
}

/// An address cannot get around its limit by spreading frames over many connections.
#[tokio::test(flavor = "multi_thread")]
async fn frames_of_an_address_are_counted_together() {
    let config = Config { frame_burst: 200, frames_per_second: 1.0, ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let client = Client::guest(server.address).await;
    let mut sockets = Vec::new();
    for _ in 0..5 {
        sockets.push(client.socket().await.unwrap());
    }
    // Each sends fewer than a single connection may, which is 120 in a burst.
    for socket in &mut sockets {
        flood(socket, Message::Pong(Vec::new().into()), 110).await;
    }
    let wait = |socket| tokio::time::timeout(Duration::from_secs(3), Socket::ended(socket));
    let ended = futures_util::future::join_all(sockets.iter_mut().map(wait)).await;
    // The first two may have used up what the address has, and hardly their own allowance.
    let closed = ended.iter().filter(|ended| ended.is_ok()).count();
    assert!(closed >= 3, "{closed} of 5 were disconnected");
    server.close().await;
}

/// A rematch takes a place like any other table.
#[tokio::test(flavor = "multi_thread")]
async fn rematches_count_against_the_limit_on_engine_tables() {
    let config = Config { engine_tables_per_address: 3, ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let mut client = Client::guest(server.address).await;
    let new = json!({"game": "amazons", "seats": seats(ME_AND_LEVEL_3)});
    let mut ended = Vec::new();
    for _ in 0..4 {
        let table = make(&mut client, new.clone()).await;
        act(&mut client, &table, "resign").await.ok();
        ended.push(table);
    }
    for table in &ended[..3] {
        act(&mut client, table, "rematch").await.ok();
        until(&mut client, table, |state| state["next_table"].is_string()).await;
    }
    let message = act(&mut client, &ended[3], "rematch").await.refused(429, "rate_limited");
    assert!(message.contains("already has 3 games with an engine"), "{message}");
    client.post("/api/tables", new).await.refused(429, "rate_limited");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_counted_by_the_address_behind_the_proxy() {
    let config = Config { behind_proxy: true, proxy_hops: 2, max_connections_per_address: 5, ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let crowd = Client::guest_at(server.address, "203.0.113.66:4711, 198.51.100.1").await;
    let mut open = Vec::new();
    let refused = loop {
        match crowd.socket().await {
            Ok(socket) => open.push(socket),
            Err(status) => break status,
        }
        assert!(open.len() < 50, "connections have no limit");
    };
    assert_eq!((open.len(), refused), (5, 429));
    // Whatever the client sends in front of what our proxies add.
    let liar = crowd.clone().at("6.6.6.6, 203.0.113.66, 198.51.100.1");
    assert_eq!(liar.socket().await.err(), Some(429));
    let neighbour = Client::guest_at(server.address, "[2001:db8::7]:443, 198.51.100.1").await;
    neighbour.socket().await.expect("others can connect");
    drop(open);
    let began = Instant::now();
    while crowd.socket().await.is_err() {
        assert!(began.elapsed() < crate::support::PATIENCE, "permits are not returned");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_stored_for_an_address_has_a_limit() {
    let config = Config { entry_burst: 1_000, entries_per_second: 0.001, behind_proxy: true, ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let mut crowd = Client::guest_at(server.address, "203.0.113.66").await;
    let both = json!([{"kind": "me"}, {"kind": "me"}]);
    let mut stored = 0;
    let message = loop {
        let made = crowd.post("/api/tables", json!({"game": "amazons", "seats": both})).await;
        if made.status == 429 {
            break made.refused(429, "rate_limited");
        }
        let table = made.ok()["id"].as_str().unwrap().to_owned();
        // Back and forth, as often as the table allows.
        for _ in 0..10 {
            let turn = state(&mut crowd, &table).await["status"]["turn"].clone();
            let seen = crowd.get(&format!("/api/tables/{table}?legal=true&seat={turn}")).await.ok();
            let (at, text) = (&seen["version"], &seen["status"]["legal"][0]);
            crowd.post(&format!("/api/tables/{table}/moves"), json!({"at": at, "move": text})).await.ok();
            if act(&mut crowd, &table, "offer-takeback").await.status == 429 {
                break;
            }
        }
        act(&mut crowd, &table, "resign").await.ok();
        stored += state(&mut crowd, &table).await["version"].as_u64().unwrap();
        assert!(stored < 5_000, "logs have no limit");
    };
    assert!(message.contains("too much has been stored"), "{message}");
    // A table counts for a few more entries than its log has.
    assert!((700..1_000).contains(&stored), "{stored}");
    let mut neighbour = Client::guest_at(server.address, "203.0.113.7").await;
    make(&mut neighbour, json!({"game": "amazons"})).await;
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_and_headers_of_a_server_behind_tls() {
    let public = Config { public_url: Some("https://floe.example".into()), ..config() };
    let server = test_server_with(public, Arc::new(MemoryStore::new())).await;
    let mut client = Client::new(server.address);
    let answer = client.post("/api/guests", Value::Null).await;
    answer.ok();
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-floe_session=") && cookie.contains("; Secure"), "{cookie}");
    assert!(cookie.contains("Path=/") && !cookie.contains("Domain"), "{cookie}");
    assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"));
    // The same site without TLS is a different site.
    client.headers =
        vec![("Origin".into(), "http://floe.example".into()), ("Host".into(), "floe.example".into())];
    client.post("/api/guests", Value::Null).await.refused(403, "forbidden");
    client.headers[0].1 = "https://floe.example".into();
    client.post("/api/guests", Value::Null).await.ok();
    server.close().await;

    let (plain, _) = test_server().await;
    let answer = Client::new(plain.address).post("/api/guests", Value::Null).await;
    assert!(answer.header("set-cookie").unwrap().starts_with("floe_session="));
    assert_eq!(answer.header("strict-transport-security"), None);
    let name = answer.ok()["name"].as_str().unwrap().to_owned();
    assert_eq!(name.len(), "guest-".len() + 10, "{name}");
    plain.close().await;
}

/// Overlong input is refused instead of being stored and sent to everyone.
#[tokio::test(flavor = "multi_thread")]
async fn overlong_input_is_not_stored() {
    let (server, _) = test_server().await;
    let mut client = Client::guest(server.address).await;
    let zeros = "0".repeat(20_000);
    let engine = json!([{"kind": "me"}, {"kind": "engine", "level": format!("{zeros}1")}]);
    for new in [
        json!({"game": "amazons", "seats": engine}),
        json!({"game": "amazons", "clock": format!("{zeros}300+5")}),
        json!({"game": "penguins", "rules": {"supply": format!("{zeros}30/20/10")}}),
    ] {
        let message = client.post("/api/tables", new).await.refused(422, "refused");
        assert!(message.len() < 300, "{message}");
    }
    server.close().await;
}

/// Engine tournaments have no more concurrent games than other engine-only tables, and stop when too much is stored.
#[tokio::test(flavor = "multi_thread")]
async fn engine_tournaments_are_limited() {
    let config = Config { entry_burst: 1_000, entries_per_second: 0.001, ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let mut host = Client::account(server.address, "Hal").await;
    let format = json!({"format": "round-robin", "rounds": 10});
    let new = json!({"name": "Many", "game": "amazons", "rules": "6x6", "format": format, "clock": "300+5"});
    let id = host.post("/api/tournaments", new).await.ok()["id"].as_str().unwrap().to_owned();
    for _ in 0..8 {
        host.post(&format!("/api/tournaments/{id}/engines"), json!({"level": "random"})).await.ok();
    }
    host.post(&format!("/api/tournaments/{id}/start"), Value::Null).await.ok();
    let mut over = 0;
    let began = Instant::now();
    let mut changed = Instant::now();
    // Until nothing changes any more.
    while changed.elapsed() < Duration::from_secs(2) {
        assert!(began.elapsed() < Duration::from_secs(60), "it does not end");
        let live = host.get("/api/tables?stage=live").await.ok()["tables"].as_array().unwrap().len();
        assert!(live <= Config::default().engine_only_tables_per_address, "{live} at once");
        let now = host.get("/api/tables?stage=over&limit=100").await.ok()["tables"].as_array().unwrap().len();
        if now != over || live > 0 {
            (over, changed) = (now, Instant::now());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!((5..60).contains(&over), "{over} of 560 games were played");
    let state = host.get(&format!("/api/tournaments/{id}")).await.ok();
    assert_eq!(state["stage"], "live", "{state}");
    server.close().await;
}
