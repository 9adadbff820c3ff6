//! The engine of the slide family: evaluation, policy and search.

mod beginner;
mod endgame;
mod engine;
mod evaluator;
mod features;
mod multiplayer;
mod policy_features;
mod reach;

pub(crate) use engine::SlideEngine;
pub(crate) use evaluator::SearchState;
pub use features::FEATURES;
pub(crate) use policy_features::{MAX_FEATURES, POLICY_FEATURES, STEP_KINDS};
