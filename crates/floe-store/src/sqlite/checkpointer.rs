//! Moves pages from the write-ahead log into the database in parallel with the writer, so that no caller waits for it:
//! a sync of the database takes far longer than one of the log.

use std::path::Path;
use std::time::Duration;

use sqlx::{ConnectOptions, Connection};
use tokio::sync::watch;

use super::open::to_write;

/// How often.
const PAUSE: Duration = Duration::from_millis(250);

/// A task with its own connection.
#[derive(Debug)]
pub(super) struct Checkpointer {
    stop: watch::Sender<bool>,
}

impl Checkpointer {
    /// Starts it. It ends when it is closed, or dropped with the writer.
    pub(super) fn start(path: &Path) -> Checkpointer {
        let (stop, stopped) = watch::channel(false);
        tokio::spawn(keep(path.to_owned(), stopped));
        Checkpointer { stop }
    }

    /// Returns once its connection is closed.
    pub(super) async fn close(&self) {
        let _ = self.stop.send(true);
        self.stop.closed().await;
    }
}

async fn keep(path: std::path::PathBuf, mut stopped: watch::Receiver<bool>) {
    // Without it the writer does the work.
    let Ok(mut conn) = to_write(&path).connect().await else { return };
    loop {
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            _ = stopped.changed() => break,
        }
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut conn).await {
            tracing::debug!(%error, "cannot checkpoint the write-ahead log now");
        }
    }
    let _ = conn.close().await;
    drop(stopped);
}
