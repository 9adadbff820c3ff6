//! The results of the attacks: a row for each, as a table or as JSON.

use serde::Serialize;
use serde_json::{Value, json};

/// The result of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", content = "reason", rename_all = "snake_case")]
pub enum Verdict {
    /// The bound holds.
    Closed,
    /// It does not.
    Open,
    /// The attack was not run, and why.
    Skipped(String),
    /// The attack failed to run, and why. Counts as open.
    Failed(String),
}

impl Verdict {
    /// Closed if a bound holds, otherwise open.
    pub fn from_bound(holds: bool) -> Verdict {
        if holds { Verdict::Closed } else { Verdict::Open }
    }

    fn text(&self) -> String {
        match self {
            Verdict::Closed => "closed".into(),
            Verdict::Open => "OPEN".into(),
            Verdict::Skipped(reason) => format!("skipped: {reason}"),
            Verdict::Failed(reason) => format!("FAILED: {reason}"),
        }
    }
}

/// One attack, or one variant of it.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The name, with the variant after a slash.
    pub attack: String,
    /// The figure without an attack; empty if there is none.
    pub quiet: String,
    /// The figure under attack.
    pub attacked: String,
    /// The maximum permitted figure.
    pub bound: String,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Further observations.
    pub notes: Vec<String>,
    /// The figures as JSON.
    pub figures: Value,
}

impl Row {
    /// A row with only a verdict.
    pub fn new(attack: impl Into<String>, verdict: Verdict) -> Row {
        Row {
            attack: attack.into(),
            quiet: String::new(),
            attacked: String::new(),
            bound: String::new(),
            verdict,
            notes: Vec::new(),
            figures: json!({}),
        }
    }

    /// Adds the figure when quiet.
    pub fn quiet(mut self, quiet: impl Into<String>) -> Row {
        self.quiet = quiet.into();
        self
    }

    /// Adds the figure under attack.
    pub fn attacked(mut self, attacked: impl Into<String>) -> Row {
        self.attacked = attacked.into();
        self
    }

    /// Adds the bound.
    pub fn bound(mut self, bound: impl Into<String>) -> Row {
        self.bound = bound.into();
        self
    }

    /// Adds a sentence about further observations.
    pub fn note(mut self, note: impl Into<String>) -> Row {
        self.notes.push(note.into());
        self
    }

    /// Adds figures as JSON.
    pub fn figures(mut self, figures: Value) -> Row {
        self.figures = figures;
        self
    }
}

/// Is every hole closed that was attacked?
pub fn all_closed(rows: &[Row]) -> bool {
    rows.iter().all(|row| matches!(row.verdict, Verdict::Closed | Verdict::Skipped(_)))
}

/// The rows as a table, with notes below each.
pub fn table(rows: &[Row]) -> String {
    let head = ["attack", "quiet", "under attack", "bound", "verdict"].map(str::to_owned);
    let cells: Vec<[String; 5]> = rows
        .iter()
        .map(|row| {
            [
                row.attack.clone(),
                row.quiet.clone(),
                row.attacked.clone(),
                row.bound.clone(),
                row.verdict.text(),
            ]
        })
        .collect();
    let mut widths = [0; 5];
    for line in cells.iter().chain([&head]) {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |cells: &[String; 5]| {
        let padded = cells.iter().zip(widths).map(|(cell, width)| {
            let blanks = width - cell.chars().count();
            format!("{cell}{}", " ".repeat(blanks))
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut text = line(&head) + "\n";
    for (row, cells) in rows.iter().zip(&cells) {
        text += &(line(cells) + "\n");
        for note in &row.notes {
            text += &format!("    {note}\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_attack_counts_as_open_and_a_skipped_one_does_not() {
        let row = |verdict| Row::new("x", verdict);
        assert!(all_closed(&[row(Verdict::Closed), row(Verdict::Skipped("no root".into()))]));
        assert!(!all_closed(&[row(Verdict::Closed), row(Verdict::Open)]));
        assert!(!all_closed(&[row(Verdict::Failed("no server".into()))]));
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [
            Row::new("frames/pong", Verdict::Open).quiet("2 ms").attacked("98 ms").note("not closed"),
            Row::new("ended", Verdict::Closed),
        ];
        let text = table(&rows);
        let at = |line: usize, word: &str| text.lines().nth(line).and_then(|line| line.find(word));
        assert_eq!(at(0, "under attack"), at(1, "98 ms"), "{text}");
        assert_eq!(at(0, "verdict"), at(3, "closed"), "{text}");
        assert_eq!(text.lines().nth(2), Some("    not closed"));
    }
}
