//! Time: steady clocks, and pongs that come late.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use floe_server::{Clock, start_with};
use floe_store::{MemoryStore, Store};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::{make, state, until};
use crate::support::{Client, config, test_server};

const HOUR_MS: i64 = 60 * 60 * 1000;

/// The settable time of day of a machine.
fn settable() -> (Arc<AtomicI64>, Clock) {
    let wall = Arc::new(AtomicI64::new(1_700_000_000_000));
    let read = Arc::clone(&wall);
    (wall, Clock::new(move || read.load(Ordering::Relaxed)))
}

#[tokio::test(flavor = "multi_thread")]
async fn setting_the_clock_forfeits_no_game_and_gives_no_time() {
    let store = Arc::new(MemoryStore::new());
    let (wall, clock) = settable();
    let server = start_with(config(), Arc::clone(&store) as Arc<dyn Store>, clock).await.unwrap();
    let (mut ann, mut ben) = (Client::guest(server.address).await, Client::guest(server.address).await);
    let table = make(&mut ann, json!({"game": "amazons", "clock": "60+0"})).await;
    ben.post(&format!("/api/tables/{table}/seat"), json!({})).await.ok();
    let path = format!("/api/tables/{table}/moves");
    for (turn, jump) in [HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -48 * HOUR_MS].into_iter().enumerate() {
        let mover = if turn % 2 == 0 { &mut ann } else { &mut ben };
        wall.fetch_add(jump, Ordering::Relaxed);
        // Long enough to notice a clock that has run out.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let seen = state(mover, &table).await;
        assert_eq!(seen["status"]["stage"], "live", "after a step of {jump} ms: {}", seen["status"]);
        let left = seen["status"]["clocks"][turn % 2]["left_ms"].as_u64().unwrap();
        assert!((30_000..60_000).contains(&left), "after a step of {jump} ms: {left} ms left");
        let legal = seen["status"]["legal"][0].clone();
        mover.post(&path, json!({"at": seen["version"], "move": legal})).await.ok();
    }
    server.close().await;
    let store = Arc::new(store.crash());

    // Across a restart the time of day counts, whatever it is by then: no one is charged for it.
    wall.fetch_add(-5 * HOUR_MS, Ordering::Relaxed);
    let read = Arc::clone(&wall);
    let clock = Clock::new(move || read.load(Ordering::Relaxed));
    let server = start_with(config(), store as Arc<dyn Store>, clock).await.unwrap();
    ann.address = server.address;
    let seen = state(&mut ann, &table).await;
    let left = |seat: usize| seen["status"]["clocks"][seat]["left_ms"].as_u64().unwrap();
    assert_eq!(seen["status"]["stage"], "live");
    assert!((30_000..60_000).contains(&left(0)) && (30_000..60_000).contains(&left(1)), "{}", seen["status"]);
    let later =
        until(&mut ann, &table, |state| state["status"]["clocks"][0]["left_ms"].as_u64().unwrap() < left(0));
    later.await;
    server.close().await;
}

/// A client that answers pings late, or before they were sent, seems neither nearer nor farther than its quota.
#[tokio::test(flavor = "multi_thread")]
async fn unsolicited_pongs_do_not_count_as_answers() {
    let (server, _) = test_server().await;
    let client = Client::guest(server.address).await;
    let mut socket = client.socket().await.unwrap();
    // The first ping comes immediately and carries a number.
    let ping = loop {
        match socket.stream.next().await.unwrap().unwrap() {
            Message::Ping(payload) => break payload,
            _ => continue,
        }
    };
    assert_eq!(ping.len(), 8);
    for payload in [vec![], vec![0; 8], vec![255; 8]] {
        socket.stream.send(Message::Pong(payload.into())).await.unwrap();
    }
    socket.say(json!({"type": "ping", "id": 1})).await;
    assert_eq!(socket.until("pong").await["id"], 1, "a few of them do no harm");
    server.close().await;
}
