//! What the numbered levels are made of at each game; see `docs/engine/levels.md` for how they were found.

use crate::{Level, Strength};

/// The strength of a level at a game; `None` for levels that are not limited.
pub fn strength(game: &str, level: Level) -> Option<Strength> {
    let Level::Number(number) = level else { return None };
    let table = match game {
        "amazons" | "amazon-penguins" => SHOOTING,
        _ => SLIDING,
    };
    let (nodes, slip) = table[usize::from(number.clamp(1, 10)) - 1];
    Some(Strength { nodes, slip })
}

type Table = [(u64, f64); 10];

/// Where a move is a slide and a shot: the first five look at every move once, and see less and less wrong.
const SHOOTING: Table = [
    (3_000, 0.30),
    (3_000, 0.12),
    (3_000, 0.05),
    (3_000, 0.02),
    (3_000, 0.005),
    (4_000, 0.0),
    (10_000, 0.0),
    (25_000, 0.0),
    (70_000, 0.0),
    (200_000, 0.0),
];
/// Where a move is a slide.
const SLIDING: Table = [
    (100, 0.30),
    (100, 0.12),
    (100, 0.05),
    (100, 0.015),
    (150, 0.0),
    (500, 0.0),
    (1_600, 0.0),
    (6_000, 0.0),
    (25_000, 0.0),
    (100_000, 0.0),
];
