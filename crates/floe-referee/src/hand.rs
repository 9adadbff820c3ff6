//! A person, or anything else that answers when it likes: questions go out on a channel, answers come back.

use floe_games::Outcome;
use tokio::sync::{mpsc, oneshot};

use crate::Fault;
use crate::player::{Answer, Invitation, Player, Question};

/// A question with the way back for its answer.
#[derive(Debug)]
pub struct Asked {
    /// What is asked.
    pub question: Question,
    /// Where the move goes.
    pub answer: oneshot::Sender<String>,
}

/// A player whose moves come from elsewhere.
#[derive(Debug)]
pub struct Hand {
    name: String,
    ask: mpsc::Sender<Asked>,
}

impl Hand {
    /// A player and the receiver of its questions. When the receiver is dropped the player has left.
    pub fn new(name: &str) -> (Hand, mpsc::Receiver<Asked>) {
        let (ask, asked) = mpsc::channel(1);
        (Hand { name: name.to_owned(), ask }, asked)
    }
}

impl Player for Hand {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn begin<'a>(&'a mut self, _invitation: &'a Invitation) -> Answer<'a, ()> {
        Box::pin(async { Ok(()) })
    }
    fn choose<'a>(&'a mut self, question: &'a Question) -> Answer<'a, String> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            let asked = Asked { question: question.clone(), answer };
            self.ask.send(asked).await.map_err(|_| Fault::Closed)?;
            answered.await.map_err(|_| Fault::Closed)
        })
    }
    fn end<'a>(&'a mut self, _outcome: &'a Outcome) -> Answer<'a, ()> {
        Box::pin(async { Ok(()) })
    }
    fn wants_legal(&self) -> bool {
        true
    }
}
