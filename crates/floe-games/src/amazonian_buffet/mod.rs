//! Amazonian Buffet: two pawns each claim cards where their lines cross; three poker hands decide.
//!
//! The rules are in `docs/rules/amazonian-buffet.md`.

mod manifest;

use crate::buffet;
use crate::manifest::Variant;
use crate::penguin_buffet::WORDS;
use crate::slide::Preset;
use crate::slide::axes::SPANNING_SWITCHES;

pub use manifest::MANIFEST;

/// The game as data.
pub const PRESET: Preset = Preset {
    id: "amazonian-buffet",
    fish: "fish",
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
    extra: &[SPANNING_SWITCHES, buffet::SWITCHES],
    cards: true,
    pieces: |_| 2,
    start: |_| None,
    terms: WORDS,
};

/// Rule sets of Amazonian Buffet.
pub const VARIANTS: &[Variant] =
    &[Variant { name: "table", file: include_str!("../../rules/amazonian-buffet-table.toml") }];
