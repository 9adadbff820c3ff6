//! The description of the Game of the Amazons.

use super::{PRESET, VARIANTS};
use crate::manifest::{Hides, Look, Manifest, Notation, Puzzles, Seat, Unit};
use crate::registry::Family;
use crate::slide::SHOOTING_LEVELS;

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    id: "amazons",
    name: "Game of the Amazons",
    about: "Queens that shoot: move an amazon, then an arrow; whoever cannot move loses.",
    look: Look::Squares,
    seats: &SEATS,
    piece: PRESET.terms.piece,
    unit: Unit::Squares,
    hides: Hides::Nothing,
    notations: &[Notation::Fen, Notation::Sgf],
    sheet: false,
    eliminates: false,
    main_switches: &["rows", "cols", "start"],
    groups: &[],
    variants: VARIANTS,
    levels: SHOOTING_LEVELS,
    puzzles: Puzzles {
        rules: &["6x6", "8x8", "6x6", ""],
        proof_nodes: |rules| {
            if rules.get("rows").as_u64().is_some_and(|rows| rows <= 8) { 3_000 } else { 60_000 }
        },
    },
    family: Family::Slide(&PRESET),
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "White", label: "White", colour: "light" },
    Seat { name: "Black", label: "Black", colour: "dark" },
    Seat { name: "the third player", label: "Third", colour: "amber" },
    Seat { name: "the fourth player", label: "Fourth", colour: "mint" },
];
