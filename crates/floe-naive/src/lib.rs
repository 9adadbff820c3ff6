//! A slow, simple second implementation of the games.
//!
//! It exists only so that tests can compare it with the real kernel. It was written from the rules alone and shares no
//! code and no data layout with the kernel: cells are `(row, x)` coordinates in hash maps, slides are walked one step
//! at a time, and every query generates all moves.
//!
//! For the slide games nothing depends on the name of a game. The rules axes in
//! the `start` object of a trace decide everything, so house rules are checked
//! as well. The games with cards (`penguin-buffet`, `amazonian-buffet` and
//! `montauk`) are known by their names and read their own switches.

#![forbid(unsafe_code)]

mod action;
mod board;
mod buffet;
mod cards;
mod game;
mod montauk;
mod moves;
mod outcome;
mod play;
mod rules;
mod solution;
mod start;
mod trace;
mod tracked;
mod turns;

#[cfg(test)]
mod tests;

pub use buffet::Buffet;
pub use game::Naive;
pub use montauk::Montauk;
pub use solution::{Checked, check_solution};
pub use trace::{Summary, check_trace};
