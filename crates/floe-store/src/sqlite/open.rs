//! From a path to a Floe database that is intact and has the current schema.

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqlSafeStr};

use super::errors::{fault, io_fault, is_damage, is_locked};
use super::files::{
    APPLICATION, FileKind, Lock, classify, clear, mark_of, sibling_path, sync, sync_folder_of,
};
use super::high_water_mark::{HighWaterMark, MarkStatus};
use super::pace::{Pace, log_progress};
use super::verify::{damaged, pragma, schema, verify, verify_chain, verify_from};
use crate::StoreError;
use crate::chain::Head;

/// The migrations to the current schema, in order; a released one is never changed, only followed by another. They are
/// listed here because `migrate!` would build SQLite a second time, for the compiler.
static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let steps = [
        (2, "begin", include_str!("../../migrations/sqlite/0002_begin.sql")),
        (3, "long histories", include_str!("../../migrations/sqlite/0003_long_histories.sql")),
        (4, "items", include_str!("../../migrations/sqlite/0004_items.sql")),
    ];
    let step = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(steps.map(step).into())
});

/// What every connection has in common.
fn connection(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging()
}

/// How the writer opens an existing file.
pub(super) fn to_write(path: &Path) -> SqliteConnectOptions {
    connection(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // Deleted data is overwritten, not only unlinked.
        .pragma("secure_delete", "ON")
        .pragma("journal_size_limit", "67108864")
        // The checkpointer moves pages in the background; only if it falls 64 MB behind does the writer stop for it.
        .pragma("wal_autocheckpoint", "16384")
}

/// How a reader opens it.
pub(super) fn to_read(path: &Path) -> SqliteConnectOptions {
    connection(path).read_only(true)
}

/// How to read a file that SQLite would otherwise refuse: with `writable_schema`, a wrong size or a broken schema does
/// not prevent reading what can still be found.
pub(super) fn to_rescue(path: &Path) -> SqliteConnectOptions {
    connection(path).foreign_keys(false).pragma("writable_schema", "ON")
}

/// The error for a file that SQLite does not open or read: if the file is damaged, how much of its log is sound.
pub(super) async fn unreadable(path: &Path, error: sqlx::Error) -> StoreError {
    if is_locked(&error) {
        return StoreError::Unusable(format!(
            "{} is locked by another program, or lies on a network file system; close that program, or use a disk of \
             this machine",
            path.display()
        ));
    }
    if !is_damage(&error) {
        return fault(error);
    }
    let sound = match to_rescue(path).read_only(true).connect().await {
        Ok(mut conn) => {
            let mut on_progress = log_progress();
            let sound =
                verify_chain(&mut conn, Head::default(), &[], &mut Pace::Fast(&mut on_progress)).await;
            // It was only read.
            let _ = conn.close().await;
            sound.map_or(0, |sound| sound.whole.seq)
        }
        Err(_) => 0,
    };
    damaged(path, &format!("SQLite cannot read it ({error})"), sound)
}

/// A database that can be used.
pub(super) struct Opened {
    pub conn: SqliteConnection,
    /// The state of its mark.
    pub found: MarkStatus,
    /// Where the log ends.
    pub head: Head,
    /// Was everything checked? If not, only what lies after the seal.
    pub is_checked: bool,
}

/// Opens a database for writing, creating it if there is none. One of up to `full_check_bytes` is checked completely,
/// as is one without a seal; otherwise only what lies after the seal is checked.
pub(super) async fn open(path: &Path, lock: &mut Lock, full_check_bytes: u64) -> Result<Opened, StoreError> {
    let found = HighWaterMark::read(&mark_of(path))
        .map_err(|error| io_fault("the high-water mark of the database", error))?;
    if recognise(path, &found)? == FileKind::Absent {
        create(path).await?;
        lock.claim()?;
    }
    let size = |ending| sibling_path(path, ending).metadata().map_or(0, |metadata| metadata.len());
    let is_large = size("") + size("-wal") > full_check_bytes;
    let mut conn = match to_write(path).connect().await {
        Ok(conn) => conn,
        Err(error) => return Err(unreadable(path, error).await),
    };
    match prepare(&mut conn, path, &found, is_large).await {
        Ok((head, is_checked)) => Ok(Opened { conn, found, head, is_checked }),
        Err(error) => {
            // Before the lock is released. A failure to close in order is not the error to report.
            let _ = conn.close().await;
            Err(error)
        }
    }
}

/// Checks a database and migrates its schema. Returns where the log ends, and whether everything was checked.
async fn prepare(
    conn: &mut SqliteConnection,
    path: &Path,
    found: &MarkStatus,
    is_large: bool,
) -> Result<(Head, bool), StoreError> {
    match schema(conn).await {
        Ok(version) => known(path, version)?,
        Err(error) => return Err(unreadable(path, error).await),
    }
    let mark = found.or_default();
    let tail = match mark.seal.filter(|_| is_large) {
        Some(seal) => verify_from(conn, path, &mark, seal).await,
        None => None,
    };
    let mut on_progress = log_progress();
    let mut pace = Pace::Fast(&mut on_progress);
    let (head, is_checked) = match tail {
        Some(head) => (head, false),
        None => (verify(conn, path, found, &mut pace).await?, true),
    };
    warn_of(path, found, &head);
    if let Err(error) = MIGRATIONS.run(&mut *conn).await {
        if !is_checked {
            // The file may be damaged.
            verify(conn, path, found, &mut pace).await?;
        }
        return Err(StoreError::Failed(format!("cannot migrate the schema: {error}")));
    }
    Ok((head, is_checked))
}

/// Checks whether the file is a Floe database, and refuses it with a sentence if not.
pub(super) fn recognise(path: &Path, found: &MarkStatus) -> Result<FileKind, StoreError> {
    let looks = classify(path)?;
    // A mark next to it shows that there was a Floe database here.
    let marked = matches!(found, MarkStatus::Mark(mark) if mark.head.seq > 0);
    let shown = path.display();
    match looks {
        FileKind::Ours => Ok(looks),
        FileKind::Absent if marked => Err(damaged(
            path,
            "there is no database, although its high-water mark says that there was one (to start afresh, move the \
             mark away)",
            0,
        )),
        FileKind::Absent if sibling_path(path, "-wal").exists() => {
            Err(damaged(path, "there is no database, although its write-ahead log exists", 0))
        }
        FileKind::Absent => Ok(looks),
        _ if marked => Err(damaged(path, "its first bytes are not those of a Floe database", 0)),
        FileKind::Foreign => Err(StoreError::Unusable(format!(
            "{shown} is an SQLite database of another program; give a Floe database or an unused name"
        ))),
        FileKind::Strange => Err(StoreError::Unusable(format!(
            "{shown} is not an SQLite database; give a Floe database or an unused name"
        ))),
    }
}

/// Refuses a schema created by a newer version, or by one from before the first release.
pub(super) fn known(path: &Path, version: i64) -> Result<(), StoreError> {
    let newest = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    if version > newest {
        return Err(StoreError::Unusable(format!(
            "{} was written by a newer Floe (schema {version}; this one supports up to {newest}); use that \
             version, or restore an earlier backup",
            path.display()
        )));
    }
    let oldest = MIGRATIONS.iter().map(|migration| migration.version).min().unwrap_or(0);
    if (1..oldest).contains(&version) {
        return Err(StoreError::Unusable(format!(
            "{} was written by a development version of Floe (schema {version}); this version reads schemas from \
             {oldest} on and cannot convert it; use another file",
            path.display()
        )));
    }
    Ok(())
}

fn warn_of(path: &Path, found: &MarkStatus, head: &Head) {
    let path = path.display();
    match found {
        MarkStatus::Unreadable => {
            tracing::warn!(%path, "the high-water mark is unreadable; writing a new one")
        }
        MarkStatus::Missing if head.seq > 0 => tracing::warn!(
            %path,
            entries = head.seq,
            "the database has no high-water mark, so a lost end cannot be detected; writing a new one"
        ),
        _ => {}
    }
}

/// Creates an empty database: under a temporary name first, so that a file with the final name is always complete.
pub(super) async fn create(path: &Path) -> Result<(), StoreError> {
    let part = sibling_path(path, ".new");
    clear(&part);
    let mut conn = connection(&part).create_if_missing(true).connect().await.map_err(fault)?;
    pragma(&mut conn, "application_id", i64::from(APPLICATION)).await?;
    // `run` would keep the future from being sent between threads.
    MIGRATIONS
        .run_direct(None, &mut conn, false)
        .await
        .map_err(|error| StoreError::Failed(format!("cannot create the database: {error}")))?;
    conn.close().await.map_err(fault)?;
    sync(&part)?;
    std::fs::rename(&part, path).map_err(|error| io_fault(&path.display().to_string(), error))?;
    sync_folder_of(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_migration_in_the_folder_is_listed_with_its_number() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
        crate::migrations::compare(&folder, &MIGRATIONS);
    }
}
