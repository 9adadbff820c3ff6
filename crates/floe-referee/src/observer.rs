//! Observers: they see what spectators see; a slow or broken one is dropped and never delays a game.

use floe_games::{Event, Outcome};
use tokio::sync::mpsc;

/// What observers hear.
#[derive(Clone, Debug, PartialEq)]
pub enum GameUpdate {
    /// A game began.
    Began {
        /// The players by seat.
        names: Vec<String>,
        /// The position before the first move.
        start: String,
    },
    /// Something happened.
    Event {
        /// What.
        event: Event,
        /// The scores after it.
        scores: Vec<i64>,
    },
    /// A player failed.
    Fault {
        /// Whose seat.
        seat: usize,
        /// How, in words.
        words: String,
    },
    /// The game ended.
    Ended(Outcome),
}

/// Everybody who watches.
#[derive(Debug, Default)]
pub struct Observers {
    seats: Vec<mpsc::Sender<GameUpdate>>,
}

impl Observers {
    /// Nobody yet.
    pub fn new() -> Observers {
        Observers::default()
    }

    /// Somebody more, who may fall behind by so much news before it is dropped.
    pub fn subscribe(&mut self, behind: usize) -> mpsc::Receiver<GameUpdate> {
        let (seat, watcher) = mpsc::channel(behind.max(1));
        self.seats.push(seat);
        watcher
    }

    /// Is nobody watching?
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Tells everybody at once; who does not listen is not waited for.
    pub fn publish(&mut self, news: GameUpdate) {
        self.seats.retain(|seat| seat.try_send(news.clone()).is_ok());
    }
}
