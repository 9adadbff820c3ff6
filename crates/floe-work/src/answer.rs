//! Answers, and what is refused as one.

use floe_lab::GameHistory;
use floe_referee::journal::JournalEntry;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Job, Kind, WorkError};

/// A move that an engine chose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveAnswer {
    /// The move.
    pub best: String,
    /// How many positions were searched.
    pub nodes: u64,
}

/// The answer to a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The move.
    Move(MoveAnswer),
    /// The review as JSON, with exactly the digits that the worker wrote.
    Review(String),
    /// The game as a journal has it.
    Game(Box<JournalEntry>),
    /// The history of the game.
    Lab(GameHistory),
}

/// What a worker sends back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reply {
    /// The job is done.
    Done(Answer),
    /// It cannot be done, or was given up.
    Failed(String),
}

/// The longest move, in bytes.
const MAX_MOVE_BYTES: usize = 1024;

impl Reply {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_else(|error| format!("{{\"failed\":\"{error}\"}}").into_bytes())
    }

    /// Reads what came back for a job. Whoever can write to NATS can answer, so nothing is taken on trust.
    pub(crate) fn read(bytes: &[u8], job: &Job) -> Result<Answer, WorkError> {
        let invalid = |reason: String| WorkError::InvalidAnswer(reason);
        match serde_json::from_slice(bytes).map_err(|error| invalid(error.to_string()))? {
            Reply::Failed(reason) => Err(WorkError::Failed(reason)),
            Reply::Done(answer) => {
                answer.check(job.kind())?;
                Ok(answer)
            }
        }
    }

    /// Is it the failure of a job, which another attempt may not have?
    pub(crate) fn is_failure(bytes: &[u8]) -> bool {
        bytes.starts_with(b"{\"failed\"")
    }
}

impl Answer {
    /// Refuses what is no answer to a job of this kind.
    fn check(&self, kind: Kind) -> Result<(), WorkError> {
        let invalid = |reason: &str| Err(WorkError::InvalidAnswer(reason.into()));
        match (self, kind) {
            (Answer::Move(answer), Kind::Move) if answer.best.len() <= MAX_MOVE_BYTES => Ok(()),
            (Answer::Review(text), Kind::Review) => match serde_json::from_str::<Value>(text) {
                Ok(Value::Object(_)) => Ok(()),
                _ => invalid("the review is not a JSON object"),
            },
            (Answer::Game(entry), Kind::Game) => {
                entry.finished.check().map_err(|refusal| WorkError::InvalidAnswer(refusal.to_string()))
            }
            (Answer::Lab(history), Kind::Lab) => {
                history.check().map_err(|refusal| WorkError::InvalidAnswer(refusal.to_string()))
            }
            _ => invalid("it is for another kind of job"),
        }
    }
}
