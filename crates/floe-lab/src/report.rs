//! What is kept of an experiment: enough to draw its page again.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Difference, Proportion, Summary};

/// What came of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "lab", rename_all = "lowercase")]
pub enum LabReport {
    /// On one rule set.
    Report(Box<RuleReport>),
    /// On two, side by side.
    Comparison(Box<Comparison>),
    /// On the boards that come with the games.
    Layouts(Layouts),
}

/// What was played, and by whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArmConfig {
    /// The id of the game.
    pub game: String,
    /// Its name.
    pub name: String,
    /// The switches that are not as usual.
    pub changed: Value,
    /// The level that played.
    pub level: String,
    /// The level it met, if another.
    pub against: Option<String>,
    /// The level that said who leads.
    pub judge: String,
    /// The seed of the first game.
    pub seed: u64,
    /// How many games were asked for.
    pub asked: u64,
}

/// Games under one rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arm {
    /// What was played.
    pub setting: ArmConfig,
    /// What came of it.
    pub summary: Summary,
}

/// On one rule set, and what each switch changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleReport {
    /// The rules as they are.
    #[serde(flatten)]
    pub arm: Arm,
    /// One switch changed at a time.
    pub variations: Vec<Variation>,
    /// Switches and values that were not tried, and why.
    pub left_out: Vec<String>,
    /// Was it ended before all games were played?
    pub cut_short: bool,
}

/// The rules with one switch changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variation {
    /// The switch.
    pub switch: String,
    /// Its value in the rules as they are.
    pub was: Value,
    /// Its value here.
    pub value: Value,
    /// What came of it.
    pub summary: Summary,
    /// The differences, game by game on the same seeds.
    pub differences: Vec<Difference>,
}

/// Two rule sets side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// What the two are called.
    pub names: [String; 2],
    /// The first.
    pub first: Arm,
    /// The second.
    pub second: Arm,
    /// Second less first, game by game on the same seeds.
    pub differences: Vec<Difference>,
    /// Was it ended before all games were played?
    pub cut_short: bool,
}

/// The boards that come with the games: do they favour a seat?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layouts {
    /// The level that played.
    pub level: String,
    /// The seed of the first game.
    pub seed: u64,
    /// How many games were asked for on each.
    pub asked: u64,
    /// Board by board.
    pub rows: Vec<LayoutRow>,
    /// Was it ended before all games were played?
    pub cut_short: bool,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LayoutRow {
    /// The id of the game.
    pub game: String,
    /// The name of the layout.
    pub layout: String,
    /// How many games.
    pub games: u64,
    /// How many of them differ.
    pub different: u64,
    /// What the first player won of them.
    pub first: Proportion,
    /// Games without a single winner.
    pub draws: Proportion,
    /// Choices in a game, on average.
    pub length: f64,
    /// Is the first player's share near a half?
    pub verdict: Verdict,
}

/// Is the first player's share between 45 and 55 per cent?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The whole interval is.
    Fair,
    /// Part of the interval is: more games would tell.
    Open,
    /// None of it is.
    Lopsided,
}

impl Verdict {
    /// The verdict on a share.
    pub fn on(first: &Proportion) -> Verdict {
        let (from, to) = (0.45, 0.55);
        match first {
            share if share.low >= from && share.high <= to => Verdict::Fair,
            share if share.low > to || share.high < from => Verdict::Lopsided,
            _ => Verdict::Open,
        }
    }

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Fair => "fair",
            Verdict::Open => "open",
            Verdict::Lopsided => "lopsided",
        }
    }
}

impl ArmConfig {
    /// What was played, in words: `rows=6, place_on=any`; `usual` if nothing is changed.
    pub fn rules_words(&self) -> String {
        let Some(changed) = self.changed.as_object().filter(|changed| !changed.is_empty()) else {
            return "usual".into();
        };
        let words = changed.iter().map(|(name, value)| format!("{name}={}", crate::variations::plain(value)));
        words.collect::<Vec<_>>().join(", ")
    }

    /// Who played, in words.
    pub fn players_words(&self) -> String {
        match &self.against {
            Some(against) => format!("{} against {against}, seats in turn", self.level),
            None => format!("{} against itself", self.level),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_need_the_whole_interval() {
        let verdict = |part: f64, of: u64| {
            let wins = (part * of as f64) as u64;
            let games = (0..of).map(|game| if game < wins { 1.0 } else { 0.0 });
            Verdict::on(&Proportion::new(games))
        };
        assert_eq!(verdict(0.5, 2000), Verdict::Fair);
        assert_eq!(verdict(0.5, 20), Verdict::Open);
        assert_eq!(verdict(0.6, 100), Verdict::Open);
        assert_eq!(verdict(0.6, 1000), Verdict::Lopsided);
        assert_eq!(verdict(0.35, 200), Verdict::Lopsided);
    }
}
