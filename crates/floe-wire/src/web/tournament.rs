//! Tournaments, as they are asked for and shown.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Occupant, Stage};

fn one() -> u32 {
    1
}

fn yes() -> bool {
    true
}

/// Who meets whom. A set is all seat rotations between the same entrants: two games with two at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "format", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TournamentFormat {
    /// Every possible table of entrants plays a set in every round.
    RoundRobin {
        /// How many rounds.
        #[serde(default = "one")]
        rounds: u32,
    },
    /// Each of the first entrants plays every possible table of the others.
    Gauntlet {
        /// How many of the first entrants run the gauntlet.
        #[serde(default = "one")]
        challengers: u32,
        /// How many rounds.
        #[serde(default = "one")]
        rounds: u32,
    },
    /// Round by round those with about the same points meet, without a rematch while it can be avoided.
    Swiss {
        /// How many rounds.
        rounds: u32,
        /// Sets that a table plays in a round.
        #[serde(default = "one")]
        sets: u32,
    },
    /// The winner of each table goes on. Entrants are seeded in the order in which they came.
    KnockOut {
        /// Sets that a table plays.
        #[serde(default = "one")]
        sets: u32,
        /// Sets that are added, one at a time, while the best are equal; after that the better seed goes on.
        #[serde(default)]
        extra_sets: u32,
    },
}

/// A tournament to make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// What it is called.
    pub name: String,
    /// The id of the game.
    pub game: String,
    /// Switches that differ from the default, or the name of a variant.
    #[serde(default)]
    #[ts(optional, type = "any")]
    pub rules: Option<Value>,
    /// Who meets whom.
    pub format: TournamentFormat,
    /// `300+5` for the game, `30s` or `3d` a move.
    pub clock: String,
    /// Do its games count? Only between accounts and by the game's own rules.
    #[serde(default)]
    pub rated: bool,
    /// Only those who know its address find it and its games.
    #[serde(default)]
    pub private: bool,
    /// When it starts by itself, in milliseconds since 1970; if left out, when the host says so.
    #[serde(default)]
    #[ts(optional, type = "number")]
    pub start_ms: Option<i64>,
    /// The most who may enter; if left out 64, or as many as the format has room for.
    #[serde(default)]
    #[ts(optional)]
    pub most: Option<usize>,
    /// May people's programs enter? Yes if left out. Engines of the house are entered by the host alone.
    #[serde(default = "yes")]
    pub bots: bool,
    /// The most games at once; 256 if left out.
    #[serde(default)]
    #[ts(optional)]
    pub at_once: Option<usize>,
}

/// Somebody in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentEntrant {
    /// The number by which everything else names them. Before the start it changes when somebody leaves.
    pub number: usize,
    /// Who.
    pub who: Occupant,
    /// Has left after the start.
    pub withdrawn: bool,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentStanding {
    /// Who, by number.
    pub entrant: usize,
    /// The place, by points a game; equals share the better one.
    pub rank: u32,
    /// Points: in every game the part of the opponents that were left behind.
    pub points: f64,
    /// Points a game, between 0 and 1.
    pub rate: f64,
    /// Games finished.
    #[ts(type = "number")]
    pub games: u64,
    /// Games in which nobody was placed better.
    #[ts(type = "number")]
    pub firsts: u64,
    /// The sum of the game's own scores.
    #[ts(type = "number")]
    pub score: i64,
    /// Games with a fault: out of time, did not come, withdrew.
    #[ts(type = "number")]
    pub faults: u64,
    /// Rounds without a table.
    pub byes: u32,
    /// What the beaten opponents have scored, half of it where equal: the first tie-break.
    pub sonneborn_berger: f64,
    /// What all opponents have scored: the second.
    pub buchholz: f64,
}

/// What one scored against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentCell {
    /// Games won, or placed better in.
    #[ts(type = "number")]
    pub wins: u64,
    /// Games with the same place.
    #[ts(type = "number")]
    pub draws: u64,
    /// Games lost.
    #[ts(type = "number")]
    pub losses: u64,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentGame {
    /// Its number in the tournament, from 0.
    #[ts(type = "number")]
    pub fixture: u64,
    /// The entrant at each seat, by number.
    pub seats: Vec<usize>,
    /// The table it is or was played at; none before it begins and where it was forfeited without one.
    pub table: Option<String>,
    /// The place of each seat once it is over; where nobody is first nobody came and nobody has points.
    pub places: Option<Vec<u32>>,
    /// The points of each seat once it is over.
    pub points: Option<Vec<f64>>,
    /// What each seat did wrong, if anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Option<String>>,
}

/// A round, as far as it is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentRound {
    /// From 1. Extra sets of a knock-out are rounds of their own.
    pub number: usize,
    /// Its games.
    pub games: Vec<TournamentGame>,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentRow {
    /// The id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The game.
    pub game: String,
    /// Who meets whom.
    pub format: TournamentFormat,
    /// How far it is.
    pub stage: Stage,
    /// The clock.
    pub clock: String,
    /// Do its games count?
    pub rated: bool,
    /// How many have entered.
    pub entrants: usize,
    /// The most who may.
    pub most: usize,
    /// When it starts by itself.
    #[ts(type = "number | null")]
    pub start_ms: Option<i64>,
    /// When it was made.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// When it ended.
    #[ts(type = "number | null")]
    pub ended_ms: Option<i64>,
}

/// Everything about a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentState {
    /// What lists say of it.
    #[serde(flatten)]
    pub row: TournamentRow,
    /// How many entries its log has.
    #[ts(type = "number")]
    pub version: u64,
    /// Who made it.
    pub host: String,
    /// Every switch with its value.
    pub rules: Value,
    /// Is it listed?
    pub public: bool,
    /// May people's programs enter?
    pub bots: bool,
    /// Why it was stopped.
    pub stopped: Option<String>,
    /// How many games are finished.
    pub finished: usize,
    /// How many are known; more may follow.
    pub known: usize,
    /// The winner, once it is over: of a knock-out who won the last table, otherwise the first of the table.
    pub winner: Option<usize>,
    /// Who is in, by number.
    pub players: Vec<TournamentEntrant>,
    /// The table, the best first.
    pub standings: Vec<TournamentStanding>,
    /// `crosstable[a][b]`: what entrant `a` scored against entrant `b`; empty with more than 60.
    pub crosstable: Vec<Vec<TournamentCell>>,
    /// The rounds, 200 games of them: those begun last and the next ones. All games are listed page by page at
    /// `/api/tournaments/{id}/games`.
    pub rounds: Vec<TournamentRound>,
}

/// Something that happened in a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum TournamentEvent {
    /// Somebody entered.
    Joined {
        /// With which number.
        entrant: usize,
    },
    /// Somebody left before the start; those after them have a smaller number now.
    Left {
        /// With which number.
        entrant: usize,
    },
    /// It began.
    Began,
    /// Somebody left after the start.
    Withdrew {
        /// Who.
        entrant: usize,
    },
    /// A game began or ended.
    Game {
        /// Which, as it stands.
        game: TournamentGame,
    },
    /// The host or a moderator ends it.
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

/// What a tournament tells those who follow it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentUpdate {
    /// The id.
    pub tournament: String,
    /// The version before. Whoever has another has missed something and asks again.
    #[ts(type = "number")]
    pub from: u64,
    /// The version now.
    #[ts(type = "number")]
    pub version: u64,
    /// How far it is.
    pub stage: Stage,
    /// The last round that is known, from 1; 0 before the start.
    pub round: usize,
    /// How many games are finished.
    pub finished: usize,
    /// How many are known.
    pub known: usize,
    /// What happened.
    pub entries: Vec<TournamentEvent>,
}
