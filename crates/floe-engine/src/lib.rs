//! Everything that chooses a move, and everything that looks ahead.
//!
//! [`mind`] gives an engine for any rules at any level; a [`Mind`] is shown a position and says what it thinks.
//! Nothing here reads the system's clock, the network or a file: what depends on time is handed one.

pub mod alphabeta;
pub mod baseline;
mod buffet;
pub mod fish;
pub mod hunch;
mod level;
mod levels;
pub mod mcts;
mod mind;
mod minds;
mod montauk;
pub mod net;
pub mod numbers;
pub mod perft;
pub mod playout;
pub mod puzzle;
pub mod reason;
pub mod review;
mod rng;
mod simple;
mod slide;
mod slip;
pub mod solve;
mod table;
pub mod tree;
pub mod tune;

pub use level::{Level, Strength, UNHURRIED};
pub use levels::strength;
pub use mind::{Asked, Clock, Limits, Line, Mind, Still, Thought, Watch, Worth, nobody_listens};
pub use minds::{mind, mind_with_net};
pub use rng::Rng;
