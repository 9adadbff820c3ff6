//! What happens, told to whoever watches. A watcher that does not keep up is dropped; nobody waits for it.

use floe_wire::fish::{Action, Color, State, TilePos};
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::fault::Failure;

/// How many events wait for a watcher unless it says otherwise.
pub const QUEUE: usize = 1024;

/// What happens in a game. States have the seat to act first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum GameEvent {
    /// A game begins.
    Game {
        /// The players' names in the order of their colors.
        players: Vec<String>,
        /// The board.
        state: State,
    },
    /// A penguin was placed.
    Place {
        /// Whose.
        color: Color,
        /// Where.
        place: TilePos,
        /// What it led to.
        state: State,
    },
    /// A penguin was moved.
    Move {
        /// Whose.
        color: Color,
        /// From where to where.
        action: Action,
        /// What it led to.
        state: State,
    },
    /// A player was eliminated.
    Out {
        /// Which.
        color: Color,
        /// What for.
        failure: Failure,
        /// What it led to.
        state: State,
    },
    /// The game is over.
    Over {
        /// Who won.
        winners: Vec<Color>,
        /// How it ended.
        state: State,
    },
}

/// What happens in a tournament. Players have numbers in age order, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A client has signed up.
    SignUp {
        /// Its number.
        player: usize,
        /// Its name.
        name: String,
    },
    /// Somebody connected and did not sign up.
    TurnedAway {
        /// Why.
        failure: Failure,
    },
    /// The tournament starts.
    Start {
        /// The names in age order.
        players: Vec<String>,
    },
    /// A player failed outside a game.
    Failed {
        /// Its number.
        player: usize,
        /// How.
        failure: Failure,
    },
    /// A round begins.
    Round {
        /// Its number from 1.
        number: usize,
        /// The players of each game.
        games: Vec<Vec<usize>>,
    },
    /// Something happens in a game.
    InGame {
        /// The number of the game in the tournament, from 1.
        game: usize,
        /// The players by seat.
        seats: Vec<usize>,
        /// What.
        what: GameEvent,
    },
    /// The tournament is over.
    End {
        /// Who won.
        winners: Vec<usize>,
        /// Who cheated or failed.
        failures: Vec<usize>,
    },
}

/// Whoever a game is told to.
pub trait GameObserver: Send {
    /// Does anybody watch? If not, events need not be made.
    fn watches(&self) -> bool;
    /// Tells what happened, without waiting.
    fn tell(&mut self, event: GameEvent);
}

impl GameObserver for Broadcast<GameEvent> {
    fn watches(&self) -> bool {
        self.count() > 0
    }

    fn tell(&mut self, event: GameEvent) {
        Broadcast::tell(self, || event);
    }
}

/// Everybody who watches.
#[derive(Debug)]
pub struct Broadcast<E> {
    queues: Vec<Sender<E>>,
}

impl<E> Default for Broadcast<E> {
    fn default() -> Broadcast<E> {
        Broadcast { queues: Vec::new() }
    }
}

impl<E: Clone> Broadcast<E> {
    /// Adds a watcher with room for so many events it has not looked at yet. Its queue is closed when it falls behind
    /// or all is over.
    pub fn watch(&mut self, queue: usize) -> Receiver<E> {
        let (sender, receiver) = channel(queue.max(1));
        self.queues.push(sender);
        receiver
    }

    /// How many still watch.
    pub fn count(&self) -> usize {
        self.queues.len()
    }

    /// Tells everybody; an event nobody watches is not made.
    pub fn tell(&mut self, event: impl FnOnce() -> E) {
        if self.queues.is_empty() {
            return;
        }
        let event = event();
        self.queues.retain(|queue| queue.try_send(event.clone()).is_ok());
    }
}
