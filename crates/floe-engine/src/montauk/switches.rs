//! The switches of the rules that the engine uses.

use floe_games::switches::RuleSet;

/// What the engine needs from the rules; everything else is left to the game itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Switches {
    /// The number of rounds of a match, without those added to a tied one.
    pub rounds: u8,
    /// Is a tied match extended?
    pub extra_round: bool,
    /// The number of decks.
    pub decks: u8,
    /// Does a spend above the box bear off only from the highest box in use?
    pub backgammon: bool,
    /// Must every possible spend be made?
    pub must_spend: bool,
    /// May several spends of a trick move the same pyramid?
    pub stack_spends: bool,
    /// Does a winner who bears nothing off take a null?
    pub nulls: bool,
    /// Does the loser to a finished winner take one?
    pub pressure: bool,
    /// Do pyramids count by their sizes?
    pub pips: bool,
    /// Does only the player who is home first score?
    pub race: bool,
    /// Points for a pyramid; with sizes, their average.
    pub per_pyramid: f32,
    /// Points for being home first.
    pub first_home: f32,
    /// Points for a null.
    pub per_null: f32,
    /// Who leads the next trick.
    pub next_lead: NextLead,
}

/// Who leads the later tricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextLead {
    Winner,
    Alternate,
    Fixed,
}

impl Switches {
    /// The switches of a valid rule set.
    pub fn new(set: &RuleSet) -> Switches {
        let number = |name: &str| set.get(name).as_i64().unwrap_or(0);
        let flag = |name: &str| set.get(name).as_bool().unwrap_or(false);
        let is = |name: &str, word: &str| set.get(name).as_str() == Some(word);
        let (pips, race) = (is("scoring", "pips"), is("scoring", "race"));
        let points = |name: &str| if race { 0.0 } else { number(name) as f32 };
        Switches {
            rounds: number("rounds") as u8,
            extra_round: is("tie", "extra_round"),
            decks: number("decks") as u8,
            backgammon: is("bear_off", "backgammon"),
            must_spend: flag("must_spend"),
            stack_spends: flag("stack_spends"),
            nulls: !is("nulls", "off"),
            pressure: is("nulls", "slots"),
            pips,
            race,
            per_pyramid: if pips { 2.0 } else { points("per_pyramid") },
            first_home: points("first_home"),
            per_null: points("per_null"),
            next_lead: match set.get("next_lead").as_str() {
                Some("alternate") => NextLead::Alternate,
                Some("fixed") => NextLead::Fixed,
                _ => NextLead::Winner,
            },
        }
    }
}
