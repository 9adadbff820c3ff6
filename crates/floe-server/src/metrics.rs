//! What is counted, for operators.

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
    /// Tables made.
    pub tables_made: Counter,
    /// Games that ended.
    pub games_over: Counter,
    moves: Counter,
    /// Writes the store refused.
    pub refused_writes: Counter,
    /// Requests answered.
    pub requests: Counter,
    /// Requests refused because somebody asked too much.
    pub too_many: Counter,
    /// Connections refused because there were too many.
    pub turned_away: Counter,
    /// Tables awake now.
    pub awake: Gauge,
    /// Connections that follow something now.
    pub followers: Gauge,
    /// Connections open now.
    pub connections: Gauge<i64, std::sync::atomic::AtomicI64>,
    stored: Histogram,
    /// The process's memory, where the system tells.
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
        registry.register("tables_made", "Tables made", metrics.tables_made.clone());
        registry.register("games_over", "Games that ended", metrics.games_over.clone());
        registry.register("moves", "Moves stored", metrics.moves.clone());
        registry.register("refused_writes", "Writes the store refused", metrics.refused_writes.clone());
        registry.register("requests", "HTTP requests answered", metrics.requests.clone());
        registry.register("too_many", "Requests refused for their number", metrics.too_many.clone());
        registry.register("turned_away", "Connections refused for their number", metrics.turned_away.clone());
        registry.register("tables_awake", "Tables in memory", metrics.awake.clone());
        registry.register("followers", "Connections that follow something", metrics.followers.clone());
        registry.register("connections", "Connections open", metrics.connections.clone());
        registry.register("store_seconds", "From asking the store to the sync", metrics.stored.clone());
        registry.register("memory_bytes", "Resident memory of the process", metrics.memory.clone());
        Metrics { registry, ..metrics }
    }
}

impl Metrics {
    /// A write was synced after so long.
    pub fn stored(&self, took: Duration) {
        self.stored.observe(took.as_secs_f64());
    }

    /// Entries were stored; moves among them are counted.
    pub fn moves(&self, entries: &[LogEntry]) {
        let moves =
            entries.iter().filter(|entry| matches!(entry, LogEntry::Game { event: Event::Move { .. }, .. }));
        self.moves.inc_by(moves.count() as u64);
    }

    /// All of it as Prometheus reads it.
    pub fn text(&self) -> String {
        if let Some(bytes) = resident() {
            self.memory.set(bytes);
        }
        let mut text = String::new();
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The memory of this process, from Linux.
fn resident() -> Option<u64> {
    let pages: u64 = std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}
