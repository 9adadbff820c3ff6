//! Ratings of every entrant: Glicko-2, and Weng-Lin for tables of three and four.

use serde::Serialize;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

use super::FinishedGame;
use super::normal::Z95;

/// The approximate number of games per player in a rating period of Glicko-2; its author recommends ten to fifteen.
const GAMES_A_PERIOD: usize = 12;

/// A rating with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The rating.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The ratings of one entrant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// Glicko-2; starts at 1500. A game of more than two counts as a game against every opponent.
    pub glicko2: Rating,
    /// Weng-Lin, for games of any number of players; starts at 25.
    pub weng_lin: Rating,
}

impl Ratings {
    /// The ratings of all entrants after these games, in the order of their fixtures: the order in which they finished
    /// must not change a rating.
    pub fn new(entrants: usize, games: &[FinishedGame]) -> Vec<Ratings> {
        let mut order: Vec<&FinishedGame> =
            games.iter().filter(|game| game.seats.iter().all(|&entrant| entrant < entrants)).collect();
        order.sort_by_key(|game| game.fixture);
        let interval =
            |value: f64, error: f64| Rating { value, low: value - Z95 * error, high: value + Z95 * error };
        let (glicko2, weng_lin) = (glicko2(entrants, &order), weng_lin(entrants, &order));
        glicko2
            .iter()
            .zip(&weng_lin)
            .map(|(glicko2, weng_lin)| Ratings {
                glicko2: interval(glicko2.rating, glicko2.deviation),
                weng_lin: interval(weng_lin.rating, weng_lin.uncertainty),
            })
            .collect()
    }
}

fn glicko2(entrants: usize, games: &[&FinishedGame]) -> Vec<Glicko2Rating> {
    let mut ratings = vec![Glicko2Rating::new(); entrants];
    let config = Glicko2Config::new();
    let seats = games.first().map_or(2, |game| game.seats.len()).max(1);
    let period = (GAMES_A_PERIOD * entrants).div_ceil(seats).next_multiple_of(seats).max(1);
    for period in games.chunks(period) {
        let mut results: Vec<Vec<(Glicko2Rating, Outcomes)>> = vec![Vec::new(); entrants];
        for game in period {
            for &one in &game.seats {
                for &two in &game.seats {
                    let Some(score) = game.between(one, two).filter(|_| one != two) else { continue };
                    let outcome = match score {
                        1.0 => Outcomes::WIN,
                        0.5 => Outcomes::DRAW,
                        _ => Outcomes::LOSS,
                    };
                    results[one].push((ratings[two], outcome));
                }
            }
        }
        ratings = ratings
            .iter()
            .zip(&results)
            // A tournament is not a calendar: an entrant who sat out a period has not become more uncertain.
            .map(|(rating, results)| match results.is_empty() {
                true => *rating,
                false => glicko2_rating_period(rating, results, &config),
            })
            .collect();
    }
    ratings
}

fn weng_lin(entrants: usize, games: &[&FinishedGame]) -> Vec<WengLinRating> {
    let mut ratings = vec![WengLinRating::new(); entrants];
    let config = WengLinConfig::new();
    for game in games {
        let teams: Vec<[WengLinRating; 1]> = game.seats.iter().map(|&entrant| [ratings[entrant]]).collect();
        let placed: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(&game.places)
            .map(|(team, &place)| (&team[..], MultiTeamOutcome::new(place as usize)))
            .collect();
        for (&entrant, team) in game.seats.iter().zip(weng_lin_multi_team(&placed, &config)) {
            if let Some(rating) = team.first() {
                ratings[entrant] = *rating;
            }
        }
    }
    ratings
}

#[cfg(test)]
mod tests {
    use super::super::finished::tests::game;
    use super::*;

    /// `sets` sets in which the first entrant wins three games of four.
    fn match_of(sets: u64) -> Vec<FinishedGame> {
        (0..2 * sets)
            .map(|id| {
                let seats = if id % 2 == 0 { [0, 1] } else { [1, 0] };
                let winner = usize::from(id % 4 == 3);
                game(id, id / 2, &seats, &seats.map(|entrant| if entrant == winner { 1 } else { 2 }))
            })
            .collect()
    }

    #[test]
    fn one_game_of_glicko2_by_its_paper() {
        // One win between two new players, by the formulas of the paper with unchanged volatility: it changes in the
        // seventh digit.
        let scale = 173.7178f64;
        let phi = 350.0 / scale;
        let g = 1.0 / (1.0 + 3.0 * phi * phi / std::f64::consts::PI.powi(2)).sqrt();
        let v = 1.0 / (g * g * 0.25);
        let star = (phi * phi + 0.06f64 * 0.06).sqrt();
        let new_phi = 1.0 / (1.0 / (star * star) + 1.0 / v).sqrt();
        let expected = 1500.0 + scale * new_phi * new_phi * g * 0.5;
        let rating = Ratings::new(2, &[game(0, 0, &[0, 1], &[1, 2])]);
        assert!((rating[0].glicko2.value - expected).abs() < 0.01, "{rating:?} {expected}");
        assert!((rating[0].glicko2.high - expected - 1.959964 * scale * new_phi).abs() < 0.02);
        assert!((rating[1].glicko2.value - (3000.0 - expected)).abs() < 0.01);
    }

    #[test]
    fn one_game_of_weng_lin_by_its_paper() {
        // Algorithm 1 (Bradley-Terry, full pairs) for three new players placed 1, 2, 3.
        let (mu, sigma2, beta2) = (25.0f64, (25.0f64 / 3.0).powi(2), (25.0f64 / 6.0).powi(2));
        let c = (2.0 * sigma2 + 2.0 * beta2).sqrt();
        let delta = |score: f64| sigma2 / c * (score - 0.5);
        let ratings = Ratings::new(3, &[game(0, 0, &[0, 1, 2], &[1, 2, 3])]);
        for (entrant, expected) in [mu + 2.0 * delta(1.0), mu, mu + 2.0 * delta(0.0)].into_iter().enumerate()
        {
            assert!((ratings[entrant].weng_lin.value - expected).abs() < 1e-9, "{ratings:?}");
        }
    }

    #[test]
    fn the_order_of_finishing_does_not_matter() {
        let games = match_of(40);
        let mut shuffled = games.clone();
        shuffled.reverse();
        assert_eq!(Ratings::new(2, &games), Ratings::new(2, &shuffled));
    }

    #[test]
    fn more_games_narrow_the_interval_and_the_better_is_rated_higher() {
        let widths: Vec<f64> = [1, 8, 64]
            .map(|sets| {
                let ratings = Ratings::new(2, &match_of(sets));
                assert!(sets == 1 || ratings[0].glicko2.value > ratings[1].glicko2.value);
                assert!(sets == 1 || ratings[0].weng_lin.value > ratings[1].weng_lin.value);
                ratings[0].glicko2.high - ratings[0].glicko2.low
            })
            .into();
        assert!(widths.windows(2).all(|pair| pair[1] < pair[0]), "{widths:?}");
    }

    #[test]
    fn a_player_who_always_wins_still_has_a_rating() {
        let games: Vec<FinishedGame> =
            (0..10_000).map(|id| game(id, id / 2, &[0, 1, 2], &[1, 3, 2])).collect();
        for ratings in Ratings::new(3, &games) {
            let Ratings { glicko2, weng_lin } = ratings;
            for value in
                [glicko2.value, glicko2.low, glicko2.high, weng_lin.value, weng_lin.low, weng_lin.high]
            {
                assert!(value.is_finite(), "{ratings:?}");
            }
        }
    }

    #[test]
    fn strangers_are_left_out() {
        let ratings = Ratings::new(2, &[game(0, 0, &[0, 9], &[1, 2])]);
        assert_eq!(ratings[0].glicko2.value, 1500.0);
    }
}
