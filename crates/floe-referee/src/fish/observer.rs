//! Events for observers. An observer that does not keep up is dropped; no one waits for it.

use floe_wire::fish::{Action, Color, State, TilePos};
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::fault::Failure;

/// The default queue length of an observer.
pub const QUEUE: usize = 1024;

/// What happens in a game. States have the seat to act first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum GameEvent {
    /// A game starts.
    Game {
        /// The players' names in the order of their colors.
        players: Vec<String>,
        /// The board.
        state: State,
    },
    /// A penguin was placed.
    Place {
        /// The player.
        color: Color,
        /// The tile.
        place: TilePos,
        /// The state after it.
        state: State,
    },
    /// A penguin was moved.
    Move {
        /// The player.
        color: Color,
        /// From where to where.
        action: Action,
        /// The state after it.
        state: State,
    },
    /// A player was eliminated.
    Out {
        /// The player.
        color: Color,
        /// The reason.
        failure: Failure,
        /// The state after it.
        state: State,
    },
    /// The game is over.
    Over {
        /// Who won.
        winners: Vec<Color>,
        /// The final state.
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
    /// A client connected and did not sign up.
    TurnedAway {
        /// The reason.
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
        /// The fault.
        failure: Failure,
    },
    /// A round starts.
    Round {
        /// Its number from 1.
        number: usize,
        /// The players of each game.
        games: Vec<Vec<usize>>,
    },
    /// An event in a game.
    InGame {
        /// The number of the game in the tournament, from 1.
        game: usize,
        /// The players by seat.
        seats: Vec<usize>,
        /// The event.
        what: GameEvent,
    },
    /// The tournament is over.
    End {
        /// Who won.
        winners: Vec<usize>,
        /// The players that cheated or failed.
        failures: Vec<usize>,
    },
}

/// An observer of one game.
pub trait GameObserver: Send {
    /// Is it watched? If not, events need not be created.
    fn watches(&self) -> bool;
    /// Reports an event without waiting.
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

/// All observers of a tournament.
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
    /// Adds an observer with a queue of `room` events. Its queue is closed when it falls behind or the tournament is
    /// over.
    pub fn watch(&mut self, queue: usize) -> Receiver<E> {
        let (sender, receiver) = channel(queue.max(1));
        self.queues.push(sender);
        receiver
    }

    /// How many observers are left.
    pub fn count(&self) -> usize {
        self.queues.len()
    }

    /// Sends an event to every observer; without observers it is not created.
    pub fn tell(&mut self, event: impl FnOnce() -> E) {
        if self.queues.is_empty() {
            return;
        }
        let event = event();
        self.queues.retain(|queue| queue.try_send(event.clone()).is_ok());
    }
}
