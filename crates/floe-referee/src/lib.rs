//! The referee: players of any kind behind one trait, clocks, faults, games, matches and tournaments.
//!
//! No call blocks, and time is tokio's, so a paused clock plays whole tournaments in an instant in tests.

pub mod check;
mod clock;
mod entrant;
mod fault;
pub mod fish;
pub mod game;
mod hand;
mod inside;
pub mod journal;
pub mod live;
mod observer;
pub mod pairing;
mod player;
mod process;
pub mod report;
pub mod stats;
pub mod tournament;

pub use clock::{Clock, TimeControl};
pub use entrant::Entrant;
pub use fault::{Consequence, Fault, consequence};
pub use hand::{Asked, Hand};
pub use inside::{Stopwatch, allowed};
pub use observer::{Audience, News};
pub use player::{Answer, Invitation, Player, Question, Random};
pub use process::{Launch, MemoryLimit, Meter, ProcessLimit, Ugi, wait_for_bots};
