//! The pace of a check: at full speed with progress reports, or in small steps with pauses while a server is in use.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnection;
use tokio::sync::watch;

use super::errors::{closed, fault};
use super::files::sibling_path;
use crate::StoreError;

/// The progress of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// SQLite is checking the structure of the file. Its progress is unknown.
    Structure,
    /// The chain of the log is being verified.
    Log {
        /// The entries verified so far.
        entries: u64,
        /// The number of entries.
        of: u64,
    },
}

/// Why a check ended without a result.
#[derive(Clone, Debug)]
pub(super) enum Halt {
    /// An error.
    Failed(StoreError),
    /// The store is closing.
    Stopped,
    /// Too much was being written while the check was in the way.
    Busy,
}

impl From<Halt> for StoreError {
    fn from(halt: Halt) -> StoreError {
        match halt {
            Halt::Failed(error) => error,
            Halt::Stopped => closed(),
            Halt::Busy => StoreError::Failed("too much was written during the check".to_owned()),
        }
    }
}

/// The pace of a check.
pub(super) enum Pace<'a> {
    /// At full speed; the progress is reported.
    Fast(&'a mut (dyn FnMut(Progress) + Send)),
    /// In small steps with pauses.
    Throttled(&'a Throttle),
}

impl Pace<'_> {
    /// Reports the progress.
    pub(super) fn report(&mut self, progress: Progress) {
        match self {
            Pace::Fast(on_progress) => on_progress(progress),
            Pace::Throttled(throttle) => (throttle.on_progress)(progress),
        }
    }

    /// Called after each step of the log, with the time when the step began.
    pub(super) async fn pause(&mut self, began: Instant) -> Result<(), Halt> {
        match self {
            Pace::Fast(_) => Ok(()),
            Pace::Throttled(throttle) => throttle.wait(began.elapsed()).await,
        }
    }
}

/// Logs the progress once per second, as a check before startup does.
pub(super) fn log_progress() -> impl FnMut(Progress) + Send {
    let (begin, mut reported) = (Instant::now(), Instant::now());
    move |progress| {
        if let Progress::Log { entries, of } = progress
            && reported.elapsed() > Duration::from_secs(1)
        {
            reported = Instant::now();
            tracing::info!(entries, of, seconds = begin.elapsed().as_secs(), "checking the log");
        }
    }
}

/// A long statement pauses after this time, for as long as it ran.
const SLICE: Duration = Duration::from_millis(10);
/// The maximum length of a pause.
const MAX_PAUSE: Duration = Duration::from_millis(100);
/// While one statement reads, SQLite cannot empty the write-ahead log. If the log has grown by this many bytes in the
/// meantime, the statement is interrupted and tried again later.
const MAX_GROWTH: u64 = 256 << 20;
/// The number of steps of a statement after which SQLite asks whether to continue: pages or instructions.
const STEPS: i32 = 200;

/// Keeps a check from slowing down a server.
pub(super) struct Throttle {
    wal: PathBuf,
    max_growth: u64,
    stop: watch::Receiver<bool>,
    on_progress: Box<dyn Fn(Progress) + Send + Sync>,
}

impl Throttle {
    /// For a check of the database at `path` that ends when `stop` becomes true.
    pub(super) fn new(
        path: &Path,
        stop: watch::Receiver<bool>,
        on_progress: impl Fn(Progress) + Send + Sync + 'static,
    ) -> Throttle {
        Throttle {
            wal: sibling_path(path, "-wal"),
            max_growth: MAX_GROWTH,
            stop,
            on_progress: Box::new(on_progress),
        }
    }

    /// With another limit on the growth of the write-ahead log.
    #[cfg(test)]
    pub(super) fn with_growth(self, max_growth: u64) -> Throttle {
        Throttle { max_growth, ..self }
    }

    /// Pauses for a time, unless the store closes.
    pub(super) async fn wait(&self, time: Duration) -> Result<(), Halt> {
        self.wait_long(time.min(MAX_PAUSE)).await
    }

    /// Waits for a possibly long time, unless the store closes.
    pub(super) async fn wait_long(&self, time: Duration) -> Result<(), Halt> {
        let mut stop = self.stop.clone();
        tokio::select! {
            () = tokio::time::sleep(time) => Ok(()),
            _ = stop.wait_for(|stop| *stop) => Err(Halt::Stopped),
        }
    }

    /// Makes long statements of a connection pause, and end when the store closes or too much is written.
    pub(super) async fn attach(&self, conn: &mut SqliteConnection) -> Result<Attached, StoreError> {
        let size = |wal: &Path| wal.metadata().map_or(0, |metadata| metadata.len());
        let (stop, wal) = (self.stop.clone(), self.wal.clone());
        let limit = size(&wal) + self.max_growth;
        let busy = Arc::new(AtomicBool::new(false));
        let attached = Attached { busy: busy.clone(), stop: stop.clone() };
        let mut began = Instant::now();
        let go_on = move || {
            if is_stopped(&stop) {
                return false;
            }
            if began.elapsed() < SLICE {
                return true;
            }
            if size(&wal) > limit {
                busy.store(true, Ordering::Relaxed);
                return false;
            }
            // This is a thread of SQLite's own.
            std::thread::sleep(began.elapsed().min(MAX_PAUSE));
            began = Instant::now();
            true
        };
        conn.lock_handle().await.map_err(fault)?.set_progress_handler(STEPS, go_on);
        Ok(attached)
    }
}

fn is_stopped(stop: &watch::Receiver<bool>) -> bool {
    *stop.borrow() || stop.has_changed().is_err()
}

/// A throttle on a connection.
pub(super) struct Attached {
    busy: Arc<AtomicBool>,
    stop: watch::Receiver<bool>,
}

impl Attached {
    /// Why a statement ended with an error.
    pub(super) fn halt(&self, error: sqlx::Error) -> Halt {
        if is_stopped(&self.stop) {
            Halt::Stopped
        } else if self.busy.load(Ordering::Relaxed) {
            Halt::Busy
        } else {
            Halt::Failed(fault(error))
        }
    }

    /// Removes the throttle.
    pub(super) async fn detach(self, conn: &mut SqliteConnection) -> Result<(), StoreError> {
        conn.lock_handle().await.map_err(fault)?.remove_progress_handler();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sqlx::Connection;

    use super::*;

    /// Takes minutes if nothing interrupts it.
    const LONG: &str = "WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 1000000000) \
                        SELECT max(n) FROM count";

    async fn interrupted(grow: bool, close: bool) -> Halt {
        let folder = std::env::temp_dir().join(format!("floe-pace-{}-{grow}-{close}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (stop, stopped) = watch::channel(false);
        let throttle = Throttle::new(&folder.join("floe.db"), stopped, |_| {}).with_growth(100);
        let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        std::fs::write(folder.join("floe.db-wal"), [0; 50]).unwrap();
        let attached = throttle.attach(&mut conn).await.unwrap();
        let meanwhile = async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            if grow {
                std::fs::write(folder.join("floe.db-wal"), [0; 151]).unwrap();
            }
            if close {
                stop.send(true).unwrap();
            }
        };
        let (done, ()) = tokio::join!(sqlx::query(LONG).execute(&mut conn), meanwhile);
        let halt = attached.halt(done.unwrap_err());
        attached.detach(&mut conn).await.unwrap();
        // Without the throttle, statements run to their end.
        let short = LONG.replace("1000000000", "100000");
        let count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(short)).fetch_one(&mut conn).await.unwrap();
        assert_eq!(count, 100_000);
        std::fs::remove_dir_all(&folder).unwrap();
        halt
    }

    #[tokio::test]
    async fn a_statement_yields_to_a_growing_log() {
        assert!(matches!(interrupted(true, false).await, Halt::Busy));
    }

    #[tokio::test]
    async fn a_statement_ends_when_the_store_closes() {
        assert!(matches!(interrupted(false, true).await, Halt::Stopped));
    }
}
