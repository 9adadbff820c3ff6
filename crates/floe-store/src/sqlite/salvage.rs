//! Salvaging a damaged store.
//!
//! The sound prefix of the log is kept, cut between two writes. The index must not go beyond it:
//!
//! - An index row knows with how many entries of its log it was written. If fewer are left, it refers to lost entries:
//!   it is marked as aborted at the time of the last entry that is left, without a due time and with an empty summary,
//!   since its summary may contain a result that nothing supports any more. If none is left, the row is removed too.
//! - An index row that was written before the loss stays as it is: its table resumes from the last entry that is left.
//! - Rating changes know after which entry of the whole log they were written. Later ones are removed, and each rating is
//!   reset to its last remaining change.
//! - Users, sessions, tokens, blocks, items, chat and reports do not depend on the log: every row that can be read is kept.
//!   Seats are rebuilt from the index rows.

use std::path::Path;

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use super::copy::finish;
use super::errors::{fault, io_fault, is_damage};
use super::files::{Lock, clear, mark_of, must_be_free, resolve, sibling_path};
use super::high_water_mark::{HighWaterMark, MarkStatus};
use super::open::{create, known, to_rescue};
use super::pace::{Pace, log_progress};
use super::verify::{damaged, schema, verify_chain};
use crate::StoreError;
use crate::chain::Head;

/// What was salvaged and what was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salvaged {
    /// The entries of the log that were salvaged, from the first on.
    pub entries: u64,
    /// The entries that had been acknowledged, if the mark of the damaged file is readable.
    pub acknowledged: Option<u64>,
    /// Tables and tournaments that were marked as aborted, for the end of their log is lost.
    pub aborted: u64,
    /// Tables and tournaments of which nothing is left.
    pub dropped: u64,
    /// Rating changes that were undone.
    pub ratings: u64,
    /// What could not be read in full, apart from the log.
    pub incomplete: Vec<String>,
}

/// The tables copied row by row as far as they can be read: parents before children.
const TABLES: [(&str, &str); 10] = [
    (
        "log_index",
        "id, kind, stage, game, public, rated, tournament, created_ms, ended_ms, due_ms, players, summary, version",
    ),
    (
        "users",
        "id, name, name_key, role, bot, password, recovery, created_ms, renamed_ms, banned_until_ms, muted_until_ms, \
         settings, deleted",
    ),
    ("sessions", "hash, user, created_ms, expires_ms"),
    ("tokens", "number, id, hash, user, label, scopes, created_ms"),
    ("blocks", "number, user, other"),
    ("items", "user, kind, key, at_ms, body"),
    ("chat", "id, at_table, number, user, room, at_ms, text"),
    ("chat_counts", "at_table, last"),
    ("reports", "number, by_user, about, at_table, at_ms, text, settled"),
    ("rating_changes", "number, user, game, at_table, rating, deviation, volatility, games, at_ms, seq"),
];

/// Copies what is sound in a damaged store to a new one. The damaged file is not changed.
pub async fn salvage(from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<Salvaged, StoreError> {
    must_be_free(to.as_ref())?;
    let (from, to) = (&*resolve(from.as_ref())?, &*resolve(to.as_ref())?);
    let _locks = (Lock::take(from)?, Lock::take(to)?);
    must_be_free(to)?;
    let (part, wreck) = (sibling_path(to, ".part"), sibling_path(to, ".wreck"));
    let done = rescue(from, to, &part, &wreck).await;
    clear(&part);
    clear(&wreck);
    done
}

async fn rescue(from: &Path, to: &Path, part: &Path, wreck: &Path) -> Result<Salvaged, StoreError> {
    let found = HighWaterMark::read(&mark_of(from))
        .map_err(|error| io_fault("the high-water mark of the database", error))?;
    clear(part);
    clear(wreck);
    // Opening a database with a write-ahead log changes it: only a copy is opened.
    for ending in ["", "-wal"] {
        match std::fs::copy(sibling_path(from, ending), sibling_path(wreck, ending)) {
            Err(error) if ending.is_empty() || error.kind() != std::io::ErrorKind::NotFound => {
                return Err(io_fault(&sibling_path(from, ending).display().to_string(), error));
            }
            _ => {}
        }
    }
    let hopeless = |error: sqlx::Error| match is_damage(&error) {
        true => damaged(from, &format!("it cannot be read at all ({error})"), 0),
        false => fault(error),
    };
    let mut old = to_rescue(wreck).connect().await.map_err(hopeless)?;
    match schema(&mut old).await {
        Ok(version) => known(from, version)?,
        Err(error) if is_damage(&error) => {}
        Err(error) => return Err(fault(error)),
    }
    let mut on_progress = log_progress();
    let salvaged =
        verify_chain(&mut old, Head::default(), &[], &mut Pace::Fast(&mut on_progress)).await?.whole.seq;
    old.close().await.map_err(fault)?;

    create(part).await?;
    let mut new = to_rescue(part).connect().await.map_err(fault)?;
    let name = wreck.to_str().ok_or_else(|| {
        StoreError::Failed(format!("the path {} is not valid UTF-8, which SQLite needs", wreck.display()))
    })?;
    sqlx::query("ATTACH ? AS old").bind(name).execute(&mut new).await.map_err(hopeless)?;
    // Not `seq <= ?`: that would read one entry more, which may be unreadable.
    sqlx::query(
        "INSERT INTO main.log (seq, stream, version, at_ms, more, body, hash) \
         SELECT seq, stream, version, at_ms, more, body, hash FROM old.log NOT INDEXED ORDER BY seq LIMIT ?",
    )
    .bind(salvaged as i64)
    .execute(&mut new)
    .await
    .map_err(fault)?;
    let mut incomplete = Vec::new();
    for (table, columns) in TABLES {
        if !copy_rows(&mut new, table, columns).await? {
            incomplete.push(table.to_owned());
        }
    }
    let (aborted, dropped, ratings) = agree(&mut new, salvaged).await.map_err(fault)?;
    sqlx::query("DETACH old").execute(&mut new).await.map_err(fault)?;
    new.close().await.map_err(fault)?;
    finish(part, to, None).await?;
    let acknowledged = if let MarkStatus::Mark(mark) = found { Some(mark.head.seq) } else { None };
    Ok(Salvaged { entries: salvaged, acknowledged, aborted, dropped, ratings, incomplete })
}

/// Copies the rows of a table that can be read. Are those all? The names are those above, never from outside.
async fn copy_rows(conn: &mut SqliteConnection, table: &str, columns: &str) -> Result<bool, StoreError> {
    let copy = |range: &str| {
        AssertSqlSafe(format!(
            "INSERT OR IGNORE INTO main.{table} ({columns}) SELECT {columns} FROM old.{table} NOT INDEXED {range}"
        ))
    };
    let ranged = "WHERE rowid BETWEEN ? AND ?";
    match sqlx::query(copy("")).execute(&mut *conn).await {
        Ok(_) => return Ok(true),
        Err(error) if is_damage(&error) || is_missing(&error) => {}
        Err(error) => return Err(fault(error)),
    }
    let last: Result<Option<i64>, _> =
        sqlx::query_scalar(AssertSqlSafe(format!("SELECT max(rowid) FROM old.{table} NOT INDEXED")))
            .fetch_one(&mut *conn)
            .await;
    let Ok(Some(last)) = last else { return Ok(false) };
    // Some page cannot be read: halve the range around it until single rows are left.
    let mut ranges = vec![(0, last)];
    while let Some((low, high)) = ranges.pop() {
        match sqlx::query(copy(ranged)).bind(low).bind(high).execute(&mut *conn).await {
            Ok(_) => {}
            Err(error) if !is_damage(&error) => return Err(fault(error)),
            Err(_) if low == high => {}
            Err(_) => {
                let middle = low + (high - low) / 2;
                ranges.extend([(low, middle), (middle + 1, high)]);
            }
        }
    }
    Ok(false)
}

/// Is the table itself missing from the damaged schema?
fn is_missing(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.message().starts_with("no such table"))
}

/// Makes the seats anew from the index rows.
pub(super) const SEATS: &str = "INSERT OR IGNORE INTO main.seats (user, created_ms, card, kind, stage, public) \
     SELECT json_extract(value, '$.user'), created_ms, log_index.id, kind, stage, public \
     FROM main.log_index, json_each(log_index.players) WHERE json_extract(value, '$.user') IS NOT NULL";

/// Removes everything from the index that the log does not support.
async fn agree(conn: &mut SqliteConnection, salvaged: u64) -> Result<(u64, u64, u64), sqlx::Error> {
    let left = "(SELECT coalesce(max(log.version), 0) FROM main.log WHERE log.stream = log_index.id)";
    let dropped = sqlx::query(AssertSqlSafe(format!(
        "DELETE FROM main.log_index WHERE version > {left} AND {left} = 0"
    )))
    .execute(&mut *conn)
    .await?
    .rows_affected();
    let aborted = sqlx::query(AssertSqlSafe(format!(
        "UPDATE main.log_index SET stage = 'aborted', due_ms = NULL, summary = '{{}}', \
         ended_ms = (SELECT log.at_ms FROM main.log WHERE log.stream = log_index.id ORDER BY log.version DESC LIMIT 1), \
         version = {left} WHERE version > {left}"
    )))
    .execute(&mut *conn)
    .await?
    .rows_affected();
    let ratings = sqlx::query("DELETE FROM main.rating_changes WHERE seq > ?")
        .bind(salvaged as i64)
        .execute(&mut *conn)
        .await?
        .rows_affected();
    for sql in [
        "INSERT INTO main.ratings (user, game, rating, deviation, volatility, games, at_ms) \
         SELECT user, game, rating, deviation, volatility, games, at_ms FROM main.rating_changes \
         WHERE number IN (SELECT max(number) FROM main.rating_changes GROUP BY user, game)",
        SEATS,
        // Assigned numbers are not reused, even if the counts could not be read.
        "INSERT INTO main.chat_counts (at_table, last) SELECT at_table, max(number) FROM main.chat GROUP BY at_table \
         ON CONFLICT (at_table) DO UPDATE SET last = max(last, excluded.last)",
        // Rows whose user could not be read are removed.
        "DELETE FROM main.sessions WHERE user NOT IN (SELECT id FROM main.users)",
        "DELETE FROM main.tokens WHERE user NOT IN (SELECT id FROM main.users)",
        "DELETE FROM main.blocks WHERE user NOT IN (SELECT id FROM main.users) \
         OR other NOT IN (SELECT id FROM main.users)",
    ] {
        sqlx::query(sql).execute(&mut *conn).await?;
    }
    Ok((aborted, dropped, ratings))
}
