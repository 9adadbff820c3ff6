//! The dimensions in which the games of the family differ: topology, setup, block, claim, end, score.

use floe_board::Lattice;
use serde_json::Value;
use strum::{EnumString, VariantNames};

use crate::switches::{Switch, SwitchKind};

/// How the board gets its fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Lay {
    /// Shuffled and dealt before the first move.
    Random,
    /// Players lay them in turn, as moves.
    Alternate,
    /// Drawn in full in the rules.
    Given,
}

/// Which fish the player to lay gets to lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Draw {
    /// The next of a shuffled pile: chance.
    Pile,
    /// Any kind that is left.
    Supply,
    /// The highest kind that is left.
    Highest,
}

/// How pieces come to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Setup {
    /// They stand there from the start.
    Fixed,
    /// Players place them in turn, as moves.
    Placed,
}

/// Where pieces may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum PlaceOn {
    /// On one fish, unless no such cell is free.
    One,
    /// Anywhere.
    Any,
}

/// The order in which the players place their pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum PlaceOrder {
    /// One piece each in turn: first, second, first, second.
    Alternate,
    /// Every round in the opposite order: first, second, second, first.
    Snake,
}

/// Who makes the first move once all pieces are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum MovesFirst {
    /// The player who placed first.
    FirstPlacer,
    /// The player who placed last.
    LastPlacer,
}

/// The cell that leaves play on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Block {
    /// The cell left.
    Left,
    /// The cell shot at.
    Shot,
    /// The cell claimed.
    Claimed,
}

/// The cell whose fish a turn scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Claim {
    /// None.
    None,
    /// The cell left.
    Left,
    /// The cell reached, by placing too.
    Reached,
    /// The cell shot at.
    Shot,
    /// If wanted, a cell where the lines of the player's two pieces cross, or one between them.
    Corners,
}

/// When the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum End {
    /// A player who cannot move has lost; the game ends when one player is left.
    LastMover,
    /// Nobody can move.
    NobodyMoves,
    /// `end_turns` consecutive turns claimed nothing.
    IdleTurns,
}

/// How the winner is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Score {
    /// The last player to move wins.
    LastMover,
    /// The player with the most fish wins.
    Fish,
    /// The player with the better poker hands wins.
    Poker,
}

/// What splits equal fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Ties {
    /// The number of cells claimed.
    Tiles,
    /// Nothing.
    Share,
}

/// May a card under a pawn be claimed?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum UnderPawn {
    /// No.
    None,
    /// Under the other player's.
    Enemy,
    /// Under any player's.
    Any,
}

/// The values of the switch `topology`, each a [`Lattice`].
pub const TOPOLOGIES: &[&str] = &["square", "hex", "hex_columns"];

pub(crate) fn lattice_of(value: &Value) -> Lattice {
    match value.as_str() {
        Some("square") => Lattice::Square,
        Some("hex") => Lattice::Hex,
        _ => Lattice::HexColumns,
    }
}

/// The switches of the family. `fish` has another name in some games; see [`super::Preset::fish`].
const SWITCHES: &[Switch] = &[
    Switch { name: "players", default: "2", kind: SwitchKind::Number(2, 4), about: "Number of players." },
    Switch {
        name: "topology",
        default: "square",
        kind: SwitchKind::Choice(TOPOLOGIES),
        about: "Squares (queen moves), hexes in rows, or hexes in columns as in Fish.",
    },
    Switch {
        name: "layout",
        default: "null",
        kind: SwitchKind::Free(
            "a drawing: 1-7 a cell with fish, * a cell to be dealt, 0 a hole, / a new row",
        ),
        about: "The board drawn as text; replaces rows and cols.",
    },
    Switch {
        name: "rows",
        default: "8",
        kind: SwitchKind::Number(1, 256),
        about: "Number of rows (3 to 11 on squares).",
    },
    Switch {
        name: "cols",
        default: "8",
        kind: SwitchKind::Number(1, 256),
        about: "Number of columns (3 to 11 on squares; on hexes, that of the longer rows).",
    },
    Switch {
        name: "lay",
        default: "random",
        kind: SwitchKind::Choice(Lay::VARIANTS),
        about: "Fish are dealt at random, laid by the players in turn, or fixed in the rules.",
    },
    Switch {
        name: "draw",
        default: "pile",
        kind: SwitchKind::Choice(Draw::VARIANTS),
        about: "When players lay tiles: the next from a shuffled pile, any kind left, or the highest kind left.",
    },
    Switch {
        name: "fish",
        default: "null",
        kind: SwitchKind::Free(
            "a number for every cell, random:N for 1 to N, a board such as 1213/2011, or null to deal the supply",
        ),
        about: "The fish on the cells.",
    },
    Switch {
        name: "supply",
        default: "null",
        kind: SwitchKind::Free("how many 1s, 2s, 3s … such as 30/20/10, or null for 3:2:1"),
        about: "The fish that are dealt or laid.",
    },
    Switch {
        name: "holes",
        default: "0",
        kind: SwitchKind::Free(
            "a number (chosen by the seed), or a list of cells such as [[0,1],[2,2]] (row and number from the top left)",
        ),
        about: "Cells missing from the start.",
    },
    Switch {
        name: "min_ones",
        default: "0",
        kind: SwitchKind::Number(0, 128),
        about: "Minimum number of one-fish cells.",
    },
    Switch {
        name: "setup",
        default: "placed",
        kind: SwitchKind::Choice(Setup::VARIANTS),
        about: "Pieces start on fixed cells, or players place them in turn.",
    },
    Switch {
        name: "start",
        default: "null",
        kind: SwitchKind::Free(
            "cells for each seat such as a2 b1 d1 e2 | a4 b5 d5 e4, the corners by rows, columns or diagonal, or null for the default",
        ),
        about: "Starting cells when setup is fixed.",
    },
    Switch { name: "pieces", default: "null", kind: SwitchKind::Auto(1, 16), about: "Pieces per player." },
    Switch {
        name: "place_on",
        default: "any",
        kind: SwitchKind::Choice(PlaceOn::VARIANTS),
        about: "Pieces are placed on one fish while such a cell is free, or anywhere.",
    },
    Switch {
        name: "block",
        default: "left",
        kind: SwitchKind::Choice(Block::VARIANTS),
        about: "Which cell is removed each turn.",
    },
    Switch {
        name: "claim",
        default: "left",
        kind: SwitchKind::Choice(Claim::VARIANTS),
        about: "Which cell's fish are scored each turn.",
    },
    Switch {
        name: "end",
        default: "nobody_moves",
        kind: SwitchKind::Choice(End::VARIANTS),
        about: "When the game is over.",
    },
    Switch {
        name: "end_turns",
        default: "4",
        kind: SwitchKind::Number(1, 99),
        about: "With end idle_turns: the number of consecutive turns without a claim.",
    },
    Switch {
        name: "score",
        default: "fish",
        kind: SwitchKind::Choice(Score::VARIANTS),
        about: "How the winner is decided.",
    },
    Switch {
        name: "ties",
        default: "share",
        kind: SwitchKind::Choice(Ties::VARIANTS),
        about: "Break ties by cells claimed, or share the win.",
    },
    Switch {
        name: "claim_under",
        default: "false",
        kind: SwitchKind::Flag,
        about: "At the end each player claims the fish under its pieces.",
    },
    Switch {
        name: "retire_stuck",
        default: "false",
        kind: SwitchKind::Flag,
        about: "A stuck piece may be removed as a move, together with its cell.",
    },
];

/// The switches of games whose two pieces claim where their lines cross.
pub const SPANNING_SWITCHES: &[Switch] = &[
    Switch {
        name: "align",
        default: "false",
        kind: SwitchKind::Flag,
        about: "Two pieces that share a row or column before a move must share neither after it.",
    },
    Switch {
        name: "realign",
        default: "false",
        kind: SwitchKind::Flag,
        about: "With align: leaving a shared row for a shared column, or the other way round, is allowed.",
    },
    Switch {
        name: "align_waiver",
        default: "false",
        kind: SwitchKind::Flag,
        about: "With align: when only moves that keep the pieces aligned are left, they are allowed.",
    },
    Switch {
        name: "claim_under_pawn",
        default: "none",
        kind: SwitchKind::Choice(UnderPawn::VARIANTS),
        about: "May a cell be claimed that a piece stands on?",
    },
    Switch {
        name: "must_claim",
        default: "false",
        kind: SwitchKind::Flag,
        about: "A move after which something can be claimed must claim.",
    },
];

/// The switches that even out the players' chances, of games without cards.
const BALANCE_SWITCHES: &[Switch] = &[
    Switch {
        name: "place_order",
        default: "alternate",
        kind: SwitchKind::Choice(PlaceOrder::VARIANTS),
        about: "Pieces are placed in turn, or every round in the opposite order (first, second, second, first).",
    },
    Switch {
        name: "moves_first",
        default: "first_placer",
        kind: SwitchKind::Choice(MovesFirst::VARIANTS),
        about: "After placing, the player who placed first moves first, or the one who placed last.",
    },
    Switch {
        name: "swap",
        default: "false",
        kind: SwitchKind::Flag,
        about: "The pie rule: instead of answering the first move, the second player may swap sides.",
    },
    Switch {
        name: "komi",
        default: "0",
        kind: SwitchKind::Halves(-20, 20),
        about: "Fish the second player has from the start; half a fish decides ties; below 0 they are the first player's.",
    },
];

/// The switches of the family with `fish` under the name a game gives it.
pub(crate) fn switches(fish: &'static str, cards: bool) -> Vec<Switch> {
    let rename =
        |switch: &Switch| Switch { name: if switch.name == "fish" { fish } else { switch.name }, ..*switch };
    let balance = if cards { &[] } else { BALANCE_SWITCHES };
    SWITCHES.iter().chain(balance).map(rename).collect()
}
