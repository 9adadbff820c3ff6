//! What the store in memory can do that others cannot: hold writes back, crash, be full.

use std::sync::Arc;

use floe_store::{MemoryStore, Store, StoreError};

use crate::common::write;

#[tokio::test]
async fn a_held_back_write_is_neither_acknowledged_nor_visible() {
    let store = Arc::new(MemoryStore::new());
    store.append(write("t", 0, "one")).await.unwrap();
    store.hold();
    // Written one after the other without waiting for replies: stored in that order.
    let mut tasks = Vec::new();
    for version in 1..4 {
        let writer = store.clone();
        tasks.push(tokio::spawn(async move { writer.append(write("t", version, "more")).await }));
        while store.waiting() < version as usize {
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(store.entries("t", 0).await.unwrap().len(), 1);
    assert!(tasks.iter().all(|task| !task.is_finished()));
    store.release();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(store.entries("t", 0).await.unwrap().len(), 4);
}

#[tokio::test]
async fn a_crash_keeps_what_was_synced() {
    let store = Arc::new(MemoryStore::new());
    store.append(write("t", 0, "one")).await.unwrap();
    store.heartbeat(9).await.unwrap();
    store.hold();
    let writer = store.clone();
    let lost = tokio::spawn(async move { writer.append(write("t", 1, "two")).await });
    while store.waiting() == 0 {
        tokio::task::yield_now().await;
    }
    let after = store.crash();
    assert!(matches!(lost.await.unwrap(), Err(StoreError::Failed(_))));
    assert!(store.entries("t", 0).await.is_err(), "the crashed one no longer responds");
    assert_eq!(after.entries("t", 0).await.unwrap().len(), 1);
    assert_eq!(after.last_heartbeat().await.unwrap(), Some(9));
    after.append(write("t", 1, "two again")).await.unwrap();
}

#[tokio::test]
async fn a_full_store_accepts_nothing() {
    let store = MemoryStore::new();
    store.fill();
    assert_eq!(store.append(write("t", 0, "one")).await, Err(StoreError::Full));
    assert_eq!(store.entries("t", 0).await.unwrap(), []);
    store.make_room();
    store.append(write("t", 0, "one")).await.unwrap();
}

#[tokio::test]
async fn health_reflects_the_last_write() {
    let store = MemoryStore::new();
    store.fill();
    assert_eq!(store.health(), Ok(()), "nothing has been tried yet");
    assert_eq!(store.append(write("t", 0, "one")).await, Err(StoreError::Full));
    assert_eq!(store.health(), Err(StoreError::Full));
    store.heartbeat(1).await.unwrap();
    assert_eq!(store.health(), Err(StoreError::Full));
    store.make_room();
    assert_eq!(store.health(), Err(StoreError::Full), "nothing has been tried since");
    store.heartbeat(2).await.unwrap();
    assert_eq!(store.health(), Ok(()));
    store.fill();
    assert_eq!(store.drop_session(&[1]).await, Err(StoreError::Full));
    store.make_room();
    store.append(write("t", 0, "one")).await.unwrap();
    assert_eq!(store.health(), Ok(()), "a write is as good as a heartbeat");
}
