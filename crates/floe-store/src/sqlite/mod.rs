//! A store in one SQLite file: the log chained by hashes, one writer that shares its syncs, a mark beside the file that
//! says how far was acknowledged, and a check of all that at every start.

mod append;
mod bulk;
mod chain;
mod changes;
mod copy;
mod fault;
mod files;
mod in_use;
mod keeper;
mod mark;
mod open;
mod read;
mod rows;
mod salvage;
mod verify;
mod writer;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use tokio::sync::{mpsc, watch};

pub use copy::{Checked, check, restore};
pub use salvage::{Salvaged, salvage};

use crate::act::Act;
use crate::{
    Block, Card, ChatLine, Entry, Filter, Rating, RatingChange, Report, Session, Store, StoreError, Token,
    User, Write,
};
use fault::{fault, io_fault};
use keeper::Keeper;
use mark::MarkFile;
use writer::{Desk, Writer};

/// How a store is opened. The defaults suit a server of any size that one machine bears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// So many connections read at once.
    pub readers: u32,
    /// So many writes may wait for the writer; beyond that, whoever writes waits for a place.
    pub queue: usize,
    /// So many writes at most share one sync.
    pub batch: usize,
    /// The database may not grow beyond so many pages of 4 KiB; a write that would need more is answered as by a full
    /// disk. None is no limit but the disk's.
    pub max_pages: Option<u32>,
}

impl Default for Options {
    fn default() -> Options {
        Options { readers: 4, queue: 8192, batch: 512, max_pages: None }
    }
}

/// A store in one file. See `docs/hosting/store.md` for what lies where and what is promised.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    desk: Desk,
    readers: SqlitePool,
    /// When the server was last alive; the least number is never.
    beat_ms: AtomicI64,
}

impl SqliteStore {
    /// Opens a store, making it if there is none. Refuses, in words, a file that another server uses, one with several
    /// names, one of another program, one of a newer floe, and a damaged one ([`StoreError::Damaged`]): everything is
    /// checked first, which takes some seconds for each million entries. Must be called within a Tokio runtime, which the
    /// writer lives in.
    pub async fn open(path: impl AsRef<Path>, options: Options) -> Result<SqliteStore, StoreError> {
        let path = files::resolve(path.as_ref())?;
        files::must_have_one_name(&path)?;
        let mut lock = files::Lock::take(&path)?;
        let mut opened = open::open(&path, &mut lock).await?;
        if let Some(pages) = options.max_pages {
            verify::pragma(&mut opened.conn, "max_page_count", i64::from(pages)).await?;
        }
        let mark_file = MarkFile::open(&files::mark_of(&path), &opened.mark)
            .map_err(|error| io_fault("the mark beside the database", error))?;
        files::sync_folder_of(&path)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(options.readers.max(1))
            .acquire_timeout(Duration::from_secs(60))
            .connect_with(open::to_read(&path))
            .await
            .map_err(fault)?;
        let (sender, jobs) = mpsc::channel(options.queue.max(1));
        let (alive, ended) = watch::channel(());
        let beat_ms = AtomicI64::new(opened.mark.beat_ms.unwrap_or(i64::MIN));
        let writer = Writer {
            conn: opened.conn,
            jobs,
            batch: options.batch.max(1),
            mark: opened.mark,
            mark_file,
            streams: HashMap::new(),
            stopped: None,
            readers: readers.clone(),
            keeper: Keeper::start(&path),
            lock,
            alive,
        };
        tokio::spawn(writer.run());
        Ok(SqliteStore { path, desk: Desk { jobs: sender, alive: ended }, readers, beat_ms })
    }

    /// Where it is: absolute, and without symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, write: Write) -> Result<(), StoreError> {
        self.desk.ask(Act::Append(Box::new(write))).await.map(drop)
    }
    async fn entries(&self, stream: &str, from: u64) -> Result<Vec<Entry>, StoreError> {
        read::entries(&self.readers, stream, from).await.map_err(fault)
    }
    async fn card(&self, id: &str) -> Result<Option<Card>, StoreError> {
        read::card(&self.readers, id).await.map_err(fault)
    }
    async fn cards(&self, filter: Filter) -> Result<Vec<Card>, StoreError> {
        read::cards(&self.readers, filter).await.map_err(fault)
    }
    async fn count_cards(&self, filter: Filter) -> Result<u64, StoreError> {
        read::count_cards(&self.readers, filter).await.map_err(fault)
    }

    async fn put_user(&self, user: User) -> Result<(), StoreError> {
        self.desk.ask(Act::PutUser(Box::new(user))).await.map(drop)
    }
    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        read::user(&self.readers, id).await.map_err(fault)
    }
    async fn users(&self, ids: Vec<String>) -> Result<Vec<User>, StoreError> {
        read::users(&self.readers, ids).await.map_err(fault)
    }
    async fn user_named(&self, name: &str) -> Result<Option<User>, StoreError> {
        read::user_named(&self.readers, name).await.map_err(fault)
    }
    async fn forget_user(&self, id: &str, name: &str) -> Result<(), StoreError> {
        self.desk.ask(Act::ForgetUser { id: id.to_owned(), name: name.to_owned() }).await.map(drop)
    }
    async fn sweep_guests(&self, before_ms: i64) -> Result<u64, StoreError> {
        self.desk.ask(Act::SweepGuests { before_ms }).await
    }

    async fn put_session(&self, session: Session) -> Result<(), StoreError> {
        self.desk.ask(Act::PutSession(session)).await.map(drop)
    }
    async fn session(&self, hash: &[u8], now_ms: i64) -> Result<Option<Session>, StoreError> {
        read::session(&self.readers, hash, now_ms).await.map_err(fault)
    }
    async fn sessions(&self, user: &str, now_ms: i64) -> Result<Vec<Session>, StoreError> {
        read::sessions(&self.readers, user, now_ms).await.map_err(fault)
    }
    async fn drop_session(&self, hash: &[u8]) -> Result<(), StoreError> {
        self.desk.ask(Act::DropSession { hash: hash.to_owned() }).await.map(drop)
    }
    async fn drop_sessions(&self, user: &str, except: Option<Vec<u8>>) -> Result<(), StoreError> {
        self.desk.ask(Act::DropSessions { user: user.to_owned(), except }).await.map(drop)
    }

    async fn put_token(&self, token: Token) -> Result<(), StoreError> {
        self.desk.ask(Act::PutToken(token)).await.map(drop)
    }
    async fn token(&self, hash: &[u8]) -> Result<Option<Token>, StoreError> {
        read::token(&self.readers, hash).await.map_err(fault)
    }
    async fn tokens(&self, user: &str) -> Result<Vec<Token>, StoreError> {
        read::tokens(&self.readers, user).await.map_err(fault)
    }
    async fn drop_token(&self, user: &str, id: &str) -> Result<bool, StoreError> {
        let dropped = self.desk.ask(Act::DropToken { user: user.to_owned(), id: id.to_owned() }).await?;
        Ok(dropped > 0)
    }

    async fn set_block(&self, block: Block, blocked: bool) -> Result<(), StoreError> {
        self.desk.ask(Act::SetBlock { block, blocked }).await.map(drop)
    }
    async fn blocks(&self, user: &str) -> Result<Vec<String>, StoreError> {
        read::blocks(&self.readers, user).await.map_err(fault)
    }

    async fn add_chat(&self, line: ChatLine) -> Result<u64, StoreError> {
        self.desk.ask(Act::AddChat(line)).await
    }
    async fn chat(&self, table: &str, room: &str, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        read::chat(&self.readers, table, room, limit).await.map_err(fault)
    }
    async fn chat_of(&self, user: &str) -> Result<Vec<ChatLine>, StoreError> {
        read::chat_of(&self.readers, user).await.map_err(fault)
    }

    async fn add_report(&self, report: Report) -> Result<u64, StoreError> {
        self.desk.ask(Act::AddReport(report)).await
    }
    async fn reports(&self, open_only: bool, limit: u32) -> Result<Vec<Report>, StoreError> {
        read::reports(&self.readers, open_only, limit).await.map_err(fault)
    }
    async fn reports_by(&self, user: &str) -> Result<Vec<Report>, StoreError> {
        read::reports_by(&self.readers, user).await.map_err(fault)
    }
    async fn settle_report(&self, number: u64, words: &str) -> Result<bool, StoreError> {
        let settled = self.desk.ask(Act::SettleReport { number, words: words.to_owned() }).await?;
        Ok(settled > 0)
    }

    async fn ratings(&self, user: &str) -> Result<Vec<Rating>, StoreError> {
        read::ratings(&self.readers, user).await.map_err(fault)
    }
    async fn rating(&self, user: &str, game: &str) -> Result<Option<Rating>, StoreError> {
        read::rating(&self.readers, user, game).await.map_err(fault)
    }
    async fn leaders(&self, game: &str, deviation: f64, limit: u32) -> Result<Vec<Rating>, StoreError> {
        read::leaders(&self.readers, game, deviation, limit).await.map_err(fault)
    }
    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        limit: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        read::rating_history(&self.readers, user, game, limit).await.map_err(fault)
    }

    async fn beat(&self, now_ms: i64) -> Result<(), StoreError> {
        self.desk.ask(Act::Beat { now_ms }).await?;
        self.beat_ms.store(now_ms, Ordering::Release);
        Ok(())
    }
    async fn last_beat(&self) -> Result<Option<i64>, StoreError> {
        let beat = self.beat_ms.load(Ordering::Acquire);
        Ok((beat != i64::MIN).then_some(beat))
    }
    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        files::must_be_free(to)?;
        let to = files::resolve(to)?;
        let mut reader = self.readers.acquire().await.map_err(fault)?;
        copy::copy(&mut reader, &to).await
    }
    async fn close(&self) {
        self.desk.close().await;
    }
}
