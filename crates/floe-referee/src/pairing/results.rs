//! What finished games mean for the next pairings.

use std::collections::HashMap;

use super::fixture::Fixture;
use crate::stats::FinishedGame;

/// Finished games by their fixtures.
pub(super) struct Results<'a>(HashMap<u64, &'a FinishedGame>);

impl<'a> Results<'a> {
    pub(super) fn new(finished: &'a [FinishedGame]) -> Results<'a> {
        Results(finished.iter().map(|game| (game.fixture, game)).collect())
    }

    /// The points of each entrant in some fixtures; `None` while one of them is not finished.
    pub(super) fn points(&self, fixtures: &[Fixture], entrants: usize) -> Option<Vec<f64>> {
        let mut points = vec![0.0; entrants];
        for fixture in fixtures {
            let game = self.0.get(&fixture.id)?;
            for (seat, &entrant) in fixture.seats.iter().enumerate() {
                points[entrant] += game.points(seat);
            }
        }
        Some(points)
    }
}

/// A key to sort by points, highest first: thirds do not add up exactly, so nearly equal means equal.
pub(super) fn most_first(points: f64) -> i64 {
    -(points * 1e6).round() as i64
}
