//! The durable store: the log of every table and tournament, users, ratings. One trait, [`Store`]; everything
//! acknowledged is on disk. [`SqliteStore`] is one SQLite file.

#[cfg(feature = "conformance")]
pub mod conformance;
mod error;
#[cfg(feature = "memory")]
mod memory;
mod people;
mod sqlite;
mod store;
mod write_command;

pub use error::{Damage, StoreError};
pub use floe_games::Stage;
#[cfg(feature = "memory")]
pub use memory::MemoryStore;
pub use people::{Block, ChatLine, Report, Role, Session, Token, User};
pub use sqlite::{
    BackgroundCheck, Checked, Options, Progress, Salvaged, SqliteStore, check, check_with, restore, salvage,
};
pub use store::{Append, Filter, IndexRow, LogKind, Player, Rating, RatingChange, Store, StoredEntry, Swept};
