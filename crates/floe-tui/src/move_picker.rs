//! Choosing a move cell by cell. Every legal move is a list of cells, perhaps with a suffix; the cells picked so far
//! narrow down the moves.

use std::collections::BTreeSet;

use floe_board::Lattice;

use crate::grid::Grid;

/// A legal move as a list of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move in the game's notation.
    pub text: String,
    /// Its cells in the order in which they are picked.
    pub cells: Vec<usize>,
}

/// The legal moves of a position, and the cells picked so far.
#[derive(Clone, Debug, Default)]
pub struct MovePicker {
    choices: Vec<Choice>,
    picked: Vec<usize>,
}

/// The result of picking a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PickResult {
    /// The move is complete.
    Move(String),
    /// More cells must be picked.
    More,
    /// The cells are complete, but several moves match.
    Which(Vec<String>),
    /// No legal move matches; this is the intended move, as text.
    No(String),
}

impl MovePicker {
    /// The legal moves of a position.
    pub fn new(legal: Vec<String>, grid: Option<&Grid>) -> MovePicker {
        let choices = legal.into_iter().map(|text| {
            let cells = grid.map(|grid| cells(grid, &text)).unwrap_or_default();
            Choice { text, cells }
        });
        MovePicker { choices: choices.collect(), picked: Vec::new() }
    }

    /// The cells picked so far.
    pub fn picked(&self) -> &[usize] {
        &self.picked
    }

    /// Clears the selection; returns whether there was one.
    pub fn clear(&mut self) -> bool {
        let any = !self.picked.is_empty();
        self.picked.clear();
        any
    }

    /// Moves that are not made on the board, to be chosen from a list: all of them, or none if some are made on the
    /// board.
    pub fn listed(&self) -> Vec<String> {
        match self.choices.iter().any(|choice| !choice.cells.is_empty()) {
            true => Vec::new(),
            false => self.choices.iter().map(|choice| choice.text.clone()).collect(),
        }
    }

    /// A move that is not made on the board although others are, to be typed: swapping sides.
    pub fn off_board(&self) -> Option<&str> {
        let off_board = self.choices.iter().find(|choice| choice.cells.is_empty())?;
        let some_on_board = self.choices.iter().any(|choice| !choice.cells.is_empty());
        some_on_board.then_some(off_board.text.as_str())
    }

    /// The cells that can be picked next.
    pub fn next(&self) -> BTreeSet<usize> {
        let meant = self.choices.iter().filter(|choice| choice.cells.starts_with(&self.picked));
        meant.filter_map(|choice| choice.cells.get(self.picked.len()).copied()).collect()
    }

    /// Whether the move is complete as it is, though more could be picked.
    pub fn may_stop(&self) -> bool {
        !self.picked.is_empty() && self.choices.iter().any(|choice| choice.cells == self.picked)
    }

    /// Picks a cell. The last cell again completes the move; another own piece starts a new selection.
    pub fn pick(&mut self, cell: usize, grid: &Grid) -> PickResult {
        if self.next().contains(&cell) {
            self.picked.push(cell);
            if !self.next().is_empty() {
                return PickResult::More;
            }
            return self.finish();
        }
        if self.picked.last() == Some(&cell) {
            if self.may_stop() {
                return self.finish();
            }
            self.picked.pop();
            return PickResult::More;
        }
        if self.choices.iter().any(|choice| choice.cells.first() == Some(&cell)) {
            self.picked = vec![cell];
            return PickResult::More;
        }
        let meant = [&self.picked[..], &[cell]].concat();
        PickResult::No(self.written(&meant, grid))
    }

    fn finish(&mut self) -> PickResult {
        let complete: Vec<String> = self
            .choices
            .iter()
            .filter(|choice| choice.cells == self.picked)
            .map(|choice| choice.text.clone())
            .collect();
        match complete.len() {
            1 => PickResult::Move(complete.into_iter().next().unwrap_or_default()),
            _ => PickResult::Which(complete),
        }
    }

    /// Cells as a move that the rules can explain: a slide that needs a shot shoots back.
    fn written(&self, cells: &[usize], grid: &Grid) -> String {
        let name = |cell: usize| grid.cells[cell].name.clone();
        let slide = |from: usize, to: usize| match grid.lattice {
            Lattice::HexColumns => format!("[{},{}]", name(from), name(to)),
            _ => format!("{}-{}", name(from), name(to)),
        };
        let shoots = self.choices.iter().all(|choice| choice.cells.len() == 3);
        match cells {
            [at] => name(*at),
            [from, to] if shoots => format!("{}/{}", slide(*from, *to), name(*from)),
            [from, to] => slide(*from, *to),
            [from, to, at, ..] => format!("{}/{}", slide(*from, *to), name(*at)),
            [] => String::new(),
        }
    }
}

/// The cells in the text of a move.
pub fn cells(grid: &Grid, text: &str) -> Vec<usize> {
    let names: Vec<String> = match grid.lattice {
        Lattice::HexColumns => {
            let ends = text.split(']').map(|part| part.rsplit('[').next().unwrap_or_default());
            ends.map(|inside| format!("[{inside}]")).collect()
        }
        _ => text.split(['-', '/', '@']).map(str::to_owned).collect(),
    };
    names.iter().filter_map(|name| grid.find(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::GameDisplay;
    use floe_games::{Start, open, registry};

    fn picks(game: &str, moves: &[&str]) -> (MovePicker, Grid) {
        let rules = registry::find(game).unwrap().rules(&[]).unwrap();
        let mut table = open(&rules, Start::Seed(0)).unwrap();
        for (number, text) in moves.iter().enumerate() {
            table.play(number % 2, text).unwrap();
        }
        let grid = GameDisplay::new(&rules).unwrap().grid.unwrap();
        (MovePicker::new(table.legal_moves(), Some(&grid)), grid)
    }

    #[test]
    fn every_choice_can_be_picked_on_the_board() {
        for game in ["amazons", "penguins", "fish", "amazonian-buffet"] {
            let (picks, grid) = picks(game, &[]);
            for choice in picks.choices.iter().step_by(37) {
                let mut picks = picks.clone();
                let mut got = PickResult::More;
                for &cell in &choice.cells {
                    assert_eq!(got, PickResult::More, "{game} {}", choice.text);
                    got = picks.pick(cell, &grid);
                }
                // A claim may be omitted: the last cell again does that.
                if got == PickResult::More {
                    got = picks.pick(choice.cells[choice.cells.len() - 1], &grid);
                }
                assert_eq!(got, PickResult::Move(choice.text.clone()), "{game}");
            }
        }
    }

    #[test]
    fn another_piece_starts_again_and_a_wrong_cell_is_reported() {
        let (mut picks, grid) = picks("amazons", &[]);
        let at = |name: &str| grid.find(name).unwrap();
        assert_eq!(picks.pick(at("d1"), &grid), PickResult::More);
        assert_eq!(picks.pick(at("g1"), &grid), PickResult::More);
        assert_eq!(picks.picked(), [at("g1")]);
        assert_eq!(picks.pick(at("a2"), &grid), PickResult::No("g1-a2/g1".into()));
        assert_eq!(picks.pick(at("g1"), &grid), PickResult::More, "the same cell again deselects it");
        assert!(picks.picked().is_empty());
    }

    #[test]
    fn fish_writes_its_cells_in_brackets() {
        let (_, grid) = picks("fish", &[]);
        assert_eq!(cells(&grid, "[[0,0],[2,0]]"), [grid.find("[0,0]").unwrap(), grid.find("[2,0]").unwrap()]);
        assert_eq!(cells(&grid, "[1,3]"), [grid.find("[1,3]").unwrap()]);
        assert!(cells(&grid, "pass").is_empty());
    }

    #[test]
    fn swapping_sides_is_made_off_the_board() {
        let (_, grid) = picks("penguins", &[]);
        let offered = MovePicker::new(vec!["a1".into(), "swap".into()], Some(&grid));
        assert_eq!((offered.off_board(), offered.listed()), (Some("swap"), vec![]));
        assert_eq!(MovePicker::new(vec!["a1".into()], Some(&grid)).off_board(), None);
        assert_eq!(MovePicker::new(vec!["pass".into()], Some(&grid)).off_board(), None);
    }
}
