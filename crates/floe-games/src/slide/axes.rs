//! The dimensions in which the games of the family differ: topology, setup, block, claim, end, score.

use floe_board::Lattice;
use serde_json::{Value, json};

use crate::switches::{RuleSet, Switch, SwitchKind, words};

words! {
    /// How the board gets its fish.
    Lay {
        /// Shuffled and dealt before the first move.
        Random = "random",
        /// Players lay them in turn, as moves.
        Alternate = "alternate",
        /// Drawn in full in the rules.
        Given = "given",
    }
}
words! {
    /// Which tile the player to lay may lay.
    Draw {
        /// The next from a shuffled pile, by chance.
        Pile = "pile",
        /// Any kind left.
        Supply = "supply",
        /// The highest kind left.
        Highest = "highest",
    }
}
words! {
    /// How pieces get onto the board.
    Setup {
        /// They start on fixed cells.
        Fixed = "fixed",
        /// Players place them in turn, as moves.
        Placed = "placed",
    }
}
words! {
    /// Where pieces may be placed.
    PlaceOn {
        /// On one fish, unless no such cell is free.
        One = "one",
        /// Anywhere.
        Any = "any",
    }
}
words! {
    /// Which cell is removed each turn.
    Block {
        /// The cell left.
        Left = "left",
        /// The cell shot at.
        Shot = "shot",
        /// The cell claimed.
        Claimed = "claimed",
    }
}
words! {
    /// Which cell's fish are scored each turn.
    Claim {
        /// None.
        None = "none",
        /// The cell left.
        Left = "left",
        /// The cell reached, also by placing.
        Reached = "reached",
        /// The cell shot at.
        Shot = "shot",
        /// Optionally, a cell where the lines of the player's two pieces cross, or one between them.
        Corners = "corners",
    }
}
words! {
    /// When the game is over.
    End {
        /// A player who cannot move has lost; the game ends when one player is left.
        LastMover = "last_mover",
        /// Nobody can move.
        NobodyMoves = "nobody_moves",
        /// A number of consecutive turns claimed nothing.
        IdleTurns = "idle_turns",
    }
}
words! {
    /// How the winner is decided.
    Score {
        /// The last player to move wins.
        LastMover = "last_mover",
        /// The player with the most fish wins.
        Fish = "fish",
        /// The player with the better poker hands wins.
        Poker = "poker",
    }
}
words! {
    /// What breaks ties between equal fish.
    Ties {
        /// The number of cells claimed.
        Tiles = "tiles",
        /// Nothing.
        Share = "share",
    }
}

words! {
    /// May a card under a pawn be claimed?
    UnderPawn {
        /// No.
        None = "none",
        /// Under the other player's.
        Enemy = "enemy",
        /// Under any player's.
        Any = "any",
    }
}

/// The switch values for [`Lattice`].
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
    Switch { name: "players", kind: SwitchKind::Number(2, 4), about: "Number of players." },
    Switch {
        name: "topology",
        kind: SwitchKind::Choice(TOPOLOGIES),
        about: "Squares (queen moves), hexes in rows, or hexes in columns as in Fish.",
    },
    Switch {
        name: "layout",
        kind: SwitchKind::Free(
            "a drawing: 1-7 a cell with fish, * a cell to be dealt, 0 a hole, / a new row",
        ),
        about: "The board drawn as text; replaces rows and cols.",
    },
    Switch { name: "rows", kind: SwitchKind::Number(1, 256), about: "Number of rows (3 to 11 on squares)." },
    Switch {
        name: "cols",
        kind: SwitchKind::Number(1, 256),
        about: "Number of columns (3 to 11 on squares; on hexes, that of the longer rows).",
    },
    Switch {
        name: "lay",
        kind: SwitchKind::Choice(Lay::WORDS),
        about: "Fish are dealt at random, laid by the players in turn, or fixed in the rules.",
    },
    Switch {
        name: "draw",
        kind: SwitchKind::Choice(Draw::WORDS),
        about: "When players lay tiles: the next from a shuffled pile, any kind left, or the highest kind left.",
    },
    Switch {
        name: "fish",
        kind: SwitchKind::Free(
            "a number for every cell, random:N for 1 to N, a board such as 1213/2011, or null to deal the supply",
        ),
        about: "The fish on the cells.",
    },
    Switch {
        name: "supply",
        kind: SwitchKind::Free("how many 1s, 2s, 3s … such as 30/20/10, or null for 3:2:1"),
        about: "The fish that are dealt or laid.",
    },
    Switch {
        name: "holes",
        kind: SwitchKind::Free(
            "a number (chosen by the seed), or a list of cells such as [[0,1],[2,2]] (row and number from the top left)",
        ),
        about: "Cells missing from the start.",
    },
    Switch { name: "min_ones", kind: SwitchKind::Number(0, 128), about: "Minimum number of one-fish cells." },
    Switch {
        name: "setup",
        kind: SwitchKind::Choice(Setup::WORDS),
        about: "Pieces start on fixed cells, or players place them in turn.",
    },
    Switch {
        name: "start",
        kind: SwitchKind::Free(
            "cells for each seat such as a2 b1 d1 e2 | a4 b5 d5 e4, the corners by rows, columns or diagonal, or null for the default",
        ),
        about: "Starting cells when setup is fixed.",
    },
    Switch { name: "pieces", kind: SwitchKind::Auto(1, 16), about: "Pieces per player." },
    Switch {
        name: "place_on",
        kind: SwitchKind::Choice(PlaceOn::WORDS),
        about: "Pieces are placed on one fish while such a cell is free, or anywhere.",
    },
    Switch {
        name: "block",
        kind: SwitchKind::Choice(Block::WORDS),
        about: "Which cell is removed each turn.",
    },
    Switch {
        name: "claim",
        kind: SwitchKind::Choice(Claim::WORDS),
        about: "Which cell's fish are scored each turn.",
    },
    Switch { name: "end", kind: SwitchKind::Choice(End::WORDS), about: "When the game is over." },
    Switch {
        name: "end_turns",
        kind: SwitchKind::Number(1, 99),
        about: "With end idle_turns: the number of consecutive turns without a claim.",
    },
    Switch { name: "score", kind: SwitchKind::Choice(Score::WORDS), about: "How the winner is decided." },
    Switch {
        name: "ties",
        kind: SwitchKind::Choice(Ties::WORDS),
        about: "Break ties by cells claimed, or share the win.",
    },
    Switch {
        name: "claim_under",
        kind: SwitchKind::Flag,
        about: "At the end each player claims the fish under its pieces.",
    },
    Switch {
        name: "retire_stuck",
        kind: SwitchKind::Flag,
        about: "A stuck piece may be removed as a move, together with its cell.",
    },
];

/// The switches of games whose two pieces claim where their lines cross.
pub const SPANNING_SWITCHES: &[Switch] = &[
    Switch {
        name: "align",
        kind: SwitchKind::Flag,
        about: "Two pieces that share a row or column before a move must share neither after it.",
    },
    Switch {
        name: "realign",
        kind: SwitchKind::Flag,
        about: "With align: leaving a shared row for a shared column, or the other way round, is allowed.",
    },
    Switch {
        name: "align_waiver",
        kind: SwitchKind::Flag,
        about: "With align: when only moves that keep the pieces aligned are left, they are allowed.",
    },
    Switch {
        name: "claim_under_pawn",
        kind: SwitchKind::Choice(UnderPawn::WORDS),
        about: "May a cell be claimed that a piece stands on?",
    },
    Switch {
        name: "must_claim",
        kind: SwitchKind::Flag,
        about: "A move after which something can be claimed must claim.",
    },
];

/// Their defaults.
pub const SPANNING_DEFAULTS: super::Defaults = &[
    ("align", "false"),
    ("realign", "false"),
    ("align_waiver", "false"),
    ("claim_under_pawn", "none"),
    ("must_claim", "false"),
];

/// The switches of the family with `fish` under the name a game gives it.
pub(crate) fn switches(fish: &'static str) -> Vec<Switch> {
    let rename =
        |switch: &Switch| Switch { name: if switch.name == "fish" { fish } else { switch.name }, ..*switch };
    SWITCHES.iter().map(rename).collect()
}

/// The values all games of the family start from: a basic game of Penguins on squares.
pub(crate) fn family_defaults(game: &'static str, fish: &'static str) -> RuleSet {
    RuleSet::new(
        game,
        [
            ("players", json!(2)),
            ("topology", json!("square")),
            ("layout", Value::Null),
            ("rows", json!(8)),
            ("cols", json!(8)),
            ("lay", json!("random")),
            ("draw", json!("pile")),
            (fish, Value::Null),
            ("supply", Value::Null),
            ("holes", json!(0)),
            ("min_ones", json!(0)),
            ("setup", json!("placed")),
            ("start", Value::Null),
            ("pieces", Value::Null),
            ("place_on", json!("any")),
            ("block", json!("left")),
            ("claim", json!("left")),
            ("end", json!("nobody_moves")),
            ("end_turns", json!(4)),
            ("score", json!("fish")),
            ("ties", json!("share")),
            ("claim_under", json!(false)),
            ("retire_stuck", json!(false)),
        ],
    )
}
