//! The parameters of the family's numbered levels; see `docs/engine/levels.md` for how they were found.

use crate::manifest::Levels;

/// The noise of levels that search: too small to lose a game, but no two games are the same.
pub(crate) const TINY: f64 = 0.006;

/// Where a move is a slide and a shot. Zero nodes means a one-ply evaluation of every move, with decreasing noise.
pub(crate) const SHOOTING_LEVELS: Levels = [
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
pub(crate) const SLIDING_LEVELS: Levels = [
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
