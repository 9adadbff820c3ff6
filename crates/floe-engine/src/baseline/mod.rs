//! Opponents to measure strength against: programs made after published descriptions of known strong ones.
//!
//! They share the rules with Floe's own engines and nothing else: evaluation and search are their own, and stay as
//! they are when the engines get better. What each is modelled on is told in `docs/engine/baselines.md`.

mod alphabeta;
mod amazons_eval;
mod board;
mod eval_state;
mod fish_eval;
mod transposition;
mod uct;

use std::fmt;
use std::time::Duration;

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Refusal, buffet, montauk, standalone};

use crate::math::logistic;
use crate::{Analysis, Engine, Evaluation, Level, Line};
use alphabeta::{AlphaBeta, SearchConfig};
use uct::Uct;

/// A baseline as people name it: `uct`, `king`, `distance4` or `width10`, and, if wanted, the time it takes a move:
/// `uct@100ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// Which program.
    pub program: Program,
    /// The time it takes for a move, where that is not left to the clock.
    pub time: Option<Duration>,
}

/// The programs there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Amazons and Amazon Penguins: UCT with progressive widening and a territory evaluation at its leaves.
    Uct,
    /// Amazons and Amazon Penguins: alpha-beta with territory by king's moves.
    King,
    /// Games of slides: alpha-beta four moves deep, fish belong to whoever is nearer.
    Distance4,
    /// Games of slides: deep alpha-beta that keeps the ten best moves at each node.
    Width10,
}

const PROGRAMS: [(&str, Program); 4] = [
    ("uct", Program::Uct),
    ("king", Program::King),
    ("distance4", Program::Distance4),
    ("width10", Program::Width10),
];

impl Baseline {
    /// The baseline of a name, such as `king` or `uct@100ms`.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let (name, time) = match text.split_once('@') {
            Some((name, time)) => (name, Some(time)),
            None => (text, None),
        };
        let program = PROGRAMS.into_iter().find(|(known, _)| *known == name).map(|(_, program)| program);
        // Times are written as levels write them.
        let time = match time.map(|time| Level::parse(&format!("max@{time}"))) {
            None => Some(None),
            Some(Ok(Level::MaxFor(time))) => Some(Some(time)),
            Some(_) => None,
        };
        match (program, time) {
            (Some(program), Some(time)) => Ok(Baseline { program, time }),
            _ => Err(format!(
                "'{text}' is no baseline; the baselines are uct, king, distance4 and width10, with a time a move if wanted: uct@100ms"
            )),
        }
    }
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, _) = PROGRAMS[self.program as usize];
        f.write_str(name)?;
        match self.time {
            None => Ok(()),
            Some(time) => {
                write!(f, "@{}", Level::MaxFor(time).to_string().trim_start_matches("max@"))
            }
        }
    }
}

/// A baseline for a set of rules. The same seed gives the same choices where nodes are the limit. A refusal where the
/// program does not play such games.
pub fn new_baseline(rules: &RuleSet, baseline: Baseline, seed: u64) -> Result<Box<dyn Engine>, Refusal> {
    if rules.get("players").as_u64().is_some_and(|players| players != 2) {
        return Err(Refusal(format!("{baseline} plays games for two only")));
    }
    visit(rules, Seat { program: baseline.program, seed })?
}

struct Seat {
    program: Program,
    seed: u64,
}

impl FamilyVisitor for Seat {
    type Output = Result<Box<dyn Engine>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output {
        let deep = u32::MAX;
        Ok(match self.program {
            Program::Uct | Program::King if !rules.shoots::<T>() => {
                return Err(Refusal::new(
                    "uct and king play games with shots, such as amazons; distance4 and width10 play this one",
                ));
            }
            Program::Uct => Box::new(Uct::<B, H, T>::new(rules, self.seed)),
            Program::King => {
                let config = SearchConfig {
                    value: amazons_eval::king_value,
                    width: usize::MAX,
                    depth: deep,
                    sorted_from: 3,
                };
                Box::new(AlphaBeta::<B, H, T>::new(rules, config, self.seed))
            }
            Program::Distance4 => {
                let config = SearchConfig {
                    value: fish_eval::distance_value,
                    width: usize::MAX,
                    depth: 4,
                    sorted_from: 2,
                };
                Box::new(AlphaBeta::<B, H, T>::new(rules, config, self.seed))
            }
            Program::Width10 => {
                let config =
                    SearchConfig { value: fish_eval::reach_value, width: 10, depth: deep, sorted_from: 1 };
                Box::new(AlphaBeta::<B, H, T>::new(rules, config, self.seed))
            }
        })
    }

    fn buffet<T: Turn>(self, _rules: buffet::Rules) -> Self::Output {
        Err(Refusal::new("no baseline plays the buffets; they play the slide games for two"))
    }

    fn montauk(self, _rules: montauk::Rules) -> Self::Output {
        Err(Refusal::new("no baseline plays Montauk; they play the slide games for two"))
    }

    fn standalone(self, _rules: standalone::Rules) -> Self::Output {
        Err(Refusal::new("no baseline plays this game; they play the slide games for two"))
    }
}

/// How many positions to look at where nobody sets a limit.
const DEFAULT_NODES: u64 = 200_000;

/// Evaluations count in so many parts of a fish, or of a cell.
const UNIT: i32 = 64;

/// What a baseline says: one move and a rough idea of its worth.
fn answer(best: String, value: i32, depth: u32, nodes: u64) -> Analysis {
    let margin = f64::from(value) / f64::from(UNIT);
    let evaluation = Evaluation { win: logistic(margin / 4.0), margin: None, exact: false };
    Analysis { lines: vec![Line { moves: vec![best.clone()], evaluation }], best, nodes, depth }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for name in ["uct", "king", "distance4", "width10", "uct@100ms", "king@2s"] {
            assert_eq!(Baseline::parse(name).unwrap().to_string(), name);
        }
        for name in ["", "uct@", "uct@fast", "queen", "king@0ms", "width", "uct@100ms@1s"] {
            assert!(
                Baseline::parse(name).unwrap_err().starts_with(&format!("'{name}' is no baseline")),
                "{name}"
            );
        }
    }
}
