//! Copies everything from one store to another, log by log, and checks that every log arrived.
//!
//! A source sends its contents in parts; a target writes them, reads its logs back, and is finished only if they are the
//! same. Both sides count with [`LogSum`], which hashes each log by itself, so that the stores may chain their entries
//! differently. Memory does not grow with the size of the store.

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use crate::StoreError;
use crate::chain::{Head, Link};
use crate::error::closed;
use crate::postgres::{PostgresSource, PostgresTarget, is_address};
use crate::sqlite::{SqliteSource, SqliteTarget};

/// The logs of a store that were found sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedLogs {
    /// The number of logs with entries.
    pub logs: u64,
    /// The number of their entries.
    pub entries: u64,
    /// A hash of all logs, in hexadecimal. It does not depend on the kind of store.
    pub hash: String,
}

/// Copies everything from one store to another, which must be empty: from a file to a PostgreSQL database, back, or between
/// two databases. Neither may be in use. The source is checked and not changed; if anything fails, the target stays
/// empty. The number of entries copied so far is reported.
pub async fn migrate(
    from: &str,
    to: &str,
    on_progress: &mut (dyn FnMut(u64) + Send),
) -> Result<CheckedLogs, StoreError> {
    match (is_address(from), is_address(to)) {
        (false, false) => Err(StoreError::Unusable(
            "both stores are files; `floe backup` copies a file, and `floe restore` too".to_owned(),
        )),
        (false, true) => {
            // The target first: it is quicker to refuse.
            let target = PostgresTarget::open(to).await?;
            transfer(SqliteSource::open(Path::new(from)).await?, target, on_progress).await
        }
        (true, false) => {
            let target = SqliteTarget::open(Path::new(to)).await?;
            transfer(PostgresSource::open(from).await?, target, on_progress).await
        }
        (true, true) => {
            let target = PostgresTarget::open(to).await?;
            transfer(PostgresSource::open(from).await?, target, on_progress).await
        }
    }
}

/// Checks every log in a PostgreSQL database without changing anything. Servers may be running. The number of entries
/// checked so far is reported.
pub async fn check_postgres(
    url: &str,
    on_progress: &mut (dyn FnMut(u64) + Send),
) -> Result<CheckedLogs, StoreError> {
    PostgresSource::open_to_check(url).await?.check(on_progress).await
}

/// Copies everything in a PostgreSQL database, as of one moment, to a new file that [`crate::SqliteStore`] opens. Servers
/// may be running.
pub async fn backup_postgres(url: &str, to: impl AsRef<Path>) -> Result<CheckedLogs, StoreError> {
    to_file(PostgresSource::open_to_check(url).await?, to.as_ref()).await
}

/// Copies everything to a new file.
pub(crate) async fn to_file(source: impl Source, to: &Path) -> Result<CheckedLogs, StoreError> {
    let target = SqliteTarget::open(to).await?;
    transfer(source, target, &mut |_| {}).await
}

async fn transfer(
    mut source: impl Source,
    mut target: impl Target,
    on_progress: &mut (dyn FnMut(u64) + Send),
) -> Result<CheckedLogs, StoreError> {
    // Few at a time: each has thousands of rows.
    let (sender, parts) = mpsc::channel(4);
    let reading = async {
        let read = source.read(&sender, on_progress).await;
        drop(sender);
        read
    };
    let (read, written) = tokio::join!(reading, target.write(parts));
    // If the target has failed, the source could not go on either.
    written?;
    let (expected, found) = (read?, target.read_back().await?);
    if expected != found {
        return Err(StoreError::Failed(format!(
            "the copy differs from the original, so it was not kept: {} logs with {} entries were read ({}), {} with {} \
             were written ({})",
            expected.logs, expected.entries, expected.hash, found.logs, found.entries, found.hash
        )));
    }
    target.finish().await?;
    Ok(found)
}

/// The contents of a store, to be read once.
#[async_trait]
pub(crate) trait Source: Send {
    /// Sends everything: the logs in the order of their names, each complete, then the rows of [`TABLES`] in order.
    async fn read(
        &mut self,
        parts: &mpsc::Sender<Part>,
        on_progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<CheckedLogs, StoreError>;
}

/// An empty store, to be filled once. Dropped before it is finished, it leaves nothing.
#[async_trait]
pub(crate) trait Target: Send {
    /// Writes everything.
    async fn write(&mut self, parts: mpsc::Receiver<Part>) -> Result<(), StoreError>;
    /// Reads the logs that were written.
    async fn read_back(&mut self) -> Result<CheckedLogs, StoreError>;
    /// Makes it permanent.
    async fn finish(self) -> Result<(), StoreError>;
}

/// A part of a store's contents.
pub(crate) enum Part {
    Entries(Vec<Entry>),
    Rows(&'static Table, Vec<Vec<Value>>),
    /// The number of the last report, which may have been deleted.
    LastReport(i64),
    /// When the server was last alive.
    Heartbeat(i64),
}

/// Sends a part. If nobody receives it, the target has failed.
pub(crate) async fn send(parts: &mpsc::Sender<Part>, part: Part) -> Result<(), StoreError> {
    parts.send(part).await.map_err(|_| closed())
}

/// An entry of a log.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub stream: Arc<str>,
    pub version: u64,
    pub at_ms: i64,
    pub more: u64,
    pub body: String,
}

impl Entry {
    pub(crate) fn link(&self) -> Link<'_> {
        Link {
            stream: &self.stream,
            version: self.version,
            at_ms: self.at_ms,
            more: self.more,
            body: &self.body,
        }
    }
}

/// The maximum number of entries, and roughly of bytes, in one part.
const PART: (usize, usize) = (2_000, 4 << 20);

/// Collects entries into parts.
#[derive(Default)]
pub(crate) struct Entries {
    entries: Vec<Entry>,
    bytes: usize,
}

impl Entries {
    /// Adds an entry; returns a part once there are enough.
    pub(crate) fn add(&mut self, entry: Entry) -> Option<Part> {
        self.bytes += entry.body.len();
        self.entries.push(entry);
        (self.entries.len() >= PART.0 || self.bytes >= PART.1).then(|| self.take())
    }

    /// What is left.
    pub(crate) fn take(&mut self) -> Part {
        self.bytes = 0;
        Part::Entries(std::mem::take(&mut self.entries))
    }
}

/// Checks that logs come in order and without gaps, chains each by itself and sums up all.
#[derive(Default)]
pub(crate) struct LogSum {
    logs: u64,
    entries: u64,
    sum: Sha256,
    /// The current log and where it ends so far. The number of a head is the version.
    current: Option<(Arc<str>, Head)>,
}

impl LogSum {
    /// Adds the next entry; returns the head of its log after it.
    pub(crate) fn add(&mut self, entry: &Entry) -> Result<Head, String> {
        let before = match &self.current {
            Some((stream, head)) if *stream == entry.stream => *head,
            _ => {
                self.end_log();
                Head::default()
            }
        };
        if entry.version != before.seq + 1 {
            return Err(format!("entry {} of {} is missing", before.seq + 1, entry.stream));
        }
        let head = before.after(&entry.link());
        self.current = Some((entry.stream.clone(), head));
        self.entries += 1;
        Ok(head)
    }

    /// How many entries were added.
    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }

    fn end_log(&mut self) {
        let Some((stream, head)) = self.current.take() else { return };
        self.sum.update((stream.len() as u64).to_be_bytes());
        self.sum.update(&*stream);
        self.sum.update(head.seq.to_be_bytes());
        self.sum.update(head.hash);
        self.logs += 1;
    }

    pub(crate) fn finish(mut self) -> CheckedLogs {
        self.end_log();
        let hash = base16ct::lower::encode_string(&self.sum.finalize());
        CheckedLogs { logs: self.logs, entries: self.entries, hash }
    }
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Number,
    Real,
    Flag,
    Bytes,
}

/// A value in a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(Option<String>),
    Number(Option<i64>),
    Real(Option<f64>),
    Flag(Option<bool>),
    Bytes(Option<Vec<u8>>),
}

/// A table that all stores have with the same columns.
#[derive(Debug)]
pub(crate) struct Table {
    pub name: &'static str,
    pub columns: &'static [(&'static str, Kind)],
}

impl Table {
    /// The names of the columns, in SQL.
    pub(crate) fn column_list(&self) -> String {
        self.columns.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
    }

    /// The number that PostgreSQL assigns, if the table has one.
    pub(crate) fn identity(&self) -> Option<&'static str> {
        let (first, kind) = self.columns.first()?;
        (*kind == Kind::Number).then_some(*first)
    }
}

/// Decodes a row of a table.
macro_rules! values {
    ($row:expr, $table:expr) => {
        $table
            .columns
            .iter()
            .map(|(name, kind)| {
                Ok(match kind {
                    Kind::Text => Value::Text($row.try_get(name)?),
                    Kind::Number => Value::Number($row.try_get(name)?),
                    Kind::Real => Value::Real($row.try_get(name)?),
                    Kind::Flag => Value::Flag($row.try_get(name)?),
                    Kind::Bytes => Value::Bytes($row.try_get(name)?),
                })
            })
            .collect::<Result<Vec<Value>, sqlx::Error>>()
    };
}
pub(crate) use values;

/// Everything except the log, and the seats, which follow from the index: parents before children.
pub(crate) const TABLES: [Table; 11] = {
    use Kind::{Bytes, Flag, Number, Real, Text};
    [
        Table {
            name: "log_index",
            columns: &[
                ("id", Text),
                ("kind", Text),
                ("stage", Text),
                ("game", Text),
                ("public", Flag),
                ("rated", Flag),
                ("tournament", Text),
                ("created_ms", Number),
                ("ended_ms", Number),
                ("due_ms", Number),
                ("players", Text),
                ("summary", Text),
                ("version", Number),
            ],
        },
        Table {
            name: "users",
            columns: &[
                ("id", Text),
                ("name", Text),
                ("name_key", Text),
                ("role", Text),
                ("bot", Flag),
                ("password", Text),
                ("recovery", Text),
                ("created_ms", Number),
                ("renamed_ms", Number),
                ("banned_until_ms", Number),
                ("muted_until_ms", Number),
                ("settings", Text),
                ("deleted", Flag),
            ],
        },
        Table {
            name: "sessions",
            columns: &[("hash", Bytes), ("user", Text), ("created_ms", Number), ("expires_ms", Number)],
        },
        Table {
            name: "tokens",
            columns: &[
                ("number", Number),
                ("id", Text),
                ("hash", Bytes),
                ("user", Text),
                ("label", Text),
                ("scopes", Text),
                ("created_ms", Number),
            ],
        },
        Table { name: "blocks", columns: &[("number", Number), ("user", Text), ("other", Text)] },
        Table {
            name: "items",
            columns: &[("user", Text), ("kind", Text), ("key", Text), ("at_ms", Number), ("body", Text)],
        },
        Table {
            name: "chat",
            columns: &[
                ("id", Number),
                ("at_table", Text),
                ("number", Number),
                ("user", Text),
                ("room", Text),
                ("at_ms", Number),
                ("text", Text),
            ],
        },
        Table { name: "chat_counts", columns: &[("at_table", Text), ("last", Number)] },
        Table {
            name: "reports",
            columns: &[
                ("number", Number),
                ("by_user", Text),
                ("about", Text),
                ("at_table", Text),
                ("at_ms", Number),
                ("text", Text),
                ("settled", Text),
            ],
        },
        Table {
            name: "rating_changes",
            columns: &[
                ("number", Number),
                ("user", Text),
                ("game", Text),
                ("at_table", Text),
                ("rating", Real),
                ("deviation", Real),
                ("volatility", Real),
                ("games", Number),
                ("at_ms", Number),
            ],
        },
        Table {
            name: "ratings",
            columns: &[
                ("user", Text),
                ("game", Text),
                ("rating", Real),
                ("deviation", Real),
                ("volatility", Real),
                ("games", Number),
                ("at_ms", Number),
            ],
        },
    ]
};

/// The number of rows in one part.
pub(crate) const ROWS: usize = 1_000;
