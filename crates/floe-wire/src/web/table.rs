//! Tables, as clients see them.

use floe_games::fair::FairDeal;
use floe_games::{Event, Insight, Occupant, Offer, Outcome, Stage};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::TableEvent;

/// A clock as it stood at `at_ms` of the message that carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockState {
    /// The time left for the next move before the flag falls.
    #[ts(type = "number")]
    pub left_ms: u64,
    /// Is it running?
    pub runs: bool,
}

/// A pending takeback request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TakebackOffer {
    /// Who asks.
    pub by: usize,
    /// Who still has to answer.
    pub waiting: Vec<usize>,
    /// The number of game events that would be left.
    pub keep: usize,
}

/// The change of a rating by a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatRatingChange {
    /// The seat.
    pub seat: usize,
    /// The rating before.
    pub before: i32,
    /// The rating after.
    pub after: i32,
}

/// The status of a table, apart from its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableStatus {
    /// When this was true, in milliseconds since 1970 by the server's clock.
    #[ts(type = "number")]
    pub at_ms: i64,
    /// The stage of the table.
    pub stage: Stage,
    /// Whose turn it is.
    pub turn: Option<usize>,
    /// The name of the game's current phase.
    pub phase: String,
    /// The position as text, in the reader's view; empty before the game.
    pub position: String,
    /// What each seat has scored.
    #[ts(type = "number[]")]
    pub scores: Vec<i64>,
    /// Whether each seat is still in the game; empty before the game.
    pub plays: Vec<bool>,
    /// Before a game with chance: the seats whose contribution to the deal is awaited. Their clients send one that
    /// starts with `fair.commitment`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<_>", optional)]
    pub awaiting: Vec<usize>,
    /// The clocks, by seat; null where there is no clock.
    pub clocks: Vec<Option<ClockState>>,
    /// An offer to stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Option<Object>)]
    pub offer: Option<Offer>,
    /// A takeback request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub takeback: Option<TakebackOffer>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Option<Object>)]
    pub result: Option<Outcome>,
    /// The legal moves, if the reader requested them and is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub legal: Option<Vec<String>>,
}

/// Everything about a table, in the reader's view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableState {
    /// The id.
    pub id: String,
    /// The number of entries in its log. Moves name it, so that no one moves in a position they have not seen.
    #[ts(type = "number")]
    pub version: u64,
    /// The id of the game.
    #[ts(type = "GameId")]
    pub game: String,
    /// Every switch with its value.
    #[ts(type = "Rules")]
    pub rules: Value,
    /// Who plays.
    pub seats: Vec<Occupant>,
    /// The reader's own seats.
    pub your_seats: Vec<usize>,
    /// The seat whose view this is; null for spectators and after the game.
    pub viewer: Option<usize>,
    /// The id of the host.
    pub host: String,
    /// The clock: `300+5`, `30s`, `3d`; null without a clock.
    pub clock: Option<String>,
    /// Is it rated?
    pub rated: bool,
    /// Is it listed?
    pub public: bool,
    /// May moves be taken back by agreement?
    pub takebacks: bool,
    /// The level of the engine that takes over for a player who leaves a game of three or four.
    pub substitute: Option<String>,
    /// The tournament it belongs to.
    pub tournament: Option<String>,
    /// The table this is the rematch of.
    pub rematch_of: Option<String>,
    /// The next game.
    pub next_table: Option<String>,
    /// When it was created.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// The deal: `commitment`, `contributions` by seat, and the `secret` once the game has ended, however it ended.
    #[schema(value_type = Option<Object>)]
    pub fair: Option<FairDeal>,
    /// The position before the first move, as text.
    pub start: Option<String>,
    /// Whether anything can be hidden at this table.
    pub hides: bool,
    /// Whether points decide who wins; otherwise the scores of the result only say who has won.
    pub scored: bool,
    /// The game events, without moves that were taken back.
    #[schema(value_type = Vec<Object>)]
    pub events: Vec<Event>,
    /// The position as JSON; null before the game.
    #[ts(type = "GameState | null")]
    pub board: Value,
    /// What the rules say about the position: tricks, hands, reach; null before the game.
    #[schema(value_type = Object)]
    pub insight: Option<Insight>,
    /// Its status.
    pub status: TableStatus,
}

/// An update for a table's subscribers: entries `from` … `version` of its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableUpdate {
    /// The table.
    pub table: String,
    /// The previous version. A client that has another one has missed something and requests a new snapshot.
    #[ts(type = "number")]
    pub from: u64,
    /// The current version.
    #[ts(type = "number")]
    pub version: u64,
    /// The events.
    pub entries: Vec<TableEvent>,
    /// Game events that can be seen only now, by their number from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    pub revealed: Vec<(usize, Event)>,
    /// The current status of the table.
    pub status: TableStatus,
}
