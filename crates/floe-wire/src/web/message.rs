//! The messages between clients and the server.

use floe_games::{Outcome, RefusalKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Occupant, TableState, TableUpdate, TournamentState, TournamentUpdate};

/// Who may take a seat of a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NewSeat {
    /// The host of the table.
    Me,
    /// Anyone who joins.
    Open,
    /// An engine.
    Engine {
        /// `random`, `greedy`, `1` to `10`, `max`.
        level: String,
    },
}

/// A request for a new table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The id of the game.
    pub game: String,
    /// Switches that differ from the default, or the name of a variant.
    #[serde(default)]
    #[ts(optional, type = "any")]
    pub rules: Option<Value>,
    /// Who sits where; by default the host takes seat 0 and the other seats are open.
    #[serde(default)]
    #[ts(optional)]
    pub seats: Option<Vec<NewSeat>>,
    /// `300+5` per game, `30s` or `3d` per move; absent without a clock.
    #[serde(default)]
    #[ts(optional)]
    pub clock: Option<String>,
    /// Is it rated? Only between accounts, with a clock and with the standard rules.
    #[serde(default)]
    pub rated: bool,
    /// Only people who know its address can find it.
    #[serde(default)]
    pub private: bool,
    /// May moves be taken back by agreement? Default: yes, unless it is rated.
    #[serde(default)]
    #[ts(optional)]
    pub takebacks: Option<bool>,
    /// The level of the engine that takes over for a player who leaves a game of three or four.
    #[serde(default)]
    #[ts(optional)]
    pub substitute: Option<String>,
    /// Will the host contribute to the deal, once the reply has given the commitment? The game then waits a few seconds
    /// for it instead of starting immediately.
    #[serde(default)]
    pub contribute: bool,
}

/// A contribution to a table's deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewContribution {
    /// The commitment, then `.` and random characters chosen by the player; at most 256 bytes.
    pub contribution: String,
    /// The seat, for users who hold several.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<usize>,
}

/// A request for a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SitRequest {
    /// The seat; any free one by default.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<usize>,
    /// A contribution to the deal: the table's commitment, then `.` and random characters chosen by the player.
    #[serde(default)]
    #[ts(optional)]
    pub contribution: Option<String>,
}

/// A player's action that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub enum TableAction {
    /// Resigns.
    #[serde(rename = "resign")]
    Resign,
    /// Offers to stop with the exact result.
    #[serde(rename = "stop?")]
    OfferStop,
    /// Agrees to stop.
    #[serde(rename = "accept")]
    Accept,
    /// Does not agree to stop.
    #[serde(rename = "refuse")]
    Refuse,
    /// Asks to take back the player's own last move.
    #[serde(rename = "offer-takeback")]
    OfferTakeback,
    /// Allows the takeback.
    #[serde(rename = "accept-takeback")]
    AcceptTakeback,
    /// Refuses the takeback.
    #[serde(rename = "decline-takeback")]
    DeclineTakeback,
    /// Aborts the game before every player has moved.
    #[serde(rename = "abort")]
    Abort,
    /// Asks for a rematch.
    #[serde(rename = "rematch")]
    Rematch,
    /// Leaves the seat before the game starts.
    #[serde(rename = "leave")]
    Leave,
}

/// A message from a client over a WebSocket. `id` is returned with the reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Subscribes to a table: a full snapshot first, or what came after `from`.
    Watch {
        /// Returned with the reply.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// The table.
        table: String,
        /// The version the client already has.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        from: Option<u64>,
        /// View from this seat, for users who hold several.
        #[serde(default)]
        #[ts(optional = nullable)]
        seat: Option<usize>,
        /// Include the legal moves when it is the user's turn.
        #[serde(default)]
        legal: bool,
    },
    /// Unsubscribes from a table.
    Unwatch {
        /// The table.
        table: String,
    },
    /// Subscribes to the lobby, or unsubscribes.
    Lobby {
        /// Subscribe or unsubscribe.
        on: bool,
    },
    /// Subscribes to a tournament, or unsubscribes: a full snapshot first, then updates.
    WatchTournament {
        /// Returned with the reply.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// The tournament.
        tournament: String,
        /// Subscribe or unsubscribe.
        on: bool,
    },
    /// Takes a seat.
    Sit {
        /// Returned with the reply.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// The table.
        table: String,
        /// The seat.
        #[serde(default)]
        #[ts(optional = nullable)]
        seat: Option<usize>,
        /// A contribution to the deal: the table's commitment, then `.` and random characters chosen by the player.
        #[serde(default)]
        #[ts(optional = nullable)]
        contribution: Option<String>,
    },
    /// Contributes to the deal of a table whose game has not started.
    Contribute {
        /// Returned with the reply.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// The table.
        table: String,
        /// The table's commitment, then `.` and random characters chosen by the player.
        contribution: String,
        /// The seat, for users who hold several.
        #[serde(default)]
        #[ts(optional = nullable)]
        seat: Option<usize>,
    },
    /// Makes a move.
    Move {
        /// Returned with the reply.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// The table.
        table: String,
        /// The version at which it was chosen.
        #[ts(type = "number")]
        at: u64,
        /// The move.
        #[serde(rename = "move")]
        text: String,
        /// The seat, for users who hold several.
        #[serde(default)]
        #[ts(optional = nullable)]
        seat: Option<usize>,
    },
    /// Performs another action.
    Act {
        /// Returned with the reply.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// The table.
        table: String,
        /// The action.
        act: TableAction,
        /// The seat, for users who hold several.
        #[serde(default)]
        #[ts(optional = nullable)]
        seat: Option<usize>,
    },
    /// Sends a chat message.
    Chat {
        /// Returned with the reply.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
        /// The table.
        table: String,
        /// The text.
        text: String,
    },
    /// Checks the connection.
    Ping {
        /// Returned with the reply.
        #[serde(default)]
        #[ts(type = "number", optional = nullable)]
        id: Option<u64>,
    },
}

/// The user who reads this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// `guest`, `player` or `moderator`.
    pub role: String,
    /// Is it a bot?
    pub bot: bool,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChatMessage {
    /// Its number at the table.
    #[ts(type = "number")]
    pub number: u64,
    /// The author's name.
    pub name: String,
    /// The author's id.
    pub user: String,
    /// The time it was sent.
    #[ts(type = "number")]
    pub at_ms: i64,
    /// The text.
    pub text: String,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LobbyRow {
    /// The id.
    pub id: String,
    /// The game.
    #[ts(type = "GameId")]
    pub game: String,
    /// Its stage.
    pub stage: super::Stage,
    /// Does it use the standard rules?
    pub house_rules: bool,
    /// The clock.
    pub clock: Option<String>,
    /// Is it rated?
    pub rated: bool,
    /// Who sits where.
    pub seats: Vec<Occupant>,
    /// When it was created.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// When it ended.
    #[ts(type = "number | null")]
    pub ended_ms: Option<i64>,
    /// How it ended.
    #[schema(value_type = Option<Object>)]
    pub result: Option<Outcome>,
    /// The tournament it belongs to.
    pub tournament: Option<String>,
}

/// A page of tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TablePage {
    /// The tables, newest first.
    pub tables: Vec<LobbyRow>,
    /// Where the next page starts; null at the end.
    pub next: Option<String>,
}

/// A new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CreatedTable {
    /// The id.
    pub id: String,
    /// The commitment of its deal; contributions include it.
    pub commitment: String,
}

/// Why a request was refused, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request cannot be parsed.
    Malformed,
    /// The request was parsed, but it cannot be carried out.
    Refused,
    /// A rule of the game does not allow it.
    Illegal,
    /// The move was chosen at another version.
    Stale,
    /// The caller is not signed in.
    Unauthorized,
    /// The caller lacks the rights.
    Forbidden,
    /// Not found.
    NotFound,
    /// Already taken.
    Conflict,
    /// Too many requests.
    RateLimited,
    /// Too large.
    TooLarge,
    /// The disk is full, or the server is shutting down: try again later.
    Unavailable,
    /// An internal error of the server.
    Internal,
}

/// A refusal: what was wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorBody {
    /// The error code, for programs.
    pub code: ErrorCode,
    /// The message, for people.
    pub message: String,
    /// What exactly was refused, where the rules or a table refused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub kind: Option<RefusalKind>,
    /// The cell that is the obstacle, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cell: Option<String>,
    /// The seat whose piece is the obstacle, or the seat that is not in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<usize>,
}

/// A message to a client, over a WebSocket and line by line in streams.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message: who the client is.
    Hello {
        /// The reader.
        you: Me,
        /// The version of the server.
        server: String,
    },
    /// A full snapshot of a table.
    State(Box<TableState>),
    /// An update of a table.
    Update(Box<TableUpdate>),
    /// The request succeeded.
    Ok {
        /// The `id` of the request.
        #[ts(type = "number | null")]
        id: Option<u64>,
        /// The version of the table afterwards.
        #[ts(type = "number | null")]
        version: Option<u64>,
    },
    /// The request failed.
    Error {
        /// The `id` of the request.
        #[ts(type = "number | null")]
        id: Option<u64>,
        /// The error.
        error: ErrorBody,
    },
    /// A chat message at a table.
    Chat {
        /// The table.
        table: String,
        /// The message.
        line: ChatMessage,
    },
    /// Who is present at a table.
    Presence {
        /// The table.
        table: String,
        /// The seats whose players are present.
        seats: Vec<usize>,
        /// The number of spectators.
        spectators: usize,
    },
    /// A full snapshot of the lobby.
    Lobby {
        /// Tables waiting for players.
        open: Vec<LobbyRow>,
    },
    /// A table was added to the lobby, changed or removed.
    LobbyChange {
        /// The table's id.
        id: String,
        /// The table; null when it was removed.
        row: Option<Box<LobbyRow>>,
    },
    /// A full snapshot of a tournament.
    Tournament(Box<TournamentState>),
    /// An update of a tournament.
    TournamentUpdate(Box<TournamentUpdate>),
    /// Something about one of the reader's tables: a game started, it is their turn, or it is over.
    YourTable {
        /// The table.
        table: String,
        /// `started`, `turn`, `over`, `rematch`; about the table of a challenge `invited` and `declined`.
        what: String,
    },
    /// The reply to a ping; also sent to keep an idle stream alive.
    Pong {
        /// The `id` of the request.
        #[ts(type = "number | null")]
        id: Option<u64>,
    },
    /// The server is shutting down; reconnect after that time.
    Closing {
        /// The time to wait, in milliseconds.
        #[ts(type = "number")]
        retry_ms: u64,
    },
}
