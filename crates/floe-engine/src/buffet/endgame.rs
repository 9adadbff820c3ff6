//! Exact late positions: alpha-beta over the rest of the game, with the exact showdown at the end.

use floe_board::Bits;
use floe_cards::ShowdownResult;
use floe_games::slide::{Move, Turn};
use floe_games::sort::order;

use super::board::{Deal, State};
use super::playout::PlayoutPolicy;
use super::showdown_eval::ShowdownEvaluator;

/// The cost of a showdown that must be solved in full, in positions.
const SHOWDOWN_COST: i64 = 60;
/// The number of cached positions.
const CACHE_SIZE: usize = 1 << 15;

/// Solves positions for one thread.
pub(super) struct Endgame {
    known: Vec<Known>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// The stored bounds of a position's result for Black.
#[derive(Clone, Copy, Default)]
struct Known {
    hash: u64,
    lower: i8,
    upper: i8,
}

/// The budget of one attempt: the nodes left, and a callback that ends it.
pub(super) struct EndgameBudget<'a> {
    pub left: i64,
    pub over: &'a dyn Fn() -> bool,
}

/// The number of a result for Black.
fn number(outcome: ShowdownResult) -> i8 {
    match outcome {
        ShowdownResult::Black => 1,
        ShowdownResult::White => -1,
        ShowdownResult::Draw => 0,
    }
}

/// The outcome if it is already certain, whatever is played.
pub(super) fn decided_outcome<T: Turn>(
    deal: &Deal<'_, T>,
    evaluator: &ShowdownEvaluator,
    state: &State,
) -> Option<ShowdownResult> {
    let unclaimed = deal.unclaimed(state);
    let at_most = [0, 1].map(|seat| {
        let own = state.board.own(seat);
        let cards = match deal.tables.claims_left && state.board.phase() == floe_games::slide::Phase::Move {
            // A side that claims where it stands reaches no further than its pieces.
            true => deal.cards_on(own | deal.tables.board().rays.flood(own, state.board.open())),
            false => unclaimed,
        };
        state.pools[seat] | cards
    });
    evaluator.certain(state.pools, at_most)
}

impl Endgame {
    pub fn new() -> Endgame {
        Endgame { known: Vec::new(), nodes: 0 }
    }

    /// The result of best play, or `None` when it costs too much to compute.
    pub fn solve<T: Turn>(
        &mut self,
        policy: &PlayoutPolicy<'_, T>,
        evaluator: &mut ShowdownEvaluator,
        state: &State,
        budget: &mut EndgameBudget<'_>,
    ) -> Option<ShowdownResult> {
        if self.known.is_empty() {
            self.known = vec![Known::default(); CACHE_SIZE];
        }
        Some(match self.value(policy, evaluator, state, [-1, 1], budget)? {
            1 => ShowdownResult::Black,
            0 => ShowdownResult::Draw,
            _ => ShowdownResult::White,
        })
    }

    fn value<T: Turn>(
        &mut self,
        policy: &PlayoutPolicy<'_, T>,
        evaluator: &mut ShowdownEvaluator,
        state: &State,
        [mut alpha, mut beta]: [i8; 2],
        budget: &mut EndgameBudget<'_>,
    ) -> Option<i8> {
        self.nodes += 1;
        budget.left -= 1;
        if budget.left < 0 || self.nodes.is_multiple_of(64) && (budget.over)() {
            return None;
        }
        let deal = policy.deal;
        if state.is_over() {
            let solved = evaluator.solved;
            let outcome = evaluator.exact(deal.final_pools(state))?;
            if evaluator.solved > solved {
                budget.left -= SHOWDOWN_COST;
                if (budget.over)() {
                    return None;
                }
            }
            return Some(number(outcome));
        }
        if let Some(outcome) = decided_outcome(deal, evaluator, state) {
            return Some(number(outcome));
        }
        let hash = state.hash() | 1;
        let at = (hash >> 33) as usize % CACHE_SIZE;
        let mut known = Known { hash, lower: -1, upper: 1 };
        if self.known[at].hash == hash {
            known = self.known[at];
            alpha = alpha.max(known.lower);
            beta = beta.min(known.upper);
            if alpha >= beta {
                return Some(if known.lower == known.upper {
                    known.lower
                } else {
                    alpha.min(known.upper).max(known.lower)
                });
            }
        }
        let best = self.best_move(policy, evaluator, state, [alpha, beta], budget)?;
        if best < beta {
            known.upper = known.upper.min(best);
        }
        if best > alpha {
            known.lower = known.lower.max(best);
        }
        self.known[at] = known;
        Some(best)
    }

    fn best_move<T: Turn>(
        &mut self,
        policy: &PlayoutPolicy<'_, T>,
        evaluator: &mut ShowdownEvaluator,
        state: &State,
        [mut alpha, mut beta]: [i8; 2],
        budget: &mut EndgameBudget<'_>,
    ) -> Option<i8> {
        let black = state.board.turn() == 0;
        let mut best = if black { -1 } else { 1 };
        for action in ordered(policy, state) {
            let mut next = *state;
            policy.deal.apply(&mut next, action);
            let value = self.value(policy, evaluator, &next, [alpha, beta], budget)?;
            if black {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// The moves, the highest score first.
fn ordered<T: Turn>(policy: &PlayoutPolicy<'_, T>, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    policy.deal.tables.moves(&state.board, &mut moves);
    let scores: Vec<_> = moves.iter().map(|&action| policy.move_score(state, action)).collect();
    let order = order(moves.len(), &|one, other| scores[other].cmp(&scores[one]));
    order.into_iter().map(|at| moves[at]).collect()
}

/// Are few enough cells left that solving may be tried?
pub(super) fn is_late(state: &State, cells: u32) -> bool {
    state.board.open().count() <= cells
}
