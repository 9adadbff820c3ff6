//! The tournament of Fish with clients in memory and a clock of its own: nothing here waits for anything real.

mod boards;
mod bots;
mod clients;
mod hostile;
mod ordinary;
mod protocol;
mod scenarios;
mod signup;
mod watching;
