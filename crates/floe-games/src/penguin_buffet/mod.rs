//! Penguin Buffet: pawns slide over playing cards and claim the card they leave; three poker hands decide.
//!
//! The rules are in `docs/rules/penguin-buffet.md`.

mod manifest;

use crate::buffet;
use crate::manifest::Variant;
use crate::slide::Preset;

pub use manifest::MANIFEST;

/// The game as data.
pub const PRESET: Preset = Preset {
    defaults: &[
        ("rows", "6"),
        ("cols", "8"),
        ("block", "left"),
        ("claim", "left"),
        ("end", "nobody_moves"),
        ("score", "poker"),
        ("start", "rows"),
        ("placement", "free"),
    ],
    ..buffet::preset("penguin-buffet")
};

/// Rule sets of Penguin Buffet.
pub const VARIANTS: &[Variant] =
    &[Variant { name: "table", file: include_str!("../../rules/penguin-buffet-table.toml") }];
