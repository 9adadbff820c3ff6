//! Metrics, for operators.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use floe_games::Event;
use floe_referee::live::LogEntry;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The counters of a server.
pub struct Metrics {
    registry: Registry,
    /// Tables created.
    pub tables_made: Counter,
    /// Games finished.
    pub games_over: Counter,
    moves: Counter,
    /// Writes that the store rejected.
    pub refused_writes: Counter,
    /// Requests answered.
    pub requests: Counter,
    /// Requests rejected by rate limiting.
    pub too_many: Counter,
    /// Connections rejected by the connection limits.
    pub turned_away: Counter,
    /// Tables loaded now.
    pub awake: Gauge,
    /// Connections that are subscribed to something now.
    pub followers: Gauge,
    /// Connections open now.
    pub connections: Gauge<i64, std::sync::atomic::AtomicI64>,
    stored: Histogram,
    /// The memory of the process, where the system reports it.
    memory: Gauge<u64, AtomicU64>,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("floe");
        let metrics = Metrics {
            tables_made: Counter::default(),
            games_over: Counter::default(),
            moves: Counter::default(),
            refused_writes: Counter::default(),
            requests: Counter::default(),
            too_many: Counter::default(),
            turned_away: Counter::default(),
            awake: Gauge::default(),
            followers: Gauge::default(),
            connections: Gauge::default(),
            stored: Histogram::new(exponential_buckets(0.0005, 2.0, 14)),
            memory: Gauge::default(),
            registry: Registry::default(),
        };
        registry.register("tables_made", "Tables created", metrics.tables_made.clone());
        registry.register("games_over", "Games finished", metrics.games_over.clone());
        registry.register("moves", "Moves stored", metrics.moves.clone());
        registry.register("refused_writes", "Writes rejected by the store", metrics.refused_writes.clone());
        registry.register("requests", "HTTP requests answered", metrics.requests.clone());
        registry.register("too_many", "Requests rejected by rate limiting", metrics.too_many.clone());
        registry.register(
            "turned_away",
            "Connections rejected by the connection limits",
            metrics.turned_away.clone(),
        );
        registry.register("tables_awake", "Tables in memory", metrics.awake.clone());
        registry.register("followers", "Connections with a subscription", metrics.followers.clone());
        registry.register("connections", "Connections open", metrics.connections.clone());
        registry.register("store_seconds", "Seconds from write request to fsync", metrics.stored.clone());
        registry.register("memory_bytes", "Resident memory of the process", metrics.memory.clone());
        Metrics { registry, ..metrics }
    }
}

impl Metrics {
    /// A write was synced after this time.
    pub fn stored(&self, took: Duration) {
        self.stored.observe(took.as_secs_f64());
    }

    /// Counts stored entries and the moves among them.
    pub fn moves(&self, entries: &[LogEntry]) {
        let moves =
            entries.iter().filter(|entry| matches!(entry, LogEntry::Game { event: Event::Move { .. }, .. }));
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
