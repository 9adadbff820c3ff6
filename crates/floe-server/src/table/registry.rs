//! The registry: finds tables, loads them from the store, creates new ones.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use floe_games::switches::RuleSet;
use floe_games::{Record, Table, registry};
use floe_referee::live::{LiveTable, TableEvent, template};
use floe_store::{Filter, LogKind, Stage, Store};
use floe_wire::web::ErrorCode;
use futures_util::{StreamExt, stream};
use tokio::sync::{OnceCell, Semaphore, mpsc, oneshot};

use super::actor::{Actor, TableMessage};
use super::origin::Origin;
use crate::clock::Clock;
use crate::config::Config;
use crate::desertions::{self, Desertions};
use crate::engines::EnginePool;
use crate::error::ApiError;
use crate::hub::Hub;
use crate::limits::{ConcurrencyLimiter, RateLimiter};
use crate::metrics::Metrics;
use crate::push::Push;

/// How many messages a table queues before senders have to wait.
const MAILBOX: usize = 64;
/// How often the store is asked for tables that are due.
const WAKE: Duration = Duration::from_secs(10);
/// How many tables are loaded concurrently at startup.
const AT_ONCE: usize = 8;
/// How long tables may take to close.
const CLOSING: Duration = Duration::from_secs(10);
/// The approximate size of a log entry on disk.
pub(super) const ENTRY_BYTES: usize = 160;
/// How many sets of rules are cached.
const RULEBOOK: usize = 500;

/// What every table needs: one of each per server.
pub struct Services {
    /// The store.
    pub store: Arc<dyn Store>,
    /// The connection to NATS, if there is one.
    pub nats: Option<floe_work::Connection>,
    /// The connections.
    pub hub: Hub,
    /// The engines.
    pub engines: EnginePool,
    /// The metrics.
    pub metrics: Metrics,
    /// Notifications of users who are away.
    pub push: Push,
    /// The configuration.
    pub config: Config,
    /// Ratings are computed for one game at a time: two games of one player must not overwrite each other.
    pub ratings_lock: tokio::sync::Mutex<()>,
    /// Exact results per user.
    pub offers: RateLimiter<String>,
    /// Open or live tables per creator, whoever sits there.
    pub hosts: ConcurrencyLimiter<String>,
    /// Live tables per address at which an engine plays, and those at which only engines play.
    pub engine_tables: Arc<ConcurrencyLimiter<IpAddr>>,
    /// See `engine_tables`.
    pub engine_only_tables: Arc<ConcurrencyLimiter<IpAddr>>,
    /// Entries stored per address or account.
    pub entries: RateLimiter<String>,
    /// Players who ended rated games before they counted.
    pub desertions: Desertions,
    /// Tables read from the store concurrently.
    pub readers: Semaphore,
    /// The clock.
    pub clock: Clock,
}

impl Services {
    /// The time for a table's clocks: the time of day if they count days, otherwise steady time.
    pub fn now_ms(&self, slow: bool) -> i64 {
        if slow { self.clock.wall_ms() } else { self.clock.steady_ms() }
    }
}

type Mailbox = mpsc::Sender<TableMessage>;

/// All loaded tables.
pub struct TableRegistry {
    /// What they share.
    pub services: Arc<Services>,
    tables: Mutex<HashMap<String, Arc<OnceCell<Mailbox>>>>,
    rules_cache: Mutex<HashMap<String, Arc<dyn Table>>>,
}

impl TableRegistry {
    /// A registry without tables.
    pub fn new(services: Arc<Services>) -> Arc<TableRegistry> {
        Arc::new(TableRegistry { services, tables: Mutex::default(), rules_cache: Mutex::default() })
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<OnceCell<Mailbox>>>> {
        self.tables.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The number of loaded tables.
    pub fn loaded_count(&self) -> usize {
        self.tables().len()
    }

    /// Rules that tables can share.
    pub fn rules(&self, set: &RuleSet) -> Result<Arc<dyn Table>, ApiError> {
        let key = format!("{} {}", set.game, set.to_json());
        let mut book = self.rules_cache.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(table) = book.get(&key) {
            return Ok(Arc::clone(table));
        }
        let table = template(set)?;
        if book.len() >= RULEBOOK {
            // Tables in play hold on to theirs.
            book.clear();
        }
        book.insert(key, Arc::clone(&table));
        Ok(table)
    }

    /// Sends a table a message and waits for the reply.
    pub async fn ask<T>(
        self: &Arc<TableRegistry>,
        id: &str,
        make: impl Fn(oneshot::Sender<T>) -> TableMessage,
    ) -> Result<T, ApiError> {
        // A table may be unloaded between lookup and request.
        for _ in 0..3 {
            let mailbox = self.find(id).await?;
            let (reply, answer) = oneshot::channel();
            if mailbox.send(make(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
        }
        Err(ApiError::new(ErrorCode::Unavailable, "the table does not answer; try again"))
    }

    /// Sends a message that needs no reply, if the table is loaded.
    pub async fn tell(&self, id: &str, message: TableMessage) {
        let mailbox = self.tables().get(id).and_then(|cell| cell.get().cloned());
        if let Some(mailbox) = mailbox {
            let _ = mailbox.send(message).await;
        }
    }

    /// The mailbox of a table, loaded if necessary.
    async fn find(self: &Arc<TableRegistry>, id: &str) -> Result<Mailbox, ApiError> {
        if !crate::ids::is_id(id) {
            return Err(ApiError::not_found("table"));
        }
        let cell = {
            let mut tables = self.tables();
            // A table that panicked left its mailbox closed.
            if tables.get(id).and_then(|cell| cell.get()).is_some_and(Mailbox::is_closed) {
                tables.remove(id);
            }
            Arc::clone(tables.entry(id.to_owned()).or_default())
        };
        let found = cell.get_or_try_init(|| self.wake(id, None)).await;
        if found.is_err() {
            let mut tables = self.tables();
            if tables.get(id).is_some_and(|known| Arc::ptr_eq(known, &cell)) {
                tables.remove(id);
            }
        }
        found.cloned()
    }

    /// The record of a table as a user may see it; an unloaded table is read without loading it.
    pub async fn record(
        self: &Arc<TableRegistry>,
        id: &str,
        user: &str,
    ) -> Result<Option<Box<Record>>, ApiError> {
        let awake = self.tables().get(id).is_some_and(|cell| cell.initialized());
        if awake {
            return self.ask(id, |reply| TableMessage::Record(Some(user.to_owned()), reply)).await;
        }
        let (live, _) = self.read(id).await?;
        let nowhere = mpsc::channel(1).0.downgrade();
        let mut actor = Actor::new(Arc::clone(self), id.to_owned(), live, None, nowhere);
        actor.load_people().await;
        Ok(actor.record(Some(user)))
    }

    /// Reads a table from its log and starts its actor.
    async fn wake(self: &Arc<TableRegistry>, id: &str, last_beat: Option<i64>) -> Result<Mailbox, ApiError> {
        let (live, last_ms) = self.read(id).await?;
        // Negative if the machine's clock was set back while the server was down.
        let away = last_beat.map(|beat| self.services.now_ms(live.is_slow()) - beat.max(last_ms));
        Ok(self.spawn(id.to_owned(), live, None, away))
    }

    /// A table rebuilt from its log, and when the log was last written.
    async fn read(&self, id: &str) -> Result<(LiveTable, i64), ApiError> {
        if !self.services.store.index_row(id).await?.is_some_and(|card| card.kind == LogKind::Table) {
            return Err(ApiError::not_found("table"));
        }
        let entries = self.services.store.entries(id, 0).await?;
        let broken = |message: String| {
            tracing::error!(table = id, error = message, "cannot read a table");
            ApiError::new(ErrorCode::Internal, "this table cannot be read; the error has been logged")
        };
        let Some(first) = entries.first() else { return Err(ApiError::not_found("table")) };
        let TableEvent::Created(made) = TableEvent::parse(&first.body).map_err(broken)? else {
            return Err(ApiError::not_found("table"));
        };
        let rules =
            self.rules(&registry::find(&made.game).and_then(|game| game.rules_from_object(&made.rules))?)?;
        // A game is replayed from its first move: not on a thread that others wait for.
        let replay = move || {
            let mut live =
                LiveTable::make(made, rules, entries[0].at_ms).map_err(|refusal| refusal.to_string())?;
            for entry in &entries[1..] {
                live.apply(entry.at_ms, &TableEvent::parse(&entry.body)?)
                    .map_err(|refusal| refusal.to_string())?;
            }
            Ok((live, entries[entries.len() - 1].at_ms))
        };
        let _reader = self.services.readers.acquire().await;
        let read = tokio::task::spawn_blocking(replay).await;
        read.unwrap_or_else(|error| Err(error.to_string())).map_err(broken)
    }

    /// Refuses more entries if too much has been stored lately.
    pub fn may_store(&self, payer: &String) -> Result<(), ApiError> {
        match self.services.entries.has(payer) {
            true => Ok(()),
            false => Err(ApiError::new(
                ErrorCode::RateLimited,
                "too much has been stored for your address lately; finish the games you have and try again later",
            )),
        }
    }

    /// Charges for other data about to be stored, in entries of a typical size; refuses more if too much has been
    /// stored lately.
    pub fn charge(&self, payer: String, bytes: usize) -> Result<(), ApiError> {
        self.may_store(&payer)?;
        self.services.entries.charge(payer, 1 + (bytes / ENTRY_BYTES) as u64);
        Ok(())
    }

    /// Refuses rated games to players who have ended too many before they counted.
    pub fn may_play_rated(&self, user: &str) -> Result<(), ApiError> {
        let Some(banned_ms) = self.services.desertions.banned_ms(user, self.services.clock.steady_ms())
        else {
            return Ok(());
        };
        let minutes = match banned_ms.div_euclid(60_000) + 1 {
            1 => "a minute".to_owned(),
            minutes => format!("{minutes} minutes"),
        };
        Err(ApiError::new(
            ErrorCode::Forbidden,
            format!(
                "you have cancelled or missed {} rated games within an hour; you can play rated games again in {minutes}",
                desertions::LIMIT
            ),
        ))
    }

    /// Starts a table's actor.
    fn spawn(
        self: &Arc<TableRegistry>,
        id: String,
        live: LiveTable,
        origin: Option<Origin>,
        away_ms: Option<i64>,
    ) -> Mailbox {
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        let actor = Actor::new(Arc::clone(self), id, live, origin, mailbox.downgrade());
        tokio::spawn(actor.run(messages, away_ms));
        mailbox
    }

    /// Adds a new table whose first entries are already stored.
    pub(super) fn insert_new(self: &Arc<TableRegistry>, id: &str, live: LiveTable, origin: Origin) {
        let mailbox = self.spawn(id.to_owned(), live, Some(origin), None);
        self.tables().insert(id.to_owned(), Arc::new(OnceCell::new_with(Some(mailbox))));
    }

    /// Removes a table that is being unloaded.
    pub(super) fn forget(&self, id: &str) {
        self.tables().remove(id);
    }

    /// Loads every table that was live when the server last stopped, and fills the lobby. Returns the number of resumed
    /// games.
    pub async fn resume(self: &Arc<TableRegistry>) -> Result<usize, ApiError> {
        let store = &self.services.store;
        let last_beat = store.last_heartbeat().await?.unwrap_or_else(|| self.services.clock.steady_ms());
        let all = |stages: Vec<Stage>, before| Filter {
            kind: Some(LogKind::Table),
            stages,
            before,
            limit: 500,
            ..Filter::default()
        };
        let (mut resumed, mut live, mut before) = (0, Vec::new(), None);
        loop {
            let page = store.list(all(vec![Stage::Open, Stage::Live], before)).await?;
            let Some(last) = page.last() else { break };
            before = Some((last.created_ms, last.id.clone()));
            for card in page {
                let summary: serde_json::Value = serde_json::from_str(&card.summary).unwrap_or_default();
                if let (None, Some(host)) = (&card.tournament, summary["host"].as_str()) {
                    self.services.hosts.add(host.to_owned());
                }
                if card.stage == Stage::Open {
                    if super::is_for_lobby(&card) {
                        let row = super::row_of(&self.services, &card).await?;
                        self.services.hub.lobby_change(&card.id, Some(row));
                    }
                    continue;
                }
                // Tables with clocks in days can stay unloaded; the store knows when they are due.
                if card.due_ms.is_some() {
                    continue;
                }
                live.push(card.id);
            }
            // Several at a time: the store and the rules work in parallel.
            let woken = stream::iter(live.drain(..)).map(|id| self.wake_live(id, last_beat));
            resumed += woken.buffer_unordered(AT_ONCE).filter(|back| std::future::ready(*back)).count().await;
        }
        Ok(resumed)
    }

    /// Loads a table that was live when the server last stopped. Was it resumed?
    async fn wake_live(self: &Arc<TableRegistry>, id: String, last_beat: i64) -> bool {
        let cell = Arc::clone(self.tables().entry(id.clone()).or_default());
        match cell.get_or_try_init(|| self.wake(&id, Some(last_beat))).await {
            Ok(_) => true,
            Err(refused) => {
                tracing::error!(table = id, error = refused.message, "cannot resume a live table");
                self.tables().remove(&id);
                false
            }
        }
    }

    /// Loads tables when they are due, until the server stops.
    pub async fn watch(self: Arc<TableRegistry>) {
        loop {
            tokio::time::sleep(WAKE).await;
            let due = Filter {
                kind: Some(LogKind::Table),
                stages: vec![Stage::Open, Stage::Live],
                due_by_ms: Some(self.services.clock.wall_ms()),
                limit: 500,
                ..Filter::default()
            };
            match self.services.store.list(due).await {
                Ok(cards) => {
                    for card in cards {
                        // Once loaded, a table watches the clock on its own.
                        let _ = self.find(&card.id).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "cannot list the tables that are due"),
            }
        }
    }

    /// Lets every table finish what it is doing.
    pub async fn close(&self) {
        let all: Vec<Mailbox> = self.tables().values().filter_map(|cell| cell.get().cloned()).collect();
        let closed = async {
            for mailbox in &all {
                let _ = mailbox.send(TableMessage::Close).await;
            }
            for mailbox in &all {
                mailbox.closed().await;
            }
        };
        // Anything not stored by then was not acknowledged either.
        if tokio::time::timeout(CLOSING, closed).await.is_err() {
            tracing::warn!("some tables did not close in time");
        }
    }
}
