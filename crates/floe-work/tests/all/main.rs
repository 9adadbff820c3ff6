//! Work over a real NATS server, which the tests start.

mod connect;
mod equal;
mod faults;
mod hostile;
mod queues;
mod server;
mod support;
