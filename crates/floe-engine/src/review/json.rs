//! A review as JSON.

use floe_games::Record;
use serde_json::{Value, json};

use super::Review;

impl Review {
    /// As JSON, with what the record says of the game.
    pub fn to_json(&self, record: &Record) -> Value {
        let moves: Vec<Value> = self
            .moves
            .iter()
            .map(|judged| {
                json!({
                    "event": judged.event,
                    "seat": judged.seat,
                    "move": judged.played,
                    "choices": judged.choices,
                    "before": judged.before.win,
                    "margin": judged.before.margin,
                    "exact": judged.before.exact,
                    "after": judged.after,
                    "loss": judged.loss,
                    "mark": judged.mark.word(),
                    "better": judged.better,
                    "reasons": judged.reasons,
                    "better_reasons": judged.better_reasons,
                })
            })
            .collect();
        let curves: Vec<Value> =
            self.curves.iter().map(|curve| json!({"seat": curve.seat, "points": curve.points})).collect();
        let turning: Vec<usize> = self.turning.iter().map(|&at| self.moves[at].event).collect();
        json!({
            "game": record.game,
            "players": record.players,
            "moves": moves,
            "turning": turning,
            "accuracy": self.accuracy,
            "curves": curves,
            "result": record.result,
        })
    }
}
