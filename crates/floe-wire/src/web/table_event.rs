//! The events of a table: its log is a list of them, and clients are sent them as far as they may see them.
//!
//! The stored format is permanent: members are added, never changed or removed.

use floe_games::{Event, Occupant, Outcome};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::SeatRatingChange;

/// The settings of a table, given when it is created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableConfig {
    /// The version of the log's format.
    pub floe: u32,
    /// The id of the game as users chose it.
    #[ts(type = "GameId")]
    pub game: String,
    /// Every switch with its value.
    #[ts(type = "Rules")]
    pub rules: Value,
    /// The id of the host.
    pub host: String,
    /// The clock: `300+5`, `30s`, `3d`; null without a clock.
    pub clock: Option<String>,
    /// Is it rated?
    pub rated: bool,
    /// Is it listed?
    pub public: bool,
    /// Are takebacks by agreement allowed?
    pub takebacks: bool,
    /// The level of the engine that takes over for a player who leaves a game of three or four.
    pub substitute: Option<String>,
    /// The tournament it belongs to.
    pub tournament: Option<String>,
    /// The table of which this is the rematch.
    pub rematch_of: Option<String>,
    /// The secret of the deal, in hexadecimal. It is only in the log: clients get its hash, and after the game the
    /// secret with the deal.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(skip)]
    #[schema(ignore)]
    pub secret: String,
    /// Do clients of this table contribute to the deal, so that it should wait for them?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub contribute: bool,
}

impl TableConfig {
    /// The version of the format that is written.
    pub const VERSION: u32 = 1;
}

/// An event of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was created.
    Created(TableConfig),
    /// A player took a seat.
    Seated {
        /// The seat.
        seat: usize,
        /// The occupant.
        who: Occupant,
        /// Their contribution to the deal, in logs from before contributions had their own events.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[ts(skip)]
        #[schema(ignore)]
        contribution: String,
    },
    /// A player left a seat before the game started.
    Left {
        /// The seat.
        seat: usize,
    },
    /// A player contributed to the deal.
    Contributed {
        /// The seat.
        seat: usize,
        /// The contribution.
        contribution: String,
    },
    /// The game started.
    Started {
        /// The position, as text; in the reader's view, in what clients are sent.
        start: String,
    },
    /// A game event: a move, an action or a chance event. A hidden move has `"move": null`.
    Game {
        /// As in records.
        #[schema(value_type = Object)]
        event: Event,
        /// How much of the move's time was forgiven for latency; only in the log.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[ts(skip)]
        #[schema(ignore)]
        lag_ms: u64,
    },
    /// The exact result of stopping here was computed; an offer comes next. It is stored, so that reading the log does
    /// not compute it again.
    Adjudicated {
        /// The result.
        #[schema(value_type = Object)]
        outcome: Outcome,
    },
    /// A player asks to take back a move.
    Takeback {
        /// The seat.
        by: usize,
        /// The number of game events that would be left.
        keep: usize,
    },
    /// A player answers the takeback request.
    TakebackAnswer {
        /// The seat.
        by: usize,
        /// Whether the player accepts.
        yes: bool,
    },
    /// The game continues from an earlier point.
    TakenBack {
        /// The number of game events left.
        keep: usize,
    },
    /// A seat committed a fault; the consequence comes next.
    Fault {
        /// The seat.
        seat: usize,
        /// The fault.
        message: String,
    },
    /// An engine took over a seat.
    Replaced {
        /// The seat.
        seat: usize,
        /// The level.
        level: String,
    },
    /// The server was offline; clocks were stopped.
    Resumed {
        /// For how long, by the server's clock; negative if that was set back in the meantime.
        #[ts(type = "number")]
        downtime_ms: i64,
    },
    /// The game ended without a result.
    Aborted {
        /// The reason.
        reason: String,
        /// The seats whose players did not come, if that is the reason.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<usize>>", optional)]
        absent: Vec<usize>,
        /// The seat that cancelled it, if a player did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        by: Option<usize>,
    },
    /// Ratings changed.
    Rated {
        /// The changes.
        changes: Vec<SeatRatingChange>,
    },
    /// A player asks for a rematch.
    Rematch {
        /// The seat.
        by: usize,
    },
    /// The rematch was created.
    RematchCreated {
        /// Its id.
        table: String,
    },
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl TableEvent {
    /// The event as it is stored.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses a stored event.
    pub fn parse(text: &str) -> Result<TableEvent, String> {
        serde_json::from_str(text).map_err(|error| format!("invalid log entry: {error}"))
    }
}
