//! All stores pass the conformance suite.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use floe_store::conformance::conformance;
use floe_store::{MemoryStore, Options, PostgresOptions, PostgresServer, PostgresStore, SqliteStore, Store};

use crate::common::Folder;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_conforms() {
    let folder = Folder::new();
    let next = AtomicU32::new(0);
    let make = async || {
        let path = folder.file(&format!("{}.db", next.fetch_add(1, Ordering::Relaxed)));
        Arc::new(SqliteStore::open(path, Options::default()).await.unwrap()) as Arc<dyn Store>
    };
    conformance(make).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_conforms_with_a_short_queue_and_one_reader() {
    let folder = Folder::new();
    let next = AtomicU32::new(0);
    let options = Options { readers: 1, queue: 1, batch: 1, ..Options::default() };
    let make = async || {
        let path = folder.file(&format!("{}.db", next.fetch_add(1, Ordering::Relaxed)));
        Arc::new(SqliteStore::open(path, options.clone()).await.unwrap()) as Arc<dyn Store>
    };
    conformance(make).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_conforms() {
    conformance(async || Arc::new(MemoryStore::new()) as Arc<dyn Store>).await;
}

/// One test: with a transaction for each write it would take as long as the disk does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_conforms() {
    let Some(server) = PostgresServer::shared() else { return };
    let options = PostgresOptions { readers: 2, ..PostgresOptions::default() };
    let make = async || {
        let url = server.new_database().await;
        Arc::new(PostgresStore::open(&url, options.clone()).await.unwrap()) as Arc<dyn Store>
    };
    conformance(make).await;
}
