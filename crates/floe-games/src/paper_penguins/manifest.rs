//! The description of Paper Pen-guins.

use super::{PRESET, VARIANTS};
use crate::manifest::{Hides, Look, Manifest, Puzzles, Seat, Unit};
use crate::registry::Family;
use crate::slide::SLIDING_LEVELS;

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    id: "paper-penguins",
    name: "Paper Pen-guins",
    about: "Pen and paper: score the cell you reach, cross out the one you leave.",
    look: Look::Paper,
    seats: &SEATS,
    piece: PRESET.terms.piece,
    unit: Unit::Points,
    hides: Hides::Nothing,
    notations: &[],
    sheet: true,
    eliminates: false,
    main_switches: &["rows", "cols", "pieces", "lay", "retire_stuck", "numbers"],
    groups: &[],
    variants: VARIANTS,
    levels: SLIDING_LEVELS,
    puzzles: Puzzles { rules: &["", "small"], proof_nodes: |_| 200_000 },
    family: Family::Slide(&PRESET),
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "■", label: "Blue pen", colour: "blue" },
    Seat { name: "●", label: "Red pen", colour: "red" },
    Seat { name: "▲", label: "Third", colour: "amber" },
    Seat { name: "◆", label: "Fourth", colour: "mint" },
];
