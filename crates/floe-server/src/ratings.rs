//! Ratings after a rated game: Glicko-2, where a game of more than two players counts as one game against each
//! opponent.

use floe_games::Outcome;
use floe_store::{Rating, RatingChange};
use floe_wire::web::SeatRatingChange;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// The rating of a new player.
pub fn unknown(user: &str, game: &str, now_ms: i64) -> Rating {
    let new = Glicko2Rating::new();
    Rating {
        user: user.into(),
        game: game.into(),
        rating: new.rating,
        deviation: new.deviation,
        volatility: new.volatility,
        games: 0,
        at_ms: now_ms,
    }
}

/// The ratings after a game between these players, by seat.
pub fn after(
    table: &str,
    outcome: &Outcome,
    before: &[Rating],
    now_ms: i64,
) -> (Vec<RatingChange>, Vec<SeatRatingChange>) {
    let glicko = |rating: &Rating| Glicko2Rating {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
    };
    let mut changes = Vec::new();
    let mut seats = Vec::new();
    for (seat, own) in before.iter().enumerate() {
        let results: Vec<(Glicko2Rating, Outcomes)> = before
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != seat)
            .map(|(other, rating)| (glicko(rating), between(outcome, seat, other)))
            .collect();
        let new = glicko2_rating_period(&glicko(own), &results, &Glicko2Config::new());
        let after = Rating {
            rating: new.rating,
            deviation: new.deviation,
            volatility: new.volatility,
            games: own.games + 1,
            at_ms: now_ms,
            ..own.clone()
        };
        seats.push(SeatRatingChange {
            seat,
            before: own.rating.round() as i32,
            after: after.rating.round() as i32,
        });
        changes.push(RatingChange { table: table.into(), after });
    }
    (changes, seats)
}

/// Winners beat the others; between two players who did not win the score decides.
fn between(outcome: &Outcome, one: usize, two: usize) -> Outcomes {
    let rank =
        |seat: usize| (outcome.winners.contains(&seat), outcome.scores.get(seat).copied().unwrap_or(0));
    let (mine, theirs) = (rank(one), rank(two));
    if mine.0 && theirs.0 || mine == theirs {
        Outcomes::DRAW
    } else if mine > theirs {
        Outcomes::WIN
    } else {
        Outcomes::LOSS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_gain_what_the_others_lose() {
        let outcome = Outcome::unexplained(vec![1], vec![10, 3, 5]);
        let before: Vec<Rating> = ["a", "b", "c"].map(|user| unknown(user, "penguins", 0)).to_vec();
        let (changes, seats) = after("t", &outcome, &before, 7);
        // Seat 1 won; of the others seat 0 has the higher score.
        assert!(seats[1].after > 1600 && seats[2].after < 1400, "{seats:?}");
        assert_eq!(seats[0].after, 1500);
        assert!(changes.iter().all(|change| change.after.games == 1 && change.after.deviation < 350.0));
    }
}
