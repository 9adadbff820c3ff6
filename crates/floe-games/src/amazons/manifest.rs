//! The description of the Game of the Amazons.

use super::{PRESET, VARIANTS};
use crate::manifest::{Look, Manifest, Notation, Puzzles, Seat, Unit};
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
    ..slide::manifest(&PRESET)
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "White", label: "White", colour: "light" },
    Seat { name: "Black", label: "Black", colour: "dark" },
    Seat::THIRD,
    Seat::FOURTH,
];
