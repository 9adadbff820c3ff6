//! The switches of the showdown and of the deal.

use floe_board::Lattice;
use floe_cards::{Adjust, CardSet, Pairing, RankRules, ShortSplit, ShowdownRules, TieBreak, rank};
use serde_json::{Value, json};

use super::MAX_CELLS;
use crate::Refusal;
use crate::slide::axes::{Block, Claim, End};
use crate::slide::{self, Preset, ResolvedRules};
use crate::switches::{RuleSet, Switch, SwitchKind};

/// The switches a buffet has in addition to the family's.
pub const SWITCHES: &[Switch] = &[
    Switch {
        name: "dealt_count",
        default: "true",
        kind: SwitchKind::Flag,
        about: "The two dealt cards count in the showdown.",
    },
    Switch {
        name: "pairing",
        default: "ordered",
        kind: SwitchKind::Choice(&["ordered", "free"]),
        about: "Hands are compared in order of strength, or in any order the player chooses.",
    },
    Switch {
        name: "adjust",
        default: "white_last",
        kind: SwitchKind::Choice(&["white_last", "black_last", "sealed", "none"]),
        about: "Who may rearrange last; or both lay out face down; or Black, then White, with no rearranging.",
    },
    Switch {
        name: "tie_break",
        default: "poker",
        kind: SwitchKind::Choice(&["poker", "literal"]),
        about: "Hands of one category compare by groups first, or by their highest cards.",
    },
    Switch { name: "wheel", default: "true", kind: SwitchKind::Flag, about: "5-4-3-2-A is a straight." },
    Switch {
        name: "short_straights",
        default: "false",
        kind: SwitchKind::Flag,
        about: "Three or four cards can be a straight, a flush or a straight flush.",
    },
    Switch {
        name: "short_split",
        default: "free",
        kind: SwitchKind::Choice(&["free", "fill", "balanced"]),
        about: "How fewer than fifteen cards are split: freely, full hands first, or as evenly as possible.",
    },
    Switch {
        name: "showdown",
        default: "solved",
        kind: SwitchKind::Choice(&["solved", "table"]),
        about: "The showdown is solved exactly, or the players lay out their hands as moves.",
    },
    Switch {
        name: "black",
        default: "random",
        kind: SwitchKind::Choice(&["random", "first_placer", "second_placer", "chosen", "better_hand"]),
        about: "Which player sits in seat 0 as Black; settled before the game and recorded.",
    },
    Switch {
        name: "placement",
        default: "free",
        kind: SwitchKind::Choice(&["free", "corners"]),
        about: "Pawns are placed in turn, the better dealt pair first, or stand in the corners.",
    },
    Switch {
        name: "claim_under_pawn_at_end",
        default: "false",
        kind: SwitchKind::Flag,
        about: "At the end each player also gets the cards under its pawns.",
    },
];

/// The rules of a buffet.
#[derive(Debug)]
pub struct Rules {
    pub(crate) board: slide::Rules<u64, 4>,
    pub(super) showdown: ShowdownRules,
    pub(super) at_table: bool,
    pub(super) dealt_count: bool,
    pub(super) under_at_end: bool,
    /// Does the better dealt pair belong to a seat?
    better: Option<usize>,
}

impl Rules {
    pub(super) fn new(preset: &'static Preset, set: &RuleSet) -> Result<Rules, Refusal> {
        let refuse = |message: &str| Err(Refusal::invalid_rules(message));
        let mut set = set.clone();
        let corners = set.get("placement") == "corners";
        let switches = preset.switches();
        set.set(&switches, "setup", json!(if corners { "fixed" } else { "placed" }))?;
        // Where pawns are placed in turn, the corners they might have had do not matter.
        let start = set.get("start").clone();
        if !corners {
            if !["rows", "columns", "diagonal"].contains(&start.as_str().unwrap_or("rows")) {
                return refuse(
                    "start names the corners of the pawns: rows, columns or diagonal, with placement corners",
                );
            }
            set.set(&switches, "start", Value::Null)?;
        }
        let mut plan = ResolvedRules::new(preset, &set)?;
        plan.set.set(&switches, "start", start)?;
        if plan.board.lattice() != Lattice::Square {
            return refuse("a buffet needs rows and columns of cards: topology square");
        }
        if plan.board.cells() > MAX_CELLS {
            return Err(Refusal::invalid_rules(format!(
                "the board has {} cells; a deck has {MAX_CELLS} cards for it and two for each player",
                plan.board.cells()
            )));
        }
        if plan.seats != 2 {
            return refuse("the showdown is between two players");
        }
        let one_card = matches!(
            (plan.block, plan.claim),
            (Block::Left | Block::Claimed, Claim::Left)
                | (Block::Shot | Block::Claimed, Claim::Shot)
                | (Block::Claimed, Claim::Corners)
        );
        if !one_card {
            return refuse(
                "in a buffet the claimed card must be the one that leaves play: the one left, shot at, or at a corner",
            );
        }
        if plan.end == End::LastMover {
            return refuse(
                "a buffet lasts until nobody can move or claim; choose end nobody_moves or idle_turns",
            );
        }
        if set.get("claim_under") == true || set.get("ties") == "tiles" || set.get("place_on") == "one" {
            return refuse(
                "claim_under, ties and place_on are about fish; see claim_under_pawn_at_end for pawns",
            );
        }
        if set.get("score") != "poker" || set.get("lay") == "alternate" || set.get("retire_stuck") == true {
            return refuse(
                "a buffet is scored by poker, its cards are dealt, and its pawns are never retired",
            );
        }
        if set.get("holes").as_u64() != Some(0) {
            return refuse("a buffet has a card on every cell; draw a layout instead of holes");
        }
        let showdown = showdown_rules(&set)?;
        let at_table = set.get("showdown") == "table";
        if showdown.adjust == Adjust::Sealed && !at_table {
            return refuse(
                "adjust sealed has no single solved result, only odds; it goes with showdown table",
            );
        }
        let better = match set.get("black").as_str() {
            Some("first_placer" | "better_hand") => Some(0),
            Some("second_placer") => Some(1),
            _ => None,
        };
        Ok(Rules {
            showdown,
            at_table,
            dealt_count: set.get("dealt_count") == true,
            under_at_end: set.get("claim_under_pawn_at_end") == true,
            better,
            board: slide::Rules::new(plan),
        })
    }

    /// The rules of the board play.
    pub fn board(&self) -> &slide::Rules<u64, 4> {
        &self.board
    }

    /// The rules of the showdown.
    pub fn showdown(&self) -> &ShowdownRules {
        &self.showdown
    }

    /// Does each player also get the cards under its pawns at the end?
    pub fn gives_cards_under_pawns(&self) -> bool {
        self.under_at_end
    }

    fn strength(&self, hand: CardSet) -> Option<floe_cards::HandStrength> {
        rank(hand, self.showdown.rank).ok()
    }

    /// The seat with the better dealt pair places first.
    pub(super) fn first_placer(&self, hands: &[CardSet; 2]) -> usize {
        usize::from(self.strength(hands[1]) > self.strength(hands[0]))
    }

    /// Gives the dealt pairs to the seats; the rules may assign the better one to Black or White.
    pub(super) fn seat_hands(&self, hands: [CardSet; 2]) -> [CardSet; 2] {
        match self.better {
            Some(seat) if self.first_placer(&hands) != seat => [hands[1], hands[0]],
            _ => hands,
        }
    }
}

fn showdown_rules(set: &RuleSet) -> Result<ShowdownRules, Refusal> {
    fn word<W: std::str::FromStr>(set: &RuleSet, name: &str) -> Result<W, Refusal>
    where
        W::Err: std::fmt::Display,
    {
        set.get(name)
            .as_str()
            .unwrap_or_default()
            .parse()
            .map_err(|error: W::Err| Refusal::invalid_rules(error.to_string()))
    }
    let flag = |name: &str| set.get(name) == true;
    let rank = RankRules {
        tie_break: word::<TieBreak>(set, "tie_break")?,
        wheel: flag("wheel"),
        short_straights: flag("short_straights"),
    };
    Ok(ShowdownRules {
        rank,
        pairing: word::<Pairing>(set, "pairing")?,
        adjust: word::<Adjust>(set, "adjust")?,
        short_split: word::<ShortSplit>(set, "short_split")?,
    })
}
