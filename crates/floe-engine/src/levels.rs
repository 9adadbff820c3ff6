//! What the numbered levels are made of at each game; see `docs/engine/levels.md` for how they were found.

use crate::{Level, LevelParams};

/// The parameters of a level at a game; `None` for levels that are not limited.
pub fn level_params(game: &str, level: Level) -> Option<LevelParams> {
    let Level::Number(number) = level else { return None };
    let table = match game {
        "amazons" | "amazon-penguins" => SHOOTING,
        "fish" => FISHING,
        _ => SLIDING,
    };
    let (nodes, noise) = table[usize::from(number.clamp(1, 10)) - 1];
    Some(LevelParams { nodes, noise })
}

type LevelTable = [(u64, f64); 10];

/// The error of levels that search: too small to lose by, and no two games are alike.
const TINY: f64 = 0.006;

/// Where a move is a slide and a shot. No nodes: a look at every move, and less and less seen wrong.
const SHOOTING: LevelTable = [
    (0, 0.30),
    (0, 0.12),
    (0, 0.05),
    (0, 0.024),
    (0, 0.005),
    (120, TINY),
    (350, TINY),
    (1_100, TINY),
    (3_500, TINY),
    (11_000, TINY),
];
/// Where a move is a slide.
const SLIDING: LevelTable = [
    (0, 0.30),
    (0, 0.12),
    (0, 0.05),
    (0, 0.015),
    (30, TINY),
    (120, TINY),
    (480, TINY),
    (2_000, TINY),
    (8_000, TINY),
    (40_000, TINY),
];
/// A small board, which a search soon sees the end of: steps are wide where little is left to see.
const FISHING: LevelTable = [
    (0, 0.30),
    (0, 0.135),
    (0, 0.06),
    (0, 0.010),
    (60, TINY),
    (250, TINY),
    (900, TINY),
    (3_500, TINY),
    (16_000, TINY),
    (80_000, TINY),
];
