//! Lines of movement: where pieces can slide.

use crate::{Bits, Board};

/// The lines that leave each cell of a board, as bitsets.
///
/// `H` is half the number of directions: 4 on squares, 3 on hexes. Cells are numbered row by row, so along every
/// direction cell numbers only rise or only fall; the nearest obstacle of a rising line is the lowest bit of
/// `line & shut`, of a falling one the highest. That is all that sliding needs.
#[derive(Clone, Debug)]
pub struct Rays<B, const H: usize> {
    lines: Box<[Lines<B, H>]>,
}

#[derive(Clone, Copy, Debug)]
struct Lines<B, const H: usize> {
    rising: [B; H],
    falling: [B; H],
    near: B,
}

impl<B: Bits, const H: usize> Rays<B, H> {
    /// The lines of a board. The board must fit the width of `B` and have at most `2 * H` directions; lines that it
    /// does not have are empty.
    pub fn new(board: &Board) -> Rays<B, H> {
        assert!(board.cells() <= B::WIDTH, "{} cells in a set of {}", board.cells(), B::WIDTH);
        let directions = board.lattice().directions();
        assert!(directions.len() <= 2 * H, "{} directions of the lattice in {}", directions.len(), 2 * H);
        let lines = (0..board.cells())
            .map(|cell| {
                let mut lines = Lines { rising: [B::EMPTY; H], falling: [B::EMPTY; H], near: B::EMPTY };
                let (mut up, mut down) = (0, 0);
                for &direction in directions {
                    let ray = B::from_cells(board.ray(cell, direction));
                    lines.near |= B::from_cells(board.ray(cell, direction).take(1));
                    if direction > (0, 0) {
                        lines.rising[up] = ray;
                        up += 1;
                    } else {
                        lines.falling[down] = ray;
                        down += 1;
                    }
                }
                lines
            })
            .collect();
        Rays { lines }
    }

    /// The cells a piece on `cell` can slide to over `open` cells, any positive distance along one line.
    #[inline(always)]
    pub fn slides(&self, cell: usize, open: B) -> B {
        let lines = &self.lines[cell];
        let shut = !open;
        let mut reached = B::EMPTY;
        for ray in lines.rising {
            reached |= ray & (ray & shut).up_to_lowest();
        }
        for ray in lines.falling {
            reached |= ray & (ray & shut).down_to_highest();
        }
        reached & open
    }

    /// The cells one step from `cell`.
    #[inline(always)]
    pub fn neighbours(&self, cell: usize) -> B {
        self.lines[cell].near
    }

    /// The cells one step from any cell of a set.
    #[inline(always)]
    pub fn neighbours_of_all(&self, cells: B) -> B {
        cells.cells().fold(B::EMPTY, |near, cell| near | self.neighbours(cell))
    }

    /// The `open` cells that can be reached from a set step by step. Sliding reaches the same cells.
    pub fn flood(&self, from: B, open: B) -> B {
        let mut reached = B::EMPTY;
        let mut edge = self.neighbours_of_all(from) & open;
        while !edge.is_empty() {
            reached |= edge;
            edge = self.neighbours_of_all(edge) & open.without(reached);
        }
        reached
    }

    /// The cells strictly between two cells of one line; `None` if no line joins them.
    pub fn between(&self, from: usize, to: usize) -> Option<B> {
        let (out, back) = (&self.lines[from], &self.lines[to]);
        let line = |rays: &[B; H], target: usize| rays.iter().copied().find(|ray| ray.has(target));
        let (there, here) = if from < to {
            (line(&out.rising, to)?, line(&back.falling, from)?)
        } else {
            (line(&out.falling, to)?, line(&back.rising, from)?)
        };
        Some(there & here)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Bits, Board, Lanes, Lattice, Rays};

    /// Draws the slides of the piece `@` over `.` cells (anything else is blocked) as `+`.
    fn check<const H: usize>(lattice: Lattice, drawing: &str, expected: &str) {
        let (board, marks) = Board::marked(lattice, drawing).unwrap();
        let at = |mark| (0..board.cells()).filter(|&cell| marks[cell] == mark).collect::<Vec<_>>();
        let rays = Rays::<u128, H>::new(&board);
        let slides = rays.slides(at('@')[0], u128::from_cells(at('.')));
        let shut = u128::from_cells((0..board.cells()).filter(|&cell| marks[cell] != '.'));
        let lanes = Lanes::<H>::new(&board).unwrap();
        assert_eq!(lanes.counts(&lanes.filled(shut), at('@')[0]), slides.count());
        let picture = board.picture(|cell| if slides.has(cell) { '+' } else { marks[cell] });
        assert_eq!(picture.trim_matches('\n'), expected.trim_matches('\n'), "\n{picture}");
        let roomy = Rays::<u128, 4>::new(&board).slides(at('@')[0], u128::from_cells(at('.')));
        assert_eq!(roomy, slides, "lines that a board does not have are empty");
        if board.cells() <= 64 {
            let narrow = Rays::<u64, H>::new(&board).slides(at('@')[0], u64::from_cells(at('.')));
            assert_eq!(u128::from(narrow), slides);
        }
    }

    #[test]
    fn a_queen_stops_before_obstacles() {
        check::<4>(
            Lattice::Square,
            "
. . . x . .
. . . . . .
. x . . . .
. . . @ . x
. . . . . .
. . x . . .",
            "
+ . . x . .
. + . + . +
. x + + + .
+ + + @ + x
. . + + + .
. + x + . +",
        );
    }

    #[test]
    fn a_penguin_slides_along_three_lines_of_hexes() {
        check::<3>(
            Lattice::Hex,
            "
 . . . .
. . x . .
 . . . .
. . @ . .
 . x . .
. . . . .",
            "
 + . . +
. + x + .
 . + + .
+ + @ + +
 . x + .
. . . + .",
        );
    }

    #[test]
    fn fish_go_up_and_down_and_never_sideways() {
        check::<3>(
            Lattice::HexColumns,
            "
 . . .
. . .
 . @ .
. . x
 . . .
. . .
 . . .",
            "
 + + +
. + +
 . @ .
. + x
 + + .
+ . .
 . + .",
        );
    }

    #[test]
    fn a_hole_in_the_outline_stops_a_slide() {
        check::<4>(
            Lattice::Square,
            "
@ . 0 .
. . . .
  0 . .",
            "
@ + 0 .
+ + . .
  0 + .",
        );
    }

    #[test]
    fn floods_and_lines_between() {
        let board = Board::square(4, 4).unwrap();
        let rays = Rays::<u64, 4>::new(&board);
        let cell = |name: &str| board.cell(name).unwrap();
        assert_eq!(rays.between(cell("a1"), cell("d4")), Some(u64::from_cells([cell("b2"), cell("c3")])));
        assert_eq!(rays.between(cell("d4"), cell("a1")), Some(u64::from_cells([cell("b2"), cell("c3")])));
        assert_eq!(rays.between(cell("a1"), cell("a2")), Some(0));
        assert_eq!(rays.between(cell("a1"), cell("b3")), None);
        let wall = u64::from_cells(["a2", "b2", "c2", "d2"].map(cell));
        assert_eq!(
            rays.flood(u64::one(cell("a1")), !wall & 0xffff),
            u64::from_cells(["a1", "b1", "c1", "d1"].map(cell))
        );
    }
}
