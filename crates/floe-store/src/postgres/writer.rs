//! The one task of a store that writes. It takes everything in the queue, stores it in one transaction, and only then
//! replies: a thousand callers share one commit. Other servers write to the same database at the same time; the versions
//! of the logs, compared under a lock, decide who is first.
//!
//! A transaction is run again only when nothing of it was stored: after a conflict with another one, or if the connection
//! was lost before the commit was sent. If it is lost after that, the transaction itself says whether it was stored, in
//! the store's row of `writers`.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnection, PgPool};
use sqlx::{AssertSqlSafe, Connection};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, timeout};

use super::append::Logs;
use super::changes::change;
use super::connect::{Address, Purpose};
use super::errors::{fault, is_conflict, is_damage, is_lost, is_refusal};
use super::leases::lease;
use super::limits::{self, MAX_WRITE_BYTES};
use crate::StoreError;
use crate::health::Health;
use crate::write_command::WriteCommand;
use crate::write_queue::{Job, Reply};

/// How often a transaction that was in the way of others is run again.
const CONFLICTS: u32 = 8;
/// How long the statements of a transaction, and its commit, may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The pause before another attempt to connect.
const PAUSE: Duration = Duration::from_millis(100);
/// The size of the test write that checks whether a store accepts writes again.
const PROBE: usize = 64 << 10;

/// Has the only connection of a store that writes.
pub(super) struct Writer {
    pub address: Address,
    /// `None` after it was lost.
    pub conn: Option<PgConnection>,
    pub jobs: mpsc::Receiver<Job>,
    pub batch: usize,
    /// How long a write waits for a database that cannot be reached.
    pub patience: Duration,
    /// The name of the store's row in `writers`, which no other store has.
    pub id: String,
    /// The number of the last transaction.
    pub number: i64,
    /// The months whose partitions are known to exist.
    pub partitions: HashSet<i32>,
    /// Why nothing is written any more until the next start.
    pub stopped: Option<StoreError>,
    pub health: Arc<Health>,
    pub readers: PgPool,
    /// Dropped at the very end, which notifies those who wait for it.
    pub alive: watch::Sender<()>,
}

/// The outcomes of the commands of a transaction, in order.
type Results = Vec<Result<u64, StoreError>>;

/// How an attempt to store a transaction ended.
enum Attempt {
    Stored(Results),
    /// Nothing was stored.
    Undone(sqlx::Error),
    /// The commit was sent, but there was no answer.
    Unsure(Results, sqlx::Error),
}

/// Why a transaction was not stored.
enum Trouble {
    /// PostgreSQL refuses its content.
    Refused(sqlx::Error),
    Failed(StoreError),
}

impl Writer {
    /// Writes until every sender is gone, or until it is asked to close.
    pub(super) async fn run(mut self) {
        let mut jobs = Vec::with_capacity(self.batch);
        while self.jobs.recv_many(&mut jobs, self.batch).await > 0 {
            let mut commands = Vec::with_capacity(jobs.len());
            for job in jobs.drain(..) {
                match job {
                    Job::Do(command, reply) => commands.push((command, reply)),
                    Job::Damaged(error, reply) => {
                        self.stop(error);
                        let _ = reply.send(());
                    }
                    Job::Close => self.jobs.close(),
                }
            }
            self.store(commands).await;
        }
        self.close().await;
    }

    async fn close(mut self) {
        if let Some(mut conn) = self.conn.take() {
            // A row that is left behind is removed later.
            let _ = sqlx::query("DELETE FROM writers WHERE id = $1").bind(&self.id).execute(&mut conn).await;
            let _ = conn.close().await;
        }
        self.readers.close().await;
        drop(self.alive);
    }

    async fn store(&mut self, commands: Vec<(WriteCommand, Reply)>) {
        let (mut writes, mut replies, mut beats) = (Vec::new(), Vec::new(), Vec::new());
        let mut beat_ms = None;
        for (command, reply) in commands {
            match command {
                WriteCommand::Beat { now_ms } => {
                    beat_ms = Some(now_ms);
                    beats.push(reply);
                }
                command => {
                    writes.push(command);
                    replies.push(reply);
                }
            }
        }
        let mut replies = replies.into_iter();
        for group in groups(&writes, MAX_WRITE_BYTES) {
            let results = self.store_all(&group).await;
            for (result, reply) in results.into_iter().zip(replies.by_ref()) {
                // The caller may have stopped waiting.
                let _ = reply.send(result);
            }
        }
        if let Some(now_ms) = beat_ms {
            let beaten = self.beat(now_ms).await;
            beats.into_iter().for_each(|reply| drop(reply.send(beaten.clone())));
        }
    }

    /// Stores commands in one transaction; if PostgreSQL refuses the content of any, each in its own.
    async fn store_all(&mut self, commands: &[&WriteCommand]) -> Results {
        if commands.is_empty() {
            return Results::new();
        }
        match self.transact(commands).await {
            Ok(results) => return results,
            Err(Trouble::Refused(error)) if commands.len() > 1 => {
                tracing::warn!(%error, "PostgreSQL refuses a write; storing each one by itself");
            }
            Err(trouble) => {
                let error = trouble.into_error();
                return vec![Err(error); commands.len()];
            }
        }
        let mut results = Results::with_capacity(commands.len());
        for command in commands {
            match self.transact(&[command]).await {
                Ok(result) => results.extend(result),
                Err(trouble) => results.push(Err(trouble.into_error())),
            }
        }
        results
    }

    /// Stores a transaction, as often as it takes and as long as that is safe.
    async fn transact(&mut self, commands: &[&WriteCommand]) -> Result<Results, Trouble> {
        if let Some(error) = &self.stopped {
            return Err(Trouble::Failed(error.clone()));
        }
        let (began, deadline) = (Instant::now(), self.deadline());
        let mut conflicts = 0;
        loop {
            let error = match self.attempt(commands).await {
                Attempt::Stored(results) => {
                    self.health.recover();
                    return Ok(results);
                }
                Attempt::Unsure(results, error) => {
                    tracing::warn!(%error, "the connection was lost during a commit; asking whether it was stored");
                    match self.was_stored(deadline).await {
                        Ok(true) => {
                            self.health.recover();
                            return Ok(results);
                        }
                        Ok(false) => error,
                        Err(error) => {
                            self.health.fail(&fault(error));
                            return Err(Trouble::Failed(StoreError::Unconfirmed));
                        }
                    }
                }
                Attempt::Undone(error) => error,
            };
            // Those that it created are gone.
            self.partitions.clear();
            if is_conflict(&error) && conflicts < CONFLICTS && began.elapsed() < TIMEOUT {
                conflicts += 1;
                sleep(backoff(conflicts)).await;
            } else if is_lost(&error) && Instant::now() < deadline {
                sleep(PAUSE).await;
            } else if is_refusal(&error) {
                return Err(Trouble::Refused(error));
            } else {
                return Err(Trouble::Failed(self.failed(error)));
            }
        }
    }

    /// Until when a database that cannot be reached is waited for: not at all while it is known to be away.
    fn deadline(&self) -> Instant {
        let is_away = self.conn.is_none() && self.health.get().is_some();
        Instant::now() + if is_away { Duration::ZERO } else { self.patience }
    }

    /// A write has failed.
    fn failed(&mut self, error: sqlx::Error) -> StoreError {
        let is_damaged = is_damage(&error);
        let error = fault(error);
        match is_damaged {
            true => self.stop(error.clone()),
            false => self.health.fail(&error),
        }
        error
    }

    /// Writes nothing more until the next start.
    fn stop(&mut self, error: StoreError) {
        self.health.fail(&error);
        self.stopped.get_or_insert(error);
    }

    /// The connection, made again if it was lost.
    async fn conn(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        let conn = match self.conn.take() {
            Some(conn) => conn,
            None => self.address.connect(Purpose::Serve).await?,
        };
        Ok(self.conn.insert(conn))
    }

    /// Runs a transaction once. A connection is kept only if its state is known.
    async fn attempt(&mut self, commands: &[&WriteCommand]) -> Attempt {
        self.number += 1;
        match timeout(TIMEOUT, self.fill(commands)).await {
            Ok(Ok(results)) => match timeout(TIMEOUT, self.commit()).await {
                Ok(Ok(())) => Attempt::Stored(results),
                Ok(Err(error)) => {
                    self.conn = None;
                    Attempt::Unsure(results, error)
                }
                Err(_) => {
                    self.conn = None;
                    Attempt::Unsure(results, late())
                }
            },
            Ok(Err(error)) => {
                self.roll_back(&error).await;
                Attempt::Undone(error)
            }
            Err(_) => {
                self.conn = None;
                Attempt::Undone(late())
            }
        }
    }

    async fn commit(&mut self) -> Result<(), sqlx::Error> {
        sqlx::raw_sql("COMMIT").execute(self.conn().await?).await.map(drop)
    }

    async fn roll_back(&mut self, error: &sqlx::Error) {
        let Some(mut conn) = self.conn.take().filter(|_| !is_lost(error)) else { return };
        if let Ok(Ok(_)) = timeout(TIMEOUT, sqlx::raw_sql("ROLLBACK").execute(&mut conn)).await {
            self.conn = Some(conn);
        }
    }

    /// Begins a transaction and runs the commands. A refused one has done nothing and does not affect the others. Any
    /// error undoes everything.
    async fn fill(&mut self, commands: &[&WriteCommand]) -> Result<Results, sqlx::Error> {
        let begin = format!(
            "BEGIN; INSERT INTO writers (id, batch) VALUES ('{}', {}) \
             ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, at = now()",
            self.id, self.number
        );
        self.conn().await?;
        let (Some(conn), partitions) = (&mut self.conn, &mut self.partitions) else {
            return Err(sqlx::Error::WorkerCrashed);
        };
        sqlx::raw_sql(AssertSqlSafe(begin)).execute(&mut *conn).await?;
        let mut results = Results::with_capacity(commands.len());
        let mut logs = Logs::lock(conn, commands).await?;
        for command in commands {
            match command {
                WriteCommand::Append(write) => {
                    let appended = logs.append(write);
                    if let (Ok(_), Some(take)) = (&appended, write.holder()) {
                        flush(conn, &mut logs, partitions).await?;
                        lease(conn, &take).await?;
                    }
                    results.push(appended);
                }
                command => {
                    // It may read what was appended before it.
                    flush(conn, &mut logs, partitions).await?;
                    results.push(change(conn, command).await?);
                }
            }
        }
        flush(conn, &mut logs, partitions).await?;
        Ok(results)
    }

    /// Was the last transaction stored? Waits until PostgreSQL has finished it.
    async fn was_stored(&mut self, deadline: Instant) -> Result<bool, sqlx::Error> {
        loop {
            match timeout(TIMEOUT, self.last_stored()).await.unwrap_or_else(|_| Err(late())) {
                Ok(number) => return Ok(number == self.number),
                Err(error) => {
                    self.conn = None;
                    if Instant::now() >= deadline {
                        return Err(error);
                    }
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// The number of the last transaction that was stored. The row is written, which waits for any other transaction that
    /// has written it.
    async fn last_stored(&mut self) -> Result<i64, sqlx::Error> {
        let id = self.id.clone();
        sqlx::query_scalar(
            "INSERT INTO writers (id, batch) VALUES ($1, 0) \
             ON CONFLICT (id) DO UPDATE SET batch = writers.batch RETURNING batch",
        )
        .bind(id)
        .fetch_one(self.conn().await?)
        .await
    }

    /// Handles a heartbeat, which need not wait for the disk, and finds out whether an unhealthy store accepts writes
    /// again.
    async fn beat(&mut self, now_ms: i64) -> Result<u64, StoreError> {
        let is_healthy = self.health.get().is_none();
        let beaten = match timeout(TIMEOUT, self.write_beat(now_ms, is_healthy)).await {
            Ok(beaten) => beaten,
            Err(_) => Err(late()),
        };
        match beaten {
            Ok(()) => {
                if self.stopped.is_none() && !is_healthy {
                    self.health.recover();
                }
                Ok(0)
            }
            Err(error) => {
                self.conn = None;
                Err(self.failed(error))
            }
        }
    }

    async fn write_beat(&mut self, now_ms: i64, is_healthy: bool) -> Result<(), sqlx::Error> {
        let id = self.id.clone();
        let conn = self.conn().await?;
        let mut beat = String::from("BEGIN; ");
        match is_healthy {
            true => beat.push_str("SET LOCAL synchronous_commit = off; "),
            // A test write, removed in the same transaction: random, so that it takes its room.
            false => beat.push_str(&format!(
                "CREATE TABLE probe_{id} AS SELECT string_agg(gen_random_uuid()::TEXT, '') AS text \
                 FROM generate_series(1, {}); DROP TABLE probe_{id}; ",
                PROBE / 36
            )),
        }
        beat.push_str(&format!(
            "INSERT INTO heartbeat (at_ms) VALUES ({now_ms}) ON CONFLICT (one) DO UPDATE SET at_ms = excluded.at_ms; COMMIT"
        ));
        sqlx::raw_sql(AssertSqlSafe(beat)).execute(conn).await.map(drop)
    }
}

impl Trouble {
    fn into_error(self) -> StoreError {
        match self {
            Trouble::Refused(error) => fault(error),
            Trouble::Failed(error) => error,
        }
    }
}

/// The commands of a batch in as many groups as their size requires: usually one.
fn groups(commands: &[WriteCommand], max_bytes: usize) -> Vec<Vec<&WriteCommand>> {
    let (mut groups, mut size) = (Vec::<Vec<&WriteCommand>>::new(), usize::MAX);
    for command in commands {
        size = size.saturating_add(limits::size(command));
        match groups.last_mut() {
            Some(group) if size <= max_bytes => group.push(command),
            _ => {
                size = limits::size(command);
                groups.push(vec![command]);
            }
        }
    }
    groups
}

/// Sends what has been accepted, to partitions that exist.
async fn flush(
    conn: &mut PgConnection,
    logs: &mut Logs<'_>,
    partitions: &mut HashSet<i32>,
) -> Result<(), sqlx::Error> {
    for period in logs.periods() {
        if partitions.insert(period) {
            sqlx::query("SELECT ensure_log_partition($1)").bind(period).execute(&mut *conn).await?;
        }
    }
    logs.flush(conn).await
}

/// An answer did not come in time.
fn late() -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())
}

/// The pause before a transaction that was in the way of others is run again: longer each time, and different for each
/// store.
fn backoff(conflicts: u32) -> Duration {
    let jitter = std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.subsec_nanos() % 8);
    Duration::from_millis(u64::from((1 << conflicts.min(6)) + jitter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Append, StoredEntry};

    #[test]
    fn large_writes_get_their_own_transactions() {
        let write = |bytes: usize| {
            let entries = vec![StoredEntry { at_ms: 0, body: "x".repeat(bytes) }];
            let stream = "t".to_owned();
            WriteCommand::Append(Box::new(Append {
                stream,
                expected: 0,
                token: None,
                holder: None,
                entries,
                card: None,
                ratings: vec![],
            }))
        };
        let sizes = |bytes: &[usize]| {
            let commands: Vec<WriteCommand> = bytes.iter().map(|bytes| write(*bytes)).collect();
            groups(&commands, 10).iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(sizes(&[]), [0; 0]);
        assert_eq!(sizes(&[4, 4, 2, 1, 10, 3]), [3, 1, 1, 1], "in order, up to the limit");
        assert_eq!(sizes(&[30, 1, 1]), [1, 2], "one that is too large is alone");
    }
}
