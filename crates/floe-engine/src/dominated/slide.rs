//! The checks of the slide family.

use floe_board::Bits;
use floe_games::Game;
use floe_games::slide::{Move, MoveKind, Phase, Position, Rules, Slide, Turn};

use super::{Fault, against, result_for};

/// The largest number of open cells for which a result is looked up at sight, and the positions that may take.
const AT_SIGHT_CELLS: u32 = 12;
/// See [`AT_SIGHT_CELLS`].
const AT_SIGHT_NODES: u64 = 150;
/// The positions it may take to count what a player alone can still take.
const ALONE_NODES: u64 = 500;

/// What is wrong with each of these moves, if anything.
pub(crate) fn faults<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    actions: &[Move],
) -> Vec<Option<Fault>> {
    if position.phase() != Phase::Move || actions.len() < 2 {
        return vec![None; actions.len()];
    }
    let seat = position.turn();
    let nexts: Vec<Position<B>> = actions
        .iter()
        .map(|&action| {
            let mut next = *position;
            Slide::<B, H, T>::apply(rules, &mut next, action);
            next
        })
        .collect();
    let few = position.open().count() <= AT_SIGHT_CELLS && rules.seats() == 2;
    let result = |next: &Position<B>| match next.phase() {
        Phase::Over => {
            Slide::<B, H, T>::outcome(rules, next).map(|outcome| result_for(&outcome.winners, seat))
        }
        _ if few => rules.solved_lead(next, seat, &mut { AT_SIGHT_NODES }).map(|lead| lead.signum() as i8),
        _ => None,
    };
    let results: Vec<Option<i8>> = nexts.iter().map(result).collect();
    let mut faults = against(&results);
    if rules.is_isolated(position, seat) {
        less_taken(rules, position, &nexts, &mut faults);
    } else if !rules.spans::<T>() {
        stranded::<B, H, T>(rules, position, actions, &nexts, &mut faults);
    }
    faults
}

/// A player alone against what is left to take.
fn less_taken<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    nexts: &[Position<B>],
    faults: &mut [Option<Fault>],
) {
    let seat = position.turn();
    let made = u32::from(rules.last_move_wins());
    let Some(most) = rules.max_for(position, seat, &mut { ALONE_NODES }) else { return };
    for (next, fault) in nexts.iter().zip(faults) {
        // Only a total that is known can be less.
        if let Some(reached) = rules.max_for(next, seat, &mut { ALONE_NODES })
            && reached + made < most
        {
            fault.get_or_insert(Fault::LessTaken);
        }
    }
}

/// A piece alone in its region: nobody else's moves matter there, so taking as much and moving on is better than
/// stopping for good.
fn stranded<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    actions: &[Move],
    nexts: &[Position<B>],
    faults: &mut [Option<Fault>],
) {
    let fish = rules.counts_fish();
    if fish && rules.shoots::<T>() || !fish && !rules.last_move_wins() {
        return;
    }
    let seat = position.turn();
    let neighbours = |cell: usize| rules.rays.neighbours(cell);
    for piece in position.own(seat).cells() {
        let region = rules.rays.flood(B::one(piece), position.open()) | B::one(piece);
        let others = position.pieces().without(B::one(piece));
        if others.cells().any(|other| !(neighbours(other) & region).is_empty()) {
            continue;
        }
        // What each of its moves takes, where it stands then, and whether it can go on.
        let moves: Vec<(usize, u32, u32, bool)> = actions
            .iter()
            .enumerate()
            .filter_map(|(number, action)| match action.kind() {
                MoveKind::Slide(from, to) | MoveKind::Shoot(from, to, _) if from == piece => {
                    let next = &nexts[number];
                    let goes_on = !(neighbours(to) & next.open()).is_empty();
                    Some((number, next.score(seat), u32::from(position.fish(to)), goes_on))
                }
                _ => None,
            })
            .collect();
        for &(number, score, under, goes_on) in &moves {
            let better = |&(_, other_score, other_under, other_goes_on): &(usize, u32, u32, bool)| {
                other_goes_on && (!fish || other_score >= score && other_under >= under)
            };
            if !goes_on && moves.iter().any(better) {
                faults[number].get_or_insert(Fault::Stranded);
            }
        }
    }
}
