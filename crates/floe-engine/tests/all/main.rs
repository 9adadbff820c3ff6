//! The guarantees of the engines.

mod baselines;
mod endgames;
mod odd_rules;
mod puzzles;
mod search;
