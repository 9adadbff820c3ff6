//! Training of the networks: self-play games, the value network and the policy networks.
//!
//! The same seed and settings give the same games and the same weights, whatever the number of threads.

mod policy;
mod self_play;
mod value;

pub use crate::slide::FEATURES;
pub use policy::train_policy;
pub use self_play::{PolicySample, SelfPlayConfig, SelfPlayData, ValueSample, self_play};
pub use value::{TrainConfig, train_value};
