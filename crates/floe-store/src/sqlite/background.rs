//! The check of a large file while it is served: the chain of the whole log, then the structure of the file.
//!
//! It has its own read-only connection. The log is read in small steps, each a separate transaction, with pauses as
//! long as the steps. The check of the structure is one statement. It pauses as well, and if the server writes so much
//! in the meantime that the write-ahead log becomes too large, it is cancelled and tried again later.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, oneshot, watch};

use super::errors::fault;
use super::high_water_mark::HighWaterMark;
use super::open::to_read;
use super::pace::{Halt, Pace, Progress, Throttle};
use super::place::Place;
use super::verify::{VerifiedLog, asked, judge, structure, verify_chain};
use crate::chain::Head;
use crate::write_queue::Job;
use crate::{Damage, StoreError};

/// The pause before a check that could not be finished is tried again.
const RETRY: Duration = Duration::from_secs(10 * 60);

/// The state of the background check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackgroundCheck {
    /// Everything was checked before the start.
    NotNeeded,
    /// It is running.
    Running {
        /// The entries verified so far.
        entries: u64,
    },
    /// Everything is sound.
    Passed {
        /// The entries of the log when it was checked.
        entries: u64,
    },
    /// The file is damaged. The store accepts no more writes.
    Damaged(Damage),
    /// The store was closed before the check had finished.
    Stopped,
}

/// The running check.
#[derive(Debug)]
pub(super) struct Background {
    stop: watch::Sender<bool>,
}

impl Background {
    /// Starts to check everything against the mark that was found at startup.
    pub(super) fn start(
        path: &Path,
        mark: HighWaterMark,
        place: Place,
        writer: mpsc::WeakSender<Job>,
    ) -> (Background, watch::Receiver<BackgroundCheck>) {
        let (stop, stopped) = watch::channel(false);
        let (state, states) = watch::channel(BackgroundCheck::Running { entries: 0 });
        let sender = state.clone();
        let throttle = Throttle::new(path, stopped, move |progress| {
            if let Progress::Log { entries, .. } = progress {
                sender.send_replace(BackgroundCheck::Running { entries });
            }
        });
        let check = Check { path: path.to_owned(), mark, place, throttle };
        tokio::spawn(check.run(writer, state));
        (Background { stop }, states)
    }

    /// Returns once its connection is closed.
    pub(super) async fn close(&self) {
        let _ = self.stop.send(true);
        self.stop.closed().await;
    }
}

struct Check {
    path: PathBuf,
    mark: HighWaterMark,
    place: Place,
    throttle: Throttle,
}

impl Check {
    async fn run(self, writer: mpsc::WeakSender<Job>, state: watch::Sender<BackgroundCheck>) {
        let begin = Instant::now();
        let outcome = match self.everything().await {
            Ok(head) => {
                let seconds = begin.elapsed().as_secs();
                tracing::info!(
                    entries = head.seq,
                    seconds,
                    "the whole database has been checked and is sound"
                );
                BackgroundCheck::Passed { entries: head.seq }
            }
            Err(Halt::Failed(StoreError::Damaged(damage))) => {
                // The writer logs it, and has stopped before anyone learns of it.
                if let Some(writer) = writer.upgrade() {
                    let (reply, stopped) = oneshot::channel();
                    let _ = writer.send(Job::Damaged(StoreError::Damaged(damage.clone()), reply)).await;
                    let _ = stopped.await;
                }
                BackgroundCheck::Damaged(damage)
            }
            Err(_) => BackgroundCheck::Stopped,
        };
        state.send_replace(outcome);
        // Dropped last: the connection is closed by now.
        drop(self.throttle);
    }

    /// Tries until there is an answer.
    async fn everything(&self) -> Result<Head, Halt> {
        let mut sound = None;
        loop {
            match self.attempt(&mut sound).await {
                Err(Halt::Busy) => tracing::warn!(
                    "the structure of the database was not checked because too much was being written; retrying \
                     in {} minutes",
                    RETRY.as_secs() / 60
                ),
                Err(Halt::Failed(error)) if !matches!(error, StoreError::Damaged(_)) => tracing::warn!(
                    %error,
                    "the database could not be checked in the background; retrying in {} minutes",
                    RETRY.as_secs() / 60
                ),
                done => return done,
            }
            self.throttle.wait_long(RETRY).await?;
        }
    }

    /// Checks what has not been checked yet.
    async fn attempt(&self, sound: &mut Option<VerifiedLog>) -> Result<Head, Halt> {
        let mut conn = to_read(&self.path).connect().await.map_err(|error| Halt::Failed(fault(error)))?;
        let checked = match self.place.check() {
            Ok(()) => self.check(&mut conn, sound).await,
            Err(error) => Err(Halt::Failed(error)),
        };
        // It was only read.
        let _ = conn.close().await;
        checked
    }

    async fn check(
        &self,
        conn: &mut SqliteConnection,
        sound: &mut Option<VerifiedLog>,
    ) -> Result<Head, Halt> {
        let mut pace = Pace::Throttled(&self.throttle);
        let sound = match sound {
            Some(sound) => sound,
            None => sound.insert(verify_chain(conn, Head::default(), &asked(&self.mark), &mut pace).await?),
        };
        // If the log is damaged, nothing more needs to be known.
        let broken = match sound.fault {
            Some(_) => None,
            None => structure(conn, &mut pace).await?,
        };
        judge(&self.path, &self.mark, sound, broken).map_err(Halt::Failed)
    }
}
