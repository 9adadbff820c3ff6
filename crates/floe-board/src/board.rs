//! Topologies: which spots a board has, which of them hold a cell, and their names.

use thiserror::Error;

/// The maximum number of cells of a board.
pub const MAX_CELLS: usize = 128;
/// The maximum number of rows or columns of spots in a drawing; most of them may be empty.
const MAX_SPAN: usize = 256;

/// How cells are adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lattice {
    /// Squares; lines are those of a queen in chess.
    Square,
    /// Hexes in rows, each row half a hex off the next: a cell touches two in its row, two above, two below.
    Hex,
    /// Hexes in columns, as in Fish: a cell touches those above and below it and four in the rows between.
    HexColumns,
}

impl Lattice {
    /// The directions as steps (rows down, half or whole columns right). Those of `HexColumns` are in the order in
    /// which Fish searches: north, north-east, south-east, south, south-west, north-west.
    pub fn directions(self) -> &'static [(i32, i32)] {
        match self {
            Lattice::Square => &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
            Lattice::Hex => &[(-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1)],
            Lattice::HexColumns => &[(-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1)],
        }
    }
}

/// Why an outline cannot be a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OutlineError {
    /// More cells than a board can have.
    #[error("the board has {0} cells; the limit is {MAX_CELLS}")]
    TooManyCells(usize),
    /// A drawing with no cell in it.
    #[error("the board has no cells")]
    NoCells,
    /// Too many rows or columns.
    #[error("the board is {0} rows by {1} columns; the limit is {MAX_SPAN} by {MAX_SPAN}")]
    TooWide(usize, usize),
    /// Hexes drawn straight below one another.
    #[error(
        "row {row} of the drawing: '{mark}' in column {column} is not half a hex off the row above; \
         put one space between hexes and indent every other row by one"
    )]
    NotStaggered {
        /// The row, from 1 at the top.
        row: usize,
        /// The column of text, from 1.
        column: usize,
        /// The character there.
        mark: char,
    },
}

/// A spot of the outline: a cell, or a hole that only counts when spots are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    x: i32,
    cell: Option<u8>,
}

/// An outline of spots on a lattice. Cells are numbered row by row from the top, left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    lattice: Lattice,
    rows: Vec<Vec<Spot>>,
    /// Row and index in the row of each cell.
    places: Vec<(usize, usize)>,
}

impl Board {
    /// A full rectangle of squares.
    pub fn square(rows: usize, cols: usize) -> Result<Board, OutlineError> {
        Board::full(Lattice::Square, rows, cols)
    }

    /// A full rectangle: of squares, of hex rows (all of one length, the odd ones set in), or of Fish's hexes.
    pub fn full(lattice: Lattice, rows: usize, cols: usize) -> Result<Board, OutlineError> {
        Board::grid(lattice, &vec![vec![true; cols]; rows])
    }

    /// A rectangle with holes: rows from the top, `true` where there is a cell. Rows may be ragged; the longest sets
    /// the width.
    pub fn grid(lattice: Lattice, rows: &[Vec<bool>]) -> Result<Board, OutlineError> {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.len() > MAX_SPAN || width > MAX_SPAN {
            return Err(OutlineError::TooWide(rows.len(), width));
        }
        let spots = rows.iter().enumerate().map(|(row, cells)| {
            let place = |col: usize| match lattice {
                Lattice::Square => col as i32,
                Lattice::Hex | Lattice::HexColumns => 2 * col as i32 + (row % 2) as i32,
            };
            (0..width).map(|col| (place(col), cells.get(col).copied().unwrap_or(false))).collect()
        });
        Board::assemble(lattice, spots.collect())
    }

    /// A drawn outline: a space is no spot, `0` a hole, anything else a cell; returns the marks of the cells in order.
    /// Rows are on separate lines or separated by `/`.
    ///
    /// Hexes are one space apart, with every other row indented by one. Squares are adjacent or one space apart.
    ///
    /// ```
    /// use floe_board::{Board, Lattice};
    /// let (board, marks) = Board::marked(Lattice::Hex, " 1 2 3/1 * * 1/ 1 0 1").unwrap();
    /// assert_eq!(marks.iter().collect::<String>(), "1231**111");
    /// assert_eq!(board.name(8), "a3", "the hole before it counts");
    /// ```
    pub fn marked(lattice: Lattice, drawing: &str) -> Result<(Board, Vec<char>), OutlineError> {
        let mut lines: Vec<&str> = drawing.split(['\n', '/']).map(str::trim_end).collect();
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        let empty = lines.iter().take_while(|line| line.is_empty()).count();
        let lines = &lines[empty..];
        let width = lines.iter().map(|line| line.len()).max().unwrap_or(0);
        if lines.len() > MAX_SPAN || width > 2 * MAX_SPAN {
            return Err(OutlineError::TooWide(lines.len(), width));
        }
        let marks_of = |line: &str| -> Vec<(usize, char)> {
            line.chars().enumerate().filter(|(_, mark)| !mark.is_whitespace()).collect()
        };
        let rows: Vec<Vec<(usize, char)>> = lines.iter().map(|line| marks_of(line)).collect();
        let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
        if widest > MAX_SPAN {
            return Err(OutlineError::TooWide(rows.len(), widest));
        }
        // Squares with a space after each, as in pictures, mean the same as squares without.
        let spaced = lattice == Lattice::Square
            && rows.iter().flatten().all(|(column, _)| column % 2 == 0)
            && rows.iter().any(|row| row.len() > 1);
        let step = if spaced { 2 } else { 1 };
        if lattice != Lattice::Square {
            let parity =
                rows.iter().enumerate().find_map(|(row, marks)| marks.first().map(|m| (m.0 + row) % 2));
            for (row, marks) in rows.iter().enumerate() {
                if let Some(&(column, mark)) = marks.iter().find(|(x, _)| Some((x + row) % 2) != parity) {
                    return Err(OutlineError::NotStaggered { row: row + 1, column: column + 1, mark });
                }
            }
        }
        let spots = rows
            .iter()
            .map(|row| row.iter().map(|&(column, mark)| ((column / step) as i32, mark != '0')).collect())
            .collect();
        let board = Board::assemble(lattice, spots)?;
        let marks = rows.iter().flatten().map(|&(_, mark)| mark).filter(|&mark| mark != '0').collect();
        Ok((board, marks))
    }

    fn assemble(lattice: Lattice, spots: Vec<Vec<(i32, bool)>>) -> Result<Board, OutlineError> {
        let cells = spots.iter().flatten().filter(|spot| spot.1).count();
        if cells > MAX_CELLS {
            return Err(OutlineError::TooManyCells(cells));
        }
        if cells == 0 {
            return Err(OutlineError::NoCells);
        }
        let left = spots.iter().flatten().map(|spot| spot.0).min().unwrap_or(0);
        let mut places = Vec::with_capacity(cells);
        let mut rows = Vec::with_capacity(spots.len());
        for (row, spots) in spots.into_iter().enumerate() {
            let number = |(at, (x, is_cell)): (usize, (i32, bool))| {
                let cell = is_cell.then(|| {
                    places.push((row, at));
                    (places.len() - 1) as u8
                });
                Spot { x: x - left, cell }
            };
            rows.push(spots.into_iter().enumerate().map(number).collect());
        }
        Ok(Board { lattice, rows, places })
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// How cells are adjacent.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The spots row by row from the top: the cell there, or `None` for a hole.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = impl ExactSizeIterator<Item = Option<usize>>> {
        self.rows.iter().map(|row| row.iter().map(|spot| spot.cell.map(usize::from)))
    }

    /// How far right each spot of a row is: in columns on squares, in half hexes on hexes.
    pub fn xs(&self, row: usize) -> impl ExactSizeIterator<Item = i32> {
        self.rows[row].iter().map(|spot| spot.x)
    }

    /// The row of a cell (from the top) and its number in the row (from 0, holes counted).
    pub fn row_and_index(&self, cell: usize) -> (usize, usize) {
        self.places[cell]
    }

    /// The column of a cell: whole columns on squares, half hexes on hexes.
    pub fn x(&self, cell: usize) -> i32 {
        let (row, at) = self.places[cell];
        self.rows[row][at].x
    }

    /// The cell at a row and a number in that row, if there is one.
    pub fn at(&self, row: usize, number: usize) -> Option<usize> {
        self.rows.get(row)?.get(number)?.cell.map(usize::from)
    }

    /// The cells after a cell in one direction, up to the edge or a hole.
    pub fn ray(&self, cell: usize, (down, right): (i32, i32)) -> impl Iterator<Item = usize> {
        let mut row = self.places[cell].0 as i32;
        let mut x = self.x(cell);
        std::iter::from_fn(move || {
            row += down;
            x += right;
            let spots = usize::try_from(row).ok().and_then(|row| self.rows.get(row))?;
            let at = spots.binary_search_by_key(&x, |spot| spot.x).ok()?;
            spots[at].cell.map(usize::from)
        })
    }

    /// The name of a cell: `d4` on squares (column, then row from the bottom), `c4` on hexes (row from the bottom, then
    /// number in the row), `[2,1]` on Fish's boards (row from the top, column).
    pub fn name(&self, cell: usize) -> String {
        let (row, at) = self.places[cell];
        let up = self.rows.len() - 1 - row;
        match self.lattice {
            Lattice::Square => format!("{}{}", letters(self.x(cell) as usize), up + 1),
            Lattice::Hex => format!("{}{}", letters(up), at + 1),
            Lattice::HexColumns => format!("[{row},{at}]"),
        }
    }

    /// The cell of a name. Spaces inside Fish's `[2, 1]` do not matter, nor does the case of a letter.
    pub fn cell(&self, name: &str) -> Option<usize> {
        if self.lattice == Lattice::HexColumns {
            let (row, at) = name.strip_prefix('[')?.strip_suffix(']')?.split_once(',')?;
            return self.at(number(row.trim())?, number(at.trim())?);
        }
        let split = name.find(|c: char| !c.is_ascii_alphabetic())?;
        let (word, digits) = (letters_value(&name[..split])?, number(&name[split..])?.checked_sub(1)?);
        let up_to_row = |up: usize| (self.rows.len() - 1).checked_sub(up);
        match self.lattice {
            Lattice::Square => {
                let spots = &self.rows[up_to_row(digits)?];
                let at = spots.binary_search_by_key(&(word as i32), |spot| spot.x).ok()?;
                spots[at].cell.map(usize::from)
            }
            Lattice::Hex | Lattice::HexColumns => self.at(up_to_row(word)?, digits),
        }
    }

    /// A drawing with one mark per cell, `0` for holes: the inverse of [`Board::marked`].
    pub fn picture(&self, mark: impl Fn(usize) -> char) -> String {
        let step = if self.lattice == Lattice::Square { 2 } else { 1 };
        let mut picture = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for spot in row {
                let column = spot.x as usize * step;
                line.extend(std::iter::repeat_n(' ', column - line.chars().count()));
                line.push(spot.cell.map_or('0', |cell| mark(usize::from(cell))));
            }
            picture.push_str(line.trim_end());
            picture.push('\n');
        }
        picture
    }
}

/// `a`, `b` … `z`, `aa` …: letters for a number from 0.
fn letters(mut n: usize) -> String {
    let mut word = Vec::new();
    loop {
        word.push(b'a' + (n % 26) as u8);
        if n < 26 {
            break;
        }
        n = n / 26 - 1;
    }
    word.iter().rev().map(|&letter| char::from(letter)).collect()
}

fn letters_value(word: &str) -> Option<usize> {
    if word.is_empty() || word.len() > 2 {
        return None;
    }
    let digit = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a') + 1;
    word.bytes()
        .try_fold(0usize, |n, letter| letter.is_ascii_alphabetic().then(|| n * 26 + digit(letter)))?
        .checked_sub(1)
}

/// A plain decimal number without sign or leading zero.
fn number(digits: &str) -> Option<usize> {
    let plain = !digits.is_empty()
        && digits.len() <= 4
        && digits.bytes().all(|digit| digit.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    plain.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_on_each_lattice() {
        let square = Board::square(10, 10).unwrap();
        assert_eq!((square.name(0).as_str(), square.name(99).as_str()), ("a10", "j1"));
        assert_eq!(square.cell("d1"), Some(93));
        let fish = Board::full(Lattice::HexColumns, 5, 3).unwrap();
        assert_eq!(fish.name(7), "[2,1]");
        assert_eq!(fish.cell("[2, 1]"), Some(7));
        for bad in ["", "a", "1", "a0", "a01", "z1", "a99999", "k1", "a11", "é1", "[0,0]", "a1x"] {
            assert_eq!(square.cell(bad), None, "{bad}");
        }
    }

    #[test]
    fn fish_neighbours_in_search_order() {
        let board = Board::full(Lattice::HexColumns, 5, 3).unwrap();
        let near = |name: &str| -> Vec<String> {
            let cell = board.cell(name).unwrap();
            let directions = Lattice::HexColumns.directions().iter();
            directions.filter_map(|&d| board.ray(cell, d).next()).map(|cell| board.name(cell)).collect()
        };
        assert_eq!(near("[0,0]"), ["[1,0]", "[2,0]"]);
        assert_eq!(near("[2,1]"), ["[0,1]", "[1,1]", "[3,1]", "[4,1]", "[3,0]", "[1,0]"]);
    }

    #[test]
    fn invalid_drawings_are_refused_with_the_reason() {
        let error = |lattice, drawing: &str| Board::marked(lattice, drawing).unwrap_err().to_string();
        assert_eq!(error(Lattice::Square, ""), "the board has no cells");
        assert_eq!(error(Lattice::Square, &"1".repeat(129)), "the board has 129 cells; the limit is 128");
        assert!(
            error(Lattice::Hex, "1 1\n1 1").starts_with("row 2 of the drawing: '1' in column 1 is not half")
        );
        assert!(error(Lattice::Square, &"1\n".repeat(500)).starts_with("the board is 500 rows"));
    }

    #[test]
    fn letters_continue_after_z() {
        for (n, word) in [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (127, "dx")] {
            assert_eq!(letters(n), word);
            assert_eq!(letters_value(word), Some(n));
        }
    }

    fn outlines() -> impl Strategy<Value = (Lattice, Vec<Vec<bool>>)> {
        let lattice = prop_oneof![Just(Lattice::Square), Just(Lattice::Hex), Just(Lattice::HexColumns)];
        (lattice, proptest::collection::vec(proptest::collection::vec(any::<bool>(), 0..12), 1..10))
    }

    proptest! {
        #[test]
        fn every_cell_has_its_name_and_drawings_read_back((lattice, rows) in outlines()) {
            let Ok(board) = Board::grid(lattice, &rows) else {
                prop_assert!(!rows.iter().flatten().any(|&cell| cell));
                return Ok(());
            };
            for cell in 0..board.cells() {
                prop_assert_eq!(board.cell(&board.name(cell)), Some(cell));
                for &direction in lattice.directions() {
                    let back = (-direction.0, -direction.1);
                    for there in board.ray(cell, direction) {
                        prop_assert!((there > cell) == (direction > (0, 0)));
                        prop_assert!(board.ray(there, back).any(|here| here == cell));
                    }
                }
            }
            // Rows of nothing but spots left of the first cell would move when drawn; grids always start at 0.
            let drawing = board.picture(|_| '*');
            if let Ok((again, marks)) = Board::marked(lattice, &drawing) {
                prop_assert_eq!(marks.len(), board.cells());
                prop_assert_eq!(again.picture(|_| '*'), drawing);
            }
        }

        #[test]
        fn no_drawing_panics(drawing in ".{0,400}") {
            for lattice in [Lattice::Square, Lattice::Hex, Lattice::HexColumns] {
                if let Ok((board, marks)) = Board::marked(lattice, &drawing) {
                    prop_assert_eq!(marks.len(), board.cells());
                }
            }
        }
    }
}
