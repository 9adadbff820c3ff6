//! The descriptions of Penguins and of Mr. Pauper's Penguins.

use super::{PAUPER, PRESET, VARIANTS};
use crate::manifest::{Look, Manifest, Puzzles, Ratings, Seat, Unit};
use crate::slide;

/// Everything about the game.
pub const MANIFEST: Manifest = Manifest {
    name: "Penguins (Hey! That's My Fish!)",
    about: "Slide a penguin, keep the fish you leave behind; 2 to 4 players, most fish wins.",
    seats: &SEATS,
    main_switches: &["players", "lay", "place_on", "ties", "layout", "fish", "pieces", "claim_under"],
    variants: VARIANTS,
    ratings: RATINGS,
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
    ratings: RATINGS,
    ..slide::manifest(&PRESET)
};

/// The players.
pub(super) const SEATS: [Seat; 4] = [
    Seat { name: "the first player", label: "Coral", colour: "coral" },
    Seat { name: "the second player", label: "Indigo", colour: "indigo" },
    Seat { name: "the third player", label: "Amber", colour: "amber" },
    Seat { name: "the fourth player", label: "Mint", colour: "mint" },
];

/// Measured points of the rating scale; see `docs/engine/ratings.md`.
const RATINGS: Ratings = &[
    (1_144, 0, 0.3),
    (1_263, 0, 0.17),
    (1_338, 0, 0.1),
    (1_496, 0, 0.06),
    (1_668, 0, 0.035),
    (1_813, 0, 0.018),
    (1_931, 4, 0.12),
    (2_012, 4, 0.03),
    (2_131, 12, 0.05),
    (2_303, 30, 0.03),
    (2_522, 60, 0.006),
    (2_666, 120, 0.006),
    (2_784, 250, 0.006),
    (2_987, 600, 0.006),
];
