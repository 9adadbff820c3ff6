//! Finding the weights of the networks: games of the engine against itself, and fitting what it saw to how they ended.
//!
//! The same seed and settings give the same games and the same weights, whatever the number of threads.

mod fit;
mod games;
mod imitate;

pub use crate::slide::FEATURES;
pub use fit::{Fit, fit};
pub use games::{Lesson, Plan, Played, Sample, play};
pub use imitate::imitate;
