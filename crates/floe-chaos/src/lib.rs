//! Attacks on a running server, and faults under which it must lose nothing. The server is a `floe serve` process; the
//! attackers are external clients that speak HTTP and WebSocket over loopback.
//!
//! - [`attack`] replays known attacks and reports for each hole whether it is closed.
//! - [`history`] lets many clients play while the server is killed, stopped, starved of disk and of true time, and checks
//!   afterwards that everything sent to any client is in the log.

pub mod attack;
pub mod client;
pub mod cluster;
pub mod faketime;
pub mod folder;
pub mod ground;
pub mod history;
pub mod load;
pub mod measure;
pub mod report;
pub mod server;
pub mod socket;
pub mod table;
pub mod victim;
