//! Metrics, for operators.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use floe_games::Event;
use floe_referee::live::TableEvent;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The counters of a server.
pub struct Metrics {
    registry: Registry,
    /// Tables created.
    pub tables_created: Counter,
    /// Games finished.
    pub games_finished: Counter,
    moves: Counter,
    /// Notifications handed to push services.
    pub notifications: Counter,
    /// Writes that the store rejected.
    pub store_write_errors: Counter,
    /// Requests answered.
    pub requests: Counter,
    /// Requests rejected by rate limiting.
    pub requests_rate_limited: Counter,
    /// Connections rejected by the connection limits.
    pub connections_rejected: Counter,
    /// Tables loaded now.
    pub tables_loaded: Gauge,
    /// Connections that are subscribed to something now.
    pub subscribers: Gauge,
    /// Connections open now.
    pub connections: Gauge<i64, std::sync::atomic::AtomicI64>,
    /// Moves chosen by workers.
    pub worker_moves: Counter,
    /// Moves that workers were asked for and did not choose; the server chose them.
    pub worker_moves_missed: Counter,
    /// Is there a connection to NATS? Zero without one.
    pub nats_connected: Gauge,
    /// Leases that this server has.
    pub leases: Gauge,
    /// Servers that were heard of lately, with this one.
    pub nodes_heard: Gauge,
    /// Tables taken over from servers that had gone.
    pub takeovers: Counter,
    /// How often this server was declared dead by another.
    pub sessions_lost: Counter,
    /// Requests sent to the owners of tables.
    pub forwards: Counter,
    forwarded: Histogram,
    stored: Histogram,
    /// The memory of the process, where the system reports it.
    memory: Gauge<u64, AtomicU64>,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("floe");
        let metrics = Metrics {
            tables_created: Counter::default(),
            games_finished: Counter::default(),
            moves: Counter::default(),
            notifications: Counter::default(),
            store_write_errors: Counter::default(),
            requests: Counter::default(),
            requests_rate_limited: Counter::default(),
            connections_rejected: Counter::default(),
            tables_loaded: Gauge::default(),
            subscribers: Gauge::default(),
            connections: Gauge::default(),
            worker_moves: Counter::default(),
            worker_moves_missed: Counter::default(),
            nats_connected: Gauge::default(),
            leases: Gauge::default(),
            nodes_heard: Gauge::default(),
            takeovers: Counter::default(),
            sessions_lost: Counter::default(),
            forwards: Counter::default(),
            forwarded: Histogram::new(exponential_buckets(0.0005, 2.0, 14)),
            stored: Histogram::new(exponential_buckets(0.0005, 2.0, 14)),
            memory: Gauge::default(),
            registry: Registry::default(),
        };
        registry.register("tables_created", "Tables created", metrics.tables_created.clone());
        registry.register("games_finished", "Games finished", metrics.games_finished.clone());
        registry.register("moves", "Moves stored", metrics.moves.clone());
        registry.register(
            "store_write_errors",
            "Writes rejected by the store",
            metrics.store_write_errors.clone(),
        );
        registry.register(
            "notifications",
            "Notifications handed to push services",
            metrics.notifications.clone(),
        );
        registry.register("requests", "HTTP requests answered", metrics.requests.clone());
        registry.register(
            "requests_rate_limited",
            "Requests rejected by rate limiting",
            metrics.requests_rate_limited.clone(),
        );
        registry.register(
            "connections_rejected",
            "Connections rejected by the connection limits",
            metrics.connections_rejected.clone(),
        );
        registry.register("tables_loaded", "Tables in memory", metrics.tables_loaded.clone());
        registry.register("subscribers", "Connections with a subscription", metrics.subscribers.clone());
        registry.register("connections", "Connections open", metrics.connections.clone());
        registry.register("worker_moves", "Moves chosen by workers", metrics.worker_moves.clone());
        registry.register(
            "worker_moves_missed",
            "Moves that workers did not choose when they were asked",
            metrics.worker_moves_missed.clone(),
        );
        registry.register(
            "nats_connected",
            "1 while there is a connection to NATS",
            metrics.nats_connected.clone(),
        );
        registry.register("leases", "Leases of tables and tournaments", metrics.leases.clone());
        registry.register(
            "nodes_heard",
            "Servers heard of lately, with this one",
            metrics.nodes_heard.clone(),
        );
        registry.register(
            "takeovers",
            "Tables taken over from servers that had gone",
            metrics.takeovers.clone(),
        );
        registry.register(
            "sessions_lost",
            "How often others declared this server dead",
            metrics.sessions_lost.clone(),
        );
        registry.register("forwards", "Requests sent to the owners of tables", metrics.forwards.clone());
        registry.register(
            "forward_seconds",
            "Seconds until the owner of a table answered",
            metrics.forwarded.clone(),
        );
        registry.register(
            "store_write_seconds",
            "Seconds from write request to fsync",
            metrics.stored.clone(),
        );
        registry.register("memory_bytes", "Resident memory of the process", metrics.memory.clone());
        Metrics { registry, ..metrics }
    }
}

impl Metrics {
    /// A write was synced after this time.
    pub fn stored(&self, took: Duration) {
        self.stored.observe(took.as_secs_f64());
    }

    /// The owner of a table answered after this time.
    pub fn forwarded(&self, took: Duration) {
        self.forwarded.observe(took.as_secs_f64());
    }

    /// Counts stored entries and the moves among them.
    pub fn moves(&self, entries: &[TableEvent]) {
        let moves = entries
            .iter()
            .filter(|entry| matches!(entry, TableEvent::Game { event: Event::Move { .. }, .. }));
        self.moves.inc_by(moves.count() as u64);
    }

    /// All metrics in the Prometheus text format.
    pub fn text(&self) -> String {
        if let Some(bytes) = resident() {
            self.memory.set(bytes);
        }
        let mut text = String::new();
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The memory of this process, read from Linux.
fn resident() -> Option<u64> {
    let pages: u64 = std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}
