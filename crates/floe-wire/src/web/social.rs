//! One's own games, notifications, following, challenges and quick pairing.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::LobbyRow;

/// One of the reader's own games that is not over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MyGame {
    /// The table, as in lists.
    #[serde(flatten)]
    pub row: LobbyRow,
    /// The reader's own seats.
    pub your_seats: Vec<usize>,
    /// Whose turn it is.
    pub turn: Option<usize>,
    /// Does the game wait for the reader: to move, or to open a tournament game that is about to begin?
    pub waits: bool,
    /// When the time of the player to move runs out, in milliseconds since 1970 by the server's clock.
    #[ts(type = "number | null")]
    pub due_ms: Option<i64>,
    /// The name of its tournament.
    pub tournament_name: Option<String>,
}

/// A challenge: somebody asks the reader to take a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Invitation {
    /// The table.
    #[serde(flatten)]
    pub row: LobbyRow,
    /// Who asks.
    pub from: String,
}

/// What waits for the reader, or goes on with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MyGames {
    /// The time by the server's clock, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at_ms: i64,
    /// The games, the most urgent first.
    pub games: Vec<MyGame>,
    /// The challenges, newest first.
    pub invitations: Vec<Invitation>,
}

/// Whom to challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewInvitation {
    /// The name of a user.
    pub name: String,
}

/// Somebody whom the reader follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Friend {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Is it a bot?
    pub bot: bool,
    /// Are they connected now?
    pub online: bool,
    /// The public game they are playing.
    pub playing: Option<LobbyRow>,
    /// The public table at which they wait for players.
    pub waiting: Option<LobbyRow>,
}

/// A request for a game with whoever waits for the same one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuickGame {
    /// The id of the game.
    pub game: String,
    /// The clock, as for a new table.
    pub clock: String,
    /// Is it to be rated?
    #[serde(default)]
    pub rated: bool,
}

/// The table of a quick game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct QuickTable {
    /// The table.
    pub id: String,
    /// Did somebody wait there? Otherwise the reader waits now.
    pub joined: bool,
}

/// The engine that is to take a free seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EngineSeat {
    /// `random`, `greedy`, `1` to `10`, `max`.
    pub level: String,
    /// The seat; any free one by default.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<usize>,
}

/// The keys of a browser's subscription, in base64url.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PushKeys {
    /// The public key.
    pub p256dh: String,
    /// The secret that authenticates.
    pub auth: String,
}

/// A browser's subscription to notifications, as `PushSubscription.toJSON()` gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PushSubscription {
    /// The address of the push service.
    pub endpoint: String,
    /// The keys.
    pub keys: PushKeys,
}

/// A browser that no longer wants notifications.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushEndpoint {
    /// The address of its subscription.
    pub endpoint: String,
}

/// The key with which browsers subscribe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PushKey {
    /// The public key of the server, in base64url; null if it sends no notifications.
    pub key: Option<String>,
}
