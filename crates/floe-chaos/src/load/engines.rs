//! Work for the server's engines: more than one guest should be able to request.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use super::Job;
use crate::client::Client;
use crate::table::{self, Player};

/// The pause between two requests, so that the rate limit is not what stops the attack.
const PAUSE: Duration = Duration::from_millis(30);

/// What was requested and what came of it.
#[derive(Default)]
struct Tally {
    opened: u64,
    refused: u64,
    first_refusal: Option<String>,
}

impl Tally {
    fn count<T>(&mut self, answer: Result<T, String>) -> Option<T> {
        match answer {
            Ok(done) => {
                self.opened += 1;
                Some(done)
            }
            Err(words) => {
                self.refused += 1;
                self.first_refusal.get_or_insert(words);
                None
            }
        }
    }

    fn to_json(&self) -> Value {
        json!({"opened": self.opened, "refused": self.refused, "first_refusal": self.first_refusal})
    }
}

/// Tables with only engines.
pub async fn tables(mut job: Job, tables_each: u32) -> Result<Value, String> {
    let mut tally = Tally::default();
    let engine = json!({"kind": "engine", "level": "max"});
    for mut client in job.clients() {
        for _ in 0..tables_each {
            let new = json!({"game": "amazons", "private": true, "seats": [engine, engine]});
            let made = table::make(&mut client, new).await;
            tally.count(made);
            tokio::time::sleep(PAUSE).await;
        }
    }
    let _ = job.ready.send(tally.to_json());
    let _ = job.stop.wait_for(|stop| *stop).await;
    Ok(tally.to_json())
}

/// People who answer the engine immediately.
pub async fn players(mut job: Job) -> Result<Value, String> {
    let mut tally = Tally::default();
    let moves = Arc::<AtomicU64>::default();
    let mut playing = tokio::task::JoinSet::new();
    for mut client in job.clients() {
        let opened = open_against_engine(&mut client).await;
        tokio::time::sleep(PAUSE * 2).await;
        let Some(mut player) = tally.count(opened) else { continue };
        let moves = Arc::clone(&moves);
        playing.spawn(async move {
            while let Ok(true) = player.play_any(Duration::from_secs(600)).await {
                moves.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    let _ = job.ready.send(tally.to_json());
    let _ = job.stop.wait_for(|stop| *stop).await;
    playing.abort_all();
    let mut report = tally.to_json();
    report["moves"] = json!(moves.load(Ordering::Relaxed));
    Ok(report)
}

async fn open_against_engine(client: &mut Client) -> Result<Player, String> {
    let seats = json!([{"kind": "me"}, {"kind": "engine", "level": "max"}]);
    let id = table::make(client, json!({"game": "amazons", "private": true, "seats": seats})).await?;
    table::begin(&id, &mut [client]).await?;
    Player::new(client.socket().await?, &id).await
}

/// A tournament with only engines, all tables concurrently.
pub async fn tournament(mut job: Job, entrants: u32) -> Result<Value, String> {
    let mut tally = Tally::default();
    let mut clients = job.clients();
    let host = clients.first_mut().ok_or("a tournament needs a session")?;
    if let Some(id) = tally.count(hold_tournament(host).await) {
        for _ in 0..entrants {
            let entered =
                host.post(&format!("/api/tournaments/{id}/engines"), json!({"level": "max"})).await?;
            tally.count(entered.ok());
            tokio::time::sleep(PAUSE).await;
        }
        let started = host.post(&format!("/api/tournaments/{id}/start"), Value::Null).await?;
        tally.count(started.ok());
    }
    let _ = job.ready.send(tally.to_json());
    let _ = job.stop.wait_for(|stop| *stop).await;
    Ok(tally.to_json())
}

async fn hold_tournament(host: &mut Client) -> Result<String, String> {
    let new = json!({
        "name": "Engines", "game": "amazons", "format": {"format": "round-robin", "rounds": 1}, "clock": "300+5",
        "private": true,
    });
    let made = host.post("/api/tournaments", new).await?.ok()?;
    made["id"].as_str().map(str::to_owned).ok_or_else(|| format!("no id in {made}"))
}
