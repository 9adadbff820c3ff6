//! Everything that chooses a move, and everything that looks ahead.
//!
//! [`mind`] gives an engine for any rules at any level; a [`Mind`] is shown a position and says what it thinks.
//! Nothing here reads the system's clock, the network or a file: what depends on time is handed one.

mod buffet;
pub mod fish;
mod level;
mod mind;
mod minds;
pub mod numbers;
pub mod perft;
pub mod playout;
mod rng;
mod simple;
mod slip;

pub use level::{Level, Strength, UNHURRIED};
pub use mind::{Asked, Clock, Limits, Line, Mind, Still, Thought, Watch, Worth, nobody_listens};
pub use minds::mind;
pub use rng::Rng;
