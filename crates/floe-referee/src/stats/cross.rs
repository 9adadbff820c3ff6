//! The crosstable.

use serde::Serialize;

use super::{FinishedGame, Standing, standings};

/// What one entrant scored against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Cell {
    /// Games in which both played.
    pub games: u64,
    /// Games won, or placed better in.
    pub wins: u64,
    /// Games with the same place.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Cell {
    /// Wins and half the draws.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

/// The crosstable: names and cells in the order of the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrossTable {
    /// The names, best first.
    pub names: Vec<String>,
    /// The lines of the score table, best first.
    pub rows: Vec<Standing>,
    /// `cells[a][b]`: what the a-th entrant scored against the b-th. Empty on the diagonal.
    pub cells: Vec<Vec<Cell>>,
}

/// Maximum length of a name in a text table.
const MAX_NAME: usize = 24;

impl CrossTable {
    /// The crosstable of some games between entrants of these names.
    pub fn new(names: &[String], games: &[FinishedGame]) -> CrossTable {
        CrossTable::ranked(names, games, standings(names.len(), games))
    }

    /// The same with the lines in another order.
    pub fn ranked(names: &[String], games: &[FinishedGame], rows: Vec<Standing>) -> CrossTable {
        let mut line = vec![0; names.len()];
        for (number, row) in rows.iter().enumerate() {
            line[row.entrant] = number;
        }
        let mut cells = vec![vec![Cell::default(); names.len()]; names.len()];
        for game in games {
            for &one in &game.seats {
                for &two in &game.seats {
                    let (Some(&a), Some(&b)) = (line.get(one), line.get(two)) else { continue };
                    let Some(score) = game.between(one, two).filter(|_| one != two) else { continue };
                    let cell = &mut cells[a][b];
                    cell.games += 1;
                    cell.wins += u64::from(score > 0.75);
                    cell.draws += u64::from(score == 0.5);
                    cell.losses += u64::from(score < 0.25);
                }
            }
        }
        CrossTable { names: rows.iter().map(|row| names[row.entrant].clone()).collect(), rows, cells }
    }

    /// As text in columns. Characters in names that would disturb a terminal are removed.
    pub fn to_text(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|name| shown(name)).collect();
        let mut lines: Vec<Vec<String>> = Vec::new();
        let mut heading: Vec<String> =
            ["#", "name", "games", "points", "%", "faults"].map(String::from).into();
        let swiss = self.rows.iter().any(|row| row.buchholz.is_some());
        if swiss {
            heading.extend(["byes", "Buchholz"].map(String::from));
        }
        heading.extend((1..=names.len()).map(|number| number.to_string()));
        lines.push(heading);
        for (a, row) in self.rows.iter().enumerate() {
            let mut line = vec![
                row.rank.to_string(),
                names[a].clone(),
                row.games.to_string(),
                number(row.points),
                format!("{:.1}", 100.0 * row.rate),
                row.faults.to_string(),
            ];
            if swiss {
                line.push(row.byes.unwrap_or(0).to_string());
                line.push(number(row.buchholz.unwrap_or(0.0)));
            }
            line.extend(self.cells[a].iter().enumerate().map(|(b, cell)| match (a == b, cell.games) {
                (true, _) => "×".into(),
                (_, 0) => "·".into(),
                (_, games) => format!("{}/{games}", number(cell.points())),
            }));
            lines.push(line);
        }
        columns(&lines)
    }
}

/// Points as text: `3`, `3.5`; two decimals for thirds.
pub(super) fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A name without control characters, cut if it is too long for a table.
pub(super) fn shown(name: &str) -> String {
    let clean: String = name.chars().filter(|c| !c.is_control()).collect();
    match clean.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", &clean[..end]),
        None => clean,
    }
}

/// Columns are right-aligned, except the names.
fn columns(lines: &[Vec<String>]) -> String {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines.first().map_or(0, Vec::len)).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let mut words = line.iter().zip(&widths).enumerate().map(|(column, (word, &width))| match column {
            1 => format!("{word:<width$}"),
            _ => format!("{word:>width$}"),
        });
        text += words.by_ref().collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::finished::tests::game;
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn a_small_tournament() {
        let games = [
            game(0, 0, &[0, 1], &[2, 1]),
            game(1, 0, &[1, 0], &[1, 1]),
            game(2, 1, &[0, 2], &[1, 2]),
            game(3, 1, &[2, 0], &[2, 1]),
        ];
        let table = CrossTable::new(&names(&["random", "greedy\x1b[31m", "new"]), &games);
        let expected = "\
#  name        games  points     %  faults    1      2    3
1  greedy[31m      2     1.5  75.0       0    ×  1.5/2    ·
2  random          4     2.5  62.5       0  0.5/2    ×  2/2
3  new             2       0   0.0       0    ·    0/2    ×
";
        let squeezed = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        assert_eq!(squeezed(&table.to_text()), squeezed(expected), "\n{}", table.to_text());
        let json = serde_json::to_value(&table).unwrap();
        assert_eq!(json["cells"][1][2]["wins"], 2);
    }

    #[test]
    fn what_one_wins_the_other_loses() {
        let games = [game(0, 0, &[0, 1, 2], &[1, 2, 2]), game(1, 0, &[1, 2, 0], &[3, 1, 2])];
        let table = CrossTable::new(&names(&["a", "b", "c"]), &games);
        for a in 0..3 {
            for b in 0..3 {
                let (cell, back) = (table.cells[a][b], table.cells[b][a]);
                assert_eq!((cell.wins, cell.draws, cell.losses), (back.losses, back.draws, back.wins));
            }
        }
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        assert_eq!(shown(&"ä".repeat(30)), format!("{}…", "ä".repeat(24)));
    }
}
