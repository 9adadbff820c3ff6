//! The referee: players of any kind behind one trait, clocks, faults, games, matches and tournaments.
//!
//! No call blocks, and time is tokio's, so tests play complete tournaments instantly with a paused clock.

mod adjudication;
mod bot_command;
mod channel_player;
pub mod check;
mod clock;
mod engine_player;
mod entrant;
mod fault;
pub mod fish;
pub mod game;
pub mod journal;
pub mod live;
mod names;
mod observer;
pub mod pairing;
mod player;
mod process;
pub mod report;
pub mod stats;
pub mod tournament;
mod ugi_session;

pub use adjudication::Agreement;
pub use channel_player::{ChannelPlayer, PendingTurn};
pub use clock::{Clock, TimeControl, parse_margin};
pub use engine_player::{Stopwatch, search_limits};
pub use entrant::Entrant;
pub use fault::{Consequence, Fault, consequence};
pub use observer::{GameUpdate, Observers};
pub use player::{GameSetup, Player, PlayerFuture, Random, TurnRequest};
pub use process::{LaunchOptions, MemoryLimit, Meter, ProcessLimit, UgiPlayer, wait_for_bots};
pub use ugi_session::{UgiError, UgiOptions, UgiSession};
