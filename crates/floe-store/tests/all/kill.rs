//! A process that is killed at any moment loses nothing that was acknowledged.
//!
//! The test runs itself as the process to be killed. `FLOE_KILLS` sets how often; the default takes seconds.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use floe_store::{BackgroundCheck, Options, Stage, Store, StoreError};

use crate::common::{Folder, card, open, write};

const CHILD: &str = "FLOE_STORE_TO_FILL";
const LOGS: u64 = 12;

/// The process that is killed: appends to many logs concurrently and prints what was acknowledged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child() {
    let Ok(path) = std::env::var(CHILD) else { return };
    let store = Arc::new(open(Path::new(&path)).await);
    let mut tasks = tokio::task::JoinSet::new();
    for log in 0..LOGS {
        let store = store.clone();
        tasks.spawn(async move {
            let id = format!("log{log}");
            let mut version = store.entries(&id, 0).await.unwrap().len() as u64;
            loop {
                let mut next = write(&id, version, &format!("{log}:{version}"));
                next.card = Some(card(&id, Stage::Live, &version.to_string()));
                store.append(next).await.unwrap();
                version += 1;
                let mut out = std::io::stdout().lock();
                writeln!(out, "ack {log} {version}").unwrap();
                out.flush().unwrap();
            }
        });
    }
    tasks.join_all().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_entries_survive_a_kill() {
    if std::env::var(CHILD).is_ok() {
        return;
    }
    let kills: u64 = std::env::var("FLOE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(25);
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let mut acknowledged: BTreeMap<u64, u64> = BTreeMap::new();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64 ^ u64::from(std::process::id());
    for kill in 0..kills {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kill::child", "--nocapture"])
            .env(CHILD, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = process.stdout.take().unwrap();
        let listener = std::thread::spawn(move || {
            let lines = BufReader::new(output).lines();
            lines.map_while(Result::ok).filter(|line| line.starts_with("ack ")).collect::<Vec<_>>()
        });
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        tokio::time::sleep(Duration::from_micros(5_000 + random % 250_000)).await;
        process.kill().unwrap();
        process.wait().unwrap();
        for line in listener.join().unwrap() {
            let numbers: Vec<u64> = line.split(' ').skip(1).filter_map(|word| word.parse().ok()).collect();
            // The kill may have cut the last line short; a truncated number is only smaller.
            if let [log, version] = numbers[..] {
                let last = acknowledged.entry(log).or_default();
                *last = version.max(*last);
            }
        }
        let store = reopen(&path, kill % 2 == 1).await;
        for log in 0..LOGS {
            let id = format!("log{log}");
            let entries = store.entries(&id, 0).await.unwrap();
            let told = acknowledged.get(&log).copied().unwrap_or(0);
            assert!(
                entries.len() as u64 >= told,
                "kill {kill}: {told} acknowledged, {} there",
                entries.len()
            );
            for (version, entry) in entries.iter().enumerate() {
                assert_eq!(entry.body, format!("{log}:{version}"), "kill {kill}: each once, in order");
            }
            // The index row is the one that was written with the last entry.
            let card = store.index_row(&id).await.unwrap();
            let user = card.and_then(|card| card.players[0].user_id().map(str::to_owned));
            assert_eq!(user, entries.len().checked_sub(1).map(|last| last.to_string()), "kill {kill}");
        }
        store.close().await;
    }
    let total: u64 = acknowledged.values().sum();
    println!("{kills} kills, {total} entries acknowledged");
    assert!(total > kills, "the process had time to write: {total}");
}

async fn reopen(path: &Path, is_large: bool) -> floe_store::SqliteStore {
    let usual = Options::default();
    let options = Options { full_check_bytes: if is_large { 0 } else { usual.full_check_bytes }, ..usual };
    let store = match floe_store::SqliteStore::open(path, options).await {
        Ok(store) => store,
        Err(StoreError::Damaged(damage)) => panic!("{damage}"),
        Err(error) => panic!("{error}"),
    };
    match store.background_check_ended().await {
        BackgroundCheck::NotNeeded if !is_large => {}
        BackgroundCheck::Passed { .. } if is_large => {}
        // The first kill may have come before there was anything.
        BackgroundCheck::NotNeeded => {}
        other => panic!("{other:?}"),
    }
    store
}
