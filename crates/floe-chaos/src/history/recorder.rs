//! Records what clients do and see.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use super::{Absence, History, Moment, Operation, Table, Update};

/// A history that is being recorded. All moments are from one clock.
#[derive(Debug)]
pub struct Recorder {
    epoch: Instant,
    history: Mutex<History>,
    clients: AtomicUsize,
}

impl Recorder {
    /// An empty history that starts now.
    pub fn new() -> Recorder {
        Recorder { epoch: Instant::now(), history: Mutex::default(), clients: AtomicUsize::new(0) }
    }

    /// Now.
    pub fn now(&self) -> Moment {
        self.epoch.elapsed()
    }

    /// The moment of an instant.
    pub fn at(&self, instant: Instant) -> Moment {
        instant.saturating_duration_since(self.epoch)
    }

    /// A number for another client or watcher.
    pub fn number(&self) -> usize {
        self.clients.fetch_add(1, Ordering::Relaxed)
    }

    fn change(&self, how: impl FnOnce(&mut History)) {
        how(&mut self.history.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
    }

    /// A table was created.
    pub fn table(&self, id: &str, made: Moment) {
        self.change(|history| {
            history.tables.insert(id.to_owned(), Table { made, ..Table::default() });
        });
    }

    /// An operation has ended.
    pub fn operation(&self, operation: Operation) {
        self.change(|history| history.operations.push(operation));
    }

    /// A watcher received an update.
    pub fn update(&self, update: Update) {
        self.change(|history| history.updates.push(update));
    }

    /// A server was down.
    pub fn absence(&self, absence: Absence) {
        self.change(|history| history.absences.push(absence));
    }

    /// The history so far; the recorder is empty afterwards.
    pub fn take(&self) -> History {
        let mut taken = History::default();
        self.change(|history| std::mem::swap(history, &mut taken));
        taken
    }
}
