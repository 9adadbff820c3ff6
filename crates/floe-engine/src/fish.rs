//! The standard players of Fish: placing in zig-zag, moving by minimax.

use floe_board::Bits;
use floe_games::slide::{Move, MoveKind, Phase, Plain, Position, Rules, Slide};
use floe_games::{Actor, Game, Outcome};
use thiserror::Error;

type Fish<B> = Slide<B, 3, Plain>;

/// The maximum number of positions of one decision.
pub const MAX_NODES: u64 = 50_000_000;

/// A search that would take too long.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("depth {depth} is too deep here: {MAX_NODES} positions were not enough; try a smaller depth")]
pub struct TooDeep {
    depth: u32,
}

/// The first free tile, rows top down, left to right.
pub fn zigzag<B: Bits>(position: &Position<B>) -> Option<Move> {
    position.open().cells().next().map(|cell| Move::new(MoveKind::Place(cell)))
}

/// The move with the highest score the player can guarantee after `depth` turns of its own, with the others playing to
/// keep that score down; among equals the one from the lowest row, then column, then to the lowest row, then column. `None` if the seat
/// to act cannot move.
pub fn minimax<B: Bits>(
    rules: &Rules<B, 3>,
    position: &Position<B>,
    depth: u32,
) -> Result<Option<Move>, TooDeep> {
    search(rules, position, depth, &mut { MAX_NODES }).ok_or(TooDeep { depth })
}

/// The choice of [`minimax`] at the greatest depth up to `depth` that stays within the limit of positions, all smaller
/// depths included; at least that of depth 1. For players with a clock: quick, and the same on every machine.
pub fn minimax_within<B: Bits>(
    rules: &Rules<B, 3>,
    position: &Position<B>,
    depth: u32,
    positions: u64,
) -> Option<Move> {
    let mut left = positions;
    // At one turn ahead no one replies, so each move is only evaluated, not searched.
    let mut choice = search(rules, position, depth.min(1), &mut { u64::MAX }).flatten();
    for depth in 2..=depth {
        match search(rules, position, depth, &mut left) {
            Some(deeper) => choice = deeper,
            None => break,
        }
    }
    choice
}

/// `None` when the node limit is reached.
fn search<B: Bits>(
    rules: &Rules<B, 3>,
    position: &Position<B>,
    depth: u32,
    left: &mut u64,
) -> Option<Option<Move>> {
    if position.phase() != Phase::Move {
        return Some(None);
    }
    let mut search = Search { rules, seat: position.turn(), left };
    // Cells are numbered in the order in which ties are broken, and moves come in the order of their cells.
    let mut moves = Vec::new();
    Fish::moves(rules, position, &mut moves);
    if depth == 0 {
        return Some(moves.first().copied());
    }
    let (mut best, mut choice) = (-1, None);
    for action in moves {
        let mut next = *position;
        Fish::apply(rules, &mut next, action);
        let score = search.value(&next, depth - 1, best, i32::MAX)?;
        if score > best {
            (best, choice) = (score, Some(action));
        }
    }
    Some(choice)
}

struct Search<'a, B: Bits> {
    rules: &'a Rules<B, 3>,
    seat: usize,
    left: &'a mut u64,
}

impl<B: Bits> Search<'_, B> {
    /// The guaranteed score after `turns` more own turns; exact between the bounds. `None` when the budget is spent.
    fn value(&mut self, position: &Position<B>, turns: u32, low: i32, high: i32) -> Option<i32> {
        *self.left = self.left.checked_sub(1)?;
        let score = position.score(self.seat) as i32;
        // A stuck penguin stays stuck, so a player without a move has what it has, whatever the others do.
        if turns == 0 || position.phase() != Phase::Move || !self.moves_on(position) {
            return Some(score);
        }
        if score + self.ceiling(position, turns) <= low {
            return Some(score + self.ceiling(position, turns));
        }
        let mine = position.turn() == self.seat;
        if mine && turns == 1 {
            // The last turn claims the fish under a piece that can move; where it goes no longer matters.
            let movable = self.rules.movable(position);
            return Some(
                score + movable.cells().map(|cell| i32::from(position.fish(cell))).max().unwrap_or(0),
            );
        }
        let (mut low, mut high) = (low, high);
        let mut best = if mine { i32::MIN } else { i32::MAX };
        for from in position.own(position.turn()).cells() {
            for to in self.rules.slides(position, from).cells() {
                let mut next = *position;
                Fish::apply(self.rules, &mut next, Move::new(MoveKind::Slide(from, to)));
                let value = self.value(&next, turns - u32::from(mine), low, high)?;
                if mine {
                    best = best.max(value);
                    low = low.max(value);
                } else {
                    best = best.min(value);
                    high = high.min(value);
                }
                // No player loses fish, so the current score is a lower bound.
                if low >= high || !mine && best <= score {
                    return Some(best);
                }
            }
        }
        Some(best)
    }

    /// Can the searching player still move?
    fn moves_on(&self, position: &Position<B>) -> bool {
        let own = position.own(self.seat);
        own.cells().any(|cell| !(self.rules.rays.neighbours(cell) & position.open()).is_empty())
    }

    /// An upper bound of the gain in the remaining turns.
    fn ceiling(&self, position: &Position<B>, turns: u32) -> i32 {
        let most = (1..=7u8).rev().find(|&fish| {
            (position.open() | position.own(self.seat)).cells().any(|cell| position.fish(cell) == fish)
        });
        i32::from(most.unwrap_or(0)) * turns as i32
    }
}

/// Plays a game to its end between standard players, with one depth per seat.
pub fn standard_game<B: Bits>(
    rules: &Rules<B, 3>,
    mut position: Position<B>,
    depths: &[u32],
) -> Result<Outcome, TooDeep> {
    while let Actor::Seat(seat) = Fish::<B>::actor(rules, &position) {
        let choice = match position.phase() {
            Phase::Place => zigzag(&position),
            _ => minimax(rules, &position, depths[seat])?,
        };
        // Only a seat that can act is called.
        let Some(action) = choice else { unreachable!("seat {seat} acts and has no move") };
        Fish::apply(rules, &mut position, action);
    }
    match Fish::outcome(rules, &position) {
        Some(outcome) => Ok(outcome),
        None => unreachable!("no seat acts, so the game is over"),
    }
}
