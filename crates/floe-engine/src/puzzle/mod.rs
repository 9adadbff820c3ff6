//! Puzzles: positions with exactly one right move, proved by solving every legal move.
//!
//! A [`Puzzle`] is one line of a file; [`bundled`] returns the built-in ones and [`daily`] chooses one for a day.
//! [`find`] creates new ones from self-play games, [`prove`] is the proof, and [`check`] repeats it for any puzzle.
//!
//! | file | idea |
//! |---|---|
//! | `proof` | the exact value of every legal move, and whether one is clearly best |
//! | `brute_force` | the same by the rules alone: for spends of Montauk, and to check the solvers |
//! | `find` | self-play games, searched for puzzles from their ends |
//! | `grade` | how strong a level must be to find the move |
//! | `themes` | what the move does, in a few words |
//! | `day` | dates as numbers of days |
//! | `check` | checks a puzzle again |
//! | `bundled` | the built-in files, and the puzzle of the day |

mod brute_force;
mod bundled;
mod check;
mod day;
mod find;
mod grade;
mod proof;
#[cfg(test)]
mod tests;
mod themes;

use floe_games::switches::RuleSet;
use floe_games::{Actor, Refusal, Start, Table, open};
use floe_games::{Manifest, registry};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use brute_force::brute_force;
pub use bundled::{bundled, daily, daily_any_game};
pub use check::{CheckReport, check};
pub use day::day_number;
pub use find::{FindConfig, Progress, find};
pub use proof::{ExactValue, ExactValues, prove};

/// The minimum number of legal moves in a puzzle.
pub const MIN_MOVES: usize = 4;
/// The minimum gap in points between the best move and any other if the result is the same.
pub const MIN_GAP: i64 = 2;
/// The maximum number of moves in a solution.
pub const MAX_SOLUTION: usize = 12;

/// A position with one right move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its name, which never changes: `amazons-001`.
    pub id: String,
    /// The id of the game.
    #[cfg_attr(feature = "ts", ts(type = "GameId"))]
    pub game: String,
    /// The switches that differ from the game's defaults.
    #[cfg_attr(feature = "ts", ts(type = "Rules"))]
    pub rules: Map<String, Value>,
    /// The position as text, in full.
    pub position: String,
    /// Who is to move.
    pub seat: usize,
    /// The goal.
    pub goal: Goal,
    /// The right move, then best replies and moves in turn, as long as the seats alternate.
    pub solution: Vec<String>,
    /// The value of the right move for the seat: the final margin in points, or 1, 0 and -1 where none are counted.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub best: i64,
    /// The value of the best other move.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub second: i64,
    /// From 1, which a beginner finds, to 5, which only a proof does.
    #[cfg_attr(feature = "ts", ts(type = "1 | 2 | 3 | 4 | 5"))]
    pub difficulty: u8,
    /// What the right move does, in a few words.
    pub themes: Vec<String>,
    /// The seed of the game it comes from.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seed: u64,
}

/// The goal of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "PuzzleGoal"))]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// One move wins, and no other does.
    Win,
    /// One move gains at least [`MIN_GAP`] points more than any other.
    Margin,
}

impl Puzzle {
    /// Parses a puzzle from a line of JSON.
    pub fn parse(line: &str) -> Result<Puzzle, Refusal> {
        serde_json::from_str(line).map_err(|error| Refusal::invalid_request(format!("not a puzzle: {error}")))
    }

    /// The line of a puzzle.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The game's description.
    pub fn entry(&self) -> Result<&'static Manifest, Refusal> {
        registry::find(&self.game)
    }

    /// Its rules.
    pub fn rule_set(&self) -> Result<RuleSet, Refusal> {
        self.entry()?.parse_rules(Some(&Value::Object(self.rules.clone())))
    }

    /// A table at the position.
    pub fn table(&self) -> Result<Box<dyn Table>, Refusal> {
        let table = open(&self.rule_set()?, Start::Position(&self.position))?;
        match table.actor() {
            _ if table.seats() != 2 => {
                Err(Refusal::unsupported(format!("a puzzle is for two players, not {}", table.seats())))
            }
            Actor::Seat(seat) if seat == self.seat => Ok(table),
            _ => Err(Refusal::not_your_turn(format!("it is not seat {}'s turn in this position", self.seat))),
        }
    }

    /// The right move.
    pub fn answer(&self) -> &str {
        self.solution.first().map_or("", String::as_str)
    }

    /// The prompt, in a sentence.
    pub fn prompt(&self) -> String {
        match self.goal {
            Goal::Win => format!("Seat {} to move: one move wins.", self.seat),
            Goal::Margin => format!(
                "Seat {} to move: one move is worth {} more than any other.",
                self.seat,
                points(self.best - self.second)
            ),
        }
    }

    /// A comparison of the right move with the best other one, as text.
    pub fn verdict_text(&self) -> String {
        let counted = registry::find(&self.game).is_ok_and(|game| game.unit.is_score());
        match counted {
            true if self.goal == Goal::Win && self.best == 0 => {
                format!("it ends tied and wins on tiles; any other move ends {} at best", lead(self.second))
            }
            true => format!("it ends {}; any other move ends {} at best", lead(self.best), lead(self.second)),
            false if self.second == 0 => "it wins; any other move draws at best".into(),
            false => "it wins; any other move loses".into(),
        }
    }
}

/// `1 point`, `7 points`.
fn points(number: i64) -> String {
    if number == 1 { "1 point".into() } else { format!("{number} points") }
}

/// A final margin as text.
fn lead(margin: i64) -> String {
    match margin {
        0 => "level".into(),
        1.. => format!("{} ahead", points(margin)),
        _ => format!("{} behind", points(-margin)),
    }
}

/// Parses a file with one puzzle per line; empty lines are skipped. A refusal names the line.
pub fn parse_lines(text: &str) -> Result<Vec<Puzzle>, Refusal> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            Puzzle::parse(line)
                .map_err(|refusal| Refusal::invalid_request(format!("line {}: {refusal}", at + 1)))
        })
        .collect()
}
