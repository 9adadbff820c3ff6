//! Live tables over real sockets: played, followed, broken off and resumed, attacked.

mod durable;
mod hostile;
mod live;
mod play;
