//! What engines promise.

mod baselines;
mod endgames;
mod odd_rules;
mod puzzles;
mod search;
