//! Tournaments over real sockets: engines, bots, players who stay away or leave, hosts and strangers, and servers that
//! stop half-way.

mod arena;
mod client;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use client::{Client, play};
use floe_games::Outcome;
use floe_referee::pairing::{Format, PairingPlan};
use floe_referee::stats::{FinishedGame, places, standings, tie_breaks};
use floe_server::{Config, ServerHandle, start};
use floe_store::{
    Filter, LogKind, MemoryStore, Options, Role, Session, SqliteStore, Stage, Store, Token, User,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

fn config() -> Config {
    Config {
        listen: ([127, 0, 0, 1], 0).into(),
        engine_threads: 1,
        exhibition_games: 0,
        request_burst: 1_000_000,
        requests_per_second: 100_000.0,
        // All come from one address, as fast as they can.
        max_connections_per_address: 100_000,
        moderators: vec!["guard".into()],
        ..Config::default()
    }
}

async fn serve(store: &Arc<impl Store>) -> ServerHandle {
    start(config(), Arc::clone(store) as Arc<dyn Store>).await.unwrap()
}

/// A user with an account and a token with `scopes`.
async fn somebody(store: &dyn Store, name: &str, role: Role, bot: bool, scopes: &[&str]) -> String {
    let user = User {
        id: format!("{name:a<16}").replace(['l', 'o'], "x"),
        name: name.into(),
        role,
        bot,
        password: None,
        recovery: None,
        // The current time: guests created long ago who never sat down are deleted.
        created_ms: SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64,
        renamed_ms: None,
        banned_until_ms: None,
        muted_until_ms: None,
        settings: "{}".into(),
        deleted: false,
    };
    let key = format!("key of {name} for {}", scopes.join(" "));
    let token = Token {
        id: key.clone(),
        hash: Sha256::digest(key.as_bytes()).to_vec(),
        user: user.id.clone(),
        label: "test".into(),
        scopes: scopes.iter().map(|&scope| scope.to_owned()).collect(),
        created_ms: 1,
    };
    store.put_user(user).await.unwrap();
    store.put_token(token).await.unwrap();
    key
}

const ALL: &[&str] = &["read", "play", "chat", "tournaments"];

/// A player with every scope.
async fn player(store: &dyn Store, running: &ServerHandle, name: &str) -> Client {
    Client { address: running.address, token: somebody(store, name, Role::Player, false, ALL).await }
}

/// A tournament on a small board.
fn cup(format: Value) -> Value {
    json!({
        "name": "a cup",
        "game": "fish",
        "rules": { "players": 2, "rows": 4, "cols": 4 },
        "format": format,
        "clock": "60+1",
    })
}

async fn make(host: &Client, new: Value) -> String {
    host.done("/api/tournaments", new).await["id"].as_str().unwrap().to_owned()
}

async fn engines(host: &Client, id: &str, count: usize) {
    for _ in 0..count {
        host.done(&format!("/api/tournaments/{id}/engines"), json!({ "level": "random" })).await;
    }
}

async fn begin(host: &Client, id: &str) {
    host.done(&format!("/api/tournaments/{id}/start"), json!({})).await;
}

fn games(state: &Value) -> Vec<&Value> {
    let rounds = state["rounds"].as_array().unwrap();
    rounds.iter().flat_map(|round| round["games"].as_array().unwrap()).collect()
}

fn numbers<T: TryFrom<u64>>(list: &Value) -> Vec<T> {
    let number = |value: &Value| T::try_from(value.as_u64().unwrap()).ok().unwrap();
    list.as_array().unwrap().iter().map(number).collect()
}

/// The results as reported by the tables themselves.
async fn results(client: &Client, state: &Value) -> Vec<FinishedGame> {
    let mut finished = Vec::new();
    for game in games(state) {
        let (status, table) = client.get(&format!("/api/tables/{}", game["table"].as_str().unwrap())).await;
        assert_eq!((status, &table["tournament"]), (200, &state["id"]));
        let outcome: Outcome = serde_json::from_value(table["status"]["result"].clone()).unwrap();
        let seats: Vec<usize> = numbers(&game["seats"]);
        finished.push(FinishedGame {
            fixture: game["fixture"].as_u64().unwrap(),
            // Two games of the same players follow each other.
            set: game["fixture"].as_u64().unwrap() / 2,
            places: places(&outcome, &vec![false; seats.len()]),
            scores: outcome.scores,
            faults: vec![None; seats.len()],
            seats,
        });
    }
    finished
}

/// The standings are the referee's own for these results.
fn same_standings(state: &Value, finished: &[FinishedGame]) {
    let shown = state["standings"].as_array().unwrap();
    let expected = standings(shown.len(), finished);
    let tie_breaks = tie_breaks(shown.len(), finished);
    for row in &expected {
        let line = shown.iter().find(|line| line["entrant"] == row.entrant).unwrap();
        let tie = tie_breaks[row.entrant];
        assert_eq!(
            (
                &line["rank"],
                &line["points"],
                &line["games"],
                &line["firsts"],
                &line["score"],
                &line["faults"]
            ),
            (
                &json!(row.rank),
                &json!(row.points),
                &json!(row.games),
                &json!(row.firsts),
                &json!(row.score),
                &json!(row.faults)
            )
        );
        assert_eq!(line["sonneborn_berger"], json!(tie.sonneborn_berger));
        assert_eq!(line["buchholz"], json!(tie.buchholz));
        for other in 0..shown.len() {
            let met: Vec<f64> = finished.iter().filter_map(|game| game.between(row.entrant, other)).collect();
            let cell = &state["crosstable"][row.entrant][other];
            let wins = met.iter().filter(|&&score| score == 1.0).count();
            assert!(other == row.entrant || cell["wins"] == wins, "{cell} {met:?}");
        }
    }
    let ranks: Vec<u64> = shown.iter().map(|line| line["rank"].as_u64().unwrap()).collect();
    assert!(ranks.is_sorted());
}

/// The fixtures are those of the referee's plan.
async fn same_fixtures(store: &dyn Store, state: &Value, format: Format, finished: &[FinishedGame]) {
    let log = store.entries(state["id"].as_str().unwrap(), 0).await.unwrap();
    let entries = log.iter().map(|entry| serde_json::from_str::<Value>(&entry.body).unwrap());
    let seed = entries.into_iter().find_map(|entry| entry["seed"].as_u64()).unwrap();
    let plan = PairingPlan { entrants: state["players"].as_array().unwrap().len(), seats: 2, format, seed };
    let schedule = plan.schedule(finished).unwrap();
    assert_eq!(schedule.open(finished).count(), 0);
    let seats: Vec<Vec<usize>> = games(state).iter().map(|game| numbers(&game["seats"])).collect();
    assert_eq!(seats, schedule.fixtures.iter().map(|fixture| fixture.seats.clone()).collect::<Vec<_>>());
    let byes: u64 =
        state["standings"].as_array().unwrap().iter().map(|row| row["byes"].as_u64().unwrap()).sum();
    assert_eq!(byes, schedule.byes.iter().map(|&byes| u64::from(byes)).sum::<u64>());
}

/// How many tables a tournament has had.
async fn tables(store: &dyn Store, id: &str) -> usize {
    let filter =
        Filter { kind: Some(LogKind::Table), tournament: Some(id.into()), limit: 500, ..Filter::default() };
    store.list(filter).await.unwrap().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_swiss_of_five_engines() {
    let store = Arc::new(MemoryStore::new());
    let running = serve(&store).await;
    let host = player(&*store, &running, "host").await;
    let id = make(&host, cup(json!({ "format": "swiss", "rounds": 3 }))).await;
    let mut stream = host.stream(&format!("/api/tournaments/{id}/stream")).await;
    assert_eq!(stream.next().await.unwrap()["type"], "hello");
    assert_eq!(stream.next().await.unwrap()["type"], "tournament");
    engines(&host, &id, 5).await;
    begin(&host, &id).await;
    // The stream misses nothing and reports the end.
    let mut version = 1;
    loop {
        let update = stream.next().await.unwrap();
        if update["type"] != "tournament_update" {
            continue;
        }
        assert_eq!(update["from"], version);
        version = update["version"].as_u64().unwrap();
        if update["stage"] == "over" {
            break;
        }
    }
    let state = host.over(&id).await;
    assert_eq!(state["version"], version);
    assert_eq!((state["rounds"].as_array().unwrap().len(), games(&state).len()), (3, 12));
    let finished = results(&host, &state).await;
    same_standings(&state, &finished);
    same_fixtures(&*store, &state, Format::Swiss { rounds: 3, sets: 1 }, &finished).await;
    assert_eq!(state["winner"], state["standings"][0]["entrant"]);
    assert_eq!(tables(&*store, &id).await, 12);
    let (_, listed) = host.get("/api/tournaments?stage=over&game=fish").await;
    assert_eq!(listed["tournaments"][0]["name"], "a cup");
    // A tournament is not a table, and a table is not a tournament.
    let table = games(&state)[0]["table"].as_str().unwrap().to_owned();
    assert_eq!(host.get(&format!("/api/tables/{id}")).await.0, 404);
    assert_eq!(host.get(&format!("/api/tournaments/{table}")).await.0, 404);
    running.close().await;
}

/// A large tournament can be viewed page by page while it is being played.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_tournament_is_paged() {
    let store = Arc::new(MemoryStore::new());
    // As many concurrent games as a tournament may have, so that more have started than are shown.
    let config = Config { engine_only_tables_per_address: 1000, ..config() };
    let running = start(config, Arc::clone(&store) as Arc<dyn Store>).await.unwrap();
    let host = player(&*store, &running, "host").await;
    let id = make(&host, cup(json!({ "format": "round-robin" }))).await;
    engines(&host, &id, 20).await;
    begin(&host, &id).await;
    let state = host.tournament(&id).await;
    assert_eq!((&state["scheduled"], games(&state).len()), (&json!(380), 200));
    assert!(state["rounds"].to_string().len() < 60_000);
    let (mut all, mut before) = (Vec::new(), String::new());
    loop {
        let (status, page) = host.get(&format!("/api/tournaments/{id}/games?limit=150{before}")).await;
        assert_eq!(status, 200, "{page}");
        all.extend(page["games"].as_array().unwrap().iter().map(|game| game["fixture"].as_u64().unwrap()));
        match page["next"].as_u64() {
            Some(next) => before = format!("&before={next}"),
            None => break,
        }
    }
    assert_eq!(all, (0..380).rev().collect::<Vec<_>>(), "every game once, the last first");
    let (status, none) = host.get(&format!("/api/tournaments/{id}/games?before=0")).await;
    assert_eq!((status, &none["games"], &none["next"]), (200, &json!([]), &Value::Null));
    assert_eq!(host.get(&format!("/api/tournaments/{id}/games?before=x")).await.0, 400);
    host.done(&format!("/api/tournaments/{id}/stop"), json!({})).await;
    running.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_knockout_with_a_withdrawal() {
    let store = Arc::new(MemoryStore::new());
    let running = serve(&store).await;
    let host = player(&*store, &running, "host").await;
    let guest = Client {
        address: running.address,
        token: somebody(&*store, "guest-1", Role::Guest, false, ALL).await,
    };
    let id = make(&host, cup(json!({ "format": "knockout", "extra_sets": 1 }))).await;
    guest.done(&format!("/api/tournaments/{id}/join"), json!({})).await;
    engines(&host, &id, 5).await;
    begin(&host, &id).await;
    // The first seed has a bye and plays in the second round; no one waits for them once they are gone.
    let mine = |state: &Value| games(state).iter().any(|game| numbers::<usize>(&game["seats"]).contains(&0));
    host.until(&id, mine).await;
    guest.done(&format!("/api/tournaments/{id}/leave"), json!({})).await;
    let state = host.over(&id).await;
    assert_eq!(state["players"][0]["withdrawn"], true);
    let row = state["standings"].as_array().unwrap().iter().find(|row| row["entrant"] == 0).unwrap();
    assert_eq!((&row["points"], &row["games"], &row["byes"]), (&json!(0.0), &json!(2), &json!(1)));
    assert_ne!(state["winner"], 0);
    let finals = state["rounds"].as_array().unwrap().last().unwrap()["games"][0]["seats"].clone();
    assert!(numbers::<u64>(&finals).contains(&state["winner"].as_u64().unwrap()));
    running.close().await;
}

/// A file that is deleted with the test.
struct TemporaryFile(PathBuf);

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm", ".lock", ".mark"] {
            let _ = std::fs::remove_file(format!("{}{end}", self.0.display()));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_bots_play_on_after_the_server_was_closed() {
    let file =
        TemporaryFile(std::env::temp_dir().join(format!("floe-tournaments-{}.db", std::process::id())));
    let store = Arc::new(SqliteStore::open(&file.0, Options::default()).await.unwrap());
    let running = serve(&store).await;
    let mut host = player(&*store, &running, "host").await;
    let mut bots = Vec::new();
    for name in ["rob", "bob"] {
        let token = somebody(&*store, name, Role::Player, true, ALL).await;
        bots.push(Client { address: running.address, token });
    }
    let id = make(&host, cup(json!({ "format": "round-robin", "rounds": 3 }))).await;
    for bot in &bots {
        bot.done(&format!("/api/tournaments/{id}/join"), json!({})).await;
    }
    begin(&host, &id).await;
    let playing: Vec<_> = bots.iter().map(|bot| tokio::spawn(play(bot.clone()))).collect();
    host.until(&id, |state| state["finished"].as_u64() >= Some(2)).await;
    running.close().await;
    for task in playing {
        task.await.unwrap();
    }
    drop(store);

    let store = Arc::new(SqliteStore::open(&file.0, Options::default()).await.unwrap());
    let running = serve(&store).await;
    host.address = running.address;
    let before = host.tournament(&id).await;
    assert!(before["finished"].as_u64() >= Some(2), "nothing is lost: {before}");
    for bot in &mut bots {
        bot.address = running.address;
        tokio::spawn(play(bot.clone()));
    }
    let state = host.over(&id).await;
    assert_eq!((games(&state).len(), tables(&*store, &id).await), (6, 6));
    let finished = results(&host, &state).await;
    same_standings(&state, &finished);
    same_fixtures(&*store, &state, Format::RoundRobin { rounds: 3 }, &finished).await;
    running.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_game_is_lost_or_doubled_by_repeated_kills() {
    let mut store = Arc::new(MemoryStore::new());
    let mut running = serve(&store).await;
    let mut host = player(&*store, &running, "host").await;
    let format = json!({ "format": "swiss", "rounds": 4 });
    let id = make(&host, cup(format)).await;
    engines(&host, &id, 7).await;
    begin(&host, &id).await;
    for kill in 0..6_u64 {
        tokio::time::sleep(Duration::from_millis(11 * kill)).await;
        // What was acknowledged is in the next store; what the old server still does is lost.
        let next = Arc::new(store.crash());
        let old = std::mem::replace(&mut running, serve(&next).await);
        old.close().await;
        store = next;
        host.address = running.address;
    }
    let state = host.over(&id).await;
    assert_eq!((games(&state).len(), tables(&*store, &id).await), (24, 24));
    let log = store.entries(&id, 0).await.unwrap();
    let ends = log.iter().filter(|entry| entry.body.contains("\"type\":\"finished\"")).count();
    assert_eq!(ends, 24);
    let finished = results(&host, &state).await;
    same_standings(&state, &finished);
    same_fixtures(&*store, &state, Format::Swiss { rounds: 4, sets: 1 }, &finished).await;
    running.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_no_show_loses_and_without_players_no_one_wins() {
    let store = Arc::new(MemoryStore::new());
    let running = serve(&store).await;
    let host = player(&*store, &running, "host").await;
    let absent = player(&*store, &running, "absent").await;
    let here = player(&*store, &running, "here").await;
    let gone = player(&*store, &running, "gone").await;
    let mut short = cup(json!({ "format": "round-robin" }));
    short["clock"] = json!("700ms");
    let (one, nobody) = (make(&host, short.clone()).await, make(&host, short).await);
    for (id, players) in [(&one, [&absent, &here]), (&nobody, [&absent, &gone])] {
        for player in players {
            player.done(&format!("/api/tournaments/{id}/join"), json!({})).await;
        }
        begin(&host, id).await;
    }
    let bot = tokio::spawn(play(here));
    let state = host.over(&one).await;
    for game in games(&state) {
        let seats: Vec<usize> = numbers(&game["seats"]);
        let points: Vec<f64> = game["points"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
        assert_eq!(points, seats.iter().map(|&entrant| entrant as f64).collect::<Vec<_>>(), "{game}");
        let late = seats.iter().position(|&entrant| entrant == 0).unwrap();
        assert_eq!(game["faults"][late], "did not come");
    }
    let state = host.over(&nobody).await;
    assert!(games(&state).iter().all(|game| game["points"] == json!([0.0, 0.0])), "{state}");
    assert_eq!(state["standings"][0]["points"], 0.0);
    // Its tables were open until the players had contributed to the deal, but no one else could sit down.
    let mut looker = crate::support::Client::guest(running.address).await.socket().await.unwrap();
    looker.say(json!({"type": "lobby", "on": true})).await;
    assert_eq!(looker.until("lobby").await["open"], json!([]));
    running.close().await;
    bot.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_at_a_table_play_on_without_a_leaver_or_a_no_show() {
    let store = Arc::new(MemoryStore::new());
    let running = serve(&store).await;
    let host = player(&*store, &running, "host").await;
    let (absent, leaves) =
        (player(&*store, &running, "absent").await, player(&*store, &running, "leaves").await);
    let mut new = cup(json!({ "format": "gauntlet" }));
    new["rules"] = json!({ "players": 3, "rows": 5, "cols": 5 });
    new["clock"] = json!("300ms");
    let id = make(&host, new).await;
    for player in [&absent, &leaves] {
        player.done(&format!("/api/tournaments/{id}/join"), json!({})).await;
    }
    engines(&host, &id, 2).await;
    begin(&host, &id).await;
    leaves.done(&format!("/api/tournaments/{id}/leave"), json!({})).await;
    let state = host.over(&id).await;
    // The challenger meets three tables of two others, each three times.
    assert_eq!(games(&state).len(), 9);
    let mut engine_games = 0;
    for game in games(&state) {
        let seats: Vec<usize> = numbers(&game["seats"]);
        let table = game["table"].as_str().unwrap();
        assert_eq!(
            host.get(&format!("/api/tables/{table}")).await.1["status"]["stage"],
            "over",
            "it was played"
        );
        let absent = seats.iter().position(|&entrant| entrant == 0).unwrap();
        assert_ne!(game["places"][absent], 1);
        if seats.contains(&2) && seats.contains(&3) {
            engine_games += 1;
            assert_eq!(game["places"][absent], 3, "{game}");
        }
    }
    assert_eq!(engine_games, 3);
    running.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn started_by_the_clock_and_stopped_by_a_moderator() {
    let store = Arc::new(MemoryStore::new());
    let running = serve(&store).await;
    let host = player(&*store, &running, "host").await;
    let guard = Client {
        address: running.address,
        token: somebody(&*store, "guard", Role::Moderator, false, ALL).await,
    };
    // Moderators need a session.
    let session = Session {
        hash: Sha256::digest(b"secret-of-the-guard").to_vec(),
        user: store.user_named("guard").await.unwrap().unwrap().id,
        created_ms: 1,
        expires_ms: i64::MAX,
    };
    store.put_session(session).await.unwrap();
    let in_person = Client { address: running.address, token: "floe_session=secret-of-the-guard".into() };
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    let mut new = cup(json!({ "format": "round-robin", "rounds": 2 }));
    new["start_ms"] = json!(now + 1_500);
    let (id, lonely) = (make(&host, new.clone()).await, make(&host, new).await);
    for player in [&host, &guard] {
        player.done(&format!("/api/tournaments/{id}/join"), json!({})).await;
    }
    let state = host.until(&id, |state| state["stage"] == "live").await;
    assert_eq!(host.until(&lonely, |state| state["stage"] != "open").await["stage"], "aborted");
    // One game at a time per person.
    let table = games(&state)[0]["table"].as_str().unwrap().to_owned();
    assert!(games(&state)[1..].iter().all(|game| game["table"].is_null()));
    let stop = format!("/api/tournaments/{id}/stop");
    assert_eq!(guard.post(&stop, json!({})).await.0, 403);
    in_person.done(&stop, json!({ "reason": "the house is on fire" })).await;
    let state = host.tournament(&id).await;
    assert_eq!((&state["stage"], &state["stop_reason"]), (&json!("aborted"), &json!("the house is on fire")));
    assert_eq!(host.get(&format!("/api/tables/{table}")).await.1["status"]["stage"], "aborted");
    assert_eq!(store.index_row(&id).await.unwrap().unwrap().stage, Stage::Aborted);
    running.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_and_nonsense_are_refused() {
    let store = Arc::new(MemoryStore::new());
    let running = serve(&store).await;
    let host = player(&*store, &running, "host").await;
    let other = player(&*store, &running, "other").await;
    let with = async |name: &str, role, bot, scopes: &[&str]| Client {
        address: running.address,
        token: somebody(&*store, name, role, bot, scopes).await,
    };
    let reader = with("reader", Role::Player, false, &["read", "play"]).await;
    let guest = with("guest-2", Role::Guest, false, ALL).await;
    let bot = with("robot", Role::Player, true, ALL).await;
    let nobody = Client { address: running.address, token: String::new() };
    let mut new = cup(json!({ "format": "round-robin" }));
    new["bots"] = json!(false);
    new["max_entrants"] = json!(3);
    let id = make(&host, new.clone()).await;
    let at = |what: &str| format!("/api/tournaments/{id}/{what}");
    let refused = async |client: &Client, path: String, body: Value, status: u16, expected: &str| {
        let (found, answer) = client.post(&path, body).await;
        let message = answer["error"]["message"].as_str().unwrap_or("").to_owned();
        assert!(found == status && message.contains(expected), "{path}: {found} {answer}");
    };

    // Users who may not create a tournament, and settings that are refused.
    let all = || "/api/tournaments".to_owned();
    refused(&nobody, all(), new.clone(), 401, "not signed in").await;
    refused(&reader, all(), new.clone(), 403, "the scope 'tournaments'").await;
    refused(&guest, all(), new.clone(), 403, "needs an account").await;
    let invalid = [
        ("name", json!("a\u{202e}b"), 422, "name"),
        ("game", json!("chess"), 422, "chess"),
        ("clock", json!("soon"), 422, "invalid time control"),
        ("max_entrants", json!(501), 422, "2 to 500"),
        ("max_entrants", json!(500), 422, "249500 games"),
        ("max_concurrent", json!(0), 422, "must be 1 to"),
        ("start_ms", json!(5), 422, "must be in the future"),
        ("rated", json!(true), 422, "standard rules"),
        ("format", json!({ "format": "swiss", "rounds": 101 }), 422, "at most 100"),
        ("format", json!({ "format": "swiss", "rounds": 0 }), 422, "at least 1 round"),
        ("format", json!({ "format": "duel" }), 422, ""),
        ("colour", json!("red"), 422, ""),
    ];
    for (name, value, status, expected) in invalid {
        let mut bad = new.clone();
        bad[name] = value;
        let status = if expected.is_empty() { 400 } else { status };
        refused(&host, all(), bad, status, expected).await;
    }

    // Users who may not enter or start it.
    refused(&reader, at("join"), json!({}), 403, "the scope 'tournaments'").await;
    refused(&bot, at("join"), json!({}), 403, "bots cannot enter").await;
    other.done(&at("join"), json!({})).await;
    refused(&other, at("join"), json!({}), 409, "you have already entered").await;
    refused(&other, at("start"), json!({}), 403, "only the host").await;
    refused(&other, at("stop"), json!({}), 403, "only the host").await;
    refused(&other, at("engines"), json!({ "level": "random" }), 403, "only the host").await;
    refused(&host, at("engines"), json!({ "level": "genius" }), 422, "unknown level").await;
    refused(&host, at("start"), json!({}), 422, "needs 2 to").await;
    refused(&host, at("leave"), json!({}), 422, "you are not in").await;
    engines(&host, &id, 2).await;
    refused(&guest, at("join"), json!({}), 422, "all 3 places").await;
    refused(&other, at("leave"), json!({ "entrant": 1 }), 403, "only the host").await;
    refused(&host, at("leave"), json!({ "entrant": 3 }), 422, "no entrant 3").await;
    host.done(&at("leave"), json!({ "entrant": 2 })).await;
    assert_eq!(host.tournament(&id).await["players"].as_array().unwrap().len(), 2);

    // Once it has started, and once it is over.
    begin(&host, &id).await;
    refused(&host, at("start"), json!({}), 422, "has already started").await;
    refused(&guest, at("join"), json!({}), 422, "has already started").await;
    let state = host.tournament(&id).await;
    let table = games(&state)[0]["table"].as_str().unwrap().to_owned();
    for act in ["abort", "offer-takeback", "leave"] {
        refused(
            &other,
            format!("/api/tables/{table}/actions"),
            json!({ "act": act }),
            422,
            "in tournament games",
        )
        .await;
    }
    refused(&host, format!("/api/tables/{table}/seat"), json!({}), 422, "the tournament assigns").await;
    other.done(&at("leave"), json!({})).await;
    refused(&other, at("leave"), json!({}), 422, "").await;
    host.over(&id).await;
    for (what, body) in
        [("join", json!({})), ("start", json!({})), ("stop", json!({})), ("leave", json!({ "entrant": 1 }))]
    {
        refused(&host, at(what), body, 422, "the tournament is over").await;
    }
    refused(&host, "/api/tournaments/aaaaaaaaaaaaaaaa/join".into(), json!({}), 404, "tournament not found")
        .await;
    refused(&host, format!("/api/tournaments/{table}/join"), json!({}), 404, "tournament not found").await;

    // A rated one is between accounts, and the number of tournaments per host is limited.
    let rated = json!({
        "name": "rated", "game": "amazons", "format": { "format": "swiss", "rounds": 2 }, "clock": "60+1", "rated": true,
    });
    let rated = make(&host, rated).await;
    refused(&guest, format!("/api/tournaments/{rated}/join"), json!({}), 403, "sign up").await;
    refused(
        &host,
        format!("/api/tournaments/{rated}/engines"),
        json!({ "level": "1" }),
        422,
        "engines cannot enter",
    )
    .await;
    for _ in 0..4 {
        make(&host, new.clone()).await;
    }
    refused(&host, all(), new, 429, "already hosting 5").await;
    running.close().await;
}
