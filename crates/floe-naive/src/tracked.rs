//! What the check of a trace needs from any game.

use crate::game::Naive;
use serde_json::{Value, json};

/// A game that can be followed through a trace.
pub(crate) trait Tracked {
    /// What chance has to do before play continues, as text.
    fn chance(&self) -> Option<String>;
    /// The seat to act; `None` when the game is over or waits for chance.
    fn actor(&self) -> Option<usize>;
    /// All legal moves as texts, sorted by bytes, each once.
    fn legal(&self) -> Vec<String>;
    /// Plays a move given as text.
    fn play(&mut self, text: &str) -> Result<(), String>;
    /// Takes a chance outcome.
    fn event(&mut self, event: &Value) -> Result<(), String>;
    /// The scores after the last move.
    fn scores(&self) -> Vec<i64>;
    /// Compares the object under `"result"` with the result of the game.
    fn check_result(&self, result: &Value) -> Result<(), String>;
}

impl Tracked for Naive {
    fn chance(&self) -> Option<String> {
        self.awaiting_chance().then(|| "a tile has to be drawn".to_string())
    }

    fn actor(&self) -> Option<usize> {
        Naive::actor(self)
    }

    fn legal(&self) -> Vec<String> {
        Naive::legal(self)
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        Naive::play(self, text)
    }

    fn event(&mut self, event: &Value) -> Result<(), String> {
        Naive::event(self, event)
    }

    fn scores(&self) -> Vec<i64> {
        Naive::scores(self)
    }

    fn check_result(&self, result: &Value) -> Result<(), String> {
        let (winners, scores) = self.result().ok_or("a result although play goes on")?;
        same_result(&winners, &scores, result)
    }
}

/// Compares winners and final scores with those of a result line.
pub(crate) fn same_result(winners: &[usize], scores: &[i64], result: &Value) -> Result<(), String> {
    same("winners", &json!(winners), &result["winners"])?;
    same("final scores", &json!(scores), &result["scores"])
}

/// Compares two values and names them if they differ.
pub(crate) fn same(what: &str, expected: &Value, found: &Value) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected}, found {found}")) }
}
