//! What clients did and saw while a server was disturbed, and whether the server kept its promises.
//!
//! A [`History`] is the record of a run: every operation with the times of its invocation and its return, everything
//! every watcher saw, when servers were down, and the logs read back at the end. [`check()`] compares them. It knows
//! nothing of processes or sockets, and of nodes only their numbers: histories of several servers are checked alike.

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

/// How an operation ended for its client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The server acknowledged it.
    Acknowledged {
        /// The version of the table after it.
        version: u64,
    },
    /// The server refused it.
    Refused {
        /// The error code.
        code: String,
    },
    /// The connection broke before the server replied.
    Unknown,
}

/// A move that a client requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The client.
    pub client: usize,
    /// The server.
    pub node: usize,
    /// The table.
    pub table: String,
    /// The seat.
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

/// The content of an update.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// The complete game, as far as the watcher may see it.
    Whole {
        /// The events of the game.
        events: Vec<Value>,
    },
    /// New entries.
    Added {
        /// The previous version.
        from: u64,
        /// The entries of the log.
        entries: Vec<Value>,
        /// Events of the game that were hidden before, by their number from 0.
        revealed: Vec<(usize, Value)>,
    },
}

/// A message that a watcher received.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// The watcher.
    pub watcher: usize,
    /// The server.
    pub node: usize,
    /// The table.
    pub table: String,
    /// When it arrived.
    pub seen: Moment,
    /// The resulting version of the table.
    pub version: u64,
    /// Its content.
    pub content: Content,
    /// The result, once the game is over.
    pub result: Option<Value>,
}

/// A downtime of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    /// The server.
    pub node: usize,
    /// When it was asked to end.
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
    /// The entry.
    pub body: Value,
}

/// A table as one server shows it at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Final {
    /// The server.
    pub node: usize,
    /// The version.
    pub version: u64,
    /// The events of its record, as far as a spectator may see them.
    pub events: Vec<Value>,
    /// The result, if the game is over.
    pub result: Option<Value>,
}

/// Everything known about one table at the end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// When the clients began to create it.
    pub made: Moment,
    /// Its log, from the store.
    pub log: Vec<Entry>,
    /// The views of each server.
    pub finals: Vec<Final>,
}

/// The record of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The operations of clients.
    pub operations: Vec<Operation>,
    /// The updates of watchers, each watcher's in order of arrival.
    pub updates: Vec<Update>,
    /// The downtimes of servers.
    pub absences: Vec<Absence>,
    /// The tables, by id.
    pub tables: BTreeMap<String, Table>,
}

impl History {
    /// Were there several servers? Then a table may have been at any of them.
    pub fn has_several_nodes(&self) -> bool {
        self.operations.iter().any(|one| one.node > 0) || self.absences.iter().any(|one| one.node > 0)
    }
}
