//! Measures how a store answers when it holds a long history. `STORE` is a file or `postgres://…`.
//!
//! - `history fill STORE GAMES` adds finished games until there are that many, a tenth as many accounts, and a tournament for
//!   every thousand games. A few people play very much: a look at a random game finds somebody who has played thousands.
//! - `history measure STORE [TIMES]` asks what a server asks for profiles, lists, leaderboards, searches and exports, each that
//!   many times (300 unless given) for players of random games, and prints a table in Markdown.

use std::sync::Arc;
use std::time::{Duration, Instant};

use floe_store::{
    Append, Filter, IndexRow, LogKind, Occupant, Options, Player, PostgresOptions, PostgresStore, Rating,
    RatingChange, Role, SqliteStore, Stage, Store, StoredEntry, User, is_address,
};

const GAMES: [&str; 4] = ["penguins", "amazons", "fish", "montauk"];
/// The entries of a game.
const ENTRIES: u64 = 30;
/// The first game was created then; one follows each minute.
const BEGIN_MS: i64 = 1_500_000_000_000;
/// The rating deviation below which the server lists a player.
const SURE: f64 = 110.0;

async fn open(name: &str) -> Arc<dyn Store> {
    if is_address(name) {
        return Arc::new(PostgresStore::open(name, PostgresOptions::default()).await.expect("a database"));
    }
    Arc::new(SqliteStore::open(name, Options::default()).await.expect("a file"))
}

/// A number from 0 to 1 that depends on nothing but its arguments.
fn random(number: u64, salt: u64) -> f64 {
    let mut word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt.wrapping_mul(0xd1b5_4a32_d192_ed03);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((word ^ (word >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// The users of a block of ten thousand games: a thousand of their own and everybody before them.
fn player(game: u64, seat: u64) -> u64 {
    let users = (game / 10_000 + 1) * 1_000;
    (users as f64 * random(game, seat).powi(3)) as u64
}

fn user_id(number: u64) -> String {
    format!("user{:016x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn game_id(number: u64) -> String {
    format!("{:016x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn created_ms(game: u64) -> i64 {
    BEGIN_MS + game as i64 * 60_000
}

fn user(number: u64) -> User {
    User {
        id: user_id(number),
        name: format!("Player{number}"),
        role: Role::Player,
        bot: false,
        password: Some("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".to_owned()),
        recovery: None,
        created_ms: BEGIN_MS,
        renamed_ms: None,
        banned_until_ms: None,
        muted_until_ms: None,
        settings: "{}".to_owned(),
        deleted: false,
    }
}

/// A finished game, complete with its index row and ratings.
fn game(number: u64) -> Append {
    let (id, at_ms) = (game_id(number), created_ms(number));
    let name = GAMES[(random(number, 9).powi(2) * 4.0) as usize];
    let players = [player(number, 0), player(number, 1)];
    let entries = (0..ENTRIES).map(|ply| StoredEntry {
        at_ms: at_ms + ply as i64 * 1_000,
        body: format!(r#"{{"kind":"moved","seat":{},"move":"d1-d7/g7","left_ms":[295000,{ply}]}}"#, ply % 2),
    });
    let seat = |seat: usize| Player { seat: seat as u32, who: Occupant::user(user_id(players[seat])) };
    let rated = !number.is_multiple_of(5);
    let change = |seat: usize| RatingChange {
        table: id.clone(),
        after: Rating {
            user: user_id(players[seat]),
            game: name.to_owned(),
            rating: 1000.0 + 1000.0 * random(players[seat], 5) + 50.0 * random(number, 6),
            deviation: 40.0 + 120.0 * random(players[seat], 7),
            volatility: 0.06,
            games: 1,
            at_ms,
        },
    };
    let is_tournament = number % 1_000 == 999;
    let card = IndexRow {
        id: id.clone(),
        kind: if is_tournament { LogKind::Tournament } else { LogKind::Table },
        // A few were going on when everything was stopped.
        stage: if number % 10_000 == 500 { Stage::Live } else { Stage::Over },
        game: name.to_owned(),
        public: !number.is_multiple_of(7),
        rated,
        tournament: (number % 50 == 1).then(|| game_id(number / 1_000 * 1_000 + 999)),
        created_ms: at_ms,
        ended_ms: Some(at_ms + 60_000),
        due_ms: (number % 10_000 == 500).then_some(at_ms + 86_400_000),
        players: vec![seat(0), seat(1)],
        summary: r#"{"clock":"5+3","result":"1-0","title":"A friendly game"}"#.to_owned(),
    };
    let ratings = if rated && !is_tournament { vec![change(0), change(1)] } else { Vec::new() };
    Append {
        stream: id,
        expected: 0,
        token: None,
        holder: None,
        entries: entries.collect(),
        card: Some(card),
        ratings,
    }
}

async fn fill(store: &Arc<dyn Store>, games: u64) {
    let (begin, stored) = (Instant::now(), store.count(Filter::default()).await.expect("a store"));
    let mut next = stored;
    while next < games {
        let mut tasks = tokio::task::JoinSet::new();
        if next % 10_000 == 0 {
            for number in next / 10..next / 10 + 1_000 {
                let store = store.clone();
                tasks.spawn(async move { store.put_user(user(number)).await.expect("a user") });
            }
        }
        for number in next..(next + 500).min(games) {
            let store = store.clone();
            tasks.spawn(async move { store.append(game(number)).await.expect("a game") });
        }
        tasks.join_all().await;
        next += 500;
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("{stored} games before, {games} now, after {seconds:.0} s");
}

/// Megabytes of memory in use, where the system reports it.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    let kilobytes = line.split_whitespace().nth(1).and_then(|number| number.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1e3
}

async fn measure(store: &Arc<dyn Store>, times: u64) {
    let games = store.count(Filter::default()).await.expect("a store");
    println!("{games} games, {} accounts, {:.0} MB at the start\n", games / 10, memory());
    println!("| question | median | 99 % | longest |\n|---|---|---|---|");
    let any = move |number: u64| (random(number, 77) * games as f64) as u64;
    let of_user = |number: u64| Filter {
        kind: Some(LogKind::Table),
        user: Some(user_id(player(any(number), 0))),
        ..Filter::default()
    };
    let archive = |public_only, limit| Filter {
        kind: Some(LogKind::Table),
        stages: vec![Stage::Over],
        public_only,
        limit,
        ..Filter::default()
    };
    let before = |number: u64| Some((created_ms(any(number)), String::new()));
    let name = |number: u64| GAMES[number as usize % 4].to_owned();
    macro_rules! ask {
        ($what:expr, |$number:ident| $question:expr) => {{
            let mut waits = Vec::new();
            for $number in 0..times {
                let begin = Instant::now();
                $question;
                waits.push(begin.elapsed());
            }
            print($what, waits);
        }};
    }
    ask!("a profile: user, ratings, games played and playing", |number| {
        let id = user_id(player(any(number), 0));
        store.user(&id).await.expect("an answer");
        store.ratings(&id).await.expect("an answer");
        for stage in [Stage::Over, Stage::Live] {
            let games = Filter { stages: vec![stage], public_only: true, ..of_user(number) };
            store.count(games).await.expect("an answer");
        }
    });
    ask!("the last 100 points of a rating", |number| {
        let id = user_id(player(any(number), 0));
        store.rating_history(&id, &name(number), 100).await.expect("an answer")
    });
    ask!("somebody's games, 50", |number| {
        store.list(Filter { public_only: true, limit: 50, ..of_user(number) }).await.expect("an answer")
    });
    ask!("somebody's games of one kind, 50", |number| {
        let filter = Filter { game: Some(name(number)), limit: 50, ..of_user(number) };
        store.list(filter).await.expect("an answer")
    });
    ask!("somebody's games in progress", |number| {
        let filter = Filter { stages: vec![Stage::Live, Stage::Open], limit: 50, ..of_user(number) };
        store.list(filter).await.expect("an answer")
    });
    ask!("the archive, 50", |_number| store.list(archive(true, 50)).await.expect("an answer"));
    ask!("the archive of a game, 50, from any moment", |number| {
        let filter = Filter { game: Some(name(number)), before: before(number), ..archive(true, 50) };
        store.list(filter).await.expect("an answer")
    });
    ask!("games in progress or open, 50", |_number| {
        let filter = Filter { stages: vec![Stage::Live, Stage::Open], ..archive(false, 50) };
        store.list(filter).await.expect("an answer")
    });
    ask!("games in progress of one kind, 50", |number| {
        let filter = Filter { stages: vec![Stage::Live], game: Some(name(number)), ..archive(false, 50) };
        store.list(filter).await.expect("an answer")
    });
    ask!("tournaments, 50, from any moment", |number| {
        let filter = Filter { kind: Some(LogKind::Tournament), before: before(number), ..archive(true, 50) };
        store.list(filter).await.expect("an answer")
    });
    ask!("the tables of a tournament, 50", |number| {
        let tournament = Some(game_id(any(number) / 1_000 * 1_000 + 999));
        store.list(Filter { tournament, ..archive(false, 50) }).await.expect("an answer")
    });
    ask!("tables that are due, 50", |number| {
        let filter = Filter { due_by_ms: Some(created_ms(any(number))), limit: 50, ..Filter::default() };
        store.list(filter).await.expect("an answer")
    });
    ask!("a leaderboard of 100, with names", |number| {
        let best = store.leaders(&name(number), SURE, 200).await.expect("an answer");
        store.users(best.into_iter().map(|rating| rating.user).collect()).await.expect("an answer")
    });
    ask!("a search by name, known or not", |number| {
        let name = format!("PLAYER{}", any(number) / 5);
        store.user_named(&name).await.expect("an answer")
    });
    ask!("a game with all its entries", |number| {
        let id = game_id(any(number));
        store.index_row(&id).await.expect("an answer");
        store.entries(&id, 0).await.expect("an answer")
    });
    ask!("an export: account, all ratings, chat, reports, 100 games", |number| {
        let id = user_id(player(any(number), 0));
        for rating in store.ratings(&id).await.expect("an answer") {
            store.rating_history(&id, &rating.game, u32::MAX).await.expect("an answer");
        }
        store.chat_of(&id).await.expect("an answer");
        store.reports_by(&id).await.expect("an answer");
        store.list(Filter { limit: 100, ..of_user(number) }).await.expect("an answer")
    });
    println!("\n{:.0} MB at the end", memory());
}

fn print(what: &str, mut waits: Vec<Duration>) {
    waits.sort_unstable();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("| {what} | {:.2} ms | {:.2} ms | {:.2} ms |", at(0.5), at(0.99), at(1.0));
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().ok().filter(|number: &u64| *number > 0);
    match arguments[..] {
        ["fill", name, games] if number(games).is_some() => {
            let store = open(name).await;
            fill(&store, number(games).unwrap_or_default()).await;
            store.close().await;
        }
        ["measure", name] => measure(&open(name).await, 300).await,
        ["measure", name, times] if number(times).is_some() => {
            measure(&open(name).await, number(times).unwrap_or_default()).await;
        }
        _ => {
            eprintln!("usage: history fill STORE GAMES | history measure STORE [TIMES]");
            std::process::exit(2);
        }
    }
}
