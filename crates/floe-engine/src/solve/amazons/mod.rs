//! Games in which a player who cannot move loses: who wins, and how.

mod certificate;
mod contested;
mod proof;
mod shape;
mod table;

use std::cmp::Ordering;

use floe_board::Bits;
use floe_games::slide::{Move, MoveKind, Phase, Position, Rules, Slide, Turn};
use floe_games::{Game, Refusal};

use super::{MoveValue, Solution, SolveLimits, after, moves_of};
use contested::{Contested, SoloMoves};
use proof::{Prover, Searcher, lead};
use shape::Shape;

/// Proves who wins. The board has at most 64 cells and the rules are those of Amazons.
pub(super) fn solve<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    limits: &SolveLimits<'_>,
) -> Result<Option<Solution>, Refusal> {
    if limits.certificate.is_some() {
        certificate::can_write(&rules.plan.board)?;
    }
    let shape = Shape::<H>::new(&rules.plan.board);
    let prover = Prover::new(shape, position.open().count(), limits);
    let mut solo = SoloMoves::new(limits.stop);
    let contested = Contested::new(&prover.shape, &mut solo, whole(position));
    if solo.spoiled {
        return Ok(None);
    }
    let Some(wins) = prover.wins(contested) else { return Ok(None) };
    let winner = if wins { position.turn() } else { 1 - position.turn() };
    let mut searcher = prover.searcher(0);
    let mut line = Vec::new();
    let mut now = *position;
    while now.phase() == Phase::Move {
        let action = match now.turn() == winner {
            true => winning_move::<B, H, T>(rules, &mut searcher, &now),
            false => Some(stubborn_move::<B, H, T>(rules, &mut searcher, &now)),
        };
        let Some(action) = action else { break };
        line.push(Slide::<B, H, T>::move_text(rules, action));
        now = after::<B, H, T>(rules, &now, action);
    }
    let certificate = limits
        .certificate
        .and_then(|leaf| certificate::write::<B, H, T>(rules, &prover, position, winner, leaf));
    Ok(Some(Solution { winners: vec![winner], margin: None, line, certificate }))
}

/// The result of every move of a position. `None` if it was stopped early.
pub(super) fn move_values<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    limits: &SolveLimits<'_>,
) -> Option<Vec<MoveValue>> {
    let prover = Prover::new(Shape::<H>::new(&rules.plan.board), position.open().count(), limits);
    let mut searcher = prover.searcher(0);
    let moves = moves_of::<B, H, T>(rules, position);
    let mut values = Vec::with_capacity(moves.len());
    for action in moves {
        let contested = reply(&mut searcher, position, action);
        let winner = if searcher.wins(contested)? { 1 - position.turn() } else { position.turn() };
        let text = Slide::<B, H, T>::move_text(rules, action);
        values.push(MoveValue { text, winners: vec![winner], margin: None });
    }
    Some(values)
}

/// A position in the solver's own terms.
fn whole<B: Bits>(position: &Position<B>) -> Contested {
    let set = |cells: B| cells.to_u128() as u64;
    let (mine, theirs) = (position.own(position.turn()), position.own(1 - position.turn()));
    Contested { open: set(position.open()), mine: set(mine), theirs: set(theirs), spare: 0 }
}

/// The position after a legal move, for the next player to move.
fn reply<B: Bits, const H: usize>(
    searcher: &mut Searcher<'_, H>,
    position: &Position<B>,
    action: Move,
) -> Contested {
    let MoveKind::Shoot(from, to, at) = action.kind() else {
        unreachable!("a turn of Amazons is a slide and a shot")
    };
    whole(position).moved(&searcher.shared.shape, &mut searcher.solo, (from, to, at))
}

/// The smallest lead of the opponent first.
fn by_lead(one: &(Move, Contested, i32), other: &(Move, Contested, i32)) -> Ordering {
    one.2.cmp(&other.2)
}

/// A winning move where the mover is known to win: among the known ones, the one that leaves the other the fewest
/// slides. `None` if it was stopped before one was found.
fn winning_move<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    searcher: &mut Searcher<'_, H>,
    position: &Position<B>,
) -> Option<Move> {
    let moves = moves_of::<B, H, T>(rules, position);
    let mut replies: Vec<(Move, Contested, i32)> = Vec::new();
    let mut best: Option<(u64, Move)> = None;
    for action in moves {
        let contested = reply(searcher, position, action);
        match searcher.known(contested) {
            Some(true) => {}
            Some(false) => {
                let next = after::<B, H, T>(rules, position, action);
                let choices = match next.phase() {
                    Phase::Move => Slide::<B, H, T>::count(rules, &next),
                    _ => 0,
                };
                if best.is_none_or(|(least, _)| choices < least) {
                    best = Some((choices, action));
                }
            }
            None => replies.push((action, contested, lead(&searcher.shared.shape, &contested).0)),
        }
    }
    if searcher.solo.spoiled {
        return None;
    }
    if let Some((_, action)) = best {
        return Some(action);
    }
    // The proof was evicted from the table: search again, the most promising moves first.
    replies.sort_by(by_lead);
    for (action, contested, _) in replies {
        if !searcher.wins(contested)? {
            return Some(action);
        }
    }
    None
}

/// A move for the losing side: the one that leaves the other the smallest lead.
fn stubborn_move<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    searcher: &mut Searcher<'_, H>,
    position: &Position<B>,
) -> Move {
    let moves = moves_of::<B, H, T>(rules, position);
    let worst = moves.into_iter().min_by_key(|&action| {
        let contested = reply(searcher, position, action);
        lead(&searcher.shared.shape, &contested).0
    });
    match worst {
        Some(action) => action,
        None => unreachable!("the player to move in Amazons has a move"),
    }
}
