//! Fast random playouts.

use floe_board::Bits;
use floe_cpu::dispatch;
use floe_games::Game;
use floe_games::slide::{Move, MoveKind, Phase, Position, Rules, Slide, Turn};

use crate::Rng;

/// How a random move is sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// Every legal move is equally likely.
    Uniform,
    /// Piece, target and shot are each sampled uniformly, one after the other.
    Stepwise,
}

/// Plays random moves to the end of the game; returns the number of plies.
pub fn play_out<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &mut Position<B>,
    sampling: Sampling,
    rng: &mut Rng,
) -> u32
where
    Slide<B, H, T>: Game<Rules = Rules<B, H>, Position = Position<B>, Move = Move>,
{
    dispatch!({
        let mut plies = 0;
        while position.phase() == Phase::Move {
            let action = match sampling {
                Sampling::Uniform => uniform::<B, H, T>(rules, position, rng),
                Sampling::Stepwise => stepwise::<B, H, T>(rules, position, rng),
            };
            Slide::<B, H, T>::apply(rules, position, action);
            plies += 1;
        }
        plies
    })
}

#[inline(always)]
fn pick<B: Bits>(cells: B, rng: &mut Rng) -> usize {
    cells.nth(rng.below(cells.count()))
}

#[inline(always)]
fn stepwise<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    rng: &mut Rng,
) -> Move {
    let from = pick(rules.movable(position), rng);
    let to = pick(rules.slides(position, from), rng);
    if rules.shoots::<T>() {
        Move::new(MoveKind::Shoot(from, to, pick(rules.shots(position, from, to), rng)))
    } else {
        Move::new(MoveKind::Slide(from, to))
    }
}

/// Draws a number below the count of all moves and finds that move without building a list.
#[inline(always)]
fn uniform<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    rng: &mut Rng,
) -> Move
where
    Slide<B, H, T>: Game<Rules = Rules<B, H>, Position = Position<B>, Move = Move>,
{
    if !rules.shoots::<T>() {
        let mut left = rng.below(Slide::<B, H, T>::count(rules, position) as u32);
        for from in position.own(position.turn()).cells() {
            let targets = rules.slides(position, from);
            if left < targets.count() {
                return Move::new(MoveKind::Slide(from, targets.nth(left)));
            }
            left -= targets.count();
        }
        unreachable!("the draw is below the number of moves");
    }
    // One pass of reservoir sampling, weighted by the number of shots of each slide.
    let (mut total, mut chosen) = (0, (0, 0));
    let mut draw = 0;
    rules.count_shots(position, |from, to, shots| {
        total += shots;
        let at = rng.below(total);
        if at < shots {
            (chosen, draw) = ((from, to), at);
        }
    });
    let (from, to) = chosen;
    Move::new(MoveKind::Shoot(from, to, rules.shots(position, from, to).nth(draw)))
}
