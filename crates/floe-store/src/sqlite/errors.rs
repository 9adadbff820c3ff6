//! Converts errors of SQLite and the file system to errors of a store.

use std::io::ErrorKind;

pub(super) use crate::error::closed;
use crate::{Damage, StoreError};

/// SQLite's result codes that matter here: <https://sqlite.org/rescode.html>.
const BUSY: i32 = 5;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const CONSTRAINT: i32 = 19;
const NOT_A_DATABASE: i32 = 26;
const CONSTRAINT_UNIQUE: i32 = 2067;
const CONSTRAINT_PRIMARY_KEY: i32 = 1555;
const CONSTRAINT_FOREIGN_KEY: i32 = 787;
/// The shared memory of a WAL could not grow: there is no room.
const IO_SHARED_MEMORY_SIZE: i32 = 4874;
const IO_SYNC: i32 = 1034;
const IO_SYNC_FOLDER: i32 = 1290;

fn code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.code()?.parse().ok()
}

/// The store error for an SQLite error.
pub(super) fn fault(error: sqlx::Error) -> StoreError {
    match code(&error) {
        Some(IO_SHARED_MEMORY_SIZE) => return StoreError::Full,
        Some(code) if code & 0xff == FULL => return StoreError::Full,
        Some(code) if matches!(code & 0xff, CORRUPT | NOT_A_DATABASE) => {
            return StoreError::Damaged(Damage {
                what: "the database was found to be damaged while in use".to_owned(),
                remedy:
                    "Stop the server and start it again: it then reports how much of the log is sound and \
                         what can be done"
                        .to_owned(),
                sound: 0,
            });
        }
        _ => {}
    }
    match error {
        sqlx::Error::Io(error) => io_fault("the database", error),
        sqlx::Error::PoolClosed => closed(),
        sqlx::Error::Database(error) => StoreError::Failed(error.message().to_owned()),
        other => StoreError::Failed(other.to_string()),
    }
}

/// The store error for a file that cannot be used.
pub(super) fn io_fault(what: &str, error: std::io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
        // A path that leads nowhere, or is not accessible: the caller's mistake, not the disk's.
        ErrorKind::NotFound | ErrorKind::PermissionDenied => {
            StoreError::Unusable(format!("{what} cannot be used: {error}"))
        }
        _ => StoreError::Failed(format!("{what} cannot be used: {error}")),
    }
}

/// Does SQLite report that the file itself is invalid?
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| matches!(code & 0xff, CORRUPT | NOT_A_DATABASE))
}

/// Does another program hold SQLite's locks on the file?
pub(super) fn is_locked(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| code & 0xff == BUSY)
}

/// Was a statement refused for its content? It has then done nothing, and the transaction continues.
pub(super) fn is_refusal(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| code & 0xff == CONSTRAINT)
}

/// Refused because it already exists.
pub(super) fn is_taken(error: &sqlx::Error) -> bool {
    matches!(code(error), Some(CONSTRAINT_UNIQUE | CONSTRAINT_PRIMARY_KEY))
}

/// Refused because its owner is unknown.
pub(super) fn is_orphan(error: &sqlx::Error) -> bool {
    code(error) == Some(CONSTRAINT_FOREIGN_KEY)
}

/// A sync has failed: the state of the disk is unknown.
pub(super) fn is_failed_sync(error: &sqlx::Error) -> bool {
    matches!(code(error), Some(IO_SYNC | IO_SYNC_FOLDER))
}
