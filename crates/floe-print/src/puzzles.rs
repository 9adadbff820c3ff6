//! Puzzles on paper: positions to think about, and their solutions on a page of their own.

use floe_games::{Manifest, Refusal, Table, Viewer};

use crate::diagram;
use crate::page::{Anchor, GREY, Type};
use crate::sheets::{Area, PaperSize, Sheets};

/// A puzzle as it is printed.
pub struct PuzzleItem {
    /// Its name.
    pub name: String,
    /// What to find.
    pub prompt: String,
    /// The position.
    pub table: Box<dyn Table>,
    /// The moves of the solution.
    pub solution: String,
}

/// The maximum number of puzzles printed at once.
pub const MAX_PUZZLES: usize = 200;

/// Puzzles, four on a page, then their solutions.
pub fn puzzle_sheets(entry: &Manifest, puzzles: &[PuzzleItem], paper: PaperSize) -> Result<Sheets, Refusal> {
    if puzzles.is_empty() || puzzles.len() > MAX_PUZZLES {
        return Err(Refusal::unsupported(format!(
            "{} puzzles cannot be printed at once; choose 1 to {MAX_PUZZLES}",
            puzzles.len()
        )));
    }
    let names = match puzzles {
        [one] => one.name.clone(),
        [first, .., last] => format!("{} to {}", first.name, last.name),
        [] => String::new(),
    };
    let mut sheets = Sheets::new(entry.name, paper, format!("{} · puzzles {names}", entry.name));
    let heading = format!("{}: puzzles", entry.name);
    for (number, group) in puzzles.chunks(4).enumerate() {
        let (page, area) = sheets.page(&heading, "One move is best. The solutions are on the last page.");
        let (width, height) = ((area.width - 9.0) / 2.0, (area.height - 7.0) / 2.0);
        for (at, puzzle) in group.iter().enumerate() {
            let x = area.x + (at % 2) as f32 * (width + 9.0);
            let block = Area { x, y: area.y + (at / 2) as f32 * (height + 7.0), width, height };
            let title = format!("{}. {}", number * 4 + at + 1, puzzle.name);
            page.text(block.x, block.y + 3.4, Anchor::Start, Type::bold(9.5), &title);
            let style = Type::plain(8.5).shade(GREY);
            let y = page.lines(block.x, block.y + 7.6, block.width, style, &puzzle.prompt);
            let rest = Area { y, height: block.bottom() - y - 4.0, ..block };
            diagram::draw(page, rest, &*puzzle.table, Viewer::Omniscient)?;
        }
    }
    let heading = format!("{}: solutions", entry.name);
    let style = Type::plain(9.5);
    let (_, area) = sheets.page(&heading, "For each puzzle the right move, then best play.");
    let mut y = area.y + style.leading();
    for (number, puzzle) in puzzles.iter().enumerate() {
        let text = format!("{}. {}: {}", number + 1, puzzle.name, puzzle.solution);
        if y + style.wrap(&text, area.width).len() as f32 * style.leading() > area.bottom() {
            sheets.page(&heading, "For each puzzle the right move, then best play.");
            y = area.y + style.leading();
        }
        y = sheets.last().lines(area.x, y, area.width, style, &text) + 1.6;
    }
    Ok(sheets.finish())
}
