//! The one task that writes. It takes everything in the queue, stores it in one transaction, syncs once, and only then
//! replies: a thousand callers share one sync.

use std::collections::HashMap;
use std::sync::Arc;

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, watch};

use super::append::{Pending, Stream};
use super::background::Background;
use super::changes::change;
use super::checkpointer::Checkpointer;
use super::errors::{fault, is_damage, is_failed_sync, is_refusal};
use super::files::Lock;
use super::high_water_mark::{HighWaterMark, MarkFile};
use super::leases::Leases;
use super::place::Place;
use super::seal::Seal;
use crate::StoreError;
use crate::health::Health;
use crate::write_command::WriteCommand;
use crate::write_queue::{Job, Reply};

/// How many logs are cached with their versions and index rows; beyond that, the cache is cleared.
const REMEMBERED: usize = 50_000;

/// The size of the test write that checks whether a store accepts writes again.
const PROBE: usize = 64 << 10;

/// Has the only connection that writes, and closes everything at the end.
pub(super) struct Writer {
    pub conn: SqliteConnection,
    pub jobs: mpsc::Receiver<Job>,
    pub batch: usize,
    /// What has been acknowledged.
    pub mark: HighWaterMark,
    /// What the file of the mark contains.
    pub saved: HighWaterMark,
    pub mark_file: MarkFile,
    pub seal: Seal,
    pub place: Place,
    /// The logs as they are, including what the current transaction adds.
    pub streams: HashMap<String, Stream>,
    /// Why nothing is written any more until the next start.
    pub stopped: Option<StoreError>,
    pub health: Arc<Health>,
    pub leases: Arc<Leases>,
    pub readers: SqlitePool,
    pub keeper: Checkpointer,
    pub background: Option<Background>,
    /// Released when SQLite has closed the file everywhere in this process.
    pub lock: Lock,
    /// Dropped at the very end, which notifies those who wait for it.
    pub alive: watch::Sender<()>,
}

/// The outcome of a command, and where to send it.
type Answer = (Reply, Result<u64, StoreError>);

impl Writer {
    /// Writes until every sender is gone, or until it is asked to close.
    pub(super) async fn run(mut self) {
        let mut jobs = Vec::with_capacity(self.batch);
        while self.jobs.recv_many(&mut jobs, self.batch).await > 0 {
            let mut acts = Vec::with_capacity(jobs.len());
            for job in jobs.drain(..) {
                match job {
                    Job::Do(act, reply) => acts.push((act, reply)),
                    Job::Damaged(error, reply) => {
                        self.distrust(error);
                        self.save_mark();
                        let _ = reply.send(());
                    }
                    Job::Close => self.jobs.close(),
                }
            }
            self.store(acts).await;
        }
        self.close().await;
    }

    /// The lock comes last: closing its descriptor of the database would end SQLite's own locks.
    async fn close(mut self) {
        if let Some(background) = &self.background {
            background.close().await;
        }
        self.readers.close().await;
        self.keeper.close().await;
        // The last connection to close moves the write-ahead log into the database.
        match self.conn.close().await {
            Ok(()) if self.stopped.is_none() => {
                self.seal.close(self.mark.head);
                self.mark.seal = self.seal.get();
                self.mark_file.write(&self.mark);
            }
            Ok(()) => {}
            Err(error) => {
                tracing::warn!(%error, "the database did not close in order; nothing acknowledged is lost")
            }
        }
        self.mark_file.sync();
        self.place.set_log_aside();
        drop(self.lock);
        drop(self.alive);
    }

    async fn store(&mut self, acts: Vec<(WriteCommand, Reply)>) {
        if acts.is_empty() {
            return;
        }
        let before = self.mark.head;
        let (mut replies, mut writes) = (Vec::with_capacity(acts.len()), Vec::with_capacity(acts.len()));
        let mut beats = Vec::new();
        let mut beat_ms = self.mark.beat_ms;
        for (act, reply) in acts {
            match act {
                // A heartbeat needs no sync: it goes into the mark alone.
                WriteCommand::Beat { now_ms } => {
                    beat_ms = Some(now_ms);
                    beats.push(reply);
                }
                act => {
                    replies.push(reply);
                    writes.push(act);
                }
            }
        }
        let outcome = match (&self.stopped, writes.is_empty()) {
            (Some(error), false) => Err(error.clone()),
            (_, true) => Ok(Vec::new()),
            (None, false) => self.transact(writes).await,
        };
        let answers: Vec<Answer> = match outcome {
            Ok(results) => replies.into_iter().zip(results).collect(),
            Err(error) => {
                self.mark.head = before;
                self.streams.clear();
                replies.into_iter().map(|reply| (reply, Err(error.clone()))).collect()
            }
        };
        let beaten = if beats.is_empty() { Ok(0) } else { self.beat(beat_ms).await };
        self.seal.verify_chain(self.mark.head);
        self.save_mark();
        let beats = beats.into_iter().map(|reply| (reply, beaten.clone()));
        for (reply, result) in answers.into_iter().chain(beats) {
            let _ = reply.send(result);
        }
        if self.streams.len() > REMEMBERED {
            self.streams.clear();
        }
    }

    /// Writes the mark, if it has changed.
    fn save_mark(&mut self) {
        let before = self.saved;
        self.mark.seal = self.seal.get();
        if self.mark == before {
            return;
        }
        self.saved = self.mark;
        self.mark_file.write(&self.mark);
        if before.seal.is_some() && self.mark.seal.is_none() {
            self.mark_file.sync();
        }
    }

    /// Handles a heartbeat: checks whether the database is where it was, and whether an unhealthy store accepts writes
    /// again.
    async fn beat(&mut self, now_ms: Option<i64>) -> Result<u64, StoreError> {
        if let Err(error) = self.place.check() {
            self.stop(error.clone());
            return Err(error);
        }
        if self.stopped.is_none() && self.health.get().is_some() {
            // The outcome is recorded in the health.
            let _ = self.probe().await;
        }
        self.mark.beat_ms = now_ms;
        Ok(0)
    }

    /// Writes nothing more until the next start.
    fn stop(&mut self, error: StoreError) {
        self.health.fail(&error);
        self.stopped.get_or_insert(error);
    }

    /// Writes nothing more, and requires a full check at the next start.
    fn distrust(&mut self, error: StoreError) {
        self.stop(error);
        self.seal.break_up();
    }

    /// One transaction for all. A refused command has done nothing and does not affect the others: each checks what can
    /// be refused before it changes anything, and SQLite undoes a refused statement automatically. Any other error
    /// rolls back everything.
    async fn transact(
        &mut self,
        acts: Vec<WriteCommand>,
    ) -> Result<Vec<Result<u64, StoreError>>, StoreError> {
        // Only a real write shows that an unhealthy store accepts writes again.
        let changes = if self.health.get().is_some() { self.changes().await } else { None };
        let filled = self.fill(acts).await;
        let results = self.finish(filled).await?;
        if changes.is_some() && changes != self.changes().await {
            self.health.recover();
        }
        Ok(results)
    }

    /// A test write, removed in the same transaction.
    async fn probe(&mut self) -> Result<(), StoreError> {
        let filled = self.fill_probe().await;
        self.finish(filled).await?;
        self.health.recover();
        Ok(())
    }

    async fn fill_probe(&mut self) -> Result<(), sqlx::Error> {
        sqlx::query("BEGIN IMMEDIATE").execute(&mut self.conn).await?;
        // No table has this id.
        let name = " ".repeat(PROBE);
        for sql in [
            "INSERT INTO chat_counts (at_table, last) VALUES (?, 0)",
            "DELETE FROM chat_counts WHERE at_table = ?",
        ] {
            sqlx::query(sql).bind(&name).execute(&mut self.conn).await?;
        }
        Ok(())
    }

    async fn changes(&mut self) -> Option<i64> {
        sqlx::query_scalar("SELECT total_changes()").fetch_one(&mut self.conn).await.ok()
    }

    /// Commits, or rolls back everything.
    async fn finish<T>(&mut self, filled: Result<T, sqlx::Error>) -> Result<T, StoreError> {
        let done = match filled {
            Ok(done) => sqlx::query("COMMIT").execute(&mut self.conn).await.map(|_| done),
            Err(error) => Err(error),
        };
        let error = match done {
            Ok(done) => {
                // A commit to a file that has lost its name is as good as lost.
                if let Err(error) = self.place.check() {
                    self.stop(error.clone());
                    return Err(error);
                }
                return Ok(done);
            }
            Err(error) => error,
        };
        // After some errors SQLite has already rolled back and says so.
        let _ = sqlx::query("ROLLBACK").execute(&mut self.conn).await;
        if is_failed_sync(&error) {
            let message = "a sync of the disk failed, so its state is unknown; nothing more is written until the \
                         server is started again and has checked the file";
            tracing::error!(%error, "{message}");
            self.distrust(StoreError::Failed(message.to_owned()));
            return Err(fault(error));
        }
        let is_damaged = is_damage(&error);
        let error = fault(error);
        match is_damaged {
            true => self.distrust(error.clone()),
            false => self.health.fail(&error),
        }
        Err(error)
    }

    async fn fill(&mut self, acts: Vec<WriteCommand>) -> Result<Vec<Result<u64, StoreError>>, sqlx::Error> {
        sqlx::query("BEGIN IMMEDIATE").execute(&mut self.conn).await?;
        let mut results = Vec::with_capacity(acts.len());
        let mut pending = Pending::default();
        for act in acts {
            match act {
                WriteCommand::Append(write) => {
                    let take = write.holder();
                    let appended = self.append(*write, &mut pending).await?;
                    if let (Ok(_), Some(take)) = (&appended, take) {
                        let now = self.leases.now_ms();
                        self.leases.book().apply(&take, now, true);
                    }
                    results.push(appended);
                }
                WriteCommand::Lease(command) => {
                    self.flush(&mut pending).await?;
                    results.push(Ok(self.lease(&command).await?));
                }
                act => {
                    // It may read what was appended before it.
                    self.flush(&mut pending).await?;
                    results.push(match change(&mut self.conn, act).await {
                        Ok(result) => result,
                        Err(error) if is_refusal(&error) => Err(fault(error)),
                        Err(error) => return Err(error),
                    });
                }
            }
        }
        self.flush(&mut pending).await?;
        Ok(results)
    }
}
