//! Rule switches: one definition each, from which command line, files, forms, records and checks derive.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::Serialize;
use serde_json::{Value, json};
use strum::VariantNames;

use crate::Refusal;

/// A rule that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// Its name everywhere.
    pub name: &'static str,
    /// Its default, as JSON or as a word.
    pub default: &'static str,
    /// The values it accepts.
    pub kind: SwitchKind,
    /// What it means, in one sentence.
    pub about: &'static str,
}

/// The values a switch accepts.
#[derive(Clone, Copy, Debug)]
pub enum SwitchKind {
    /// `true` or `false`.
    Flag,
    /// One of a list of words.
    Choice(&'static [&'static str]),
    /// An integer in a range.
    Number(u32, u32),
    /// An integer in a range that may include negative numbers.
    Signed(i32, i32),
    /// A multiple of one half in a range, kept as an integer or as a number such as 2.5; a text such as `2.5` is read too.
    Halves(i32, i32),
    /// One of a list of numbers or words.
    Either(&'static [u32], &'static [&'static str]),
    /// An integer in a range, or `null` for the game's default for the number of players.
    Auto(u32, u32),
    /// Anything the game parses itself, such as a drawing or a list; `null` when not given. The text describes the
    /// format.
    Free(&'static str),
}

/// A switch, for forms.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SwitchInfo {
    /// Its name.
    pub name: &'static str,
    /// What it decides, in a sentence.
    pub about: &'static str,
    /// The values it takes.
    pub values: SwitchValues,
    /// The value it has unless something else is said.
    pub default: Value,
    /// Whether the rules page of the game describes it.
    pub main: bool,
}

/// The values of a switch, for forms. A nullable one may be left to the game with `null`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SwitchValues {
    /// `true` or `false`.
    Flag,
    /// One of some values.
    Choice {
        /// The values.
        options: Vec<Value>,
    },
    /// A number: whole, or a multiple of `step`.
    Number {
        /// The minimum.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        min: i64,
        /// The maximum.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        max: i64,
        /// Is `null` accepted as well?
        nullable: bool,
        /// What values are multiples of, where that is not 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        step: Option<f64>,
    },
    /// A text that the game parses; `null` when not given.
    Text {
        /// How it is written.
        format: &'static str,
        /// Is `null` accepted as well?
        nullable: bool,
    },
}

impl SwitchKind {
    /// Describes the accepted values.
    pub fn describe(self) -> String {
        match self {
            SwitchKind::Flag => "true or false".into(),
            SwitchKind::Choice(words) => words.join(", "),
            SwitchKind::Number(min, max) => format!("{min} to {max}"),
            SwitchKind::Signed(min, max) => format!("{min} to {max}"),
            SwitchKind::Halves(min, max) => format!("{min} to {max} in steps of 0.5"),
            SwitchKind::Either(numbers, words) => {
                let numbers = numbers.iter().map(u32::to_string);
                numbers.chain(words.iter().map(|word| word.to_string())).collect::<Vec<_>>().join(", ")
            }
            SwitchKind::Auto(min, max) => format!("{min} to {max}, or null for the default"),
            SwitchKind::Free(format) => format.into(),
        }
    }

    /// The values, for forms.
    pub fn values(self) -> SwitchValues {
        let words = |words: &[&str]| words.iter().map(|word| json!(word)).collect();
        match self {
            SwitchKind::Flag => SwitchValues::Flag,
            SwitchKind::Choice(choices) => SwitchValues::Choice { options: words(choices) },
            SwitchKind::Number(min, max) => {
                SwitchValues::Number { min: i64::from(min), max: i64::from(max), nullable: false, step: None }
            }
            SwitchKind::Signed(min, max) => {
                SwitchValues::Number { min: i64::from(min), max: i64::from(max), nullable: false, step: None }
            }
            SwitchKind::Halves(min, max) => SwitchValues::Number {
                min: i64::from(min),
                max: i64::from(max),
                nullable: false,
                step: Some(0.5),
            },
            SwitchKind::Either(numbers, choices) => {
                let mut options: Vec<Value> = numbers.iter().map(|&n| json!(n)).collect();
                options.extend::<Vec<Value>>(words(choices));
                SwitchValues::Choice { options }
            }
            SwitchKind::Auto(min, max) => {
                SwitchValues::Number { min: i64::from(min), max: i64::from(max), nullable: true, step: None }
            }
            SwitchKind::Free(format) => SwitchValues::Text { format, nullable: true },
        }
    }

    fn accepts(self, value: &Value) -> bool {
        match self {
            SwitchKind::Flag => value.is_boolean(),
            SwitchKind::Choice(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            SwitchKind::Number(min, max) => {
                value.as_u64().is_some_and(|n| (u64::from(min)..=u64::from(max)).contains(&n))
            }
            SwitchKind::Signed(min, max) => {
                value.as_i64().is_some_and(|n| (i64::from(min)..=i64::from(max)).contains(&n))
            }
            SwitchKind::Halves(min, max) => {
                halves(value).is_some_and(|n| (2 * i64::from(min)..=2 * i64::from(max)).contains(&n))
            }
            SwitchKind::Either(numbers, words) => {
                value.as_u64().is_some_and(|n| numbers.iter().any(|&number| u64::from(number) == n))
                    || SwitchKind::Choice(words).accepts(value)
            }
            SwitchKind::Auto(min, max) => value.is_null() || SwitchKind::Number(min, max).accepts(value),
            SwitchKind::Free(_) => !value.is_object() && !value.is_boolean(),
        }
    }

    /// The one way in which an accepted value is kept.
    fn canonical(self, value: Value) -> Value {
        match (self, halves(&value)) {
            (SwitchKind::Halves(..), Some(halves)) if halves % 2 == 0 => json!(halves / 2),
            (SwitchKind::Halves(..), Some(halves)) => json!(halves as f64 / 2.0),
            _ => value,
        }
    }
}

/// A number in halves: 5 for 2.5, given as a number or as text. `None` if it is not a multiple of one half.
pub(crate) fn halves(value: &Value) -> Option<i64> {
    let number = match value {
        Value::String(text) => text.trim().parse::<f64>().ok()?,
        value => value.as_f64()?,
    };
    let doubled = number * 2.0;
    (doubled.abs() < 1e6 && doubled.fract() == 0.0).then_some(doubled as i64)
}

/// The value of a switch that was checked to be one of the names.
pub(crate) fn choice<T: FromStr + VariantNames>(value: &Value) -> T {
    let parsed = value.as_str().and_then(|name| name.parse().ok());
    parsed.unwrap_or_else(|| unreachable!("{value} was checked to be one of {:?}", T::VARIANTS))
}

/// The value of every switch of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleSet {
    /// The id of the game.
    pub game: &'static str,
    values: BTreeMap<&'static str, Value>,
}

/// The maximum length of a rules text or file, in bytes.
pub const MAX_RULES_BYTES: usize = 64 * 1024;

impl RuleSet {
    /// The defaults of a game.
    pub fn defaults(game: &'static str, switches: &[Switch]) -> RuleSet {
        let value = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| json!(text));
        let mut values = BTreeMap::new();
        // Not collected: that would sort them first, with one more copy of the sorting code.
        for switch in switches {
            values.insert(switch.name, value(switch.default));
        }
        RuleSet { game, values }
    }

    /// The value of a switch.
    pub fn get(&self, name: &str) -> &Value {
        self.values.get(name).unwrap_or(&Value::Null)
    }

    /// All switches with their values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.values.iter().map(|(name, value)| (*name, value))
    }

    /// Sets a switch after checking the value against its definition.
    pub fn set(&mut self, switches: &[Switch], name: &str, value: Value) -> Result<(), Refusal> {
        let Some(switch) = switches.iter().find(|switch| switch.name == name) else {
            let known: Vec<&str> = switches.iter().map(|switch| switch.name).collect();
            return Err(Refusal::invalid_rules(format!(
                "{}: unknown switch '{}'{}; the switches are {}",
                self.game,
                excerpt(name),
                did_you_mean(name, known.iter().copied()),
                known.join(", ")
            )));
        };
        // File formats without null write it in quotes.
        let value = if value == "null" && switch.kind.accepts(&Value::Null) { Value::Null } else { value };
        if !switch.kind.accepts(&value) {
            let given = excerpt(&value.to_string());
            let words = match switch.kind {
                SwitchKind::Choice(words) | SwitchKind::Either(_, words) => words,
                _ => &[],
            };
            let meant = did_you_mean(value.as_str().unwrap_or_default(), words.iter().copied());
            return Err(Refusal::invalid_rules(format!(
                "{name} cannot be {given}{meant}; expected {}",
                switch.kind.describe()
            )));
        }
        self.values.insert(switch.name, switch.kind.canonical(value));
        Ok(())
    }

    /// As JSON, every switch with its value.
    pub fn to_json(&self) -> Value {
        self.values.iter().map(|(name, value)| (name.to_string(), value.clone())).collect()
    }
}

/// ` (did you mean WORD?)` for the known word that is most like another one; nothing if none is like it.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    if word.len() > 64 {
        return String::new();
    }
    let word = word.to_ascii_lowercase();
    let alike = |known: &'a str| (strsim::jaro_winkler(&word, &known.to_ascii_lowercase()), known);
    let best = known.into_iter().map(alike).filter(|(likeness, _)| *likeness > LIKE);
    match best.max_by(|(a, _), (b, _)| a.total_cmp(b)) {
        Some((_, known)) => format!(" (did you mean {known}?)"),
        None => String::new(),
    }
}

/// From this likeness on a word is taken for a misspelling of another.
const LIKE: f64 = 0.8;

/// One rule argument: a preset by name, or a switch with a value.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleArg {
    /// A named preset of the game.
    Preset(String),
    /// A switch and its value.
    Set(String, Value),
}

/// Reads `k=v,k=v,preset`. Commas inside brackets do not separate options; a value is JSON where it parses as JSON,
/// otherwise a word.
pub fn parse_rule_args(text: &str) -> Result<Vec<RuleArg>, Refusal> {
    if text.len() > MAX_RULES_BYTES {
        return Err(Refusal::too_large(format!(
            "the rules are {} bytes long; the limit is {MAX_RULES_BYTES}",
            text.len()
        )));
    }
    let mut depth = 0usize;
    let parts = text.split(|c| {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    let mut rule_args = Vec::new();
    for part in parts {
        if part.trim().is_empty() {
            continue;
        }
        rule_args.push(match part.split_once('=') {
            None => RuleArg::Preset(part.trim().to_owned()),
            // Spaces at the start of a drawn row of hexes matter.
            Some((name, value)) => RuleArg::Set(name.trim().to_owned(), word_or_json(value)),
        });
    }
    Ok(rule_args)
}

fn word_or_json(text: &str) -> Value {
    let word = || Value::String(text.trim_end().to_owned());
    match serde_json::from_str::<Value>(text.trim()) {
        // A row of digits such as 11211 is a drawing, not a number; so is one with a leading zero.
        Ok(Value::Number(number)) if number.as_i64().is_none_or(|n| !(-9_999..=9_999).contains(&n)) => word(),
        Err(_) => word(),
        Ok(value) => value,
    }
}

/// Reads a rules file: `game = "…"`, then switches, all at the top level; `preset = "…"` names a preset.
pub fn parse_file(text: &str) -> Result<(Option<String>, Vec<RuleArg>), Refusal> {
    if text.len() > MAX_RULES_BYTES {
        return Err(Refusal::too_large(format!(
            "the rules file is {} bytes long; the limit is {MAX_RULES_BYTES}",
            text.len()
        )));
    }
    let table: serde_json::Map<String, Value> = basic_toml::from_str(text)
        .map_err(|error| Refusal::invalid_rules(format!("the rules file is not TOML: {error}")))?;
    let mut game = None;
    let mut rule_args = Vec::new();
    for (name, value) in table {
        if fractional(&value) {
            return Err(Refusal::invalid_rules(format!(
                "{name} must be a string, an integer, true, false or a list of those"
            )));
        }
        match (name.as_str(), &value) {
            ("game", Value::String(id)) => game = Some(id.clone()),
            // A preset comes before the switches, wherever the file names it.
            ("preset", Value::String(preset)) => rule_args.insert(0, RuleArg::Preset(preset.clone())),
            ("game" | "preset", _) => {
                return Err(Refusal::invalid_rules(format!("{name} must be a string in quotes")));
            }
            // For people who read the file.
            ("name" | "about", _) => {}
            _ => rule_args.push(RuleArg::Set(name, value)),
        }
    }
    Ok((game, rule_args))
}

/// Does it contain a number that is neither an integer nor half of one? No switch has one.
fn fractional(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64() && halves(value).is_none(),
        Value::Array(list) => list.iter().any(fractional),
        Value::Object(members) => members.values().any(fractional),
        // `nan` and `inf` arrive as null.
        _ => value.is_null(),
    }
}

/// Text from outside, shortened to fit a message.
pub fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_args_are_read_as_people_write_them() {
        let set = |name: &str, value: Value| RuleArg::Set(name.into(), value);
        assert_eq!(
            parse_rule_args(
                "slides,rows=6, lay=alternate,holes=[[0,1],[2,2]],fish=11211/20112,claim_under=false"
            )
            .unwrap(),
            [
                RuleArg::Preset("slides".into()),
                set("rows", json!(6)),
                set("lay", json!("alternate")),
                set("holes", json!([[0, 1], [2, 2]])),
                set("fish", json!("11211/20112")),
                set("claim_under", json!(false)),
            ]
        );
        assert_eq!(parse_rule_args("").unwrap(), []);
        assert_eq!(parse_rule_args("per_null=-2").unwrap(), [set("per_null", json!(-2))]);
        assert_eq!(parse_rule_args("numbers=111").unwrap(), [set("numbers", json!(111))]);
        assert_eq!(parse_rule_args("layout= * */* * *").unwrap(), [set("layout", json!(" * */* * *"))]);
    }

    #[test]
    fn values_are_checked_against_the_switch() {
        let switches = [
            Switch { name: "rows", default: "8", kind: SwitchKind::Number(3, 11), about: "" },
            Switch {
                name: "lay",
                default: "random",
                kind: SwitchKind::Choice(&["random", "alternate"]),
                about: "",
            },
            Switch { name: "loss", default: "0", kind: SwitchKind::Signed(-9, 9), about: "" },
            Switch { name: "komi", default: "0", kind: SwitchKind::Halves(-9, 9), about: "" },
            Switch {
                name: "shuffle",
                default: "3",
                kind: SwitchKind::Either(&[3, 1], &["short"]),
                about: "",
            },
        ];
        let mut rules = RuleSet::defaults("demo", &switches);
        for (name, value) in [("loss", json!(-9)), ("shuffle", json!(1)), ("shuffle", json!("short"))] {
            rules.set(&switches, name, value).unwrap();
        }
        for (value, kept) in [
            (json!("2.5"), json!(2.5)),
            (json!("-0.5"), json!(-0.5)),
            (json!(3.0), json!(3)),
            (json!("-0"), json!(0)),
            (json!(9), json!(9)),
        ] {
            rules.set(&switches, "komi", value).unwrap();
            assert_eq!(rules.get("komi"), &kept);
        }
        let mut error = |name: &str, value| rules.set(&switches, name, value).unwrap_err().to_string();
        assert_eq!(error("rows", json!(12)), "rows cannot be 12; expected 3 to 11");
        assert_eq!(error("lay", json!("often")), "lay cannot be \"often\"; expected random, alternate");
        assert_eq!(error("loss", json!(-10)), "loss cannot be -10; expected -9 to 9");
        assert_eq!(error("komi", json!(0.25)), "komi cannot be 0.25; expected -9 to 9 in steps of 0.5");
        assert_eq!(error("komi", json!("NaN")), "komi cannot be \"NaN\"; expected -9 to 9 in steps of 0.5");
        assert_eq!(error("komi", json!(9.5)), "komi cannot be 9.5; expected -9 to 9 in steps of 0.5");
        assert_eq!(error("shuffle", json!(2)), "shuffle cannot be 2; expected 3, 1, short");
        assert_eq!(
            error("size", json!(1)),
            "demo: unknown switch 'size'; the switches are rows, lay, loss, komi, shuffle"
        );
    }
}
