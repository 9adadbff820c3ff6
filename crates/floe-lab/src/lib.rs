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

mod course;
mod experiment;
mod metric;
mod numbers;
mod page;
mod paper;
mod play;
mod run;
mod summary;
mod vary;
mod words;

pub use course::{Course, Decision};
pub use experiment::{Plan, compare, layouts, report};
pub use metric::{Difference, Metric, differences, metrics};
pub use numbers::{Bins, Explained, Share, Spread};
pub use page::page;
pub use paper::{Arm, Comparison, LayoutRow, Layouts, Paper, Report, Setting, Variation, Verdict};
pub use play::{Bench, play};
pub use run::{Effort, Run, run};
pub use summary::{Moment, PhaseRow, Summary};
pub use vary::{Varied, shipped, variations};
pub use words::words;
