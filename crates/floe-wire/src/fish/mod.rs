//! Fish as JSON: boards, states, actions, the harnesses that take one value and return one, and the calls and replies
//! of the tournament over TCP.

mod harness;
mod kernel;
mod standard;
mod state;
pub mod wire;

pub use harness::{HARNESSES, Harness, MAX_BYTES, MAX_DEPTH, xboard, xref, xstate, xstrategy, xtree};
pub use kernel::{FishVisitor, with_fish};
pub use standard::{action_within, best_action, first_free};
pub use state::{Action, Board, Color, MAX_FISH, PlayerState, State, TilePos};
