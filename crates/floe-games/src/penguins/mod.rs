//! Penguins (Hey! That's My Fish!), and Mr. Pauper's Penguins, which is the same game with chips and house rules.
//!
//! The rules are in `docs/rules/penguins.md`.

mod manifest;

use crate::manifest::Variant;
use crate::slide::{Preset, Terms};

pub use manifest::{MANIFEST, PAUPER_MANIFEST};

/// The game as data.
pub const PRESET: Preset = Preset {
    defaults: &[("topology", "hex"), ("place_on", "one"), ("ties", "tiles"), ("claim_under", "true")],
    pieces: |players| 6 - players as u32,
    ..Preset::new("penguins", Terms::new(&manifest::SEATS, ["A", "B", "C", "D"]))
};

/// Rule sets of Penguins.
pub const VARIANTS: &[Variant] =
    &[Variant { name: "slides", file: include_str!("../../rules/penguins-slides.toml") }];

/// Mr. Pauper's layouts and house rules.
pub const PAUPER: &[Variant] = &[
    Variant { name: "atoll", file: include_str!("../../rules/pauper-atoll.toml") },
    Variant { name: "hourglass", file: include_str!("../../rules/pauper-hourglass.toml") },
    Variant { name: "snowflake", file: include_str!("../../rules/pauper-snowflake.toml") },
    Variant { name: "islands", file: include_str!("../../rules/pauper-islands.toml") },
    Variant { name: "table", file: include_str!("../../rules/pauper-table.toml") },
    Variant { name: "sprint", file: include_str!("../../rules/pauper-sprint.toml") },
    Variant { name: "high-stakes", file: include_str!("../../rules/pauper-high-stakes.toml") },
    Variant { name: "harpoon", file: include_str!("../../rules/pauper-harpoon.toml") },
    Variant { name: "thin-ice", file: include_str!("../../rules/pauper-thin-ice.toml") },
];
