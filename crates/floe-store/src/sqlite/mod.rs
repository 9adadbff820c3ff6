//! A store in one SQLite file: the log chained by hashes, one writer that shares its syncs, and a high-water mark next
//! to the file that records how far was acknowledged. All of that is checked: before startup as far as necessary, the
//! rest in the background.

mod append;
mod background;
mod bulk;
mod changes;
mod checkpointer;
mod copy;
mod errors;
mod files;
mod high_water_mark;
mod in_use;
mod leases;
mod open;
mod pace;
mod place;
mod read;
mod salvage;
mod seal;
mod transfer;
mod verify;
mod writer;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::Connection;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use tokio::sync::{mpsc, watch};

pub use background::BackgroundCheck;
pub use copy::{Checked, check, check_with, restore};
pub use pace::Progress;
pub use salvage::{Salvaged, salvage};
pub(crate) use transfer::{SqliteSource, SqliteTarget};

use crate::health::Health;
use crate::sweep::Sweep;
use crate::write_command::WriteCommand;
use crate::write_queue::WriterHandle;
use crate::{
    Append, Block, ChatLine, Filter, IndexRow, Item, Lease, LeaseCommand, Node, Rating, RatingChange, Report,
    Session, Store, StoreError, StoredEntry, Swept, Token, User,
};
use background::Background;
use checkpointer::Checkpointer;
use errors::{closed, fault, io_fault, is_damage};
use high_water_mark::{HighWaterMark, MarkFile};
use leases::Leases;
use place::Place;
use seal::Seal;
use writer::Writer;

/// How a store is opened. The defaults suit a server of any size on one machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Maximum number of concurrent read connections.
    pub readers: u32,
    /// Maximum length of the writer's queue; beyond that callers wait for a place.
    pub queue: usize,
    /// Maximum number of writes that share one sync.
    pub batch: usize,
    /// Maximum size of the database in pages of 4 KiB; a write that would need more fails as on a full disk. `None`
    /// means no limit.
    pub max_pages: Option<u32>,
    /// A database of up to this many bytes is checked completely before startup, which takes about a second per 32 MiB.
    /// Of a larger one only the end is, and the rest in the background.
    pub full_check_bytes: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { readers: 4, queue: 8192, batch: 512, max_pages: None, full_check_bytes: 32 << 20 }
    }
}

/// A store in one file. See `docs/hosting/storage.md` for its files and guarantees.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    desk: WriterHandle,
    readers: SqlitePool,
    health: Arc<Health>,
    background: watch::Receiver<BackgroundCheck>,
    sweep: Sweep,
    leases: Arc<Leases>,
    /// When the server was last alive; the minimum value means never.
    beat_ms: AtomicI64,
}

impl SqliteStore {
    /// Opens a store, creating it if there is none. Refuses, with a sentence, a file that another server uses, one with
    /// several names, one of another program, one of a newer Floe, and a damaged one ([`StoreError::Damaged`]).
    /// [`Options::full_check_bytes`] controls how much is checked first; see [`SqliteStore::background_check`] for the
    /// rest. Must be called within a Tokio runtime, in which the writer runs.
    pub async fn open(path: impl AsRef<Path>, options: Options) -> Result<SqliteStore, StoreError> {
        let path = files::resolve(path.as_ref())?;
        files::must_have_one_name(&path)?;
        let mut lock = files::Lock::take(&path)?;
        let mut opened = open::open(&path, &mut lock, options.full_check_bytes).await?;
        match SqliteStore::start(&path, &lock, &mut opened, &options).await {
            Ok(started) => Ok(started.run(path, lock, opened, options)),
            Err(error) => {
                // Before the lock is released.
                let _ = opened.conn.close().await;
                Err(error)
            }
        }
    }

    async fn start(
        path: &Path,
        lock: &files::Lock,
        opened: &mut open::Opened,
        options: &Options,
    ) -> Result<Started, StoreError> {
        if let Some(pages) = options.max_pages {
            verify::pragma(&mut opened.conn, "max_page_count", i64::from(pages)).await?;
        }
        let missing = || io_fault(&path.display().to_string(), std::io::ErrorKind::NotFound.into());
        let database = lock.database().ok_or_else(missing)?;
        let place = Place::new(path, database)?;
        let beat_ms = opened.found.or_default().beat_ms;
        let mark = HighWaterMark { head: opened.head, beat_ms, seal: Some(opened.head) };
        let mark_file = MarkFile::open(&files::mark_of(path), &mark)
            .map_err(|error| io_fault("the high-water mark of the database", error))?;
        files::sync_folder_of(path)?;
        let here = place.clone();
        let readers = SqlitePoolOptions::new()
            .max_connections(options.readers.max(1))
            .acquire_timeout(Duration::from_secs(60))
            // A connection opens whatever file has the name then: as few as possible, and none to another file.
            .idle_timeout(None)
            .max_lifetime(None)
            .after_connect(move |_, _| {
                let checked = here.check().map_err(|error| sqlx::Error::Configuration(error.into()));
                Box::pin(async move { checked })
            })
            .connect_with(open::to_read(path))
            .await
            .map_err(fault)?;
        Ok(Started { place, mark, mark_file, readers })
    }

    /// Its path: absolute, and without symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The state of the check of what was not checked before startup.
    pub fn background_check(&self) -> BackgroundCheck {
        self.background.borrow().clone()
    }

    /// Waits until the background check has ended, and returns its outcome.
    pub async fn background_check_ended(&self) -> BackgroundCheck {
        let mut background = self.background.clone();
        let ended = background.wait_for(|state| !matches!(state, BackgroundCheck::Running { .. })).await;
        ended.map_or(BackgroundCheck::Stopped, |state| state.clone())
    }

    /// Waits for a read. If the file turns out to be damaged, nothing more is written to it.
    async fn read<T>(&self, reading: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
        match reading.await {
            Ok(read) => Ok(read),
            Err(error) if is_damage(&error) => {
                let error = fault(error);
                self.desk.damaged(error.clone()).await;
                Err(error)
            }
            Err(error) => Err(fault(error)),
        }
    }
}

/// What a store needs apart from its open database.
struct Started {
    place: Place,
    mark: HighWaterMark,
    mark_file: MarkFile,
    readers: SqlitePool,
}

impl Started {
    fn run(self, path: PathBuf, lock: files::Lock, opened: open::Opened, options: Options) -> SqliteStore {
        let Started { place, mark, mark_file, readers } = self;
        let (sender, jobs) = mpsc::channel(options.queue.max(1));
        let (alive, ended) = watch::channel(());
        let (background, state) = match opened.is_checked {
            true => (None, watch::channel(BackgroundCheck::NotNeeded).1),
            false => {
                let (found, writer) = (opened.found.or_default(), sender.downgrade());
                let (background, state) = Background::start(&path, found, place.clone(), writer);
                (Some(background), state)
            }
        };
        let health = Arc::new(Health::default());
        let leases = Arc::new(Leases::default());
        let writer = Writer {
            conn: opened.conn,
            leases: leases.clone(),
            jobs,
            batch: options.batch.max(1),
            mark,
            saved: mark,
            mark_file,
            seal: Seal::new(mark.head),
            place,
            streams: HashMap::new(),
            stopped: None,
            health: health.clone(),
            readers: readers.clone(),
            keeper: Checkpointer::start(&path),
            background,
            lock,
            alive,
        };
        tokio::spawn(writer.run());
        let beat_ms = AtomicI64::new(mark.beat_ms.unwrap_or(i64::MIN));
        let desk = WriterHandle { jobs: sender, alive: ended };
        SqliteStore {
            path,
            desk,
            readers,
            health,
            background: state,
            sweep: Sweep::default(),
            leases,
            beat_ms,
        }
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, write: Append) -> Result<(), StoreError> {
        self.desk.ask(WriteCommand::Append(Box::new(write))).await.map(drop)
    }
    async fn entries(&self, stream: &str, from: u64) -> Result<Vec<StoredEntry>, StoreError> {
        self.read(read::entries(&self.readers, stream, from)).await
    }
    async fn index_row(&self, id: &str) -> Result<Option<IndexRow>, StoreError> {
        self.read(read::card(&self.readers, id)).await
    }
    async fn list(&self, filter: Filter) -> Result<Vec<IndexRow>, StoreError> {
        self.read(read::list(&self.readers, filter)).await
    }
    async fn count(&self, filter: Filter) -> Result<u64, StoreError> {
        self.read(read::count(&self.readers, filter)).await
    }

    async fn put_user(&self, user: User) -> Result<(), StoreError> {
        self.desk.ask(WriteCommand::PutUser(Box::new(user))).await.map(drop)
    }
    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        self.read(read::user(&self.readers, id)).await
    }
    async fn users(&self, ids: Vec<String>) -> Result<Vec<User>, StoreError> {
        self.read(read::users(&self.readers, ids)).await
    }
    async fn user_named(&self, name: &str) -> Result<Option<User>, StoreError> {
        self.read(read::user_named(&self.readers, name)).await
    }
    async fn forget_user(&self, id: &str, name: &str) -> Result<(), StoreError> {
        self.desk.ask(WriteCommand::ForgetUser { id: id.to_owned(), name: name.to_owned() }).await.map(drop)
    }
    async fn sweep_guests(&self, newcomers_before_ms: i64, now_ms: i64) -> Result<Swept, StoreError> {
        let guests = async |after: (i64, String), limit| {
            self.read(read::guests(&self.readers, newcomers_before_ms, &after, limit)).await
        };
        self.sweep.run(&self.desk, newcomers_before_ms, now_ms, guests).await
    }

    async fn put_session(&self, session: Session) -> Result<(), StoreError> {
        self.desk.ask(WriteCommand::PutSession(session)).await.map(drop)
    }
    async fn session(&self, hash: &[u8], now_ms: i64) -> Result<Option<Session>, StoreError> {
        self.read(read::session(&self.readers, hash, now_ms)).await
    }
    async fn sessions(&self, user: &str, now_ms: i64) -> Result<Vec<Session>, StoreError> {
        self.read(read::sessions(&self.readers, user, now_ms)).await
    }
    async fn drop_session(&self, hash: &[u8]) -> Result<(), StoreError> {
        self.desk.ask(WriteCommand::DropSession { hash: hash.to_owned() }).await.map(drop)
    }
    async fn drop_sessions(&self, user: &str, except: Option<Vec<u8>>) -> Result<(), StoreError> {
        self.desk.ask(WriteCommand::DropSessions { user: user.to_owned(), except }).await.map(drop)
    }

    async fn put_token(&self, token: Token) -> Result<(), StoreError> {
        self.desk.ask(WriteCommand::PutToken(token)).await.map(drop)
    }
    async fn token(&self, hash: &[u8]) -> Result<Option<Token>, StoreError> {
        self.read(read::token(&self.readers, hash)).await
    }
    async fn tokens(&self, user: &str) -> Result<Vec<Token>, StoreError> {
        self.read(read::tokens(&self.readers, user)).await
    }
    async fn drop_token(&self, user: &str, id: &str) -> Result<bool, StoreError> {
        let dropped =
            self.desk.ask(WriteCommand::DropToken { user: user.to_owned(), id: id.to_owned() }).await?;
        Ok(dropped > 0)
    }

    async fn set_block(&self, block: Block, blocked: bool) -> Result<(), StoreError> {
        self.desk.ask(WriteCommand::SetBlock { block, blocked }).await.map(drop)
    }
    async fn blocks(&self, user: &str) -> Result<Vec<String>, StoreError> {
        self.read(read::blocks(&self.readers, user)).await
    }

    async fn put_item(&self, item: Item, replace: bool) -> Result<bool, StoreError> {
        Ok(self.desk.ask(WriteCommand::PutItem { item, replace }).await? > 0)
    }
    async fn items(&self, user: &str, kind: &str) -> Result<Vec<Item>, StoreError> {
        self.read(read::items(&self.readers, user, kind)).await
    }
    async fn drop_item(&self, user: &str, kind: &str, key: &str) -> Result<bool, StoreError> {
        let (user, kind, key) = (user.to_owned(), kind.to_owned(), key.to_owned());
        Ok(self.desk.ask(WriteCommand::DropItem { user, kind, key }).await? > 0)
    }

    async fn add_chat(&self, line: ChatLine) -> Result<u64, StoreError> {
        self.desk.ask(WriteCommand::AddChat(line)).await
    }
    async fn chat(&self, table: &str, room: &str, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        self.read(read::chat(&self.readers, table, room, limit)).await
    }
    async fn chat_of(&self, user: &str) -> Result<Vec<ChatLine>, StoreError> {
        self.read(read::chat_of(&self.readers, user)).await
    }

    async fn add_report(&self, report: Report) -> Result<u64, StoreError> {
        self.desk.ask(WriteCommand::AddReport(report)).await
    }
    async fn reports(&self, open_only: bool, limit: u32) -> Result<Vec<Report>, StoreError> {
        self.read(read::reports(&self.readers, open_only, limit)).await
    }
    async fn reports_by(&self, user: &str) -> Result<Vec<Report>, StoreError> {
        self.read(read::reports_by(&self.readers, user)).await
    }
    async fn resolve_report(&self, number: u64, words: &str) -> Result<bool, StoreError> {
        let settled = self.desk.ask(WriteCommand::SettleReport { number, words: words.to_owned() }).await?;
        Ok(settled > 0)
    }

    async fn ratings(&self, user: &str) -> Result<Vec<Rating>, StoreError> {
        self.read(read::ratings(&self.readers, user)).await
    }
    async fn rating(&self, user: &str, game: &str) -> Result<Option<Rating>, StoreError> {
        self.read(read::rating(&self.readers, user, game)).await
    }
    async fn leaders(&self, game: &str, deviation: f64, limit: u32) -> Result<Vec<Rating>, StoreError> {
        self.read(read::leaders(&self.readers, game, deviation, limit)).await
    }
    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        limit: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        self.read(read::rating_history(&self.readers, user, game, limit)).await
    }

    async fn heartbeat(&self, now_ms: i64) -> Result<(), StoreError> {
        self.desk.ask(WriteCommand::Beat { now_ms }).await?;
        self.beat_ms.store(now_ms, Ordering::Release);
        Ok(())
    }
    async fn last_heartbeat(&self) -> Result<Option<i64>, StoreError> {
        let beat = self.beat_ms.load(Ordering::Acquire);
        Ok((beat != i64::MIN).then_some(beat))
    }
    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        files::must_be_free(to)?;
        let to = files::resolve(to)?;
        let mut reader = self.readers.acquire().await.map_err(fault)?;
        copy::copy(&mut reader, &to).await
    }
    async fn join_node(&self, node: &str, lease_ms: u64, clock_ms: i64) -> Result<String, StoreError> {
        let node = node.to_owned();
        self.desk.ask(WriteCommand::Lease(LeaseCommand::Join { node, lease_ms, clock_ms })).await?;
        Ok("sqlite".to_owned())
    }
    async fn renew_node(&self, node: &str, lease_ms: u64, clock_ms: i64) -> Result<bool, StoreError> {
        let node = node.to_owned();
        Ok(self.desk.ask(WriteCommand::Lease(LeaseCommand::Renew { node, lease_ms, clock_ms })).await? > 0)
    }
    async fn leave_node(&self, node: &str, clock_ms: i64) -> Result<(), StoreError> {
        let node = node.to_owned();
        self.desk.ask(WriteCommand::Lease(LeaseCommand::Leave { node, clock_ms })).await.map(drop)
    }
    async fn nodes(&self) -> Result<Vec<Node>, StoreError> {
        Ok(self.leases.book().nodes(self.leases.now_ms()))
    }
    async fn take_lease(&self, log: &str, node: &str) -> Result<Lease, StoreError> {
        let command = LeaseCommand::Take { log: log.to_owned(), node: node.to_owned() };
        self.desk.ask(WriteCommand::Lease(command)).await?;
        Ok(self.leases.book().lease(log))
    }
    async fn release_lease(&self, log: &str, token: u64, clock_ms: i64) -> Result<bool, StoreError> {
        let log = log.to_owned();
        Ok(self.desk.ask(WriteCommand::Lease(LeaseCommand::Release { log, token, clock_ms })).await? > 0)
    }
    async fn take_over(&self, node: &str, limit: u32) -> Result<u64, StoreError> {
        let node = node.to_owned();
        self.desk.ask(WriteCommand::Lease(LeaseCommand::TakeOver { node, limit })).await
    }
    async fn leases(&self, node: &str) -> Result<Vec<Lease>, StoreError> {
        Ok(self.leases.book().leases(node))
    }

    fn health(&self) -> Result<(), StoreError> {
        match self.health.get() {
            Some(error) => Err(error),
            None if self.desk.jobs.is_closed() => Err(closed()),
            None => Ok(()),
        }
    }
    async fn close(&self) {
        self.desk.close().await;
    }
}
