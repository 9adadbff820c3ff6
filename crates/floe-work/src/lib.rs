//! Work for other machines: queues on NATS JetStream and the worker.

#[cfg(feature = "nats-server")]
mod nats_server;

#[cfg(feature = "nats-server")]
pub use nats_server::{NatsServer, nats_server_program};
