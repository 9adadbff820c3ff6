//! Late positions exactly: alpha-beta over what is left, with the exact showdown at the end.

use floe_board::Bits;
use floe_cards::Outcome;
use floe_games::slide::{Move, Turn};

use super::ground::{Deal, State};
use super::judge::Judge;
use super::playout::Player;

/// What a showdown that must be solved in full costs, in positions.
const SHOWDOWN_COST: i64 = 60;
/// How many positions are remembered.
const KEPT: usize = 1 << 15;

/// Solves positions for one thread.
pub(super) struct Endgame {
    known: Vec<Known>,
    /// How many positions were looked at.
    pub looked: u64,
}

/// What is known of a position: a result for Black between two bounds.
#[derive(Clone, Copy, Default)]
struct Known {
    hash: u64,
    low: i8,
    high: i8,
}

/// One attempt: how much it may still cost, and who may end it.
pub(super) struct Effort<'a> {
    pub left: i64,
    pub over: &'a dyn Fn() -> bool,
}

/// The number of a result for Black.
fn number(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Black => 1,
        Outcome::White => -1,
        Outcome::Draw => 0,
    }
}

/// The result a pair of pools has for certain, whatever is played from here.
pub(super) fn settled<T: Turn>(deal: &Deal<'_, T>, judge: &Judge, state: &State) -> Option<Outcome> {
    let unclaimed = deal.unclaimed(state);
    let at_most = [0, 1].map(|seat| {
        let own = state.board.own(seat);
        let cards = match deal.ground.claims_left && state.board.phase() == floe_games::slide::Phase::Move {
            // Who claims where it stands gets no further than its pieces do.
            true => deal.cards_on(own | deal.ground.board().rays.flood(own, state.board.open())),
            false => unclaimed,
        };
        state.pools[seat] | cards
    });
    judge.certain(state.pools, at_most)
}

impl Endgame {
    pub fn new() -> Endgame {
        Endgame { known: Vec::new(), looked: 0 }
    }

    /// The result of best play, or `None` when it costs too much to know.
    pub fn solve<T: Turn>(
        &mut self,
        player: &Player<'_, T>,
        judge: &mut Judge,
        state: &State,
        effort: &mut Effort<'_>,
    ) -> Option<Outcome> {
        if self.known.is_empty() {
            self.known = vec![Known::default(); KEPT];
        }
        Some(match self.value(player, judge, state, [-1, 1], effort)? {
            1 => Outcome::Black,
            0 => Outcome::Draw,
            _ => Outcome::White,
        })
    }

    fn value<T: Turn>(
        &mut self,
        player: &Player<'_, T>,
        judge: &mut Judge,
        state: &State,
        [mut low, mut high]: [i8; 2],
        effort: &mut Effort<'_>,
    ) -> Option<i8> {
        self.looked += 1;
        effort.left -= 1;
        if effort.left < 0 || self.looked.is_multiple_of(64) && (effort.over)() {
            return None;
        }
        let deal = player.deal;
        if state.is_over() {
            let solved = judge.solved;
            let outcome = judge.exact(deal.final_pools(state))?;
            if judge.solved > solved {
                effort.left -= SHOWDOWN_COST;
                if (effort.over)() {
                    return None;
                }
            }
            return Some(number(outcome));
        }
        if let Some(outcome) = settled(deal, judge, state) {
            return Some(number(outcome));
        }
        let hash = state.hash() | 1;
        let at = (hash >> 33) as usize % KEPT;
        let mut known = Known { hash, low: -1, high: 1 };
        if self.known[at].hash == hash {
            known = self.known[at];
            low = low.max(known.low);
            high = high.min(known.high);
            if low >= high {
                return Some(if known.low == known.high {
                    known.low
                } else {
                    low.min(known.high).max(known.low)
                });
            }
        }
        let best = self.best_move(player, judge, state, [low, high], effort)?;
        if best < high {
            known.high = known.high.min(best);
        }
        if best > low {
            known.low = known.low.max(best);
        }
        self.known[at] = known;
        Some(best)
    }

    fn best_move<T: Turn>(
        &mut self,
        player: &Player<'_, T>,
        judge: &mut Judge,
        state: &State,
        [mut low, mut high]: [i8; 2],
        effort: &mut Effort<'_>,
    ) -> Option<i8> {
        let black = state.board.turn() == 0;
        let mut best = if black { -1 } else { 1 };
        for action in ordered(player, state) {
            let mut next = *state;
            player.deal.apply(&mut next, action);
            let value = self.value(player, judge, &next, [low, high], effort)?;
            if black {
                best = best.max(value);
                low = low.max(value);
            } else {
                best = best.min(value);
                high = high.min(value);
            }
            if low >= high {
                break;
            }
        }
        Some(best)
    }
}

/// The moves, good-looking ones first.
fn ordered<T: Turn>(player: &Player<'_, T>, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    player.deal.ground.moves(&state.board, &mut moves);
    moves.sort_by_cached_key(|&action| -player.looks(state, action));
    moves
}

/// Are few enough cells left that solving may be tried?
pub(super) fn is_late(state: &State, cells: u32) -> bool {
    state.board.open().count() <= cells
}
