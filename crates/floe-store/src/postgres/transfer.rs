//! A PostgreSQL database as the source or the target of a transfer, and the check of its logs.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::TryStreamExt;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Row};
use tokio::sync::mpsc;

use super::connect::{self, Address, Purpose, inspect, must_be_unused};
use super::errors::fault;
use crate::chain::{Hash, Head};
use crate::transfer::{
    CheckedLogs, Entries, Entry, Kind, LogSum, Part, ROWS, Source, TABLES, Table, Target, Value, send, values,
};
use crate::{Damage, StoreError};

/// No store opens while this is held: each adds a row first.
const KEEP_OUT: &str = "LOCK TABLE writers IN ACCESS EXCLUSIVE MODE";

/// How many logs, and roughly how many entries, are read with one statement.
const HEADS: i64 = 500;
const ENTRIES: i64 = 5_000;

/// A database of which everything is read as of one moment.
pub(crate) struct PostgresSource {
    conn: PgConnection,
    shown: String,
}

/// Where a log ends, according to its row.
struct LogHead {
    stream: Arc<str>,
    head: Head,
    period: i32,
}

impl PostgresSource {
    /// Of a database that is not in use and cannot be until this ends.
    pub(crate) async fn open(url: &str) -> Result<PostgresSource, StoreError> {
        let address = Address::parse(url)?;
        let mut conn = inspect(&address).await?;
        must_be_unused(&mut conn, address.shown()).await?;
        // The lock comes before the first query, so that nothing is stored after the moment that is read.
        let begin = format!("BEGIN ISOLATION LEVEL REPEATABLE READ; {KEEP_OUT}");
        sqlx::raw_sql(AssertSqlSafe(begin)).execute(&mut conn).await.map_err(fault)?;
        // One may have been started just before.
        must_be_unused(&mut conn, address.shown()).await?;
        Ok(PostgresSource { conn, shown: address.shown().to_owned() })
    }

    /// Of a database that servers may be using.
    pub(super) async fn open_in_use(address: &Address) -> Result<PostgresSource, StoreError> {
        let mut conn = inspect(address).await?;
        sqlx::raw_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            .execute(&mut conn)
            .await
            .map_err(fault)?;
        Ok(PostgresSource { conn, shown: address.shown().to_owned() })
    }

    /// To check the logs of a database that servers may be using.
    pub(crate) async fn open_to_check(url: &str) -> Result<PostgresSource, StoreError> {
        PostgresSource::open_in_use(&Address::parse(url)?).await
    }

    /// Checks every log.
    pub(crate) async fn check(
        mut self,
        on_progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<CheckedLogs, StoreError> {
        read_logs(&mut self.conn, &self.shown, None, on_progress).await
    }

    async fn send_rows(
        &mut self,
        table: &'static Table,
        parts: &mpsc::Sender<Part>,
    ) -> Result<(), StoreError> {
        let sql = format!("SELECT {} FROM {}", table.column_list(), table.name);
        let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(&mut self.conn);
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
impl Source for PostgresSource {
    async fn read(
        &mut self,
        parts: &mpsc::Sender<Part>,
        on_progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<CheckedLogs, StoreError> {
        let sum = read_logs(&mut self.conn, &self.shown, Some(parts), on_progress).await?;
        for table in &TABLES {
            self.send_rows(table, parts).await?;
        }
        let last: Option<i64> =
            sqlx::query_scalar("SELECT pg_sequence_last_value(pg_get_serial_sequence('reports', 'number'))")
                .fetch_one(&mut self.conn)
                .await
                .map_err(fault)?;
        send(parts, Part::LastReport(last.unwrap_or(0))).await?;
        let beat: Option<i64> = sqlx::query_scalar("SELECT at_ms FROM heartbeat")
            .fetch_optional(&mut self.conn)
            .await
            .map_err(fault)?;
        if let Some(beat_ms) = beat {
            send(parts, Part::Heartbeat(beat_ms)).await?;
        }
        Ok(sum)
    }
}

/// Reads all logs in the order of their names, checks each against its hashes and its head, and sends them if there is
/// somebody to send them to.
async fn read_logs(
    conn: &mut PgConnection,
    shown: &str,
    parts: Option<&mpsc::Sender<Part>>,
    on_progress: &mut (dyn FnMut(u64) + Send),
) -> Result<CheckedLogs, StoreError> {
    let (mut sum, mut entries) = (LogSum::default(), Entries::default());
    let mut last = String::new();
    loop {
        let heads = read_heads(conn, &last).await.map_err(fault)?;
        let Some(end) = heads.last() else { break };
        last = end.stream.to_string();
        let mut rest = &*heads;
        while !rest.is_empty() {
            let mut total = 0;
            let fits = rest.iter().take_while(|log| {
                total += log.head.seq as i64;
                total <= ENTRIES
            });
            let (some, others) = rest.split_at(fits.count().max(1));
            read_entries(conn, shown, some, &mut sum, &mut entries, parts).await?;
            on_progress(sum.entries());
            rest = others;
        }
    }
    if let Some(parts) = parts {
        send(parts, entries.take()).await?;
    }
    let stored: i64 = sqlx::query_scalar("SELECT count(*) FROM log").fetch_one(conn).await.map_err(fault)?;
    if stored as u64 != sum.entries() {
        let more = stored as u64 - sum.entries();
        return Err(damaged(shown, &format!("{more} entries belong to no log, or follow the end of theirs")));
    }
    Ok(sum.finish())
}

async fn read_heads(conn: &mut PgConnection, after: &str) -> Result<Vec<LogHead>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT stream, version, hash, period FROM log_heads WHERE stream > $1 AND version > 0 ORDER BY stream LIMIT $2",
    )
    .bind(after)
    .bind(HEADS)
    .fetch_all(conn)
    .await?;
    rows.iter()
        .map(|row| {
            let stream: &str = row.try_get(0)?;
            let head = Head { seq: row.try_get::<i64, _>(1)? as u64, hash: hash(row.try_get(2)?)? };
            Ok(LogHead { stream: Arc::from(stream), head, period: row.try_get(3)? })
        })
        .collect()
}

fn hash(bytes: &[u8]) -> Result<Hash, sqlx::Error> {
    bytes.try_into().map_err(|_| sqlx::Error::Decode("a hash has 32 bytes".into()))
}

/// Reads complete logs.
async fn read_entries(
    conn: &mut PgConnection,
    shown: &str,
    logs: &[LogHead],
    sum: &mut LogSum,
    entries: &mut Entries,
    parts: Option<&mpsc::Sender<Part>>,
) -> Result<(), StoreError> {
    let streams: HashMap<&str, &Arc<str>> = logs.iter().map(|log| (&*log.stream, &log.stream)).collect();
    let periods: BTreeSet<i32> = logs.iter().map(|log| log.period).collect();
    let periods: Vec<String> = periods.iter().map(i32::to_string).collect();
    let sql = format!(
        "SELECT stream, version, at_ms, more, body, hash FROM log WHERE period IN ({}) AND stream = ANY($1) \
         ORDER BY stream, version",
        periods.join(", ")
    );
    let mut found: HashMap<Arc<str>, Head> = HashMap::with_capacity(logs.len());
    let names: Vec<&str> = logs.iter().map(|log| &*log.stream).collect();
    // Its plan depends on the months, which differ.
    let mut rows = sqlx::query(AssertSqlSafe(sql)).bind(names).persistent(false).fetch(conn);
    while let Some(row) = rows.try_next().await.map_err(fault)? {
        let read = || -> Result<(Entry, Hash), sqlx::Error> {
            let stream: &str = row.try_get(0)?;
            let body =
                String::from_utf8(row.try_get(4)?).map_err(|error| sqlx::Error::Decode(error.into()))?;
            let entry = Entry {
                stream: streams.get(stream).map_or_else(|| Arc::from(stream), |name| Arc::clone(name)),
                version: row.try_get::<i64, _>(1)? as u64,
                at_ms: row.try_get(2)?,
                more: row.try_get::<i64, _>(3)? as u64,
                body,
            };
            Ok((entry, hash(row.try_get(5)?)?))
        };
        let (entry, stored) = read().map_err(fault)?;
        let head = sum.add(&entry).map_err(|wrong| damaged(shown, &wrong))?;
        if head.hash != stored {
            let wrong = format!("entry {} of {} does not match its hash", entry.version, entry.stream);
            return Err(damaged(shown, &wrong));
        }
        found.insert(entry.stream.clone(), head);
        let Some(parts) = parts else { continue };
        if let Some(part) = entries.add(entry) {
            send(parts, part).await?;
        }
    }
    for log in logs {
        let head = found.get(&log.stream).copied().unwrap_or_default();
        if head != log.head {
            let wrong = format!(
                "the log of {} ends at entry {}, but {} had been acknowledged",
                log.stream, head.seq, log.head.seq
            );
            return Err(damaged(shown, &wrong));
        }
    }
    Ok(())
}

fn damaged(shown: &str, wrong: &str) -> StoreError {
    StoreError::Damaged(Damage {
        what: format!("{shown} is damaged: {wrong}"),
        remedy: "Restore a backup, to a moment before the damage if the write-ahead log was archived"
            .to_owned(),
        sound: 0,
    })
}

/// An empty database that cannot be used until this ends. Everything is written in one transaction.
pub(crate) struct PostgresTarget {
    conn: PgConnection,
    shown: String,
    /// The months of moments that were needed so far.
    periods: HashMap<i64, i32>,
    /// The log that is being written, when it was created, and where it ends so far.
    current: Option<(Arc<str>, i64, Head)>,
}

impl PostgresTarget {
    pub(crate) async fn open(url: &str) -> Result<PostgresTarget, StoreError> {
        let address = Address::parse(url)?;
        let mut conn = connect::open(&address, Purpose::Maintain).await?;
        let shown = address.shown().to_owned();
        must_be_unused(&mut conn, &shown).await?;
        let begin = format!("BEGIN; {KEEP_OUT}");
        sqlx::raw_sql(AssertSqlSafe(begin)).execute(&mut conn).await.map_err(fault)?;
        // One may have been started just before.
        must_be_unused(&mut conn, &shown).await?;
        for table in TABLES.iter().map(|table| table.name).chain(["log_heads"]) {
            let sql = format!("SELECT EXISTS (SELECT 1 FROM {table})");
            let is_filled: bool =
                sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut conn).await.map_err(fault)?;
            if is_filled {
                return Err(StoreError::Unusable(format!(
                    "{shown} already holds a store; use an empty database"
                )));
            }
        }
        Ok(PostgresTarget { conn, shown, periods: HashMap::new(), current: None })
    }

    /// The months of moments; their partitions exist afterwards.
    async fn prepare_periods(&mut self, moments: BTreeSet<i64>) -> Result<(), sqlx::Error> {
        // Bounded, though there may be as many moments as logs.
        if self.periods.len() > 10_000 {
            self.periods.clear();
        }
        let moments: Vec<i64> =
            moments.into_iter().filter(|moment| !self.periods.contains_key(moment)).collect();
        let found: Vec<(i64, i32)> =
            sqlx::query_as("SELECT at_ms, log_period(at_ms) FROM unnest($1::BIGINT[]) AS given (at_ms)")
                .bind(moments)
                .fetch_all(&mut self.conn)
                .await?;
        let known: BTreeSet<i32> = self.periods.values().copied().collect();
        for period in found.iter().map(|(_, period)| *period).collect::<BTreeSet<_>>().difference(&known) {
            sqlx::query("SELECT ensure_log_partition($1)").bind(period).execute(&mut self.conn).await?;
        }
        self.periods.extend(found);
        Ok(())
    }

    async fn write_entries(&mut self, entries: Vec<Entry>) -> Result<(), sqlx::Error> {
        let mut rows: Vec<(i64, Head)> = Vec::with_capacity(entries.len());
        let mut heads: Vec<(Arc<str>, i64, Head)> = Vec::new();
        for entry in &entries {
            let (created_ms, before) = match self.current.take() {
                Some((stream, created_ms, head)) if stream == entry.stream => (created_ms, head),
                ended => {
                    heads.extend(ended);
                    (entry.at_ms, Head::default())
                }
            };
            let head = before.after(&entry.link());
            rows.push((created_ms, head));
            self.current = Some((entry.stream.clone(), created_ms, head));
        }
        let moments = rows.iter().map(|(created_ms, _)| *created_ms);
        self.prepare_periods(moments.chain(heads.iter().map(|(_, created_ms, _)| *created_ms)).collect())
            .await?;
        let periods = &self.periods;
        let period = |created_ms: &i64| periods.get(created_ms).copied().unwrap_or_default();
        sqlx::query(
            "INSERT INTO log (period, stream, version, at_ms, more, body, hash) \
             SELECT * FROM unnest($1::INTEGER[], $2::TEXT[], $3::BIGINT[], $4::BIGINT[], $5::BIGINT[], $6::BYTEA[], \
                 $7::BYTEA[])",
        )
        .bind(rows.iter().map(|(created_ms, _)| period(created_ms)).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| &*entry.stream).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.version as i64).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.at_ms).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.more as i64).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.body.as_bytes()).collect::<Vec<_>>())
        .bind(rows.iter().map(|(_, head)| head.hash.as_slice()).collect::<Vec<_>>())
        .execute(&mut self.conn)
        .await?;
        self.write_heads(&heads).await
    }

    async fn write_heads(&mut self, heads: &[(Arc<str>, i64, Head)]) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO log_heads (stream, version, hash, period) \
             SELECT stream, version, hash, log_period(created_ms) \
             FROM unnest($1::TEXT[], $2::BIGINT[], $3::BYTEA[], $4::BIGINT[]) AS new (stream, version, hash, created_ms)",
        )
        .bind(heads.iter().map(|(stream, _, _)| &**stream).collect::<Vec<_>>())
        .bind(heads.iter().map(|(_, _, head)| head.seq as i64).collect::<Vec<_>>())
        .bind(heads.iter().map(|(_, _, head)| head.hash.as_slice()).collect::<Vec<_>>())
        .bind(heads.iter().map(|(_, created_ms, _)| *created_ms).collect::<Vec<_>>())
        .execute(&mut self.conn)
        .await?;
        Ok(())
    }

    async fn write_rows(&mut self, table: &Table, rows: Vec<Vec<Value>>) -> Result<(), StoreError> {
        if rows.is_empty() {
            return Ok(());
        }
        let place = |number: usize, kind: Kind| {
            let sql = match kind {
                Kind::Text => "TEXT",
                Kind::Number => "BIGINT",
                Kind::Real => "FLOAT8",
                Kind::Flag => "BOOLEAN",
                Kind::Bytes => "BYTEA",
            };
            format!("${}::{sql}[]", number + 1)
        };
        let places: Vec<String> =
            table.columns.iter().enumerate().map(|(number, (_, kind))| place(number, *kind)).collect();
        let sql = format!(
            "INSERT INTO {} ({}) SELECT * FROM unnest({})",
            table.name,
            table.column_list(),
            places.join(", ")
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        let mut columns: Vec<Vec<Value>> =
            table.columns.iter().map(|_| Vec::with_capacity(rows.len())).collect();
        for row in rows {
            columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        }
        for ((name, kind), column) in table.columns.iter().zip(columns) {
            macro_rules! bind {
                ($kind:ident) => {{
                    let only = |value| if let Value::$kind(value) = value { value } else { None };
                    query.bind(column.into_iter().map(only).collect::<Vec<_>>())
                }};
            }
            let has_nul = |value: &Value| matches!(value, Value::Text(Some(text)) if text.contains('\0'));
            if column.iter().any(has_nul) {
                return Err(StoreError::Failed(format!(
                    "a {name} in {} contains a NUL character, which PostgreSQL cannot store",
                    table.name
                )));
            }
            query = match kind {
                Kind::Text => bind!(Text),
                Kind::Number => bind!(Number),
                Kind::Real => bind!(Real),
                Kind::Flag => bind!(Flag),
                Kind::Bytes => bind!(Bytes),
            };
        }
        query.execute(&mut self.conn).await.map_err(fault)?;
        Ok(())
    }
}

#[async_trait]
impl Target for PostgresTarget {
    async fn write(&mut self, mut parts: mpsc::Receiver<Part>) -> Result<(), StoreError> {
        let mut last_report = 0;
        while let Some(part) = parts.recv().await {
            match part {
                Part::Entries(entries) if entries.is_empty() => {}
                Part::Entries(entries) => self.write_entries(entries).await.map_err(fault)?,
                Part::Rows(table, rows) => self.write_rows(table, rows).await?,
                Part::LastReport(number) => last_report = number,
                Part::Heartbeat(beat_ms) => {
                    sqlx::query("INSERT INTO heartbeat (at_ms) VALUES ($1)")
                        .bind(beat_ms)
                        .execute(&mut self.conn)
                        .await
                        .map_err(fault)?;
                }
            }
        }
        let ended: Vec<_> = self.current.take().into_iter().collect();
        self.write_heads(&ended).await.map_err(fault)?;
        sqlx::query(
            "INSERT INTO seats (\"user\", created_ms, card, kind, stage, public) \
             SELECT DISTINCT player ->> 'user', created_ms, id, kind, stage, public \
             FROM log_index, jsonb_array_elements(players::JSONB) AS player WHERE player ->> 'user' IS NOT NULL",
        )
        .execute(&mut self.conn)
        .await
        .map_err(fault)?;
        for table in &TABLES {
            let Some(column) = table.identity() else { continue };
            // Numbers that were given are not given again.
            let given = if table.name == "reports" { last_report } else { 0 };
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('{0}', '{column}'), greatest(last, $1, 1), greatest(last, $1) > 0) \
                 FROM (SELECT coalesce(max({column}), 0) AS last FROM {0}) AS numbers",
                table.name
            );
            sqlx::query(AssertSqlSafe(sql)).bind(given).execute(&mut self.conn).await.map_err(fault)?;
        }
        Ok(())
    }

    async fn read_back(&mut self) -> Result<CheckedLogs, StoreError> {
        read_logs(&mut self.conn, &self.shown, None, &mut |_| {}).await
    }

    async fn finish(mut self) -> Result<(), StoreError> {
        // Without statistics the first queries would be slow.
        for sql in ["COMMIT", "ANALYZE"] {
            sqlx::raw_sql(sql).execute(&mut self.conn).await.map_err(fault)?;
        }
        Ok(())
    }
}
