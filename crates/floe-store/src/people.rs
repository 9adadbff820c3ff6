//! Users, and their credentials.

use serde::{Deserialize, Serialize};

/// What a user may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plays without an account.
    Guest,
    /// Has an account.
    Player,
    /// Moderates other users.
    Moderator,
}

/// A user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The id: permanent, and reveals nothing.
    pub id: String,
    /// The name. Names that fold to the same letters are the same name.
    pub name: String,
    /// The role.
    pub role: Role,
    /// Is it a bot?
    pub bot: bool,
    /// The hashed password, for accounts.
    pub password: Option<String>,
    /// The hashed recovery code, for accounts.
    pub recovery: Option<String>,
    /// When the user was created, in milliseconds since 1970.
    pub created_ms: i64,
    /// When the name was last changed, if it was.
    pub renamed_ms: Option<i64>,
    /// Banned until then.
    pub banned_until_ms: Option<i64>,
    /// May not chat until then.
    pub muted_until_ms: Option<i64>,
    /// What the web app stores for them, as JSON.
    pub settings: String,
    /// Deleted, and their data with them; the name says only that.
    pub deleted: bool,
}

/// A signed-in browser. The secret itself is not stored: only its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The hash of the secret in the cookie.
    pub hash: Vec<u8>,
    /// The user.
    pub user: String,
    /// When it was created.
    pub created_ms: i64,
    /// When it expires.
    pub expires_ms: i64,
}

/// A token for a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The id, by which it is revoked.
    pub id: String,
    /// The hash of the key.
    pub hash: Vec<u8>,
    /// The user.
    pub user: String,
    /// Its label, chosen by the owner.
    pub label: String,
    /// Its scopes.
    pub scopes: Vec<String>,
    /// When it was created.
    pub created_ms: i64,
}

/// A block: a user who does not want to meet another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The user who blocks.
    pub user: String,
    /// The blocked user.
    pub other: String,
}

/// A small thing that belongs to a user, such as whom they follow. It is replaced as a whole, and deleted with the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The user; empty for the server itself.
    pub user: String,
    /// What it is.
    pub kind: String,
    /// The key among those of the user and kind.
    pub key: String,
    /// When it was stored.
    pub at_ms: i64,
    /// The content, in the writer's format.
    pub body: String,
}

/// A chat message at a table. It is stored outside the log, so that it can be deleted with its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Numbered from 1 at each table by the store.
    pub number: u64,
    /// The table.
    pub table: String,
    /// The author.
    pub user: String,
    /// `players` or `spectators`.
    pub room: String,
    /// When it was sent.
    pub at_ms: i64,
    /// The text.
    pub text: String,
}

/// A report for the moderators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Numbered from 1 by the store.
    pub number: u64,
    /// Who reports.
    pub by: String,
    /// The reported user.
    pub about: String,
    /// The table, if there is one.
    pub table: Option<String>,
    /// When it was made.
    pub at_ms: i64,
    /// The text.
    pub text: String,
    /// How it was resolved; `None` while it is open.
    pub settled: Option<String>,
}
