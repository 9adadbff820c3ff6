//! What engines promise.

mod baselines;
mod endgames;
mod odd_rules;
mod search;
