//! Accounts, tokens, profiles and moderation. Types that carry a secret cannot be printed.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::Me;

/// A name and password, for a new account or to sign in.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// 3 to 20 letters, digits, `_` and `-`, starting with a letter.
    pub name: String,
    /// 8 to 128 characters.
    pub password: String,
}

/// A new account.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct CreatedAccount {
    /// The caller's new identity.
    pub you: Me,
    /// Recovers the account once if the password is lost. It is shown only here.
    pub recovery_code: String,
}

/// A change of password.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The current password.
    pub old: String,
    /// The new password.
    pub new: String,
}

/// The password again, to confirm actions that an unattended browser must not allow.
#[derive(Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordConfirmation {
    /// The password; guests have none.
    #[serde(default)]
    #[ts(optional)]
    pub password: Option<String>,
}

/// A new password, set with a recovery code.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecoverAccount {
    /// The name of the account.
    pub name: String,
    /// The code.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// A new recovery code; older codes stop working.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct RecoveryCode {
    /// Shown only here.
    pub recovery_code: String,
}

/// A change of name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// See `Credentials`.
    pub name: String,
}

/// Marks an account as a bot, or unmarks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BotSetting {
    /// Is it a bot?
    pub bot: bool,
}

/// A request for a new token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// Its label, 1 to 60 characters.
    pub label: String,
    /// Some of `read`, `play`, `chat`, `tournaments`.
    pub scopes: Vec<String>,
}

/// A token, without its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TokenRow {
    /// The id for revoking it.
    pub id: String,
    /// Its label.
    pub label: String,
    /// Its scopes.
    pub scopes: Vec<String>,
    /// When it was created.
    #[ts(type = "number")]
    pub created_ms: i64,
}

/// A new token.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct CreatedToken {
    /// The token.
    pub token: TokenRow,
    /// Its key, to be sent as `Authorization: Bearer …`. Shown only here.
    pub key: String,
}

/// A rating as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CurrentRating {
    /// The game.
    pub game: String,
    /// The rating.
    pub rating: i32,
    /// The deviation: the true rating is within twice this with 95 % probability.
    pub deviation: i32,
    /// The number of games it is based on.
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
    /// The deviation after it.
    pub deviation: i32,
    /// The time.
    #[ts(type = "number")]
    pub at_ms: i64,
}

/// A user's public profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Profile {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// `guest`, `player` or `moderator`.
    pub role: String,
    /// Is it a bot?
    pub bot: bool,
    /// When they joined.
    #[ts(type = "number")]
    pub since_ms: i64,
    /// Their ratings.
    pub ratings: Vec<CurrentRating>,
    /// The number of their finished public games.
    #[ts(type = "number")]
    pub played: u64,
    /// The number of their current public games.
    #[ts(type = "number")]
    pub playing: u64,
}

/// An entry of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Leader {
    /// The name.
    pub name: String,
    /// Is it a bot?
    pub bot: bool,
    /// The rating.
    pub rating: CurrentRating,
}

/// A report about a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The name of the reported user.
    pub name: String,
    /// The table.
    #[serde(default)]
    #[ts(optional)]
    pub table: Option<String>,
    /// What happened, 1 to 1000 characters.
    pub text: String,
}

/// A report as moderators see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReportRow {
    /// Its number.
    #[ts(type = "number")]
    pub number: u64,
    /// The name of the reporter.
    pub by: String,
    /// The name of the reported user.
    pub about: String,
    /// The table.
    pub table: Option<String>,
    /// When it was sent.
    #[ts(type = "number")]
    pub at_ms: i64,
    /// What happened.
    pub text: String,
    /// How it was resolved.
    pub settled: Option<String>,
}

/// How a report was resolved, or why a table is stopped: 1 to 300 characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The text.
    pub reason: String,
}

/// Until when a user is banned or muted, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Restriction {
    /// In milliseconds since 1970; null lifts it.
    #[ts(type = "number | null")]
    pub until_ms: Option<i64>,
    /// The reason, 1 to 300 characters.
    pub reason: String,
}

/// A moderator's action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ModerationEntry {
    /// The time.
    #[ts(type = "number")]
    pub at_ms: i64,
    /// The name of the moderator.
    pub by: String,
    /// `ban`, `mute`, `stop` or `settle`.
    pub what: String,
    /// The name, table or report number it concerns.
    pub of: String,
    /// When it ends, for bans and mutes.
    #[ts(type = "number | null")]
    pub until_ms: Option<i64>,
    /// The reason.
    pub reason: String,
}

/// The web app's stored settings of a user: any object of at most 8 KB.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(transparent)]
pub struct Settings(#[ts(type = "Record<string, any>")] pub Value);
