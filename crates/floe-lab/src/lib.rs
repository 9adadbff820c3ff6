//! What a rule set is like, measured: the engine plays itself, and what came of it is summed up with error bars.
//!
//! [`run`] plays, [`Summary`] sums up, [`differences`] compares two rule sets game by game on the same seeds, and
//! [`Paper`] is what is kept: as JSON, as words, and drawn by [`page`].
//!
//! ```
//! use floe_lab::{Bench, Effort, Summary, run};
//! use floe_engine::Level;
//!
//! let rules = floe_games::registry::find("paper-penguins").unwrap().read_rules(Some(&"small".into())).unwrap();
//! let bench = Bench { rules, level: Level::Random, against: None, judge: None };
//! let played = run(&[bench], 4, 0, &Effort::quiet(1)).unwrap();
//! let summary = Summary::of(&played.games[0].iter().flatten().collect::<Vec<_>>());
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

pub use experiment::{LabConfig, compare, layouts, report};
pub use history::{Decision, GameHistory};
pub use html::to_html;
pub use metric::{Difference, Metric, differences, metrics};
pub use numbers::{Distribution, Histogram, Proportion, RSquared};
pub use play::{Matchup, play};
pub use report::{Arm, ArmConfig, Comparison, LabReport, LayoutRow, Layouts, RuleReport, Variation, Verdict};
pub use run::{Run, RunOptions, run};
pub use summary::{Checkpoint, PhaseRow, Summary};
pub use text::to_text;
pub use variations::{VariedRules, bundled_layouts, variations};
