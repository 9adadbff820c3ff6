//! A review as JSON.

use floe_games::Record;
use serde_json::{Value, json};

use super::Review;

impl Review {
    /// As JSON, with the details of the record.
    pub fn to_json(&self, record: &Record) -> Value {
        let moves: Vec<Value> = self
            .moves
            .iter()
            .map(|reviewed| {
                json!({
                    "event": reviewed.event,
                    "seat": reviewed.seat,
                    "move": reviewed.played,
                    "choices": reviewed.choices,
                    "before": reviewed.before.win,
                    "margin": reviewed.before.margin,
                    "exact": reviewed.before.exact,
                    "after": reviewed.after,
                    "loss": reviewed.loss,
                    "judgement": reviewed.judgement.as_str(),
                    "better": reviewed.better,
                    "reasons": reviewed.reasons,
                    "better_reasons": reviewed.better_reasons,
                })
            })
            .collect();
        let curves: Vec<Value> =
            self.curves.iter().map(|curve| json!({"seat": curve.seat, "points": curve.points})).collect();
        let turning_points: Vec<usize> = self.turning_points.iter().map(|&at| self.moves[at].event).collect();
        json!({
            "game": record.game,
            "players": record.players,
            "moves": moves,
            "turning_points": turning_points,
            "accuracy": self.accuracy,
            "curves": curves,
            "result": record.result,
        })
    }
}
