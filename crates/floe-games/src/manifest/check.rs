//! Whether a manifest that a program adds is in order: what everything else takes for granted.

use super::Manifest;
use crate::registry::{Visitor, find, visit_family};
use crate::switches::{RuleArg, RuleSet, excerpt, parse_rule_args};
use crate::{Game, GameRng, Refusal};

/// The maximum number of seats: limited by the number of seat colours and marks.
const MAX_SEATS: usize = 4;
/// The longest id.
const MAX_ID: usize = 32;

impl Manifest {
    /// Checks that everything in it fits together; a refusal says what does not.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let invalid = |what: String| Err(Refusal::invalid_manifest(format!("{}: {what}", excerpt(self.id))));
        let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !self.id.starts_with(|c: char| c.is_ascii_lowercase())
            || !self.id.chars().all(letter)
            || self.id.len() > MAX_ID
        {
            return invalid(format!(
                "an id is a small letter and up to {} small letters, digits and hyphens",
                MAX_ID - 1
            ));
        }
        let texts = [("name", self.name), ("about", self.about), ("piece", self.piece)];
        if let Some((member, _)) = texts.iter().find(|(_, text)| text.trim().is_empty()) {
            return invalid(format!("{member} is empty"));
        }
        if !(1..=MAX_SEATS).contains(&self.seats.len()) {
            return invalid(format!("it names {} seats; name 1 to {MAX_SEATS}", self.seats.len()));
        }
        if let Some((_, noise)) = self.levels.iter().find(|(_, noise)| !(0.0..=1.0).contains(noise)) {
            return invalid(format!("a level has a noise of {noise}; it is 0 to 1"));
        }
        if !self.ratings.is_sorted_by(|one, other| one.0 < other.0 && one.1 <= other.1) {
            return invalid("its ratings do not rise".into());
        }
        if let Some((_, _, noise)) = self.ratings.iter().find(|(_, _, noise)| !(0.0..=1.0).contains(noise)) {
            return invalid(format!("a rating has a noise of {noise}; it is 0 to 1"));
        }
        self.check_switches()?;
        let default = self.default_rules();
        if default.game != self.id && find(default.game).is_err() {
            return invalid(format!("its preset is of the game '{}', which there is not", default.game));
        }
        self.check_rules(&default)?;
        for variant in self.variants {
            self.check_rules(&self.rules(&[RuleArg::Preset(variant.name.into())])?)?;
        }
        for rules in self.puzzles.rules {
            self.check_rules(&self.rules(&parse_rule_args(rules)?)?)?;
        }
        Ok(())
    }

    /// Every switch accepts its default, and none is named that does not exist.
    fn check_switches(&self) -> Result<(), Refusal> {
        let (switches, mut set) = (self.switches(), self.default_rules());
        let defaults: Vec<_> = set.iter().map(|(name, value)| (name, value.clone())).collect();
        for (name, value) in defaults {
            set.set(&switches, name, value)?;
        }
        let grouped = self.groups.iter().flat_map(|(_, members)| members.iter());
        let mut named = self.main_switches.iter().chain(grouped);
        match named.find(|name| !switches.iter().any(|switch| switch.name == **name)) {
            Some(name) => Err(Refusal::invalid_manifest(format!("{}: it has no switch '{name}'", self.id))),
            None => Ok(()),
        }
    }

    /// A game can be started with the rules, and every seat has a name.
    fn check_rules(&self, set: &RuleSet) -> Result<(), Refusal> {
        struct Try<'a>(&'a Manifest, &'a RuleSet);
        impl Visitor for Try<'_> {
            type Output = Result<(), Refusal>;
            fn visit<G: Game>(self, rules: G::Rules) -> Result<(), Refusal> {
                let (manifest, id) = (self.0, self.0.id);
                let made = G::rule_set(&rules).game;
                if made != self.1.game {
                    return Err(Refusal::invalid_manifest(format!(
                        "{id}: its rules say that they are of the game '{made}'"
                    )));
                }
                let (seats, names) = (G::seats(&rules), manifest.seats.len());
                if !(1..=names).contains(&seats) {
                    return Err(Refusal::invalid_manifest(format!(
                        "{id}: {seats} play, but it names {names} seats"
                    )));
                }
                G::start(&rules, &mut GameRng::from_seed(0)).map(|_| ())
            }
        }
        visit_family(&self.family, set, Try(self, set))?
    }
}
