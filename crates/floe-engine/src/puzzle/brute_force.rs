//! The value of every move by the rules alone: plain alpha-beta with a table, and no knowledge of any game.
//!
//! It is slow and shares only the rules with the solvers, so that each can check the other.

use std::collections::HashMap;

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Actor, Game, Outcome, Refusal, buffet, montauk, read_position, registry, standalone};

use super::proof::{ExactValue, ExactValues};

/// The value of every legal move, searching at most `max_nodes` positions; [`super::prove`] is faster.
pub fn brute_force(set: &RuleSet, position: &str, max_nodes: u64) -> Result<Option<ExactValues>, Refusal> {
    visit(set, BruteForce { position, max_nodes })?
}

/// The seat to move; a refusal where no seat is to move or there are more than two players.
pub(super) fn seat_to_move<G: Game>(rules: &G::Rules, position: &G::Position) -> Result<usize, Refusal> {
    match G::actor(rules, position) {
        _ if G::seats(rules) != 2 => Err(Refusal::unsupported("puzzles are for two players")),
        Actor::Seat(seat) => Ok(seat),
        _ => Err(Refusal::invalid_request("no seat is to move there")),
    }
}

struct BruteForce<'a> {
    position: &'a str,
    max_nodes: u64,
}

impl BruteForce<'_> {
    fn prove<G: Game>(&self, rules: &G::Rules, counted: bool) -> Result<Option<ExactValues>, Refusal> {
        let position = read_position::<G>(rules, self.position)?;
        let seat = seat_to_move::<G>(rules, &position)?;
        let mut search = Search::<G> { rules, counted, known: HashMap::new(), left: self.max_nodes };
        let mut moves = Vec::new();
        G::moves(rules, &position, &mut moves);
        let mut values = Vec::with_capacity(moves.len());
        for action in moves {
            let mut next = position.clone();
            G::apply(rules, &mut next, action);
            let Some(value) = search.value(&next, -INFINITE, INFINITE) else { return Ok(None) };
            let value = if seat == 0 { value } else { -value };
            values.push((G::move_text(rules, action), unpack(value)));
        }
        Ok(Some(ExactValues { seat, values, counted }))
    }
}

impl FamilyVisitor for BruteForce<'_> {
    type Output = Result<Option<ExactValues>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output {
        self.prove::<slide::Slide<B, H, T>>(&rules, rules.counts_fish())
    }
    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
        self.prove::<buffet::Buffet<T>>(&rules, false)
    }
    fn montauk(self, rules: montauk::Rules) -> Self::Output {
        // Cards in hand are hidden, and a search that used them would prove nothing.
        let position = read_position::<montauk::Montauk>(&rules, self.position)?;
        match position.hands.iter().all(|hand| hand.is_empty()) {
            true => self.prove::<montauk::Montauk>(&rules, true),
            false => Ok(None),
        }
    }
    fn standalone(self, rules: standalone::Rules) -> Self::Output {
        if standalone::Standalone::hides(&rules) {
            return Ok(None);
        }
        let game = standalone::Standalone::rule_set(&rules).game;
        let counted = registry::find(game)?.unit.is_score();
        self.prove::<standalone::Standalone>(&rules, counted)
    }
}

/// More than any value.
const INFINITE: i64 = 1 << 40;
/// Points weigh more than the result, which they determine unless they are equal.
const POINT: i64 = 4;

fn unpack(value: i64) -> ExactValue {
    let points = (value + POINT / 2).div_euclid(POINT);
    ExactValue { points, result: (value - points * POINT) as i8 }
}

struct Search<'a, G: Game> {
    rules: &'a G::Rules,
    counted: bool,
    /// The lower and upper bounds of positions.
    known: HashMap<G::Position, (i64, i64)>,
    left: u64,
}

impl<G: Game> Search<'_, G> {
    /// The value of a position to seat 0: exact inside the window, a bound outside. `None` if chance is to act or the
    /// node limit is reached.
    fn value(&mut self, position: &G::Position, mut alpha: i64, mut beta: i64) -> Option<i64> {
        self.left = self.left.checked_sub(1)?;
        let seat = match G::actor(self.rules, position) {
            Actor::Chance => return None,
            Actor::Nobody => return self.value_at_end(position),
            // Where there are too many moves to list, the listed one stands for the best.
            Actor::Seat(seat) => seat,
        };
        let (lower, upper) = self.known.get(position).copied().unwrap_or((-INFINITE, INFINITE));
        if lower >= beta || lower == upper {
            return Some(lower);
        }
        if upper <= alpha {
            return Some(upper);
        }
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
        let (from, to) = (alpha, beta);
        let mut moves = Vec::new();
        G::moves(self.rules, position, &mut moves);
        let mut best: Option<i64> = None;
        for action in moves {
            let mut next = position.clone();
            G::apply(self.rules, &mut next, action);
            let value = self.value(&next, alpha, beta)?;
            let better = best.map_or(value, |best| if seat == 0 { best.max(value) } else { best.min(value) });
            best = Some(better);
            match seat {
                0 => alpha = alpha.max(better),
                _ => beta = beta.min(better),
            }
            if alpha >= beta {
                break;
            }
        }
        let best = best?;
        let lower = if best > from { lower.max(best) } else { lower };
        let upper = if best < to { upper.min(best) } else { upper };
        self.known.insert(position.clone(), (lower, upper));
        Some(best)
    }

    /// The value of a finished game. It is remembered, since a showdown costs as much as a hundred positions.
    fn value_at_end(&mut self, position: &G::Position) -> Option<i64> {
        if let Some(&(value, _)) = self.known.get(position) {
            return Some(value);
        }
        let value = self.terminal_value(&G::outcome(self.rules, position)?);
        self.known.insert(position.clone(), (value, value));
        Some(value)
    }

    fn terminal_value(&self, outcome: &Outcome) -> i64 {
        let result = match outcome.winners.as_slice() {
            [0] => 1,
            [1] => -1,
            _ => 0,
        };
        let points = match self.counted {
            true => outcome.scores.first().unwrap_or(&0) - outcome.scores.get(1).unwrap_or(&0),
            false => result,
        };
        points * POINT + result
    }
}
