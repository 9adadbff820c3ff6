//! The description of Amazon Penguins.

use super::{PRESET, VARIANTS};
use crate::manifest::{Manifest, Puzzles, Seat};
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
    ..slide::manifest(&PRESET)
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "Light", label: "Light", colour: "light" },
    Seat { name: "Dark", label: "Dark", colour: "dark" },
    Seat::THIRD,
    Seat::FOURTH,
];
