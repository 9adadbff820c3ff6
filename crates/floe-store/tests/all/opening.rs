//! What is opened, what is refused, and with which sentence.

use floe_store::{Append, Filter, Options, SqliteStore, Stage, Store, StoreError, check};
use sqlx::{ConnectOptions, Connection};

use crate::common::{Folder, beside, card, open, write};

async fn refused(path: &std::path::Path) -> String {
    match SqliteStore::open(path, Options::default()).await {
        Err(StoreError::Unusable(words)) => words,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn everything_is_there_after_closing() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    let mut first = write("t", 0, "one");
    first.card = Some(card("t", Stage::Live, "ann"));
    store.append(first).await.unwrap();
    store.heartbeat(77).await.unwrap();
    store.close().await;
    assert!(!beside(&path, "-wal").exists(), "everything is in the one file");
    let store = open(&path).await;
    assert_eq!(store.entries("t", 0).await.unwrap().len(), 1);
    assert_eq!(store.index_row("t").await.unwrap(), Some(card("t", Stage::Live, "ann")));
    assert_eq!(store.last_heartbeat().await.unwrap(), Some(77));
    store.append(write("t", 1, "two")).await.unwrap();
    let checked = check(&path).await.unwrap();
    assert_eq!((checked.entries, checked.marked), (2, true), "a store in use can be checked");
    store.close().await;
    assert_eq!(check(&path).await.unwrap().hash, checked.hash);
}

#[tokio::test]
async fn a_store_that_was_dropped_can_be_opened_again() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    store.append(write("t", 0, "one")).await.unwrap();
    drop(store);
    for _ in 0..200 {
        match SqliteStore::open(&path, Options::default()).await {
            Ok(store) => {
                assert_eq!(store.entries("t", 0).await.unwrap().len(), 1);
                return;
            }
            // The writer is still closing.
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(10)).await,
        }
    }
    panic!("it stays locked");
}

#[tokio::test]
async fn two_servers_cannot_use_one_file() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    let words = refused(&path).await;
    assert!(words.contains("in use by another server"), "{words}");
    store.close().await;
    open(&path).await.close().await;
}

#[tokio::test]
async fn files_of_other_programs_are_refused_and_not_changed() {
    let folder = Folder::new();
    let foreign = folder.file("other.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&foreign).create_if_missing(true);
    let mut conn = options.connect().await.unwrap();
    sqlx::query("CREATE TABLE songs (title TEXT)").execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    let text = folder.file("letter.txt");
    std::fs::write(&text, "Dear database").unwrap();
    for (path, word) in [(&foreign, "another program"), (&text, "not an SQLite database")] {
        let before = std::fs::read(path).unwrap();
        let words = refused(path).await;
        assert!(words.contains(word), "{words}");
        assert_eq!(std::fs::read(path).unwrap(), before);
        assert!(check(path).await.unwrap_err().to_string().contains(word));
    }
    let words = refused(&folder.file("no/such/folder/floe.db")).await;
    assert!(words.contains("cannot be used"), "{words}");
    assert!(check(folder.file("none.db")).await.unwrap_err().to_string().contains("no database"));
    // An empty file belongs to no program.
    let empty = folder.file("empty.db");
    std::fs::write(&empty, "").unwrap();
    open(&empty).await.close().await;
}

#[tokio::test]
async fn a_newer_schema_is_refused() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    open(&path).await.close().await;
    let mut conn = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'later', TRUE, x'00', 0)",
    )
    .execute(&mut conn)
    .await
    .unwrap();
    conn.close().await.unwrap();
    let words = refused(&path).await;
    assert!(words.contains("newer Floe (schema 9999"), "{words}");
}

#[tokio::test]
async fn a_lost_mark_is_written_again() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    store.append(write("t", 0, "one")).await.unwrap();
    store.close().await;
    let mark = beside(&path, ".mark");
    let before = std::fs::read(&mark).unwrap();
    std::fs::remove_file(&mark).unwrap();
    assert!(!check(&path).await.unwrap().marked);
    open(&path).await.close().await;
    assert_eq!(std::fs::read(&mark).unwrap(), before);
    std::fs::write(&mark, "scribble").unwrap();
    open(&path).await.close().await;
    assert_eq!(std::fs::read(&mark).unwrap(), before);
}

#[tokio::test]
async fn nothing_in_the_log_can_be_changed() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    store.append(write("t", 0, "one")).await.unwrap();
    store.close().await;
    let mut conn = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    for sql in ["UPDATE log SET body = 'two'", "DELETE FROM log"] {
        let error = sqlx::query(sql).execute(&mut conn).await.unwrap_err().to_string();
        assert!(error.contains("entries of the log are never"), "{error}");
    }
}

#[tokio::test]
async fn a_file_from_before_the_first_release_is_refused() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    open(&path).await.close().await;
    let mut conn = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    for sql in ["DELETE FROM _sqlx_migrations WHERE version > 2", "UPDATE _sqlx_migrations SET version = 1"] {
        sqlx::query(sql).execute(&mut conn).await.unwrap();
    }
    conn.close().await.unwrap();
    let words = refused(&path).await;
    assert!(words.contains("development version of Floe (schema 1)"), "{words}");
}

/// What the second schema had: seats that knew nothing of their tables.
const SECOND: [&str; 7] = [
    "CREATE TABLE seats_2 (user TEXT NOT NULL, created_ms INTEGER NOT NULL, card TEXT NOT NULL, \
     PRIMARY KEY (user, created_ms, card)) STRICT, WITHOUT ROWID",
    "INSERT INTO seats_2 SELECT user, created_ms, card FROM seats",
    "DROP TABLE seats",
    "ALTER TABLE seats_2 RENAME TO seats",
    "DROP INDEX log_index_tournaments",
    "DROP TABLE items",
    "DELETE FROM _sqlx_migrations WHERE version > 2",
];

#[tokio::test]
async fn a_store_of_the_second_schema_is_migrated() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let store = open(&path).await;
    for (number, stage) in [Stage::Over, Stage::Live, Stage::Over].into_iter().enumerate() {
        let id = format!("t{number}");
        let row = Some(card(&id, stage, "ann"));
        store.append(Append { card: row, ..write(&id, 0, "one") }).await.unwrap();
    }
    store.close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut conn = sqlx::ConnectOptions::connect(&options).await.unwrap();
    for sql in SECOND {
        sqlx::query(sql).execute(&mut conn).await.unwrap();
    }
    sqlx::Connection::close(conn).await.unwrap();
    let store = open(&path).await;
    for (stages, expected) in [(vec![], 3), (vec![Stage::Over], 2), (vec![Stage::Live, Stage::Open], 1)] {
        let filter = Filter { user: Some("ann".to_owned()), stages, limit: 10, ..Filter::default() };
        assert_eq!(store.count(filter.clone()).await, Ok(expected));
        assert_eq!(store.list(filter).await.unwrap().len() as u64, expected);
    }
    store.close().await;
}
