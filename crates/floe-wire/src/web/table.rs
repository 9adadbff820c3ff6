//! Tables, as they are shown.

use floe_games::Insight;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Waits for players.
    Open,
    /// Is being played.
    Live,
    /// Has a result.
    Over,
    /// Ended without one.
    Aborted,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody yet.
    Open,
    /// A person, or somebody's program.
    Person {
        /// The id.
        user: String,
        /// The name.
        name: String,
        /// Is it a program?
        bot: bool,
        /// The rating at this game, in rated games.
        #[serde(skip_serializing_if = "Option::is_none")]
        rating: Option<i32>,
    },
    /// An engine of the house.
    Engine {
        /// How strong.
        level: String,
    },
}

/// A clock as it stood at `at_ms` of the message that carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockState {
    /// What is left for the next move before the clock falls.
    #[ts(type = "number")]
    pub left_ms: u64,
    /// Does it run?
    pub runs: bool,
}

/// An offer to stop that waits for answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StopOffer {
    /// Who offers.
    pub by: usize,
    /// Who has still to answer.
    pub waiting: Vec<usize>,
    /// The exact result if all agree.
    #[ts(type = "Outcome")]
    pub outcome: Value,
}

/// A wish to take a move back that waits for answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TakebackOffer {
    /// Who asks.
    pub by: usize,
    /// Who has still to answer.
    pub waiting: Vec<usize>,
    /// How many game events would be left.
    pub keep: usize,
}

/// An entry of a table's log, as far as the reader may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was made.
    Made {
        /// By whom.
        host: String,
    },
    /// Somebody took a seat.
    Sat {
        /// Which.
        seat: usize,
        /// Who.
        who: Occupant,
    },
    /// Somebody got up before the game began.
    Left {
        /// From which seat.
        seat: usize,
    },
    /// A player added to the deal.
    Contributed {
        /// In which seat.
        seat: usize,
        /// The contribution.
        contribution: String,
    },
    /// The game began.
    Began {
        /// The position, as text, in the reader's view.
        start: String,
    },
    /// Something of the game: a move, an action, chance. A move that is hidden has `"move": null`.
    Game {
        /// As in records.
        #[ts(type = "GameEvent")]
        event: Value,
    },
    /// The exact result of stopping here was worked out; an offer comes next.
    Foreseen {
        /// The result.
        #[ts(type = "Outcome")]
        outcome: Value,
    },
    /// Somebody asks to take a move back.
    Takeback {
        /// Who.
        by: usize,
        /// How many game events would be left.
        keep: usize,
    },
    /// Somebody answers that.
    TakebackAnswer {
        /// Who.
        by: usize,
        /// And how.
        yes: bool,
    },
    /// The game goes on from an earlier point.
    TakenBack {
        /// How many game events are left.
        keep: usize,
    },
    /// A seat failed: what follows comes next.
    Fault {
        /// Which.
        seat: usize,
        /// In what way.
        words: String,
    },
    /// An engine took a seat over.
    Replaced {
        /// Which.
        seat: usize,
        /// At what level.
        level: String,
    },
    /// The server was away; clocks stood still.
    Resumed {
        /// For how long, by the server's clock; it may have been set back meanwhile.
        #[ts(type = "number")]
        away_ms: i64,
    },
    /// The game ended without a result.
    Aborted {
        /// Why.
        why: String,
    },
    /// Ratings changed.
    Rated {
        /// How.
        changes: Vec<SeatRatingChange>,
    },
    /// Somebody wants to play again.
    Rematch {
        /// Who.
        by: usize,
    },
    /// The next game is there.
    Followed {
        /// Its id.
        table: String,
    },
}

/// What a game did to a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatRatingChange {
    /// Whose.
    pub seat: usize,
    /// Before.
    pub before: i32,
    /// After.
    pub after: i32,
}

/// How a table stands, apart from its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableStatus {
    /// When this was true, in milliseconds since 1970 by the server's clock.
    #[ts(type = "number")]
    pub at_ms: i64,
    /// How far the table is.
    pub stage: Stage,
    /// Whose turn it is.
    pub turn: Option<usize>,
    /// A word for what is going on in the game.
    pub phase: String,
    /// The position as text, in the reader's view; empty before the game.
    pub position: String,
    /// What each seat has scored.
    #[ts(type = "number[]")]
    pub scores: Vec<i64>,
    /// Before a game with chance: the seats whose contribution to the deal is awaited. Their clients send one that begins with
    /// `fair.commitment`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<_>", optional)]
    pub awaiting: Vec<usize>,
    /// The clocks, by seat; none where there is no clock.
    pub clocks: Vec<Option<ClockState>>,
    /// An offer to stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub offer: Option<StopOffer>,
    /// A wish to take back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub takeback: Option<TakebackOffer>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Outcome")]
    pub result: Option<Value>,
    /// The legal moves, for whoever asked for them and is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub legal: Option<Vec<String>>,
}

/// Everything about a table, in the reader's view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableState {
    /// The id.
    pub id: String,
    /// How many entries its log has. Moves name it, so that nobody moves in a position they have not seen.
    #[ts(type = "number")]
    pub version: u64,
    /// The id of the game.
    #[ts(type = "GameId")]
    pub game: String,
    /// Every switch with its value.
    #[ts(type = "Rules")]
    pub rules: Value,
    /// Who plays.
    pub seats: Vec<Occupant>,
    /// The seats that are the reader's own.
    pub yours: Vec<usize>,
    /// The seat through whose eyes this is; none for spectators and after the game.
    pub eyes: Option<usize>,
    /// Who made the table.
    pub host: String,
    /// The clock: `300+5`, `30s`, `3d`; none without.
    pub clock: Option<String>,
    /// Does it count?
    pub rated: bool,
    /// Is it listed?
    pub public: bool,
    /// May moves be taken back by consent?
    pub takebacks: bool,
    /// The level of the engine that takes over for whoever leaves a game of three or four.
    pub substitute: Option<String>,
    /// The tournament it belongs to.
    pub tournament: Option<String>,
    /// The table this is the rematch of.
    pub parent: Option<String>,
    /// The next game.
    pub followed: Option<String>,
    /// When it was made.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// The deal: `commitment`, `contributions` by seat, and the `secret` once the game has ended, however it ended.
    pub fair: Value,
    /// The position before the first move, as text.
    pub start: Option<String>,
    /// What has happened in the game, taken-back moves left out.
    #[ts(type = "GameEvent[]")]
    pub events: Vec<Value>,
    /// The position as JSON; null before the game.
    #[ts(type = "GameState | null")]
    pub board: Value,
    /// What the rules say about the position: tricks, hands, reach; null before the game.
    #[schema(value_type = Object)]
    pub insight: Option<Insight>,
    /// How it stands.
    pub now: TableStatus,
}

/// What a table tells those who follow it: entries `from` … `version` of its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableUpdate {
    /// The table.
    pub table: String,
    /// The version before. Whoever has another has missed something and asks again.
    #[ts(type = "number")]
    pub from: u64,
    /// The version now.
    #[ts(type = "number")]
    pub version: u64,
    /// What happened.
    pub entries: Vec<TableEvent>,
    /// Game events that can be seen only now, by their number from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(type = "[number, GameEvent][]")]
    pub shown: Vec<(usize, Value)>,
    /// How the table stands now.
    pub now: TableStatus,
}
