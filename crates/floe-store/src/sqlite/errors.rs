//! From what SQLite and the file system say to what a store says.

use std::io::ErrorKind;

use crate::{Damage, StoreError};

/// SQLite's result codes that mean something here: <https://sqlite.org/rescode.html>.
const BUSY: i32 = 5;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const CONSTRAINT: i32 = 19;
const NOT_A_DATABASE: i32 = 26;
const CONSTRAINT_UNIQUE: i32 = 2067;
const CONSTRAINT_PRIMARY_KEY: i32 = 1555;
const CONSTRAINT_FOREIGN_KEY: i32 = 787;
/// The shared memory beside a WAL could not grow: there is no room.
const IO_SHARED_MEMORY_SIZE: i32 = 4874;
const IO_SYNC: i32 = 1034;
const IO_SYNC_FOLDER: i32 = 1290;

fn code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.code()?.parse().ok()
}

/// What a store says to what SQLite said.
pub(super) fn fault(error: sqlx::Error) -> StoreError {
    match code(&error) {
        Some(IO_SHARED_MEMORY_SIZE) => return StoreError::Full,
        Some(code) if code & 0xff == FULL => return StoreError::Full,
        Some(code) if matches!(code & 0xff, CORRUPT | NOT_A_DATABASE) => {
            return StoreError::Damaged(Damage {
                what: "the database was found damaged while in use".to_owned(),
                remedy: "Stop the server and start it again: it then says how much of the log is sound and \
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

/// What a store says when a file cannot be used.
pub(super) fn io_fault(what: &str, error: std::io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
        // A name that leads nowhere, or that is somebody else's: the caller's mistake, not the disk's.
        ErrorKind::NotFound | ErrorKind::PermissionDenied => {
            StoreError::Unusable(format!("{what} cannot be used: {error}"))
        }
        _ => StoreError::Failed(format!("{what} cannot be used: {error}")),
    }
}

/// What a store says after its end.
pub(super) fn closed() -> StoreError {
    StoreError::Failed("it is closed".to_owned())
}

/// Does SQLite say that the file itself is wrong?
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| matches!(code & 0xff, CORRUPT | NOT_A_DATABASE))
}

/// Does another program hold SQLite's locks on the file?
pub(super) fn is_locked(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| code & 0xff == BUSY)
}

/// Has a statement been refused for what it wanted to store? It has then done nothing, and the transaction goes on.
pub(super) fn is_refusal(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| code & 0xff == CONSTRAINT)
}

/// Refused because there is one already.
pub(super) fn is_taken(error: &sqlx::Error) -> bool {
    matches!(code(error), Some(CONSTRAINT_UNIQUE | CONSTRAINT_PRIMARY_KEY))
}

/// Refused because whoever it belongs to is unknown.
pub(super) fn is_orphan(error: &sqlx::Error) -> bool {
    code(error) == Some(CONSTRAINT_FOREIGN_KEY)
}

/// A sync has failed: nobody knows what is on the disk now.
pub(super) fn is_failed_sync(error: &sqlx::Error) -> bool {
    matches!(code(error), Some(IO_SYNC | IO_SYNC_FOLDER))
}
