//! Work over a real NATS server, which the tests start.

mod connect;
mod server;
