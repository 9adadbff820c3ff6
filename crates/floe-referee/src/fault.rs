//! The faults of players: a closed list, with a text for each and one policy for the consequences.

use floe_games::{Action, penalty, registry};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A player's fault. Nothing else ends a player's game early.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case", tag = "fault", content = "words")]
pub enum Fault {
    /// No answer within the time limit; the text says how long it took and what was left.
    #[error("ran out of time: {0}")]
    OutOfTime(String),
    /// A move that the rules do not allow; the text says why.
    #[error("made an illegal move: {0}")]
    IllegalMove(String),
    /// An answer that cannot be parsed.
    #[error("sent something that cannot be read: {0}")]
    Malformed(String),
    /// More output than a move can need.
    #[error("flooded the referee with output")]
    Flood,
    /// The program exited or crashed.
    #[error("crashed: {0}")]
    Crashed(String),
    /// The connection was closed.
    #[error("closed the connection")]
    Closed,
    /// It exceeded its memory limit; the text says by how much.
    #[error("used {0}")]
    TooMuchMemory(String),
    /// It exceeded its process limit; the text says by how much.
    #[error("ran {0}")]
    TooManyProcesses(String),
    /// It does not speak the protocol.
    #[error("does not speak the protocol: {0}")]
    WrongProtocol(String),
    /// It could not be started or reached, or it ended before it was ready.
    #[error("was not started: {0}")]
    NotStarted(String),
}

impl Fault {
    /// A short name for tables of faults.
    pub fn cause(&self) -> &'static str {
        match self {
            Fault::OutOfTime(_) => "out of time",
            Fault::IllegalMove(_) => "illegal move",
            Fault::Malformed(_) => "malformed answer",
            Fault::Flood => "flood",
            Fault::Crashed(_) => "crash",
            Fault::Closed => "closed connection",
            Fault::TooMuchMemory(_) => "too much memory",
            Fault::TooManyProcesses(_) => "too many processes",
            Fault::WrongProtocol(_) => "wrong protocol",
            Fault::NotStarted(_) => "not started",
        }
    }
}

/// The consequence of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// The game is over and the other player wins.
    Forfeit,
    /// The player is eliminated, its pieces are removed, and the others play on.
    Eliminate,
    /// An engine takes the seat over, and the game continues as if nothing had happened.
    Replace,
}

/// The policy: with two players a fault forfeits; with more the player is eliminated and the others play on, unless the
/// table has a substitute. Fish always eliminates: its last player plays on alone.
pub fn consequence(game: &str, seats: usize, substitute: bool) -> Consequence {
    let eliminates = registry::find(game).is_ok_and(|game| game.eliminates);
    match penalty(game, seats) {
        Action::Forfeit => Consequence::Forfeit,
        _ if substitute && !eliminates => Consequence::Replace,
        _ => Consequence::Eliminate,
    }
}
