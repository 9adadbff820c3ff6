//! Tournaments: each is a log, folded into a value (`state.rs`), and a service keeps them running.

mod arena;
mod commands;
mod create;
mod entry;
mod nodes;
mod run;
mod service;
mod state;
mod view;

#[cfg(test)]
mod tests;

pub use service::TournamentService;
pub use view::row_of;
