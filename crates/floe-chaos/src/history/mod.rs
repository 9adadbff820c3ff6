//! What clients did and saw while a server was disturbed, and whether the server kept its word.
//!
//! A [`History`] is what a run left behind: every operation with the times of its invocation and its return, everything
//! every watcher saw, when servers were away, and the logs that were read back at the end. [`check()`] compares them. It
//! knows nothing of processes or sockets, and of nodes only their numbers: histories of several servers are checked alike.

mod check;
mod clock;
mod nemesis;
mod player;
mod read_back;
mod recorder;
mod run;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

pub use check::{Kind, Violation, check};
pub use nemesis::Fault;
pub use run::{Options, Outcomes, Report, run};

/// A moment of a run, by one monotonic clock for all clients.
pub type Moment = Duration;

/// How an operation ended for the client that asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The server said that it is done.
    Acknowledged {
        /// The version of the table after it.
        version: u64,
    },
    /// The server said that it is not done.
    Refused {
        /// Why, for programs.
        code: String,
    },
    /// The connection broke before the server said anything.
    Unknown,
}

/// A move that a client asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Who asked.
    pub client: usize,
    /// Which server.
    pub node: usize,
    /// At which table.
    pub table: String,
    /// In which seat.
    pub seat: usize,
    /// The version of the table at which the move was chosen.
    pub at: u64,
    /// The move.
    pub text: String,
    /// When the client began to send it.
    pub invoked: Moment,
    /// When the client knew how it ended, or that it would not know.
    pub returned: Moment,
    /// How it ended.
    pub outcome: Outcome,
}

/// What a message showed of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// The whole game, as far as the watcher may see it.
    Whole {
        /// The events of the game.
        events: Vec<Value>,
    },
    /// What was added.
    Added {
        /// The version before.
        from: u64,
        /// The entries of the log.
        entries: Vec<Value>,
        /// Events of the game that were hidden before, by their number from 0.
        revealed: Vec<(usize, Value)>,
    },
}

/// A message that a watcher got.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// Who got it.
    pub watcher: usize,
    /// From which server.
    pub node: usize,
    /// About which table.
    pub table: String,
    /// When.
    pub seen: Moment,
    /// The version of the table it leads to.
    pub version: u64,
    /// What it showed.
    pub content: Content,
    /// The result, once the game is over.
    pub result: Option<Value>,
}

/// A time in which a server was away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    /// Which server.
    pub node: usize,
    /// When it was told to end.
    pub signalled: Moment,
    /// When its process was gone.
    pub gone: Moment,
    /// When the next process was started.
    pub started: Moment,
    /// When that one served.
    pub serving: Moment,
}

/// An entry of a table's log.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its number in the log, from 1: the version of the table after it.
    pub version: u64,
    /// What it says.
    pub body: Value,
}

/// A table as one server shows it at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Final {
    /// Which server.
    pub node: usize,
    /// The version.
    pub version: u64,
    /// The events of its record, as far as a stranger may see them.
    pub events: Vec<Value>,
    /// The result, if the game is over.
    pub result: Option<Value>,
}

/// What there is to know about one table at the end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// When the clients began to make it.
    pub made: Moment,
    /// Its log, from the store.
    pub log: Vec<Entry>,
    /// How each server shows it.
    pub finals: Vec<Final>,
}

/// What a run left behind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// What clients asked for.
    pub operations: Vec<Operation>,
    /// What watchers saw, each watcher's messages in the order in which they came.
    pub updates: Vec<Update>,
    /// When servers were away.
    pub absences: Vec<Absence>,
    /// The tables, by their ids.
    pub tables: BTreeMap<String, Table>,
}
