//! Where the cells of a board are and what its pieces are called: all that drawing and move selection know of the
//! rules.

use floe_board::{Bits, Board, Lattice};
use floe_games::registry::{FamilyVisitor, find, visit};
use floe_games::slide::{self, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Game, Refusal, buffet, montauk, standalone};

/// How a game is displayed.
#[derive(Clone, Debug)]
pub struct GameDisplay {
    /// The family, which decides which code draws it.
    pub family: Family,
    /// The board; `None` where there is none to move on.
    pub grid: Option<Grid>,
    /// The symbols of each seat's pieces in the rules' own drawings; letters in some games.
    pub marks: [&'static str; 4],
    /// The symbols of each seat's pieces on a screen.
    pub glyphs: [&'static str; 4],
    /// The name of a piece.
    pub piece: &'static str,
    /// The symbol of a cell that has left play.
    pub gone: &'static str,
    /// Whether points matter for the result.
    pub counts: bool,
}

impl GameDisplay {
    /// The letters for the symbols of pieces, where only ASCII can be shown.
    pub fn letters(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.glyphs.into_iter().zip(self.marks).filter(|(glyph, mark)| glyph != mark)
    }
}

/// How a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Pieces, fish, holes.
    Slide,
    /// Playing cards in rows.
    Cards,
    /// Two tracks and a trick.
    Montauk,
    /// A game of no family: pieces on a board if it has one, else its own drawing as text.
    Standalone,
}

/// A board: cells in rows.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The cells, row by row from the top.
    pub cells: Vec<Spot>,
    /// The number of rows.
    pub rows: usize,
    /// The width of the board in cells; on hexes in half cells.
    pub span: i32,
    /// How cells touch.
    pub lattice: Lattice,
}

/// A cell of a board.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Its name.
    pub name: String,
    /// Its row, from the top.
    pub row: usize,
    /// Its number in the row, counting holes.
    pub at: usize,
    /// Its horizontal position: in cells on squares, in half cells on hexes.
    pub x: i32,
}

impl GameDisplay {
    /// How a game is displayed under some rules.
    pub fn new(rules: &RuleSet) -> Result<GameDisplay, Refusal> {
        visit(rules, Looking { counts: rules.get("score") != "last_mover" })
    }
}

impl Grid {
    fn new(board: &Board) -> Grid {
        let cells: Vec<Spot> = (0..board.cells())
            .map(|cell| {
                let (row, at) = board.row_and_index(cell);
                Spot { name: board.name(cell), row, at, x: board.x(cell) }
            })
            .collect();
        let span = cells.iter().map(|cell| cell.x).max().unwrap_or(0) + 1;
        Grid { cells, rows: board.rows().len(), span, lattice: board.lattice() }
    }

    /// Whether cells are squares, with letters for columns.
    pub fn is_square(&self) -> bool {
        self.lattice == Lattice::Square
    }

    /// The cell with a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name == name)
    }

    /// The label at the left of a row.
    pub fn row_label(&self, row: usize) -> String {
        match self.lattice {
            Lattice::Square => (self.rows - row).to_string(),
            Lattice::HexColumns => row.to_string(),
            Lattice::Hex => {
                let name = self.cells.iter().find(|cell| cell.row == row).map(|cell| cell.name.as_str());
                name.unwrap_or_default().chars().take_while(char::is_ascii_alphabetic).collect()
            }
        }
    }

    /// Where a cursor moves from a cell: `right` cells along the row, or `down` rows as close to column `x` as
    /// possible. At an edge, the cell itself.
    pub fn step(&self, from: usize, right: i32, down: i32, x: i32) -> usize {
        let here = &self.cells[from];
        let near = |cell: &&usize| match (right, down) {
            (0, _) => (self.cells[**cell].x - x).abs(),
            _ => (self.cells[**cell].x - here.x).abs(),
        };
        let all: Vec<usize> = (0..self.cells.len()).collect();
        let row_of = |rows: i32| usize::try_from(here.row as i32 + rows).ok();
        let found = match (right, down) {
            (0, down) => {
                // A row may have no cells.
                let mut rows = down;
                loop {
                    let Some(row) = row_of(rows).filter(|&row| row < self.rows) else { break None };
                    let near = all.iter().filter(|cell| self.cells[**cell].row == row).min_by_key(near);
                    if near.is_some() {
                        break near;
                    }
                    rows += down;
                }
            }
            (right, _) => all
                .iter()
                .filter(|cell| {
                    let spot = &self.cells[**cell];
                    spot.row == here.row && (spot.x - here.x) * right > 0
                })
                .min_by_key(near),
        };
        found.copied().unwrap_or(from)
    }
}

/// Pieces as a screen shows them: where the rules draw letters, the figures of chess that come closest.
fn glyphs(marks: [&'static str; 4], piece: &str) -> [&'static str; 4] {
    match piece {
        _ if !marks[0].is_ascii() => marks,
        "amazon" => ["♕", "♛", "♖", "♜"],
        _ => ["♝", "♗", "♞", "♘"],
    }
}

struct Looking {
    counts: bool,
}

impl FamilyVisitor for Looking {
    type Output = GameDisplay;

    fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> GameDisplay {
        let terms = rules.summary().terms;
        GameDisplay {
            family: Family::Slide,
            grid: Some(Grid::new(&rules.plan.board)),
            marks: terms.marks,
            glyphs: glyphs(terms.marks, terms.piece),
            piece: terms.piece,
            gone: terms.gone_mark,
            counts: self.counts,
        }
    }

    fn buffet<T: Turn>(self, rules: buffet::Rules) -> GameDisplay {
        let terms = rules.board().summary().terms;
        GameDisplay {
            family: Family::Cards,
            grid: Some(Grid::new(&rules.board().plan.board)),
            marks: terms.marks,
            glyphs: glyphs(terms.marks, terms.piece),
            piece: terms.piece,
            gone: terms.gone_mark,
            counts: true,
        }
    }

    fn montauk(self, _rules: montauk::Rules) -> GameDisplay {
        GameDisplay {
            family: Family::Montauk,
            grid: None,
            marks: ["▲", "△", "", ""],
            glyphs: ["▲", "△", "", ""],
            piece: "pyramid",
            gone: "",
            counts: true,
        }
    }

    fn standalone(self, rules: standalone::Rules) -> GameDisplay {
        let entry = find(standalone::Standalone::rule_set(&rules).game).ok();
        GameDisplay {
            family: Family::Standalone,
            grid: rules.board().map(Grid::new),
            marks: ["A", "B", "C", "D"],
            glyphs: ["A", "B", "C", "D"],
            piece: entry.map_or("piece", |entry| entry.piece),
            gone: " ",
            counts: entry.is_some_and(|entry| entry.unit.is_score()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(game: &str, rules: &str) -> Grid {
        let rule_args = floe_games::switches::parse_rule_args(rules).unwrap();
        GameDisplay::new(&find(game).unwrap().rules(&rule_args).unwrap()).unwrap().grid.unwrap()
    }

    #[test]
    fn a_cursor_gets_everywhere() {
        for (game, rules) in [("amazons", ""), ("penguins", ""), ("pauper", "atoll"), ("fish", "wild")] {
            let grid = grid(game, rules);
            let mut seen = vec![false; grid.cells.len()];
            let mut next = vec![0];
            while let Some(cell) = next.pop() {
                if std::mem::replace(&mut seen[cell], true) {
                    continue;
                }
                for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    next.push(grid.step(cell, right, down, grid.cells[cell].x));
                }
            }
            assert!(seen.iter().all(|&seen| seen), "{game} {rules}");
        }
    }

    #[test]
    fn the_cursor_returns_to_its_column() {
        let grid = grid("penguins", "");
        let (mut cell, x) = (grid.find("h4").unwrap(), 7);
        let mut names = Vec::new();
        for _ in 0..3 {
            cell = grid.step(cell, 0, 1, x);
            names.push(grid.cells[cell].name.as_str());
        }
        assert_eq!(names, ["g4", "f4", "e4"]);
        assert_eq!(grid.step(grid.find("a1").unwrap(), -1, 0, 0), grid.find("a1").unwrap(), "the edge stops");
    }
}
