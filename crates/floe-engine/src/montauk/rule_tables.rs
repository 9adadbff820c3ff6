//! Everything that follows from the rules alone, computed once per rule set.

use std::sync::{Arc, Mutex, PoisonError};

use floe_games::Game;
use floe_games::montauk::{Montauk, Rules};
use floe_games::switches::RuleSet;

use super::boards::Boards;
use super::card_tables::CardTables;
use super::odds::Odds;
use super::race::RaceTables;
use super::switches::Switches;

/// The engine's tables for a set of rules.
#[derive(Debug)]
pub(crate) struct RuleTables {
    pub switches: Switches,
    pub boards: Boards,
    pub card_tables: CardTables,
    pub race: RaceTables,
    pub odds: Odds,
}

/// The number of cached rule sets, at about 2.5 MB each: enough for an experiment that changes every switch, since
/// computing the tables takes longer than a game.
const CACHE_SIZE: usize = 32;
static ALL: Mutex<Vec<(RuleSet, Arc<RuleTables>)>> = Mutex::new(Vec::new());

impl RuleTables {
    /// The tables of these rules, shared by all engines in this process.
    pub fn from_rules(rules: &Rules) -> Arc<RuleTables> {
        let set = Montauk::rule_set(rules);
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tables)) = all.iter().find(|(other, _)| other == set) {
            return Arc::clone(tables);
        }
        let tables = Arc::new(RuleTables::new(rules));
        if all.len() == CACHE_SIZE {
            all.remove(0);
        }
        all.push((set.clone(), Arc::clone(&tables)));
        tables
    }

    fn new(rules: &Rules) -> RuleTables {
        let switches = Switches::new(Montauk::rule_set(rules));
        let boards = Boards::new(&switches);
        let card_tables = CardTables::new(rules);
        let race = RaceTables::new(&switches, &boards, &card_tables);
        let odds = Odds::new(rules, &switches, &boards, &race);
        RuleTables { switches, boards, card_tables, race, odds }
    }
}
