//! Moves that workers choose, and that the server chooses when there are none.

use std::sync::Arc;
use std::time::Duration;

use floe_games::registry;
use floe_server::Config;
use floe_store::MemoryStore;
use floe_work::{Kind, NatsServer, Program, WorkQueue, WorkerOptions, connect, run_worker};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::play::Player;
use crate::support::{Client, config, test_server_with};

/// A worker of this build, and what stops it.
fn worker(nats: &NatsServer) -> (oneshot::Sender<()>, JoinHandle<u64>) {
    let (stop, stopped) = oneshot::channel::<()>();
    let (url, version) = (nats.url(), Config::default().version);
    let works = tokio::spawn(async move {
        let connection = connect(&url).await.unwrap();
        let queue =
            WorkQueue::open(connection.client().clone(), Program::this(&version).unwrap()).await.unwrap();
        let options = WorkerOptions { threads: 2, kinds: vec![Kind::Move], grace: Duration::from_secs(10) };
        let shutdown = async { stopped.await.unwrap_or(()) };
        run_worker(&queue, &options, shutdown, std::future::pending()).await.unwrap().jobs()
    });
    (stop, works)
}

async fn counted(client: &mut Client, name: &str) -> f64 {
    let text = client.get("/metrics").await.text;
    let prefix = format!("floe_{name}_total ");
    let line = text.lines().find(|line| line.starts_with(&prefix)).unwrap();
    line[prefix.len()..].parse().unwrap()
}

/// Plays a few moves against an engine, and leaves.
async fn play(me: &mut Client, game: &str, moves: usize) {
    let new = json!({"game": game, "seats": [{"kind": "me"}, {"kind": "engine", "level": "2"}]});
    let table = me.post("/api/tables", new).await.ok()["id"].as_str().unwrap().to_owned();
    let mut player = Player::watch(me, &table).await;
    let mut mine = 0;
    while mine < moves && player.now["stage"] == "live" {
        if player.now["turn"] == 0 {
            let legal = player.legal();
            player.play(&legal[legal.len() / 2]).await.unwrap();
            mine += 1;
        } else {
            player.update().await;
        }
    }
    me.post(&format!("/api/tables/{table}/actions"), json!({"act": "resign"})).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_choose_moves_while_there_are_any() {
    let Some(nats) = NatsServer::start("") else { return };
    let config = Config { nats_url: nats.url(), ..config() };
    let server = test_server_with(config, Arc::new(MemoryStore::new())).await;
    let mut me = Client::guest(server.address).await;
    // Without workers the server chooses.
    play(&mut me, "penguins", 3).await;
    assert_eq!(counted(&mut me, "worker_moves").await, 0.0);
    let (stop, works) = worker(&nats);
    while counted(&mut me, "worker_moves").await == 0.0 {
        play(&mut me, "penguins", 2).await;
    }
    for entry in registry::GAMES {
        play(&mut me, entry.id, 2).await;
    }
    assert!(counted(&mut me, "worker_moves").await > registry::GAMES.len() as f64);
    assert_eq!(counted(&mut me, "worker_moves_missed").await, 0.0);
    // The worker leaves, and the games go on.
    stop.send(()).unwrap();
    let jobs = works.await.unwrap();
    play(&mut me, "penguins", 3).await;
    assert!(counted(&mut me, "worker_moves").await <= jobs as f64);
    // So they do when NATS has gone.
    tokio::task::block_in_place(|| nats.crash());
    play(&mut me, "penguins", 3).await;
    server.close().await;
}
