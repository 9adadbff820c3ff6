//! Tie-breaks.

use serde::Serialize;

use super::FinishedGame;

/// The tie-breaks of one entrant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct TieBreaks {
    /// Buchholz: the points of all opponents, once per game.
    pub buchholz: f64,
    /// Sonneborn-Berger: the points of beaten opponents, and half the points of tied ones.
    pub sonneborn_berger: f64,
}

/// Buchholz and Sonneborn-Berger of every entrant. A game of more than two counts as a game against every opponent,
/// with each opponent's points in all games.
pub fn tie_breaks(entrants: usize, games: &[FinishedGame]) -> Vec<TieBreaks> {
    let mut points = vec![0.0; entrants];
    for game in games {
        for (seat, &entrant) in game.seats.iter().enumerate() {
            if let Some(points) = points.get_mut(entrant) {
                *points += game.points(seat);
            }
        }
    }
    tie_breaks_with(&points, games)
}

/// The same with the points of each entrant, which may be more than those of the games.
pub(crate) fn tie_breaks_with(points: &[f64], games: &[FinishedGame]) -> Vec<TieBreaks> {
    let mut tie_breaks = vec![TieBreaks::default(); points.len()];
    for game in games {
        for &one in &game.seats {
            for &two in game.seats.iter().filter(|&&two| two != one) {
                let (Some(tie), Some(theirs)) = (tie_breaks.get_mut(one), points.get(two)) else { continue };
                let Some(score) = game.between(one, two) else { continue };
                tie.buchholz += theirs;
                tie.sonneborn_berger += score * theirs;
            }
        }
    }
    tie_breaks
}

#[cfg(test)]
mod tests {
    use super::super::finished::tests::game;
    use super::*;

    #[test]
    fn beating_strong_opponents_counts_more() {
        // 0 beats 1 and loses to 2; 1 beats 2; 3 draws with 2.
        let games = [
            game(0, 0, &[0, 1], &[1, 2]),
            game(1, 1, &[1, 2], &[1, 2]),
            game(2, 2, &[2, 0], &[1, 2]),
            game(3, 3, &[3, 2], &[1, 1]),
        ];
        let table: Vec<(f64, f64)> =
            tie_breaks(4, &games).iter().map(|tie| (tie.buchholz, tie.sonneborn_berger)).collect();
        assert_eq!(table, [(2.5, 1.0), (2.5, 1.5), (2.5, 1.25), (1.5, 0.75)]);
        assert_eq!(tie_breaks(1, &games)[0], TieBreaks::default());
    }
}
