//! What results say about strength.
//!
//! Pure functions from finished games to numbers: no file, no clock, no randomness. The same games in any order give
//! the same numbers. The unit of statistics is the *set*, all seat rotations of one start between the same players: its
//! games are not independent of each other (a start may favour a seat), different sets are.

mod cross;
mod elo;
mod faults;
mod finished;
mod normal;
mod ratings;
mod sets;
mod sprt;
mod standings;
mod summary;
mod tie_breaks;

#[cfg(test)]
mod simulation;

pub use cross::{Cell, CrossTable};
pub use elo::{Elo, Measure, elo_of_score, score_of_elo};
pub use faults::{FaultRow, fault_rows};
pub use finished::{FaultNote, FinishedGame, places};
pub use normal::{Z95, normal_cdf, wilson};
pub use ratings::{Rating, Ratings};
pub use sets::HeadToHead;
pub use sprt::{Sprt, SprtState, Verdict};
pub use standings::{Standing, standings};
pub use summary::Summary;
pub(crate) use tie_breaks::tie_breaks_with;
pub use tie_breaks::{TieBreaks, tie_breaks};
