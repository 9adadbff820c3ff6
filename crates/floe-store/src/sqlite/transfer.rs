//! A file as the source or the target of a transfer.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::TryStreamExt;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use tokio::sync::mpsc;

use super::bulk::{Bound, Bulk};
use super::copy::{Inspected, finish, inspect};
use super::errors::{fault, io_fault};
use super::files::{Lock, clear, mark_of, must_be_free, resolve, sibling_path};
use super::high_water_mark::HighWaterMark;
use super::open::{create, to_rescue};
use super::pace::{Pace, log_progress};
use super::salvage::SEATS;
use crate::chain::Head;
use crate::transfer::{
    CheckedLogs, Entries, Entry, Kind, LogSum, Part, ROWS, Source, TABLES, Table, Target, Value, send, values,
};
use crate::{Damage, StoreError};

/// A file that was checked completely and is not in use.
pub(crate) struct SqliteSource {
    path: PathBuf,
    inspected: Inspected,
    _lock: Lock,
}

impl SqliteSource {
    pub(crate) async fn open(path: &Path) -> Result<SqliteSource, StoreError> {
        let path = resolve(path)?;
        if !path.exists() {
            return Err(StoreError::Unusable(format!("no database at {}", path.display())));
        }
        let lock = Lock::take(&path)?;
        let inspected = inspect(&path, &mut Pace::Fast(&mut log_progress())).await?;
        Ok(SqliteSource { path, inspected, _lock: lock })
    }

    async fn send_rows(
        &mut self,
        table: &'static Table,
        parts: &mpsc::Sender<Part>,
    ) -> Result<(), StoreError> {
        let sql = format!("SELECT {} FROM {}", table.column_list(), table.name);
        let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(&mut self.inspected.conn);
        let mut part = Vec::new();
        while let Some(row) = rows.try_next().await.map_err(fault)? {
            part.push(values!(row, table).map_err(fault)?);
            if part.len() == ROWS {
                send(parts, Part::Rows(table, std::mem::take(&mut part))).await?;
            }
        }
        send(parts, Part::Rows(table, part)).await
    }
}

#[async_trait]
impl Source for SqliteSource {
    async fn read(
        &mut self,
        parts: &mpsc::Sender<Part>,
        on_progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<CheckedLogs, StoreError> {
        let sum = read_logs(&mut self.inspected.conn, &self.path, Some(parts), on_progress).await?;
        for table in &TABLES {
            self.send_rows(table, parts).await?;
        }
        let last: Option<i64> = sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = 'reports'")
            .fetch_optional(&mut self.inspected.conn)
            .await
            .map_err(fault)?;
        send(parts, Part::LastReport(last.unwrap_or(0))).await?;
        let mark = HighWaterMark::read(&mark_of(&self.path))
            .map_err(|error| io_fault("the high-water mark of the database", error))?;
        if let Some(beat_ms) = mark.or_default().beat_ms {
            send(parts, Part::Heartbeat(beat_ms)).await?;
        }
        Ok(sum)
    }
}

/// Reads all logs in the order of their names, and sends them if there is somebody to send them to.
async fn read_logs(
    conn: &mut SqliteConnection,
    path: &Path,
    parts: Option<&mpsc::Sender<Part>>,
    on_progress: &mut (dyn FnMut(u64) + Send),
) -> Result<CheckedLogs, StoreError> {
    let mut rows = sqlx::query("SELECT stream, version, at_ms, more, body FROM log ORDER BY stream, version")
        .fetch(conn);
    let (mut sum, mut entries) = (LogSum::default(), Entries::default());
    let mut stream: Arc<str> = Arc::from("");
    while let Some(row) = rows.try_next().await.map_err(fault)? {
        let mut read = || -> Result<Entry, sqlx::Error> {
            let name: &str = row.try_get(0)?;
            if *name != *stream {
                stream = Arc::from(name);
            }
            Ok(Entry {
                stream: stream.clone(),
                version: row.try_get::<i64, _>(1)? as u64,
                at_ms: row.try_get(2)?,
                more: row.try_get::<i64, _>(3)? as u64,
                body: row.try_get(4)?,
            })
        };
        let entry = read().map_err(fault)?;
        sum.add(&entry).map_err(|wrong| {
            StoreError::Damaged(Damage {
                what: format!("{} is damaged: {wrong}", path.display()),
                remedy: "Restore a backup with `floe restore --from BACKUP --data NEW`".to_owned(),
                sound: 0,
            })
        })?;
        let Some(parts) = parts else { continue };
        if let Some(part) = entries.add(entry) {
            on_progress(sum.entries());
            send(parts, part).await?;
        }
    }
    if let Some(parts) = parts {
        on_progress(sum.entries());
        send(parts, entries.take()).await?;
    }
    Ok(sum.finish())
}

/// A new file, under a temporary name until it is finished.
pub(crate) struct SqliteTarget {
    to: PathBuf,
    part: PathBuf,
    /// `None` once it is closed.
    conn: Option<SqliteConnection>,
    /// Where the log ends.
    head: Head,
    beat_ms: Option<i64>,
    _lock: Lock,
}

impl SqliteTarget {
    pub(crate) async fn open(to: &Path) -> Result<SqliteTarget, StoreError> {
        must_be_free(to)?;
        let to = resolve(to)?;
        let lock = Lock::take(&to)?;
        must_be_free(&to)?;
        let part = sibling_path(&to, ".part");
        clear(&part);
        create(&part).await?;
        let mut conn = to_rescue(&part).connect().await.map_err(fault)?;
        sqlx::query("BEGIN").execute(&mut conn).await.map_err(fault)?;
        Ok(SqliteTarget { to, part, conn: Some(conn), head: Head::default(), beat_ms: None, _lock: lock })
    }

    fn conn(&mut self) -> Result<&mut SqliteConnection, StoreError> {
        self.conn.as_mut().ok_or_else(super::errors::closed)
    }

    async fn write_entries(&mut self, log: &Bulk, entries: Vec<Entry>) -> Result<(), StoreError> {
        let mut rows = Vec::with_capacity(entries.len());
        for entry in entries {
            self.head = self.head.after(&entry.link());
            rows.push((self.head, entry));
        }
        log.write(self.conn()?, rows, bind_entry).await.map_err(fault)
    }

    async fn write_rows(&mut self, table: &Table, mut rows: Vec<Vec<Value>>) -> Result<(), StoreError> {
        let (mut columns, mut count) = (table.column_list(), table.columns.len());
        if table.name == "rating_changes" {
            // With how many entries of the whole log a change was written: it is set at the end.
            (columns, count) = (format!("{columns}, seq"), count + 1);
            rows.iter_mut().for_each(|row| row.push(Value::Number(Some(0))));
        }
        let bulk = Bulk::new(&format!("INSERT INTO {} ({columns})", table.name), count, "");
        bulk.write(self.conn()?, rows, bind_row).await.map_err(fault)
    }
}

fn bind_entry(query: Bound<'_>, (head, entry): (Head, Entry)) -> Result<Bound<'_>, sqlx::Error> {
    Ok(query
        .bind(head.seq as i64)
        .bind(entry.stream)
        .bind(entry.version as i64)
        .bind(entry.at_ms)
        .bind(entry.more as i64)
        .bind(entry.body)
        .bind(head.hash.to_vec()))
}

fn bind_row(mut query: Bound<'_>, row: Vec<Value>) -> Result<Bound<'_>, sqlx::Error> {
    for value in row {
        query = match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
            Value::Real(real) => query.bind(real),
            Value::Flag(flag) => query.bind(flag),
            Value::Bytes(bytes) => query.bind(bytes),
        };
    }
    Ok(query)
}

#[async_trait]
impl Target for SqliteTarget {
    async fn write(&mut self, mut parts: mpsc::Receiver<Part>) -> Result<(), StoreError> {
        let log = Bulk::new("INSERT INTO log (seq, stream, version, at_ms, more, body, hash)", 7, "");
        let mut last_report = 0;
        while let Some(part) = parts.recv().await {
            match part {
                Part::Entries(entries) => self.write_entries(&log, entries).await?,
                Part::Rows(table, rows) => self.write_rows(table, rows).await?,
                Part::LastReport(number) => last_report = number,
                Part::Heartbeat(beat_ms) => self.beat_ms = Some(beat_ms),
            }
        }
        // A change of a rating is undone if the end of its table's log is lost.
        sqlx::query(
            "UPDATE rating_changes SET seq = coalesce((SELECT log.seq FROM log WHERE log.stream = rating_changes.at_table \
             ORDER BY log.version DESC LIMIT 1), 0)",
        )
        .execute(self.conn()?)
        .await
        .map_err(fault)?;
        for sql in [
            SEATS,
            "DELETE FROM sqlite_sequence WHERE name = 'reports' AND seq < ?1",
            "INSERT INTO sqlite_sequence (name, seq) SELECT 'reports', ?1 WHERE ?1 > 0 \
             AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'reports')",
            "COMMIT",
        ] {
            let query = sqlx::query(sql);
            let query = if sql.contains("?1") { query.bind(last_report) } else { query };
            query.execute(self.conn()?).await.map_err(fault)?;
        }
        Ok(())
    }

    async fn read_back(&mut self) -> Result<CheckedLogs, StoreError> {
        let part = self.part.clone();
        read_logs(self.conn()?, &part, None, &mut |_| {}).await
    }

    async fn finish(mut self) -> Result<(), StoreError> {
        if let Some(conn) = self.conn.take() {
            conn.close().await.map_err(fault)?;
        }
        finish(&self.part, &self.to, self.beat_ms).await
    }
}

impl Drop for SqliteTarget {
    fn drop(&mut self) {
        // SQLite closes its files on a thread of its own; a file without a name needs no order.
        self.conn = None;
        clear(&self.part);
    }
}
