//! Amazon Penguins: move like a queen, then spear a chip a queen's move away.
//!
//! The rules are in `docs/rules/amazon-penguins.md`.

mod manifest;

use crate::manifest::Variant;
use crate::slide::{Preset, Terms};

pub use manifest::MANIFEST;

/// The game as data.
pub const PRESET: Preset = Preset {
    fish: "chips",
    defaults: &[("draw", "supply"), ("block", "shot"), ("claim", "shot"), ("claim_under", "true")],
    ..Preset::new(
        "amazon-penguins",
        Terms { gone: "without its chip", ..Terms::new(&manifest::SEATS, ["L", "D", "C", "E"]) },
    )
};

/// Rule sets of Amazon Penguins.
pub const VARIANTS: &[Variant] = &[
    Variant { name: "slides", file: include_str!("../../rules/amazon-penguins-slides.toml") },
    Variant { name: "hex", file: include_str!("../../rules/amazon-penguins-hex.toml") },
];
