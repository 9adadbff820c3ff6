//! The entries of a table's log. The format is permanent: members are added, never changed or removed.

use floe_games::{Event, Outcome};
use floe_wire::web::SeatRatingChange;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OccupantId {
    /// A user; names are not in the log, so that users can be deleted.
    User {
        /// The id.
        user: String,
    },
    /// An engine.
    Engine {
        /// Its level.
        level: String,
    },
}

/// The settings of a table, given when it is created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableConfig {
    /// The version of this format.
    pub floe: u32,
    /// The id of the game as users chose it.
    pub game: String,
    /// Every switch with its value.
    pub rules: Value,
    /// The host.
    pub host: String,
    /// The clock as [`crate::TimeControl::parse`] takes it.
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
    /// The secret of the deal, in hexadecimal. Only its hash is published before the game is over.
    pub secret: String,
    /// Do clients of this table contribute to the deal, so that it should wait for them?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contribute: bool,
}

/// The version that is written.
pub(super) const VERSION: u32 = 1;

impl TableConfig {
    /// The version of the format that is written.
    pub const VERSION: u32 = VERSION;
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LogEntry {
    /// The table was created.
    Created(TableConfig),
    /// A seat was taken.
    Seated {
        /// The seat.
        seat: usize,
        /// The occupant.
        who: OccupantId,
        /// Their contribution to the deal, in logs from before contributions had their own entries.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        contribution: String,
    },
    /// A player contributed to the deal.
    Contributed {
        /// The seat.
        seat: usize,
        /// The contribution.
        contribution: String,
    },
    /// A player left before the game started.
    Left {
        /// The seat.
        seat: usize,
    },
    /// The game started.
    Started {
        /// The full position, as text.
        start: String,
    },
    /// An event of the game.
    Game {
        /// The event.
        event: Event,
        /// How much of the move's time was forgiven for latency.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u64,
    },
    /// The exact result of stopping here; the offer comes next. Stored, so that reading the log does not compute it
    /// again.
    Adjudicated {
        /// The result.
        outcome: Outcome,
    },
    /// A player asks for a takeback.
    Takeback {
        /// The seat.
        by: usize,
        /// How many game events would remain.
        keep: usize,
    },
    /// A player answers a takeback request.
    TakebackAnswer {
        /// The seat.
        by: usize,
        /// The answer.
        yes: bool,
    },
    /// The game continues from an earlier point.
    TakenBack {
        /// How many game events remain.
        keep: usize,
    },
    /// A seat failed; the consequence is the next entry.
    Fault {
        /// The seat.
        seat: usize,
        /// How it failed.
        message: String,
    },
    /// An engine took a seat over.
    Replaced {
        /// The seat.
        seat: usize,
        /// Its level.
        level: String,
    },
    /// The server was down, and no clock ran.
    Resumed {
        /// The downtime by the machine's clock; negative if that was set back in the meantime.
        downtime_ms: i64,
    },
    /// The game ended without a result.
    Aborted {
        /// The reason.
        reason: String,
        /// The seats whose players did not come, if that is the reason.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        absent: Vec<usize>,
        /// The seat that called it off, if a player did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<usize>,
    },
    /// Ratings changed.
    Rated {
        /// The changes.
        changes: Vec<SeatRatingChange>,
    },
    /// A player asked for a rematch.
    Rematch {
        /// The seat.
        by: usize,
    },
    /// The next game was created.
    RematchCreated {
        /// Its id.
        table: String,
    },
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl LogEntry {
    /// The entry as it is stored.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses a stored entry.
    pub fn parse(text: &str) -> Result<LogEntry, String> {
        serde_json::from_str(text).map_err(|error| format!("invalid log entry: {error}"))
    }
}
