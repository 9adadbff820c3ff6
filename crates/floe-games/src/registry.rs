//! The list of games, and the way from an id to a game's types.

use floe_board::Bits;
use serde_json::{Map, Value, json};

use crate::slide::Turn;
use crate::switches::{RuleSet, Saying, Switch, parse_file, parse_sayings, shown};
use crate::{
    Game, Refusal, amazon_penguins, amazonian_buffet, amazons, buffet, fish, montauk, paper_penguins,
    penguin_buffet, penguins, slide,
};

/// A game people can choose.
#[derive(Debug)]
pub struct Entry {
    /// Its id in every interface.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// The switches its rules page speaks of; the rest are the family's, for house rules.
    pub own: &'static [&'static str],
    /// Named rule sets.
    pub variants: &'static [Variant],
    family: Family,
}

/// A named rule set of a game: a rules file inside the program.
#[derive(Debug)]
pub struct Variant {
    /// Its name on the command line.
    pub name: &'static str,
    /// The rules file.
    pub file: &'static str,
}

impl Variant {
    /// What it is, in the words of its file.
    pub fn about(&self) -> String {
        let file: Value = basic_toml::from_str(self.file).unwrap_or_default();
        file["about"].as_str().unwrap_or_default().trim().to_owned()
    }
}

#[derive(Debug)]
enum Family {
    Slide(&'static slide::Preset),
    Buffet(&'static slide::Preset),
    Montauk,
}

/// Something that works for any game: it is handed the game's own types.
pub trait Visitor {
    /// What it makes.
    type Output;
    /// Works with a game.
    fn visit<G: Game>(self, rules: G::Rules) -> Self::Output;
}

/// Something that has more to say about each family than a [`Visitor`] could: an engine with an evaluation for each.
/// Every visitor is one.
pub trait FamilyVisitor {
    /// What it makes.
    type Output;
    /// Works with a game of the slide family.
    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output;
    /// Works with a buffet.
    fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output;
    /// Works with Montauk.
    fn montauk(self, rules: montauk::Rules) -> Self::Output;
}

impl<V: Visitor> FamilyVisitor for V {
    type Output = V::Output;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> V::Output {
        self.visit::<slide::Slide<B, H, T>>(rules)
    }
    fn buffet<T: Turn>(self, rules: buffet::Rules) -> V::Output {
        self.visit::<buffet::Buffet<T>>(rules)
    }
    fn montauk(self, rules: montauk::Rules) -> V::Output {
        self.visit::<montauk::Montauk>(rules)
    }
}

/// The games in the order in which they are shown.
pub const GAMES: &[Entry] = &[
    Entry {
        id: "amazons",
        name: "Game of the Amazons",
        about: "Queens that shoot: move an amazon, then an arrow; whoever cannot move loses.",
        own: &["rows", "cols", "start"],
        variants: amazons::VARIANTS,
        family: Family::Slide(&amazons::PRESET),
    },
    Entry {
        id: "penguins",
        name: "Penguins (Hey! That's My Fish!)",
        about: "Slide a penguin, keep the fish you leave behind; 2 to 4 players, most fish wins.",
        own: &["players", "lay", "place_on", "ties", "layout", "fish", "pieces", "claim_under"],
        variants: penguins::VARIANTS,
        family: Family::Slide(&penguins::PRESET),
    },
    Entry {
        id: "pauper",
        name: "Mr. Pauper's Penguins",
        about: "Penguins with poker chips on boards and by house rules of your own making.",
        own: &["players", "topology", "layout", "lay", "place_on", "ties", "pieces", "block", "claim"],
        variants: penguins::PAUPER,
        family: Family::Slide(&penguins::PRESET),
    },
    Entry {
        id: "fish",
        name: "Fish",
        about: "The refereed software game: 2 to 4 programs slide penguins on a board the referee makes.",
        own: &["players", "rows", "cols", "holes", "fish", "min_ones"],
        variants: fish::VARIANTS,
        family: Family::Slide(&fish::PRESET),
    },
    Entry {
        id: "amazon-penguins",
        name: "Amazon Penguins",
        about: "Move like a queen, then spear a chip a queen's move away; most fish wins.",
        own: &["topology", "rows", "cols", "lay", "pieces", "claim_under", "chips"],
        variants: amazon_penguins::VARIANTS,
        family: Family::Slide(&amazon_penguins::PRESET),
    },
    Entry {
        id: "paper-penguins",
        name: "Paper Pen-guins",
        about: "Pen and paper: score the cell you reach, cross out the one you leave.",
        own: &["rows", "cols", "pieces", "lay", "retire_stuck", "numbers"],
        variants: paper_penguins::VARIANTS,
        family: Family::Slide(&paper_penguins::PRESET),
    },
    Entry {
        id: "penguin-buffet",
        name: "Penguin Buffet",
        about: "Slide pawns over playing cards, claim the card you leave; two of three poker hands win.",
        own: BUFFET,
        variants: penguin_buffet::VARIANTS,
        family: Family::Buffet(&penguin_buffet::PRESET),
    },
    Entry {
        id: "amazonian-buffet",
        name: "Amazonian Buffet",
        about: "Two pawns claim a card where their lines cross or between them; two of three poker hands win.",
        own: BUFFET,
        variants: amazonian_buffet::VARIANTS,
        family: Family::Buffet(&amazonian_buffet::PRESET),
    },
    Entry {
        id: montauk::ID,
        name: "Montauk",
        about: "A race of pyramids driven by tricks: win a trick, spend its cards, bear off six first.",
        own: montauk::OWN,
        variants: &[],
        family: Family::Montauk,
    },
];

/// The switches that the page of the buffets speaks of.
const BUFFET: &[&str] = &[
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

/// The game of an id.
pub fn find(id: &str) -> Result<&'static Entry, Refusal> {
    GAMES.iter().find(|entry| entry.id == id).ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|entry| entry.id).collect();
        Refusal(format!("there is no game '{}'; the games are {}", shown(id), ids.join(", ")))
    })
}

impl Entry {
    /// Every switch, those of the game's own page first.
    pub fn switches(&self) -> Vec<Switch> {
        let mut switches = match self.family {
            Family::Slide(preset) | Family::Buffet(preset) => preset.switches(),
            Family::Montauk => montauk::SWITCHES.to_vec(),
        };
        let rank =
            |switch: &Switch| self.own.iter().position(|own| *own == switch.name).unwrap_or(usize::MAX);
        switches.sort_by_key(rank);
        switches
    }

    /// The defaults.
    pub fn default_rules(&self) -> RuleSet {
        match self.family {
            Family::Slide(preset) | Family::Buffet(preset) => preset.default_rules(),
            Family::Montauk => montauk::default_rules(),
        }
    }

    /// The switches of some rules that are not at their defaults.
    pub fn changes(&self, rules: &RuleSet) -> Map<String, Value> {
        let usual = self.default_rules();
        let changed = rules.iter().filter(|(name, value)| usual.get(name) != *value);
        changed.map(|(name, value)| (name.to_owned(), value.clone())).collect()
    }

    /// The defaults with what was said about them, in order.
    pub fn rules(&self, sayings: &[Saying]) -> Result<RuleSet, Refusal> {
        let mut set = self.default_rules();
        let switches = self.switches();
        for saying in sayings {
            match saying {
                Saying::Set(name, value) => say(&mut set, &switches, name, value)?,
                Saying::Preset(name) => {
                    let (_, sayings) = parse_file(self.variant(name)?.file)?;
                    for saying in &sayings {
                        match saying {
                            Saying::Set(name, value) => say(&mut set, &switches, name, value)?,
                            Saying::Preset(name) => {
                                return Err(Refusal(format!(
                                    "a variant does not name another: '{}'",
                                    shown(name)
                                )));
                            }
                        }
                    }
                }
            }
        }
        Ok(set)
    }

    /// Rules as clients say them: nothing, a text as on the command line, or an object of switches.
    pub fn read_rules(&self, rules: Option<&Value>) -> Result<RuleSet, Refusal> {
        let sayings = match rules {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::String(text)) => parse_sayings(text)?,
            Some(Value::Object(switches)) => {
                switches.iter().map(|(name, value)| Saying::Set(name.clone(), value.clone())).collect()
            }
            Some(_) => {
                return Err(Refusal::new(
                    "rules are an object such as {\"rows\": 8}, or a text such as rows=8",
                ));
            }
        };
        self.rules(&sayings)
    }

    fn variant(&self, name: &str) -> Result<&'static Variant, Refusal> {
        // Mr. Pauper's layouts are rules of Penguins too.
        let kin = GAMES.iter().filter(|other| other.default_rules().game == self.default_rules().game);
        let all = self.variants.iter().chain(kin.flat_map(|other| other.variants));
        let mut found = all.filter(|variant| variant.name == name);
        found.next().ok_or_else(|| {
            let names: Vec<&str> = self.variants.iter().map(|variant| variant.name).collect();
            let known = if names.is_empty() { "it has none".into() } else { names.join(", ") };
            Refusal(format!(
                "{}: '{}' is neither a switch with a value (name=value) nor a variant; variants: {known}",
                self.id,
                shown(name)
            ))
        })
    }

    /// Sets the size of the board to that of a position about to be read, where that is plain.
    pub fn fit(&self, set: &mut RuleSet, position: &str) {
        // Other boards have one size, or say it themselves.
        if let Family::Slide(preset) = self.family {
            slide::fit(preset, set, position);
        }
    }

    /// Everything about the game as JSON.
    pub fn to_json(&self) -> Value {
        let defaults = self.default_rules();
        let switches: Vec<Value> = self
            .switches()
            .iter()
            .map(|switch| {
                json!({
                    "name": switch.name,
                    "about": switch.about,
                    "values": switch.kind.to_json(),
                    "default": defaults.get(switch.name),
                    "own": self.own.contains(&switch.name),
                })
            })
            .collect();
        let variants: Vec<Value> = self
            .variants
            .iter()
            .map(|variant| json!({"name": variant.name, "about": variant.about()}))
            .collect();
        json!({
            "id": self.id,
            "name": self.name,
            "about": self.about,
            "rules_of": defaults.game,
            "switches": switches,
            "variants": variants,
        })
    }
}

/// Sets a switch, or, from an object such as `scoring = {first_home = 5}`, the switches in it.
fn say(set: &mut RuleSet, switches: &[Switch], name: &str, value: &Value) -> Result<(), Refusal> {
    match value {
        Value::Object(members) if switches.iter().any(|switch| switch.name == name) => {
            members.iter().try_for_each(|(name, value)| set.set(switches, name, value.clone()))
        }
        value => set.set(switches, name, value.clone()),
    }
}

/// Builds rules and hands them to a visitor under the game's types.
pub fn visit<V: FamilyVisitor>(set: &RuleSet, visitor: V) -> Result<V::Output, Refusal> {
    match find(set.game)?.family {
        Family::Slide(preset) => slide::visit(preset, set, visitor),
        Family::Buffet(preset) => buffet::visit(preset, set, visitor),
        Family::Montauk => Ok(visitor.montauk(montauk::Rules::new(set))),
    }
}

/// Something that works for the slide family alone.
pub trait SlideVisitor {
    /// What it makes.
    type Output;
    /// Works with a game of the slide family.
    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output;
}

/// Builds rules of the slide family and hands them to a visitor under the kernel's own types; other games are refused.
pub fn visit_slide<V: SlideVisitor>(set: &RuleSet, visitor: V) -> Result<V::Output, Refusal> {
    struct SlidesOnly<V>(V);
    impl<V: SlideVisitor> FamilyVisitor for SlidesOnly<V> {
        type Output = Option<V::Output>;

        fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output {
            Some(self.0.slide::<B, H, T>(rules))
        }
        fn buffet<T: Turn>(self, _rules: buffet::Rules) -> Self::Output {
            None
        }
        fn montauk(self, _rules: montauk::Rules) -> Self::Output {
            None
        }
    }
    visit(set, SlidesOnly(visitor))?.ok_or_else(|| {
        Refusal(format!(
            "{} is no game of sliding alone; this is for amazons, penguins, fish, amazon-penguins, paper-penguins and their house rules",
            set.game
        ))
    })
}
