//! What can be wrong with a journal.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a journal cannot be written or read.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file system refused.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line is not as it was written.
    #[error("{}: line {line} is damaged: {what}", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// It is in order, but cannot be used like this.
    #[error("{}: {what}", path.display())]
    Unfit {
        /// Which file.
        path: PathBuf,
        /// Why not.
        what: String,
    },
}

impl JournalError {
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> JournalError + '_ {
        |error| JournalError::File { path: path.into(), error }
    }

    pub(super) fn damaged(path: &Path, line: u64, what: impl Into<String>) -> JournalError {
        JournalError::Damaged { path: path.into(), line, what: what.into() }
    }

    pub(super) fn unfit(path: &Path, what: impl Into<String>) -> JournalError {
        JournalError::Unfit { path: path.into(), what: what.into() }
    }
}
