//! A store in a PostgreSQL database, which any number of servers may use at once: a chain of hashes for each log, logs
//! partitioned by the month in which they were created, and one writer for each store that shares its commits.

mod append;
mod changes;
mod connect;
mod errors;
mod leases;
mod limits;
mod read;
mod transfer;
mod writer;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::postgres::{PgPool, PgPoolOptions};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep};

pub use connect::{is_address, without_password};
pub(crate) use transfer::{PostgresSource, PostgresTarget};

use crate::error::closed;
use crate::health::Health;
use crate::sweep::Sweep;
use crate::write_command::WriteCommand;
use crate::write_queue::WriterHandle;
use crate::{
    Append, Block, ChatLine, Filter, IndexRow, Item, Lease, LeaseCommand, Node, Rating, RatingChange, Report,
    Session, Store, StoreError, StoredEntry, Swept, Token, User,
};
use connect::{Address, Purpose};
use errors::{fault, is_damage, is_lost};
use writer::Writer;

/// How a store in PostgreSQL is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostgresOptions {
    /// Maximum number of concurrent read connections. The writer has one more.
    pub readers: u32,
    /// Maximum length of the writer's queue; beyond that callers wait for a place.
    pub queue: usize,
    /// Maximum number of writes that share one commit.
    pub batch: usize,
    /// How long calls wait for a database that cannot be reached, as during its restart, before they fail.
    pub patience: Duration,
}

impl Default for PostgresOptions {
    fn default() -> PostgresOptions {
        PostgresOptions { readers: 8, queue: 8192, batch: 512, patience: Duration::from_secs(10) }
    }
}

/// The pause before a read is tried again.
const PAUSE: Duration = Duration::from_millis(100);

/// A store in a PostgreSQL database. See `docs/hosting/storage.md` for its guarantees.
#[derive(Debug)]
pub struct PostgresStore {
    address: Address,
    patience: Duration,
    desk: WriterHandle,
    readers: PgPool,
    health: Arc<Health>,
    sweep: Sweep,
}

impl PostgresStore {
    /// Opens a store at `postgres://USER:PASSWORD@HOST:PORT/DATABASE`; the database must exist. Creates the schema `floe`
    /// in it, or brings it up to date. Refuses, with a sentence, a server that is too old, is a standby or does not sync,
    /// and a schema of a newer Floe. Must be called within a Tokio runtime, in which the writer runs.
    pub async fn open(url: &str, options: PostgresOptions) -> Result<PostgresStore, StoreError> {
        let address = Address::parse(url)?;
        let mut conn = connect::open(&address, Purpose::Serve).await?;
        // Stores that were not closed in order leave their row behind.
        sqlx::query("DELETE FROM writers WHERE at < now() - INTERVAL '30 days'")
            .execute(&mut conn)
            .await
            .map_err(fault)?;
        let id: String = sqlx::query_scalar(
            "INSERT INTO writers (id, batch) VALUES (replace(gen_random_uuid()::TEXT, '-', ''), 0) RETURNING id",
        )
        .fetch_one(&mut conn)
        .await
        .map_err(fault)?;
        let readers = PgPoolOptions::new()
            .max_connections(options.readers.max(1))
            .acquire_timeout(options.patience.max(Duration::from_secs(1)))
            .after_connect(|conn, _| {
                Box::pin(async move {
                    connect::set_up(conn, Purpose::Serve).await?;
                    // Planning costs little; a plan made for other values may cost much.
                    sqlx::raw_sql("SET plan_cache_mode = force_custom_plan").execute(conn).await.map(drop)
                })
            })
            .connect_lazy_with(address.options(Purpose::Serve));
        let (jobs, queue) = mpsc::channel(options.queue.max(1));
        let (alive, ended) = watch::channel(());
        let health = Arc::new(Health::default());
        let writer = Writer {
            address: address.clone(),
            conn: Some(conn),
            jobs: queue,
            batch: options.batch.max(1),
            patience: options.patience,
            id,
            number: 0,
            partitions: HashSet::new(),
            stopped: None,
            health: health.clone(),
            readers: readers.clone(),
            alive,
        };
        tokio::spawn(writer.run());
        let desk = WriterHandle { jobs, alive: ended };
        let patience = options.patience;
        Ok(PostgresStore { address, patience, desk, readers, health, sweep: Sweep::default() })
    }

    /// Its address, without the password.
    pub fn address(&self) -> &str {
        self.address.shown()
    }

    async fn write(&self, command: WriteCommand) -> Result<u64, StoreError> {
        limits::check(&command)?;
        self.desk.ask(command).await
    }

    /// Runs a query, and again while the database cannot be reached: a query changes nothing. If data turns out to be
    /// damaged, nothing more is written.
    async fn read<T, F>(&self, query: impl Fn() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, sqlx::Error>>,
    {
        let deadline = Instant::now() + self.patience;
        loop {
            match query().await {
                Ok(read) => return Ok(read),
                Err(error) if is_lost(&error) && Instant::now() < deadline => sleep(PAUSE).await,
                Err(error) if is_damage(&error) => {
                    let error = fault(error);
                    self.desk.damaged(error.clone()).await;
                    return Err(error);
                }
                Err(error) => return Err(fault(error)),
            }
        }
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, write: Append) -> Result<(), StoreError> {
        self.write(WriteCommand::Append(Box::new(write))).await.map(drop)
    }
    async fn entries(&self, stream: &str, from: u64) -> Result<Vec<StoredEntry>, StoreError> {
        self.read(|| read::entries(&self.readers, stream, from)).await
    }
    async fn index_row(&self, id: &str) -> Result<Option<IndexRow>, StoreError> {
        self.read(|| read::card(&self.readers, id)).await
    }
    async fn list(&self, filter: Filter) -> Result<Vec<IndexRow>, StoreError> {
        self.read(|| read::list(&self.readers, &filter)).await
    }
    async fn count(&self, filter: Filter) -> Result<u64, StoreError> {
        self.read(|| read::count(&self.readers, &filter)).await
    }

    async fn put_user(&self, user: User) -> Result<(), StoreError> {
        self.write(WriteCommand::PutUser(Box::new(user))).await.map(drop)
    }
    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        self.read(|| read::user(&self.readers, id)).await
    }
    async fn users(&self, ids: Vec<String>) -> Result<Vec<User>, StoreError> {
        self.read(|| read::users(&self.readers, &ids)).await
    }
    async fn user_named(&self, name: &str) -> Result<Option<User>, StoreError> {
        self.read(|| read::user_named(&self.readers, name)).await
    }
    async fn forget_user(&self, id: &str, name: &str) -> Result<(), StoreError> {
        self.write(WriteCommand::ForgetUser { id: id.to_owned(), name: name.to_owned() }).await.map(drop)
    }
    async fn sweep_guests(&self, newcomers_before_ms: i64, now_ms: i64) -> Result<Swept, StoreError> {
        let guests = async |after: (i64, String), limit| {
            self.read(|| read::guests(&self.readers, newcomers_before_ms, &after, limit)).await
        };
        self.sweep.run(&self.desk, newcomers_before_ms, now_ms, guests).await
    }

    async fn put_session(&self, session: Session) -> Result<(), StoreError> {
        self.write(WriteCommand::PutSession(session)).await.map(drop)
    }
    async fn session(&self, hash: &[u8], now_ms: i64) -> Result<Option<Session>, StoreError> {
        self.read(|| read::session(&self.readers, hash, now_ms)).await
    }
    async fn sessions(&self, user: &str, now_ms: i64) -> Result<Vec<Session>, StoreError> {
        self.read(|| read::sessions(&self.readers, user, now_ms)).await
    }
    async fn drop_session(&self, hash: &[u8]) -> Result<(), StoreError> {
        self.write(WriteCommand::DropSession { hash: hash.to_owned() }).await.map(drop)
    }
    async fn drop_sessions(&self, user: &str, except: Option<Vec<u8>>) -> Result<(), StoreError> {
        self.write(WriteCommand::DropSessions { user: user.to_owned(), except }).await.map(drop)
    }

    async fn put_token(&self, token: Token) -> Result<(), StoreError> {
        self.write(WriteCommand::PutToken(token)).await.map(drop)
    }
    async fn token(&self, hash: &[u8]) -> Result<Option<Token>, StoreError> {
        self.read(|| read::token(&self.readers, hash)).await
    }
    async fn tokens(&self, user: &str) -> Result<Vec<Token>, StoreError> {
        self.read(|| read::tokens(&self.readers, user)).await
    }
    async fn drop_token(&self, user: &str, id: &str) -> Result<bool, StoreError> {
        Ok(self.write(WriteCommand::DropToken { user: user.to_owned(), id: id.to_owned() }).await? > 0)
    }

    async fn set_block(&self, block: Block, blocked: bool) -> Result<(), StoreError> {
        self.write(WriteCommand::SetBlock { block, blocked }).await.map(drop)
    }
    async fn blocks(&self, user: &str) -> Result<Vec<String>, StoreError> {
        self.read(|| read::blocks(&self.readers, user)).await
    }

    async fn put_item(&self, item: Item, replace: bool) -> Result<bool, StoreError> {
        Ok(self.write(WriteCommand::PutItem { item, replace }).await? > 0)
    }
    async fn items(&self, user: &str, kind: &str) -> Result<Vec<Item>, StoreError> {
        self.read(|| read::items(&self.readers, user, kind)).await
    }
    async fn drop_item(&self, user: &str, kind: &str, key: &str) -> Result<bool, StoreError> {
        let (user, kind, key) = (user.to_owned(), kind.to_owned(), key.to_owned());
        Ok(self.write(WriteCommand::DropItem { user, kind, key }).await? > 0)
    }

    async fn add_chat(&self, line: ChatLine) -> Result<u64, StoreError> {
        self.write(WriteCommand::AddChat(line)).await
    }
    async fn chat(&self, table: &str, room: &str, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        self.read(|| read::chat(&self.readers, table, room, limit)).await
    }
    async fn chat_of(&self, user: &str) -> Result<Vec<ChatLine>, StoreError> {
        self.read(|| read::chat_of(&self.readers, user)).await
    }

    async fn add_report(&self, report: Report) -> Result<u64, StoreError> {
        self.write(WriteCommand::AddReport(report)).await
    }
    async fn reports(&self, open_only: bool, limit: u32) -> Result<Vec<Report>, StoreError> {
        self.read(|| read::reports(&self.readers, open_only, limit)).await
    }
    async fn reports_by(&self, user: &str) -> Result<Vec<Report>, StoreError> {
        self.read(|| read::reports_by(&self.readers, user)).await
    }
    async fn resolve_report(&self, number: u64, words: &str) -> Result<bool, StoreError> {
        Ok(self.write(WriteCommand::SettleReport { number, words: words.to_owned() }).await? > 0)
    }

    async fn ratings(&self, user: &str) -> Result<Vec<Rating>, StoreError> {
        self.read(|| read::ratings(&self.readers, user)).await
    }
    async fn rating(&self, user: &str, game: &str) -> Result<Option<Rating>, StoreError> {
        self.read(|| read::rating(&self.readers, user, game)).await
    }
    async fn leaders(&self, game: &str, deviation: f64, limit: u32) -> Result<Vec<Rating>, StoreError> {
        self.read(|| read::leaders(&self.readers, game, deviation, limit)).await
    }
    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        limit: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        self.read(|| read::rating_history(&self.readers, user, game, limit)).await
    }

    async fn join_node(&self, node: &str, lease_ms: u64, clock_ms: i64) -> Result<String, StoreError> {
        let node = node.to_owned();
        self.write(WriteCommand::Lease(LeaseCommand::Join { node, lease_ms, clock_ms })).await?;
        self.read(|| leases::store_id(&self.readers)).await
    }
    async fn renew_node(&self, node: &str, lease_ms: u64, clock_ms: i64) -> Result<bool, StoreError> {
        let node = node.to_owned();
        Ok(self.write(WriteCommand::Lease(LeaseCommand::Renew { node, lease_ms, clock_ms })).await? > 0)
    }
    async fn leave_node(&self, node: &str, clock_ms: i64) -> Result<(), StoreError> {
        let node = node.to_owned();
        self.write(WriteCommand::Lease(LeaseCommand::Leave { node, clock_ms })).await.map(drop)
    }
    async fn nodes(&self) -> Result<Vec<Node>, StoreError> {
        self.read(|| leases::nodes(&self.readers)).await
    }
    async fn take_lease(&self, log: &str, node: &str) -> Result<Lease, StoreError> {
        let command = LeaseCommand::Take { log: log.to_owned(), node: node.to_owned() };
        self.write(WriteCommand::Lease(command)).await?;
        self.read(|| leases::lease_of(&self.readers, log)).await
    }
    async fn release_lease(&self, log: &str, token: u64, clock_ms: i64) -> Result<bool, StoreError> {
        let log = log.to_owned();
        Ok(self.write(WriteCommand::Lease(LeaseCommand::Release { log, token, clock_ms })).await? > 0)
    }
    async fn take_over(&self, node: &str, limit: u32) -> Result<u64, StoreError> {
        let node = node.to_owned();
        self.write(WriteCommand::Lease(LeaseCommand::TakeOver { node, limit })).await
    }
    async fn leases(&self, node: &str) -> Result<Vec<Lease>, StoreError> {
        self.read(|| leases::leases(&self.readers, node)).await
    }

    fn health(&self) -> Result<(), StoreError> {
        match self.health.get() {
            Some(error) => Err(error),
            None if self.desk.jobs.is_closed() => Err(closed()),
            None => Ok(()),
        }
    }
    async fn heartbeat(&self, now_ms: i64) -> Result<(), StoreError> {
        self.write(WriteCommand::Beat { now_ms }).await.map(drop)
    }
    async fn last_heartbeat(&self) -> Result<Option<i64>, StoreError> {
        self.read(|| read::heartbeat(&self.readers)).await
    }
    /// Writes a file that [`crate::SqliteStore`] opens.
    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let source = PostgresSource::open_in_use(&self.address).await?;
        crate::transfer::to_file(source, to).await.map(drop)
    }
    async fn close(&self) {
        self.desk.close().await;
    }
}
