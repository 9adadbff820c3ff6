//! A person, or any other player that answers asynchronously: requests go out on a channel, moves come back.

use floe_games::Outcome;
use tokio::sync::{mpsc, oneshot};

use crate::Fault;
use crate::player::{GameSetup, Player, PlayerFuture, TurnRequest};

/// A turn request with the channel for its answer.
#[derive(Debug)]
pub struct PendingTurn {
    /// The request.
    pub question: TurnRequest,
    /// Where to send the move.
    pub answer: oneshot::Sender<String>,
}

/// A player whose moves come from a channel.
#[derive(Debug)]
pub struct ChannelPlayer {
    name: String,
    ask: mpsc::Sender<PendingTurn>,
}

impl ChannelPlayer {
    /// A player and the receiver of its requests. Dropping the receiver means that the player has left.
    pub fn new(name: &str) -> (ChannelPlayer, mpsc::Receiver<PendingTurn>) {
        let (ask, asked) = mpsc::channel(1);
        (ChannelPlayer { name: name.to_owned(), ask }, asked)
    }
}

impl Player for ChannelPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn begin<'a>(&'a mut self, _invitation: &'a GameSetup) -> PlayerFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }
    fn choose<'a>(&'a mut self, question: &'a TurnRequest) -> PlayerFuture<'a, String> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            let asked = PendingTurn { question: question.clone(), answer };
            self.ask.send(asked).await.map_err(|_| Fault::Closed)?;
            answered.await.map_err(|_| Fault::Closed)
        })
    }
    fn end<'a>(&'a mut self, _outcome: &'a Outcome) -> PlayerFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }
    fn wants_legal(&self) -> bool {
        true
    }
}
