//! What nodes tell each other over NATS, as JSON. Nothing here is the truth: that is in the store, and whoever misses a
//! message reads it there.

use std::net::IpAddr;
use std::sync::Arc;

use floe_games::{RefusalCause, UserInfo};
use floe_store::{Role, User};
use floe_wire::web::{ChatMessage, ErrorBody, LobbyRow, ServerMessage};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::hub::ConnectionsOf;
use crate::table::{Requester, TableRequest};

/// A message and the server process that sent it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Signed<T> {
    /// The process.
    pub by: String,
    /// The message.
    pub message: T,
}

/// About a table, to every node that has it loaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableNews {
    /// Entries were stored.
    Stored(Update),
    /// A chat message, already stored.
    Chat {
        /// As it is shown.
        said: ChatMessage,
        /// Was it sent by a player?
        by_player: bool,
    },
    /// A user has a new name.
    Renamed {
        /// The user.
        user: String,
        /// As they are shown.
        person: UserInfo,
    },
    /// Who watches on another node.
    Audience(Audience),
}

/// Entries of a log, stored by its owner.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Update {
    /// The node that stored them.
    pub node: String,
    /// The version of the table before them.
    pub from: u64,
    /// The time of each, and the entry as it is stored.
    pub entries: Vec<(i64, String)>,
}

/// The clients of one node at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Audience {
    /// The players among them, by user.
    pub players: Vec<String>,
    /// The number of others.
    pub spectators: usize,
}

/// To every node.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Announcement {
    /// A process is there.
    Beat {
        /// Its node.
        node: String,
        /// Its clock.
        clock_ms: i64,
        /// Does it know who is connected elsewhere? If not, the others say so.
        is_new: bool,
    },
    /// A node leaves: its leases can be taken at once.
    Leaving {
        /// The node.
        node: String,
    },
    /// Users who are connected to the process, all of them or some more.
    Connected {
        /// Are these all?
        all: bool,
        /// The users.
        users: Vec<String>,
    },
    /// Users who have no connection to the process any more.
    Disconnected {
        /// The users.
        users: Vec<String>,
    },
    /// For every connection of a user.
    ToUser {
        /// The user.
        user: String,
        /// What to send.
        message: Box<ServerMessage>,
    },
    /// Ends connections of a user.
    Drop {
        /// The user.
        user: String,
        /// Which.
        which: ConnectionsOf,
    },
    /// A table entered the lobby, changed there, or left it.
    Lobby {
        /// The table.
        id: String,
        /// The table as the lobby shows it.
        row: Option<Box<LobbyRow>>,
    },
    /// A game of a tournament has ended, or the tournament has changed.
    Tournament {
        /// The tournament.
        id: String,
    },
    /// A player ended a rated game before it counted.
    Deserted {
        /// The player.
        user: String,
    },
}

/// A request to the owner of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Call {
    /// The table.
    pub table: String,
    /// What is asked for.
    pub what: TableRequest,
    seat: Option<usize>,
    lag_ms: u64,
    address: Option<IpAddr>,
    user: String,
    name: String,
    role: Role,
    bot: bool,
}

impl Call {
    /// A request of a user.
    pub fn new(table: &str, asker: &Requester, what: TableRequest) -> Call {
        let User { id, name, role, bot, .. } = &*asker.user;
        Call {
            table: table.to_owned(),
            what,
            seat: asker.seat,
            lag_ms: asker.lag_ms,
            address: asker.address,
            user: id.clone(),
            name: name.clone(),
            role: *role,
            bot: *bot,
        }
    }

    /// Who asks. Only what a table needs to know of a user is sent.
    pub fn requester(&self) -> Requester {
        let user = User {
            id: self.user.clone(),
            name: self.name.clone(),
            role: self.role,
            bot: self.bot,
            password: None,
            recovery: None,
            created_ms: 0,
            renamed_ms: None,
            banned_until_ms: None,
            muted_until_ms: None,
            settings: "{}".into(),
            deleted: false,
        };
        Requester { user: Arc::new(user), seat: self.seat, lag_ms: self.lag_ms, address: self.address }
    }
}

/// The answer to a [`Call`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// Done; the table has this version.
    Done {
        /// The version.
        version: u64,
    },
    /// Refused.
    Refused {
        /// As a client is told.
        error: ErrorBody,
    },
    /// The node does not own the table. Nothing was done.
    NotMine,
}

impl From<Result<u64, ApiError>> for Answer {
    fn from(result: Result<u64, ApiError>) -> Answer {
        match result {
            Ok(version) => Answer::Done { version },
            Err(refused) => Answer::Refused { error: refused.into_body() },
        }
    }
}

/// An error as the owner of the table gave it.
pub fn refused(body: ErrorBody) -> ApiError {
    let cause = body.kind.map(|kind| Box::new(RefusalCause { kind, cell: body.cell, seat: body.seat }));
    ApiError { code: body.code, message: body.message, cause }
}
