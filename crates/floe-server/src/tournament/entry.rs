//! The entries of a tournament's log. The format is permanent: members are added, never changed or removed.

use floe_games::Occupant;
use floe_referee::pairing::Format;
use floe_referee::stats::FinishedGame;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How the games of a tournament come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TournamentPlan {
    /// They are scheduled, and follow from the results.
    Scheduled(Format),
    /// Whoever is free is paired, for a time.
    Arena(ArenaPlan),
}

/// An arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "format", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ArenaPlan {
    /// Whoever is free is paired, for a time.
    Arena {
        /// How long new games begin.
        minutes: u32,
    },
}

impl TournamentPlan {
    /// How long new games begin, in an arena.
    pub fn arena_minutes(self) -> Option<u32> {
        match self {
            TournamentPlan::Scheduled(_) => None,
            TournamentPlan::Arena(ArenaPlan::Arena { minutes }) => Some(minutes),
        }
    }
}

/// The settings of a tournament, given when it is created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentConfig {
    /// The version of this format.
    pub floe: u32,
    /// Its name.
    pub name: String,
    /// The id of the game as the host chose it.
    pub game: String,
    /// Every switch with its value.
    pub rules: Value,
    /// How many players sit at a table under these rules.
    pub seats: usize,
    /// The host.
    pub host: String,
    /// The format.
    pub format: TournamentPlan,
    /// The clock as [`floe_referee::TimeControl::parse`] takes it.
    pub clock: String,
    /// Are its games rated?
    pub rated: bool,
    /// Is it listed?
    pub public: bool,
    /// May bots enter?
    pub bots: bool,
    /// Maximum number of entrants.
    pub max_entrants: usize,
    /// Maximum number of concurrent games.
    pub max_concurrent: usize,
    /// When it starts automatically.
    pub start_ms: Option<i64>,
}

impl TournamentConfig {
    /// The version of the format that is written.
    pub const VERSION: u32 = 1;
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TournamentEntry {
    /// The tournament was created.
    Created(TournamentConfig),
    /// A new entrant, with the next number.
    Joined {
        /// Who.
        who: Occupant,
    },
    /// An entrant left before the start; those after them move up.
    Left {
        /// By number.
        entrant: usize,
    },
    /// It started: entrants have their numbers, and fixtures follow.
    Started {
        /// The seed from which the seeds of fixtures are derived.
        seed: u64,
    },
    /// An entrant withdrew after the start.
    Withdrew {
        /// By number.
        entrant: usize,
    },
    /// An entrant of an arena pauses, or is to be paired again.
    Paused {
        /// By number.
        entrant: usize,
        /// Do they pause?
        paused: bool,
    },
    /// Some who are free in an arena are paired: the next fixture.
    Paired {
        /// The entrant at each seat.
        seats: Vec<usize>,
    },
    /// The time of an arena is up, and its last game has ended.
    Closed,
    /// A fixture has a table. Its id is derived from this, so that creating it twice is harmless.
    Opened {
        /// The fixture.
        fixture: u64,
    },
    /// The table of a fixture was aborted through no fault of its players; the fixture is played once more.
    CalledOff {
        /// The fixture.
        fixture: u64,
    },
    /// A fixture has a result.
    Finished {
        /// The fixture, and how it ended.
        game: FinishedGame,
    },
    /// It is being stopped, and its tables with it.
    Stopping {
        /// The reason.
        reason: String,
    },
    /// It ended early.
    Stopped {
        /// The reason.
        reason: String,
    },
}

impl TournamentEntry {
    /// The entry as it is stored.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses a stored entry.
    pub fn parse(text: &str) -> Result<TournamentEntry, String> {
        serde_json::from_str(text).map_err(|error| format!("invalid log entry: {error}"))
    }
}
