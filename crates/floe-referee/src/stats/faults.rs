//! Faults by cause.

use std::collections::BTreeMap;

use serde::Serialize;

use super::FinishedGame;

/// One cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultRow {
    /// The cause.
    pub cause: String,
    /// How often it occurred.
    pub count: u64,
    /// How often by each entrant.
    pub by: BTreeMap<usize, u64>,
    /// The text of the first occurrence.
    pub example: String,
}

/// The causes, most frequent first.
pub fn fault_rows(games: &[FinishedGame]) -> Vec<FaultRow> {
    let mut order: Vec<&FinishedGame> = games.iter().collect();
    order.sort_by_key(|game| game.fixture);
    let mut rows: BTreeMap<&str, FaultRow> = BTreeMap::new();
    for game in order {
        for (&entrant, fault) in game.seats.iter().zip(&game.faults) {
            let Some(fault) = fault else { continue };
            let row = rows.entry(&fault.cause).or_insert_with(|| FaultRow {
                cause: fault.cause.clone(),
                count: 0,
                by: BTreeMap::new(),
                example: fault.words.clone(),
            });
            row.count += 1;
            *row.by.entry(entrant).or_default() += 1;
        }
    }
    let mut rows: Vec<FaultRow> = rows.into_values().collect();
    rows.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.cause.cmp(&b.cause)));
    rows
}

#[cfg(test)]
mod tests {
    use super::super::FaultNote;
    use super::super::finished::tests::game;
    use super::*;

    #[test]
    fn counted_by_cause_and_by_entrant() {
        let fault = |cause: &str, words: &str| Some(FaultNote { cause: cause.into(), words: words.into() });
        let mut games = [
            game(3, 1, &[0, 1], &[1, 2]),
            game(2, 1, &[1, 0], &[1, 2]),
            game(1, 0, &[2, 0], &[1, 2]),
            game(0, 0, &[0, 2], &[1, 2]),
        ];
        games[0].faults[1] = fault("late", "second");
        games[1].faults[0] = fault("late", "first");
        games[2].faults[1] = fault("crash", "");
        let rows = fault_rows(&games);
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].cause.as_str(), rows[0].count, rows[0].example.as_str()), ("late", 2, "first"));
        assert_eq!(rows[0].by, BTreeMap::from([(1, 2)]));
        assert_eq!((rows[1].cause.as_str(), &rows[1].by), ("crash", &BTreeMap::from([(0, 1)])));
    }
}
