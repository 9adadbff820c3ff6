//! Complete copies: a backup of a store in use, a store restored from a backup, and a check of either.

use std::path::Path;

use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Connection};

use super::errors::{fault, io_fault};
use super::files::{
    FileKind, Lock, clear, mark_of, must_be_free, must_have_one_name, publish, resolve, sibling_path, sync,
};
use super::high_water_mark::{HighWaterMark, MarkFile, MarkStatus};
use super::in_use::Reading;
use super::open::{known, recognise, to_read, unreadable};
use super::pace::{Pace, Progress, log_progress};
use super::verify::{schema, verify};
use crate::StoreError;
use crate::chain::Head;

/// A database that was found intact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The entries of its log.
    pub entries: u64,
    /// The hash of the last one, in hexadecimal: two copies with the same hash have the same log.
    pub hash: String,
    /// Is there a high-water mark next to it? Without one a lost end of the log cannot be detected.
    pub marked: bool,
    /// The entry that the seal names, if there is a seal: at startup the log is checked from there on.
    pub sealed: Option<u64>,
}

impl Checked {
    fn new(head: Head, found: &MarkStatus) -> Checked {
        let hash = base16ct::lower::encode_string(&head.hash);
        let marked = matches!(found, MarkStatus::Mark(_));
        Checked { entries: head.seq, hash, marked, sealed: found.or_default().seal.map(|seal| seal.seq) }
    }
}

/// Checks everything in a database without changing it. The store may be in use.
pub async fn check(path: impl AsRef<Path>) -> Result<Checked, StoreError> {
    check_with(path, &mut |_| {}).await
}

/// Checks everything in a database, as [`check`] does, and reports its progress.
pub async fn check_with(
    path: impl AsRef<Path>,
    on_progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Checked, StoreError> {
    let path = resolve(path.as_ref())?;
    let inspected = inspect(&path, &mut Pace::Fast(on_progress)).await?;
    inspected.conn.close().await.map_err(fault)?;
    Ok(inspected.checked)
}

/// Restores a backup: checks it and copies it to an unused name, with a new mark.
pub async fn restore(from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<Checked, StoreError> {
    must_be_free(to.as_ref())?;
    let (from, to) = (resolve(from.as_ref())?, resolve(to.as_ref())?);
    let _lock = Lock::take(&to)?;
    must_be_free(&to)?;
    let mut inspected = inspect(&from, &mut Pace::Fast(&mut log_progress())).await?;
    copy(&mut inspected.conn, &to).await?;
    inspected.conn.close().await.map_err(fault)?;
    Ok(inspected.checked)
}

/// A database that was checked, to be read.
pub(super) struct Inspected {
    pub conn: SqliteConnection,
    checked: Checked,
    _reading: Option<Reading>,
}

/// Checks everything in a database, and leaves it open.
pub(super) async fn inspect(path: &Path, pace: &mut Pace<'_>) -> Result<Inspected, StoreError> {
    must_have_one_name(path)?;
    // The mark is read first: a store in use may be ahead of it afterwards, but not behind.
    let found = HighWaterMark::read(&mark_of(path))
        .map_err(|error| io_fault("the high-water mark of the database", error))?;
    if recognise(path, &found)? == FileKind::Absent {
        return Err(StoreError::Unusable(format!("no database at {}", path.display())));
    }
    let reading = Reading::begin(path).map_err(|error| io_fault(&path.display().to_string(), error))?;
    let mut conn = match to_read(path).connect().await {
        Ok(conn) => conn,
        Err(error) => return Err(unreadable(path, error).await),
    };
    match look_through(&mut conn, path, &found, pace).await {
        Ok(head) => Ok(Inspected { conn, checked: Checked::new(head, &found), _reading: reading }),
        Err(error) => {
            // It was only read.
            let _ = conn.close().await;
            Err(error)
        }
    }
}

async fn look_through(
    conn: &mut SqliteConnection,
    path: &Path,
    found: &MarkStatus,
    pace: &mut Pace<'_>,
) -> Result<Head, StoreError> {
    match schema(conn).await {
        Ok(version) => known(path, version)?,
        Err(error) => return Err(unreadable(path, error).await),
    }
    Ok(verify(conn, path, found, pace).await?)
}

/// Copies everything that a connection sees to a new file, as of one moment: under a temporary name, synced and
/// checked, and only then under its final name, with its own mark.
pub(super) async fn copy(conn: &mut SqliteConnection, to: &Path) -> Result<(), StoreError> {
    must_be_free(to)?;
    let part = sibling_path(to, ".part");
    clear(&part);
    let done = copy_to(conn, &part, to).await;
    clear(&part);
    done
}

async fn copy_to(conn: &mut SqliteConnection, part: &Path, to: &Path) -> Result<(), StoreError> {
    let name = part.to_str().ok_or_else(|| {
        StoreError::Failed(format!("the path {} is not valid UTF-8, which SQLite needs", part.display()))
    })?;
    sqlx::query("VACUUM INTO ?").bind(name).execute(conn).await.map_err(fault)?;
    finish(part, to, None).await
}

/// Checks a database under a temporary name and gives it its final one, with a mark that says when the server was last
/// alive.
pub(super) async fn finish(part: &Path, to: &Path, beat_ms: Option<i64>) -> Result<(), StoreError> {
    let mut copied = to_read(part).connect().await.map_err(fault)?;
    let head = verify(&mut copied, part, &MarkStatus::Missing, &mut Pace::Fast(&mut log_progress())).await?;
    copied.close().await.map_err(fault)?;
    sync(part)?;
    publish(part, to)?;
    // The mark comes last: a database without one is accepted, a mark without a database is not.
    MarkFile::open(&mark_of(to), &HighWaterMark { head, beat_ms, seal: Some(head) })
        .map_err(|error| io_fault("the high-water mark of the copy", error))?;
    super::files::sync_folder_of(to)
}
