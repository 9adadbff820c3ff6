//! What is opened, what is refused, and with which sentence.

use floe_store::{Options, SqliteStore, Stage, Store, StoreError, check};
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
    sqlx::query("UPDATE _sqlx_migrations SET version = 1").execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    let words = refused(&path).await;
    assert!(words.contains("development version of Floe (schema 1)"), "{words}");
}
