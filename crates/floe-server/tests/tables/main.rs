//! Live tables over real sockets: played, followed, broken off and resumed, attacked.

#[path = "../support/mod.rs"]
mod support;

mod durable;
mod hostile;
mod live;
mod play;
