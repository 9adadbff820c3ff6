//! People, and how they are known.

use serde::{Deserialize, Serialize};

/// What somebody may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plays at once, without an account.
    Guest,
    /// Has an account.
    Player,
    /// Looks after the others.
    Moderator,
}

/// Somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Never changes and tells nothing.
    pub id: String,
    /// What they are called. Names that fold to the same letters are the same name.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// Is it a program?
    pub bot: bool,
    /// The hashed password, for accounts.
    pub password: Option<String>,
    /// The hashed recovery code, for accounts.
    pub recovery: Option<String>,
    /// When they came, in milliseconds since 1970.
    pub created_ms: i64,
    /// When they last changed their name, if they have.
    pub renamed_ms: Option<i64>,
    /// Banned until then.
    pub banned_until_ms: Option<i64>,
    /// May not chat until then.
    pub muted_until_ms: Option<i64>,
    /// What the page remembers for them, as JSON.
    pub settings: String,
    /// Has left, and their data with them; the name says only that.
    pub deleted: bool,
}

/// A browser that somebody is signed in with. The secret itself is nowhere: only its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The hash of the secret in the cookie.
    pub hash: Vec<u8>,
    /// Whose.
    pub user: String,
    /// Since when.
    pub created_ms: i64,
    /// Until when.
    pub expires_ms: i64,
}

/// A key for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is called by when it is taken away.
    pub id: String,
    /// The hash of the key.
    pub hash: Vec<u8>,
    /// Whose.
    pub user: String,
    /// What its owner calls it.
    pub label: String,
    /// What it is good for.
    pub scopes: Vec<String>,
    /// Since when.
    pub created_ms: i64,
}

/// Somebody who does not want to meet somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Who.
    pub user: String,
    /// Whom.
    pub other: String,
}

/// Something said at a table. It is kept apart from the log, so that it can be taken back with its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Numbered from 1 at each table; given by the store.
    pub number: u64,
    /// At which table.
    pub table: String,
    /// Who.
    pub user: String,
    /// `players` or `spectators`.
    pub room: String,
    /// When.
    pub at_ms: i64,
    /// What.
    pub text: String,
}

/// A complaint for the moderators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Given by the store, from 1.
    pub number: u64,
    /// Who complains.
    pub by: String,
    /// About whom.
    pub about: String,
    /// At which table, if at one.
    pub table: Option<String>,
    /// When.
    pub at_ms: i64,
    /// In what words.
    pub text: String,
    /// What became of it; none while it is open.
    pub settled: Option<String>,
}
