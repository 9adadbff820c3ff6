//! The exact value of every legal move of a position, and whether one of them is clearly best.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Refusal, buffet, montauk, read_position, standalone};

use super::brute_force::{brute_force, seat_to_move};
use super::{Goal, MIN_GAP, MIN_MOVES};
use crate::solve::{MoveValue, SolveLimits, move_values};

/// The size of a proof's transposition table, in bytes.
const MEMORY: usize = 1 << 25;

/// The exact value of a move to the seat that makes it, with perfect play afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExactValue {
    /// The final margin in points; where none are counted, the result.
    pub points: i64,
    /// The result: 1 won, 0 shared or won by nobody, -1 lost.
    pub result: i8,
}

/// Every legal move with its exact value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactValues {
    /// Who is to move.
    pub seat: usize,
    /// The moves, in the order of the rules.
    pub values: Vec<(String, ExactValue)>,
    /// Are points counted, so that a margin can be the goal?
    pub counted: bool,
}

/// The one right move of a position, which makes it a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMove {
    /// The one right move.
    pub best: String,
    /// Its value.
    pub value: ExactValue,
    /// The value of the best other move.
    pub second: ExactValue,
    /// The possible goal.
    pub goal: Goal,
}

impl ExactValues {
    /// Is exactly one move right, by the result or by a clear margin?
    pub fn key_move(&self) -> Option<KeyMove> {
        if self.values.len() < MIN_MOVES {
            return None;
        }
        let (best, value) = self.values.iter().max_by_key(|(_, value)| *value)?;
        let second = self.values.iter().filter(|(text, _)| text != best).map(|(_, value)| *value).max()?;
        let ahead = value.points - second.points;
        let goal = match (value.result, second.result) {
            (1, ..=0) if ahead >= 1 => Goal::Win,
            _ if self.counted && ahead >= MIN_GAP => Goal::Margin,
            _ => return None,
        };
        Some(KeyMove { best: best.clone(), value: *value, second, goal })
    }
}

/// Proves the value of every legal move, searching at most `max_nodes` positions. `None` if they do not suffice, or if
/// chance or hidden cards are still to come. A refusal if the position cannot be read or no seat is to move.
pub fn prove(
    set: &RuleSet,
    position: &str,
    max_nodes: u64,
    stop: &AtomicBool,
) -> Result<Option<ExactValues>, Refusal> {
    visit(set, Prove { set, position, max_nodes, stop })?
}

struct Prove<'a> {
    set: &'a RuleSet,
    position: &'a str,
    max_nodes: u64,
    stop: &'a AtomicBool,
}

impl FamilyVisitor for Prove<'_> {
    type Output = Result<Option<ExactValues>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output {
        let position = read_position::<slide::Slide<B, H, T>>(&rules, self.position)?;
        let seat = seat_to_move::<slide::Slide<B, H, T>>(&rules, &position)?;
        let nodes = AtomicU64::new(0);
        let limits = SolveLimits {
            threads: 1,
            memory: MEMORY,
            stop: self.stop,
            nodes: &nodes,
            max_nodes: Some(self.max_nodes),
            certificate: None,
        };
        let Some(values) = move_values(self.set, self.position, &limits)? else { return Ok(None) };
        let values = values.into_iter().map(|valued| value(valued, seat)).collect();
        Ok(Some(ExactValues { seat, values, counted: rules.counts_fish() }))
    }

    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
        let position = read_position::<buffet::Buffet<T>>(&rules, self.position)?;
        let seat = seat_to_move::<buffet::Buffet<T>>(&rules, &position)?;
        let over = || self.stop.load(Ordering::Relaxed);
        let Some(values) = crate::buffet::values::<T>(rules, &position, self.max_nodes, &over) else {
            return Ok(None);
        };
        let values = values.into_iter().map(|(text, result)| {
            let result = if seat == 0 { result } else { -result };
            (text, ExactValue { points: i64::from(result), result })
        });
        Ok(Some(ExactValues { seat, values: values.collect(), counted: false }))
    }

    fn montauk(self, _rules: montauk::Rules) -> Self::Output {
        brute_force(self.set, self.position, self.max_nodes)
    }

    fn standalone(self, _rules: standalone::Rules) -> Self::Output {
        brute_force(self.set, self.position, self.max_nodes)
    }
}

fn value(MoveValue { text, winners, margin }: MoveValue, seat: usize) -> (String, ExactValue) {
    let result = match winners.as_slice() {
        [winner] if *winner == seat => 1,
        [_] => -1,
        _ => 0,
    };
    let sign = if seat == 0 { 1 } else { -1 };
    let points = margin.map_or(i64::from(result), |margin| sign * margin.fish);
    (text, ExactValue { points, result })
}
