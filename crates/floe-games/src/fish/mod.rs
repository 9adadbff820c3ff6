//! Fish, the refereed software game.
//!
//! The rules are in `docs/rules/fish.md`.

mod manifest;

use crate::manifest::{Variant, names};
use crate::slide::{Preset, Terms};

pub use manifest::MANIFEST;

/// The game as data.
pub const PRESET: Preset = Preset {
    id: "fish",
    fish: "fish",
    defaults: &[("topology", "hex_columns"), ("rows", "5"), ("cols", "5"), ("fish", "2")],
    extra: &[],
    cards: false,
    pieces: |players| 6 - players as u32,
    start: |_| None,
    terms: Terms {
        piece: "penguin",
        gone: "a hole",
        gone_mark: "~",
        seats: names(&manifest::SEATS),
        marks: ["R", "W", "N", "K"],
    },
};

/// Rule sets of Fish.
pub const VARIANTS: &[Variant] =
    &[Variant { name: "wild", file: include_str!("../../rules/fish-wild.toml") }];
