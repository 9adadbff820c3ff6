//! The standings of a tournament by the rules of its format.

use std::cmp::Reverse;

use floe_games::Refusal;

use super::plan::{Format, PairingPlan, Schedule};
use super::results::most_first;
use crate::stats::{FinishedGame, Standing, standings, tie_breaks_with};

impl PairingPlan {
    /// The standings so far, best first. A round robin or gauntlet is ranked by points per game, a Swiss tournament by
    /// points and then Buchholz, a knockout by how far each came.
    pub fn ranking(&self, games: &[FinishedGame]) -> Result<Vec<Standing>, Refusal> {
        let rows = standings(self.entrants, games);
        Ok(match self.format {
            Format::RoundRobin { .. } | Format::Gauntlet { .. } => rows,
            Format::Swiss { sets, .. } => swiss(rows, sets, self.seats, &self.schedule(games)?, games),
            Format::Knockout { .. } => knockout(rows, &self.schedule(games)?),
        })
    }
}

/// A bye counts as winning every game of the round, for the player who has it and for the Buchholz of those it meets.
fn swiss(
    mut rows: Vec<Standing>,
    sets: u32,
    seats: usize,
    schedule: &Schedule,
    games: &[FinishedGame],
) -> Vec<Standing> {
    for row in &mut rows {
        let byes = schedule.byes[row.entrant];
        row.points += f64::from(byes) * f64::from(sets) * seats as f64;
        row.byes = Some(byes);
    }
    let mut points = vec![0.0; rows.len()];
    rows.iter().for_each(|row| points[row.entrant] = row.points);
    let ties = tie_breaks_with(&points, games);
    rows.iter_mut().for_each(|row| row.buchholz = Some(ties[row.entrant].buchholz));
    let key = |row: &Standing| (most_first(row.points), most_first(row.buchholz.unwrap_or(0.0)));
    rank(rows, key)
}

/// The winner is first, the others are placed by the round in which they lost; those still in share the first place.
fn knockout(rows: Vec<Standing>, schedule: &Schedule) -> Vec<Standing> {
    let place = |row: &Standing| schedule.places[row.entrant].unwrap_or(1);
    // Equals are shown by points; they share their place all the same.
    let mut rows = rank(rows, |row| place(row));
    rows.sort_by_key(|row| (row.rank, most_first(row.points), row.entrant));
    rows
}

/// Sorts by a key, smallest first, and numbers the rows; equals share the better place.
fn rank<K: Ord>(mut rows: Vec<Standing>, key: impl Fn(&Standing) -> K) -> Vec<Standing> {
    rows.sort_by_key(|row| (key(row), Reverse(row.games > 0), row.entrant));
    for i in 0..rows.len() {
        let same = i > 0 && key(&rows[i]) == key(&rows[i - 1]);
        rows[i].rank = if same { rows[i - 1].rank } else { i as u32 + 1 };
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::swiss::tests::played;
    use super::*;

    fn ranked(plan: &PairingPlan) -> Vec<(usize, u32)> {
        let (finished, ..) = played(plan);
        plan.ranking(&finished).unwrap().iter().map(|row| (row.entrant, row.rank)).collect()
    }

    #[test]
    fn a_knockout_has_places() {
        let plan = |entrants, seats| PairingPlan {
            entrants,
            seats,
            format: Format::Knockout { sets: 1, extra_sets: 0 },
            seed: 3,
        };
        // The final, both semi-finals, the first round.
        let expected = [(0, 1), (1, 2), (2, 3), (3, 3), (4, 5), (5, 5), (6, 5), (7, 5)];
        assert_eq!(ranked(&plan(8, 2)), expected);
        // A bye of the first two; the third is out in the first round.
        assert_eq!(ranked(&plan(3, 2)), [(0, 1), (1, 2), (2, 3)]);
        // Three at a table: the second and third of a table are placed as such.
        assert_eq!(ranked(&plan(3, 3)), [(0, 1), (1, 2), (2, 3)]);
        let nine = ranked(&plan(9, 3));
        assert_eq!(nine[..3], [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(nine[3..].iter().map(|row| row.1).collect::<Vec<_>>(), [4, 4, 4, 7, 7, 7]);
        // Before the end those still in share the first place.
        let none = plan(4, 2).ranking(&[]).unwrap();
        assert!(none.iter().all(|row| row.rank == 1));
    }

    #[test]
    fn a_swiss_tournament_is_ranked_by_points_and_then_buchholz() {
        let plan =
            PairingPlan { entrants: 5, seats: 2, format: Format::Swiss { rounds: 3, sets: 1 }, seed: 1 };
        let (finished, schedule, _) = played(&plan);
        let rows = plan.ranking(&finished).unwrap();
        // Every round gives a point per game, and two to a bye.
        assert_eq!(rows.iter().map(|row| row.points).sum::<f64>(), 3.0 * (2.0 * 2.0 + 2.0));
        assert_eq!(rows.iter().map(|row| row.byes.unwrap()).sum::<u32>(), 3);
        let points: Vec<f64> = schedule.points.clone();
        for row in &rows {
            assert_eq!(row.points, points[row.entrant]);
            let met = finished.iter().filter_map(|game| {
                let seat = game.seat_of(row.entrant)?;
                Some(points[game.seats[1 - seat]])
            });
            assert_eq!(row.buchholz, Some(met.sum()));
        }
        let keys: Vec<(f64, f64)> = rows.iter().map(|row| (row.points, row.buchholz.unwrap())).collect();
        assert!(keys.windows(2).all(|pair| pair[0] >= pair[1]), "{keys:?}");
        assert_eq!(rows[0].entrant, 0);
    }
}
