//! The guarantees of the engines.

mod baselines;
mod dominated;
mod endgames;
mod odd_rules;
mod puzzles;
mod search;
