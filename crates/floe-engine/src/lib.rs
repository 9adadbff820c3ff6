//! Everything that chooses a move, and everything that looks ahead.
//!
//! Nothing here reads the system's clock, the network or a file: what depends on time is handed one.

pub mod fish;
pub mod perft;
pub mod playout;
mod policy;
mod rng;
pub mod solve;

pub use policy::Policy;
pub use rng::Rng;
