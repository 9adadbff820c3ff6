//! Drawings for people.

use floe_board::{Bits, Lattice};

use super::axes::Claim;
use super::position::{Phase, Position};
use super::rules::Rules;

impl<B: Bits, const H: usize> Rules<B, H> {
    /// The board in text with its coordinates. A piece is its seat's letter with the fish it stands on, where fish
    /// under pieces count.
    pub(crate) fn picture(&self, position: &Position<B>) -> String {
        let board = &self.plan.board;
        let unlaid = self.unlaid(position);
        let fishless = self.plan.claim == Claim::None;
        let mark = |cell: Option<usize>| -> String {
            let Some(cell) = cell else { return " ".into() };
            match position.owner(cell) {
                Some(seat) => {
                    let letter = self.plan.preset.terms.marks[seat];
                    match position.fish(cell) {
                        0 => letter.into(),
                        fish => format!("{letter}{}", small(fish)),
                    }
                }
                None if position.open.has(cell) => match position.fish(cell) {
                    0 if fishless => "·".into(),
                    0 => "o".into(),
                    fish => fish.to_string(),
                },
                None if unlaid.has(cell) => "?".into(),
                None => self.plan.preset.terms.gone_mark.into(),
            }
        };
        let square = board.lattice() == Lattice::Square;
        let rows = board.rows().len();
        let step = if square { 3 } else { 2 };
        let mut picture = String::new();
        for (row, spots) in board.rows().enumerate() {
            let label = match board.lattice() {
                Lattice::Square => (rows - row).to_string(),
                Lattice::Hex => row_letter(board, row),
                Lattice::HexColumns => row.to_string(),
            };
            let mut line = format!("{label:>4}  ");
            let margin = 6;
            for (cell, x) in spots.zip(board.xs(row)) {
                let column = margin + x as usize * step;
                let width = line.chars().count();
                line.extend(std::iter::repeat_n(' ', column.saturating_sub(width)));
                line += &mark(cell);
            }
            picture += line.trim_end();
            picture.push('\n');
        }
        if square {
            let widest = (0..rows).flat_map(|row| board.xs(row)).max().unwrap_or(0);
            let mut letters = vec!["   ".to_owned(); widest as usize + 1];
            for cell in 0..board.cells() {
                let name = board.name(cell);
                letters[board.x(cell) as usize] =
                    format!("{:<3}", name.trim_end_matches(|c: char| c.is_ascii_digit()));
            }
            picture += &format!(
                "      {}
",
                letters.concat().trim_end()
            );
        }
        if position.phase == Phase::Lay && position.note > 0 {
            picture += &format!("\nin hand   a tile of {}\n", position.note);
        }
        picture
    }
}

/// The letter of a hex row, taken from any cell in it.
fn row_letter(board: &floe_board::Board, row: usize) -> String {
    let cell = (0..board.cells()).find(|&cell| board.row_and_index(cell).0 == row);
    cell.map(|cell| board.name(cell).chars().take_while(char::is_ascii_alphabetic).collect())
        .unwrap_or_default()
}

fn small(fish: u8) -> char {
    ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷'][usize::from(fish & 7)]
}
