//! A full disk: nothing is acknowledged that is not stored, and writing resumes once there is room.
//!
//! `FLOE_SMALL_DISK` names a folder on a separate small file system (a few MiB) to test a real full disk as well:
//! `mount -t tmpfs -o size=4m none DIR`.

use std::path::Path;
use std::sync::Arc;

use floe_store::{Options, SqliteStore, Stage, Store, StoreError, User, check};

use crate::common::{Folder, beside, card, open, write};

/// Appends until there is no room; returns how many were acknowledged.
async fn until_full(store: &SqliteStore, log: &str, from: u64) -> u64 {
    for number in from.. {
        let mut next = write(log, number, &"x".repeat(5_000));
        next.card = Some(card(log, Stage::Live, "ann"));
        match store.append(next).await {
            Ok(()) => {}
            Err(StoreError::Full) => return number,
            Err(other) => panic!("after {number}: {other}"),
        }
        assert!(number < 100_000, "the disk never fills up");
    }
    unreachable!("the numbers do not end")
}

fn large_user(bytes: usize) -> User {
    User {
        id: "u".to_owned(),
        name: "u".to_owned(),
        role: floe_store::Role::Guest,
        bot: false,
        password: None,
        recovery: None,
        created_ms: 0,
        renamed_ms: None,
        banned_until_ms: None,
        muted_until_ms: None,
        settings: "y".repeat(bytes),
        deleted: false,
    }
}

#[tokio::test]
async fn a_database_at_its_limit() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let limited = Options { max_pages: Some(200), ..Options::default() };
    let store = SqliteStore::open(&path, limited.clone()).await.unwrap();
    let stored = until_full(&store, "t", 0).await;
    assert!(stored > 10, "{stored}");
    assert_eq!(store.health(), Err(StoreError::Full));
    // Other writes at the same time are refused as well, and reads return what was acknowledged.
    let user = large_user(100_000);
    assert_eq!(store.put_user(user.clone()).await, Err(StoreError::Full));
    assert_eq!(store.entries("t", 0).await.unwrap().len() as u64, stored);
    store.heartbeat(5).await.unwrap();
    assert_eq!(store.health(), Err(StoreError::Full), "a heartbeat finds no room either");
    store.close().await;
    // With more room it continues where it was.
    let store = SqliteStore::open(&path, Options { max_pages: Some(400), ..limited }).await.unwrap();
    assert_eq!(store.last_heartbeat().await.unwrap(), Some(5));
    store.append(write("t", stored, "room")).await.unwrap();
    store.put_user(user).await.unwrap();
    assert!(until_full(&store, "t", stored + 1).await > stored);
    store.close().await;
}

#[tokio::test]
async fn a_store_is_healthy_again_after_a_successful_write() {
    let folder = Folder::new();
    let limited = Options { max_pages: Some(300), ..Options::default() };
    let store = SqliteStore::open(folder.file("floe.db"), limited).await.unwrap();
    let user = large_user(300_000);
    store.put_user(user.clone()).await.unwrap();
    let stored = until_full(&store, "t", 0).await;
    // Writes that are refused, or have nothing to do, prove nothing.
    assert!(matches!(store.append(write("t", 0, "late")).await, Err(StoreError::Stale { .. })));
    store.drop_session(&[1]).await.unwrap();
    assert_eq!(store.health(), Err(StoreError::Full));
    // This one makes room.
    store.forget_user(&user.id, "gone-1").await.unwrap();
    assert_eq!(store.health(), Ok(()));
    store.append(write("t", stored, "room")).await.unwrap();
    // Any kind of failed write is reported.
    assert_eq!(store.put_user(large_user(2_000_000)).await, Err(StoreError::Full));
    assert_eq!(store.health(), Err(StoreError::Full));
    // There is room for a little more, which a heartbeat finds out.
    store.heartbeat(1).await.unwrap();
    assert_eq!(store.health(), Ok(()));
    store.close().await;
}

const LIMITED: &str = "FLOE_STORE_WITHOUT_ROOM";

/// A process whose files cannot grow for a while.
#[tokio::test]
async fn limited() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Ok(path) = std::env::var(LIMITED) else { return };
    let store = open(Path::new(&path)).await;
    store.append(write("t", 0, "one")).await.unwrap();
    assert_eq!(store.health(), Ok(()));
    let before = getrlimit(Resource::Fsize);
    setrlimit(Resource::Fsize, Rlimit { current: Some(4096), ..before }).unwrap();
    let failed = store.append(write("t", 1, "two")).await.unwrap_err();
    assert!(matches!(failed, StoreError::Failed(_)), "a disk error: {failed}");
    assert_eq!(store.health(), Err(failed.clone()));
    for beat in 0..3 {
        store.heartbeat(beat).await.unwrap();
        assert_eq!(store.health(), Err(failed.clone()));
    }
    setrlimit(Resource::Fsize, before).unwrap();
    assert_eq!(store.health(), Err(failed), "nothing was written since");
    store.heartbeat(9).await.unwrap();
    assert_eq!(store.health(), Ok(()), "a heartbeat has tried");
    store.append(write("t", 1, "two")).await.unwrap();
    store.close().await;
    assert_eq!(check(&path).await.unwrap().entries, 2);
    println!("\nrecovered");
}

#[tokio::test]
async fn a_heartbeat_restores_the_health() {
    if std::env::var(LIMITED).is_ok() {
        return;
    }
    let folder = Folder::new();
    // The signal that comes with the limit would end the process.
    let output = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$0\" --exact full::limited --nocapture"])
        .arg(std::env::current_exe().unwrap())
        .env(LIMITED, folder.file("floe.db"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("\nrecovered"), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_at_once_at_the_limit() {
    let folder = Folder::new();
    let path = folder.file("floe.db");
    let limited = Options { max_pages: Some(300), ..Options::default() };
    let store = Arc::new(SqliteStore::open(&path, limited).await.unwrap());
    let mut tasks = tokio::task::JoinSet::new();
    for log in 0..30 {
        let store = store.clone();
        tasks.spawn(async move { (log, until_full(&store, &format!("log{log}"), 0).await) });
    }
    let stored = tasks.join_all().await;
    store.close().await;
    let store = open(&path).await;
    for (log, versions) in stored {
        assert_eq!(store.entries(&format!("log{log}"), 0).await.unwrap().len() as u64, versions);
    }
    store.close().await;
}

#[tokio::test]
async fn a_full_disk() {
    let Ok(folder) = std::env::var("FLOE_SMALL_DISK") else {
        println!("skipped: FLOE_SMALL_DISK is not set");
        return;
    };
    let folder = Path::new(&folder);
    let path = folder.join("floe.db");
    let ballast = folder.join("ballast");
    std::fs::write(&ballast, vec![1; 600_000]).unwrap();
    let store = open(&path).await;
    let stored = until_full(&store, "t", 0).await;
    assert!(stored > 10, "{stored}");
    // Larger than the one that did not fit, whose room a smaller one might find.
    for _ in 0..20 {
        assert_eq!(store.append(write("t", stored, &"z".repeat(200_000))).await, Err(StoreError::Full));
    }
    assert_eq!(store.entries("t", 0).await.unwrap().len() as u64, stored);
    assert_eq!(store.backup(&folder.join("backup.db")).await, Err(StoreError::Full));
    assert!(!folder.join("backup.db").exists() && !folder.join("backup.db.part").exists());
    assert_eq!(check(&path).await.unwrap().entries, stored, "the mark is whole and not ahead");
    // Room is made while it runs.
    std::fs::remove_file(&ballast).unwrap();
    store.append(write("t", stored, "room")).await.unwrap();
    let stored = until_full(&store, "t", stored + 1).await;
    // And it may be closed while there is none.
    store.close().await;
    let reopened = SqliteStore::open(&path, Options::default()).await.unwrap();
    assert_eq!(reopened.entries("t", 0).await.unwrap().len() as u64, stored);
    reopened.close().await;
    for ending in ["", ".mark", ".lock", "-wal", "-shm"] {
        let _ = std::fs::remove_file(beside(&path, ending));
    }
}
