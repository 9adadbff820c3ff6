//! Points of a round and the result of a match.

use super::position::{Phase, Position};
use super::rules::{Rules, Scoring};
use super::spend::size;
use crate::outcome::{EndReason, Outcome, seat_number};

/// What a player scores in the round that has just ended.
///
/// In a race the player who bore off all six first scores the boxes that the opponent's pyramids have left; if neither
/// did, neither scores.
pub(crate) fn of_round(rules: &Rules, position: &Position, seat: usize) -> i32 {
    let first = position.first_home == Some(seat as u8);
    let off = || position.boards[seat].iter().enumerate().filter(|(_, pyramid)| pyramid.place() == 0);
    let pyramids = match rules.scoring {
        Scoring::Flat => off().count() as i32 * rules.per_pyramid,
        Scoring::Pips => off().map(|(index, _)| size(index) as i32 + 1).sum(),
        Scoring::Race if !first => return 0,
        Scoring::Race => {
            return position.boards[1 - seat].iter().map(|pyramid| i32::from(pyramid.place())).sum();
        }
    };
    let first = if first { rules.first_home } else { 0 };
    pyramids + first + i32::from(position.vaults[seat].nulls()) * rules.per_null
}

/// How the match ended, once it has.
pub(crate) fn outcome(position: &Position) -> Option<Outcome> {
    if position.phase != Phase::Over {
        return None;
    }
    let [first, second] = position.scores;
    let rounds = u32::from(position.round);
    let (winners, end) = match first.cmp(&second) {
        std::cmp::Ordering::Greater => (vec![0], EndReason::MorePoints { seat: 0, rounds }),
        std::cmp::Ordering::Less => (vec![1], EndReason::MorePoints { seat: 1, rounds }),
        std::cmp::Ordering::Equal => (vec![0, 1], EndReason::EqualPoints { rounds }),
    };
    Some(Outcome::new(winners, position.scores.map(i64::from).to_vec(), end, &seat_number))
}
