//! Baseline engines to measure strength against, modelled on published descriptions of strong programs.
//!
//! They share only the rules with Floe's own engines: evaluation and search are separate, and do not change when the
//! engines improve. See `docs/engine/baselines.md` for what each is modelled on.

mod alphabeta;
mod amazons_eval;
mod board;
mod eval_state;
mod fish_eval;
mod highest_card;
mod transposition;
mod uct;

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Game, Refusal, buffet, montauk, standalone};

use crate::math::logistic;
use crate::{Analysis, Engine, Evaluation, Level, Line, Rng};
use alphabeta::{AlphaBeta, SearchConfig};
use highest_card::HighestCard;
use uct::Uct;

/// A baseline by name: `uct`, `king`, `distance4`, `width10` or `highest-card`, optionally with a time per move:
/// `uct@100ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// Which program.
    pub program: Program,
    /// The time per move, unless the clock decides.
    pub time: Option<Duration>,
}

/// The baseline programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Amazons and Amazon Penguins: UCT with progressive widening and a territory evaluation at its leaves.
    Uct,
    /// Amazons and Amazon Penguins: alpha-beta with territory by king's moves.
    King,
    /// Games of slides: alpha-beta four moves deep, fish belong to the nearer side.
    Distance4,
    /// Games of slides: deep alpha-beta with the ten best moves at each node.
    Width10,
    /// Montauk: the highest card, and every bear-off that is possible.
    HighestCard,
}

const PROGRAMS: [(&str, Program); 5] = [
    ("uct", Program::Uct),
    ("king", Program::King),
    ("distance4", Program::Distance4),
    ("width10", Program::Width10),
    ("highest-card", Program::HighestCard),
];

impl Baseline {
    /// Parses a baseline, such as `king` or `uct@100ms`.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let (name, time) = match text.split_once('@') {
            Some((name, time)) => (name, Some(time)),
            None => (text, None),
        };
        let program = PROGRAMS.into_iter().find(|(known, _)| *known == name).map(|(_, program)| program);
        // Times are written as in levels.
        let time = match time.map(|time| Level::parse(&format!("max@{time}"))) {
            None => Some(None),
            Some(Ok(Level::MaxFor(time))) => Some(Some(time)),
            Some(_) => None,
        };
        match (program, time) {
            (Some(program), Some(time)) => Ok(Baseline { program, time }),
            _ => Err(format!(
                "unknown baseline '{text}'; use uct, king, distance4, width10 or highest-card, optionally with a time per move: uct@100ms"
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
        return Err(Refusal::unsupported(format!("{baseline} plays two-player games only")));
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
            Program::HighestCard => return Err(Refusal::unsupported("highest-card plays Montauk only")),
            Program::Uct | Program::King if !rules.shoots::<T>() => {
                return Err(Refusal::unsupported(
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
        Err(Refusal::unsupported("no baseline plays the buffets; baselines play two-player slide games"))
    }

    fn montauk(self, rules: montauk::Rules) -> Self::Output {
        match self.program {
            Program::HighestCard => Ok(Box::new(HighestCard::new(rules, self.seed))),
            _ => Err(Refusal::unsupported("of the baselines only highest-card plays Montauk")),
        }
    }

    fn standalone(self, _rules: standalone::Rules) -> Self::Output {
        Err(Refusal::unsupported("no baseline plays this game; baselines play two-player slide games"))
    }
}

/// The default node limit.
const DEFAULT_NODES: u64 = 200_000;

/// The number of evaluation units per fish or cell.
const UNIT: i32 = 64;

/// The legal moves, or the answer where there is nothing to search: there is only one move, or a tile is to be laid,
/// which is too early to evaluate.
fn moves_to_search<B: Bits, const H: usize, T: Turn>(
    rules: &slide::Rules<B, H>,
    position: &slide::Position<B>,
    rng: &mut Rng,
) -> Result<ControlFlow<Analysis, Vec<slide::Move>>, Refusal> {
    let mut moves = Vec::new();
    slide::Slide::<B, H, T>::moves(rules, position, &mut moves);
    if moves.is_empty() {
        return Err(Refusal::game_over("there is no legal move here"));
    }
    if moves.len() > 1 && position.phase() != slide::Phase::Lay {
        return Ok(ControlFlow::Continue(moves));
    }
    let any = moves[rng.below(moves.len() as u32) as usize];
    let text = slide::Slide::<B, H, T>::move_text(rules, any);
    Ok(ControlFlow::Break(answer(text, 0, 0, 0)))
}

/// The result of a baseline: one move and a rough evaluation.
fn answer(best: String, value: i32, depth: u32, nodes: u64) -> Analysis {
    let margin = f64::from(value) / f64::from(UNIT);
    let evaluation = Evaluation { win: logistic(margin / 4.0), margin: None, exact: false };
    Analysis { lines: vec![Line { moves: vec![best.clone()], evaluation }], best, nodes, depth }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in ["uct", "king", "distance4", "width10", "highest-card", "uct@100ms", "king@2s"] {
            assert_eq!(Baseline::parse(name).unwrap().to_string(), name);
        }
        for name in ["", "uct@", "uct@fast", "queen", "king@0ms", "width", "uct@100ms@1s"] {
            assert!(
                Baseline::parse(name).unwrap_err().starts_with(&format!("unknown baseline '{name}'")),
                "{name}"
            );
        }
    }
}
