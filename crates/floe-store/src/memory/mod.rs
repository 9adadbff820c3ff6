//! A store in memory, for tests: writes can be held back, lost as in a crash, or refused as by a full disk.

mod state;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tokio::sync::oneshot;

use crate::write_command::{WriteCommand, folded};
use crate::{
    Append, Block, ChatLine, Filter, IndexRow, Item, Lease, LeaseCommand, Node, Rating, RatingChange, Report,
    Session, Store, StoreError, StoredEntry, Swept, Token, User,
};
use state::State;

/// A store in memory. Acknowledged writes count as synced; while syncs are held back, nothing is acknowledged and
/// pending writes cannot be read.
#[derive(Debug, Default)]
pub struct MemoryStore {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    state: State,
    waiting: VecDeque<(WriteCommand, oneshot::Sender<Result<u64, StoreError>>)>,
    held: bool,
    full: bool,
    ended: bool,
    /// The next write to a log is stored, but its caller is not told.
    unanswered: bool,
    /// Why the last write failed.
    failed: Option<StoreError>,
}

impl Inner {
    fn drain(&mut self) {
        while let Some((act, reply)) = self.waiting.pop_front() {
            let beat = matches!(act, WriteCommand::Beat { .. });
            let is_append = matches!(act, WriteCommand::Append(_));
            let mut result = if self.full && !beat { Err(StoreError::Full) } else { self.state.apply(act) };
            if is_append && result.is_ok() && std::mem::take(&mut self.unanswered) {
                result = Err(StoreError::Unconfirmed);
            }
            match &result {
                Err(error @ StoreError::Full) => self.failed = Some(error.clone()),
                // A heartbeat of an unhealthy store tries to write.
                Ok(_) if !self.full => self.failed = None,
                _ => {}
            }
            // The caller may have stopped waiting.
            let _ = reply.send(result);
        }
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// From now on nothing is synced: calls that write wait.
    pub fn hold(&self) {
        self.inner().held = true;
    }

    /// Syncs pending writes in order, and all later ones.
    pub fn release(&self) {
        let mut inner = self.inner();
        inner.held = false;
        inner.drain();
    }

    /// The number of pending writes.
    pub fn waiting(&self) -> usize {
        self.inner().waiting.len()
    }

    /// Simulates a crash: returns a store with what was synced and nothing else. This one no longer responds.
    pub fn crash(&self) -> MemoryStore {
        let mut inner = self.inner();
        inner.ended = true;
        inner.waiting.clear();
        MemoryStore {
            inner: Mutex::new(Inner { state: std::mem::take(&mut inner.state), ..Inner::default() }),
        }
    }

    /// The disk is full: calls that write return [`StoreError::Full`].
    pub fn fill(&self) {
        self.inner().full = true;
    }

    /// There is room again.
    pub fn make_room(&self) {
        self.inner().full = false;
    }

    /// The next write to a log is stored, but its caller gets [`StoreError::Unconfirmed`], as if the database had gone away
    /// during the commit.
    pub fn lose_an_answer(&self) {
        self.inner().unanswered = true;
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A test that panicked elsewhere has left nothing half done: every command is applied in one go.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn ask(&self, act: WriteCommand) -> Result<u64, StoreError> {
        act.check()?;
        let (reply, answer) = oneshot::channel();
        {
            let mut inner = self.inner();
            if inner.ended {
                return Err(ended());
            }
            inner.waiting.push_back((act, reply));
            if !inner.held {
                inner.drain();
            }
        }
        answer.await.unwrap_or_else(|_| Err(ended()))
    }

    fn read<T>(&self, look: impl FnOnce(&State) -> T) -> Result<T, StoreError> {
        let inner = self.inner();
        if inner.ended { Err(ended()) } else { Ok(look(&inner.state)) }
    }
}

fn ended() -> StoreError {
    StoreError::Failed("it is closed".to_owned())
}

/// The last `limit` items, in order.
fn last<T: Clone>(all: Vec<&T>, limit: u32) -> Vec<T> {
    let skip = all.len().saturating_sub(limit as usize);
    all.into_iter().skip(skip).cloned().collect()
}

#[async_trait]
impl Store for MemoryStore {
    async fn append(&self, write: Append) -> Result<(), StoreError> {
        self.ask(WriteCommand::Append(Box::new(write))).await.map(drop)
    }
    async fn entries(&self, stream: &str, from: u64) -> Result<Vec<StoredEntry>, StoreError> {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        self.read(|state| state.logs.get(stream).into_iter().flatten().skip(from).cloned().collect())
    }
    async fn index_row(&self, id: &str) -> Result<Option<IndexRow>, StoreError> {
        self.read(|state| state.cards.get(id).cloned())
    }
    async fn list(&self, filter: Filter) -> Result<Vec<IndexRow>, StoreError> {
        self.read(|state| state.list(&filter))
    }
    async fn count(&self, filter: Filter) -> Result<u64, StoreError> {
        let filter = Filter { before: None, limit: u32::MAX, ..filter };
        self.read(|state| state.list(&filter).len() as u64)
    }

    async fn put_user(&self, user: User) -> Result<(), StoreError> {
        self.ask(WriteCommand::PutUser(Box::new(user))).await.map(drop)
    }
    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        self.read(|state| state.users.get(id).cloned())
    }
    async fn users(&self, ids: Vec<String>) -> Result<Vec<User>, StoreError> {
        self.read(|state| {
            let mut found: Vec<User> = Vec::new();
            for user in ids.iter().filter_map(|id| state.users.get(id)) {
                if !found.iter().any(|other| other.id == user.id) {
                    found.push(user.clone());
                }
            }
            found
        })
    }
    async fn user_named(&self, name: &str) -> Result<Option<User>, StoreError> {
        let key = folded(name);
        self.read(|state| state.users.values().find(|user| folded(&user.name) == key).cloned())
    }
    async fn forget_user(&self, id: &str, name: &str) -> Result<(), StoreError> {
        self.ask(WriteCommand::ForgetUser { id: id.to_owned(), name: name.to_owned() }).await.map(drop)
    }
    async fn sweep_guests(&self, newcomers_before_ms: i64, now_ms: i64) -> Result<Swept, StoreError> {
        self.ask(WriteCommand::DropExpired { now_ms, limit: u32::MAX }).await?;
        let ids = self.read(|state| state.guests(newcomers_before_ms))?;
        let (sat, idle) = self.read(|state| ids.into_iter().partition(|id| state.sits(id)))?;
        let deleted = self.ask(WriteCommand::DropGuests { ids: idle, since_ms: newcomers_before_ms }).await?;
        let forgotten = self.ask(WriteCommand::ForgetGuests { ids: sat, now_ms }).await?;
        Ok(Swept { deleted, forgotten, more: false })
    }

    async fn put_session(&self, session: Session) -> Result<(), StoreError> {
        self.ask(WriteCommand::PutSession(session)).await.map(drop)
    }
    async fn session(&self, hash: &[u8], now_ms: i64) -> Result<Option<Session>, StoreError> {
        self.read(|state| state.sessions.get(hash).filter(|session| session.expires_ms > now_ms).cloned())
    }
    async fn sessions(&self, user: &str, now_ms: i64) -> Result<Vec<Session>, StoreError> {
        self.read(|state| {
            let live = |session: &&Session| session.user == user && session.expires_ms > now_ms;
            let mut sessions: Vec<Session> = state.sessions.values().filter(live).cloned().collect();
            sessions.sort_by_key(|session| session.created_ms);
            sessions
        })
    }
    async fn drop_session(&self, hash: &[u8]) -> Result<(), StoreError> {
        self.ask(WriteCommand::DropSession { hash: hash.to_owned() }).await.map(drop)
    }
    async fn drop_sessions(&self, user: &str, except: Option<Vec<u8>>) -> Result<(), StoreError> {
        self.ask(WriteCommand::DropSessions { user: user.to_owned(), except }).await.map(drop)
    }

    async fn put_token(&self, token: Token) -> Result<(), StoreError> {
        self.ask(WriteCommand::PutToken(token)).await.map(drop)
    }
    async fn token(&self, hash: &[u8]) -> Result<Option<Token>, StoreError> {
        self.read(|state| state.tokens.iter().find(|token| token.hash == hash).cloned())
    }
    async fn tokens(&self, user: &str) -> Result<Vec<Token>, StoreError> {
        self.read(|state| {
            let mut tokens: Vec<Token> =
                state.tokens.iter().filter(|token| token.user == user).cloned().collect();
            tokens.sort_by_key(|token| token.created_ms);
            tokens
        })
    }
    async fn drop_token(&self, user: &str, id: &str) -> Result<bool, StoreError> {
        Ok(self.ask(WriteCommand::DropToken { user: user.to_owned(), id: id.to_owned() }).await? > 0)
    }

    async fn set_block(&self, block: Block, blocked: bool) -> Result<(), StoreError> {
        self.ask(WriteCommand::SetBlock { block, blocked }).await.map(drop)
    }
    async fn blocks(&self, user: &str) -> Result<Vec<String>, StoreError> {
        self.read(|state| {
            state.blocks.iter().filter(|(who, _)| who == user).map(|(_, whom)| whom.clone()).collect()
        })
    }

    async fn put_item(&self, item: Item, replace: bool) -> Result<bool, StoreError> {
        Ok(self.ask(WriteCommand::PutItem { item, replace }).await? > 0)
    }
    async fn items(&self, user: &str, kind: &str) -> Result<Vec<Item>, StoreError> {
        self.read(|state| {
            let own = state.items.values().filter(|item| item.user == user && item.kind == kind);
            own.cloned().collect()
        })
    }
    async fn drop_item(&self, user: &str, kind: &str, key: &str) -> Result<bool, StoreError> {
        let (user, kind, key) = (user.to_owned(), kind.to_owned(), key.to_owned());
        Ok(self.ask(WriteCommand::DropItem { user, kind, key }).await? > 0)
    }

    async fn add_chat(&self, line: ChatLine) -> Result<u64, StoreError> {
        self.ask(WriteCommand::AddChat(line)).await
    }
    async fn chat(&self, table: &str, room: &str, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        self.read(|state| {
            last(state.chat.iter().filter(|line| line.table == table && line.room == room).collect(), limit)
        })
    }
    async fn chat_of(&self, user: &str) -> Result<Vec<ChatLine>, StoreError> {
        self.read(|state| state.chat.iter().filter(|line| line.user == user).cloned().collect())
    }

    async fn add_report(&self, report: Report) -> Result<u64, StoreError> {
        self.ask(WriteCommand::AddReport(report)).await
    }
    async fn reports(&self, open_only: bool, limit: u32) -> Result<Vec<Report>, StoreError> {
        self.read(|state| {
            let reports = state.reports.values().rev();
            let wanted = reports.filter(|report| !open_only || report.settled.is_none());
            wanted.take(limit as usize).cloned().collect()
        })
    }
    async fn reports_by(&self, user: &str) -> Result<Vec<Report>, StoreError> {
        self.read(|state| state.reports.values().filter(|report| report.by == user).cloned().collect())
    }
    async fn resolve_report(&self, number: u64, words: &str) -> Result<bool, StoreError> {
        Ok(self.ask(WriteCommand::SettleReport { number, words: words.to_owned() }).await? > 0)
    }

    async fn ratings(&self, user: &str) -> Result<Vec<Rating>, StoreError> {
        self.read(|state| state.ratings.values().filter(|rating| rating.user == user).cloned().collect())
    }
    async fn rating(&self, user: &str, game: &str) -> Result<Option<Rating>, StoreError> {
        self.read(|state| state.ratings.get(&(user.to_owned(), game.to_owned())).cloned())
    }
    async fn leaders(&self, game: &str, deviation: f64, limit: u32) -> Result<Vec<Rating>, StoreError> {
        self.read(|state| {
            let mut best: Vec<Rating> = state
                .ratings
                .values()
                .filter(|rating| rating.game == game && rating.deviation <= deviation)
                .cloned()
                .collect();
            // Users are already in order, and the sort is stable.
            best.sort_by(|a, b| b.rating.total_cmp(&a.rating));
            best.truncate(limit as usize);
            best
        })
    }
    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        limit: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        self.read(|state| {
            let whose = |change: &&RatingChange| change.after.user == user && change.after.game == game;
            last(state.changes.iter().filter(whose).collect(), limit)
        })
    }

    async fn join_node(&self, node: &str, lease_ms: u64, clock_ms: i64) -> Result<String, StoreError> {
        let node = node.to_owned();
        self.ask(WriteCommand::Lease(LeaseCommand::Join { node, lease_ms, clock_ms })).await?;
        Ok("memory".to_owned())
    }
    async fn renew_node(&self, node: &str, lease_ms: u64, clock_ms: i64) -> Result<bool, StoreError> {
        let node = node.to_owned();
        Ok(self.ask(WriteCommand::Lease(LeaseCommand::Renew { node, lease_ms, clock_ms })).await? > 0)
    }
    async fn leave_node(&self, node: &str, clock_ms: i64) -> Result<(), StoreError> {
        let node = node.to_owned();
        self.ask(WriteCommand::Lease(LeaseCommand::Leave { node, clock_ms })).await.map(drop)
    }
    async fn nodes(&self) -> Result<Vec<Node>, StoreError> {
        self.read(|state| state.leases.nodes(state.now_ms()))
    }
    async fn take_lease(&self, log: &str, node: &str) -> Result<Lease, StoreError> {
        let command = LeaseCommand::Take { log: log.to_owned(), node: node.to_owned() };
        self.ask(WriteCommand::Lease(command)).await?;
        self.read(|state| state.leases.lease(log))
    }
    async fn release_lease(&self, log: &str, token: u64, clock_ms: i64) -> Result<bool, StoreError> {
        let log = log.to_owned();
        Ok(self.ask(WriteCommand::Lease(LeaseCommand::Release { log, token, clock_ms })).await? > 0)
    }
    async fn take_over(&self, node: &str, limit: u32) -> Result<u64, StoreError> {
        let node = node.to_owned();
        self.ask(WriteCommand::Lease(LeaseCommand::TakeOver { node, limit })).await
    }
    async fn leases(&self, node: &str) -> Result<Vec<Lease>, StoreError> {
        self.read(|state| state.leases.leases(node))
    }

    fn health(&self) -> Result<(), StoreError> {
        let inner = self.inner();
        match &inner.failed {
            _ if inner.ended => Err(ended()),
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }
    async fn heartbeat(&self, now_ms: i64) -> Result<(), StoreError> {
        self.ask(WriteCommand::Beat { now_ms }).await.map(drop)
    }
    async fn last_heartbeat(&self) -> Result<Option<i64>, StoreError> {
        self.read(|state| state.beat_ms)
    }
    async fn backup(&self, _to: &Path) -> Result<(), StoreError> {
        Err(StoreError::Failed("a store in memory has no file to copy".to_owned()))
    }
    async fn close(&self) {
        let mut inner = self.inner();
        inner.drain();
        inner.ended = true;
    }
}
