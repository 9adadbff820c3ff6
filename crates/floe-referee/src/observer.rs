//! Observers: they see what spectators see; a slow or broken one is dropped and never delays a game.

use floe_games::{Event, Outcome};
use tokio::sync::mpsc;

/// What observers hear.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
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
pub struct Audience {
    seats: Vec<mpsc::Sender<News>>,
}

impl Audience {
    /// Nobody yet.
    pub fn new() -> Audience {
        Audience::default()
    }

    /// Somebody more, who may fall behind by so much news before it is dropped.
    pub fn admit(&mut self, behind: usize) -> mpsc::Receiver<News> {
        let (seat, watcher) = mpsc::channel(behind.max(1));
        self.seats.push(seat);
        watcher
    }

    /// Is nobody watching?
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Tells everybody at once; who does not listen is not waited for.
    pub fn tell(&mut self, news: News) {
        self.seats.retain(|seat| seat.try_send(news.clone()).is_ok());
    }
}
