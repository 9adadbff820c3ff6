//! Tournaments: a log each, folded into a value (`state.rs`), and the office that keeps them going.

mod commands;
mod create;
mod entry;
mod run;
mod service;
mod state;
mod view;

#[cfg(test)]
mod tests;

pub use service::TournamentService;
pub use view::row_of;
