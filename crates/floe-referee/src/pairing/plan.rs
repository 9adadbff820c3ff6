//! A tournament in a few numbers.

use std::fmt;

use floe_games::Refusal;
use serde::{Deserialize, Serialize};

use super::fixture::{Fixture, Fixtures};
use super::results::Results;
use super::{fixed, knockout, swiss};
use crate::stats::FinishedGame;

/// Maximum number of games in a tournament.
pub const MAX_FIXTURES: u64 = 10_000_000;

/// Maximum number of entrants. Swiss pairings consider every pair of them.
const MAX_ENTRANTS: usize = 1_000;

/// The tournament format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "format", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Format {
    /// Every possible table of entrants plays a set in every round.
    RoundRobin {
        /// Number of rounds.
        rounds: u32,
    },
    /// Each of the first entrants plays every possible table of the others.
    Gauntlet {
        /// How many of the first entrants are challengers.
        challengers: u32,
        /// Number of rounds.
        rounds: u32,
    },
    /// Each round pairs entrants with similar scores, without a rematch while it can be avoided.
    Swiss {
        /// Number of rounds.
        rounds: u32,
        /// Sets per table and round.
        sets: u32,
    },
    /// The winner of each table advances. The entrants are seeded in their order.
    Knockout {
        /// Sets per table.
        sets: u32,
        /// Sets that are added, one at a time, while the best are tied; after that the better seed advances.
        extra_sets: u32,
    },
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |number: u32, what: &str| match number {
            1 => format!("1 {what}"),
            number => format!("{number} {what}s"),
        };
        match *self {
            Format::RoundRobin { rounds } => write!(f, "round-robin, {}", count(rounds, "round")),
            Format::Gauntlet { challengers, rounds } => {
                write!(f, "gauntlet, {}, {}", count(challengers, "challenger"), count(rounds, "round"))
            }
            Format::Swiss { rounds, sets } => {
                write!(f, "Swiss, {}, {} each", count(rounds, "round"), count(sets, "set"))
            }
            Format::Knockout { sets, extra_sets } => {
                write!(f, "knockout, {}, at most {} extra", count(sets, "set"), extra_sets)
            }
        }
    }
}

/// A tournament: everything that determines its fixtures, except results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairingPlan {
    /// Number of entrants; they are numbered from 0.
    pub entrants: usize,
    /// Seats per table.
    pub seats: usize,
    /// The format.
    pub format: Format,
    /// The source of all seeds.
    pub seed: u64,
}

/// The fixtures known so far, including finished ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Schedule {
    /// The fixtures, by id.
    pub fixtures: Vec<Fixture>,
    /// Whether no more can follow once these are finished. A knockout may play on to the very end.
    pub last: bool,
    /// How many byes each entrant has had.
    pub byes: Vec<u32>,
    /// The points of each entrant in the finished rounds of a Swiss tournament, a bye counting as winning every game;
    /// empty in other formats.
    pub points: Vec<f64>,
    /// The winner of a knockout, once it is known.
    pub winner: Option<usize>,
    /// The place of each entrant that is out of a knockout, and of its winner; empty in other formats. Those who lost in
    /// the same round at the same place of their tables share a place.
    pub places: Vec<Option<u32>>,
}

impl Schedule {
    /// The fixtures still to be played.
    pub fn open<'a>(&'a self, finished: &[FinishedGame]) -> impl Iterator<Item = &'a Fixture> + use<'a> {
        let done: std::collections::HashSet<u64> = finished.iter().map(|game| game.fixture).collect();
        self.fixtures.iter().filter(move |fixture| !done.contains(&fixture.id))
    }
}

impl PairingPlan {
    /// Refuses a tournament that cannot be played.
    pub fn check(&self) -> Result<(), Refusal> {
        let invalid = |what: String| Err(Refusal::invalid_request(format!("tournament: {what}")));
        let PairingPlan { entrants, seats, .. } = *self;
        if !(2..=4).contains(&seats) {
            return invalid(format!("a table seats 2 to 4 players, not {seats}"));
        }
        if entrants < seats || entrants > MAX_ENTRANTS {
            return invalid(format!(
                "a game of {seats} needs {seats} to {MAX_ENTRANTS} entrants, not {entrants}"
            ));
        }
        if let Format::Gauntlet { challengers, .. } = self.format
            && (challengers == 0 || entrants.saturating_sub(challengers as usize) < seats - 1)
        {
            return invalid(format!(
                "{challengers} challengers among {entrants} entrants; there must be at least 1, and at least {} other entrants",
                seats - 1
            ));
        }
        let games = self.max_games();
        if games == 0 {
            return invalid("at least 1 round and 1 set".into());
        }
        if games > MAX_FIXTURES {
            return invalid(format!("{games} games; the limit is {MAX_FIXTURES}"));
        }
        Ok(())
    }

    /// The maximum number of games, saturating; exact if it is known before the first game.
    pub fn max_games(&self) -> u64 {
        let (n, k) = (self.entrants as u64, self.seats as u64);
        match self.format {
            Format::RoundRobin { rounds } => {
                combinations(n, k).saturating_mul(k).saturating_mul(u64::from(rounds))
            }
            Format::Gauntlet { challengers, rounds } => {
                let rest = n.saturating_sub(u64::from(challengers));
                let tables = combinations(rest, k.saturating_sub(1)).saturating_mul(u64::from(challengers));
                tables.saturating_mul(k).saturating_mul(u64::from(rounds))
            }
            Format::Swiss { rounds, sets } => {
                (n / k.max(1) * k).saturating_mul(u64::from(rounds)).saturating_mul(u64::from(sets))
            }
            Format::Knockout { sets, extra_sets } if sets > 0 => {
                // Every table removes at least one.
                (n * k).saturating_mul(u64::from(sets) + u64::from(extra_sets))
            }
            Format::Knockout { .. } => 0,
        }
    }

    /// The fixtures that follow from the games finished so far. Later rounds of a Swiss or knockout tournament appear
    /// once the previous rounds are finished: call again when nothing is open.
    pub fn schedule(&self, finished: &[FinishedGame]) -> Result<Schedule, Refusal> {
        self.check()?;
        let results = Results::new(finished);
        let mut fixtures = Fixtures::new(self.seed);
        let mut schedule = match self.format {
            Format::RoundRobin { rounds } => fixed::round_robin(self, rounds, &mut fixtures),
            Format::Gauntlet { challengers, rounds } => {
                fixed::gauntlet(self, challengers as usize, rounds, &mut fixtures)
            }
            Format::Swiss { rounds, sets } => swiss::swiss(self, rounds, sets, &results, &mut fixtures),
            Format::Knockout { sets, extra_sets } => {
                knockout::knock_out(self, sets, extra_sets, &results, &mut fixtures)
            }
        };
        schedule.fixtures = fixtures.list;
        Ok(schedule)
    }

    /// A schedule without fixtures yet.
    pub(super) fn blank(&self, last: bool) -> Schedule {
        Schedule {
            fixtures: Vec::new(),
            last,
            byes: vec![0; self.entrants],
            points: Vec::new(),
            winner: None,
            places: Vec::new(),
        }
    }
}

/// The number of tables of `k` out of `n`, saturating.
fn combinations(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |count: u64, i| count.saturating_mul(n.saturating_sub(i)) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_tournaments_are_refused() {
        let plan = PairingPlan { entrants: 8, seats: 2, format: Format::RoundRobin { rounds: 1 }, seed: 0 };
        let table = [
            (PairingPlan { seats: 5, ..plan }, "a table seats 2 to 4 players, not 5"),
            (PairingPlan { entrants: 1, ..plan }, "a game of 2 needs 2 to 1000 entrants, not 1"),
            (PairingPlan { format: Format::RoundRobin { rounds: 0 }, ..plan }, "at least 1 round and 1 set"),
            (
                PairingPlan { format: Format::Swiss { rounds: 3, sets: 0 }, ..plan },
                "at least 1 round and 1 set",
            ),
            (
                PairingPlan { format: Format::Knockout { sets: 0, extra_sets: 1 }, ..plan },
                "at least 1 round and 1 set",
            ),
            (
                PairingPlan { format: Format::Gauntlet { challengers: 8, rounds: 1 }, ..plan },
                "8 challengers among 8 entrants; there must be at least 1, and at least 1 other entrants",
            ),
            (
                PairingPlan { entrants: 1000, format: Format::RoundRobin { rounds: 100 }, ..plan },
                "99900000 games; the limit is 10000000",
            ),
        ];
        for (plan, words) in table {
            assert_eq!(plan.check().unwrap_err().to_string(), format!("tournament: {words}"));
            assert!(plan.schedule(&[]).is_err());
        }
    }

    #[test]
    fn a_plan_is_json() {
        let text =
            r#"{"entrants":4,"seats":2,"format":{"format":"knockout","sets":2,"extra_sets":1},"seed":9}"#;
        let plan: PairingPlan = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&plan).unwrap(), text);
    }
}
