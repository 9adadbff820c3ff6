//! Converts errors of PostgreSQL to errors of a store.

use std::io::ErrorKind;

use crate::error::closed;
use crate::{Damage, StoreError};

/// PostgreSQL's error codes that matter here: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
const SERIALIZATION_FAILURE: &str = "40001";
const DEADLOCK: &str = "40P01";
const DISK_FULL: &str = "53100";
const TOO_MANY_CONNECTIONS: &str = "53300";
const READ_ONLY: &str = "25006";
const IDLE_IN_TRANSACTION: &str = "25P03";
const LOCK_TIMEOUT: &str = "55P03";
const DATA_CORRUPTED: &str = "XX001";
const INDEX_CORRUPTED: &str = "XX002";
/// Constraints: a unique name, an owner, a partition.
const CONSTRAINT: &str = "23";
/// A value that does not fit its type.
const DATA: &str = "22";
/// A value beyond one of PostgreSQL's limits.
const LIMIT: &str = "54";
/// The server is shutting down, was killed or starting up.
const INTERVENTION: &str = "57P";
/// The connection itself.
const CONNECTION: &str = "08";

fn code(error: &sqlx::Error) -> Option<String> {
    error.as_database_error()?.code().map(Into::into)
}

fn has_code(error: &sqlx::Error, prefixes: &[&str]) -> bool {
    code(error).is_some_and(|code| prefixes.iter().any(|prefix| code.starts_with(prefix)))
}

/// The store error for a PostgreSQL error.
pub(super) fn fault(error: sqlx::Error) -> StoreError {
    if is_damage(&error) {
        return StoreError::Damaged(Damage {
            what: format!("PostgreSQL reports that its data is damaged: {error}"),
            remedy: "Restore a backup, to a moment before the damage if the write-ahead log was archived, then check \
                     it with `floe store verify`"
                .to_owned(),
            sound: 0,
        });
    }
    match error {
        sqlx::Error::PoolClosed => closed(),
        sqlx::Error::Io(error) if error.kind() == ErrorKind::StorageFull => StoreError::Full,
        error if has_code(&error, &[DISK_FULL]) => StoreError::Full,
        error if has_code(&error, &[LOCK_TIMEOUT]) => StoreError::Failed(
            "another transaction keeps what this one needs locked; is the store being migrated?".to_owned(),
        ),
        error if is_lost(&error) => StoreError::Failed(format!("the database cannot be reached: {error}")),
        sqlx::Error::Database(error) => StoreError::Failed(error.message().to_owned()),
        other => StoreError::Failed(other.to_string()),
    }
}

/// Does PostgreSQL report that stored data is invalid?
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    has_code(error, &[DATA_CORRUPTED, INDEX_CORRUPTED])
}

/// Is the connection of no use any more, or the server not ready? Another connection may succeed.
pub(super) fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => true,
        error => {
            has_code(error, &[CONNECTION, INTERVENTION, TOO_MANY_CONNECTIONS, READ_ONLY, IDLE_IN_TRANSACTION])
        }
    }
}

/// Was a transaction in the way of another? Nothing of it is stored, and it may succeed if it is run again. A constraint
/// counts as well: everything that can be refused is checked first, so another process was faster.
pub(super) fn is_conflict(error: &sqlx::Error) -> bool {
    has_code(error, &[SERIALIZATION_FAILURE, DEADLOCK, LOCK_TIMEOUT, CONSTRAINT])
}

/// Does PostgreSQL refuse the content of a statement, rather than fail to store it?
pub(super) fn is_refusal(error: &sqlx::Error) -> bool {
    has_code(error, &[CONSTRAINT, DATA, LIMIT])
}
