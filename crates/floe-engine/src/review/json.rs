//! A review as JSON.

use floe_games::record::Player;
use floe_games::{Outcome, Record};
use serde::Serialize;
use serde_json::{Value, json};

use super::Review;

/// A review with what the record says of the game. Events are numbered from 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewReport {
    /// The id of the game.
    #[cfg_attr(feature = "ts", ts(type = "GameId"))]
    pub game: String,
    /// Who played.
    pub players: Vec<Player>,
    /// Every move that was judged.
    pub moves: Vec<MoveReport>,
    /// The events that turned the game.
    pub turning_points: Vec<usize>,
    /// How well each seat played, in percent; none for a seat that had nothing to choose.
    pub accuracy: Vec<Option<f64>>,
    /// The win probability of each seat in the course of the game.
    pub curves: Vec<CurveReport>,
    /// How it ended.
    pub result: Option<Outcome>,
}

/// A move of a review.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MoveReport {
    /// The number of its event.
    pub event: usize,
    /// Who made it.
    pub seat: usize,
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// How many legal moves there were.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub choices: u64,
    /// The mover's win probability with the best move.
    pub before: f64,
    /// The margin expected with the best move.
    pub margin: Option<f64>,
    /// Whether `before` is proved.
    pub exact: bool,
    /// The mover's win probability after the move.
    pub after: Option<f64>,
    /// What the move cost.
    pub loss: Option<f64>,
    /// How bad that is.
    #[cfg_attr(feature = "ts", ts(type = "\"inaccuracy\" | \"mistake\" | \"blunder\" | null"))]
    pub judgement: Option<&'static str>,
    /// A better line.
    pub better: Vec<String>,
    /// What the move did.
    pub reasons: Vec<String>,
    /// What the better move would have done.
    pub better_reasons: Vec<String>,
}

/// The win probability of a seat in the course of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CurveReport {
    /// Whose.
    pub seat: usize,
    /// Numbers of events and win probabilities.
    pub points: Vec<(usize, f64)>,
}

impl Review {
    /// As JSON, with the details of the record.
    pub fn to_json(&self, record: &Record) -> Value {
        json!(self.report(record))
    }

    /// With what the record says of the game.
    pub fn report(&self, record: &Record) -> ReviewReport {
        let moves = self.moves.iter().map(|reviewed| MoveReport {
            event: reviewed.event,
            seat: reviewed.seat,
            played: reviewed.played.clone(),
            choices: reviewed.choices,
            before: reviewed.before.win,
            margin: reviewed.before.margin,
            exact: reviewed.before.exact,
            after: reviewed.after,
            loss: reviewed.loss,
            judgement: reviewed.judgement.as_str(),
            better: reviewed.better.clone(),
            reasons: reviewed.reasons.clone(),
            better_reasons: reviewed.better_reasons.clone(),
        });
        let curves =
            self.curves.iter().map(|curve| CurveReport { seat: curve.seat, points: curve.points.clone() });
        ReviewReport {
            game: record.game.clone(),
            players: record.players.clone(),
            moves: moves.collect(),
            turning_points: self.turning_points.iter().map(|&at| self.moves[at].event).collect(),
            accuracy: self.accuracy.clone(),
            curves: curves.collect(),
            result: record.result.clone(),
        }
    }
}
