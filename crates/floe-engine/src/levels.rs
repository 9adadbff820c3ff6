//! The parameters of the numbered levels of a game and the ratings between them, from its manifest.

use floe_games::{Refusal, registry};

use crate::{Level, LevelParams};

/// The parameters of a level at a game, of the stronger point for a rating between two; `None` for levels that are not
/// limited.
pub fn level_params(game: &str, level: Level) -> Option<LevelParams> {
    match level {
        Level::Number(number) => {
            let (nodes, noise) = registry::find(game).ok()?.levels[usize::from(number.clamp(1, 10)) - 1];
            Some(LevelParams { nodes, noise })
        }
        Level::Rating(rating) => Some(between(game, rating).ok()?.upper),
        _ => None,
    }
}

/// The weakest and the strongest rating that can be asked for at a game; `None` if none were measured.
pub fn rating_range(game: &str) -> Option<(u16, u16)> {
    let ratings = registry::find(game).ok()?.ratings;
    Some((ratings.first()?.0, ratings.last()?.0))
}

/// Refuses a rating that the game does not have; every other level is in every game.
pub fn check_level(game: &str, level: Level) -> Result<(), Refusal> {
    match level {
        Level::Rating(rating) => between(game, rating).map(drop),
        _ => Ok(()),
    }
}

/// Two measured points between which a rating lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Between {
    /// The weaker of the two.
    pub lower: LevelParams,
    /// The stronger of the two.
    pub upper: LevelParams,
    /// The share of moves that the stronger one chooses.
    pub share: f64,
}

/// Where a rating lies among the measured points of a game.
pub(crate) fn between(game: &str, rating: u16) -> Result<Between, Refusal> {
    let Some((first, last)) = rating_range(game) else {
        return Err(Refusal::unsupported(format!(
            "no ratings were measured for {game}; use a level from 1 to 10"
        )));
    };
    if !(first..=last).contains(&rating) {
        return Err(Refusal::invalid_request(format!(
            "the ratings of {game} go from {first} to {last}, so rating:{rating} cannot be played"
        )));
    }
    let ratings = registry::find(game)?.ratings;
    let upper = ratings.iter().position(|point| point.0 >= rating).unwrap_or(0);
    let (above, below) = (ratings[upper], ratings[upper.saturating_sub(1)]);
    let share = match above.0 - below.0 {
        0 => 1.0,
        width => f64::from(rating - below.0) / f64::from(width),
    };
    let params = |(_, nodes, noise): (u16, u64, f64)| LevelParams { nodes, noise };
    Ok(Between { lower: params(below), upper: params(above), share })
}
