//! The description of a game, in one place: each game's folder has one of these in its `manifest.rs`. All code that
//! needs to know something about a game asks here instead of comparing ids.

mod check;

use serde::Serialize;
use serde_json::{Map, Value, json};
use strum::IntoStaticStr;

use crate::registry::{Family, games};
use crate::sort::sort_by;
use crate::switches::{
    RuleArg, RuleSet, Switch, SwitchInfo, did_you_mean, excerpt, parse_file, parse_rule_args,
};
use crate::{Refusal, montauk, slide};

/// A game people can choose.
#[derive(Debug)]
pub struct Manifest {
    /// Its id in every interface.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// What it is played with, for the code that draws it.
    pub look: Look,
    /// The players, in order; as many as the game allows.
    pub seats: &'static [Seat],
    /// What a piece is called.
    pub piece: &'static str,
    /// What is counted.
    pub unit: Unit,
    /// What is hidden from some players.
    pub hides: Hides,
    /// Notations that only this game has.
    pub notations: &'static [Notation],
    /// Is it played on a sheet of paper that can be printed?
    pub sheet: bool,
    /// Is a player who breaks the rules always out, even if only one other is left?
    pub eliminates: bool,
    /// The switches its rules page describes; the rest are the family's, for house rules.
    pub main_switches: &'static [&'static str],
    /// Switches that take an object of others: `scoring = {first_home = 5}`.
    pub groups: &'static [(&'static str, &'static [&'static str])],
    /// Named rule sets.
    pub variants: &'static [Variant],
    /// The parameters of the numbered levels.
    pub levels: Levels,
    /// How strong the engine is with other parameters, from the weakest to the strongest that were measured; empty if none
    /// were.
    pub ratings: Ratings,
    /// Where its puzzles come from.
    pub puzzles: Puzzles,
    /// Its family, which has its rules.
    pub family: Family,
}

impl Manifest {
    /// The description of a game that says nothing yet: name, sentence and seats are missing, which
    /// [`crate::registry::add`] refuses, and everything else is as plain as possible.
    pub const fn new(id: &'static str, family: Family) -> Manifest {
        Manifest {
            id,
            name: "",
            about: "",
            look: Look::Squares,
            seats: &[],
            piece: "piece",
            unit: Unit::Points,
            hides: Hides::Nothing,
            notations: &[],
            sheet: false,
            eliminates: false,
            main_switches: &[],
            groups: &[],
            variants: &[],
            levels: UNTUNED_LEVELS,
            ratings: &[],
            puzzles: Puzzles::NONE,
            family,
        }
    }
}

/// A player's place.
#[derive(Debug)]
pub struct Seat {
    /// The player's name in sentences.
    pub name: &'static str,
    /// A short name for the player.
    pub label: &'static str,
    /// The colour of the pieces.
    pub colour: &'static str,
}

impl Seat {
    /// A third player, where no colour names them.
    pub(crate) const THIRD: Seat = Seat { name: "the third player", label: "Third", colour: "amber" };
    /// A fourth player.
    pub(crate) const FOURTH: Seat = Seat { name: "the fourth player", label: "Fourth", colour: "mint" };
}

/// What a game is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, IntoStaticStr)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Look {
    /// Floes with fish on them.
    Ice,
    /// Poker chips on a mat.
    Chips,
    /// Pen and paper.
    Paper,
    /// A board of squares.
    Squares,
    /// Playing cards.
    Cards,
}

/// What is counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, IntoStaticStr)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Unit {
    /// Fish.
    Fish,
    /// Points.
    Points,
    /// Nothing: the last player to move wins. The remaining squares are counted.
    Squares,
    /// Nothing: hands of cards decide.
    Cards,
}

/// What some players do not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, IntoStaticStr)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Hides {
    /// Nothing.
    Nothing,
    /// The layouts of cards at the end.
    Layouts,
    /// Hands, from the deal on.
    Hands,
}

/// A way to write a game down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, IntoStaticStr)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Notation {
    /// Positions as FEN.
    Fen,
    /// Games as SGF.
    Sgf,
}

/// For each level from 1 to 10: the nodes it may search per move, and its noise, the spread of a random error in the
/// win probability of each move. See `docs/engine/levels.md` for how they were found.
pub type Levels = [(u64, f64); 10];

/// Points of a game's rating scale, on which `greedy` has 1000: a rating, and the nodes and the noise that play so well.
/// Ratings and nodes rise. `docs/engine/ratings.md` has the measurements.
pub type Ratings = &'static [(u16, u64, f64)];

/// Levels for a game whose own have not been measured: few positions with large errors, then more with small ones.
pub const UNTUNED_LEVELS: Levels = [
    (0, 0.30),
    (0, 0.12),
    (0, 0.05),
    (0, 0.015),
    (200, 0.006),
    (1_000, 0.006),
    (4_000, 0.006),
    (12_000, 0.006),
    (40_000, 0.006),
    (120_000, 0.006),
];

/// Where puzzles come from.
#[derive(Debug)]
pub struct Puzzles {
    /// The rule sets in which puzzles are searched for, in turn.
    pub rules: &'static [&'static str],
    /// The default node limit of a proof: about one second of search.
    pub proof_nodes: fn(&RuleSet) -> u64,
}

impl Puzzles {
    /// No puzzles are looked for unless someone gives rules to look with.
    pub const NONE: Puzzles = Puzzles { rules: &[], proof_nodes: |_| 200_000 };
}

/// A named rule set of a game: a rules file inside the program.
#[derive(Debug)]
pub struct Variant {
    /// Its name on the command line.
    pub name: &'static str,
    /// The rules file.
    pub file: &'static str,
}

/// The players' names in sentences.
pub(crate) const fn names(seats: &[Seat; 4]) -> [&'static str; 4] {
    [seats[0].name, seats[1].name, seats[2].name, seats[3].name]
}

impl Variant {
    /// What it is, as its file says.
    pub fn about(&self) -> String {
        let file: Value = basic_toml::from_str(self.file).unwrap_or_default();
        file["about"].as_str().unwrap_or_default().trim().to_owned()
    }
}

impl Look {
    /// Its name in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Unit {
    /// Its name in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Does it say by how much a player is ahead? Squares and cards do not.
    pub fn is_score(self) -> bool {
        matches!(self, Unit::Fish | Unit::Points)
    }
}

impl Hides {
    /// Its name in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Notation {
    /// Its name in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Manifest {
    /// Every switch, those of the game's own rules page first.
    pub fn switches(&self) -> Vec<Switch> {
        let mut switches = match self.family {
            Family::Slide(preset) | Family::Buffet(preset) => preset.switches(),
            Family::Montauk => montauk::SWITCHES.to_vec(),
            Family::Standalone(entry) => entry.switches().to_vec(),
        };
        let rank = |switch: &Switch| {
            self.main_switches.iter().position(|own| *own == switch.name).unwrap_or(usize::MAX)
        };
        sort_by(&mut switches, |one, other| rank(one).cmp(&rank(other)));
        switches
    }

    /// The defaults.
    pub fn default_rules(&self) -> RuleSet {
        match self.family {
            Family::Slide(preset) | Family::Buffet(preset) => preset.default_rules(),
            Family::Montauk => montauk::default_rules(),
            Family::Standalone(entry) => RuleSet::defaults(self.id, entry.switches()),
        }
    }

    /// The switches of some rules that are not at their defaults.
    pub fn changed_switches(&self, rules: &RuleSet) -> Map<String, Value> {
        let default = self.default_rules();
        let changed = rules.iter().filter(|(name, value)| default.get(name) != *value);
        changed.map(|(name, value)| (name.to_owned(), value.clone())).collect()
    }

    /// The defaults with rule arguments applied in order.
    pub fn rules(&self, rule_args: &[RuleArg]) -> Result<RuleSet, Refusal> {
        let mut set = self.default_rules();
        let switches = self.switches();
        for arg in rule_args {
            match arg {
                RuleArg::Set(name, value) => self.set_switch(&mut set, &switches, name, value)?,
                RuleArg::Preset(name) => {
                    let (_, variant_args) = parse_file(self.variant(name)?.file)?;
                    for arg in &variant_args {
                        match arg {
                            RuleArg::Set(name, value) => {
                                self.set_switch(&mut set, &switches, name, value)?;
                            }
                            RuleArg::Preset(name) => {
                                return Err(Refusal::invalid_rules(format!(
                                    "a variant cannot name another variant: '{}'",
                                    excerpt(name)
                                )));
                            }
                        }
                    }
                }
            }
        }
        Ok(set)
    }

    /// Sets a switch; for a group of switches, the value is an object that sets those in it.
    fn set_switch(
        &self,
        set: &mut RuleSet,
        switches: &[Switch],
        name: &str,
        value: &Value,
    ) -> Result<(), Refusal> {
        let group = self.groups.iter().find(|(group, _)| *group == name);
        let (Value::Object(values), Some((_, members))) = (value, group) else {
            return set.set(switches, name, value.clone());
        };
        for (member, value) in values {
            if !members.contains(&member.as_str()) {
                return Err(Refusal::invalid_rules(format!(
                    "{}: '{}' is not part of {name}; its parts are {}",
                    self.id,
                    excerpt(member),
                    members.join(", ")
                )));
            }
            set.set(switches, member, value.clone())?;
        }
        Ok(())
    }

    /// Rules as clients send them: nothing, a text as on the command line, or an object of switches.
    pub fn parse_rules(&self, rules: Option<&Value>) -> Result<RuleSet, Refusal> {
        match rules {
            None | Some(Value::Null) => Ok(self.default_rules()),
            Some(Value::String(text)) => self.rules(&parse_rule_args(text)?),
            Some(rules @ Value::Object(_)) => self.rules_from_object(rules),
            Some(_) => Err(Refusal::invalid_rules(
                "rules are an object such as {\"rows\": 8}, or a text such as rows=8",
            )),
        }
    }

    /// Rules as logs and records keep them: an object of switches.
    pub fn rules_from_object(&self, rules: &Value) -> Result<RuleSet, Refusal> {
        let Value::Object(switches) = rules else {
            return Err(Refusal::invalid_rules("rules must be an object of switches, such as {\"rows\": 8}"));
        };
        let set = |(name, value): (&String, &Value)| RuleArg::Set(name.clone(), value.clone());
        self.rules(&switches.iter().map(set).collect::<Vec<_>>())
    }

    fn variant(&self, name: &str) -> Result<&'static Variant, Refusal> {
        // Mr. Pauper's layouts are also rules of Penguins.
        let kin = games().filter(|other| other.default_rules().game == self.default_rules().game);
        let all = self.variants.iter().chain(kin.flat_map(|other| other.variants));
        let mut found = all.filter(|variant| variant.name == name);
        found.next().ok_or_else(|| {
            let names: Vec<&str> = self.variants.iter().map(|variant| variant.name).collect();
            let known = if names.is_empty() { "it has none".into() } else { names.join(", ") };
            Refusal::invalid_rules(format!(
                "{}: '{}' is neither a switch with a value (name=value) nor a variant{}; variants: {known}",
                self.id,
                excerpt(name),
                did_you_mean(name, names)
            ))
        })
    }

    /// Sets the size of the board to that of a position about to be read, where the size is clear.
    pub fn adopt_size(&self, set: &mut RuleSet, position: &str) {
        // Other boards have one size, or give it themselves.
        if let Family::Slide(preset) = self.family {
            slide::fit(preset, set, position);
        }
    }

    /// Is it played on a board of cells? A standalone game says so with its rules, and counts as none here.
    pub fn has_board(&self) -> bool {
        matches!(self.family, Family::Slide(_) | Family::Buffet(_))
    }

    /// A player's name in sentences.
    pub fn seat_name(&self, seat: usize) -> &'static str {
        self.seats.get(seat).map_or("nobody", |seat| seat.name)
    }

    /// Everything about the game as JSON.
    pub fn to_json(&self) -> Value {
        json!(self.info())
    }

    /// Everything about the game.
    pub fn info(&self) -> GameInfo {
        let defaults = self.default_rules();
        let switches = self.switches().into_iter().map(|switch| SwitchInfo {
            name: switch.name,
            about: switch.about,
            values: switch.kind.values(),
            default: defaults.get(switch.name).clone(),
            main: self.main_switches.contains(&switch.name),
        });
        let variants =
            self.variants.iter().map(|variant| VariantInfo { name: variant.name, about: variant.about() });
        GameInfo {
            facts: self.game_facts(),
            id: self.id,
            about: self.about,
            base_game: defaults.game,
            switches: switches.collect(),
            variants: variants.collect(),
        }
    }

    /// What a page has to know before anything is asked of the rules, as JSON.
    pub fn facts(&self) -> Value {
        json!(self.game_facts())
    }

    /// What the web app has to know before it calls the rules.
    pub fn game_facts(&self) -> GameFacts {
        GameFacts {
            name: self.name,
            family: self.family.as_str(),
            look: self.look,
            seats: self
                .seats
                .iter()
                .map(|seat| SeatFacts { name: seat.label, colour: seat.colour })
                .collect(),
            piece: self.piece,
            unit: self.unit,
            scores: self.unit != Unit::Squares,
            hides: self.hides,
            notation: self.notations.to_vec(),
        }
    }
}

/// What a page has to know about a game before anything is asked of the rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameFacts {
    /// Its name.
    pub name: &'static str,
    /// The family its rules belong to.
    #[cfg_attr(feature = "ts", ts(type = "\"slide\" | \"buffet\" | \"montauk\" | \"standalone\""))]
    pub family: &'static str,
    /// What it is played with.
    pub look: Look,
    /// The players, in order.
    pub seats: Vec<SeatFacts>,
    /// What a piece is called.
    pub piece: &'static str,
    /// What is counted.
    pub unit: Unit,
    /// Whether there is a score at all.
    pub scores: bool,
    /// What some players do not see.
    pub hides: Hides,
    /// Formats of other programs that positions and games can be written in.
    pub notation: Vec<Notation>,
}

/// A seat, for a page.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatFacts {
    /// What it is called.
    pub name: &'static str,
    /// The colour of its pieces.
    pub colour: &'static str,
}

/// Everything about a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameInfo {
    /// What a page has to know before anything is asked of the rules.
    #[serde(flatten)]
    pub facts: GameFacts,
    /// Its id.
    #[cfg_attr(feature = "ts", ts(type = "GameId"))]
    pub id: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// The game whose rules these are.
    pub base_game: &'static str,
    /// Every switch.
    pub switches: Vec<SwitchInfo>,
    /// Named rule sets.
    pub variants: Vec<VariantInfo>,
}

/// A named rule set.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VariantInfo {
    /// Its name.
    pub name: &'static str,
    /// What is different, in a sentence.
    pub about: String,
}
