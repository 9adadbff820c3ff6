//! The description of Montauk.

use super::{ID, OWN};
use crate::manifest::{Hides, Look, Manifest, Puzzles, Seat};
use crate::registry::Family;
use crate::slide::{PUZZLES, SLIDING_LEVELS};

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Montauk",
    about: "A race of pyramids driven by tricks: win a trick, spend its cards, bear off six first.",
    look: Look::Cards,
    seats: &SEATS,
    piece: "pyramid",
    hides: Hides::Hands,
    main_switches: OWN,
    groups: &[("scoring", &["per_pyramid", "first_home", "per_null"])],
    levels: SLIDING_LEVELS,
    puzzles: Puzzles {
        rules: &["rounds=1", "rounds=1,bear_off=backgammon", "rounds=1,stack_spends=false"],
        ..PUZZLES
    },
    ..Manifest::new(ID, Family::Montauk)
};

/// The players.
pub(super) const SEATS: [Seat; 2] = [
    Seat { name: "red and yellow", label: "Red", colour: "red" },
    Seat { name: "green and blue", label: "Blue", colour: "blue" },
];
