//! Every move of a late position with its exact result.

use floe_cards::ShowdownResult;
use floe_games::buffet::{Buffet, Move, Position, Rules};
use floe_games::slide::Turn;
use floe_games::{Actor, Game};

use super::board::{BoardTables, Deal};
use super::card_value::CardValues;
use super::endgame::{Endgame, EndgameBudget};
use super::playout::PlayoutPolicy;
use super::showdown_eval::ShowdownEvaluator;

/// The result of best play after each legal move, in the order of the rules: 1 where seat 0 wins, -1 where seat 1 does,
/// 0 for a draw. `None` where that needs more than the node limit, or where there is no exact result.
pub(crate) fn values<T: Turn>(
    rules: Rules,
    position: &Position,
    most: u64,
    over: &dyn Fn() -> bool,
) -> Option<Vec<(String, i8)>> {
    let mut moves = Vec::new();
    Buffet::<T>::moves(&rules, position, &mut moves);
    if !matches!(Buffet::<T>::actor(&rules, position), Actor::Seat(_)) {
        return None;
    }
    let card_values = CardValues::new(rules.showdown().rank.wheel);
    let mut evaluator = ShowdownEvaluator::new(*rules.showdown());
    let tables = BoardTables::<T>::new(rules);
    let deal = Deal::new(&tables, position);
    let policy = PlayoutPolicy::new(&deal, &card_values);
    let mut endgame = Endgame::new();
    let mut budget = EndgameBudget { left: i64::try_from(most).unwrap_or(i64::MAX), over };
    let mut values = Vec::with_capacity(moves.len());
    for action in moves {
        // Only the board play is searched; laying out hands comes after it.
        let Move::Board(step) = action else { return None };
        let mut next = deal.state(position);
        deal.apply(&mut next, step);
        let value = match endgame.solve(&policy, &mut evaluator, &next, &mut budget)? {
            ShowdownResult::Black => 1,
            ShowdownResult::Draw => 0,
            ShowdownResult::White => -1,
        };
        values.push((Buffet::<T>::move_text(&tables.rules, action), value));
    }
    Some(values)
}
