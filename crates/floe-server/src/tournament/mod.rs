//! Tournaments: a log each, folded into a value (`state.rs`), and the office that keeps them going.

mod ask;
mod entry;
mod make;
mod office;
mod run;
mod state;
mod view;

#[cfg(test)]
mod tests;

pub use office::Office;
pub use view::row_of;
