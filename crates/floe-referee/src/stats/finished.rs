//! A finished game as statistics see it.

use std::cmp::Ordering;

use floe_games::{Outcome, Refusal};
use serde::{Deserialize, Serialize};

/// A player's fault in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultNote {
    /// The cause, by which faults are counted: a word or two of a closed vocabulary.
    pub cause: String,
    /// What happened, as a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
}

/// A game that is over. All lists are by seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// The fixture that was played.
    pub fixture: u64,
    /// The set it belongs to.
    pub set: u64,
    /// The entrants.
    pub seats: Vec<usize>,
    /// The place of each, 1 for the first; equals share the better place. Without a first place the game was not played
    /// and gives no points.
    pub places: Vec<u32>,
    /// The score of each, in the game's own points.
    pub scores: Vec<i64>,
    /// The fault of each, if any.
    #[serde(default)]
    pub faults: Vec<Option<FaultNote>>,
}

impl FinishedGame {
    /// Refuses impossible games: lists of different lengths, invalid places.
    pub fn check(&self) -> Result<(), Refusal> {
        let seats = self.seats.len();
        let invalid = |what: String| Err(Refusal::invalid_request(format!("game {}: {what}", self.fixture)));
        if seats < 2 {
            return invalid(format!("{seats} seats; a game has at least 2"));
        }
        if (1..seats).any(|seat| self.seats[..seat].contains(&self.seats[seat])) {
            return invalid("an entrant sits at two seats".into());
        }
        for (what, count) in [("places", self.places.len()), ("scores", self.scores.len())] {
            if count != seats {
                return invalid(format!("{count} {what} for {seats} seats"));
            }
        }
        if !self.faults.is_empty() && self.faults.len() != seats {
            return invalid(format!("{} faults for {seats} seats", self.faults.len()));
        }
        if let Some(place) = self.places.iter().find(|&&place| place == 0 || place as usize > seats) {
            return invalid(format!("place {place} of {seats}"));
        }
        Ok(())
    }

    /// Is any seat first, possibly with others?
    fn was_won(&self) -> bool {
        self.places.contains(&1)
    }

    /// The seat of an entrant.
    pub fn seat_of(&self, entrant: usize) -> Option<usize> {
        self.seats.iter().position(|&other| other == entrant)
    }

    /// The share of its opponents that a seat beat, ties counting half: 1, ½ or 0 with two players.
    pub fn points(&self, seat: usize) -> f64 {
        let Some(&mine) = self.places.get(seat).filter(|_| self.was_won()) else { return 0.0 };
        let others = self.places.iter().enumerate().filter(|&(other, _)| other != seat);
        let (count, sum) =
            others.fold((0, 0.0), |(count, sum), (_, &place)| (count + 1, sum + half_points(mine, place)));
        if count == 0 { 0.0 } else { sum / f64::from(count) }
    }

    /// What the first entrant scored against the second alone; `None` if they did not both play.
    pub fn between(&self, first: usize, second: usize) -> Option<f64> {
        let mine = self.places.get(self.seat_of(first)?).filter(|_| self.was_won())?;
        let other = self.places.get(self.seat_of(second)?)?;
        Some(half_points(*mine, *other))
    }
}

/// 1 for the better place, ½ for the same.
fn half_points(mine: u32, other: u32) -> f64 {
    match mine.cmp(&other) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

/// The places of an outcome: winners, then the others by score, then those with a fault, who share the last place.
///
/// When no one wins, all without a fault are equal: a score that did not win counts for nothing.
pub fn places(outcome: &Outcome, faulty: &[bool]) -> Vec<u32> {
    let nobody = outcome.winners.is_empty();
    let key = |seat: usize| {
        let wins = outcome.winners.contains(&seat);
        let fault = faulty.get(seat).copied().unwrap_or(false) && !wins;
        let score = if wins || fault || nobody { 0 } else { outcome.scores[seat] };
        (!wins, fault, std::cmp::Reverse(score))
    };
    let keys: Vec<_> = (0..outcome.scores.len()).map(key).collect();
    keys.iter().map(|mine| 1 + keys.iter().filter(|other| *other < mine).count() as u32).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A game in which the seats took the given places.
    pub(crate) fn game(fixture: u64, set: u64, seats: &[usize], places: &[u32]) -> FinishedGame {
        FinishedGame {
            fixture,
            set,
            seats: seats.into(),
            places: places.into(),
            scores: places.iter().map(|&place| -i64::from(place)).collect(),
            faults: vec![None; seats.len()],
        }
    }

    #[test]
    fn places_of_outcomes() {
        type Case = (&'static [usize], &'static [i64], &'static [bool], &'static [u32]);
        let table: [Case; 7] = [
            (&[1], &[3, 9], &[false, false], &[2, 1]),
            (&[0, 1], &[5, 5], &[false, false], &[1, 1]),
            (&[0], &[3, 9], &[false, true], &[1, 2]),
            (&[2], &[4, 7, 9, 7], &[false; 4], &[4, 2, 1, 2]),
            (&[0, 1], &[9, 9, 8], &[false; 3], &[1, 1, 3]),
            (&[0], &[5, 9, 2], &[false, true, false], &[1, 3, 2]),
            (&[], &[5, 9, 2], &[true, true, true], &[1, 1, 1]),
        ];
        for (winners, scores, faulty, expected) in table {
            let outcome = Outcome::unexplained(winners.into(), scores.into());
            assert_eq!(places(&outcome, faulty), expected, "{outcome:?}");
        }
    }

    #[test]
    fn points_of_a_game_add_up_to_half_its_seats() {
        for places in [&[1, 2][..], &[1, 1], &[1, 2, 3], &[1, 2, 2], &[3, 1, 1, 4], &[1, 1, 1, 1]] {
            let game = game(0, 0, &(0..places.len()).collect::<Vec<_>>(), places);
            let sum: f64 = (0..places.len()).map(|seat| game.points(seat)).sum();
            assert!((sum - places.len() as f64 / 2.0).abs() < 1e-12, "{places:?}");
        }
        assert_eq!(game(0, 0, &[7, 8, 9], &[2, 1, 3]).points(0), 0.5);
        assert_eq!(game(0, 0, &[7, 8, 9], &[2, 1, 3]).between(9, 8), Some(0.0));
    }

    #[test]
    fn impossible_games_are_refused() {
        let invalid = |game: FinishedGame| game.check().unwrap_err().to_string();
        assert_eq!(invalid(game(4, 0, &[0, 0], &[1, 2])), "game 4: an entrant sits at two seats");
        assert_eq!(invalid(game(4, 0, &[0, 1], &[1, 3])), "game 4: place 3 of 2");
        assert_eq!(invalid(game(4, 0, &[0, 1, 2], &[1, 2])), "game 4: 2 places for 3 seats");
        assert!(game(4, 0, &[0, 1], &[1, 2]).check().is_ok());
    }
}
