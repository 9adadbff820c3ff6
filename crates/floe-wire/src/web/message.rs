//! What clients say and are told.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Occupant, TableState, TableUpdate, TournamentState, TournamentUpdate};

/// Who is asked to sit in a seat of a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NewSeat {
    /// Whoever makes the table.
    Me,
    /// Anybody who comes.
    Open,
    /// An engine.
    Engine {
        /// `random`, `greedy`, `1` to `10`, `max`.
        level: String,
    },
}

/// A table to make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The id of the game.
    pub game: String,
    /// Switches that differ from the default, or the name of a variant.
    #[serde(default)]
    #[ts(optional, type = "any")]
    pub rules: Option<Value>,
    /// Who sits where; if left out, the maker sits in seat 0 and the others are open.
    #[serde(default)]
    #[ts(optional)]
    pub seats: Option<Vec<NewSeat>>,
    /// `300+5` for the game, `30s` or `3d` a move; none without a clock.
    #[serde(default)]
    #[ts(optional)]
    pub clock: Option<String>,
    /// Does it count? Only between accounts, with a clock and by the game's own rules.
    #[serde(default)]
    pub rated: bool,
    /// Only those who know its address find it.
    #[serde(default)]
    pub private: bool,
    /// May moves be taken back by consent? If left out: yes, unless it is rated.
    #[serde(default)]
    #[ts(optional)]
    pub takebacks: Option<bool>,
    /// The level of the engine that takes over for whoever leaves a game of three or four.
    #[serde(default)]
    #[ts(optional)]
    pub substitute: Option<String>,
    /// Will the maker contribute to the deal, once the answer has told the commitment? The game then waits a few seconds for it
    /// where it would begin at once.
    #[serde(default)]
    pub contribute: bool,
}

/// A contribution to a table's deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewContribution {
    /// The commitment, then `.` and random characters of the player's own; at most 256 bytes.
    pub contribution: String,
    /// In which seat, for people with several.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<usize>,
}

/// A wish for a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SitRequest {
    /// Which; any free one if left out.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<usize>,
    /// A contribution to the deal: the table's commitment, then `.` and random characters of the player's own.
    #[serde(default)]
    #[ts(optional)]
    pub contribution: Option<String>,
}

/// What a player does that is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub enum TableAction {
    /// Gives up.
    #[serde(rename = "resign")]
    Resign,
    /// Offers to stop with the exact result.
    #[serde(rename = "stop?")]
    OfferStop,
    /// Agrees to stop.
    #[serde(rename = "accept")]
    Accept,
    /// Does not.
    #[serde(rename = "refuse")]
    Refuse,
    /// Asks to take the own last move back.
    #[serde(rename = "takeback?")]
    Takeback,
    /// Lets the other take back.
    #[serde(rename = "takeback")]
    TakebackYes,
    /// Does not.
    #[serde(rename = "no-takeback")]
    TakebackNo,
    /// Calls the game off before everybody has moved.
    #[serde(rename = "abort")]
    Abort,
    /// Wants to play again.
    #[serde(rename = "rematch")]
    Rematch,
    /// Gets up before the game begins.
    #[serde(rename = "leave")]
    Leave,
}

/// What a client says over a WebSocket. `id` comes back with the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Wants to follow a table: everything first, or what came after `from`.
    Watch {
        /// Comes back with the answer.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// Which.
        table: String,
        /// The version the client has.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        from: Option<u64>,
        /// Through the eyes of this own seat, for people with several.
        #[serde(default)]
        #[ts(optional = nullable)]
        seat: Option<usize>,
        /// With the legal moves when it is the own turn.
        #[serde(default)]
        legal: bool,
    },
    /// No longer.
    Unwatch {
        /// Which.
        table: String,
    },
    /// Wants to see the lobby, or no longer.
    Lobby {
        /// Which of the two.
        on: bool,
    },
    /// Wants to follow a tournament, or no longer: everything first, then what happens.
    Follow {
        /// Comes back with the answer.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// Which.
        tournament: String,
        /// Which of the two.
        on: bool,
    },
    /// Takes a seat.
    Sit {
        /// Comes back with the answer.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// At which table.
        table: String,
        /// Which seat.
        #[serde(default)]
        #[ts(optional = nullable)]
        seat: Option<usize>,
        /// A contribution to the deal: the table's commitment, then `.` and random characters of the player's own.
        #[serde(default)]
        #[ts(optional = nullable)]
        contribution: Option<String>,
    },
    /// Adds to the deal of a table that has not begun.
    Contribute {
        /// Comes back with the answer.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// Of which table.
        table: String,
        /// The table's commitment, then `.` and random characters of the player's own.
        contribution: String,
        /// In which seat, for people with several.
        #[serde(default)]
        #[ts(optional = nullable)]
        seat: Option<usize>,
    },
    /// Makes a move.
    Move {
        /// Comes back with the answer.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// At which table.
        table: String,
        /// The version it was chosen at.
        #[ts(type = "number")]
        at: u64,
        /// The move.
        #[serde(rename = "move")]
        text: String,
        /// In which seat, for people with several.
        #[serde(default)]
        #[ts(optional = nullable)]
        seat: Option<usize>,
    },
    /// Does something else.
    Act {
        /// Comes back with the answer.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// At which table.
        table: String,
        /// What.
        act: TableAction,
        /// In which seat, for people with several.
        #[serde(default)]
        #[ts(optional = nullable)]
        seat: Option<usize>,
    },
    /// Says something.
    Chat {
        /// Comes back with the answer.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// At which table.
        table: String,
        /// What.
        text: String,
    },
    /// Asks whether anybody is there.
    Ping {
        /// Comes back.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
    },
}

/// Who the reader is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// `guest`, `player` or `moderator`.
    pub role: String,
    /// A program?
    pub bot: bool,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChatMessage {
    /// Numbered at each table.
    #[ts(type = "number")]
    pub number: u64,
    /// Who.
    pub name: String,
    /// Their id.
    pub user: String,
    /// When.
    #[ts(type = "number")]
    pub at_ms: i64,
    /// What.
    pub text: String,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LobbyRow {
    /// The id.
    pub id: String,
    /// The game.
    pub game: String,
    /// How far it is.
    pub stage: super::Stage,
    /// Are the rules the game's own?
    pub house_rules: bool,
    /// The clock.
    pub clock: Option<String>,
    /// Does it count?
    pub rated: bool,
    /// Who sits where.
    pub seats: Vec<Occupant>,
    /// When it was made.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// When it ended.
    #[ts(type = "number | null")]
    pub ended_ms: Option<i64>,
    /// How it ended.
    pub result: Option<Value>,
    /// The tournament it belongs to.
    pub tournament: Option<String>,
}

/// Why something was refused, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// What was sent cannot be read.
    Malformed,
    /// It was read, and cannot be done.
    Refused,
    /// A rule of the game does not allow it.
    Illegal,
    /// The move was chosen at another version.
    Stale,
    /// Nobody is signed in.
    SignIn,
    /// Not with these rights.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// Somebody has that already.
    Taken,
    /// Too much at once.
    TooMany,
    /// Larger than it may be.
    TooLarge,
    /// The disk is full, or the server is closing: try again later.
    Unavailable,
    /// A fault of the server's.
    Broken,
}

/// A refusal: what was wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorBody {
    /// For programs.
    pub code: ErrorCode,
    /// For people.
    pub message: String,
}

/// What a client is told, over a WebSocket and line by line in streams.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum ServerMessage {
    /// First of all: who the client is.
    Hello {
        /// The reader.
        you: Me,
        /// The version of the server.
        server: String,
    },
    /// A table, all of it.
    State(Box<TableState>),
    /// What happened at a table.
    News(Box<TableUpdate>),
    /// Done.
    Ok {
        /// What the client called it.
        #[ts(type = "number | null")]
        id: Option<u64>,
        /// The version of the table after it.
        #[ts(type = "number | null")]
        version: Option<u64>,
    },
    /// Not done.
    Refused {
        /// What the client called it.
        #[ts(type = "number | null")]
        id: Option<u64>,
        /// Why.
        error: ErrorBody,
    },
    /// Somebody said something at a table.
    Chat {
        /// At which.
        table: String,
        /// What.
        line: ChatMessage,
    },
    /// Who is looking at a table.
    Present {
        /// At which.
        table: String,
        /// The seats whose players are there.
        seats: Vec<usize>,
        /// How many others look on.
        spectators: usize,
    },
    /// The lobby, all of it.
    Lobby {
        /// Tables that wait for players.
        open: Vec<LobbyRow>,
    },
    /// A table came into the lobby, changed or left it.
    LobbyChange {
        /// Which.
        id: String,
        /// The table; none when it has left.
        row: Option<LobbyRow>,
    },
    /// A tournament, all of it.
    Tournament(Box<TournamentState>),
    /// What happened in a tournament.
    TournamentNews(Box<TournamentUpdate>),
    /// Something about a table of the reader's own: a game began, it is their turn, it is over.
    Yours {
        /// Which.
        table: String,
        /// `began`, `turn`, `over`, `rematch`.
        what: String,
    },
    /// The answer to a ping, and what keeps an idle stream alive.
    Pong {
        /// What the client called it.
        #[ts(type = "number | null")]
        id: Option<u64>,
    },
    /// The server closes; come back after that time.
    Closing {
        /// When.
        #[ts(type = "number")]
        retry_ms: u64,
    },
}
