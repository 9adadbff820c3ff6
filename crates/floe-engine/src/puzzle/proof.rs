//! What every legal move of a position is worth, exactly, and whether one of them stands alone.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Refusal, buffet, montauk, read_position};

use super::plain::{plain, seat_to_move};
use super::{CLEAR, FEWEST_MOVES, Goal};
use crate::solve::{Effort, Valued, values};

/// How much memory a proof may take for what it knows.
const MEMORY: usize = 1 << 25;

/// What a move is worth to the seat that makes it, when nobody makes a mistake afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExactValue {
    /// The final margin in points; where none are counted, the result.
    pub points: i64,
    /// The result: 1 won, 0 shared or nobody's, -1 lost.
    pub result: i8,
}

/// Every legal move with its exact value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who is to move.
    pub seat: usize,
    /// The moves, in the order of the rules.
    pub values: Vec<(String, ExactValue)>,
    /// Are points counted, so that a margin can be asked for?
    pub counted: bool,
}

/// What makes a position a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The one right move.
    pub best: String,
    /// What it is worth.
    pub worth: ExactValue,
    /// What the best other move is worth.
    pub second: ExactValue,
    /// What can be asked for.
    pub goal: Goal,
}

impl Proof {
    /// Is one move alone right, by the result or by a clear margin?
    pub fn point(&self) -> Option<Point> {
        if self.values.len() < FEWEST_MOVES {
            return None;
        }
        let (best, worth) = self.values.iter().max_by_key(|(_, worth)| *worth)?;
        let second = self.values.iter().filter(|(text, _)| text != best).map(|(_, worth)| *worth).max()?;
        let ahead = worth.points - second.points;
        let goal = match (worth.result, second.result) {
            (1, ..=0) if ahead >= 1 => Goal::Win,
            _ if self.counted && ahead >= CLEAR => Goal::Margin,
            _ => return None,
        };
        Some(Point { best: best.clone(), worth: *worth, second, goal })
    }
}

/// Proves the value of every legal move, looking at so many positions at most. `None` where they do not suffice, or
/// where chance or hidden cards are still to come; a refusal where the position cannot be read or nobody is to move.
pub fn prove(set: &RuleSet, position: &str, most: u64, stop: &AtomicBool) -> Result<Option<Proof>, Refusal> {
    visit(set, Prove { set, position, most, stop })?
}

struct Prove<'a> {
    set: &'a RuleSet,
    position: &'a str,
    most: u64,
    stop: &'a AtomicBool,
}

impl FamilyVisitor for Prove<'_> {
    type Output = Result<Option<Proof>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output {
        let position = read_position::<slide::Slide<B, H, T>>(&rules, self.position)?;
        let seat = seat_to_move::<slide::Slide<B, H, T>>(&rules, &position)?;
        let nodes = AtomicU64::new(0);
        let effort = Effort {
            threads: 1,
            memory: MEMORY,
            stop: self.stop,
            nodes: &nodes,
            most: Some(self.most),
            certificate: None,
        };
        let Some(values) = values(self.set, self.position, &effort)? else { return Ok(None) };
        let values = values.into_iter().map(|valued| worth(valued, seat)).collect();
        Ok(Some(Proof { seat, values, counted: rules.counts_fish() }))
    }

    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
        let position = read_position::<buffet::Buffet<T>>(&rules, self.position)?;
        let seat = seat_to_move::<buffet::Buffet<T>>(&rules, &position)?;
        let over = || self.stop.load(Ordering::Relaxed);
        let Some(values) = crate::buffet::values::<T>(rules, &position, self.most, &over) else {
            return Ok(None);
        };
        let values = values.into_iter().map(|(text, result)| {
            let result = if seat == 0 { result } else { -result };
            (text, ExactValue { points: i64::from(result), result })
        });
        Ok(Some(Proof { seat, values: values.collect(), counted: false }))
    }

    fn montauk(self, _rules: montauk::Rules) -> Self::Output {
        plain(self.set, self.position, self.most)
    }
}

fn worth(Valued { text, winners, margin }: Valued, seat: usize) -> (String, ExactValue) {
    let result = match winners.as_slice() {
        [winner] if *winner == seat => 1,
        [_] => -1,
        _ => 0,
    };
    let sign = if seat == 0 { 1 } else { -1 };
    let points = margin.map_or(i64::from(result), |margin| sign * margin.fish);
    (text, ExactValue { points, result })
}
