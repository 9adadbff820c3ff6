//! The description of Amazonian Buffet.

use super::{PRESET, VARIANTS};
use crate::buffet;
use crate::manifest::Manifest;

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Amazonian Buffet",
    about: "Two pawns claim a card where their lines cross or between them; two of three poker hands win.",
    variants: VARIANTS,
    ..buffet::manifest(&PRESET)
};
