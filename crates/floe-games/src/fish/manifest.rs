//! The description of Fish.

use super::{PRESET, VARIANTS};
use crate::manifest::{Manifest, Puzzles, Ratings, Seat};
use crate::slide;

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Fish",
    about: "The refereed software game: 2 to 4 programs slide penguins on a board the referee makes.",
    seats: &SEATS,
    eliminates: true,
    main_switches: &["players", "rows", "cols", "holes", "fish", "min_ones"],
    variants: VARIANTS,
    puzzles: Puzzles {
        rules: &["wild", "rows=4,cols=5,holes=2,min_ones=6,pieces=3", "wild"],
        ..slide::PUZZLES
    },
    ratings: RATINGS,
    ..slide::manifest(&PRESET)
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "red", label: "Red", colour: "red" },
    Seat { name: "white", label: "White", colour: "light" },
    Seat { name: "brown", label: "Brown", colour: "brown" },
    Seat { name: "black", label: "Black", colour: "dark" },
];

/// Measured points of the rating scale; see `docs/engine/ratings.md`.
const RATINGS: Ratings = &[
    (1_181, 0, 0.3),
    (1_228, 0, 0.17),
    (1_287, 0, 0.1),
    (1_450, 0, 0.06),
    (1_569, 0, 0.035),
    (1_619, 0, 0.018),
    (1_727, 4, 0.12),
    (1_784, 4, 0.03),
    (1_799, 12, 0.05),
    (1_858, 30, 0.03),
    (1_969, 60, 0.006),
    (2_089, 120, 0.006),
];
