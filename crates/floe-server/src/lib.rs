//! The server: users, a lobby, and live tables that are durable and leak no hidden information.
//!
//! A table is an actor (`table/`) around a [`floe_referee::live::LiveTable`]: a request becomes a transition, the
//! transition is stored, and only then is it published. HTTP, streams and WebSockets (`http/`, `socket.rs`) are three
//! ways to the same few calls.

mod auth;
mod clock;
mod cluster;
mod config;
mod desertions;
mod devices;
mod engines;
mod error;
mod exhibition;
mod forwarded;
mod http;
mod hub;
mod ids;
mod limits;
mod listen;
mod metrics;
mod names;
mod page;
mod passwords;
mod push;
mod ratings;
mod serve;
mod socket;
mod table;
mod throttle;
mod tournament;
mod users;

pub use clock::Clock;
pub use config::Config;
pub use error::ApiError;
pub use http::openapi;
pub use push::{PushRequest, PushTransport};
pub use serve::{ServerHandle, start, start_with, start_with_push};
