//! The description of Montauk.

use super::{ID, OWN};
use crate::manifest::{Hides, Levels, Look, Manifest, Puzzles, Seat};
use crate::registry::Family;
use crate::slide::PUZZLES;

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
    levels: LEVELS,
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

/// The parameters of the levels. A node of a choice of cards is a pair of hands, one the seat may hold and one the opponent
/// may hold, updated once; the noise is that of cards and of spends. Matches tell three strengths apart: the first two
/// levels, the next two, and the rest.
const LEVELS: Levels = [
    (64, 0.3),
    (64, 0.08),
    (200, 0.02),
    (1_400, 0.002),
    (8_000, 0.0),
    (8_000, 0.0),
    (40_000, 0.0),
    (40_000, 0.0),
    (200_000, 0.0),
    (200_000, 0.0),
];
