//! Rule sets near a rule set: one switch changed at a time. And the layouts that come with the games.

use floe_games::Manifest;
use floe_games::registry::games;
use floe_games::switches::{RuleArg, RuleSet, Switch, SwitchKind, parse_rule_args};
use floe_games::{Refusal, Start, open};
use serde_json::{Value, json};

/// Rules with one switch changed.
#[derive(Clone, Debug, PartialEq)]
pub struct VariedRules {
    /// The switch.
    pub switch: &'static str,
    /// Its value now.
    pub value: Value,
    /// All rules.
    pub rules: RuleSet,
}

/// Variations of a rule set, and what was left out and why.
///
/// Nothing named: every switch of the game's own page, with a few values each. Otherwise what is named, as `NAME` for a
/// few values of a switch or `NAME=VALUE`. What is named by value and cannot be played is refused.
pub fn variations(
    entry: &Manifest,
    set: &RuleSet,
    named: &[String],
    seed: u64,
) -> Result<(Vec<VariedRules>, Vec<String>), Refusal> {
    let switches = entry.switches();
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    if named.is_empty() {
        for switch in switches.iter().filter(|switch| entry.main_switches.contains(&switch.name)) {
            few(&switches, switch, set, seed, &mut found, &mut left_out);
        }
        return Ok((found, left_out));
    }
    for text in named {
        match &parse_rule_args(text)?[..] {
            [RuleArg::Preset(name)] => {
                let Some(switch) = switches.iter().find(|switch| switch.name == name) else {
                    let known: Vec<&str> = switches.iter().map(|switch| switch.name).collect();
                    return Err(Refusal(format!(
                        "{} has no switch '{name}'; the switches are {}",
                        entry.id,
                        known.join(", ")
                    )));
                };
                few(&switches, switch, set, seed, &mut found, &mut left_out);
            }
            [RuleArg::Set(name, value)] => {
                let varied = with(&switches, set, name, value.clone(), seed)?;
                found.push(varied);
            }
            _ => {
                return Err(Refusal(format!(
                    "'{text}' is no switch; write NAME or NAME=VALUE, such as place_on=any"
                )));
            }
        }
    }
    Ok((found, left_out))
}

/// A few other values of a switch.
fn few(
    switches: &[Switch],
    switch: &Switch,
    set: &RuleSet,
    seed: u64,
    found: &mut Vec<VariedRules>,
    left_out: &mut Vec<String>,
) {
    let values = values(switch.kind, set.get(switch.name));
    if values.is_empty() {
        left_out.push(format!("{}: written freely; name values to try", switch.name));
    }
    for value in values {
        match with(switches, set, switch.name, value.clone(), seed) {
            Ok(varied) => found.push(varied),
            Err(refusal) => left_out.push(format!("{}={}: {refusal}", switch.name, plain(&value))),
        }
    }
}

fn with(
    switches: &[Switch],
    set: &RuleSet,
    name: &str,
    value: Value,
    seed: u64,
) -> Result<VariedRules, Refusal> {
    let mut rules = set.clone();
    rules.set(switches, name, value)?;
    open(&rules, Start::Seed(seed))?;
    let switch = switches.iter().find(|switch| switch.name == name).map_or("", |switch| switch.name);
    Ok(VariedRules { switch, value: rules.get(name).clone(), rules })
}

/// The other values to try: all words, neighbours of a number.
fn values(kind: SwitchKind, now: &Value) -> Vec<Value> {
    let near = |from: i64, to: i64, at: i64| {
        let step = (at.abs() / 4).max(1);
        [at - step, at + step].into_iter().filter(move |value| (from..=to).contains(value))
    };
    let numbers = |from: i64, to: i64| now.as_i64().into_iter().flat_map(move |at| near(from, to, at));
    let all: Vec<Value> = match kind {
        SwitchKind::Flag => vec![json!(true), json!(false)],
        SwitchKind::Choice(words) => words.iter().map(|word| json!(word)).collect(),
        SwitchKind::Either(numbers, words) => {
            numbers.iter().map(|number| json!(number)).chain(words.iter().map(|word| json!(word))).collect()
        }
        SwitchKind::Number(from, to) => {
            numbers(i64::from(from), i64::from(to)).map(|number| json!(number)).collect()
        }
        SwitchKind::Signed(from, to) => {
            numbers(i64::from(from), i64::from(to)).map(|number| json!(number)).collect()
        }
        // What the game gives is not said; these are other numbers than most games give.
        SwitchKind::Auto(from, to) => match now.as_i64() {
            None => [2, 3].into_iter().filter(|n| (from..=to).contains(n)).map(|n| json!(n)).collect(),
            Some(at) => near(i64::from(from), i64::from(to), at).map(|n| json!(n)).collect(),
        },
        SwitchKind::Free(_) => Vec::new(),
    };
    all.into_iter().filter(|value| value != now).collect()
}

/// A value as people type it.
pub(crate) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Every board that comes with the games: of each the usual one, then the named variants. Montauk has no board.
pub fn bundled_layouts() -> Result<Vec<(&'static Manifest, String, RuleSet)>, Refusal> {
    let mut list: Vec<(&'static Manifest, String, RuleSet)> = Vec::new();
    for entry in games().filter(|entry| entry.has_board()) {
        let named = entry.variants.iter().map(|variant| (variant.name, Some(variant.name)));
        for (name, preset) in [("usual", None)].into_iter().chain(named) {
            let rule_args: Vec<RuleArg> =
                preset.map(|name: &str| RuleArg::Preset(name.into())).into_iter().collect();
            let rules = entry.rules(&rule_args)?;
            // Mr. Pauper's usual board is that of Penguins.
            if !list.iter().any(|(_, _, known)| *known == rules) {
                list.push((entry, name.into(), rules));
            }
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use floe_games::registry::{GAMES, find};

    use super::*;

    #[test]
    fn one_switch_differs_and_all_can_be_played() {
        for entry in GAMES {
            let set = entry.default_rules();
            let (found, left_out) = variations(entry, &set, &[], 0).unwrap();
            // No board of the Amazons has a usual start beside one that differs in rows or columns alone.
            assert_eq!(found.is_empty(), entry.id == "amazons", "{} {left_out:?}", entry.id);
            for varied in found {
                let differ: Vec<_> =
                    set.iter().filter(|(name, value)| varied.rules.get(name) != *value).collect();
                assert_eq!(differ.len(), 1, "{} {}", entry.id, varied.switch);
                assert_eq!(differ[0].0, varied.switch);
            }
        }
    }

    #[test]
    fn named_values_are_tried_or_refused() {
        let entry = find("penguins").unwrap();
        let set = entry.default_rules();
        let named = |text: &str| variations(entry, &set, &[text.to_owned()], 0);
        let (found, left_out) = named("place_on").unwrap();
        assert_eq!((found.len(), &found[0].value, left_out.len()), (1, &json!("any"), 0));
        assert_eq!(named("players=3").unwrap().0[0].value, json!(3));
        assert_eq!(named("layout").unwrap().1, ["layout: written freely; name values to try"]);
        let refused = |text: &str| named(text).unwrap_err().to_string();
        assert!(refused("size").starts_with("penguins has no switch 'size'"));
        assert!(refused("place_on=two").starts_with("place_on cannot be"));
        assert!(refused("").starts_with("'' is no switch"));
    }

    #[test]
    fn the_layouts_of_the_house() {
        let list = bundled_layouts().unwrap();
        let paupers = list.iter().filter(|(entry, ..)| entry.id == "pauper").count();
        assert_eq!(paupers, 9);
        assert!(list.iter().any(|(entry, name, _)| entry.id == "penguins" && name == "usual"));
        assert!(!list.iter().any(|(entry, ..)| entry.id == "montauk"));
    }
}
