//! The registry: finds tables, loads them from the store, creates new ones.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use floe_games::switches::RuleSet;
use floe_games::{Record, Table, registry};
use floe_referee::live::{LiveTable, TableEvent, template};
use floe_store::{Filter, IndexRow, Lease, LogKind, Stage, Store};
use floe_wire::web::ErrorCode;
use futures_util::{StreamExt, stream};
use tokio::sync::{OnceCell, Semaphore, mpsc, oneshot};
use tokio::task::JoinSet;

use super::actor::{Actor, TableMessage};
use super::following::Role;
use super::origin::Origin;
use crate::clock::Clock;
use crate::cluster::{Cluster, TableNews};
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
/// How many tables of the lobby are read again.
const PAGE: u32 = 500;
/// How many sets of rules are cached.
const RULEBOOK: usize = 500;

/// What every table needs: one of each per server.
pub struct Services {
    /// The store.
    pub store: Arc<dyn Store>,
    /// The connection to NATS, if there is one.
    pub nats: Option<floe_work::Connection>,
    /// This server as one of several, if it is.
    pub cluster: Option<Arc<Cluster>>,
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
    /// The tables that this node owns, with the tokens of their leases.
    held: Mutex<HashMap<String, u64>>,
    /// Leases that this node has got without asking, of tables that are not loaded yet.
    given: Mutex<HashMap<String, Lease>>,
}

impl TableRegistry {
    /// A registry without tables.
    pub fn new(services: Arc<Services>) -> Arc<TableRegistry> {
        Arc::new(TableRegistry {
            services,
            tables: Mutex::default(),
            rules_cache: Mutex::default(),
            held: Mutex::default(),
            given: Mutex::default(),
        })
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

    /// Sends a message that needs no reply, where the table is loaded.
    pub async fn tell(&self, id: &str, message: TableMessage) {
        if let Some(cluster) = &self.services.cluster {
            match &message {
                TableMessage::Chat(line) => {
                    cluster.tell(id, TableNews::Chat { said: line.said.clone(), by_player: line.by_player });
                }
                TableMessage::Renamed(user, person) => {
                    cluster.tell(id, TableNews::Renamed { user: user.clone(), person: person.clone() });
                }
                _ => {}
            }
        }
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
        let role = Role::Alone;
        let nowhere = mpsc::channel(1).0.downgrade();
        let mut actor = Actor::new(Arc::clone(self), id.to_owned(), live, None, nowhere, role);
        actor.load_people().await;
        Ok(actor.record(Some(user)))
    }

    /// Reads a table from its log and starts its actor.
    async fn wake(self: &Arc<TableRegistry>, id: &str, last_beat: Option<i64>) -> Result<Mailbox, ApiError> {
        let (role, last_beat) = match &self.services.cluster {
            None => (Role::Alone, last_beat),
            Some(cluster) => {
                let lease = self.lease_to_load(cluster, id).await?;
                let left_ms = lease.as_ref().and_then(|lease| lease.left_ms);
                (Role::of(lease.as_ref(), &cluster.node()), left_ms.or(last_beat))
            }
        };
        let (live, last_ms) = self.read(id).await?;
        // Negative if the machine's clock was set back while the server was down.
        let away = last_beat.map(|beat| self.services.now_ms(live.is_slow()) - beat.max(last_ms));
        Ok(self.spawn(id.to_owned(), (live, last_ms), None, away, role))
    }

    /// The lease of a table that is being loaded: taken before its log is read, which is then complete. A game that is over
    /// needs no owner until somebody asks something of it.
    async fn lease_to_load(&self, cluster: &Cluster, id: &str) -> Result<Option<Lease>, ApiError> {
        let given = self.given.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).remove(id);
        if given.is_some() {
            return Ok(given);
        }
        match self.card(id).await?.stage {
            Stage::Open | Stage::Live => Ok(Some(cluster.take(id).await?)),
            Stage::Over | Stage::Aborted => Ok(None),
        }
    }

    /// The index row of a table.
    async fn card(&self, id: &str) -> Result<IndexRow, ApiError> {
        let card = self.services.store.index_row(id).await?;
        card.filter(|card| card.kind == LogKind::Table).ok_or_else(|| ApiError::not_found("table"))
    }

    /// This node owns a table with this token, or no longer.
    pub(super) fn hold(&self, id: &str, token: Option<u64>) {
        let mut held = self.held.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match token {
            Some(token) => held.insert(id.to_owned(), token),
            None => held.remove(id),
        };
    }

    /// Goes on with tables whose leases this node has.
    pub async fn adopt(self: &Arc<TableRegistry>, leases: Vec<Lease>, are_new: bool) {
        let new: Vec<Lease> = {
            let held = self.held.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            leases.into_iter().filter(|lease| held.get(&lease.log) != Some(&lease.token)).collect()
        };
        let mut tasks = JoinSet::new();
        for lease in new {
            if tasks.len() >= AT_ONCE {
                tasks.join_next().await;
            }
            let registry = Arc::clone(self);
            tasks.spawn(async move { registry.adopt_one(lease, are_new).await });
        }
        while tasks.join_next().await.is_some() {}
    }

    async fn adopt_one(self: &Arc<TableRegistry>, lease: Lease, is_new: bool) {
        let id = lease.log.clone();
        let loaded = self.tables().get(&id).and_then(|cell| cell.get().cloned());
        if let Some(mailbox) = loaded
            && mailbox.send(TableMessage::Promote(lease.clone())).await.is_ok()
        {
            return;
        }
        // A tournament has its own way.
        if self.card(&id).await.is_err() {
            self.services.hub.tell_tournament_here(&id);
        } else {
            if is_new {
                self.given.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(id.clone(), lease);
            }
            if let Err(refused) = self.find(&id).await {
                tracing::error!(table = id, error = refused.message, "cannot go on with a table");
            }
        }
    }

    /// Sends a message to every loaded table.
    pub async fn tell_all(&self, make: impl Fn() -> TableMessage) {
        let all: Vec<Mailbox> = self.tables().values().filter_map(|cell| cell.get().cloned()).collect();
        for mailbox in all {
            let _ = mailbox.send(make()).await;
        }
    }

    /// Reads the lobby from the store again.
    pub async fn refresh_lobby(&self) {
        let open = Filter {
            kind: Some(LogKind::Table),
            stages: vec![Stage::Open],
            public_only: true,
            limit: PAGE,
            ..Filter::default()
        };
        let Ok(cards) = self.services.store.list(open).await else { return };
        if cards.len() as u32 == PAGE {
            // Announcements alone have to do.
            return;
        }
        let mut rows = Vec::with_capacity(cards.len());
        for card in cards.iter().filter(|card| super::is_for_lobby(card)) {
            match super::row_of(&self.services, card).await {
                Ok(row) => rows.push(row),
                Err(_) => return,
            }
        }
        self.services.hub.set_lobby(rows);
    }

    /// A table rebuilt from its log, and when the log was last written.
    async fn read(&self, id: &str) -> Result<(LiveTable, i64), ApiError> {
        self.card(id).await?;
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
        (live, last_ms): (LiveTable, i64),
        origin: Option<Origin>,
        away_ms: Option<i64>,
        role: Role,
    ) -> Mailbox {
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        let is_new = origin.is_some();
        let mut actor = Actor::new(Arc::clone(self), id, live, origin, mailbox.downgrade(), role.clone());
        actor.last_ms = last_ms;
        match is_new {
            // Its host is counted already.
            true => self.hold(&actor.id, actor.token()),
            false => actor.count_role(&role, true),
        }
        tokio::spawn(actor.run(messages, away_ms));
        mailbox
    }

    /// Adds a new table whose first entries are already stored.
    pub(super) fn insert_new(self: &Arc<TableRegistry>, id: &str, live: LiveTable, origin: Origin) {
        let role = match &self.services.cluster {
            None => Role::Alone,
            // It was taken with the first entry.
            Some(cluster) => Role::Owner { node: cluster.node(), token: 1 },
        };
        let created_ms = live.created_ms();
        let mailbox = self.spawn(id.to_owned(), (live, created_ms), Some(origin), None, role);
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
        // Where there are other servers, they have the tables, and what is without an owner is taken over.
        let is_alone = match &self.services.cluster {
            Some(_) => store.nodes().await?.len() <= 1,
            None => true,
        };
        let (mut resumed, mut live, mut before) = (0, Vec::new(), None);
        loop {
            let page = store.list(all(vec![Stage::Open, Stage::Live], before)).await?;
            let Some(last) = page.last() else { break };
            before = Some((last.created_ms, last.id.clone()));
            for card in page {
                let summary: serde_json::Value = serde_json::from_str(&card.summary).unwrap_or_default();
                if let (None, Some(host), None) =
                    (&card.tournament, summary["host"].as_str(), &self.services.cluster)
                {
                    self.services.hosts.add(host.to_owned());
                }
                if card.stage == Stage::Open {
                    if super::is_for_lobby(&card) {
                        let row = super::row_of(&self.services, &card).await?;
                        self.services.hub.lobby_change_here(&card.id, Some(row));
                    }
                    continue;
                }
                // Tables with clocks in days can stay unloaded; the store knows when they are due.
                if card.due_ms.is_some() || !is_alone {
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
                        if !self.is_owned_elsewhere(&card.id).await {
                            let _ = self.find(&card.id).await;
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "cannot list the tables that are due"),
            }
        }
    }

    /// Does another node watch the clock of a table?
    async fn is_owned_elsewhere(&self, id: &str) -> bool {
        let Some(cluster) = &self.services.cluster else { return false };
        if self.tables().contains_key(id) {
            return true;
        }
        cluster.take(id).await.is_ok_and(|lease| lease.node.is_some_and(|node| !cluster.is(&node)))
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
