//! The trait of every store.

use async_trait::async_trait;
use floe_games::{Occupant, Stage};
use serde::{Deserialize, Serialize};

use crate::{Block, ChatLine, Item, Lease, Node, Report, Session, StoreError, Token, User};

/// An entry of a log, in the writer's format. The store does not look inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// When it was written, in milliseconds since 1970.
    pub at_ms: i64,
    /// The entry, as JSON.
    pub body: String,
}

/// What a log belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogKind {
    /// A table with a game.
    Table,
    /// A tournament.
    Tournament,
}

/// A player in a seat, as the index stores it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The seat.
    pub seat: u32,
    /// A user, without a name, or an engine.
    #[serde(flatten)]
    pub who: Occupant,
}

impl Player {
    /// The id of a user.
    pub fn user_id(&self) -> Option<&str> {
        self.who.user_id()
    }
}

/// What the index stores about a log: enough for lists and searches, and nothing that the log does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexRow {
    /// The id, which is also the name of its log.
    pub id: String,
    /// What it is.
    pub kind: LogKind,
    /// Its stage.
    pub stage: Stage,
    /// The game.
    pub game: String,
    /// Is it listed?
    pub public: bool,
    /// Is it rated?
    pub rated: bool,
    /// The tournament it belongs to.
    pub tournament: Option<String>,
    /// When it was created.
    pub created_ms: i64,
    /// When it ended.
    pub ended_ms: Option<i64>,
    /// When it needs attention even if nothing happens: a clock will have run out.
    pub due_ms: Option<i64>,
    /// The players.
    pub players: Vec<Player>,
    /// What else a list shows, as JSON: clock, result, title.
    pub summary: String,
}

/// Which index rows to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this kind; any if `None`.
    pub kind: Option<LogKind>,
    /// At one of these stages; any if empty.
    pub stages: Vec<Stage>,
    /// Of this game.
    pub game: Option<String>,
    /// With this user in a seat.
    pub user: Option<String>,
    /// Of this tournament.
    pub tournament: Option<String>,
    /// Only listed ones.
    pub public_only: bool,
    /// Only those that are due at or before then.
    pub due_by_ms: Option<i64>,
    /// Only those created before that moment, or at it with a smaller id: where the last page ended.
    pub before: Option<(i64, String)>,
    /// Maximum number of rows, newest first; zero means none.
    pub limit: u32,
}

/// A current Glicko-2 rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The user.
    pub user: String,
    /// The game.
    pub game: String,
    /// The rating.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
    /// The number of rated games.
    pub games: u32,
    /// When it last changed.
    pub at_ms: i64,
}

/// A point in the history of a rating.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingChange {
    /// The table that changed it.
    pub table: String,
    /// The rating after that.
    pub after: Rating,
}

/// One change to a log, with what must be stored together with it or not at all.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    /// The log.
    pub stream: String,
    /// How many entries the log has, as far as the writer knows. If the number differs, nothing is stored.
    pub expected: u64,
    /// The token of the writer's lease of the log, if it has one: with an older token than that of the log, nothing is stored
    /// ([`StoreError::Fenced`]).
    pub token: Option<u64>,
    /// The node that takes the lease of a new log with it; its token is then one.
    pub holder: Option<String>,
    /// The new entries.
    pub entries: Vec<StoredEntry>,
    /// The index row after that, if it has changed.
    pub card: Option<IndexRow>,
    /// Ratings that change with it.
    pub ratings: Vec<RatingChange>,
}

/// What [`Store::sweep_guests`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// The guests that were deleted.
    pub deleted: u64,
    /// The guests whose data was deleted, but whose seats stay.
    pub forgotten: u64,
    /// Are there rows left to check?
    pub more: bool,
}

/// A durable store. When a call that writes returns, its data is on disk and survives any end of the process;
/// concurrent calls share one sync. Calls that read see everything acknowledged before.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Appends to a log.
    async fn append(&self, write: Append) -> Result<(), StoreError>;
    /// The entries of a log after the first `from`, in order.
    async fn entries(&self, stream: &str, from: u64) -> Result<Vec<StoredEntry>, StoreError>;
    /// The index row of a log.
    async fn index_row(&self, id: &str) -> Result<Option<IndexRow>, StoreError>;
    /// Lists index rows, newest first (by `created_ms`, then by id, both descending).
    async fn list(&self, filter: Filter) -> Result<Vec<IndexRow>, StoreError>;
    /// How many rows match a filter on all its pages: `before` and `limit` are ignored.
    async fn count(&self, filter: Filter) -> Result<u64, StoreError>;

    /// Adds or updates a user. Names are unique, ignoring case; see [`crate::StoreError::Taken`].
    async fn put_user(&self, user: User) -> Result<(), StoreError>;
    /// A user by id.
    async fn user(&self, id: &str) -> Result<Option<User>, StoreError>;
    /// Several users; unknown ids are left out.
    async fn users(&self, ids: Vec<String>) -> Result<Vec<User>, StoreError>;
    /// A user by name, ignoring case.
    async fn user_named(&self, name: &str) -> Result<Option<User>, StoreError>;
    /// Deletes a user's data: password, recovery code, settings, sessions, tokens, blocks, chat and reports. The id
    /// stays, so that the games of others keep their seats, with `deleted` set and the given name.
    async fn forget_user(&self, id: &str, name: &str) -> Result<(), StoreError>;
    /// Removes sessions that have expired at `now_ms`, and abandoned guests created before `newcomers_before_ms`. Guests
    /// who never sat at a table are deleted with all their data, unless one of their sessions began at
    /// `newcomers_before_ms` or later. The data of the others is deleted as by [`Store::forget_user`] once their last
    /// session has expired, under a name that begins with `gone-`. A guest with a token stays.
    ///
    /// One call checks at most a few thousand rows and continues where the last one ended; [`Swept::more`] says whether
    /// to call again.
    async fn sweep_guests(&self, newcomers_before_ms: i64, now_ms: i64) -> Result<Swept, StoreError>;

    /// Stores a session.
    async fn put_session(&self, session: Session) -> Result<(), StoreError>;
    /// A session by the hash of its secret, if it has not expired at `now_ms`.
    async fn session(&self, hash: &[u8], now_ms: i64) -> Result<Option<Session>, StoreError>;
    /// A user's sessions that have not expired at `now_ms`, oldest first.
    async fn sessions(&self, user: &str, now_ms: i64) -> Result<Vec<Session>, StoreError>;
    /// Ends a session.
    async fn drop_session(&self, hash: &[u8]) -> Result<(), StoreError>;
    /// Ends all sessions of a user except one.
    async fn drop_sessions(&self, user: &str, except: Option<Vec<u8>>) -> Result<(), StoreError>;

    /// Stores a token.
    async fn put_token(&self, token: Token) -> Result<(), StoreError>;
    /// A token by the hash of its key.
    async fn token(&self, hash: &[u8]) -> Result<Option<Token>, StoreError>;
    /// A user's tokens, oldest first.
    async fn tokens(&self, user: &str) -> Result<Vec<Token>, StoreError>;
    /// Revokes a token; `false` if there is none.
    async fn drop_token(&self, user: &str, id: &str) -> Result<bool, StoreError>;

    /// Adds or removes a block.
    async fn set_block(&self, block: Block, blocked: bool) -> Result<(), StoreError>;
    /// The users whom a user has blocked.
    async fn blocks(&self, user: &str) -> Result<Vec<String>, StoreError>;

    /// Stores an item; an existing one only if it is to be replaced. `false` if it was left as it is.
    async fn put_item(&self, item: Item, replace: bool) -> Result<bool, StoreError>;
    /// A user's items of a kind, by key.
    async fn items(&self, user: &str, kind: &str) -> Result<Vec<Item>, StoreError>;
    /// Removes an item; `false` if there is none.
    async fn drop_item(&self, user: &str, kind: &str, key: &str) -> Result<bool, StoreError>;

    /// Stores a chat message; returns its number.
    async fn add_chat(&self, line: ChatLine) -> Result<u64, StoreError>;
    /// The last messages in a room of a table, in order, up to `limit`.
    async fn chat(&self, table: &str, room: &str, limit: u32) -> Result<Vec<ChatLine>, StoreError>;
    /// All messages of a user, in order.
    async fn chat_of(&self, user: &str) -> Result<Vec<ChatLine>, StoreError>;

    /// Stores a report; returns its number.
    async fn add_report(&self, report: Report) -> Result<u64, StoreError>;
    /// Reports, newest first: the open ones, or all.
    async fn reports(&self, open_only: bool, limit: u32) -> Result<Vec<Report>, StoreError>;
    /// The reports a user made, oldest first.
    async fn reports_by(&self, user: &str) -> Result<Vec<Report>, StoreError>;
    /// Resolves a report; `false` if there is none.
    async fn resolve_report(&self, number: u64, words: &str) -> Result<bool, StoreError>;

    /// A user's ratings, by game.
    async fn ratings(&self, user: &str) -> Result<Vec<Rating>, StoreError>;
    /// A user's rating in a game.
    async fn rating(&self, user: &str, game: &str) -> Result<Option<Rating>, StoreError>;
    /// The top players of a game with at most this deviation, best first.
    async fn leaders(&self, game: &str, deviation: f64, limit: u32) -> Result<Vec<Rating>, StoreError>;
    /// The history of a user's rating in a game, oldest first, the last `limit` points.
    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        limit: u32,
    ) -> Result<Vec<RatingChange>, StoreError>;

    /// Adds a node, whose membership lasts for `lease_ms` by the store's clock, and returns the id of the store. No node has
    /// had this id before. `clock_ms` is its own clock, for whoever takes its leases.
    async fn join_node(&self, node: &str, lease_ms: u64, clock_ms: i64) -> Result<String, StoreError>;
    /// Renews the membership of a node: it lasts for `lease_ms` from now on. `false` if the node has been declared dead or
    /// has left; it stays so.
    async fn renew_node(&self, node: &str, lease_ms: u64, clock_ms: i64) -> Result<bool, StoreError>;
    /// A node leaves: it is dead from then on, and its leases can be taken.
    async fn leave_node(&self, node: &str, clock_ms: i64) -> Result<(), StoreError>;
    /// The nodes that have not been declared dead, by id.
    async fn nodes(&self) -> Result<Vec<Node>, StoreError>;
    /// Takes the lease of an existing log for a node, with a larger token than it ever had, unless another node that has
    /// not been declared dead holds it. Returns the lease as it is then.
    async fn take_lease(&self, log: &str, node: &str) -> Result<Lease, StoreError>;
    /// Releases a lease that is held with this token; `false` if it is not.
    async fn release_lease(&self, log: &str, token: u64, clock_ms: i64) -> Result<bool, StoreError>;
    /// Declares nodes dead that have not renewed their membership in time, and takes up to `limit` leases of dead nodes
    /// for a node. Returns how many.
    async fn take_over(&self, node: &str, limit: u32) -> Result<u64, StoreError>;
    /// The leases that a node holds, by log.
    async fn leases(&self, node: &str) -> Result<Vec<Lease>, StoreError>;

    /// Does the store accept writes? After a failed write (no room, a disk error, damage) this is an error until one
    /// succeeds. A write that was refused for its content ([`StoreError::Stale`], [`StoreError::Taken`]) has not
    /// failed. While the store is not healthy, every heartbeat tries to write something, so that this answer is updated
    /// automatically.
    fn health(&self) -> Result<(), StoreError>;
    /// Records that the server is alive. May be lost in a crash of the machine, not in one of the process.
    async fn heartbeat(&self, now_ms: i64) -> Result<(), StoreError>;
    /// When the server was last alive.
    async fn last_heartbeat(&self) -> Result<Option<i64>, StoreError>;
    /// Writes a copy of everything to a new file, while the store is in use.
    async fn backup(&self, to: &std::path::Path) -> Result<(), StoreError>;
    /// Closes in order: everything is on disk and the file is closed.
    async fn close(&self);
}
