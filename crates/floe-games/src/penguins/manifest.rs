//! The descriptions of Penguins and of Mr. Pauper's Penguins.

use super::{PAUPER, PRESET, VARIANTS};
use crate::manifest::{Look, Manifest, Puzzles, Seat, Unit};
use crate::slide;

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Penguins (Hey! That's My Fish!)",
    about: "Slide a penguin, keep the fish you leave behind; 2 to 4 players, most fish wins.",
    seats: &SEATS,
    main_switches: &["players", "lay", "place_on", "ties", "layout", "fish", "pieces", "claim_under"],
    variants: VARIANTS,
    ..slide::manifest(&PRESET)
};

/// Everything about Mr. Pauper's Penguins: the same rules with chips, on boards of your own making.
pub const PAUPER_MANIFEST: Manifest = Manifest {
    id: "pauper",
    name: "Mr. Pauper's Penguins",
    about: "Penguins with poker chips on boards and by house rules of your own making.",
    look: Look::Chips,
    seats: &SEATS,
    unit: Unit::Points,
    main_switches: &["players", "topology", "layout", "lay", "place_on", "ties", "pieces", "block", "claim"],
    variants: PAUPER,
    puzzles: Puzzles {
        rules: &[
            "atoll",
            "harpoon",
            "high-stakes",
            "hourglass",
            "islands",
            "snowflake",
            "sprint",
            "table",
            "thin-ice",
        ],
        ..slide::PUZZLES
    },
    ..slide::manifest(&PRESET)
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "the first player", label: "Coral", colour: "coral" },
    Seat { name: "the second player", label: "Indigo", colour: "indigo" },
    Seat { name: "the third player", label: "Amber", colour: "amber" },
    Seat { name: "the fourth player", label: "Mint", colour: "mint" },
];
