//! Moves of the buffets that are wrong at sight.

use floe_cards::{Adjust, HandStrength, Layout, undominated_layouts};
use floe_games::buffet::{Move, Position, Rules};
use floe_games::slide::Turn;

use super::board::{BoardTables, Deal, State};
use super::endgame::decided_outcome;
use super::showdown_eval::{ShowdownEvaluator, outcome_value};
use crate::dominated::{Fault, against};

/// What is wrong with each of these moves, if anything.
pub(crate) fn faults<T: Turn>(rules: Rules, position: &Position, actions: &[Move]) -> Vec<Option<Fault>> {
    let steps: Option<Vec<_>> = actions
        .iter()
        .map(|action| match action {
            Move::Board(step) => Some(*step),
            Move::Layout(_) => None,
        })
        .collect();
    let Some(steps) = steps else { return vec![None; actions.len()] };
    let evaluator = ShowdownEvaluator::new(*rules.showdown());
    let tables = BoardTables::<T>::new(rules);
    let deal = Deal::new(&tables, position);
    step_faults(&deal, &evaluator, &deal.state(position), &steps)
}

/// The same for moves of the board.
pub(super) fn step_faults<T: Turn>(
    deal: &Deal<'_, T>,
    evaluator: &ShowdownEvaluator,
    state: &State,
    steps: &[floe_games::slide::Move],
) -> Vec<Option<Fault>> {
    let seat = state.board.turn() & 1;
    let results: Vec<Option<i8>> = steps
        .iter()
        .map(|&step| {
            let mut next = *state;
            deal.apply(&mut next, step);
            let outcome = decided_outcome(deal, evaluator, &next)?;
            let black = 2.0 * outcome_value(outcome) - 1.0;
            Some(if seat == 0 { black } else { -black } as i8)
        })
        .collect();
    against(&results)
}

/// What is wrong with a layout, if anything: another is at least as strong in every hand and stronger in one.
pub(crate) fn layout_fault(rules: &Rules, position: &Position, seat: usize, layout: Layout) -> Option<Fault> {
    // An open layout is only shown: the best one counts whatever is laid out.
    if rules.showdown().adjust != Adjust::Sealed {
        return None;
    }
    let strengths =
        |layout: &Layout| layout.strengths(rules.showdown().rank).unwrap_or([HandStrength::EMPTY; 3]);
    let mine = strengths(&layout);
    let better = undominated_layouts(rules.pool(position, seat), rules.showdown())
        .iter()
        .map(strengths)
        .any(|other| other != mine && (0..3).all(|hand| other[hand] >= mine[hand]));
    better.then_some(Fault::BadLayout)
}
