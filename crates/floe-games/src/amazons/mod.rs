//! The Game of the Amazons: move a queen, shoot an arrow; a player who cannot move loses.
//!
//! The rules are in `docs/rules/amazons.md`.

pub mod fen;
mod manifest;
pub mod pgn;
pub mod sgf;

use crate::manifest::Variant;
use crate::slide::{Preset, ResolvedRules, Terms};

pub use manifest::MANIFEST;

/// The game as data.
pub const PRESET: Preset = Preset {
    defaults: &[
        ("rows", "10"),
        ("cols", "10"),
        ("setup", "fixed"),
        ("block", "shot"),
        ("claim", "none"),
        ("end", "last_mover"),
        ("score", "last_mover"),
    ],
    start: usual_start,
    ..Preset::new(
        "amazons",
        Terms {
            piece: "amazon",
            gone: "blocked by an arrow",
            gone_mark: "*",
            ..Terms::new(&manifest::SEATS, ["W", "B", "C", "D"])
        },
    )
};

/// Smaller boards.
pub const VARIANTS: &[Variant] = &[
    Variant { name: "8x8", file: include_str!("../../rules/amazons-8x8.toml") },
    Variant { name: "6x6", file: include_str!("../../rules/amazons-6x6.toml") },
    Variant { name: "5x5", file: include_str!("../../rules/amazons-5x5.toml") },
];

/// White's pieces from the bottom up, Black's mirrored at the top: published starts for 8x8 and 10x10, for 4x4 to
/// 7x7 the second and last-but-one square of the first row and both ends of the second.
fn usual_start(plan: &ResolvedRules) -> Option<Vec<Vec<String>>> {
    let size = |name| plan.set.get(name).as_u64().unwrap_or(0) as usize;
    let (rows, cols) = (size("rows"), size("cols"));
    let plain = plan.seats == 2
        && plan.set.get("layout").is_null()
        && plan.board.lattice() == floe_board::Lattice::Square
        && plan.board.cells() == rows * cols;
    if !plain {
        return None;
    }
    // Column and row from 1 at the bottom.
    let white: [(usize, usize); 4] = match (rows, cols) {
        (10, 10) => [(1, 4), (4, 1), (7, 1), (10, 4)],
        (8, 8) => [(1, 3), (3, 1), (6, 1), (8, 3)],
        (4..=7, 4..=7) => [(1, 2), (2, 1), (cols - 1, 1), (cols, 2)],
        _ => return None,
    };
    let name = |(col, row): (usize, usize)| format!("{}{row}", char::from(b'a' + col as u8 - 1));
    let black = white.map(|(col, row)| (col, rows + 1 - row));
    Some(vec![white.map(name).to_vec(), black.map(name).to_vec()])
}
