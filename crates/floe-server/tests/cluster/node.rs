//! Servers in this process that can be killed and paused like processes: each has a thread and a runtime of its own.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::sync::{Arc, Barrier};
use std::thread::JoinHandle;

use floe_server::{Config, start};
use floe_store::{PostgresOptions, PostgresServer, PostgresStore};
use floe_work::NatsServer;
use tokio::sync::oneshot;

use crate::support::config;

/// A database and a NATS server, and what nodes need to know of them.
pub struct Ground {
    pub nats: NatsServer,
    database: String,
}

impl Ground {
    /// New ones. `None`, with a message, where they are not installed.
    pub async fn new() -> Option<Ground> {
        let database = PostgresServer::shared()?.new_database().await;
        Some(Ground { nats: NatsServer::start("")?, database })
    }

    /// A node.
    pub fn node(&self) -> Node {
        Node::start(Config { database_url: self.database.clone(), nats_url: self.nats.url(), ..config() })
    }
}

/// How a node ends.
enum End {
    /// In order.
    Close,
    /// At once, as when its process is killed.
    Kill,
}

/// A running server.
pub struct Node {
    pub address: SocketAddr,
    end: Option<oneshot::Sender<End>>,
    runtime: tokio::runtime::Handle,
    thread: Option<JoinHandle<()>>,
}

/// A node that does nothing, with its connections open, until this is dropped.
pub struct Paused(Arc<Barrier>);

impl Drop for Paused {
    fn drop(&mut self) {
        self.0.wait();
    }
}

impl Node {
    fn start(config: Config) -> Node {
        let (ready, started) = mpsc::channel();
        let (end, ended) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            let handle = runtime.handle().clone();
            runtime.block_on(async move {
                let store = PostgresStore::open(&config.database_url, PostgresOptions::default()).await;
                let server = start(config, Arc::new(store.expect("the store opens"))).await;
                let server = server.expect("the server starts");
                ready.send((server.address, handle)).expect("somebody waits for it");
                match ended.await {
                    Ok(End::Close) => server.close().await,
                    Ok(End::Kill) | Err(_) => {}
                }
            });
            runtime.shutdown_background();
        });
        let (address, runtime) = started.recv().expect("the server starts");
        Node { address, end: Some(end), runtime, thread: Some(thread) }
    }

    /// Ends it at once.
    pub fn kill(mut self) {
        self.finish(End::Kill);
    }

    /// Ends it in order.
    pub fn close(mut self) {
        self.finish(End::Close);
    }

    /// Stops it in the middle of what it does.
    pub fn pause(&self) -> Paused {
        let (begin, end) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
        let (begun, ended) = (Arc::clone(&begin), Arc::clone(&end));
        // Its only thread waits here, and everything else with it.
        self.runtime.spawn(async move {
            begun.wait();
            ended.wait();
        });
        begin.wait();
        Paused(end)
    }

    fn finish(&mut self, how: End) {
        if let Some(end) = self.end.take() {
            let _ = end.send(how);
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.finish(End::Kill);
    }
}
