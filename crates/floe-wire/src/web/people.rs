//! People: accounts, tokens, profiles, and those who look after them. Types that carry a secret cannot be printed.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::Me;

/// A name with its password: for a new account, and to sign in.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// 3 to 20 letters, digits, `_` and `-`, beginning with a letter.
    pub name: String,
    /// 8 to 128 characters.
    pub password: String,
}

/// A new account.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct CreatedAccount {
    /// Who the caller is now.
    pub you: Me,
    /// Opens the account once if the password is lost. It is shown here and never again.
    pub recovery_code: String,
}

/// A new password for the old one.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The password so far.
    pub old: String,
    /// The password from now on.
    pub new: String,
}

/// The password again, for what must not be done by whoever finds a browser open.
#[derive(Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordConfirmation {
    /// The password; guests have none.
    #[serde(default)]
    #[ts(optional)]
    pub password: Option<String>,
}

/// A new password for a recovery code.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecoverAccount {
    /// Whose account.
    pub name: String,
    /// The code.
    pub code: String,
    /// The password from now on.
    pub password: String,
}

/// A new recovery code; those before it are good for nothing.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct RecoveryCode {
    /// Shown here and never again.
    pub recovery_code: String,
}

/// Another name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// See `Credentials`.
    pub name: String,
}

/// Is the account a program's?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BotSetting {
    /// Yes or no.
    pub bot: bool,
}

/// A token to make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What its owner calls it, 1 to 60 characters.
    pub label: String,
    /// Some of `read`, `play`, `chat`, `tournaments`.
    pub scopes: Vec<String>,
}

/// A token, without its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TokenRow {
    /// What it is taken back by.
    pub id: String,
    /// What its owner calls it.
    pub label: String,
    /// What it is good for.
    pub scopes: Vec<String>,
    /// Since when.
    #[ts(type = "number")]
    pub created_ms: i64,
}

/// A new token.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct CreatedToken {
    /// The token.
    pub token: TokenRow,
    /// Its key, to be sent as `Authorization: Bearer …`. Shown here and never again.
    pub key: String,
}

/// A rating as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CurrentRating {
    /// At which game.
    pub game: String,
    /// The rating.
    pub rating: i32,
    /// How uncertain it is: the rating is within twice this with 95 %.
    pub deviation: i32,
    /// How many games it rests on.
    pub games: u32,
    /// When it last changed.
    #[ts(type = "number")]
    pub at_ms: i64,
}

/// A point in the history of a rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingPoint {
    /// The table that changed it, unless it is private.
    pub table: Option<String>,
    /// The rating after it.
    pub rating: i32,
    /// How uncertain it was.
    pub deviation: i32,
    /// When.
    #[ts(type = "number")]
    pub at_ms: i64,
}

/// What everybody may know of somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Profile {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// `guest`, `player` or `moderator`.
    pub role: String,
    /// A program?
    pub bot: bool,
    /// When they came.
    #[ts(type = "number")]
    pub since_ms: i64,
    /// Their ratings.
    pub ratings: Vec<CurrentRating>,
    /// How many public games of theirs have a result.
    #[ts(type = "number")]
    pub played: u64,
    /// How many public games they play now.
    #[ts(type = "number")]
    pub playing: u64,
}

/// One of the best at a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Leader {
    /// The name.
    pub name: String,
    /// A program?
    pub bot: bool,
    /// The rating.
    pub rating: CurrentRating,
}

/// A complaint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// About whom.
    pub name: String,
    /// At which table.
    #[serde(default)]
    #[ts(optional)]
    pub table: Option<String>,
    /// What happened, 1 to 1000 characters.
    pub text: String,
}

/// A complaint as moderators see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReportRow {
    /// Its number.
    #[ts(type = "number")]
    pub number: u64,
    /// The name of whoever complains.
    pub by: String,
    /// The name of whom it is about.
    pub about: String,
    /// At which table.
    pub table: Option<String>,
    /// When.
    #[ts(type = "number")]
    pub at_ms: i64,
    /// What happened.
    pub text: String,
    /// What became of it.
    pub settled: Option<String>,
}

/// What became of a complaint, or why a table is stopped: 1 to 300 characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The words.
    pub why: String,
}

/// Until when somebody is banned or muted, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Restriction {
    /// In milliseconds since 1970; null takes it back.
    #[ts(type = "number | null")]
    pub until_ms: Option<i64>,
    /// Why, 1 to 300 characters.
    pub why: String,
}

/// Something a moderator did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ModerationEntry {
    /// When.
    #[ts(type = "number")]
    pub at_ms: i64,
    /// The name of the moderator.
    pub by: String,
    /// `ban`, `mute`, `stop` or `settle`.
    pub what: String,
    /// A name, a table or the number of a report.
    pub of: String,
    /// Until when, for bans and mutes.
    #[ts(type = "number | null")]
    pub until_ms: Option<i64>,
    /// Why.
    pub why: String,
}

/// What the page remembers for somebody: any object of at most 8 KB.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(transparent)]
pub struct Settings(#[ts(type = "Record<string, any>")] pub Value);
