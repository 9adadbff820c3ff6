//! The summary at the end, and from time to time before.

use serde::Serialize;

use super::cross::shown;
use super::{
    CrossTable, Elo, FaultRow, FinishedGame, HeadToHead, Ratings, Sprt, SprtState, Standing, fault_rows,
};

/// A match or tournament in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How many games are finished.
    pub games: u64,
    /// The names of the entrants, by entrant.
    pub names: Vec<String>,
    /// Score table and crosstable, best first.
    pub table: CrossTable,
    /// The ratings, by entrant.
    pub ratings: Vec<Ratings>,
    /// The faults, by cause.
    pub faults: Vec<FaultRow>,
    /// The first two entrants against each other, if there are only two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duel: Option<HeadToHead>,
    /// Their difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<Elo>,
    /// The state of the sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtState>,
}

impl Summary {
    /// The summary of some games. The test, if any, is on the first entrant against the second.
    pub fn new(names: &[String], games: &[FinishedGame], sprt: Option<&Sprt>) -> Summary {
        let first_two = (names.len() == 2 || sprt.is_some()).then(|| HeadToHead::between(games, 0, 1));
        Summary {
            games: games.len() as u64,
            names: names.to_vec(),
            table: CrossTable::new(names, games),
            ratings: Ratings::new(names.len(), games),
            faults: fault_rows(games),
            elo: first_two.as_ref().and_then(Elo::new),
            sprt: sprt.zip(first_two.as_ref()).map(|(sprt, duel)| sprt.test(duel)),
            duel: first_two,
        }
    }

    /// The same with the lines of the table in the order of a tournament's format.
    pub fn ranked(mut self, games: &[FinishedGame], rows: Vec<Standing>) -> Summary {
        self.table = CrossTable::ranked(&self.names, games, rows);
        self
    }

    /// What the Elo difference is about, as text; `None` without one.
    pub fn elo_text(&self) -> Option<String> {
        match (&self.elo, &self.names[..]) {
            (Some(elo), [first, second, ..]) => {
                Some(format!("Elo of {} over {}: {}", shown(first), shown(second), elo.to_text()))
            }
            _ => None,
        }
    }

    /// As text for a terminal.
    pub fn to_text(&self) -> String {
        let mut text = self.table.to_text();
        if let Some(elo) = self.elo_text() {
            text += &format!("\n{elo}\n");
        }
        if let Some(duel) = self.duel.as_ref().filter(|duel| duel.complete_sets() > 0) {
            let counts: Vec<String> = duel.sets.iter().map(u64::to_string).collect();
            text += &format!("sets by half points: {}\n", counts.join(" "));
        }
        if let Some(sprt) = &self.sprt {
            text += &format!(
                "SPRT: LLR {:.2} ({:.2} … {:.2}), {:?}\n",
                sprt.llr, sprt.lower, sprt.upper, sprt.verdict
            );
        }
        if !self.faults.is_empty() {
            text += "\nfaults:\n";
            for row in &self.faults {
                text += &format!("{:>6}  {}\n", row.count, row.cause);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::finished::tests::game;
    use super::*;

    #[test]
    fn a_match_as_text_and_json() {
        let names = ["new".to_owned(), "old".to_owned()];
        let games: Vec<FinishedGame> = (0..40)
            .map(|id| {
                let seats = if id % 2 == 0 { [0, 1] } else { [1, 0] };
                let places = if id % 3 == 0 {
                    [1, 1]
                } else if id % 4 == 0 {
                    [1, 2]
                } else {
                    [2, 1]
                };
                game(id, id / 2, &seats, &places)
            })
            .collect();
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        let summary = Summary::new(&names, &games, Some(&sprt));
        let text = summary.to_text();
        for part in ["Elo of new over old: +108 (+29 … +199)", "SPRT: LLR ", "sets by half points: "] {
            assert!(text.contains(part), "{text}");
        }
        let json = serde_json::to_value(&summary).unwrap();
        assert_eq!(json["games"], 40);
        assert_eq!(json["sprt"]["verdict"], "open");
        assert_eq!(json["ratings"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn an_empty_tournament_has_an_empty_summary() {
        assert_eq!(Summary::new(&[], &[], None).games, 0);
        let none = Summary::new(&["a".into(), "b".into()], &[], None);
        assert_eq!(none.elo, None);
    }
}
