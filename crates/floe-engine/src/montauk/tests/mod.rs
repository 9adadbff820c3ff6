//! Tests of the engine as a whole, and of its parts against brute force.

mod parts;
mod sound;
mod spends;
mod whole;

use floe_games::montauk::{Montauk, Position, Rules, SWITCHES, default_rules};
use floe_games::switches::RuleSet;
use floe_games::{Actor, Game, GameRng};
use serde_json::{Value, json};

use crate::Rng;

/// The default rules with some switches set.
fn rule_set(switches: &[(&str, Value)]) -> RuleSet {
    let mut set = default_rules();
    for (name, value) in switches {
        set.set(SWITCHES, name, value.clone()).unwrap();
    }
    set
}

/// Rule sets that together use every value of every switch that affects play.
fn many_rules() -> Vec<RuleSet> {
    vec![
        rule_set(&[]),
        rule_set(&[("bear_off", json!("backgammon")), ("next_lead", json!("alternate"))]),
        rule_set(&[("must_spend", json!(true)), ("nulls", json!("win_only")), ("next_lead", json!("fixed"))]),
        rule_set(&[("stack_spends", json!(false)), ("nulls", json!("off"))]),
        rule_set(&[("stack_spends", json!(false)), ("must_spend", json!(true)), ("decks", json!(2))]),
        rule_set(&[
            ("scoring", json!("pips")),
            ("bear_off", json!("backgammon")),
            ("must_spend", json!(true)),
        ]),
        rule_set(&[
            ("scoring", json!("pips")),
            ("rank_match", json!("face")),
            ("stack_spends", json!(false)),
        ]),
        rule_set(&[("scoring", json!("race")), ("reshuffle", json!("short")), ("tie", json!("extra_round"))]),
        rule_set(&[
            ("first_home", json!(0)),
            ("per_null", json!(5)),
            ("per_pyramid", json!(40)),
            ("rounds", json!(3)),
        ]),
    ]
}

/// Positions of random matches in which a player is to act and that pass a test, at most `count`.
fn positions(rules: &Rules, seed: u64, count: usize, wanted: impl Fn(&Position) -> bool) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut chance = GameRng::in_game(seed);
    let mut found = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..200 {
        let mut position = Montauk::start(rules, &mut chance).unwrap();
        loop {
            let action = match Montauk::actor(rules, &position) {
                Actor::Nobody => break,
                Actor::Chance => Montauk::sample_chance(rules, &position, &mut chance),
                Actor::Seat(_) => {
                    // Not all that pass: neighbouring positions are very similar.
                    if wanted(&position) && rng.below(3) == 0 {
                        found.push(position);
                        if found.len() == count {
                            return found;
                        }
                    }
                    moves.clear();
                    Montauk::moves(rules, &position, &mut moves);
                    moves[rng.below(moves.len() as u32) as usize]
                }
            };
            Montauk::apply(rules, &mut position, action);
        }
    }
    found
}
