//! Paper Pen-guins: score the cell you reach, cross out the cell you leave.
//!
//! The rules are in `docs/rules/paper-penguins.md`.

mod manifest;

use crate::manifest::Variant;
use crate::slide::{Preset, Terms};

pub use manifest::MANIFEST;

/// The game as data.
pub const PRESET: Preset = Preset {
    fish: "numbers",
    defaults: &[("draw", "highest"), ("claim", "reached")],
    ..Preset::new(
        "paper-penguins",
        Terms {
            piece: "piece",
            gone: "crossed out",
            gone_mark: "×",
            ..Terms::new(&manifest::SEATS, ["■", "●", "▲", "◆"])
        },
    )
};

/// Rule sets of Paper Pen-guins.
pub const VARIANTS: &[Variant] =
    &[Variant { name: "small", file: include_str!("../../rules/paper-penguins-small.toml") }];
