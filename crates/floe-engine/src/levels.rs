//! The parameters of the numbered levels of a game, from its manifest.

use floe_games::registry;

use crate::{Level, LevelParams};

/// The parameters of a level at a game; `None` for levels that are not limited.
pub fn level_params(game: &str, level: Level) -> Option<LevelParams> {
    let Level::Number(number) = level else { return None };
    let (nodes, noise) = registry::find(game).ok()?.levels[usize::from(number.clamp(1, 10)) - 1];
    Some(LevelParams { nodes, noise })
}
