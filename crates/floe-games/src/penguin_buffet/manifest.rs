//! The description of Penguin Buffet.

use super::{PRESET, VARIANTS};
use crate::buffet;
use crate::manifest::Manifest;

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Penguin Buffet",
    about: "Slide pawns over playing cards, claim the card you leave; two of three poker hands win.",
    variants: VARIANTS,
    ..buffet::manifest(&PRESET)
};
