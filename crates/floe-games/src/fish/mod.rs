//! Fish, the refereed software game.
//!
//! The rules are in `docs/rules/fish.md`.

mod manifest;

use crate::manifest::Variant;
use crate::slide::{Preset, Terms};

pub use manifest::MANIFEST;

/// The game as data.
pub const PRESET: Preset = Preset {
    defaults: &[("topology", "hex_columns"), ("rows", "5"), ("cols", "5"), ("fish", "2")],
    pieces: |players| 6 - players as u32,
    ..Preset::new("fish", Terms { gone: "a hole", ..Terms::new(&manifest::SEATS, ["R", "W", "N", "K"]) })
};

/// Rule sets of Fish.
pub const VARIANTS: &[Variant] =
    &[Variant { name: "wild", file: include_str!("../../rules/fish-wild.toml") }];
