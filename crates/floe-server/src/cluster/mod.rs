//! Several servers on one database: nodes.
//!
//! The store says which node may append to a log: the leases of `floe-store`. Any node takes any client:
//! it follows the tables of other nodes and forwards what is asked of them over NATS ([`forward`]). Messages between nodes
//! ([`message`]) are announcements: what was missed is read from the store. [`takeover`] renews, takes over and gives up.

mod announce;
mod forward;
mod message;
mod takeover;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::{Subject, Subscriber};
use floe_store::{LEASE_MS, Lease, NodeSession, Store, StoreError};
use floe_work::Connection;
use serde::Serialize;
use tokio::sync::{mpsc, watch};

use crate::clock::Clock;
use crate::ids;
use crate::metrics::Metrics;
pub use message::{Announcement, Audience, Signed, TableNews, Update};

/// How many messages wait to be sent to other nodes; beyond that they are dropped.
const OUTGOING: usize = 16_384;
/// How long another process is considered present after it was last heard.
const PRESENT: Duration = Duration::from_secs(4);
/// How long a subscription may take to be sent.
const SUBSCRIBING: Duration = Duration::from_secs(2);

/// This server as a node, and what it knows of the others.
pub struct Cluster {
    store: Arc<dyn Store>,
    nats: Connection,
    /// What all subjects begin with, different for each database.
    prefix: String,
    /// The id of this process. Its nodes have it as the first part of their ids: a process that was declared dead goes on
    /// as another node.
    process: String,
    session: Mutex<NodeSession>,
    started: Instant,
    clock: Clock,
    others: Mutex<HashMap<String, Other>>,
    outgoing: mpsc::Sender<(String, Vec<u8>)>,
    draining: AtomicBool,
}

/// Another process.
struct Other {
    node: String,
    /// How much its clock is ahead of ours.
    ahead_ms: i64,
    heard: Instant,
}

impl Cluster {
    /// Joins the nodes of a store.
    pub async fn join(
        store: Arc<dyn Store>,
        nats: Connection,
        clock: Clock,
    ) -> Result<Arc<Cluster>, StoreError> {
        let (process, started) = (ids::id(), Instant::now());
        let node = format!("{process}-1");
        let id = store.join_node(&node, LEASE_MS, clock.steady_ms()).await?;
        let (outgoing, queue) = mpsc::channel(OUTGOING);
        tokio::spawn(announce::send(nats.clone(), queue));
        Ok(Arc::new(Cluster {
            store,
            nats,
            prefix: format!("floe.{id}"),
            process,
            session: Mutex::new(NodeSession::new(node, 0)),
            started,
            clock,
            others: Mutex::default(),
            outgoing,
            draining: AtomicBool::new(false),
        }))
    }

    fn session(&self) -> MutexGuard<'_, NodeSession> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn others(&self) -> MutexGuard<'_, HashMap<String, Other>> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time by which the session is measured.
    fn now_ms(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// The id of this node.
    pub fn node(&self) -> String {
        self.session().node.clone()
    }

    /// Is this node the one named, and may it act now?
    pub fn serves(&self, node: &str) -> bool {
        let session = self.session();
        session.node == node && session.may_serve(self.now_ms())
    }

    /// Is this node the one named, whether or not it may act at the moment?
    pub fn is(&self, node: &str) -> bool {
        let session = self.session();
        session.node == node && !session.has_ended()
    }

    /// Can this node take clients: is it a member, connected, and not about to leave?
    pub fn is_ready(&self) -> bool {
        !self.draining.load(Ordering::Acquire) && self.nats.is_up() && self.session().may_serve(self.now_ms())
    }

    /// Is it about to leave?
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
    }

    /// Is there a connection to NATS?
    pub fn is_connected(&self) -> bool {
        self.nats.is_up()
    }

    /// Changes when messages may have been missed.
    pub fn gaps(&self) -> watch::Receiver<u64> {
        self.nats.gaps()
    }

    /// Takes the lease of a log, unless a living node has it. Returns the lease as it is then.
    pub async fn take(&self, log: &str) -> Result<Lease, StoreError> {
        match self.draining.load(Ordering::Acquire) {
            // Whoever leaves only asks who has it: a name that no node has takes nothing.
            true => self.store.take_lease(log, &self.process).await,
            false => self.store.take_lease(log, &self.node()).await,
        }
    }

    /// Releases a lease, as a log is put aside that nobody needs at the moment.
    pub async fn release(&self, log: &str, token: u64) {
        if let Err(error) = self.store.release_lease(log, token, self.clock.steady_ms()).await {
            tracing::warn!(log, %error, "cannot release a lease; it ends with this node");
        }
    }

    /// Was a node heard of lately?
    pub fn hears(&self, node: &str) -> bool {
        self.others().values().any(|other| other.node == node && other.heard.elapsed() < PRESENT)
    }

    /// How much the clock of a node is ahead of ours.
    pub fn ahead_ms(&self, node: &str) -> i64 {
        self.others().values().find(|other| other.node == node).map_or(0, |other| other.ahead_ms)
    }

    /// The number of other processes that were heard of lately.
    pub fn others_count(&self) -> usize {
        self.others().values().filter(|other| other.heard.elapsed() < PRESENT).count()
    }

    /// Subscribes to what the owner of a table stores, or to everything else about it.
    pub async fn listen(&self, table: &str, topic: Topic) -> Option<Subscriber> {
        let subject = self.subject(table, topic);
        let subscribed = self.nats.client().subscribe(subject);
        tokio::time::timeout(SUBSCRIBING, subscribed).await.ok()?.ok()
    }

    /// Tells the nodes that have a table loaded. What cannot be sent is dropped.
    pub fn tell(&self, table: &str, news: TableNews) {
        let topic = if matches!(news, TableNews::Stored(_)) { Topic::Log } else { Topic::Talk };
        self.publish(self.subject(table, topic), &news);
    }

    /// A message about a table, unless it is our own.
    pub fn read(&self, payload: &[u8]) -> Option<(String, TableNews)> {
        let signed: Signed<TableNews> = serde_json::from_slice(payload)
            .inspect_err(|error| tracing::warn!(%error, "an unknown message of another node"))
            .ok()?;
        (signed.by != self.process).then_some((signed.by, signed.message))
    }

    /// Tells other nodes that a tournament has changed.
    pub fn tell_all_of_tournament(&self, id: &str) {
        self.publish(self.to_all(), &Announcement::Tournament { id: id.to_owned() });
    }

    fn subject(&self, table: &str, topic: Topic) -> String {
        let topic = match topic {
            Topic::Log => "log",
            Topic::Talk => "talk",
        };
        format!("{}.table.{table}.{topic}", self.prefix)
    }

    fn inbox_of(&self, node: &str) -> String {
        format!("{}.node.{node}", self.prefix)
    }

    fn to_all(&self) -> String {
        format!("{}.all", self.prefix)
    }

    fn publish<T: Serialize>(&self, subject: String, message: &T) {
        let signed = Signed { by: self.process.clone(), message };
        if let Ok(bytes) = serde_json::to_vec(&signed) {
            let _ = self.outgoing.try_send((subject, bytes));
        }
    }
}

/// What is said about a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The entries that its owner stores.
    Log,
    /// Chat, and who is there.
    Talk,
}

/// A subject for a client of NATS.
fn subject(text: String) -> Subject {
    Subject::from(text)
}

/// What a node measures.
pub fn measure(cluster: &Cluster, metrics: &Metrics) {
    metrics.nodes_heard.set(cluster.others_count() as i64 + 1);
}
