//! The description of Fish.

use super::{PRESET, VARIANTS};
use crate::manifest::{Levels, Manifest, Puzzles, Seat};
use crate::slide::{self, TINY};

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Fish",
    about: "The refereed software game: 2 to 4 programs slide penguins on a board the referee makes.",
    seats: &SEATS,
    eliminates: true,
    main_switches: &["players", "rows", "cols", "holes", "fish", "min_ones"],
    variants: VARIANTS,
    levels: LEVELS,
    puzzles: Puzzles {
        rules: &["wild", "rows=4,cols=5,holes=2,min_ones=6,pieces=3", "wild"],
        ..slide::PUZZLES
    },
    ..slide::manifest(&PRESET)
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "red", label: "Red", colour: "red" },
    Seat { name: "white", label: "White", colour: "light" },
    Seat { name: "brown", label: "Brown", colour: "brown" },
    Seat { name: "black", label: "Black", colour: "dark" },
];

/// A small board on which a search soon sees the end, so the level steps are wide.
const LEVELS: Levels = [
    (0, 0.30),
    (0, 0.135),
    (0, 0.06),
    (0, 0.010),
    (60, TINY),
    (250, TINY),
    (900, TINY),
    (3_500, TINY),
    (16_000, TINY),
    (80_000, TINY),
];
