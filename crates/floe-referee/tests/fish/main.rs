//! The tournament of Fish with clients in memory and a virtual clock: nothing here waits for real time.

mod boards;
mod bots;
mod clients;
mod hostile;
mod ordinary;
mod protocol;
mod scenarios;
mod signup;
mod watching;
