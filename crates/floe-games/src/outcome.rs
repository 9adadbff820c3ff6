//! How a game ended: who won, the scores, and why, as data and in words.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How a game ended.
#[derive(Clone, Debug, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Outcome {
    /// The winning seats in order: several when they share the win, none when there is no winner.
    pub winners: Vec<usize>,
    /// The final score of each seat.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub scores: Vec<i64>,
    /// Why it ended, in words made from [`Outcome::end`]. Records keep this text.
    pub reason: String,
    /// Why it ended, as data; missing in outcomes read from a record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub end: Option<EndReason>,
    /// Further details of the game's own, such as the hands of a showdown.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Why a game ended. `kind` is a stable code for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EndReason {
    /// No player can move any more.
    NobodyCanMove,
    /// These seats could not move, and have lost.
    CannotMove {
        /// The seats.
        seats: Vec<usize>,
    },
    /// All other players are out.
    OneLeft,
    /// All players are out.
    AllOut,
    /// Nothing was claimed for this many turns in a row.
    IdleTurns {
        /// The number of turns.
        turns: u32,
    },
    /// The players agreed to stop.
    Agreement,
    /// A player resigned.
    Resigned {
        /// The seat.
        seat: usize,
    },
    /// A player forfeited: broke the rules, failed or ran out of time.
    Forfeited {
        /// The seat.
        seat: usize,
    },
    /// The hands were compared.
    Showdown {
        /// The hands won by each seat.
        hands: [usize; 2],
    },
    /// All rounds were played and a seat has more points.
    MorePoints {
        /// The seat.
        seat: usize,
        /// The rounds played.
        rounds: u32,
    },
    /// Something that only the game itself knows, in its words.
    Other {
        /// The words.
        text: String,
    },
    /// All rounds were played and the points are equal.
    EqualPoints {
        /// The rounds played.
        rounds: u32,
    },
}

impl EndReason {
    /// The reason in words. `seat_name` names a seat within a sentence: "White", "the first player", "seat 0".
    pub fn text(&self, seat_name: &dyn Fn(usize) -> String) -> String {
        let rounds = |rounds: u32| match rounds {
            1 => "1 round".to_owned(),
            rounds => format!("{rounds} rounds"),
        };
        match self {
            EndReason::NobodyCanMove => "nobody can move".into(),
            EndReason::CannotMove { seats } => {
                let names: Vec<String> = seats.iter().map(|&seat| seat_name(seat)).collect();
                format!("{} cannot move", names.join(" and "))
            }
            EndReason::OneLeft => "one player is left".into(),
            EndReason::AllOut => "everybody is out".into(),
            EndReason::IdleTurns { turns } => format!("{turns} turns without a claim"),
            EndReason::Agreement => "stopped by agreement".into(),
            EndReason::Resigned { seat } => format!("{} resigned", seat_name(*seat)),
            EndReason::Forfeited { seat } => format!("{} forfeited", seat_name(*seat)),
            EndReason::Showdown { hands: [first, second] } => format!("hands {first} : {second}"),
            EndReason::MorePoints { seat, rounds: count } => {
                format!("{} has more points after {}", seat_name(*seat), rounds(*count))
            }
            EndReason::Other { text } => text.clone(),
            EndReason::EqualPoints { rounds: count } => format!("equal points after {}", rounds(*count)),
        }
    }
}

/// How the card games name a seat in a reason.
pub(crate) fn seat_number(seat: usize) -> String {
    format!("seat {seat}")
}

impl Outcome {
    /// An outcome whose words are made from its reason; see [`EndReason::text`].
    pub fn new(
        winners: Vec<usize>,
        scores: Vec<i64>,
        end: EndReason,
        seat_name: &dyn Fn(usize) -> String,
    ) -> Outcome {
        Outcome { winners, scores, reason: end.text(seat_name), end: Some(end), more: Map::new() }
    }

    /// Who won, in words: "White wins", "White and Black share the win", "no one wins". `seat_name` as in
    /// [`EndReason::text`].
    pub fn verdict(&self, seat_name: &dyn Fn(usize) -> String) -> String {
        verdict(&self.winners, seat_name)
    }

    /// Winners and scores without a reason: for statistics and for offers that no longer matter.
    pub fn unexplained(winners: Vec<usize>, scores: Vec<i64>) -> Outcome {
        Outcome { winners, scores, reason: String::new(), end: None, more: Map::new() }
    }

    /// The outcome that a record or a trace states. Its words stand for the reason, so [`Outcome::end`] is not read:
    /// the code that would read it is large, and the web app carries it.
    pub(crate) fn from_record(json: Value) -> Result<Outcome, serde_json::Error> {
        #[derive(Deserialize)]
        struct Stated {
            winners: Vec<usize>,
            scores: Vec<i64>,
            reason: String,
        }
        let mut more = Map::deserialize(json)?;
        let mut stated = Map::new();
        for name in ["winners", "scores", "reason"] {
            stated.extend(more.shift_remove_entry(name));
        }
        more.shift_remove("end");
        let Stated { winners, scores, reason } = serde_json::from_value(Value::Object(stated))?;
        Ok(Outcome { winners, scores, reason, end: None, more })
    }
}

/// Who won, in words; see [`Outcome::verdict`].
pub fn verdict(winners: &[usize], seat_name: &dyn Fn(usize) -> String) -> String {
    let names: Vec<String> = winners.iter().map(|&seat| seat_name(seat)).collect();
    match &names[..] {
        [] => "no one wins".into(),
        [name] => format!("{name} wins"),
        [names @ .., last] => format!("{} and {last} share the win", names.join(", ")),
    }
}

/// The words stand for the reason: an outcome read from a record equals the one computed from its moves.
impl PartialEq for Outcome {
    fn eq(&self, other: &Outcome) -> bool {
        self.winners == other.winners
            && self.scores == other.scores
            && self.reason == other.reason
            && self.more == other.more
    }
}
