//! Everything that chooses moves or searches ahead.
//!
//! [`new_engine`] creates an engine for any rules at any level. An [`Engine`] takes a position and returns its analysis.
//! Nothing here reads the system's clock, the network or a file: the caller passes in a [`Timer`].

pub mod alphabeta;
pub mod baseline;
mod buffet;
mod dominated;
mod engine;
pub mod explain;
mod factory;
pub mod fish;
mod level;
mod levels;
pub mod math;
pub mod mcts;
mod mixed;
mod montauk;
pub mod net;
mod noise;
mod ordering;
pub mod perft;
pub mod playout;
pub mod policy;
pub mod puzzle;
pub mod rating;
pub mod review;
mod rng;
mod simple;
mod slide;
pub mod solve;
mod standalone;
pub mod train;
mod transposition;
pub mod tree;

pub use buffet::BuffetParams;
pub use dominated::{Fault, fault_of};
pub use engine::{
    Analysis, Engine, Evaluation, FrozenTimer, Limits, Line, PositionView, SearchControl, SearchRequest,
    Timer, ignore_progress,
};
pub use factory::{EngineParams, new_engine, new_engine_with_net, new_engine_with_params};
pub use level::{DEFAULT_MOVE_TIME, Level, LevelParams};
pub use levels::{check_level, level_params, rating_range};
pub use montauk::{LevelPlay, SampleSize};
pub use rng::Rng;
