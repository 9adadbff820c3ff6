//! Every sentence is recomputed, slowly and in another way, on positions of random games.

mod buffet;
mod montauk;
mod naive;
mod slide;

use std::collections::BTreeMap;

use floe_games::registry::find;
use floe_games::switches::{RuleSet, parse_rule_args};

/// How often each kind of sentence was checked.
type Kinds = BTreeMap<&'static str, u32>;

fn rules(game: &str, rule_args: &str) -> RuleSet {
    let rule_args = if rule_args.is_empty() { Vec::new() } else { parse_rule_args(rule_args).unwrap() };
    find(game).unwrap().rules(&rule_args).unwrap()
}

/// The number after a prefix.
fn number_after(sentence: &str, prefix: &str) -> Option<u32> {
    let rest = sentence.strip_prefix(prefix)?;
    rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// All numbers in a text.
fn numbers(sentence: &str) -> Vec<u32> {
    sentence.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}
