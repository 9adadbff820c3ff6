//! The description of Paper Pen-guins.

use super::{PRESET, VARIANTS};
use crate::manifest::{Look, Manifest, Puzzles, Seat, Unit};
use crate::slide;

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Paper Pen-guins",
    about: "Pen and paper: score the cell you reach, cross out the one you leave.",
    look: Look::Paper,
    seats: &SEATS,
    unit: Unit::Points,
    sheet: true,
    main_switches: &["rows", "cols", "pieces", "lay", "retire_stuck", "numbers"],
    variants: VARIANTS,
    puzzles: Puzzles { rules: &["", "small"], ..slide::PUZZLES },
    ..slide::manifest(&PRESET)
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "■", label: "Blue pen", colour: "blue" },
    Seat { name: "●", label: "Red pen", colour: "red" },
    Seat { name: "▲", label: "Third", colour: "amber" },
    Seat { name: "◆", label: "Fourth", colour: "mint" },
];
