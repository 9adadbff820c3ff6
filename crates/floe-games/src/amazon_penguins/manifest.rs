//! The description of Amazon Penguins.

use super::{PRESET, VARIANTS};
use crate::manifest::{Hides, Look, Manifest, Puzzles, Seat, Unit};
use crate::registry::Family;
use crate::slide::SHOOTING_LEVELS;

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    id: "amazon-penguins",
    name: "Amazon Penguins",
    about: "Move like a queen, then spear a chip a queen's move away; most fish wins.",
    look: Look::Ice,
    seats: &SEATS,
    piece: PRESET.terms.piece,
    unit: Unit::Fish,
    hides: Hides::Nothing,
    notations: &[],
    sheet: false,
    eliminates: false,
    main_switches: &["topology", "rows", "cols", "lay", "pieces", "claim_under", "chips"],
    groups: &[],
    variants: VARIANTS,
    levels: SHOOTING_LEVELS,
    puzzles: Puzzles { rules: &["", "hex"], proof_nodes: |_| 200_000 },
    family: Family::Slide(&PRESET),
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "Light", label: "Light", colour: "light" },
    Seat { name: "Dark", label: "Dark", colour: "dark" },
    Seat { name: "the third player", label: "Third", colour: "amber" },
    Seat { name: "the fourth player", label: "Fourth", colour: "mint" },
];
