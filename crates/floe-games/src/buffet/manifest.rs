//! What both buffets share.

use super::SWITCHES;
use crate::manifest::{Hides, Look, Manifest, Puzzles, Seat, Unit};
use crate::registry::Family;
use crate::slide::axes::SPANNING_SWITCHES;
use crate::slide::{self, Preset, Terms};

/// What the description of a buffet has if it says nothing else.
pub(crate) const fn manifest(preset: &'static Preset) -> Manifest {
    Manifest {
        look: Look::Cards,
        seats: SEATS.split_at(2).0,
        unit: Unit::Cards,
        hides: Hides::Layouts,
        main_switches: OWN,
        puzzles: Puzzles { proof_nodes: |_| 3_000, ..slide::PUZZLES },
        family: Family::Buffet(preset),
        ..slide::manifest(preset)
    }
}

/// What the rules of a buffet have if they say nothing else.
pub(crate) const fn preset(id: &'static str) -> Preset {
    Preset { extra: &[SPANNING_SWITCHES, SWITCHES], cards: true, pieces: |_| 2, ..Preset::new(id, TERMS) }
}

/// The terms of both.
const TERMS: Terms = Terms {
    piece: "pawn",
    gone: "under a stone",
    gone_mark: "●",
    ..Terms::new(&SEATS, ["♟", "♙", "C", "D"])
};

/// The players.
pub(crate) const SEATS: [Seat; 4] = [
    Seat { name: "Black", label: "Black", colour: "dark" },
    Seat { name: "White", label: "White", colour: "light" },
    Seat::THIRD,
    Seat::FOURTH,
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
