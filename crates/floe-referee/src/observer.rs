//! Observers: they see what spectators see. A slow or broken one is dropped and never delays a game.

use floe_games::{Event, Outcome};
use tokio::sync::mpsc;

/// What observers receive.
#[derive(Clone, Debug, PartialEq)]
pub enum GameUpdate {
    /// A game started.
    Began {
        /// The players by seat.
        names: Vec<String>,
        /// The position before the first move.
        start: String,
    },
    /// An event of the game.
    Event {
        /// The event.
        event: Event,
        /// The scores after it.
        scores: Vec<i64>,
    },
    /// A player failed.
    Fault {
        /// The seat.
        seat: usize,
        /// How it failed, as a sentence.
        words: String,
    },
    /// The game ended.
    Ended(Outcome),
}

/// All observers of a game.
#[derive(Debug, Default)]
pub struct Observers {
    seats: Vec<mpsc::Sender<GameUpdate>>,
}

impl Observers {
    /// No observers yet.
    pub fn new() -> Observers {
        Observers::default()
    }

    /// Adds an observer with a queue of `room` updates; one that falls behind is dropped.
    pub fn subscribe(&mut self, behind: usize) -> mpsc::Receiver<GameUpdate> {
        let (seat, watcher) = mpsc::channel(behind.max(1));
        self.seats.push(seat);
        watcher
    }

    /// Are there no observers?
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Publishes an update without waiting for anyone.
    pub fn publish(&mut self, update: GameUpdate) {
        self.seats.retain(|seat| seat.try_send(update.clone()).is_ok());
    }
}
