//! One's own games, the most urgent first.

use std::sync::Arc;

use floe_store::{MemoryStore, Store};
use serde_json::json;

use super::{game, mine, moves};
use crate::support::{Client, config, test_server, test_server_with};

#[tokio::test]
async fn games_wait_for_whoever_is_to_move() {
    let (server, _) = test_server().await;
    let (mut ann, mut bob) = (Client::guest(server.address).await, Client::guest(server.address).await);
    assert_eq!(mine(&mut ann).await, []);
    let open =
        ann.post("/api/tables", json!({ "game": "fish" })).await.ok()["id"].as_str().unwrap().to_owned();
    let days = game(&mut ann, &mut bob, json!("3d")).await;
    let unclocked = game(&mut ann, &mut bob, json!(null)).await;
    let fast = game(&mut ann, &mut bob, json!("300+5")).await;
    // All three wait for Ann, whose time runs out soonest in the fast one; without a clock there is no time.
    let order = [(&fast, true), (&days, true), (&unclocked, true), (&open, false)];
    assert_eq!(mine(&mut ann).await, order.map(|(id, waits)| (id.clone(), waits)));
    assert!(mine(&mut bob).await.iter().all(|(id, waits)| !waits && *id != open));

    moves(&mut ann, &days).await;
    moves(&mut ann, &unclocked).await;
    let all = ann.get("/api/me/games").await.ok();
    let found = all["games"].as_array().unwrap().iter().find(|game| game["id"] == days.as_str()).unwrap();
    assert_eq!(
        (&found["turn"], &found["your_seats"], &found["waits"]),
        (&json!(1), &json!([0]), &json!(false))
    );
    let left = found["due_ms"].as_i64().unwrap() - all["at_ms"].as_i64().unwrap();
    assert!((3 * 86_400_000 - 60_000..=3 * 86_400_000 + 2_000).contains(&left), "{left} ms of three days");
    let found =
        all["games"].as_array().unwrap().iter().find(|game| game["id"] == unclocked.as_str()).unwrap();
    assert_eq!((&found["turn"], &found["due_ms"]), (&json!(1), &json!(null)));
    let waiting: Vec<String> =
        mine(&mut bob).await.into_iter().filter(|(_, waits)| *waits).map(|(id, _)| id).collect();
    assert_eq!(waiting, [days.clone(), unclocked.clone()]);

    bob.post(&format!("/api/tables/{days}/actions"), json!({ "act": "resign" })).await.ok();
    assert!(mine(&mut ann).await.iter().all(|(id, _)| *id != days), "it is over");
    Client::new(server.address).get("/api/me/games").await.refused(401, "unauthorized");
    server.close().await;
}

#[tokio::test]
async fn a_game_by_the_day_waits_after_a_restart_without_being_loaded() {
    let store = Arc::new(MemoryStore::new());
    let server = test_server_with(config(), Arc::clone(&store) as Arc<dyn Store>).await;
    let (mut ann, mut bob) = (Client::guest(server.address).await, Client::guest(server.address).await);
    let days = game(&mut ann, &mut bob, json!("3d")).await;
    moves(&mut ann, &days).await;
    server.close().await;
    let server = test_server_with(config(), Arc::new(store.crash()) as Arc<dyn Store>).await;
    (ann.address, bob.address) = (server.address, server.address);
    assert_eq!(
        (mine(&mut ann).await, mine(&mut bob).await),
        (vec![(days.clone(), false)], vec![(days.clone(), true)])
    );
    let metrics = ann.get("/metrics").await.text;
    assert!(metrics.lines().any(|line| line.trim() == "floe_tables_loaded 0"), "{metrics}");
    moves(&mut bob, &days).await;
    assert_eq!(mine(&mut ann).await, [(days, true)]);
    server.close().await;
}
