//! The description of Paper Pen-guins.

use super::{PRESET, VARIANTS};
use crate::manifest::{Levels, Look, Manifest, Puzzles, Ratings, Seat, Unit};
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
    levels: LEVELS,
    ratings: RATINGS,
    ..slide::manifest(&PRESET)
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "■", label: "Blue pen", colour: "blue" },
    Seat { name: "●", label: "Red pen", colour: "red" },
    Seat { name: "▲", label: "Third", colour: "amber" },
    Seat { name: "◆", label: "Fourth", colour: "mint" },
];

/// The parameters of the levels.
const LEVELS: Levels = [
    (0, 0.30),
    (0, 0.20),
    (0, 0.145),
    (0, 0.115),
    (0, 0.092),
    (0, 0.073),
    (0, 0.055),
    (0, 0.038),
    (0, 0.023),
    (4, 0.20),
];

/// Measured points of the rating scale; see `docs/engine/ratings.md`.
const RATINGS: Ratings = &[
    (561, 0, 0.3),
    (649, 0, 0.2),
    (732, 0, 0.145),
    (843, 0, 0.115),
    (954, 0, 0.092),
    (1_064, 0, 0.073),
    (1_209, 0, 0.055),
    (1_370, 0, 0.038),
    (1_536, 0, 0.023),
    (1_671, 4, 0.2),
    (1_837, 4, 0.05),
    (1_938, 12, 0.06),
    (2_012, 12, 0.006),
    (2_138, 30, 0.006),
    (2_283, 60, 0.006),
    (2_433, 120, 0.006),
    (2_651, 250, 0.006),
];
