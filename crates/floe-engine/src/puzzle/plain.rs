//! The value of every move by nothing but the rules: plain alpha-beta with a memory, and no knowledge of any game.
//!
//! It is slow and shares nothing with the solvers but the rules, so that each can vouch for the other.

use std::collections::HashMap;

use floe_board::Bits;
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Actor, Game, Outcome, Refusal, buffet, montauk, read_position};

use super::proof::{ExactValue, Proof};

/// The value of every legal move, looking at so many positions at most; see [`super::prove`], which is quicker.
pub fn plain(set: &RuleSet, position: &str, most: u64) -> Result<Option<Proof>, Refusal> {
    visit(set, Plain { position, most })?
}

/// The seat to move; a refusal where it is nobody's turn or more than two play.
pub(super) fn seat_to_move<G: Game>(rules: &G::Rules, position: &G::Position) -> Result<usize, Refusal> {
    match G::actor(rules, position) {
        _ if G::seats(rules) != 2 => Err(Refusal::new("puzzles are for two players")),
        Actor::Seat(seat) => Ok(seat),
        _ => Err(Refusal::new("nobody is to move there")),
    }
}

struct Plain<'a> {
    position: &'a str,
    most: u64,
}

impl Plain<'_> {
    fn prove<G: Game>(&self, rules: &G::Rules, counted: bool) -> Result<Option<Proof>, Refusal> {
        let position = read_position::<G>(rules, self.position)?;
        let seat = seat_to_move::<G>(rules, &position)?;
        let mut search = Search::<G> { rules, counted, known: HashMap::new(), left: self.most };
        let mut moves = Vec::new();
        G::moves(rules, &position, &mut moves);
        let mut values = Vec::with_capacity(moves.len());
        for action in moves {
            let mut next = position.clone();
            G::apply(rules, &mut next, action);
            let Some(value) = search.value(&next, -ENDLESS, ENDLESS) else { return Ok(None) };
            let value = if seat == 0 { value } else { -value };
            values.push((G::move_text(rules, action), unpack(value)));
        }
        Ok(Some(Proof { seat, values, counted }))
    }
}

impl FamilyVisitor for Plain<'_> {
    type Output = Result<Option<Proof>, Refusal>;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output {
        self.prove::<slide::Slide<B, H, T>>(&rules, rules.counts_fish())
    }
    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
        self.prove::<buffet::Buffet<T>>(&rules, false)
    }
    fn montauk(self, rules: montauk::Rules) -> Self::Output {
        // Cards in hand are hidden, and whoever looks at them proves nothing.
        let position = read_position::<montauk::Montauk>(&rules, self.position)?;
        match position.hands.iter().all(|hand| hand.is_empty()) {
            true => self.prove::<montauk::Montauk>(&rules, true),
            false => Ok(None),
        }
    }
}

/// More than any value.
const ENDLESS: i64 = 1 << 40;
/// Points weigh more than the result, which they decide unless they are equal.
const POINT: i64 = 4;

fn unpack(value: i64) -> ExactValue {
    let points = (value + POINT / 2).div_euclid(POINT);
    ExactValue { points, result: (value - points * POINT) as i8 }
}

struct Search<'a, G: Game> {
    rules: &'a G::Rules,
    counted: bool,
    /// The least and the most a position may be worth.
    known: HashMap<G::Position, (i64, i64)>,
    left: u64,
}

impl<G: Game> Search<'_, G> {
    /// What a position is worth to seat 0: exact between the limits, a bound beyond them. `None` where chance is to
    /// act or too much was looked at.
    fn value(&mut self, position: &G::Position, mut low: i64, mut high: i64) -> Option<i64> {
        self.left = self.left.checked_sub(1)?;
        let seat = match G::actor(self.rules, position) {
            Actor::Chance => return None,
            Actor::Nobody => return Some(self.ended(&G::outcome(self.rules, position)?)),
            // Where moves are too many to list, the one that is listed stands for the best.
            Actor::Seat(seat) => seat,
        };
        let (least, most) = self.known.get(position).copied().unwrap_or((-ENDLESS, ENDLESS));
        if least >= high || least == most {
            return Some(least);
        }
        if most <= low {
            return Some(most);
        }
        (low, high) = (low.max(least), high.min(most));
        let (from, to) = (low, high);
        let mut moves = Vec::new();
        G::moves(self.rules, position, &mut moves);
        let mut best: Option<i64> = None;
        for action in moves {
            let mut next = position.clone();
            G::apply(self.rules, &mut next, action);
            let value = self.value(&next, low, high)?;
            let better = best.map_or(value, |best| if seat == 0 { best.max(value) } else { best.min(value) });
            best = Some(better);
            match seat {
                0 => low = low.max(better),
                _ => high = high.min(better),
            }
            if low >= high {
                break;
            }
        }
        let best = best?;
        let least = if best > from { least.max(best) } else { least };
        let most = if best < to { most.min(best) } else { most };
        self.known.insert(position.clone(), (least, most));
        Some(best)
    }

    fn ended(&self, outcome: &Outcome) -> i64 {
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
