//! The switches and what they resolve to.

use floe_cards::Card;
use strum::{EnumString, VariantNames};

use crate::switches::{RuleSet, Switch, SwitchKind, choice};

/// The id of the game.
pub const ID: &str = "montauk";

/// What "the same rank" means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum RankMatch {
    /// Equal values: a 3 and a 9 are the same.
    Value,
    /// Equal printed ranks.
    Face,
}

/// Who leads the first trick of a round when points are equal, after the first round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum TieLead {
    /// Drawn at random.
    Random,
    /// The player who led the first trick of the previous round.
    PreviousLeader,
    /// The other one.
    Alternate,
}

/// Who leads the later tricks of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum NextLead {
    /// The winner of the previous trick.
    Winner,
    /// The players in turn.
    Alternate,
    /// The leader of the round's first trick, always.
    Fixed,
}

/// Which pyramids a spend greater than their box bears off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum BearOff {
    /// Those in any box.
    Any,
    /// Only those in the highest box in use.
    Backgammon,
}

/// Who takes null markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Nulls {
    /// A winner who bears nothing off, and the loser to a winner who is finished.
    Slots,
    /// Only a winner who bears nothing off.
    WinOnly,
    /// Nobody.
    Off,
}

/// What a round scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Scoring {
    /// A number of points per pyramid borne off, for being home first and per null.
    Flat,
    /// The same with 1, 2 and 3 for a small, medium and large pyramid.
    Pips,
    /// The boxes that the opponent's pyramids still have to go, scored by the player who is home first.
    Race,
}

/// What happens when the match ends in a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Tie {
    /// It is a draw.
    Draw,
    /// Another round is played.
    ExtraRound,
}

/// When all cards are shuffled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reshuffle {
    /// Before the first of every N rounds.
    Every(u8),
    /// Never: the discard is shuffled when the pile is short, and nothing else.
    Short,
}

/// The maximum number of rounds added to a tied match before it is a draw after all: under rules in which nobody ever
/// scores it would never end.
pub const MAX_EXTRA_ROUNDS: u8 = 20;

/// Every switch, in the order of the rules page.
pub const SWITCHES: &[Switch] = &[
    Switch { name: "rounds", default: "12", kind: SwitchKind::Number(1, 99), about: "Rounds per match." },
    Switch { name: "decks", default: "1", kind: SwitchKind::Number(1, 2), about: "Number of 52-card decks." },
    Switch {
        name: "rank_match",
        default: "value",
        kind: SwitchKind::Choice(RankMatch::VARIANTS),
        about: "Whether cards are of the same rank by their value (3 and 9) or by their printed rank.",
    },
    Switch {
        name: "reshuffle",
        default: "3",
        kind: SwitchKind::Either(&[3, 1], &["short"]),
        about: "All cards are shuffled before every third round, before every round, or only the discard when cards run short.",
    },
    Switch {
        name: "tie_lead",
        default: "previous_leader",
        kind: SwitchKind::Choice(TieLead::VARIANTS),
        about: "Who leads a round's first trick when points are equal; in the first round it is drawn.",
    },
    Switch {
        name: "next_lead",
        default: "winner",
        kind: SwitchKind::Choice(NextLead::VARIANTS),
        about: "Who leads the later tricks of a round.",
    },
    Switch {
        name: "bear_off",
        default: "any",
        kind: SwitchKind::Choice(BearOff::VARIANTS),
        about: "Whether a spend above the box bears off any pyramid, or only one from the highest box in use.",
    },
    Switch {
        name: "must_spend",
        default: "false",
        kind: SwitchKind::Flag,
        about: "Whether every possible spend must be made.",
    },
    Switch {
        name: "stack_spends",
        default: "true",
        kind: SwitchKind::Flag,
        about: "Whether several spends of a trick may move the same pyramid; otherwise each moves a different one while any is unmoved.",
    },
    Switch {
        name: "nulls",
        default: "slots",
        kind: SwitchKind::Choice(Nulls::VARIANTS),
        about: "Who takes null markers: winners who bear nothing off and losers to a finished winner, the former only, or no one.",
    },
    Switch {
        name: "scoring",
        default: "flat",
        kind: SwitchKind::Choice(Scoring::VARIANTS),
        about: "Points for pyramids, being home first and nulls; pyramids by size; or only the boxes the other has left.",
    },
    Switch {
        name: "per_pyramid",
        default: "1",
        kind: SwitchKind::Number(0, 99),
        about: "Points for a pyramid borne off, under flat scoring.",
    },
    Switch {
        name: "first_home",
        default: "3",
        kind: SwitchKind::Number(0, 99),
        about: "Points for bearing off all six first, under flat and pips scoring.",
    },
    Switch {
        name: "per_null",
        default: "-2",
        kind: SwitchKind::Signed(-99, 99),
        about: "Points for a null marker, under flat and pips scoring.",
    },
    Switch {
        name: "reroll_equal",
        default: "false",
        kind: SwitchKind::Flag,
        about: "Whether both roll again when they roll the same boxes.",
    },
    Switch {
        name: "tie",
        default: "draw",
        kind: SwitchKind::Choice(Tie::VARIANTS),
        about: "Whether a tied match is a draw or is extended one round at a time (at most 20).",
    },
];

/// The names of all switches: the game belongs to no family.
pub const OWN: &[&str] = &[
    "rounds",
    "decks",
    "rank_match",
    "reshuffle",
    "tie_lead",
    "next_lead",
    "bear_off",
    "must_spend",
    "stack_spends",
    "nulls",
    "scoring",
    "per_pyramid",
    "first_home",
    "per_null",
    "reroll_equal",
    "tie",
];

/// Every switch with its default.
pub fn default_rules() -> RuleSet {
    RuleSet::defaults(ID, SWITCHES)
}

/// The rules of a match: every switch resolved.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) set: RuleSet,
    pub(crate) rounds: u8,
    pub(crate) decks: u8,
    pub(crate) rank_match: RankMatch,
    pub(crate) reshuffle: Reshuffle,
    pub(crate) tie_lead: TieLead,
    pub(crate) next_lead: NextLead,
    pub(crate) bear_off: BearOff,
    pub(crate) must_spend: bool,
    pub(crate) stack_spends: bool,
    pub(crate) nulls: Nulls,
    pub(crate) scoring: Scoring,
    pub(crate) per_pyramid: i32,
    pub(crate) first_home: i32,
    pub(crate) per_null: i32,
    pub(crate) reroll_equal: bool,
    pub(crate) tie: Tie,
}

impl Rules {
    /// Resolves switches into rules; each was checked when it was set, and all combinations are valid.
    pub fn new(set: &RuleSet) -> Rules {
        let number = |name: &str| set.get(name).as_i64().unwrap_or(0) as i32;
        let flag = |name: &str| set.get(name).as_bool().unwrap_or(false);
        Rules {
            rounds: number("rounds") as u8,
            decks: number("decks") as u8,
            rank_match: choice(set.get("rank_match")),
            reshuffle: match set.get("reshuffle").as_u64() {
                Some(rounds) => Reshuffle::Every(rounds as u8),
                None => Reshuffle::Short,
            },
            tie_lead: choice(set.get("tie_lead")),
            next_lead: choice(set.get("next_lead")),
            bear_off: choice(set.get("bear_off")),
            must_spend: flag("must_spend"),
            stack_spends: flag("stack_spends"),
            nulls: choice(set.get("nulls")),
            scoring: choice(set.get("scoring")),
            per_pyramid: number("per_pyramid"),
            first_home: number("first_home"),
            per_null: number("per_null"),
            reroll_equal: flag("reroll_equal"),
            tie: choice(set.get("tie")),
            set: set.clone(),
        }
    }

    /// Whether it matters which of a player's pyramids stands where, or only how many stand there.
    pub(crate) fn sizes_matter(&self) -> bool {
        self.scoring == Scoring::Pips
    }

    /// Whether the two cards are of the same rank.
    pub(crate) fn same_rank(&self, one: Card, other: Card) -> bool {
        match self.rank_match {
            RankMatch::Value => one.montauk_value() == other.montauk_value(),
            RankMatch::Face => one.rank() == other.rank(),
        }
    }

    /// The last round there can be.
    pub(crate) fn last_round(&self) -> u8 {
        self.rounds + if self.tie == Tie::ExtraRound { MAX_EXTRA_ROUNDS } else { 0 }
    }
}
