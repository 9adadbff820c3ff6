//! The errors of a store.

use thiserror::Error;

/// Why the store did not do what was requested. Nothing was stored, except where [`StoreError::Unconfirmed`]
/// says that this is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// Another writer appended to the log first.
    #[error("the log of {stream} is at version {found}, not {expected}")]
    Stale {
        /// The log.
        stream: String,
        /// The version the writer knew.
        expected: u64,
        /// The version it has.
        found: u64,
    },
    /// The writer no longer has the lease of the log: another one has taken it since.
    #[error("the lease of {stream} was taken by another server: token {token} is older than {found}")]
    Fenced {
        /// The log.
        stream: String,
        /// The token of the write.
        token: u64,
        /// The token of the log.
        found: u64,
    },
    /// A name or an id that must be unique is taken.
    #[error("'{0}' is taken")]
    Taken(String),
    /// The disk is full.
    #[error("the disk is full; nothing was stored")]
    Full,
    /// The file is damaged.
    #[error("{0}")]
    Damaged(Damage),
    /// A file that cannot be used as requested: it is missing, in use, in the way, or of another program.
    #[error("{0}")]
    Unusable(String),
    /// The database went away during a commit: what was to be stored may be stored or not. Whoever wrote to a log reads
    /// it again before the next write.
    #[error("the connection to the database was lost during a commit; whether that was stored is unknown")]
    Unconfirmed,
    /// Any other error of the database.
    #[error("the store failed: {0}")]
    Failed(String),
}

/// What is wrong with a damaged store, and what can be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}. {remedy}")]
pub struct Damage {
    /// What was found.
    pub what: String,
    /// What can be restored, and how.
    pub remedy: String,
    /// The number of sound entries of the log, from the first.
    pub sound: u64,
}

/// The error after closing.
pub(crate) fn closed() -> StoreError {
    StoreError::Failed("it is closed".to_owned())
}
