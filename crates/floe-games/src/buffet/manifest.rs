//! What both buffets share.

use crate::manifest::Seat;

/// The players.
pub(crate) const SEATS: [Seat; 4] = [
    Seat { name: "Black", label: "Black", colour: "dark" },
    Seat { name: "White", label: "White", colour: "light" },
    Seat { name: "the third player", label: "Third", colour: "amber" },
    Seat { name: "the fourth player", label: "Fourth", colour: "mint" },
];

/// The switches that their rules page describes.
pub(crate) const OWN: &[&str] = &[
    "showdown",
    "placement",
    "start",
    "black",
    "dealt_count",
    "pairing",
    "adjust",
    "tie_break",
    "wheel",
    "short_straights",
    "short_split",
    "realign",
    "align_waiver",
    "claim_under_pawn",
    "must_claim",
    "end_turns",
    "claim_under_pawn_at_end",
];
