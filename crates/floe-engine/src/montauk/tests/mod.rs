//! Tests of the mind as a whole; parts that can be tested alone have theirs in files of their own.

mod duel;

use floe_games::montauk::{Montauk, Position, Rules, SWITCHES, default_rules};
use floe_games::switches::RuleSet;
use floe_games::{Actor, Chance, Game, Viewer};

/// The default rules with some switches set.
fn rule_set(switches: &[(&str, serde_json::Value)]) -> RuleSet {
    let mut set = default_rules();
    for (name, value) in switches {
        set.set(SWITCHES, name, value.clone()).unwrap();
    }
    set
}
