//! What is written in a table's log. These texts are kept for ever: members are added, never changed or taken away.

use floe_games::{Event, Outcome};
use floe_wire::web::SeatRatingChange;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OccupantId {
    /// Somebody; names are not in the log, so that people can leave.
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

/// What is said when a table is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableConfig {
    /// The version of this format.
    pub floe: u32,
    /// The id of the game as people chose it.
    pub game: String,
    /// Every switch with its value.
    pub rules: Value,
    /// Who made it.
    pub host: String,
    /// The clock as [`crate::TimeControl::read`] takes it.
    pub clock: Option<String>,
    /// Does it count?
    pub rated: bool,
    /// Is it listed?
    pub public: bool,
    /// May moves be taken back by agreement?
    pub takebacks: bool,
    /// The level of the engine that takes over for whoever leaves a game of three or four.
    pub substitute: Option<String>,
    /// The tournament it belongs to.
    pub tournament: Option<String>,
    /// The table this is the rematch of.
    pub parent: Option<String>,
    /// The secret of the deal, in hexadecimal. Only its hash leaves before the game is over.
    pub secret: String,
    /// Do clients of this table contribute to the deal, so that it is worth waiting for them?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contribute: bool,
}

/// The version that is written.
pub(super) const VERSION: u32 = 1;

impl TableConfig {
    /// The version of the format that is written.
    pub const VERSION: u32 = VERSION;
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum LogEntry {
    /// The table was made.
    Made(TableConfig),
    /// Somebody took a seat.
    Sat {
        /// Which.
        seat: usize,
        /// Who.
        who: OccupantId,
        /// What they add to the deal, in logs from before contributions had entries of their own.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        word: String,
    },
    /// A player added to the deal.
    Contributed {
        /// In which seat.
        seat: usize,
        /// The contribution.
        contribution: String,
    },
    /// Somebody got up before the game began.
    Left {
        /// From which seat.
        seat: usize,
    },
    /// The game began.
    Began {
        /// The full position, as text.
        start: String,
    },
    /// Something of the game.
    Game {
        /// What.
        event: Event,
        /// How much of the time a move took was forgiven for the way to the server.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u64,
    },
    /// The exact result of stopping here was worked out; the offer comes next. Kept, so that nobody has to work it out
    /// again to read the log.
    Foreseen {
        /// The result.
        outcome: Outcome,
    },
    /// Somebody asks to take a move back.
    Takeback {
        /// Who.
        by: usize,
        /// How many game events would be left.
        keep: usize,
    },
    /// Somebody answers that.
    TakebackAnswer {
        /// Who.
        by: usize,
        /// And how.
        yes: bool,
    },
    /// The game goes on from an earlier point.
    TakenBack {
        /// How many game events are left.
        keep: usize,
    },
    /// A seat failed; what follows is the next entry.
    Fault {
        /// Which.
        seat: usize,
        /// In what way.
        words: String,
    },
    /// An engine took a seat over.
    Replaced {
        /// Which.
        seat: usize,
        /// At what level.
        level: String,
    },
    /// The server was away, and nobody's clock ran.
    Resumed {
        /// For how long, by the clock of the machine; less than nothing where that was set back meanwhile.
        away_ms: i64,
    },
    /// The game ended without a result.
    Aborted {
        /// Why.
        why: String,
        /// The seats whose players did not come, if that is why.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        absent: Vec<usize>,
        /// The seat that called it off, if a player did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<usize>,
    },
    /// Ratings changed.
    Rated {
        /// How.
        changes: Vec<SeatRatingChange>,
    },
    /// Somebody wants to play again.
    Rematch {
        /// Who.
        by: usize,
    },
    /// The next game is there.
    Followed {
        /// Its id.
        table: String,
    },
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl LogEntry {
    /// As it is stored.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what was stored.
    pub fn parse(text: &str) -> Result<LogEntry, String> {
        serde_json::from_str(text).map_err(|error| format!("an entry of the log cannot be read: {error}"))
    }
}
