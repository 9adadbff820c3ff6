//! Tournaments, as they are requested and shown.

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

/// The format. A set is all seat rotations between the same entrants: two games for two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "format", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TournamentFormat {
    /// Every possible table of entrants plays a set in every round.
    RoundRobin {
        /// The number of rounds.
        #[serde(default = "one")]
        rounds: u32,
    },
    /// Each of the first entrants plays every possible table of the others.
    Gauntlet {
        /// The number of challengers.
        #[serde(default = "one")]
        challengers: u32,
        /// The number of rounds.
        #[serde(default = "one")]
        rounds: u32,
    },
    /// Each round pairs entrants with similar points, without a rematch while it can be avoided.
    Swiss {
        /// The number of rounds.
        rounds: u32,
        /// Sets per pairing in a round.
        #[serde(default = "one")]
        sets: u32,
    },
    /// The winner of each table advances. Entrants are seeded in the order of entry.
    Knockout {
        /// Sets per pairing.
        #[serde(default = "one")]
        sets: u32,
        /// Extra sets, one at a time, while the best are tied; after that the better seed advances.
        #[serde(default)]
        extra_sets: u32,
    },
    /// For a time, whoever is free is paired with whoever is free and near in the standings. Players may come and go.
    Arena {
        /// How long new games begin: 5 to 360.
        minutes: u32,
    },
}

/// A request for a new tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// Its name.
    pub name: String,
    /// The id of the game.
    pub game: String,
    /// Switches that differ from the default, or the name of a variant.
    #[serde(default)]
    #[ts(optional, type = "any")]
    pub rules: Option<Value>,
    /// The format.
    pub format: TournamentFormat,
    /// `300+5` per game, `30s` or `3d` per move.
    pub clock: String,
    /// Are its games rated? Only between accounts and with the standard rules.
    #[serde(default)]
    pub rated: bool,
    /// Only people who know its address can find it and its games.
    #[serde(default)]
    pub private: bool,
    /// When it starts automatically, in milliseconds since 1970; by default the host starts it.
    #[serde(default)]
    #[ts(optional, type = "number")]
    pub start_ms: Option<i64>,
    /// The maximum number of entrants (default: 64, or as many as the format has room for).
    #[serde(default)]
    #[ts(optional)]
    pub max_entrants: Option<usize>,
    /// May bots enter? (Default: yes.) Only the host can enter built-in engines.
    #[serde(default = "yes")]
    pub bots: bool,
    /// The maximum number of games at the same time (default: 256).
    #[serde(default)]
    #[ts(optional)]
    pub max_concurrent: Option<usize>,
}

/// An entrant of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentEntrant {
    /// The number used everywhere else. Before the start it changes when an entrant leaves.
    pub number: usize,
    /// The entrant.
    pub who: Occupant,
    /// Withdrew after the start.
    pub withdrawn: bool,
    /// Is not paired for now, in an arena.
    #[serde(default)]
    pub paused: bool,
}

/// A row of the standings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentStanding {
    /// The entrant's number.
    pub entrant: usize,
    /// The place, by points per game; ties share the better one.
    pub rank: u32,
    /// Points: in every game the fraction of opponents beaten.
    pub points: f64,
    /// Points per game, between 0 and 1.
    pub rate: f64,
    /// Finished games.
    #[ts(type = "number")]
    pub games: u64,
    /// Games in which no one placed better.
    #[ts(type = "number")]
    pub firsts: u64,
    /// The sum of the game's own scores.
    #[ts(type = "number")]
    pub score: i64,
    /// Games with a fault: out of time, did not appear, withdrew.
    #[ts(type = "number")]
    pub faults: u64,
    /// Rounds without a table.
    pub byes: u32,
    /// The points of beaten opponents, half of them for ties: the first tie-break.
    pub sonneborn_berger: f64,
    /// The points of all opponents: the second tie-break.
    pub buchholz: f64,
    /// In an arena: the points of each game, the last 60 in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<u32>>", optional)]
    pub sheet: Vec<u32>,
    /// In an arena: how many games in a row were won. From two on, games count double.
    #[serde(default)]
    pub streak: u32,
}

/// One entrant's results against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentCell {
    /// Games won, or in which it placed better.
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
    /// The table where it is or was played; null before it starts and if it was forfeited without one.
    pub table: Option<String>,
    /// The place of each seat once it is over; if no seat is first, no one appeared and no one has points.
    pub places: Option<Vec<u32>>,
    /// The points of each seat once it is over.
    pub points: Option<Vec<f64>>,
    /// The fault of each seat, if any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Option<String>>,
}

/// A round, as far as it is scheduled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentRound {
    /// From 1. Extra sets of a knockout are separate rounds.
    pub number: usize,
    /// Its games.
    pub games: Vec<TournamentGame>,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentRow {
    /// The id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The game.
    #[ts(type = "GameId")]
    pub game: String,
    /// The format.
    pub format: TournamentFormat,
    /// Its stage.
    pub stage: Stage,
    /// The clock.
    pub clock: String,
    /// Are its games rated?
    pub rated: bool,
    /// The number of entrants.
    pub entrants: usize,
    /// The maximum number of entrants.
    pub max_entrants: usize,
    /// When it starts automatically.
    #[ts(type = "number | null")]
    pub start_ms: Option<i64>,
    /// When no new game of an arena begins any more; after it has started.
    #[serde(default)]
    #[ts(type = "number | null")]
    pub closes_ms: Option<i64>,
    /// When it was created.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// When it ended.
    #[ts(type = "number | null")]
    pub ended_ms: Option<i64>,
}

/// A page of tournaments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentPage {
    /// The tournaments, newest first.
    pub tournaments: Vec<TournamentRow>,
    /// Where the next page starts; null at the end.
    pub next: Option<String>,
}

/// A new tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CreatedTournament {
    /// The id.
    pub id: String,
}

/// Everything about a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentState {
    /// Its summary, as in lists.
    #[serde(flatten)]
    pub row: TournamentRow,
    /// The number of entries in its log.
    #[ts(type = "number")]
    pub version: u64,
    /// The host.
    pub host: String,
    /// Every switch with its value.
    pub rules: Value,
    /// Is it listed?
    pub public: bool,
    /// May bots enter?
    pub bots: bool,
    /// The reason it was stopped.
    pub stop_reason: Option<String>,
    /// The number of finished games.
    pub finished: usize,
    /// The number of scheduled games; more may follow.
    pub scheduled: usize,
    /// The winner, once it is over: in a knockout the winner of the last table, otherwise the first in the standings.
    pub winner: Option<usize>,
    /// The entrants, by number.
    pub players: Vec<TournamentEntrant>,
    /// The standings, the best first.
    pub standings: Vec<TournamentStanding>,
    /// `crosstable[a][b]`: the results of entrant `a` against entrant `b`; empty with more than 60 entrants.
    pub crosstable: Vec<Vec<TournamentCell>>,
    /// The rounds, up to 200 games: the latest and the next ones. All games are listed page by page at
    /// `/api/tournaments/{id}/games`.
    pub rounds: Vec<TournamentRound>,
}

/// A tournament event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TournamentEvent {
    /// An entrant joined.
    Joined {
        /// The number.
        entrant: usize,
    },
    /// An entrant left before the start; the numbers of later ones decrease by one.
    Left {
        /// The number.
        entrant: usize,
    },
    /// The tournament started.
    Started,
    /// An entrant withdrew after the start.
    Withdrew {
        /// The entrant's number.
        entrant: usize,
    },
    /// An entrant of an arena pauses, or is to be paired again.
    Paused {
        /// The entrant's number.
        entrant: usize,
        /// Do they pause?
        paused: bool,
    },
    /// An arena has ended: its time is up, and its last game is over.
    Closed,
    /// A game started or ended.
    Game {
        /// The game with its current state.
        game: TournamentGame,
    },
    /// The host or a moderator stopped it.
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

/// An update for a tournament's subscribers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentUpdate {
    /// The id.
    pub tournament: String,
    /// The previous version. A client that has another one has missed something and requests a new snapshot.
    #[ts(type = "number")]
    pub from: u64,
    /// The current version.
    #[ts(type = "number")]
    pub version: u64,
    /// Its stage.
    pub stage: Stage,
    /// The last scheduled round, from 1; 0 before the start.
    pub round: usize,
    /// The number of finished games.
    pub finished: usize,
    /// The number of scheduled games.
    pub scheduled: usize,
    /// The events.
    pub entries: Vec<TournamentEvent>,
}
