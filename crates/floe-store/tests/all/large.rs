//! Files that are too large to be checked completely before every start.

use std::path::{Path, PathBuf};

use floe_store::{BackgroundCheck, Options, SqliteStore, Stage, Store, StoreError, StoredEntry, check};
use sqlx::{ConnectOptions, Connection};

use crate::common::{Folder, beside, card, open, write};

async fn open_large(path: &Path) -> SqliteStore {
    SqliteStore::open(path, Options { full_check_bytes: 0, ..Options::default() }).await.unwrap()
}

/// Adds that many entries to a log, in writes of a thousand.
async fn fill(store: &SqliteStore, log: &str, from: u64, entries: u64) {
    for begin in (from..from + entries).step_by(1_000) {
        let mut thousand = write(log, begin, "");
        let end = (from + entries).min(begin + 1_000);
        thousand.entries =
            (begin..end).map(|number| StoredEntry { at_ms: 1, body: format!("entry-{number:06}") }).collect();
        thousand.card = Some(card(log, Stage::Live, "ann"));
        store.append(thousand).await.unwrap();
    }
}

#[tokio::test]
async fn a_large_file_is_checked_while_it_is_served() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    assert_eq!(store.background_check(), BackgroundCheck::NotNeeded, "it is new");
    fill(&store, "t", 0, 5_000).await;
    store.close().await;
    assert_eq!(check(&path).await.unwrap().sealed, Some(5_000), "sealed when it was closed");
    let store = open(&path).await;
    assert_eq!(store.background_check(), BackgroundCheck::NotNeeded, "it is small");
    store.close().await;
    let store = open_large(&path).await;
    assert!(matches!(store.background_check(), BackgroundCheck::Running { .. }));
    // It can be used immediately.
    fill(&store, "t", 5_000, 10).await;
    match store.background_check_ended().await {
        BackgroundCheck::Passed { entries } => assert!((5_000..=5_010).contains(&entries), "{entries}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(store.health(), Ok(()));
    assert_eq!(
        check(&path).await.unwrap().sealed,
        Some(5_000),
        "new entries are checked at a start after a crash"
    );
    store.close().await;
    let checked = check(&path).await.unwrap();
    assert_eq!((checked.entries, checked.sealed), (5_010, Some(5_010)));
}

#[tokio::test]
async fn a_background_check_does_not_keep_a_store_open() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    fill(&store, "t", 0, 60_000).await;
    store.close().await;
    let store = open_large(&path).await;
    store.append(write("new", 0, "one")).await.unwrap();
    store.close().await;
    assert_eq!(store.background_check(), BackgroundCheck::Stopped);
    assert_eq!(store.background_check_ended().await, BackgroundCheck::Stopped);
    assert_eq!(check(&path).await.unwrap().entries, 60_001);
}

#[tokio::test]
async fn without_a_seal_everything_is_checked_once() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    fill(&store, "t", 0, 50).await;
    store.close().await;
    let mark = beside(&path, ".mark");
    let sealed = std::fs::read(&mark).unwrap();
    // As the first version wrote it: no seal.
    let mut first = sealed[..56].to_vec();
    first[..8].copy_from_slice(b"FLOEMRK1");
    first.extend(sha256(&first));
    std::fs::write(&mark, &first).unwrap();
    assert_eq!((check(&path).await.unwrap().marked, check(&path).await.unwrap().sealed), (true, None));
    let store = open_large(&path).await;
    assert_eq!(store.background_check(), BackgroundCheck::NotNeeded);
    store.close().await;
    assert_eq!(std::fs::read(&mark).unwrap(), sealed);
    // Such a mark is trusted: a log that ends before it has been cut.
    std::fs::write(&mark, {
        let mut ahead = first[..56].to_vec();
        ahead[15] += 1;
        let sum = sha256(&ahead);
        ahead.extend(sum);
        ahead
    })
    .unwrap();
    let refused = SqliteStore::open(&path, Options::default()).await;
    assert!(
        matches!(&refused, Err(StoreError::Damaged(damage)) if damage.what.contains("but 51")),
        "{refused:?}"
    );
    // The same without a mark, and with one that cannot be read.
    for harm in ["", "scribble"] {
        std::fs::write(&mark, harm).unwrap();
        let store = open_large(&path).await;
        assert_eq!(store.background_check(), BackgroundCheck::NotNeeded);
        store.close().await;
    }
    let store = open_large(&path).await;
    assert!(matches!(store.background_check_ended().await, BackgroundCheck::Passed { entries: 50 }));
    store.close().await;
}

fn sha256(bytes: &[u8]) -> Vec<u8> {
    use sha2::Digest;
    sha2::Sha256::digest(bytes).to_vec()
}

/// A closed store, to be damaged.
async fn filled(folder: &Folder) -> PathBuf {
    let path = folder.file("floe.db");
    let store = open(&path).await;
    fill(&store, "t", 0, 2_000).await;
    for log in ["a", "b", "c"] {
        fill(&store, log, 0, 3).await;
    }
    store.close().await;
    path
}

async fn found_in_background(path: &Path, words: &str) {
    let checked = check(path).await.unwrap_err().to_string();
    assert!(checked.contains(words), "{checked}");
    let store = open_large(path).await;
    match store.background_check_ended().await {
        BackgroundCheck::Damaged(damage) => {
            assert!(damage.what.contains(words), "{damage}");
            assert_eq!(damage.sound, 2_009);
            assert_eq!(store.health(), Err(StoreError::Damaged(damage)));
        }
        other => panic!("{other:?}"),
    }
    store.close().await;
}

#[tokio::test]
async fn an_index_that_does_not_match_its_table() {
    let folder = Folder::new();
    let path = filled(&folder).await;
    let connect = async || {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
        options.pragma("writable_schema", "ON").connect().await.unwrap()
    };
    // The index is hidden while a row changes.
    let mut conn = connect().await;
    let hide = "UPDATE sqlite_schema SET type = 'hidden', sql = NULL WHERE name = 'log_index_game'";
    let sql: String = sqlx::query_scalar("SELECT sql FROM sqlite_schema WHERE name = 'log_index_game'")
        .fetch_one(&mut conn)
        .await
        .unwrap();
    sqlx::query(hide).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    let mut conn = connect().await;
    sqlx::query("UPDATE log_index SET game = 'fish' WHERE id = 'b'").execute(&mut conn).await.unwrap();
    sqlx::query("UPDATE sqlite_schema SET type = 'index', sql = ? WHERE name = 'log_index_game'")
        .bind(sql)
        .execute(&mut conn)
        .await
        .unwrap();
    conn.close().await.unwrap();
    found_in_background(&path, "log_index_game").await;
}

#[tokio::test]
async fn a_row_without_its_parent() {
    let folder = Folder::new();
    let path = filled(&folder).await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).foreign_keys(false);
    let mut conn = options.connect().await.unwrap();
    let orphan = "INSERT INTO sessions (hash, user, created_ms, expires_ms) VALUES (x'01', 'nobody', 1, 2)";
    sqlx::query(orphan).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    found_in_background(&path, "a row of 'sessions' refers to a missing row").await;
}

#[tokio::test]
async fn damage_found_while_reading_stops_all_writing() {
    let folder = Folder::new();
    let path = filled(&folder).await;
    let bytes = std::fs::read(&path).unwrap();
    let page = bytes.windows(12).position(|window| window == b"entry-001000").unwrap() / 4096;
    let store = open(&path).await;
    // By another process: this one must not open and close a file in use.
    let dd = format!("of={}", path.display());
    let seek = format!("seek={page}");
    let harmed = std::process::Command::new("dd")
        .args(["if=/dev/zero", &dd, &seek, "bs=4096", "count=1", "conv=notrunc", "status=none"])
        .status()
        .unwrap();
    assert!(harmed.success());
    let read = store.entries("t", 900).await;
    assert!(matches!(read, Err(StoreError::Damaged(_))), "{read:?}");
    let refused = store.append(write("new", 0, "one")).await;
    assert!(matches!(refused, Err(StoreError::Damaged(_))), "{refused:?}");
    assert_eq!(store.health().unwrap_err(), refused.unwrap_err());
    store.close().await;
    // The error says that a restart reports more, and it does, however large the file is.
    let large = Options { full_check_bytes: 0, ..Options::default() };
    match SqliteStore::open(&path, large).await {
        Err(StoreError::Damaged(damage)) => {
            assert!((800..=1_000).contains(&damage.sound) || damage.sound == 0, "{damage}")
        }
        other => panic!("{other:?}"),
    }
}
