//! Leases of a file: one process uses it, so they are kept in memory and end with it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::writer::Writer;
use crate::{LeaseBook, LeaseCommand};

/// The leases, and the clock by which they end.
#[derive(Debug)]
pub(super) struct Leases {
    book: Mutex<LeaseBook>,
    started: Instant,
}

impl Default for Leases {
    fn default() -> Leases {
        Leases { book: Mutex::default(), started: Instant::now() }
    }
}

impl Leases {
    pub(super) fn book(&self) -> MutexGuard<'_, LeaseBook> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn now_ms(&self) -> i64 {
        self.started.elapsed().as_millis() as i64
    }
}

impl Writer {
    /// Changes nodes and leases.
    pub(super) async fn lease(&mut self, command: &LeaseCommand) -> Result<u64, sqlx::Error> {
        let exists = match command {
            LeaseCommand::Take { log, .. } => {
                sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM log WHERE stream = ?)")
                    .bind(log)
                    .fetch_one(&mut self.conn)
                    .await?
            }
            _ => false,
        };
        let now = self.leases.now_ms();
        Ok(self.leases.book().apply(command, now, exists))
    }
}
