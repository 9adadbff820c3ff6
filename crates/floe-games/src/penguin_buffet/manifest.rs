//! The description of Penguin Buffet.

use super::{PRESET, VARIANTS};
use crate::buffet;
use crate::manifest::{Hides, Look, Manifest, Puzzles, Unit};
use crate::registry::Family;
use crate::slide::SLIDING_LEVELS;

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    id: "penguin-buffet",
    name: "Penguin Buffet",
    about: "Slide pawns over playing cards, claim the card you leave; two of three poker hands win.",
    look: Look::Cards,
    seats: buffet::SEATS.split_at(2).0,
    piece: PRESET.terms.piece,
    unit: Unit::Cards,
    hides: Hides::Layouts,
    notations: &[],
    sheet: false,
    eliminates: false,
    main_switches: buffet::OWN,
    groups: &[],
    variants: VARIANTS,
    levels: SLIDING_LEVELS,
    puzzles: Puzzles { rules: &[""], proof_nodes: |_| 3_000 },
    family: Family::Buffet(&PRESET),
};
