//! What happens at a table when nobody says anything.

use floe_games::Refusal;
use floe_wire::web::Stage;

use super::{Live, MAX_LAG_MS, Step, Who};

/// How long a table waits for players.
const GATHER_MS: i64 = 60 * 60 * 1000;
/// The same where nobody has to stay.
const GATHER_DAYS_MS: i64 = 14 * 24 * 60 * 60 * 1000;
/// How long somebody may take over the first move of a game with a clock before it is called off.
const NO_SHOW_MS: i64 = 60 * 1000;

impl Live {
    /// When [`Live::tick`] will have something to do, if nobody says anything before.
    pub fn due_ms(&self) -> Option<i64> {
        match self.stage {
            Stage::Open => {
                let wait = if self.is_correspondence() { GATHER_DAYS_MS } else { GATHER_MS };
                Some(self.created_ms + wait)
            }
            Stage::Live => {
                let seat = self.turn()?;
                let since = self.game.as_ref()?.since_ms;
                // An engine's time is what it thinks; that others keep the machine busy is not its fault.
                if matches!(self.seats[seat].who, Some(Who::Engine { .. })) {
                    return None;
                }
                let limit = self.seats[seat].clock?.limit()?;
                let falls = since + limit.as_millis() as i64 + MAX_LAG_MS as i64;
                Some(if self.shows_up(seat) { falls } else { falls.min(since + NO_SHOW_MS) })
            }
            Stage::Over | Stage::Aborted => None,
        }
    }

    /// Has the seat shown that somebody is there? Nobody has to be where days are counted.
    fn shows_up(&self, seat: usize) -> bool {
        self.seats[seat].moves > 0 || self.is_correspondence()
    }

    /// What time alone brings about, if anything.
    pub fn tick(&self, now_ms: i64) -> Result<Option<Step>, Refusal> {
        if self.due_ms().is_none_or(|due| now_ms < due) {
            return Ok(None);
        }
        let mut step = Step { next: self.clone(), entries: Vec::new() };
        match (self.stage, self.turn()) {
            (Stage::Live, Some(seat)) if self.shows_up(seat) => {
                step.fails(seat, "ran out of time", now_ms)?
            }
            (Stage::Live, Some(seat)) => {
                step.abort(&format!("seat {seat} did not make a first move"), now_ms)?
            }
            _ => step.abort("nobody came", now_ms)?,
        }
        Ok(Some(step))
    }
}
