//! Amazons, implemented a second time: squares, steps along lines, moves.

/// The position, one bit per square; what is neither empty nor an amazon is an arrow or not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Squares {
    pub empty: u64,
    /// White's amazons and Black's.
    pub amazons: [u64; 2],
}

/// The squares of a rectangle, rows from the top.
#[derive(Debug)]
pub struct Grid {
    rows: usize,
    cols: usize,
    /// For each square the squares on its eight lines, nearest first.
    lines: Vec<Vec<Vec<usize>>>,
}

impl Squares {
    /// The position after an amazon moved from one square to another and shot at a third.
    pub fn after(self, side: usize, from: usize, to: usize, shot: usize) -> Squares {
        let mut next = self;
        next.amazons[side] = next.amazons[side] & !(1 << from) | 1 << to;
        next.empty = (next.empty | 1 << from) & !(1 << to) & !(1 << shot);
        next
    }
}

impl Grid {
    /// The grid of a position.
    pub fn parse(text: &str) -> Result<Grid, String> {
        let rows: Vec<Vec<char>> = text.split('/').map(spelled_out).collect();
        let cols = rows[0].len();
        if rows.iter().any(|row| row.len() != cols) {
            return Err(format!("the rows of {text} are not of one length"));
        }
        if cols == 0 || rows.len() * cols > 64 {
            return Err(format!("{text} has not between 1 and 64 squares"));
        }
        let mut lines = Vec::new();
        for row in 0..rows.len() as i32 {
            for col in 0..cols as i32 {
                let mut of_square = Vec::new();
                for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                    let mut line = Vec::new();
                    let (mut r, mut c) = (row + down, col + right);
                    while (0..rows.len() as i32).contains(&r) && (0..cols as i32).contains(&c) {
                        line.push((r * cols as i32 + c) as usize);
                        r += down;
                        c += right;
                    }
                    of_square.push(line);
                }
                lines.push(of_square);
            }
        }
        Ok(Grid { rows: rows.len(), cols, lines })
    }

    /// Reads a position on this grid.
    pub fn read(&self, text: &str) -> Result<Squares, String> {
        let rows: Vec<Vec<char>> = text.split('/').map(spelled_out).collect();
        if rows.len() != self.rows || rows.iter().any(|row| row.len() != self.cols) {
            return Err(format!("{text} has not {} rows of {} squares", self.rows, self.cols));
        }
        let mut squares = Squares { empty: 0, amazons: [0, 0] };
        for (square, mark) in rows.iter().flatten().enumerate() {
            match mark {
                '.' => squares.empty |= 1 << square,
                'Q' => squares.amazons[0] |= 1 << square,
                'q' => squares.amazons[1] |= 1 << square,
                '*' => {}
                other => return Err(format!("'{other}' in {text} is neither Q, q, * nor a number")),
            }
        }
        Ok(squares)
    }

    /// A position as text, with a dot for each empty square.
    pub fn text(&self, at: Squares) -> String {
        let mark = |square: usize| {
            let has = |set: u64| set >> square & 1 == 1;
            match (has(at.empty), has(at.amazons[0]), has(at.amazons[1])) {
                (true, ..) => '.',
                (_, true, _) => 'Q',
                (.., true) => 'q',
                _ => '*',
            }
        };
        let row = |row: usize| (row * self.cols..(row + 1) * self.cols).map(mark).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// Reads `b1-b3/d3`.
    pub fn action(&self, text: &str) -> Result<(usize, usize, usize), String> {
        let wrong = || format!("'{text}' is no move; one looks like b1-b3/d3");
        let (from, rest) = text.split_once('-').ok_or_else(wrong)?;
        let (to, shot) = rest.split_once('/').ok_or_else(wrong)?;
        let square = |name: &str| -> Option<usize> {
            let letter = name.chars().next()?;
            let col = ('a'..='z').position(|other| other == letter)?;
            let from_bottom: usize = name.get(1..)?.parse().ok()?;
            let row = self.rows.checked_sub(from_bottom)?;
            (col < self.cols && row < self.rows).then_some(row * self.cols + col)
        };
        match (square(from), square(to), square(shot)) {
            (Some(from), Some(to), Some(shot)) => Ok((from, to, shot)),
            _ => Err(wrong()),
        }
    }

    /// Calls `visit` with every square a queen on `from` reaches over empty squares.
    pub fn walk(&self, empty: u64, from: usize, mut visit: impl FnMut(usize)) {
        for line in &self.lines[from] {
            for &square in line {
                if empty >> square & 1 == 0 {
                    break;
                }
                visit(square);
            }
        }
    }

    /// Calls `visit` with every move of a side.
    pub fn each_move(&self, at: Squares, side: usize, mut visit: impl FnMut(usize, usize, usize)) {
        for from in each(at.amazons[side]) {
            self.walk(at.empty, from, |to| {
                // The square left is empty by the time of the shot, the one reached is not.
                let open = (at.empty | 1 << from) & !(1 << to);
                self.walk(open, to, |shot| visit(from, to, shot));
            });
        }
    }

    /// The squares connected to some of them, where only arrows separate squares.
    pub fn region(&self, at: Squares, from: u64) -> u64 {
        let passable = at.empty | at.amazons[0] | at.amazons[1];
        let mut region = from;
        let mut edge = from;
        while edge != 0 {
            let mut next = 0;
            for square in each(edge) {
                for line in &self.lines[square] {
                    next |= line.first().map_or(0, |&near| 1 << near);
                }
            }
            edge = next & passable & !region;
            region |= edge;
        }
        region
    }

    /// Every move of a side.
    pub fn moves(&self, at: Squares, side: usize) -> Vec<(usize, usize, usize)> {
        let mut moves = Vec::new();
        self.each_move(at, side, |from, to, shot| moves.push((from, to, shot)));
        moves
    }

    /// Is this one of the side's moves?
    pub fn is_legal(&self, at: Squares, side: usize, from: usize, to: usize, shot: usize) -> bool {
        self.moves(at, side).contains(&(from, to, shot))
    }
}

/// A row with a dot for each empty square.
fn spelled_out(row: &str) -> Vec<char> {
    let mut marks = Vec::new();
    let mut number = 0;
    for mark in row.chars().chain([' ']) {
        match mark.to_digit(10) {
            // No board has rows this long; what is too long is refused later.
            Some(digit) => number = (number * 10 + digit as usize).min(1000),
            None => {
                marks.extend(std::iter::repeat_n('.', number));
                number = 0;
                marks.push(mark);
            }
        }
    }
    marks.pop();
    marks
}

/// The squares of a set.
pub fn each(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let square = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        square
    })
}
