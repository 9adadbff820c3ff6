//! What an ended table means for a tournament.

use floe_games::Outcome;
use floe_wire::web::Stage;

use super::LiveTable;
use crate::pairing::Fixture;
use crate::stats::{FaultNote, FinishedGame};

/// How a table ended. Lists are by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// The result; `None` if the game was called off.
    pub outcome: Option<Outcome>,
    /// The first fault of each seat, if any.
    pub faults: Vec<Option<String>>,
    /// The seats whose players did not come, if the game was called off for that.
    pub absent: Vec<usize>,
}

impl TableResult {
    /// The game as statistics see it; `None` if it was called off although its players came, so that it says nothing
    /// about them.
    pub fn finished(&self, fixture: &Fixture) -> Option<FinishedGame> {
        if let Some(outcome) = &self.outcome {
            let fault = |words: &String| FaultNote { cause: cause(words).into(), words: words.clone() };
            return Some(
                fixture
                    .finished(outcome, self.faults.iter().map(|words| words.as_ref().map(fault)).collect()),
            );
        }
        let fault = FaultNote { cause: "did not come".into(), words: "did not make a first move".into() };
        (!self.absent.is_empty()).then(|| fixture.forfeited(&self.absent, &fault))
    }
}

/// The fault texts of live tables as causes.
fn cause(words: &str) -> &str {
    match words {
        super::tick::LATE => "out of time",
        other => other,
    }
}

impl LiveTable {
    /// How it ended, if it has.
    pub fn ended(&self) -> Option<TableResult> {
        matches!(self.stage, Stage::Over | Stage::Aborted).then(|| TableResult {
            outcome: self.result(),
            faults: self.seats.iter().map(|seat| seat.fault.clone()).collect(),
            absent: self.absent.clone(),
        })
    }
}
