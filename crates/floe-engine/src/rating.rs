//! Strength as a number: ratings from results, for engines and for a person.
//!
//! The scale is that of Elo: a difference of 400 is a score of ten to one. In each game `greedy` has [`ANCHOR`].

use crate::math::{exp, ln};

/// The rating of `greedy` in every game.
pub const ANCHOR: f64 = 1000.0;

/// Rating points per unit of the natural logarithm of the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// The half-width of a 95 % interval in standard errors.
const Z95: f64 = 1.959_964;

/// The games of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// The number of the first player.
    pub first: usize,
    /// The number of the second.
    pub second: usize,
    /// The points of the first; a draw is half a point.
    pub points: f64,
    /// The number of games.
    pub games: f64,
}

/// A rating with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The rating.
    pub rating: f64,
    /// Half the width of the interval; infinite for a player that no chain of games connects with the anchor.
    pub error: f64,
}

/// The score that is expected of the first of two ratings.
pub fn expected_score(first: f64, second: f64) -> f64 {
    1.0 / (1.0 + exp((second - first) / SCALE))
}

/// The ratings of players under which their results are likeliest (Bradley and Terry 1952), where player `anchor` has
/// [`ANCHOR`]. To each pairing one drawn game is added, so that a player who won every game has a rating as well.
/// Intervals follow from the curvature of the likelihood (Fisher information), relative to the anchor.
pub fn fit(players: usize, anchor: usize, pairings: &[Pairing]) -> Vec<Estimate> {
    let pairings: Vec<Pairing> = pairings
        .iter()
        .filter(|pairing| pairing.first < players && pairing.second < players && pairing.games > 0.0)
        .map(|pairing| Pairing { points: pairing.points + 0.5, games: pairing.games + 1.0, ..*pairing })
        .collect();
    let mut strengths = vec![0.0; players];
    // Newton's method on the likelihood; the anchor stays at zero.
    let mut information = vec![vec![0.0; players]; players];
    for _ in 0..200 {
        let mut gradient = vec![0.0; players];
        information.iter_mut().for_each(|row| row.fill(0.0));
        for &Pairing { first, second, points, games } in &pairings {
            let score = 1.0 / (1.0 + exp(strengths[second] - strengths[first]));
            let weight = games * score * (1.0 - score);
            gradient[first] += points - games * score;
            gradient[second] -= points - games * score;
            information[first][first] += weight;
            information[second][second] += weight;
            information[first][second] -= weight;
            information[second][first] -= weight;
        }
        fix(&mut information, anchor);
        gradient[anchor] = 0.0;
        let Some(step) = inverse(&information).map(|inverse| times(&inverse, &gradient)) else { break };
        let most = step.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
        // A step of at most one unit: far from the solution the curvature misleads.
        let part = if most > 1.0 { 1.0 / most } else { 1.0 };
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += part * step);
        if most < 1e-9 {
            break;
        }
    }
    let variances = inverse(&information);
    (0..players)
        .map(|player| {
            let variance = match &variances {
                _ if player == anchor => 0.0,
                Some(inverse) => inverse[player][player],
                None => f64::INFINITY,
            };
            let error = if variance > 1e6 { f64::INFINITY } else { Z95 * SCALE * variance.max(0.0).sqrt() };
            Estimate { rating: ANCHOR + SCALE * (strengths[player] - strengths[anchor]), error }
        })
        .collect()
}

/// Takes a player out of the equations. Players without games get a curvature of nearly zero instead of none.
fn fix(information: &mut [Vec<f64>], anchor: usize) {
    information[anchor].fill(0.0);
    for (player, row) in information.iter_mut().enumerate() {
        row[anchor] = 0.0;
        row[player] += 1e-9;
    }
    information[anchor][anchor] = 1.0;
}

/// The inverse of a matrix by elimination; `None` if it has none.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut left = matrix.to_vec();
    let unit = |row: usize| (0..size).map(|column| if row == column { 1.0 } else { 0.0 }).collect();
    let mut right: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&one, &other| left[one][column].abs().total_cmp(&left[other][column].abs()))?;
        if left[pivot][column].abs() < 1e-300 {
            return None;
        }
        left.swap(column, pivot);
        right.swap(column, pivot);
        let scale = left[column][column];
        left[column].iter_mut().for_each(|entry| *entry /= scale);
        right[column].iter_mut().for_each(|entry| *entry /= scale);
        for row in (0..size).filter(|&row| row != column) {
            let factor = left[row][column];
            for at in 0..size {
                left[row][at] -= factor * left[column][at];
                right[row][at] -= factor * right[column][at];
            }
        }
    }
    Some(right)
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
}

/// A person's game against an opponent of known strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PersonResult {
    /// The rating of the opponent.
    pub opponent: f64,
    /// The points of the person: 1, ½ or 0.
    pub points: f64,
}

/// How uncertain a person's rating is before the first game, as a standard deviation.
const UNKNOWN: f64 = 350.0;
/// How much less an older game counts than the one after it: after twenty games a third is left.
const MEMORY: f64 = 0.95;

/// The rating of a person after these games, the oldest first. Before the first game it is `start`; every game moves it
/// towards the strength at which the person would win half of the games, recent games the most.
pub fn person_rating(start: f64, results: &[PersonResult]) -> Estimate {
    let weighted: Vec<(f64, PersonResult)> = results
        .iter()
        .rev()
        .scan(1.0, |weight, &result| {
            let now = *weight;
            *weight *= MEMORY;
            Some((now, result))
        })
        .collect();
    let certainty = (SCALE / UNKNOWN) * (SCALE / UNKNOWN);
    let (begin, mut strength) = (start / SCALE, start / SCALE);
    let mut curvature = certainty;
    for _ in 0..100 {
        let mut slope = certainty * (begin - strength);
        curvature = certainty;
        for (weight, PersonResult { opponent, points }) in &weighted {
            let score = expected_score(strength * SCALE, *opponent);
            slope += weight * (points.clamp(0.0, 1.0) - score);
            curvature += weight * score * (1.0 - score);
        }
        let step = (slope / curvature).clamp(-1.0, 1.0);
        strength += step;
        if step.abs() < 1e-9 {
            break;
        }
    }
    Estimate { rating: strength * SCALE, error: Z95 * SCALE / curvature.sqrt() }
}

/// The rating of the opponent that fits a person at a game: as strong as the person, within what the engine can play.
/// `None` for a game without ratings.
pub fn fitting_opponent(game: &str, results: &[PersonResult]) -> Option<u16> {
    let (first, last) = crate::rating_range(game)?;
    let (low, high) = (f64::from(first), f64::from(last));
    let start = ANCHOR.clamp(low, high);
    Some(person_rating(start, results).rating.clamp(low, high).round() as u16)
}

/// The rating difference that a score stands for.
pub fn difference_of(score: f64) -> f64 {
    SCALE * ln(score / (1.0 - score))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(first: usize, second: usize, points: f64, games: f64) -> Pairing {
        Pairing { first, second, points, games }
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let found = fit(2, 0, &[pairing(1, 0, 7499.5, 9999.0)]);
        assert_eq!(found[0], Estimate { rating: ANCHOR, error: 0.0 });
        assert!((found[1].rating - (ANCHOR + difference_of(0.75))).abs() < 1e-6, "{found:?}");
        // The standard error of the logit of a score is 1 / sqrt(n p (1 - p)).
        let error = 1.959_964 * 400.0 / 10f64.ln() / (10_000.0 * 0.75 * 0.25f64).sqrt();
        assert!((found[1].error - error).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn ratings_come_out_again_whoever_met_whom() {
        let truth = [1000.0, 1150.0, 1390.0, 1610.0, 870.0];
        let met = [(0, 1), (1, 2), (0, 2), (2, 3), (4, 0), (4, 1), (1, 3)];
        let games = 1e6;
        let pairings: Vec<Pairing> = met
            .map(|(one, two)| pairing(one, two, games * expected_score(truth[one], truth[two]), games))
            .into();
        for (found, truth) in fit(5, 0, &pairings).iter().zip(truth) {
            assert!((found.rating - truth).abs() < 0.1, "{found:?} {truth}");
        }
        // Fewer games leave a wider interval, and a player without games is unknown.
        let few: Vec<Pairing> =
            pairings.iter().map(|p| pairing(p.first, p.second, p.points / 1e4, p.games / 1e4)).collect();
        assert!(fit(5, 0, &few)[3].error > 30.0 * fit(5, 0, &pairings)[3].error);
        assert!(fit(6, 0, &few)[5].error.is_infinite());
        // Who won everything is far ahead, but has a number.
        let all = fit(2, 0, &[pairing(1, 0, 20.0, 20.0)])[1];
        assert!(all.rating > 1500.0 && all.rating < 2000.0, "{all:?}");
    }

    #[test]
    fn a_person_is_found_by_playing() {
        assert_eq!(person_rating(1000.0, &[]).rating, 1000.0);
        // A person of 1400 who always meets the opponent that fits, and scores what is expected.
        let mut results = Vec::new();
        for _ in 0..30 {
            let opponent = person_rating(1000.0, &results).rating;
            results.push(PersonResult { opponent, points: expected_score(1400.0, opponent) });
        }
        let found = person_rating(1000.0, &results);
        assert!((found.rating - 1400.0).abs() < 40.0 && found.error < 200.0, "{found:?}");
        // One more win moves it up, one more loss down, and never far.
        let after = |points| {
            let last = PersonResult { opponent: found.rating, points };
            person_rating(1000.0, &[&results[..], &[last]].concat()).rating
        };
        assert!(after(1.0) > found.rating && after(1.0) < found.rating + 80.0, "{} {found:?}", after(1.0));
        assert!(after(0.0) < found.rating && after(0.0) > found.rating - 80.0, "{} {found:?}", after(0.0));
        // Losing is enough to get to the weakest opponent, winning to the strongest.
        let lost = vec![PersonResult { opponent: 900.0, points: 0.0 }; 40];
        let won = vec![PersonResult { opponent: 3000.0, points: 1.0 }; 40];
        if let Some((first, last)) = crate::rating_range("penguins") {
            assert_eq!(fitting_opponent("penguins", &lost), Some(first));
            assert!(fitting_opponent("penguins", &won).unwrap() <= last);
        }
    }
}
