//! The simplest players: any move, or the move that scores most at once.

use floe_games::{Actor, Table};

use crate::Rng;

/// A player by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Every legal move is as likely.
    Random,
    /// A move after which the own score is furthest ahead; of equals, any.
    Greedy,
}

impl Policy {
    /// The policy of a word.
    pub fn read(word: &str) -> Result<Policy, String> {
        match word {
            "random" => Ok(Policy::Random),
            "greedy" => Ok(Policy::Greedy),
            other => Err(format!("'{other}' is no player; the players are random and greedy")),
        }
    }

    /// Chooses a move for the seat to act; `None` if no seat is.
    pub fn choose(self, table: &dyn Table, rng: &mut Rng) -> Option<String> {
        let Actor::Seat(seat) = table.actor() else { return None };
        let mut legal = table.legal();
        if legal.is_empty() {
            return None;
        }
        if self == Policy::Greedy {
            let lead = |text: &String| {
                let mut next = table.fork();
                // What is legal can be played; if not, it is no good move either.
                next.play(seat, text).map_or(i64::MIN, |()| lead(&*next, seat))
            };
            let leads: Vec<i64> = legal.iter().map(lead).collect();
            let best = leads.iter().copied().max();
            let mut leads = leads.into_iter();
            legal.retain(|_| leads.next() == best);
        }
        let pick = rng.below(legal.len() as u32) as usize;
        Some(legal.swap_remove(pick))
    }
}

/// How far a seat is ahead of the best other one, counting the result once there is one.
fn lead(table: &dyn Table, seat: usize) -> i64 {
    let scores = table.result().map_or_else(|| table.scores(), |result| result.scores);
    let others = scores.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, &score)| score);
    scores[seat] - others.max().unwrap_or(0)
}
