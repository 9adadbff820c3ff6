//! The standings.

use serde::Serialize;

use super::FinishedGame;

/// The standing of one entrant.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Standing {
    /// The entrant.
    pub entrant: usize,
    /// The place in the table, equals sharing the better one.
    pub rank: u32,
    /// Games played.
    pub games: u64,
    /// Games in which no one was placed better.
    pub firsts: u64,
    /// Points: in every game the share of the opponents that were beaten.
    pub points: f64,
    /// Points per game, between 0 and 1.
    pub rate: f64,
    /// The sum of the game's own scores.
    pub score: i64,
    /// Games with a fault.
    pub faults: u64,
    /// In a Swiss tournament: the byes, which are part of the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byes: Option<u32>,
    /// In a Swiss tournament: the sum of the opponents' points, which decides between equals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buchholz: Option<f64>,
}

/// The entrants by points per game, best first. Those who have not played are last.
pub fn standings(entrants: usize, games: &[FinishedGame]) -> Vec<Standing> {
    let mut rows: Vec<Standing> =
        (0..entrants).map(|entrant| Standing { entrant, ..Standing::default() }).collect();
    for game in games {
        for (seat, &entrant) in game.seats.iter().enumerate() {
            let Some(row) = rows.get_mut(entrant) else { continue };
            row.games += 1;
            row.firsts += u64::from(game.places.get(seat) == Some(&1));
            row.points += game.points(seat);
            row.score = row.score.saturating_add(game.scores.get(seat).copied().unwrap_or(0));
            row.faults += u64::from(game.faults.get(seat).is_some_and(Option::is_some));
        }
    }
    for row in &mut rows {
        row.rate = if row.games == 0 { 0.0 } else { row.points / row.games as f64 };
    }
    // Thirds do not add up exactly: rates that differ by less than this are the same.
    let key = |row: &Standing| (row.rate * 1e9).round() as i64;
    rows.sort_by_key(|row| (std::cmp::Reverse((key(row), row.games > 0)), row.entrant));
    for i in 0..rows.len() {
        let same = i > 0 && key(&rows[i]) == key(&rows[i - 1]) && rows[i - 1].games > 0 && rows[i].games > 0;
        rows[i].rank = if same { rows[i - 1].rank } else { i as u32 + 1 };
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::finished::tests::game;
    use super::*;

    #[test]
    fn best_first_and_equals_share_a_place() {
        let games = [
            game(0, 0, &[0, 1, 2], &[1, 2, 3]),
            game(1, 0, &[1, 2, 0], &[2, 3, 1]),
            game(2, 1, &[3, 1, 0], &[2, 1, 3]),
        ];
        let table: Vec<(usize, u32, u64, f64)> =
            standings(5, &games).iter().map(|row| (row.entrant, row.rank, row.firsts, row.points)).collect();
        assert_eq!(table, [(0, 1, 2, 2.0), (1, 1, 1, 2.0), (3, 3, 0, 0.5), (2, 4, 0, 0.0), (4, 5, 0, 0.0)]);
    }
}
