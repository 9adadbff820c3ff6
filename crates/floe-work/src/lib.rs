//! Work for other machines: queues on NATS JetStream and the worker.

mod connect;
#[cfg(feature = "nats-server")]
mod nats_server;

pub use connect::{ConnectError, Connection, check_addresses, connect, without_passwords};
#[cfg(feature = "nats-server")]
pub use nats_server::{NatsServer, nats_server_program};
