//! The durable store: the log of every table and tournament, users, ratings. One trait, [`Store`]; everything
//! acknowledged is on disk. [`SqliteStore`] is one SQLite file; [`PostgresStore`] is a PostgreSQL database
//! that several servers share.

mod chain;
#[cfg(feature = "conformance")]
pub mod conformance;
mod error;
mod filter;
mod health;
mod lease;
#[cfg(feature = "memory")]
mod memory;
#[cfg(test)]
mod migrations;
mod people;
mod postgres;
#[cfg(feature = "postgres-server")]
mod postgres_server;
mod rows;
mod sqlite;
mod store;
mod sweep;
mod transfer;
mod write_command;
mod write_queue;

pub use error::{Damage, StoreError};
pub use floe_games::{Occupant, Stage};
pub use lease::{LEASE_MS, Lease, LeaseBook, LeaseCommand, Node, NodeSession, RENEW_MS, SERVE_MS};
#[cfg(feature = "memory")]
pub use memory::MemoryStore;
pub use people::{Block, ChatLine, Item, Report, Role, Session, Token, User};
pub use postgres::{PostgresOptions, PostgresStore, is_address, without_password};
#[cfg(feature = "postgres-server")]
pub use postgres_server::{PostgresServer, postgres_programs};
pub use sqlite::{
    BackgroundCheck, Checked, Options, Progress, Salvaged, SqliteStore, check, check_with, restore, salvage,
};
pub use store::{Append, Filter, IndexRow, LogKind, Player, Rating, RatingChange, Store, StoredEntry, Swept};
pub use transfer::{CheckedLogs, backup_postgres, check_postgres, migrate};
