//! The description of Penguin Buffet.

use super::{PRESET, VARIANTS};
use crate::buffet;
use crate::manifest::{Levels, Manifest, Ratings};

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Penguin Buffet",
    about: "Slide pawns over playing cards, claim the card you leave; two of three poker hands win.",
    variants: VARIANTS,
    levels: LEVELS,
    ratings: RATINGS,
    ..buffet::manifest(&PRESET)
};

/// The playouts per move and the noise of each level.
const LEVELS: Levels = [
    (8, 0.30),
    (8, 0.17),
    (10, 0.06),
    (14, 0.035),
    (40, 0.008),
    (75, 0.0),
    (150, 0.0),
    (300, 0.0),
    (600, 0.0),
    (1_200, 0.0),
];

/// Measured points of the rating scale; see `docs/engine/ratings.md`.
const RATINGS: Ratings = &[
    (1_034, 8, 0.3),
    (1_115, 8, 0.17),
    (1_127, 8, 0.1),
    (1_258, 10, 0.06),
    (1_416, 14, 0.035),
    (1_428, 22, 0.02),
    (1_509, 40, 0.008),
    (1_653, 75, 0.0),
    (1_785, 150, 0.0),
    (1_866, 300, 0.0),
    (1_947, 600, 0.0),
    (2_028, 1_200, 0.0),
];
