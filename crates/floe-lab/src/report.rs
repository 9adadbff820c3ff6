//! The result of an experiment: enough to write its page again.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Difference, Proportion, Summary};

/// The result of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "lab", rename_all = "lowercase")]
pub enum LabReport {
    /// On one rule set.
    Report(Box<RuleReport>),
    /// On two rule sets.
    Comparison(Box<Comparison>),
    /// On the boards that come with the games.
    Layouts(Layouts),
    /// On one rule set at several levels.
    Levels(LevelReport),
    /// On one game.
    Game(Box<GameReport>),
}

/// What was played, and by whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArmConfig {
    /// The id of the game.
    pub game: String,
    /// Its name.
    pub name: String,
    /// The switches that differ from the defaults.
    pub changed: Value,
    /// The level that played.
    pub level: String,
    /// The level it played against, if different.
    pub against: Option<String>,
    /// The level that judged who was ahead.
    pub judge: String,
    /// The seed of the first game.
    pub seed: u64,
    /// The number of games requested.
    pub asked: u64,
}

/// The games under one rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arm {
    /// What was played.
    pub setting: ArmConfig,
    /// The results.
    pub summary: Summary,
}

/// The report on one rule set, and on what each switch changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleReport {
    /// The unchanged rules.
    #[serde(flatten)]
    pub arm: Arm,
    /// One switch changed at a time.
    pub variations: Vec<Variation>,
    /// Switches and values that were skipped, and why.
    pub skipped: Vec<String>,
    /// Whether it ended before all games were played.
    pub incomplete: bool,
}

/// One rule set at several levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelReport {
    /// The games at each level.
    pub arms: Vec<Arm>,
    /// Whether it ended before all games were played.
    pub incomplete: bool,
}

/// The curves of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameReport {
    /// What was played; of the seed's games only the first.
    pub setting: ArmConfig,
    /// The number of players.
    pub seats: usize,
    /// The decisions in order.
    pub curve: Vec<CurvePoint>,
    /// The winners.
    pub winners: Vec<usize>,
    /// The final scores; all zero where points do not decide.
    pub scores: Vec<i64>,
    /// How often a different seat was clearly ahead.
    pub lead_changes: usize,
    /// How far behind the winner was, on average over the decisions at which it was, from 0 to 1.
    pub drama: Option<f64>,
}

/// A decision on the curves of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The seat that chose.
    pub seat: usize,
    /// The phase.
    pub phase: String,
    /// The number of legal moves.
    pub choices: u64,
    /// Seat 0's win probability before the move, as the judge sees it.
    pub win: Option<f64>,
    /// Seat 0's lead in points after the move.
    pub lead: i32,
}

/// The rules with one switch changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variation {
    /// The switch.
    pub switch: String,
    /// Its value in the unchanged rules.
    pub was: Value,
    /// Its value here.
    pub value: Value,
    /// The results.
    pub summary: Summary,
    /// The differences, game by game on the same seeds.
    pub differences: Vec<Difference>,
}

/// A comparison of two rule sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The names of the two.
    pub names: [String; 2],
    /// The first.
    pub first: Arm,
    /// The second.
    pub second: Arm,
    /// Second minus first, game by game on the same seeds.
    pub differences: Vec<Difference>,
    /// Whether it ended before all games were played.
    pub incomplete: bool,
}

/// Whether the boards that come with the games favour a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layouts {
    /// The level that played.
    pub level: String,
    /// The seed of the first game.
    pub seed: u64,
    /// The number of games requested on each board.
    pub asked: u64,
    /// The boards.
    pub rows: Vec<LayoutRow>,
    /// Whether it ended before all games were played.
    pub incomplete: bool,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LayoutRow {
    /// The id of the game.
    pub game: String,
    /// The name of the layout.
    pub layout: String,
    /// The number of games.
    pub games: u64,
    /// The number of distinct games.
    pub different: u64,
    /// The proportion of wins of the first player.
    pub first: Proportion,
    /// Games without a single winner.
    pub draws: Proportion,
    /// The mean number of moves per game.
    pub length: f64,
    /// Whether the first player's proportion is near a half.
    pub verdict: Verdict,
}

/// Whether the first player's proportion is between 45 and 55 per cent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The whole interval is.
    Fair,
    /// Part of the interval is: more games are needed.
    Open,
    /// None of it is.
    Lopsided,
}

impl Verdict {
    /// The verdict on a proportion.
    pub fn on(first: &Proportion) -> Verdict {
        let (from, to) = (0.45, 0.55);
        match first {
            proportion if proportion.low >= from && proportion.high <= to => Verdict::Fair,
            proportion if proportion.low > to || proportion.high < from => Verdict::Lopsided,
            _ => Verdict::Open,
        }
    }

    /// The verdict as a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Fair => "fair",
            Verdict::Open => "open",
            Verdict::Lopsided => "lopsided",
        }
    }
}

impl ArmConfig {
    /// The rules as text: `rows=6, place_on=any`; `default` if nothing is changed.
    pub fn rules_words(&self) -> String {
        let Some(changed) = self.changed.as_object().filter(|changed| !changed.is_empty()) else {
            return "default".into();
        };
        let rules = changed.iter().map(|(name, value)| format!("{name}={}", crate::variations::plain(value)));
        rules.collect::<Vec<_>>().join(", ")
    }

    /// The players as text.
    pub fn players_words(&self) -> String {
        match &self.against {
            Some(against) => format!("{} against {against}, rotating seats", self.level),
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
