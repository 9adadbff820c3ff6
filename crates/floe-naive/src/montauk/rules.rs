//! The switches of Montauk, read from the `rules` object of a trace.

use crate::rules::{choose, flag, number};
use serde_json::Value;

/// When all cards are shuffled together again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reshuffle {
    /// Before the first of every N rounds.
    Every(u64),
    /// Never as a whole: the discard is shuffled in when the pile is short.
    Short,
}

/// Who leads a round when the totals are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieLead {
    Random,
    PreviousLeader,
    Alternate,
}

/// Who leads the next trick of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextLead {
    Winner,
    Alternate,
    Fixed,
}

/// Which null markers are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nulls {
    Slots,
    WinOnly,
    Off,
}

/// The score of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    Flat,
    Pips,
    Race,
}

/// All switches of one match.
#[derive(Clone, Debug)]
pub struct Rules {
    pub decks: u64,
    /// Ranks are equal if the printed faces are; otherwise if the values are.
    pub by_face: bool,
    pub reshuffle: Reshuffle,
    pub tie_lead: TieLead,
    pub next_lead: NextLead,
    /// A value above the box bears off only from the highest occupied box.
    pub backgammon: bool,
    pub must_spend: bool,
    pub stack_spends: bool,
    pub nulls: Nulls,
    pub scoring: Scoring,
    pub per_pyramid: i64,
    pub first_home: i64,
    pub per_null: i64,
    pub reroll_equal: bool,
    /// A tied match is extended.
    pub extra_round: bool,
    pub rounds: u64,
}

impl Rules {
    /// Reads every switch; an unknown value is an error, never a default.
    pub fn read(value: &Value) -> Result<Rules, String> {
        let leads = [
            ("random", TieLead::Random),
            ("previous_leader", TieLead::PreviousLeader),
            ("alternate", TieLead::Alternate),
        ];
        let next =
            [("winner", NextLead::Winner), ("alternate", NextLead::Alternate), ("fixed", NextLead::Fixed)];
        let nulls = [("slots", Nulls::Slots), ("win_only", Nulls::WinOnly), ("off", Nulls::Off)];
        let scorings = [("flat", Scoring::Flat), ("pips", Scoring::Pips), ("race", Scoring::Race)];
        let rules = Rules {
            decks: number(value, "decks")?,
            by_face: choose(value, "rank_match", &[("value", false), ("face", true)])?,
            reshuffle: reshuffle(&value["reshuffle"])?,
            tie_lead: choose(value, "tie_lead", &leads)?,
            next_lead: choose(value, "next_lead", &next)?,
            backgammon: choose(value, "bear_off", &[("any", false), ("backgammon", true)])?,
            must_spend: flag(value, "must_spend")?,
            stack_spends: flag(value, "stack_spends")?,
            nulls: choose(value, "nulls", &nulls)?,
            scoring: choose(value, "scoring", &scorings)?,
            per_pyramid: points(value, "per_pyramid")?,
            first_home: points(value, "first_home")?,
            per_null: points(value, "per_null")?,
            reroll_equal: flag(value, "reroll_equal")?,
            extra_round: choose(value, "tie", &[("draw", false), ("extra_round", true)])?,
            rounds: number(value, "rounds")?,
        };
        if !(1..=2).contains(&rules.decks) {
            return Err(format!("decks out of range: {}", rules.decks));
        }
        if rules.rounds == 0 {
            return Err("a match needs a round".to_string());
        }
        Ok(rules)
    }
}

/// The number may be written as a number or as a text.
fn reshuffle(value: &Value) -> Result<Reshuffle, String> {
    match (value.as_u64(), value.as_str()) {
        (Some(3), _) | (_, Some("3")) => Ok(Reshuffle::Every(3)),
        (Some(1), _) | (_, Some("1")) => Ok(Reshuffle::Every(1)),
        (_, Some("short")) => Ok(Reshuffle::Short),
        _ => Err(format!("rules.reshuffle is unknown: {value}")),
    }
}

/// Points are small, so that totals cannot overflow.
fn points(value: &Value, key: &str) -> Result<i64, String> {
    let points = value[key].as_i64().filter(|points| points.abs() <= 1_000_000);
    points.ok_or_else(|| format!("rules.{key} is not a number of points: {}", value[key]))
}
