//! The description of Amazon Penguins.

use super::{PRESET, VARIANTS};
use crate::manifest::{Manifest, Puzzles, Ratings, Seat};
use crate::slide::{self, SHOOTING_LEVELS};

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Amazon Penguins",
    about: "Move like a queen, then spear a chip a queen's move away; most fish wins.",
    seats: &SEATS,
    main_switches: &["topology", "rows", "cols", "lay", "pieces", "claim_under", "chips"],
    variants: VARIANTS,
    levels: SHOOTING_LEVELS,
    puzzles: Puzzles { rules: &["", "hex"], ..slide::PUZZLES },
    ratings: RATINGS,
    ..slide::manifest(&PRESET)
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "Light", label: "Light", colour: "light" },
    Seat { name: "Dark", label: "Dark", colour: "dark" },
    Seat::THIRD,
    Seat::FOURTH,
];

/// Measured points of the rating scale; see `docs/engine/ratings.md`.
const RATINGS: Ratings = &[
    (572, 0, 0.3),
    (767, 0, 0.2),
    (880, 0, 0.14),
    (1_024, 0, 0.105),
    (1_220, 0, 0.077),
    (1_372, 0, 0.058),
    (1_470, 0, 0.042),
    (1_622, 0, 0.028),
    (1_826, 0, 0.012),
    (1_910, 4, 0.2),
    (2_008, 4, 0.05),
    (2_152, 4, 0.006),
    (2_288, 12, 0.1),
    (2_483, 12, 0.006),
    (2_619, 30, 0.05),
    (2_681, 30, 0.006),
    (2_771, 60, 0.05),
    (2_877, 60, 0.006),
];
