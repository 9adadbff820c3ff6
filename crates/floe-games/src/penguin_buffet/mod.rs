//! Penguin Buffet: pawns slide over playing cards and claim the card they leave; three poker hands decide.
//!
//! The rules are in `docs/rules/penguin-buffet.md`.

mod manifest;

use crate::buffet;
use crate::manifest::{Variant, names};
use crate::slide::axes::SPANNING_SWITCHES;
use crate::slide::{Preset, Terms};

pub use manifest::MANIFEST;

/// The game as data.
pub const PRESET: Preset = Preset {
    id: "penguin-buffet",
    fish: "fish",
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
    extra: &[SPANNING_SWITCHES, buffet::SWITCHES],
    cards: true,
    pieces: |_| 2,
    start: |_| None,
    terms: WORDS,
};

/// The terms of both buffets.
pub(crate) const WORDS: Terms = Terms {
    piece: "pawn",
    gone: "under a stone",
    gone_mark: "●",
    seats: names(&buffet::SEATS),
    marks: ["♟", "♙", "C", "D"],
};

/// Rule sets of Penguin Buffet.
pub const VARIANTS: &[Variant] =
    &[Variant { name: "table", file: include_str!("../../rules/penguin-buffet-table.toml") }];
