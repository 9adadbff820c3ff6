//! What is written in a tournament's log. These texts are kept for ever: members are added, never changed or taken away.

use floe_referee::live::OccupantId;
use floe_referee::pairing::Format;
use floe_referee::stats::FinishedGame;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is said when a tournament is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentConfig {
    /// The version of this format.
    pub floe: u32,
    /// What it is called.
    pub name: String,
    /// The id of the game as the host chose it.
    pub game: String,
    /// Every switch with its value.
    pub rules: Value,
    /// How many sit at a table under these rules.
    pub seats: usize,
    /// Who made it.
    pub host: String,
    /// Who meets whom.
    pub format: Format,
    /// The clock as [`floe_referee::TimeControl::read`] takes it.
    pub clock: String,
    /// Do its games count?
    pub rated: bool,
    /// Is it listed?
    pub public: bool,
    /// May people's programs enter?
    pub bots: bool,
    /// The most who may enter.
    pub most: usize,
    /// The most games at once.
    pub at_once: usize,
    /// When it starts by itself.
    pub start_ms: Option<i64>,
}

impl TournamentConfig {
    /// The version of the format that is written.
    pub const VERSION: u32 = 1;
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum TournamentEntry {
    /// The tournament was made.
    Made(TournamentConfig),
    /// Somebody entered, as the last so far.
    Joined {
        /// Who.
        who: OccupantId,
    },
    /// Somebody left before the start; those after them move up.
    Left {
        /// By number.
        entrant: usize,
    },
    /// It began: entrants have their numbers, and fixtures follow.
    Began {
        /// Where the seeds of fixtures come from.
        seed: u64,
    },
    /// Somebody left after the start.
    Withdrew {
        /// By number.
        entrant: usize,
    },
    /// A fixture has a table. Its id follows from this, so that making it twice is harmless.
    Opened {
        /// Which.
        fixture: u64,
    },
    /// The table of a fixture was called off through no fault of its players; it is played once more.
    CalledOff {
        /// Which.
        fixture: u64,
    },
    /// A fixture has a result.
    Finished {
        /// Which, and how it ended.
        game: FinishedGame,
    },
    /// It is to end; its tables are being stopped.
    Stopping {
        /// Why.
        why: String,
    },
    /// It ended before its time.
    Stopped {
        /// Why.
        why: String,
    },
}

impl TournamentEntry {
    /// As it is stored.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what was stored.
    pub fn parse(text: &str) -> Result<TournamentEntry, String> {
        serde_json::from_str(text).map_err(|error| format!("an entry of the log cannot be read: {error}"))
    }
}
