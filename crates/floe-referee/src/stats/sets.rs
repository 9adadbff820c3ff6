//! Games grouped into sets.

use std::collections::BTreeMap;

use serde::Serialize;

use super::FinishedGame;

/// What one entrant scored against another, set by set and game by game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct HeadToHead {
    /// Games that the first won, or was placed better in.
    pub wins: u64,
    /// Games in which both were placed the same.
    pub draws: u64,
    /// Games that the first lost.
    pub losses: u64,
    /// How many complete sets ended with 0, 1, 2 … half points for the first: five counts with two players
    /// ("pentanomial"), in general two per game of a set and one more.
    pub sets: Vec<u64>,
}

impl HeadToHead {
    /// The games between two entrants. Incomplete sets count by their games only.
    pub fn between(games: &[FinishedGame], first: usize, second: usize) -> HeadToHead {
        let mut duel = HeadToHead::default();
        let mut sets: BTreeMap<u64, (usize, usize, usize)> = BTreeMap::new();
        for game in games {
            let Some(score) = game.between(first, second) else { continue };
            let halves = (2.0 * score) as usize;
            match halves {
                0 => duel.losses += 1,
                1 => duel.draws += 1,
                _ => duel.wins += 1,
            }
            let set = sets.entry(game.set).or_default();
            *set = (set.0 + 1, set.1 + halves, game.seats.len());
        }
        let most = sets.values().map(|&(_, _, seats)| seats).max().unwrap_or(0);
        if most > 0 {
            duel.sets = vec![0; 2 * most + 1];
        }
        for (played, halves, seats) in sets.into_values() {
            // Games of different numbers of seats do not mix in one tournament.
            if played == seats && seats == most {
                duel.sets[halves] += 1;
            }
        }
        duel
    }

    /// The same, seen from the other side.
    pub fn reversed(&self) -> HeadToHead {
        HeadToHead {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            sets: self.sets.iter().rev().copied().collect(),
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first: wins and half the draws.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The number of complete sets.
    pub fn complete_sets(&self) -> u64 {
        self.sets.iter().sum()
    }

    /// The possible scores of a set between 0 and 1, each with its frequency.
    pub(super) fn set_scores(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let most = self.sets.len().saturating_sub(1).max(1) as f64;
        self.sets.iter().enumerate().map(move |(halves, &count)| (halves as f64 / most, count as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::super::finished::tests::game;
    use super::*;

    #[test]
    fn a_set_is_all_rotations_of_a_start() {
        let games = [
            game(0, 0, &[0, 1], &[1, 2]),
            game(1, 0, &[1, 0], &[1, 2]),
            game(2, 1, &[0, 1], &[1, 2]),
            game(3, 1, &[1, 0], &[1, 1]),
            // Half a set.
            game(4, 2, &[0, 1], &[1, 2]),
        ];
        let duel = HeadToHead::between(&games, 0, 1);
        assert_eq!(duel, HeadToHead { wins: 3, draws: 1, losses: 1, sets: vec![0, 0, 1, 1, 0] });
        assert_eq!(HeadToHead::between(&games, 1, 0), duel.reversed());
        assert_eq!(HeadToHead::between(&games, 0, 2), HeadToHead::default());
    }

    #[test]
    fn three_seats_give_seven_scores() {
        let games = [
            game(0, 0, &[0, 1, 2], &[1, 2, 3]),
            game(1, 0, &[1, 2, 0], &[1, 3, 2]),
            game(2, 0, &[2, 0, 1], &[1, 2, 2]),
        ];
        assert_eq!(HeadToHead::between(&games, 0, 1).sets, [0, 0, 0, 1, 0, 0, 0]);
        assert_eq!(HeadToHead::between(&games, 0, 2).sets, [0, 0, 0, 0, 1, 0, 0]);
    }
}
