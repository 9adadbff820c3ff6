//! The parameters of the numbered levels.

use crate::{Level, LevelParams};

/// The number of playouts of a search without limits.
pub(super) const UNLIMITED: u64 = 100_000;

/// Playouts per move and the noise of each level; see docs/engine/experiments.md for their strength.
const LEVELS: [LevelParams; 10] = [
    LevelParams { nodes: 8, noise: 0.30 },
    LevelParams { nodes: 16, noise: 0.06 },
    LevelParams { nodes: 22, noise: 0.03 },
    LevelParams { nodes: 60, noise: 0.0 },
    LevelParams { nodes: 190, noise: 0.0 },
    LevelParams { nodes: 540, noise: 0.0 },
    LevelParams { nodes: 1_500, noise: 0.0 },
    LevelParams { nodes: 4_200, noise: 0.0 },
    LevelParams { nodes: 13_000, noise: 0.0 },
    LevelParams { nodes: 42_000, noise: 0.0 },
];

/// The parameters of a level; `None` is full strength.
pub(super) fn level_params(level: Level) -> Option<LevelParams> {
    match level {
        Level::Number(number) => Some(LEVELS[usize::from(number).clamp(1, LEVELS.len()) - 1]),
        _ => None,
    }
}
