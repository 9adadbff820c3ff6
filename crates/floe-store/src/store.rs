//! The one trait.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::{Block, ChatLine, Report, Session, StoreError, Token, User};

/// An entry of a log: what happened, in words of whoever wrote it. The store does not look inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What, as JSON.
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

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Waits for players.
    Open,
    /// Is being played.
    Live,
    /// Has a result.
    Over,
    /// Ended without one.
    Aborted,
}

/// Somebody in a seat, as the index knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Which seat.
    pub seat: u32,
    /// Who; none for an engine.
    pub user: Option<String>,
    /// The level of an engine.
    pub level: Option<String>,
}

/// What the index knows about a log: enough for lists and searches, and nothing that the log does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexRow {
    /// The id, which is also the name of its log.
    pub id: String,
    /// What it is.
    pub kind: LogKind,
    /// How far it is.
    pub stage: Stage,
    /// The game.
    pub game: String,
    /// May it be listed?
    pub public: bool,
    /// Does it count?
    pub rated: bool,
    /// The tournament it belongs to.
    pub tournament: Option<String>,
    /// When it was made.
    pub created_ms: i64,
    /// When it ended.
    pub ended_ms: Option<i64>,
    /// When somebody must look at it again though nobody says anything: a clock that will have run out.
    pub due_ms: Option<i64>,
    /// Who plays.
    pub players: Vec<Player>,
    /// What else a list shows, as JSON: clock, result, title.
    pub summary: String,
}

/// Which cards to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this kind; any if none.
    pub kind: Option<LogKind>,
    /// At one of these stages; any if empty.
    pub stages: Vec<Stage>,
    /// Of this game.
    pub game: Option<String>,
    /// With this user in a seat.
    pub user: Option<String>,
    /// Of this tournament.
    pub tournament: Option<String>,
    /// Only those that may be listed.
    pub public_only: bool,
    /// Only those that are due at or before then.
    pub due_by_ms: Option<i64>,
    /// Only those made before that moment, or at it with a smaller id: where the last page ended.
    pub before: Option<(i64, String)>,
    /// So many at most, the newest first; zero is none.
    pub limit: u32,
}

/// A rating by Glicko-2, as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Whose.
    pub user: String,
    /// At which game.
    pub game: String,
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How erratic the player is.
    pub volatility: f64,
    /// How many games it rests on.
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
    /// Whose log.
    pub stream: String,
    /// How many entries the log has, as far as the writer knows. If it has another number, nothing is stored.
    pub expected: u64,
    /// What is added.
    pub entries: Vec<StoredEntry>,
    /// The card as it is after that, if it has changed.
    pub card: Option<IndexRow>,
    /// Ratings that change with it.
    pub ratings: Vec<RatingChange>,
}

/// What [`Store::sweep_guests`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// The guests that were deleted.
    pub deleted: u64,
    /// The guests that were forgotten, but whose seats stay.
    pub forgotten: u64,
    /// Are there rows that were not looked at?
    pub more: bool,
}

/// Where things are kept. When a call that writes returns, what it wrote is on disk and survives whatever happens to
/// the process; calls made at the same time share one sync. Calls that read see everything acknowledged before.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Adds to a log.
    async fn append(&self, write: Append) -> Result<(), StoreError>;
    /// The entries of a log after the first `from`, in order.
    async fn entries(&self, stream: &str, from: u64) -> Result<Vec<StoredEntry>, StoreError>;
    /// The card of a log.
    async fn index_row(&self, id: &str) -> Result<Option<IndexRow>, StoreError>;
    /// Lists cards, the newest first (by `created_ms`, then by id, both falling).
    async fn list(&self, filter: Filter) -> Result<Vec<IndexRow>, StoreError>;
    /// How many cards a filter lets through on all its pages: `before` and `limit` are not looked at.
    async fn count(&self, filter: Filter) -> Result<u64, StoreError>;

    /// Adds somebody, or changes what is known of them. Names are unique as [`crate::StoreError::Taken`] says:
    /// without regard to case.
    async fn put_user(&self, user: User) -> Result<(), StoreError>;
    /// Somebody by id.
    async fn user(&self, id: &str) -> Result<Option<User>, StoreError>;
    /// Several at once; unknown ids are left out.
    async fn users(&self, ids: Vec<String>) -> Result<Vec<User>, StoreError>;
    /// Somebody by name, without regard to case.
    async fn user_named(&self, name: &str) -> Result<Option<User>, StoreError>;
    /// Forgets somebody: password, recovery, settings, sessions, tokens, blocks, what they said and reported. The id stays, so
    /// that the games of others keep their seats, with `gone` set and the name that is handed in.
    async fn forget_user(&self, id: &str, name: &str) -> Result<(), StoreError>;
    /// Removes sessions that have expired by `now_ms`, and guests created before `newcomers_before_ms` that nobody will be
    /// again. Those who never sat at a table are deleted with everything of theirs, unless a session of theirs began at
    /// `newcomers_before_ms` or later. Those who did sit are forgotten as by [`Store::forget_user`] once their last
    /// session has expired, under a name that begins with `gone-`. A guest with a token stays.
    ///
    /// One call looks at a few thousand rows at most and goes on where the last one ended; [`Swept::more`] says whether
    /// to call again.
    async fn sweep_guests(&self, newcomers_before_ms: i64, now_ms: i64) -> Result<Swept, StoreError>;

    /// Keeps a session.
    async fn put_session(&self, session: Session) -> Result<(), StoreError>;
    /// A session by the hash of its secret, if it has not expired by then.
    async fn session(&self, hash: &[u8], now_ms: i64) -> Result<Option<Session>, StoreError>;
    /// The sessions of somebody that have not expired by then, the oldest first.
    async fn sessions(&self, user: &str, now_ms: i64) -> Result<Vec<Session>, StoreError>;
    /// Ends a session.
    async fn drop_session(&self, hash: &[u8]) -> Result<(), StoreError>;
    /// Ends all sessions of somebody but one.
    async fn drop_sessions(&self, user: &str, except: Option<Vec<u8>>) -> Result<(), StoreError>;

    /// Keeps a token.
    async fn put_token(&self, token: Token) -> Result<(), StoreError>;
    /// A token by the hash of its key.
    async fn token(&self, hash: &[u8]) -> Result<Option<Token>, StoreError>;
    /// The tokens of somebody, the oldest first.
    async fn tokens(&self, user: &str) -> Result<Vec<Token>, StoreError>;
    /// Takes a token away; `false` if there is none.
    async fn drop_token(&self, user: &str, id: &str) -> Result<bool, StoreError>;

    /// Adds or takes back a block.
    async fn set_block(&self, block: Block, blocked: bool) -> Result<(), StoreError>;
    /// Whom somebody has blocked.
    async fn blocks(&self, user: &str) -> Result<Vec<String>, StoreError>;

    /// Keeps what was said; gives its number.
    async fn add_chat(&self, line: ChatLine) -> Result<u64, StoreError>;
    /// The last lines of a room of a table, in order, at most so many.
    async fn chat(&self, table: &str, room: &str, limit: u32) -> Result<Vec<ChatLine>, StoreError>;
    /// Everything somebody said, in order.
    async fn chat_of(&self, user: &str) -> Result<Vec<ChatLine>, StoreError>;

    /// Keeps a report; gives its number.
    async fn add_report(&self, report: Report) -> Result<u64, StoreError>;
    /// Reports, the newest first: the open ones, or all.
    async fn reports(&self, open_only: bool, limit: u32) -> Result<Vec<Report>, StoreError>;
    /// The reports somebody made, the oldest first.
    async fn reports_by(&self, user: &str) -> Result<Vec<Report>, StoreError>;
    /// Says what became of a report; `false` if there is none.
    async fn resolve_report(&self, number: u64, words: &str) -> Result<bool, StoreError>;

    /// The ratings of somebody, by game.
    async fn ratings(&self, user: &str) -> Result<Vec<Rating>, StoreError>;
    /// The rating of somebody at a game.
    async fn rating(&self, user: &str, game: &str) -> Result<Option<Rating>, StoreError>;
    /// The best at a game whose deviation is at most so large, the best first.
    async fn leaders(&self, game: &str, deviation: f64, limit: u32) -> Result<Vec<Rating>, StoreError>;
    /// How somebody's rating at a game went, the oldest first, the last so many.
    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        limit: u32,
    ) -> Result<Vec<RatingChange>, StoreError>;

    /// Does the store take writes? An error from a write that failed (no room, an error of the disk, damage) until one
    /// succeeds. A write that was refused for what it says ([`StoreError::Stale`], [`StoreError::Taken`]) has not failed.
    /// While the store is not healthy, every beat tries to write something, so that this answer changes by itself.
    fn health(&self) -> Result<(), StoreError>;
    /// Notes that the server is alive. May be lost in a crash of the machine, not in one of the process.
    async fn heartbeat(&self, now_ms: i64) -> Result<(), StoreError>;
    /// When it last was.
    async fn last_heartbeat(&self) -> Result<Option<i64>, StoreError>;
    /// Writes a copy of everything to a new file, while the store is in use.
    async fn backup(&self, to: &std::path::Path) -> Result<(), StoreError>;
    /// Ends in order: everything is on disk and the file is closed.
    async fn close(&self);
}
