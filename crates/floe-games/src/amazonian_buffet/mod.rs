//! Amazonian Buffet: two pawns each claim cards where their lines cross; three poker hands decide.
//!
//! The rules are in `docs/rules/amazonian-buffet.md`.

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
        ("block", "claimed"),
        ("claim", "corners"),
        ("end", "idle_turns"),
        ("end_turns", "4"),
        ("score", "poker"),
        ("setup", "fixed"),
        ("start", "rows"),
        ("placement", "corners"),
        ("align", "true"),
    ],
    ..buffet::preset("amazonian-buffet")
};

/// Rule sets of Amazonian Buffet.
pub const VARIANTS: &[Variant] =
    &[Variant { name: "table", file: include_str!("../../rules/amazonian-buffet-table.toml") }];
