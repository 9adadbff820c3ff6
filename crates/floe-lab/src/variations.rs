//! Variations of a rule set with one switch changed at a time, and the layouts that come with the games.

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
    /// Its new value.
    pub value: Value,
    /// All rules.
    pub rules: RuleSet,
}

/// Variations of a rule set, and what was skipped and why.
///
/// Without names: every main switch of the game, with a few values each. Otherwise the named ones, as `NAME` for a few
/// values of a switch, as `NAME=VALUE`, or as `NAME=FROM..TO` for every number of a range. A value that is named but cannot be played is an error.
pub fn variations(
    entry: &Manifest,
    set: &RuleSet,
    named: &[String],
    seed: u64,
) -> Result<(Vec<VariedRules>, Vec<String>), Refusal> {
    let switches = entry.switches();
    let (mut found, mut skipped) = (Vec::new(), Vec::new());
    if named.is_empty() {
        for switch in switches.iter().filter(|switch| entry.main_switches.contains(&switch.name)) {
            few(&switches, switch, set, seed, &mut found, &mut skipped);
        }
        return Ok((found, skipped));
    }
    for text in named {
        match &parse_rule_args(text)?[..] {
            [RuleArg::Preset(name)] => {
                let Some(switch) = switches.iter().find(|switch| switch.name == name) else {
                    let known: Vec<&str> = switches.iter().map(|switch| switch.name).collect();
                    return Err(Refusal::invalid_request(format!(
                        "{} has no switch '{name}'; the switches are {}",
                        entry.id,
                        known.join(", ")
                    )));
                };
                few(&switches, switch, set, seed, &mut found, &mut skipped);
            }
            [RuleArg::Set(name, Value::String(range))] if range.contains("..") => {
                for value in range_of(&switches, name, range)? {
                    found.push(with(&switches, set, name, value, seed)?);
                }
            }
            [RuleArg::Set(name, value)] => {
                let varied = with(&switches, set, name, value.clone(), seed)?;
                found.push(varied);
            }
            _ => {
                return Err(Refusal::invalid_request(format!(
                    "invalid switch '{text}'; expected NAME or NAME=VALUE, such as place_on=any"
                )));
            }
        }
    }
    Ok((found, skipped))
}

/// The most values of a range.
const MAX_RANGE: usize = 100;

/// The numbers of `FROM..TO`, both included, in steps of one.
fn range_of(switches: &[Switch], name: &str, range: &str) -> Result<Vec<Value>, Refusal> {
    let refuse = |why: &str| {
        Err(Refusal::invalid_request(format!("{name}={range}: {why}; a range looks like {name}=5..10")))
    };
    let switch = switches.iter().find(|switch| switch.name == name);
    let is_number = switch.is_none_or(|switch| {
        matches!(
            switch.kind,
            SwitchKind::Number(..) | SwitchKind::Signed(..) | SwitchKind::Auto(..) | SwitchKind::Halves(..)
        )
    });
    if !is_number {
        return refuse("this switch is not a number");
    }
    let ends: Option<Vec<f64>> = range.split("..").map(|end| end.trim().parse().ok()).collect();
    let Some([from, to]) = ends.as_deref() else { return refuse("not two numbers") };
    if !(from <= to && to - from < MAX_RANGE as f64) {
        return refuse(&format!(
            "the second number must not be below the first, and a range has at most {MAX_RANGE} values"
        ));
    }
    let steps = (to - from).floor() as usize;
    let number = |step: usize| match from + step as f64 {
        whole if whole.fract() == 0.0 => json!(whole as i64),
        part => json!(part),
    };
    Ok((0..=steps).map(number).collect())
}

/// A few other values of a switch.
fn few(
    switches: &[Switch],
    switch: &Switch,
    set: &RuleSet,
    seed: u64,
    found: &mut Vec<VariedRules>,
    skipped: &mut Vec<String>,
) {
    let values = values(switch.kind, set.get(switch.name));
    if values.is_empty() {
        skipped.push(format!("{}: free text; name the values to try", switch.name));
    }
    for value in values {
        match with(switches, set, switch.name, value.clone(), seed) {
            Ok(varied) => found.push(varied),
            Err(refusal) => skipped.push(format!("{}={}: {refusal}", switch.name, plain(&value))),
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

/// The other values to try: all choices, or the neighbours of a number.
fn values(kind: SwitchKind, now: &Value) -> Vec<Value> {
    let near = |from: i64, to: i64, at: i64| {
        let step = (at.abs() / 4).max(1);
        [at - step, at + step].into_iter().filter(move |value| (from..=to).contains(value))
    };
    let numbers = |from: i64, to: i64| now.as_i64().into_iter().flat_map(move |at| near(from, to, at));
    let all: Vec<Value> = match kind {
        SwitchKind::Flag => vec![json!(true), json!(false)],
        SwitchKind::Choice(choices) => choices.iter().map(|choice| json!(choice)).collect(),
        SwitchKind::Either(numbers, choices) => numbers
            .iter()
            .map(|number| json!(number))
            .chain(choices.iter().map(|choice| json!(choice)))
            .collect(),
        SwitchKind::Number(from, to) => {
            numbers(i64::from(from), i64::from(to)).map(|number| json!(number)).collect()
        }
        SwitchKind::Signed(from, to) => {
            numbers(i64::from(from), i64::from(to)).map(|number| json!(number)).collect()
        }
        SwitchKind::Halves(from, to) => {
            let at = now.as_f64().unwrap_or(0.0);
            let near = [at - 1.5, at - 0.5, at + 0.5, at + 1.5];
            near.into_iter()
                .filter(|value| (f64::from(from)..=f64::from(to)).contains(value))
                .map(|value| if value.fract() == 0.0 { json!(value as i64) } else { json!(value) })
                .collect()
        }
        // The game's default is not known here; these numbers differ from most defaults.
        SwitchKind::Auto(from, to) => match now.as_i64() {
            None => [2, 3].into_iter().filter(|n| (from..=to).contains(n)).map(|n| json!(n)).collect(),
            Some(at) => near(i64::from(from), i64::from(to), at).map(|n| json!(n)).collect(),
        },
        SwitchKind::Free(_) => Vec::new(),
    };
    all.into_iter().filter(|value| value != now).collect()
}

/// A value as users type it; a drawn board on one line.
pub(crate) fn plain(value: &Value) -> String {
    let text = value.as_str().map(|text| text.trim_matches('\n').replace('\n', "/"));
    text.unwrap_or_else(|| value.to_string())
}

/// Every board that comes with the games: for each game the standard one, then the named variants. Montauk has no
/// board.
pub fn bundled_layouts() -> Result<Vec<(&'static Manifest, String, RuleSet)>, Refusal> {
    let mut list: Vec<(&'static Manifest, String, RuleSet)> = Vec::new();
    for entry in games().filter(|entry| entry.has_board()) {
        let named = entry.variants.iter().map(|variant| (variant.name, Some(variant.name)));
        for (name, preset) in [("standard", None)].into_iter().chain(named) {
            let rule_args: Vec<RuleArg> =
                preset.map(|name: &str| RuleArg::Preset(name.into())).into_iter().collect();
            let rules = entry.rules(&rule_args)?;
            // Mr. Pauper's standard board is that of Penguins.
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
            let (found, skipped) = variations(entry, &set, &[], 0).unwrap();
            // No board of the Amazons has a default start and differs from another only in rows or columns.
            assert_eq!(found.is_empty(), entry.id == "amazons", "{} {skipped:?}", entry.id);
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
        let (found, skipped) = named("place_on").unwrap();
        assert_eq!((found.len(), &found[0].value, skipped.len()), (1, &json!("any"), 0));
        assert_eq!(named("players=3").unwrap().0[0].value, json!(3));
        let values =
            |text: &str| named(text).unwrap().0.into_iter().map(|varied| varied.value).collect::<Vec<_>>();
        assert_eq!(values("rows=5..7"), [json!(5), json!(6), json!(7)]);
        assert_eq!(values("komi=-0.5..1.5"), [json!(-0.5), json!(0.5), json!(1.5)]);
        let refused = |text: &str| named(text).unwrap_err().to_string();
        assert_eq!(
            refused("place_on=1..2"),
            "place_on=1..2: this switch is not a number; a range looks like place_on=5..10"
        );
        assert!(refused("rows=7..5").contains("must not be below"));
        assert!(refused("rows=1..").contains("not two numbers"));
        assert_eq!(named("layout").unwrap().1, ["layout: free text; name the values to try"]);
        let refused = |text: &str| named(text).unwrap_err().to_string();
        assert!(refused("size").starts_with("penguins has no switch 'size'"));
        assert!(refused("place_on=two").starts_with("place_on cannot be"));
        assert!(refused("").starts_with("invalid switch ''"));
    }

    #[test]
    fn a_drawn_board_is_written_on_one_line() {
        assert_eq!(plain(&json!("\n 1 2\n3 4 5\n")), " 1 2/3 4 5");
        assert_eq!((plain(&json!(2.5)), plain(&json!("snake"))), ("2.5".into(), "snake".into()));
    }

    #[test]
    fn bundled_layouts_are_complete() {
        let list = bundled_layouts().unwrap();
        let paupers = list.iter().filter(|(entry, ..)| entry.id == "pauper").count();
        assert_eq!(paupers, 9);
        assert!(list.iter().any(|(entry, name, _)| entry.id == "penguins" && name == "standard"));
        assert!(!list.iter().any(|(entry, ..)| entry.id == "montauk"));
    }
}
