//! What happens at a table when time passes.

use floe_games::fair::seat_list;
use floe_games::{Refusal, Stage};

use super::{LiveTable, Transition};

/// How long a table waits for players.
const GATHER_MS: i64 = 60 * 60 * 1000;
/// The same for clocks that count days.
const GATHER_DAYS_MS: i64 = 14 * 24 * 60 * 60 * 1000;
/// How long a player may take for the first move of a game with a clock before it is called off, and how long a deal
/// waits for absent players.
const NO_SHOW_MS: i64 = 60 * 1000;
/// How long a deal waits for the contributions of players who are present: their clients send them immediately, or
/// never.
const CONTRIBUTE_MS: i64 = 3 * 1000;
/// How long a game without a clock waits for a move.
const ABANDONED_MS: i64 = 14 * 24 * 60 * 60 * 1000;
/// The fault of a player whose clock runs out.
pub(super) const LATE: &str = "ran out of time";

impl LiveTable {
    /// When [`LiveTable::tick`] will have something to do, if nothing happens before.
    pub fn due_ms(&self) -> Option<i64> {
        match self.stage {
            Stage::Open => {
                let wait = if self.is_correspondence() { GATHER_DAYS_MS } else { GATHER_MS };
                let dealt = self.filled_ms.map(|filled| filled + CONTRIBUTE_MS);
                Some(dealt.unwrap_or(self.created_ms + wait))
            }
            Stage::Live => {
                let seat = self.turn()?;
                let since = self.game.as_ref()?.since_ms;
                // An engine's time is the time it thinks; a busy machine is not its fault.
                if self.seats[seat].who.is_engine() {
                    return None;
                }
                let Some(limit) = self.seats[seat].clock.and_then(|clock| clock.limit()) else {
                    return Some(since + ABANDONED_MS);
                };
                let forgiven = self.seats[seat].allowance.limit_ms();
                let falls = since + (limit.as_millis() as u64 + forgiven) as i64;
                Some(if self.shows_up(seat) { falls } else { falls.min(since + NO_SHOW_MS) })
            }
            Stage::Over | Stage::Aborted => None,
        }
    }

    /// Has the seat's player shown up? With clocks that count days no one has to.
    fn shows_up(&self, seat: usize) -> bool {
        self.seats[seat].moves > 0 || self.is_correspondence()
    }

    /// Is an absent player eliminated, so that the others play on? At a tournament's table of three or four, one player
    /// who stays away does not end the game for the others.
    fn plays_on(&self) -> bool {
        self.config.tournament.is_some() && self.seats.len() > 2
    }

    /// What follows from the time alone, if anything. `here` are the seats whose players are known to be present: of
    /// those who have not moved yet only they count as having come.
    pub fn tick(&self, now_ms: i64, here: &[usize]) -> Result<Option<Transition>, Refusal> {
        if self.due_ms().is_none_or(|due| now_ms < due) {
            return Ok(None);
        }
        let mut step = Transition { next: self.clone(), entries: Vec::new() };
        if let Some(filled_ms) = self.filled_ms.filter(|_| self.is_dealing()) {
            return self.deal(step, filled_ms, now_ms, here);
        }
        match (self.stage, self.turn()) {
            (Stage::Live, Some(_)) if self.control.is_none() => {
                step.abort("no move for two weeks", Vec::new(), now_ms)?
            }
            (Stage::Live, Some(seat)) if self.shows_up(seat) => step.fails(seat, LATE, now_ms)?,
            // A player who leaves after seeing hidden cards loses: otherwise hands could be viewed until one pleases.
            (Stage::Live, Some(seat)) if self.plays_on() || self.is_dealt_face_down() => {
                step.fails(seat, "did not make a first move", now_ms)?
            }
            (Stage::Live, Some(seat)) => {
                let came = |other: &usize| {
                    let seat = &self.seats[*other];
                    !seat.who.is_user() || seat.moves > 0 || here.contains(other)
                };
                let absent = (0..self.seats.len()).filter(|other| *other == seat || !came(other)).collect();
                step.abort(&format!("seat {seat} did not make a first move"), absent, now_ms)?
            }
            _ => step.abort("not enough players joined", Vec::new(), now_ms)?,
        }
        Ok(Some(step))
    }

    /// Deals without missing contributions if everyone who should be present is; calls the game off if they do not
    /// come.
    fn deal(
        &self,
        mut step: Transition,
        filled_ms: i64,
        now_ms: i64,
        here: &[usize],
    ) -> Result<Option<Transition>, Refusal> {
        let away = |seat: &usize| !here.contains(seat);
        let absent: Vec<usize> = self.awaiting().into_iter().filter(away).collect();
        if absent.is_empty() || self.is_slow() {
            step.begin(now_ms)?;
        } else if now_ms >= filled_ms + NO_SHOW_MS {
            step.abort(&format!("{} did not show up", seat_list(&absent)), absent, now_ms)?;
        } else {
            return Ok(None);
        }
        Ok(Some(step))
    }
}
