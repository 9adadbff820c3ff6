//! What the numbered levels are made of.

use crate::{Level, Strength};

/// Playouts where nothing limits a thought.
pub(super) const UNLIMITED: u64 = 100_000;

/// Playouts a move and the spread of mistakes, level by level; see docs/engine/buffets.md for what each is worth.
const LEVELS: [Strength; 10] = [
    Strength { nodes: 8, slip: 0.30 },
    Strength { nodes: 16, slip: 0.06 },
    Strength { nodes: 22, slip: 0.03 },
    Strength { nodes: 60, slip: 0.0 },
    Strength { nodes: 190, slip: 0.0 },
    Strength { nodes: 540, slip: 0.0 },
    Strength { nodes: 1_500, slip: 0.0 },
    Strength { nodes: 4_200, slip: 0.0 },
    Strength { nodes: 13_000, slip: 0.0 },
    Strength { nodes: 42_000, slip: 0.0 },
];

/// What a level stands for; `None` is full strength.
pub(super) fn strength(level: Level) -> Option<Strength> {
    match level {
        Level::Number(number) => Some(LEVELS[usize::from(number).clamp(1, LEVELS.len()) - 1]),
        _ => None,
    }
}
