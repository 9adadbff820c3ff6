//! The history of a game: who chose when among how many moves, how that seat's chances were judged, and the result.

use std::borrow::Cow;

use floe_games::{MAX_EVENTS, Refusal};
use serde::{Deserialize, Serialize};

/// A decision in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// The phase: `place`, `move` …
    pub phase: Cow<'static, str>,
    /// The seat that chose.
    pub seat: usize,
    /// The number of legal moves.
    pub choices: u64,
    /// The seat's win probability according to the judge, from 0 to 1; `None` where the judge sees nothing yet.
    #[serde(with = "exact")]
    pub win: Option<f64>,
    /// The only seat with the most points after the move.
    pub ahead: Option<usize>,
    /// Seat 0's lead in points over the best other seat after the move; 0 where points do not decide.
    pub lead: i32,
}

/// Numbers as their bits: decimal digits would not give every number back exactly.
mod exact {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
        number.map(f64::to_bits).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(f64::from_bits))
    }
}

/// The history of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameHistory {
    /// The number of players.
    pub seats: usize,
    /// The decisions in order.
    pub decisions: Vec<Decision>,
    /// The winners; several share the win.
    pub winners: Vec<usize>,
    /// The final scores; all zero where points do not decide.
    pub scores: Vec<i64>,
    /// The seat of the player under test, where two levels played.
    pub tested: Option<usize>,
    /// A hash of the start and the moves: equal for equal games, and almost never for others.
    pub fingerprint: u64,
}

/// A seat leads clearly if its win probability exceeds every other seat's by this much.
pub const CLEAR: f64 = 0.10;

/// The longest name of a phase, in bytes.
const MAX_PHASE_BYTES: usize = 32;

impl GameHistory {
    /// Refuses a history that no game has: it may come from another machine.
    pub fn check(&self) -> Result<(), Refusal> {
        let invalid = |what: &str| Err(Refusal::invalid_record(format!("the history of a game {what}")));
        if !(1..=8).contains(&self.seats) || self.scores.len() != self.seats {
            return invalid("has another number of seats than of scores");
        }
        if self.decisions.is_empty() || self.decisions.len() > MAX_EVENTS {
            return invalid("has too few or too many decisions");
        }
        let seated = |seat: &usize| *seat < self.seats;
        let possible = |decision: &Decision| {
            seated(&decision.seat)
                && decision.ahead.iter().all(seated)
                && decision.phase.len() <= MAX_PHASE_BYTES
                && decision.win.is_none_or(|win| (0.0..=1.0).contains(&win))
        };
        if !self.decisions.iter().all(possible) {
            return invalid("has an impossible decision");
        }
        if self.winners.len() > self.seats || !self.winners.iter().chain(&self.tested).all(seated) {
            return invalid("names a seat that it does not have");
        }
        Ok(())
    }

    /// The value of the result for a seat: 1 for a win, its part of a shared win, otherwise 0. If no one wins, all
    /// share.
    pub fn share(&self, seat: usize) -> f64 {
        match (self.winners.len(), self.winners.contains(&seat)) {
            (0, _) => 1.0 / self.seats as f64,
            (winners, true) => 1.0 / winners as f64,
            _ => 0.0,
        }
    }

    /// The seat that made the first choice: not always seat 0, for in some games chance or the cards decide.
    pub fn opener(&self) -> usize {
        self.decisions.first().map_or(0, |decision| decision.seat)
    }

    /// How much the winner had to come back, from 0 to 1: the mean shortfall of its chances, over the decisions at which
    /// another seat had more. `None` without a single winner, or if it was never behind.
    pub fn drama(&self) -> Option<f64> {
        let [winner] = self.winners[..] else { return None };
        let short = self.standings().into_iter().flatten().filter_map(|standing| {
            let best = standing.iter().copied().fold(0.0, f64::max);
            (best > standing[winner]).then_some(best - standing[winner])
        });
        let short: Vec<f64> = short.collect();
        (!short.is_empty()).then(|| short.iter().sum::<f64>() / short.len() as f64)
    }

    /// The final lead of a seat over the best other seat.
    pub fn margin_of(&self, seat: usize) -> i64 {
        let others = self.scores.iter().enumerate().filter(|(other, _)| *other != seat);
        self.scores[seat] - others.map(|(_, &score)| score).max().unwrap_or(0)
    }

    /// The gap between the best score and the next; zero if they are equal.
    pub fn margin(&self) -> i64 {
        let mut scores = self.scores.clone();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores[0] - scores.get(1).copied().unwrap_or(0)
    }

    /// How often the lead in points changed hands; ties in between do not count.
    pub fn lead_changes(&self) -> usize {
        changes(self.decisions.iter().map(|decision| decision.ahead))
    }

    /// How often the judge changed its mind about who leads clearly.
    pub fn judge_lead_changes(&self) -> usize {
        changes(self.standings().iter().map(|standing| leader(standing.as_deref())))
    }

    /// Every seat's chances at each decision, as far as they are known by then.
    pub fn standings(&self) -> Vec<Option<Vec<f64>>> {
        let mut known = vec![None; self.seats];
        self.decisions
            .iter()
            .map(|decision| {
                if let Some(win) = decision.win {
                    known[decision.seat] = Some(win);
                    if self.seats == 2 {
                        known[1 - decision.seat] = Some(1.0 - win);
                    }
                }
                known.iter().copied().collect()
            })
            .collect()
    }

    /// The first decision after everything was laid and placed; `None` where there is no such phase.
    pub fn after_placement(&self) -> Option<usize> {
        let placing = |decision: &Decision| matches!(&*decision.phase, "lay" | "place");
        let last = self.decisions.iter().rposition(placing)?;
        (last + 1 < self.decisions.len()).then_some(last + 1)
    }

    /// The decision at which this fraction of the game, from 0 to 1, has been played.
    pub fn at(&self, part: f64) -> Option<usize> {
        let last = self.decisions.len().checked_sub(1)?;
        Some(((part * self.decisions.len() as f64) as usize).min(last))
    }
}

/// The seat that leads clearly, if any.
pub fn leader(standing: Option<&[f64]>) -> Option<usize> {
    let standing = standing?;
    let best = (0..standing.len()).max_by(|&a, &b| standing[a].total_cmp(&standing[b]))?;
    let clear = |(seat, &win): (usize, &f64)| seat == best || standing[best] - win >= CLEAR;
    standing.iter().enumerate().all(clear).then_some(best)
}

fn changes(leaders: impl Iterator<Item = Option<usize>>) -> usize {
    let (mut count, mut last) = (0, None);
    for leader in leaders.flatten() {
        count += usize::from(last.is_some_and(|last| last != leader));
        last = Some(leader);
    }
    count
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A hand-made two-player game: seat 0's chances before each move, and who is ahead in points after it.
    pub(crate) fn game(chances: &[f64], ahead: &[i8], scores: [i64; 2]) -> GameHistory {
        let decisions = chances.iter().zip(ahead).enumerate().map(|(number, (&win, &ahead))| Decision {
            phase: if number < 2 { "place".into() } else { "move".into() },
            seat: number % 2,
            choices: 10 - number as u64,
            win: Some(if number % 2 == 0 { win } else { 1.0 - win }),
            ahead: usize::try_from(ahead).ok(),
            lead: -i32::from(ahead),
        });
        let winners = match scores[0].cmp(&scores[1]) {
            std::cmp::Ordering::Greater => vec![0],
            std::cmp::Ordering::Less => vec![1],
            std::cmp::Ordering::Equal => vec![0, 1],
        };
        GameHistory {
            seats: 2,
            decisions: decisions.collect(),
            winners,
            scores: scores.to_vec(),
            tested: None,
            fingerprint: 0,
        }
    }

    #[test]
    fn leads_are_counted_when_they_change_hands() {
        let history = game(&[0.5, 0.7, 0.52, 0.3, 0.49, 0.8], &[0, -1, 1, -1, 1, 0], [5, 3]);
        assert_eq!(history.lead_changes(), 2);
        assert_eq!(history.judge_lead_changes(), 2);
        assert_eq!(history.after_placement(), Some(2));
        assert_eq!((history.at(0.0), history.at(0.5), history.at(1.0)), (Some(0), Some(3), Some(5)));
        assert_eq!((history.margin(), history.margin_of(1)), (2, -2));
        assert_eq!((history.share(0), history.share(1)), (1.0, 0.0));
        // Seat 0 wins after being behind with 0.3 : 0.7 and 0.49 : 0.51.
        assert!((history.drama().unwrap() - 0.21).abs() < 1e-9);
        assert_eq!(game(&[0.5, 0.7], &[0, 0], [5, 3]).drama(), None);
        assert_eq!(game(&[0.5, 0.2], &[0, 0], [5, 5]).drama(), None);
    }

    #[test]
    fn a_history_is_the_same_after_it_was_sent_and_impossible_ones_are_refused() {
        let history = game(&[0.1 + 0.2, 1.0 / 3.0, 0.7], &[0, -1, 1], [5, 3]);
        let sent = serde_json::to_string(&history).unwrap();
        assert_eq!(serde_json::from_str::<GameHistory>(&sent).unwrap(), history);
        history.check().unwrap();
        for spoil in [
            |history: &mut GameHistory| history.seats = 3,
            |history: &mut GameHistory| history.decisions.clear(),
            |history: &mut GameHistory| history.decisions[1].seat = 2,
            |history: &mut GameHistory| history.decisions[1].win = Some(f64::NAN),
            |history: &mut GameHistory| history.winners = vec![7],
        ] {
            let mut spoilt = history.clone();
            spoil(&mut spoilt);
            assert!(spoilt.check().is_err(), "{spoilt:?}");
        }
    }

    #[test]
    fn a_leader_among_three_needs_all_chances() {
        let decision = |seat, win| Decision {
            phase: "move".into(),
            seat,
            choices: 1,
            win: Some(win),
            ahead: None,
            lead: 0,
        };
        let decisions = vec![decision(0, 0.5), decision(1, 0.3), decision(2, 0.2), decision(0, 0.35)];
        let game = GameHistory {
            seats: 3,
            decisions,
            winners: vec![],
            scores: vec![0, 0, 0],
            tested: None,
            fingerprint: 0,
        };
        let leaders: Vec<_> = game.standings().iter().map(|known| leader(known.as_deref())).collect();
        assert_eq!(leaders, [None, None, Some(0), None]);
        assert_eq!(game.share(2), 1.0 / 3.0);
        assert_eq!(game.after_placement(), None);
    }
}
