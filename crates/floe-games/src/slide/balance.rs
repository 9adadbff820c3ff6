//! The switches that even out the players' chances.

use serde_json::Value;

use super::axes::{MovesFirst, PlaceOrder, Score, Setup};
use crate::Refusal;
use crate::switches::{RuleSet, choice, halves};

/// Who places and moves when, and what the second player gets for being second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Balance {
    pub(crate) place_order: PlaceOrder,
    pub(crate) moves_first: MovesFirst,
    pub(crate) swap: bool,
    /// Fish the second player starts with, in halves; below zero the first player's.
    pub(crate) komi: i32,
}

impl Balance {
    /// Reads the switches; games without them have everything off.
    pub(super) fn from_set(set: &RuleSet) -> Balance {
        Balance {
            place_order: match set.get("place_order") {
                Value::Null => PlaceOrder::Alternate,
                word => choice(word),
            },
            moves_first: match set.get("moves_first") {
                Value::Null => MovesFirst::FirstPlacer,
                word => choice(word),
            },
            swap: set.get("swap").as_bool().unwrap_or(false),
            komi: halves(set.get("komi")).unwrap_or(0) as i32,
        }
    }

    /// Refuses switches that have nothing to even out.
    pub(super) fn check(&self, seats: usize, setup: Setup, score: Score) -> Result<(), Refusal> {
        let refuse = |message: String| Err(Refusal::invalid_rules(message));
        let order = self.place_order != PlaceOrder::Alternate || self.moves_first != MovesFirst::FirstPlacer;
        if order && setup == Setup::Fixed {
            return refuse(
                "place_order and moves_first are about placing pieces; with setup fixed they stand from the start"
                    .into(),
            );
        }
        if self.swap && seats != 2 {
            return refuse(format!("swap is for two players, not {seats}"));
        }
        if self.komi != 0 && seats != 2 {
            return refuse(format!("komi is for two players, not {seats}"));
        }
        if self.komi != 0 && score != Score::Fish {
            return refuse(
                "komi is a number of fish; here the last player to move wins, so nothing is counted".into(),
            );
        }
        Ok(())
    }
}
