//! Why work was not done.

use std::time::Duration;

use thiserror::Error;

use crate::{Class, ConnectError, Kind};

/// Why a job has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WorkError {
    /// There is no connection.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// NATS refused something.
    #[error("NATS: {0}")]
    Nats(String),
    /// The queue is full.
    #[error("the queue for {} is full: it holds {jobs} jobs; try again later", class.about())]
    Full {
        /// The class.
        class: Class,
        /// How many jobs it holds at most.
        jobs: i64,
    },
    /// The job is too long.
    #[error("the {} is {bytes} bytes long; the limit is {limit}", kind.about())]
    TooLarge {
        /// The kind of job.
        kind: Kind,
        /// Its length.
        bytes: usize,
        /// The longest that is accepted.
        limit: usize,
    },
    /// The job cannot be done, or was given up.
    #[error("{0}")]
    Failed(String),
    /// There was no answer in time.
    #[error("no worker has answered within {} seconds", .0.as_secs())]
    TimedOut(Duration),
    /// What came back is no answer to the job.
    #[error("a worker sent an invalid answer: {0}")]
    InvalidAnswer(String),
}

impl WorkError {
    pub(crate) fn nats(error: impl std::fmt::Display) -> WorkError {
        WorkError::Nats(error.to_string())
    }
}
