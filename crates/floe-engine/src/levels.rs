//! What a numbered level is made of at a game: its manifest says so.

use floe_games::registry;

use crate::{Level, Strength};

/// The strength of a level at a game; `None` for levels that are not limited.
pub fn strength(game: &str, level: Level) -> Option<Strength> {
    let Level::Number(number) = level else { return None };
    let (nodes, slip) = registry::find(game).ok()?.levels[usize::from(number.clamp(1, 10)) - 1];
    Some(Strength { nodes, slip })
}
