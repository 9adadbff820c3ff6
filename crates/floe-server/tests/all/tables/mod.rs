//! Live tables over real sockets: played, watched, interrupted and resumed, attacked.

mod durable;
mod hostile;
mod live;
mod play;
mod workers;
