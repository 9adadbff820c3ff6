//! What the numbered levels are made of at each game; see `docs/engine/levels.md` for how they were found.

use crate::{Level, Strength};

/// The strength of a level at a game; `None` for levels that are not limited.
pub fn strength(game: &str, level: Level) -> Option<Strength> {
    let Level::Number(number) = level else { return None };
    let table = match game {
        "amazons" => AMAZONS,
        "amazon-penguins" => AMAZON_PENGUINS,
        "paper-penguins" => PAPER_PENGUINS,
        _ => PENGUINS,
    };
    let (nodes, slip) = table[usize::from(number.clamp(1, 10)) - 1];
    Some(Strength { nodes, slip })
}

type Table = [(u64, f64); 10];

const AMAZONS: Table = [
    (3_000, 0.20),
    (3_000, 0.09),
    (3_000, 0.04),
    (3_000, 0.015),
    (3_000, 0.0),
    (10_000, 0.0),
    (30_000, 0.0),
    (80_000, 0.0),
    (200_000, 0.0),
    (500_000, 0.0),
];
const AMAZON_PENGUINS: Table = AMAZONS;
const PENGUINS: Table = [
    (100, 0.20),
    (100, 0.09),
    (100, 0.04),
    (100, 0.015),
    (300, 0.0),
    (1_000, 0.0),
    (4_000, 0.0),
    (15_000, 0.0),
    (60_000, 0.0),
    (250_000, 0.0),
];
const PAPER_PENGUINS: Table = PENGUINS;
