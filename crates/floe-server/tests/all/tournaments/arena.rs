//! An arena: twenty people play as they like, come late, pause and stay away, until its time is up.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use floe_server::{Clock, start_with};
use floe_store::{MemoryStore, Role, Store};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::client::{Client, play};
use super::{ALL, begin, config, engines, games, make, numbers, player, somebody};

const HOUR_MS: i64 = 60 * 60 * 1000;

/// An arena without chance, so that games begin at once.
fn arena(minutes: u32) -> Value {
    json!({
        "name": "hourly",
        "game": "amazons",
        "rules": "rows=4,cols=4,pieces=1,start=a1 | d4",
        "format": { "format": "arena", "minutes": minutes },
        "clock": "60+1",
    })
}

/// The machine's time of day, which can be put forward.
fn forward() -> (Arc<AtomicI64>, Clock) {
    let ahead = Arc::new(AtomicI64::new(0));
    let read = Arc::clone(&ahead);
    let now =
        || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    (ahead, Clock::new(move || now() + read.load(Ordering::Relaxed)))
}

/// The points that the rules of an arena give for the games of each entrant, in the order in which they ended.
fn points(state: &Value) -> HashMap<usize, (u32, Vec<usize>)> {
    let mut all: Vec<&Value> = games(state).into_iter().filter(|game| !game["places"].is_null()).collect();
    all.sort_by_key(|game| game["fixture"].as_u64());
    let mut scores: HashMap<usize, (u32, Vec<usize>)> = HashMap::new();
    for game in all {
        let seats: Vec<usize> = numbers(&game["seats"]);
        for (seat, &entrant) in seats.iter().enumerate() {
            scores.entry(entrant).or_default().1.push(seats[1 - seat]);
        }
    }
    scores
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_people_play_an_arena() {
    let store = Arc::new(MemoryStore::new());
    let (ahead, clock) = forward();
    let running = start_with(config(), Arc::clone(&store) as Arc<dyn Store>, clock).await.unwrap();
    let host = player(&*store, &running, "host").await;
    let id = make(&host, arena(60)).await;
    let path = format!("/api/tournaments/{id}");
    let mut people = Vec::new();
    let mut playing = JoinSet::new();
    for number in 0..20 {
        let key = somebody(&*store, &format!("p{number:02}"), Role::Player, false, ALL).await;
        let client = Client { address: running.address, token: key };
        // The last two come when it has begun; the first never has a connection.
        if number < 18 {
            client.done(&format!("{path}/join"), json!({})).await;
        }
        if number > 0 {
            playing.spawn(play(client.clone()));
        }
        people.push(client);
    }
    begin(&host, &id).await;
    for late in &people[18..] {
        late.done(&format!("{path}/join"), json!({})).await;
    }
    people[1].done(&format!("{path}/pause"), json!({ "paused": true })).await;
    let (status, answer) = people[1].post(&format!("{path}/pause"), json!({ "paused": true })).await;
    assert_eq!(status, 422, "{answer}");
    let state = host.until(&id, |state| state["finished"].as_u64() >= Some(60)).await;
    assert!(state["closes_ms"].as_i64().unwrap() > state["created_ms"].as_i64().unwrap() + HOUR_MS - 1);
    people[1].done(&format!("{path}/pause"), json!({ "paused": false })).await;
    host.until(&id, |state| {
        state["standings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["entrant"] == 1 && row["games"].as_u64() > Some(0))
    })
    .await;

    // Its time is up: what is being played is played to its end, and nothing begins.
    ahead.store(2 * HOUR_MS, Ordering::Relaxed);
    let state = host.over(&id).await;
    assert_eq!(state["finished"], state["scheduled"]);
    assert!(games(&state).iter().all(|game| !game["places"].is_null()));
    let standings = state["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 20);
    assert_eq!(state["winner"], standings[0]["entrant"]);
    let met = points(&state);
    let total = state["finished"].as_u64().unwrap();
    for (at, row) in standings.iter().enumerate() {
        let entrant = row["entrant"].as_u64().unwrap() as usize;
        let sheet: Vec<u32> = if row["sheet"].is_null() { Vec::new() } else { numbers(&row["sheet"]) };
        if row["games"].as_u64().unwrap() <= 60 {
            assert_eq!(sheet.iter().sum::<u32>() as f64, row["points"].as_f64().unwrap());
            assert_eq!(sheet.len() as u64, row["games"].as_u64().unwrap());
        }
        assert!(sheet.iter().all(|points| matches!(points, 0 | 1 | 2 | 4)), "{sheet:?}");
        if at > 0 {
            assert!(standings[at - 1]["points"].as_f64() >= row["points"].as_f64(), "best first");
        }
        // Nobody is connected as the first: never paired.
        assert_eq!(row["games"].as_u64() == Some(0), entrant == 0, "entrant {entrant}");
        // With so many others nobody meets the same one twice in a row, as far as the games are listed.
        let opponents = met.get(&entrant).map(|(_, met)| met.as_slice()).unwrap_or_default();
        if total <= 200 {
            assert!(opponents.windows(2).all(|two| two[0] != two[1]), "entrant {entrant}: {opponents:?}");
        }
    }
    let late = people[19].post(&format!("{path}/join"), json!({})).await.0;
    assert_ne!(late, 200, "it is over");
    playing.shutdown().await;
    running.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_come_pauses_and_the_log_resumes() {
    let store = Arc::new(MemoryStore::new());
    let (ahead, clock) = forward();
    let running = start_with(config(), Arc::clone(&store) as Arc<dyn Store>, clock).await.unwrap();
    let host = player(&*store, &running, "host").await;
    for (new, why) in [
        (arena(4), "5 to 360 minutes"),
        (
            json!({ "name": "slow", "game": "amazons", "format": { "format": "arena", "minutes": 60 }, "clock": "3d" }),
            "seconds",
        ),
    ] {
        let (status, answer) = host.post("/api/tournaments", new).await;
        assert!(status == 422 && answer.to_string().contains(why), "{status} {answer}");
    }
    let id = make(&host, arena(5)).await;
    let path = format!("/api/tournaments/{id}");
    let (status, _) = host.post(&format!("{path}/start"), json!({})).await;
    assert_eq!(status, 422, "nobody has entered");
    engines(&host, &id, 1).await;
    let ann = player(&*store, &running, "ann").await;
    ann.done(&format!("{path}/join"), json!({})).await;
    let bot = tokio::spawn(play(ann.clone()));
    // Until her stream is open nobody can be paired with her.
    begin(&host, &id).await;
    host.until(&id, |state| state["finished"].as_u64() >= Some(2)).await;
    bot.abort();
    running.close().await;

    let (again, clock) = forward();
    again.store(ahead.load(Ordering::Relaxed), Ordering::Relaxed);
    let running = start_with(config(), Arc::new(store.crash()) as Arc<dyn Store>, clock).await.unwrap();
    let host = Client { address: running.address, ..host };
    let state = host.tournament(&id).await;
    assert_eq!((&state["stage"], &state["players"][1]["paused"]), (&json!("live"), &json!(false)));
    let before = state["finished"].as_u64().unwrap();
    let bot = tokio::spawn(play(Client { address: running.address, ..ann.clone() }));
    host.until(&id, |state| state["finished"].as_u64() > Some(before)).await;
    again.store(HOUR_MS, Ordering::Relaxed);
    host.over(&id).await;
    bot.abort();
    running.close().await;
}
