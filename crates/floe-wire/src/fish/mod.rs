//! Fish as JSON: boards, states, actions, and the harnesses that read one value and answer with one.

mod harness;
mod state;

pub use harness::{HARNESSES, Harness, MAX_BYTES, xboard, xref, xstate, xstrategy, xtree};
pub use state::{Action, Board, Color, Place, PlayerState, State};
