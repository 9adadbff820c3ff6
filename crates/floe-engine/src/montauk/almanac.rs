//! Everything that follows from the rules alone, computed once for each set of them.

use std::sync::{Arc, Mutex, PoisonError};

use floe_games::Game;
use floe_games::montauk::{Montauk, Rules};
use floe_games::switches::RuleSet;

use super::boards::Boards;
use super::course::Course;
use super::odds::Odds;
use super::pack::Pack;
use super::switches::Switches;

/// What the engine knows of a set of rules.
#[derive(Debug)]
pub(crate) struct Almanac {
    pub switches: Switches,
    pub boards: Boards,
    pub pack: Pack,
    pub course: Course,
    pub odds: Odds,
}

/// How many sets of rules are remembered, at some 2.5 MB each: as many as an experiment that changes every switch goes
/// round, since an almanac takes longer than a game.
const KEPT: usize = 32;
static ALL: Mutex<Vec<(RuleSet, Arc<Almanac>)>> = Mutex::new(Vec::new());

impl Almanac {
    /// The almanac of these rules; the same one for all minds in this process.
    pub fn of(rules: &Rules) -> Arc<Almanac> {
        let set = Montauk::rule_set(rules);
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, almanac)) = all.iter().find(|(other, _)| other == set) {
            return Arc::clone(almanac);
        }
        let almanac = Arc::new(Almanac::new(rules));
        if all.len() == KEPT {
            all.remove(0);
        }
        all.push((set.clone(), Arc::clone(&almanac)));
        almanac
    }

    fn new(rules: &Rules) -> Almanac {
        let switches = Switches::new(Montauk::rule_set(rules));
        let boards = Boards::new(&switches);
        let pack = Pack::new(rules);
        let course = Course::new(&switches, &boards, &pack);
        let odds = Odds::new(rules, &switches, &boards, &course);
        Almanac { switches, boards, pack, course, odds }
    }
}
