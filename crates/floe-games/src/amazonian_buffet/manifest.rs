//! The description of Amazonian Buffet.

use super::{PRESET, VARIANTS};
use crate::buffet;
use crate::manifest::{Levels, Manifest, Ratings};

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Amazonian Buffet",
    about: "Two pawns claim a card where their lines cross or between them; two of three poker hands win.",
    variants: VARIANTS,
    levels: LEVELS,
    ratings: RATINGS,
    ..buffet::manifest(&PRESET)
};

/// The playouts per move and the noise of each level.
const LEVELS: Levels = [
    (8, 0.30),
    (10, 0.12),
    (14, 0.07),
    (18, 0.045),
    (22, 0.03),
    (34, 0.015),
    (95, 0.0),
    (170, 0.0),
    (320, 0.0),
    (640, 0.0),
];

/// Measured points of the rating scale; see `docs/engine/ratings.md`.
const RATINGS: Ratings = &[
    (511, 8, 0.3),
    (580, 8, 0.18),
    (673, 10, 0.12),
    (846, 14, 0.07),
    (1_115, 18, 0.045),
    (1_317, 22, 0.03),
    (1_386, 34, 0.015),
    (1_432, 55, 0.005),
    (1_563, 95, 0.0),
    (1_621, 170, 0.0),
    (1_765, 320, 0.0),
    (1_923, 640, 0.0),
    (2_042, 1_300, 0.0),
];
