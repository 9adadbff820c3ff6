//! The description of the Game of the Amazons.

use super::{PRESET, VARIANTS};
use crate::manifest::{Look, Manifest, Notation, Puzzles, Ratings, Seat, Unit};
use crate::slide::{self, SHOOTING_LEVELS};

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Game of the Amazons",
    about: "Queens that shoot: move an amazon, then an arrow; a player who cannot move loses.",
    look: Look::Squares,
    seats: &SEATS,
    unit: Unit::Squares,
    notations: &[Notation::Fen, Notation::Sgf],
    main_switches: &["rows", "cols", "start"],
    variants: VARIANTS,
    levels: SHOOTING_LEVELS,
    puzzles: Puzzles {
        rules: &["6x6", "8x8", "6x6", ""],
        proof_nodes: |rules| {
            if rules.get("rows").as_u64().is_some_and(|rows| rows <= 8) { 3_000 } else { 60_000 }
        },
    },
    ratings: RATINGS,
    ..slide::manifest(&PRESET)
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "White", label: "White", colour: "light" },
    Seat { name: "Black", label: "Black", colour: "dark" },
    Seat::THIRD,
    Seat::FOURTH,
];

/// Measured points of the rating scale; see `docs/engine/ratings.md`.
const RATINGS: Ratings = &[
    (1_177, 0, 0.3),
    (1_373, 0, 0.2),
    (1_587, 0, 0.14),
    (1_783, 0, 0.105),
    (1_960, 0, 0.077),
    (2_043, 0, 0.058),
    (2_172, 0, 0.042),
    (2_406, 0, 0.028),
    (2_534, 0, 0.012),
    (2_647, 4, 0.2),
    (2_702, 4, 0.05),
    (2_846, 4, 0.006),
    (2_915, 12, 0.1),
    (3_129, 12, 0.006),
    (3_198, 30, 0.05),
    (3_298, 60, 0.05),
    (3_395, 60, 0.006),
];
