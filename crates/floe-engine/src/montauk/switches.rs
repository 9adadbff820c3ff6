//! The switches of the rules, as far as the engine asks.

use floe_games::switches::RuleSet;

/// What the engine asks of the rules; everything else it leaves to the game itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Switches {
    /// How many rounds a match has, without those added to a level one.
    pub rounds: u8,
    /// Goes a level match on?
    pub extra_round: bool,
    /// How many decks.
    pub decks: u8,
    /// Does a spend above the box bear off only from the highest box in use?
    pub backgammon: bool,
    /// Must every spend be made that can be?
    pub must_spend: bool,
    /// May spends of a trick go to one pyramid?
    pub stack_spends: bool,
    /// Takes a winner who bears nothing off a null?
    pub nulls: bool,
    /// Takes the loser to a finished winner one?
    pub pressure: bool,
    /// Do pyramids count by their sizes?
    pub pips: bool,
    /// Does only who is home first score?
    pub race: bool,
    /// Points for a pyramid; with sizes, what one is worth on average.
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
    /// Those of a set that was checked.
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
