//! Measures the performance of a store.
//!
//! - `measure FOLDER [ENTRIES]` writes to a new file in the folder, which must be on the disk to be measured, and
//!   removes it: appends per second by the number of callers, the processor's share at a steady rate, and how long a
//!   backup and a check take. Prints a table in Markdown.
//! - `measure fill FILE ENTRIES` adds entries to a file until it has that many, as fast as it can.
//! - `measure start FILE` opens a file, writes one entry and waits for the background check; prints how long each took,
//!   and how long writes wait during the check and after it.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{ConnectOptions, Connection};

use floe_store::{
    Append, BackgroundCheck, IndexRow, LogKind, Occupant, Options, Player, SqliteStore, Stage, Store,
    StoredEntry, check,
};

fn card(id: &str, version: u64) -> IndexRow {
    let player = |seat: u32| Player { seat, who: Occupant::user(format!("user-{id}-{seat}")) };
    IndexRow {
        id: id.to_owned(),
        kind: LogKind::Table,
        stage: Stage::Live,
        game: "amazons".to_owned(),
        public: true,
        rated: true,
        tournament: None,
        created_ms: 1_700_000_000_000,
        ended_ms: None,
        due_ms: Some(1_700_000_000_000 + version as i64),
        players: vec![player(0), player(1)],
        summary: r#"{"clock":"5+3","title":"A friendly game"}"#.to_owned(),
    }
}

fn write(id: &str, version: u64, with_card: bool) -> Append {
    let body = format!(
        r#"{{"kind":"moved","seat":{},"move":"d1-d7/g7","left_ms":[295000,{version}]}}"#,
        version % 2
    );
    Append {
        stream: id.to_owned(),
        expected: version,
        entries: vec![StoredEntry { at_ms: 1_700_000_000_000 + version as i64, body }],
        card: with_card.then(|| card(id, version)),
        ratings: Vec::new(),
        token: None,
        holder: None,
    }
}

/// Seconds of processor time this process has used, where the system reports it.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

struct Run {
    appends: usize,
    seconds: f64,
    processor: f64,
    waits: Vec<Duration>,
}

impl Run {
    fn print(mut self, what: &str) {
        self.waits.sort_unstable();
        let at =
            |share: f64| self.waits[((self.waits.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        println!(
            "| {what} | {:.0} | {:.2} ms | {:.2} ms | {:.2} |",
            self.appends as f64 / self.seconds,
            at(0.5),
            at(0.99),
            self.processor / self.seconds
        );
    }
}

/// `callers` callers, each with its own log, append for a while; with a pause, at a steady rate.
async fn run(
    store: &Arc<SqliteStore>,
    name: &str,
    callers: usize,
    pause: Option<Duration>,
    card: bool,
) -> Run {
    let (begin, used) = (Instant::now(), processor());
    let end = begin + Duration::from_secs(5);
    let mut tasks = tokio::task::JoinSet::new();
    for caller in 0..callers {
        let store = store.clone();
        let id = format!("{name}-{caller}");
        tasks.spawn(async move {
            let mut waits = Vec::new();
            if let Some(pause) = pause {
                tokio::time::sleep(pause.mul_f64(caller as f64 / callers as f64)).await;
            }
            for version in 0.. {
                let asked = Instant::now();
                if asked > end {
                    break;
                }
                store.append(write(&id, version, card)).await.expect("the store accepts it");
                waits.push(asked.elapsed());
                if let Some(pause) = pause {
                    if asked + pause > end {
                        break;
                    }
                    tokio::time::sleep(pause.saturating_sub(asked.elapsed())).await;
                }
            }
            waits
        });
    }
    let waits: Vec<Duration> = tasks.join_all().await.into_iter().flatten().collect();
    let seconds = begin.elapsed().as_secs_f64();
    Run { appends: waits.len(), seconds, processor: processor() - used, waits }
}

/// The entries per write, and the concurrent writes, when a file is filled.
const FILL: (u64, u64) = (500, 32);

/// Adds complete logs of 500 entries until a file has that many entries.
async fn fill(path: &Path, entries: u64) {
    let store = Arc::new(SqliteStore::open(path, Options::default()).await.expect("a store"));
    let (length, writers) = FILL;
    let (begin, mut added) = (Instant::now(), 0);
    // Ids start anywhere, as those of a server do, so that the index grows everywhere.
    let seed = std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64);
    // A filled file contains only what this wrote, so its length is the number of its logs times the length of a log.
    let stored = length * store.count(Default::default()).await.expect("a store");
    while stored + added < entries {
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..writers {
            let store = store.clone();
            let id = format!("{:016x}", (seed + added).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            added += length;
            tasks.spawn(async move {
                let mut whole = write(&id, 0, true);
                whole.entries = (0..length).flat_map(|version| write(&id, version, false).entries).collect();
                store.append(whole).await.expect("the store accepts it");
            });
        }
        tasks.join_all().await;
    }
    store.close().await;
    let seconds = begin.elapsed().as_secs_f64();
    println!("added {added} entries to {stored} in {seconds:.0} s");
}

/// Opens a file, writes one entry, waits for the background check.
async fn start(path: &Path) {
    let begin = Instant::now();
    let store = Arc::new(SqliteStore::open(path, Options::default()).await.expect("an intact store"));
    let opened = begin.elapsed().as_secs_f64();
    let nanos = std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos());
    store.append(write(&format!("start-{nanos}"), 0, false)).await.expect("the store accepts it");
    println!("opened after {opened:.3} s, first write after {:.3} s", begin.elapsed().as_secs_f64());
    let begin = Instant::now();
    let second = Some(Duration::from_secs(1));
    if store.background_check() != BackgroundCheck::NotNeeded {
        run(&store, &format!("during-{nanos}"), 500, second, true)
            .await
            .print("500 per second, during the check");
        let (waited, used) = (Instant::now(), processor());
        let outcome = store.background_check_ended().await;
        let cores = (processor() - used) / waited.elapsed().as_secs_f64();
        println!("{outcome:?} after {:.1} s, with {cores:.2} cores", begin.elapsed().as_secs_f64());
        run(&store, &format!("after-{nanos}"), 500, second, true)
            .await
            .print("500 per second, after the check");
    }
    let begin = Instant::now();
    store.close().await;
    println!("closed after {:.3} s", begin.elapsed().as_secs_f64());
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().ok();
    match arguments[..] {
        ["fill", file, entries] if number(entries).is_some() => {
            fill(Path::new(file), number(entries).unwrap_or_default()).await;
        }
        ["start", file] => start(Path::new(file)).await,
        [folder] => measure(folder, 1_000_000).await,
        [folder, entries] if number(entries).is_some() => {
            measure(folder, number(entries).unwrap_or_default()).await;
        }
        _ => {
            eprintln!("usage: measure FOLDER [ENTRIES] | measure fill FILE ENTRIES | measure start FILE");
            std::process::exit(2);
        }
    }
}

async fn measure(folder: &str, entries: u64) {
    let path = Path::new(folder).join(format!("measure-{}.db", std::process::id()));
    let store = Arc::new(SqliteStore::open(&path, Options::default()).await.expect("a new store"));
    println!("| callers | appends/s | median | 99 % | cores |\n|---|---|---|---|---|");
    for callers in [1, 10, 100, 1_000, 5_000] {
        run(&store, &format!("a{callers}"), callers, None, false).await.print(&callers.to_string());
    }
    run(&store, "cards", 1_000, None, true).await.print("1000, each with an index row");
    let second = Some(Duration::from_secs(1));
    run(&store, "steady", 2_500, second, false).await.print("2500, once per second each");
    run(&store, "steady-cards", 2_500, second, true)
        .await
        .print("2500, once per second each, with an index row");

    // Logs of a hundred entries, like games.
    let mut stored = check(&path).await.expect("an intact store").entries;
    let mut game = 0;
    while stored < entries {
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..200 {
            let store = store.clone();
            game += 1;
            tasks.spawn(async move {
                let id = format!("game-{game}");
                let mut whole = write(&id, 0, true);
                whole.entries = (0..100).flat_map(|version| write(&id, version, false).entries).collect();
                store.append(whole).await.expect("the store accepts it");
            });
        }
        tasks.join_all().await;
        stored += 200 * 100;
    }
    let begin = Instant::now();
    let copy = path.with_extension("copy");
    store.backup(&copy).await.expect("a backup");
    println!("\nbackup of {stored} entries: {:.1} s", begin.elapsed().as_secs_f64());
    store.close().await;
    let size = std::fs::metadata(&path).map_or(0, |file| file.len());
    println!("size: {:.0} bytes per entry", size as f64 / stored as f64);
    let begin = Instant::now();
    let store = SqliteStore::open(&path, Options::default()).await.expect("an intact store");
    println!("opening with {stored} entries: {:.1} s", begin.elapsed().as_secs_f64());
    store.close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).read_only(true);
    let mut conn = options.connect().await.expect("a closed store");
    for pragma in ["PRAGMA integrity_check", "PRAGMA quick_check"] {
        let begin = Instant::now();
        sqlx::query(pragma).execute(&mut conn).await.expect("an intact store");
        println!("of which {pragma}: {:.1} s", begin.elapsed().as_secs_f64());
    }
    conn.close().await.expect("a closed store");
    for file in [&path, &copy] {
        for ending in ["", ".mark", ".lock"] {
            let mut name = file.clone().into_os_string();
            name.push(ending);
            // A missing file need not be removed.
            let _ = std::fs::remove_file(name);
        }
    }
}
