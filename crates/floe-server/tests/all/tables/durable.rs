//! Nothing is published before it is stored, and everything stored is restored.

use std::sync::Arc;
use std::time::Duration;

use floe_games::GameRng;
use floe_store::{MemoryStore, Store};
use serde_json::json;

use super::play::{Player, pair, play_on};
use crate::support::{Client, config, test_server, test_server_with};

#[tokio::test(flavor = "multi_thread")]
async fn an_unsynced_move_is_not_published_and_has_not_happened() {
    let (server, store) = test_server().await;
    let mut players = pair(server.address, json!({"game": "amazons", "clock": "600+0"})).await;
    play_on(&mut players, &mut GameRng::for_player(1), 4).await;
    let known = players[0].version;
    store.hold();
    let text = players[0].legal()[0].clone();
    let table = players[0].table.clone();
    let [one, two] = &mut players;
    one.socket.say(json!({"type": "move", "table": table, "at": one.version, "move": text, "id": 1})).await;
    let silence = Duration::from_millis(400);
    for player in [&mut *one, &mut *two] {
        let heard = tokio::time::timeout(silence, player.socket.until("update")).await;
        assert!(heard.is_err(), "published before it was stored: {heard:?}");
    }
    // The machine loses power: what was held back is lost.
    let survived = Arc::new(store.crash());
    let again = test_server_with(config(), Arc::clone(&survived) as Arc<dyn Store>).await;
    assert_eq!(again.resumed, 1);
    let mut client = one.client.clone();
    client.address = again.address;
    let state = client.get(&format!("/api/tables/{table}")).await.ok();
    // One entry records the downtime; the move is not there.
    assert_eq!((state["version"].as_u64(), &state["status"]["turn"]), (Some(known + 1), &json!(0)));
    assert_eq!(state["events"].as_array().unwrap().len(), 4);
    // The move can be made again, once.
    let mut player = Player::watch(&client, &table).await;
    player.play(&text).await.unwrap();
    assert_eq!(player.version, known + 2);
    store.release();
    again.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_reported_and_nothing_is_done() {
    let (server, store) = test_server().await;
    let mut players = pair(server.address, json!({"game": "amazons", "clock": "600+0"})).await;
    let before = players[0].now["position"].clone();
    store.fill();
    let text = players[0].legal()[0].clone();
    let refused = players[0].play(&text).await.unwrap_err();
    assert_eq!(refused["code"], "unavailable");
    assert!(refused["message"].as_str().unwrap().contains("disk is full"), "{refused}");
    let unready = players[0].client.get("/readyz").await.refused(503, "unavailable");
    assert!(unready.contains("the disk is full"), "{unready}");
    let path = format!("/api/tables/{}", players[0].table);
    let state = players[1].client.get(&path).await.ok();
    assert_eq!(state["status"]["position"], before);
    store.make_room();
    // The server recovers without a restart.
    let began = std::time::Instant::now();
    while players[0].client.get("/readyz").await.status != 200 {
        assert!(began.elapsed() < Duration::from_secs(20), "the server does not recover");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    players[0].play(&text).await.unwrap();
    players[1].update().await;
    // Every failed write counts, not only moves.
    store.fill();
    assert_eq!(Client::new(server.address).post("/api/guests", json!({})).await.status, 503);
    assert_eq!(players[0].client.get("/readyz").await.status, 503);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_last_write_is_unknown_is_read_again() {
    let (server, store) = test_server().await;
    let mut players = pair(server.address, json!({"game": "amazons", "clock": "600+0"})).await;
    let (known, table) = (players[0].version, players[0].table.clone());
    store.lose_an_answer();
    let moving = json!({"at": known, "move": players[0].legal()[0]});
    let answer = players[0].client.post(&format!("/api/tables/{table}/moves"), moving).await;
    let words = answer.refused(503, "unavailable");
    assert!(words.contains("reload to see whether it was done"), "{words}");
    // It was, and the game goes on from there.
    let began = std::time::Instant::now();
    let mut other = loop {
        let other = Player::watch(&players[1].client, &table).await;
        if other.version > known {
            break other;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "the table is not read again");
    };
    assert_eq!(other.now["turn"], 1);
    let text = other.legal()[0].clone();
    other.play(&text).await.unwrap();
    let state = players[0].client.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!(state["events"].as_array().unwrap().len(), 2, "each move once");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_closes_hands_its_tables_over() {
    let (server, store) = test_server().await;
    let mut players = pair(server.address, json!({"game": "amazons", "clock": "100+0"})).await;
    play_on(&mut players, &mut GameRng::for_player(2), 3).await;
    let path = format!("/api/tables/{}/actions", players[0].table);
    players[0].client.post(&path, json!({"act": "offer-takeback"})).await.ok();
    players[0].update().await;
    let version = players[0].version;
    server.close().await;
    assert_eq!(players[1].socket.until("closing").await["retry_ms"], 1000);
    players[1].socket.ended().await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let again = test_server_with(config(), Arc::new(store.crash()) as Arc<dyn Store>).await;
    assert_eq!(again.resumed, 1);
    let mut client = players[1].client.clone();
    client.address = again.address;
    let mut socket = client.socket().await.unwrap();
    socket.say(json!({"type": "watch", "table": players[0].table, "from": version})).await;
    let update = socket.until("update").await;
    // Moves, clocks and the takeback request are restored; the downtime is charged to no one.
    assert_eq!(update["entries"][0]["type"], "resumed");
    assert_eq!(update["status"]["takeback"]["waiting"], json!([1]));
    let left = update["status"]["clocks"][1]["left_ms"].as_u64().unwrap();
    assert!(left > 98_000, "the downtime was charged: {left} ms left");
    again.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_resume_after_a_restart() {
    let store = Arc::new(MemoryStore::new());
    let server = test_server_with(config(), Arc::clone(&store) as Arc<dyn Store>).await;
    let mut host = crate::support::Client::guest(server.address).await;
    let engine = json!({"kind": "engine", "level": "1"});
    let new = json!({"game": "penguins", "clock": "300+1", "seats": [engine, engine]});
    let mut tables = Vec::new();
    // More tables than threads: some wait for their turn when the server closes.
    for _ in 0..6 {
        let made = host.post("/api/tables", new.clone()).await.ok();
        tables.push(made["id"].as_str().unwrap().to_owned());
    }
    server.close().await;
    let again = test_server_with(config(), Arc::new(store.crash()) as Arc<dyn Store>).await;
    host.address = again.address;
    for table in tables {
        let mut looker = Player::watch(&host, &table).await;
        while looker.now["stage"] == "live" {
            looker.update().await;
        }
        assert_eq!(looker.now["stage"], "over", "{}", looker.now);
    }
    again.close().await;
}
