//! The errors of a journal.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a journal cannot be written or read.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file system error.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// A line is not as it was written.
    #[error("{}: line {line} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// It is intact, but cannot be used like this.
    #[error("{}: {what}", path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// The reason.
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
