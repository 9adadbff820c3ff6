//! Adjudication by the agreement of both players: when each has said for some time that the same one wins, the game ends.
//!
//! This is a convenience for matches of engines. What the rules can prove is separate: see `Table::act` with
//! `Action::OfferStop`.

use serde::{Deserialize, Serialize};

/// When both players agree that the game is decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// The chance of winning, from 0 to 1, from which a player counts as winning.
    pub win: f64,
    /// How many plies in a row must agree; both players must be among those who moved.
    pub plies: u32,
}

impl Default for Agreement {
    /// Three moves of each player at 97 %: what chess testers call `resign movecount=3 score=400 twosided`.
    fn default() -> Agreement {
        Agreement { win: 0.97, plies: 6 }
    }
}

impl Agreement {
    /// Parses `PERCENT,PLIES`, such as `97,6`.
    pub fn parse(text: &str) -> Result<Agreement, String> {
        let wrong = || {
            let text = floe_games::switches::excerpt(text);
            format!(
                "invalid agreement '{text}'; use PERCENT,PLIES such as 97,6: over 50 to 100 %, 2 to 1000 plies"
            )
        };
        let (percent, plies) = text.split_once(',').ok_or_else(wrong)?;
        let percent: f64 = percent.trim().trim_end_matches('%').trim_end().parse().map_err(|_| wrong())?;
        let plies = plies.trim().parse().map_err(|_| wrong())?;
        if !(percent > 50.0 && percent <= 100.0 && (2..=1000).contains(&plies)) {
            return Err(wrong());
        }
        Ok(Agreement { win: percent / 100.0, plies })
    }
}

/// Counts how long the players have agreed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AgreementCount {
    rule: Agreement,
    winner: Option<usize>,
    plies: u32,
    moved: [bool; 2],
}

impl AgreementCount {
    pub(crate) fn new(rule: Agreement) -> AgreementCount {
        AgreementCount { rule, winner: None, plies: 0, moved: [false; 2] }
    }

    /// Notes what a player said with its move, and returns the winner once both have agreed long enough.
    pub(crate) fn note(&mut self, seat: usize, score: Option<f64>) -> Option<usize> {
        let winner = match score {
            Some(score) if score >= self.rule.win => Some(seat),
            Some(score) if score <= 1.0 - self.rule.win => Some(1 - seat),
            _ => None,
        };
        if winner != self.winner {
            *self = AgreementCount { winner, ..AgreementCount::new(self.rule) };
        }
        self.plies += 1;
        self.moved[seat] = true;
        self.winner.filter(|_| self.plies >= self.rule.plies && self.moved == [true; 2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_must_say_the_same_long_enough() {
        // Seats and what they say, and after which of them the game is decided for seat 0.
        type Case = (&'static [(usize, Option<f64>)], Option<usize>);
        let table: [Case; 6] = [
            (&[(0, Some(0.99)), (1, Some(0.01)), (0, Some(0.98)), (1, Some(0.0))], Some(3)),
            // One of them does not see it.
            (&[(0, Some(0.99)), (1, Some(0.2)), (0, Some(0.99)), (1, Some(0.2))], None),
            // They disagree about who wins.
            (&[(0, Some(0.99)), (1, Some(0.99)), (0, Some(0.99)), (1, Some(0.99))], None),
            // One says nothing.
            (&[(0, Some(0.99)), (1, None), (0, Some(0.99)), (1, None)], None),
            // Only one moves: the other has not agreed.
            (&[(0, Some(1.0)), (0, Some(1.0)), (0, Some(1.0)), (0, Some(1.0)), (1, Some(0.0))], Some(4)),
            // A doubt in between starts the count again.
            (&[(0, Some(1.0)), (1, Some(0.0)), (0, Some(0.5)), (1, Some(0.0)), (0, Some(1.0))], None),
        ];
        for (said, decided) in table {
            let mut count = AgreementCount::new(Agreement { win: 0.97, plies: 4 });
            let winners: Vec<_> = said.iter().map(|&(seat, score)| count.note(seat, score)).collect();
            assert_eq!(winners.iter().position(|winner| *winner == Some(0)), decided, "{said:?}");
            assert!(!winners.contains(&Some(1)));
        }
    }

    #[test]
    fn agreements_are_parsed() {
        assert_eq!(Agreement::parse("97,6"), Ok(Agreement::default()));
        assert_eq!(Agreement::parse("99.5 %, 10"), Ok(Agreement { win: 0.995, plies: 10 }));
        for bad in ["", "97", "50,6", "101,6", "97,1", "nan,6", "97,6,1", "97,-1"] {
            assert!(Agreement::parse(bad).is_err(), "{bad}");
        }
    }
}
