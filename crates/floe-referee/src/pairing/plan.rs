//! A tournament in a few numbers.

use floe_games::Refusal;
use serde::{Deserialize, Serialize};

use super::fixture::{Fixture, Fixtures};
use super::results::Results;
use super::{fixed, knockout, swiss};
use crate::stats::FinishedGame;

/// The most games of a tournament.
pub const MAX_FIXTURES: u64 = 10_000_000;

/// The most entrants. Swiss pairings look at every two of them.
const MAX_ENTRANTS: usize = 1_000;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "format", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Format {
    /// Every possible table of entrants plays a set in every round.
    RoundRobin {
        /// How many rounds.
        rounds: u32,
    },
    /// Each of the first entrants plays every possible table of the others.
    Gauntlet {
        /// How many of the first entrants run the gauntlet.
        challengers: u32,
        /// How many rounds.
        rounds: u32,
    },
    /// Round by round those with about the same points meet, without a rematch while it can be avoided.
    Swiss {
        /// How many rounds.
        rounds: u32,
        /// Sets that a table plays in a round.
        sets: u32,
    },
    /// The winner of each table goes on. The entrants are seeded in their order.
    Knockout {
        /// Sets that a table plays.
        sets: u32,
        /// Sets that are added, one at a time, while the best are equal; after that the better seed goes on.
        extra_sets: u32,
    },
}

/// A tournament: everything its fixtures follow from, but for results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairingPlan {
    /// How many entrants; they are numbered from 0.
    pub entrants: usize,
    /// How many sit at a table.
    pub seats: usize,
    /// Who meets whom.
    pub format: Format,
    /// Where all seeds come from.
    pub seed: u64,
}

/// The fixtures that are known by now, finished ones among them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Schedule {
    /// The fixtures, by id.
    pub fixtures: Vec<Fixture>,
    /// Whether no more can follow once these are finished. A knock-out may play on to the very end.
    pub last: bool,
    /// How many byes each entrant has had.
    pub byes: Vec<u32>,
    /// The points of each entrant in the finished rounds of a Swiss tournament, a bye counting like winning every
    /// game; empty in other formats.
    pub points: Vec<f64>,
    /// The winner of a knock-out, once it is known.
    pub winner: Option<usize>,
}

impl Schedule {
    /// The fixtures that are still to be played.
    pub fn open<'a>(&'a self, finished: &[FinishedGame]) -> impl Iterator<Item = &'a Fixture> + use<'a> {
        let done: std::collections::HashSet<u64> = finished.iter().map(|game| game.fixture).collect();
        self.fixtures.iter().filter(move |fixture| !done.contains(&fixture.id))
    }
}

impl PairingPlan {
    /// Refuses a tournament that cannot be held.
    pub fn check(&self) -> Result<(), Refusal> {
        let wrong = |what: String| Err(Refusal(format!("tournament: {what}")));
        let PairingPlan { entrants, seats, .. } = *self;
        if !(2..=4).contains(&seats) {
            return wrong(format!("2 to 4 sit at a table, not {seats}"));
        }
        if entrants < seats || entrants > MAX_ENTRANTS {
            return wrong(format!(
                "a game of {seats} needs {seats} to {MAX_ENTRANTS} entrants, there are {entrants}"
            ));
        }
        if let Format::Gauntlet { challengers, .. } = self.format
            && (challengers == 0 || entrants.saturating_sub(challengers as usize) < seats - 1)
        {
            return wrong(format!(
                "{challengers} of {entrants} run the gauntlet: at least 1 does, and at least {} wait for it",
                seats - 1
            ));
        }
        let games = self.max_games();
        if games == 0 {
            return wrong("at least 1 round and 1 set".into());
        }
        if games > MAX_FIXTURES {
            return wrong(format!("{games} games; {MAX_FIXTURES} is the most"));
        }
        Ok(())
    }

    /// How many games there can be at most, as far as it can be counted; how many there are where that is known before
    /// the first.
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

    /// The fixtures that follow from the games finished so far. Later rounds of a Swiss or knock-out tournament are
    /// there once the rounds before are finished: ask again when nothing is open.
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
        }
    }
}

/// How many tables of `k` can be made of `n`, as far as it can be counted.
fn combinations(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |count: u64, i| count.saturating_mul(n.saturating_sub(i)) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tournaments_that_cannot_be_held() {
        let plan = PairingPlan { entrants: 8, seats: 2, format: Format::RoundRobin { rounds: 1 }, seed: 0 };
        let table = [
            (PairingPlan { seats: 5, ..plan }, "2 to 4 sit at a table, not 5"),
            (PairingPlan { entrants: 1, ..plan }, "a game of 2 needs 2 to 1000 entrants, there are 1"),
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
                "8 of 8 run the gauntlet: at least 1 does, and at least 1 wait for it",
            ),
            (
                PairingPlan { entrants: 1000, format: Format::RoundRobin { rounds: 100 }, ..plan },
                "99900000 games; 10000000 is the most",
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
