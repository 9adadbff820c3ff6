//! Measures rule sets: the engine plays itself, and the results are summarised with error bars.
//!
//! [`run`] plays, [`Summary`] summarises, [`differences`] compares two rule sets game by game on the same seeds, and
//! [`LabReport`] is the result: as JSON, as text by [`to_text`], and as HTML by [`to_html`].
//!
//! ```
//! use floe_lab::{Matchup, RunOptions, Summary, run};
//! use floe_engine::Level;
//!
//! let rules = floe_games::registry::find("paper-penguins").unwrap().parse_rules(Some(&"small".into())).unwrap();
//! let matchup = Matchup { rules, level: Level::Random, against: None, judge: None };
//! let played = run(&[matchup], 4, 0, &RunOptions::quiet(1)).unwrap();
//! let summary = Summary::new(&played.games[0].iter().flatten().collect::<Vec<_>>());
//! assert_eq!(summary.games, 4);
//! ```

mod experiment;
mod history;
mod html;
mod metric;
mod numbers;
mod play;
mod report;
mod run;
mod summary;
mod text;
mod variations;
mod verdict;

pub use experiment::{LabConfig, compare, curves, layouts, levels, report};
pub use history::{Decision, GameHistory};
pub use html::to_html;
pub use metric::{Difference, Metric, differences, metrics};
pub use numbers::{Distribution, Histogram, Proportion, RSquared, games_for};
pub use play::{Matchup, play};
pub use report::{
    Arm, ArmConfig, Comparison, CurvePoint, GameReport, LabReport, LayoutRow, Layouts, LevelReport,
    RuleReport, Variation, Verdict,
};
pub use run::{PlayGame, Run, RunOptions, run};
pub use summary::{Checkpoint, KomiEstimate, PhaseRow, Summary};
pub use text::to_text;
pub use variations::{VariedRules, bundled_layouts, variations};
pub use verdict::verdict;
