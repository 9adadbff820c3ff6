//! Amazonian Buffet: two pawns each claim cards where their lines cross; three poker hands decide.

use crate::penguin_buffet::WORDS;
use crate::registry::Variant;
use crate::slide::Preset;
use crate::slide::axes::SPANNING_SWITCHES;

/// The game as data.
pub const PRESET: Preset = Preset {
    id: "amazonian-buffet",
    fish: "fish",
    defaults: &[
        ("rows", "6"),
        ("cols", "8"),
        ("block", "claimed"),
        ("claim", "corners"),
        ("end", "idle_turns"),
        ("end_turns", "4"),
        ("score", "poker"),
        ("setup", "fixed"),
        ("start", "rows"),
        ("placement", "corners"),
        ("align", "true"),
        ("realign", "false"),
        ("align_waiver", "false"),
        ("claim_under_pawn", "none"),
        ("must_claim", "false"),
        ("dealt_count", "true"),
        ("pairing", "ordered"),
        ("adjust", "white_last"),
        ("tie_break", "poker"),
        ("wheel", "true"),
        ("short_straights", "false"),
        ("short_split", "free"),
        ("showdown", "solved"),
        ("black", "random"),
        ("claim_under_pawn_at_end", "false"),
    ],
    extra: &[SPANNING_SWITCHES, crate::buffet::SWITCHES],
    cards: true,
    pieces: |_| 2,
    start: |_| None,
    words: WORDS,
};

/// Rule sets of Amazonian Buffet.
pub const VARIANTS: &[Variant] =
    &[Variant { name: "table", file: include_str!("../../rules/amazonian-buffet-table.toml") }];
