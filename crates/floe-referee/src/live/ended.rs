//! What a table that has ended means for a tournament.

use floe_games::Outcome;
use floe_wire::web::Stage;

use super::Live;
use crate::pairing::Fixture;
use crate::stats::{Fault, Finished};

/// How a table ended. Lists are by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The result; none where the game was called off.
    pub outcome: Option<Outcome>,
    /// What each seat did wrong first, if anything.
    pub faults: Vec<Option<String>>,
    /// The seats whose players did not come, where the game was called off for that.
    pub absent: Vec<usize>,
}

impl Ended {
    /// The game as statistics see it; none where it was called off though its players came, so that it says nothing
    /// about them.
    pub fn finished(&self, fixture: &Fixture) -> Option<Finished> {
        if let Some(outcome) = &self.outcome {
            let fault = |words: &String| Fault { cause: cause(words).into(), words: words.clone() };
            return Some(
                fixture
                    .finished(outcome, self.faults.iter().map(|words| words.as_ref().map(fault)).collect()),
            );
        }
        let fault = Fault { cause: "did not come".into(), words: "did not make a first move".into() };
        (!self.absent.is_empty()).then(|| fixture.forfeited(&self.absent, &fault))
    }
}

/// The words of live tables in the vocabulary of faults.
fn cause(words: &str) -> &str {
    match words {
        super::tick::LATE => "out of time",
        other => other,
    }
}

impl Live {
    /// How it ended, if it has.
    pub fn ended(&self) -> Option<Ended> {
        matches!(self.stage, Stage::Over | Stage::Aborted).then(|| Ended {
            outcome: self.result(),
            faults: self.seats.iter().map(|seat| seat.fault.clone()).collect(),
            absent: self.absent.clone(),
        })
    }
}
