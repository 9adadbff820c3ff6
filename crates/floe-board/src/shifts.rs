//! Steps and slides of many cells at once: the floods that evaluations are made of.

use crate::{Bits, Board, Lattice};

/// All steps of a board in each direction as shifts of whole sets.
///
/// Cells are numbered row by row, so a step in one direction adds the same to a cell's number over much of the board,
/// and on rectangular boards over all of it. A direction is a list of such shifts, each with the cells it leads to.
#[derive(Clone, Debug)]
pub struct Shifts<B, const H: usize> {
    rising: [Box<[Shift<B>]>; H],
    falling: [Box<[Shift<B>]>; H],
    /// The number of doublings after which a slide covers the longest line.
    doublings: u32,
    /// On a full square board ten cells wide, which has its own code path: the cells that steps to the right, and to
    /// the left, lead to.
    ten_wide: Option<[B; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Shift<B> {
    by: u32,
    /// The cells that this step leads to.
    into: B,
}

impl<B: Bits, const H: usize> Shifts<B, H> {
    /// The steps of a board. The board must fit the width of `B` and have at most `2 * H` directions.
    pub fn new(board: &Board) -> Shifts<B, H> {
        let directions = board.lattice().directions();
        assert!(directions.len() <= 2 * H, "{} directions of the lattice in {}", directions.len(), 2 * H);
        let shifts = |direction: (i32, i32)| -> Box<[Shift<B>]> {
            let mut shifts: Vec<Shift<B>> = Vec::new();
            for cell in 0..board.cells() {
                let Some(next) = board.ray(cell, direction).next() else { continue };
                let by = next.abs_diff(cell) as u32;
                match shifts.iter_mut().find(|shift| shift.by == by) {
                    Some(shift) => shift.into |= B::one(next),
                    None => shifts.push(Shift { by, into: B::one(next) }),
                }
            }
            shifts.into()
        };
        let of = |rising: bool| {
            let mut chosen = directions.iter().filter(|&&direction| (direction > (0, 0)) == rising);
            std::array::from_fn(|_| chosen.next().map(|&direction| shifts(direction)).unwrap_or_default())
        };
        let longest = (0..board.cells())
            .flat_map(|cell| directions.iter().map(move |&direction| board.ray(cell, direction).count()))
            .max()
            .unwrap_or(0)
            .max(1);
        let doublings = usize::BITS - (longest - 1).leading_zeros();
        let full = board.rows().all(|row| row.len() == 10 && row.into_iter().all(|cell| cell.is_some()));
        let ten = full && board.lattice() == Lattice::Square;
        let sides = || [0, 9].map(|edge| B::from_cells((0..board.cells()).filter(|cell| cell % 10 != edge)));
        Shifts { rising: of(true), falling: of(false), doublings, ten_wide: ten.then(sides) }
    }

    /// The cells one step from any cell of a set.
    #[inline(always)]
    pub fn near(&self, cells: B) -> B {
        if let Some([right, left]) = self.ten_wide {
            // A row and its neighbours, then the rows above and below: every cell around, once.
            let row = cells.raised(1) & right | cells.lowered(1) & left;
            let rows = row | cells;
            return row | rows.raised(10) & self.all_ten() | rows.lowered(10);
        }
        let mut near = B::EMPTY;
        for shift in self.rising.iter().flatten() {
            near |= cells.raised(shift.by) & shift.into;
        }
        for shift in self.falling.iter().flatten() {
            near |= cells.lowered(shift.by) & shift.into;
        }
        near
    }

    /// The `open` cells one slide from any cell of a set.
    #[inline(always)]
    pub fn slides(&self, cells: B, open: B) -> B {
        if let Some([right, left]) = self.ten_wide {
            return ten_wide(cells, open, right, left);
        }
        let mut reached = B::EMPTY;
        for shifts in &self.rising {
            reached |= match **shifts {
                [shift] => self.run(cells, open & shift.into, shift.by, B::raised),
                ref shifts => walk(cells, open, shifts, B::raised),
            };
        }
        for shifts in &self.falling {
            reached |= match **shifts {
                [shift] => self.run(cells, open & shift.into, shift.by, B::lowered),
                ref shifts => walk(cells, open, shifts, B::lowered),
            };
        }
        reached
    }

    /// All cells of a board ten wide.
    #[inline(always)]
    fn all_ten(&self) -> B {
        self.ten_wide.map_or(B::EMPTY, |[right, left]| right | left)
    }

    /// Slides by one shift, in steps of 1, 2, 4 … cells (Kogge and Stone's adder, as chess programs use it).
    #[inline(always)]
    fn run(&self, cells: B, mut free: B, mut by: u32, shift: impl Fn(B, u32) -> B) -> B {
        let mut reached = shift(cells, by) & free;
        for _ in 0..self.doublings {
            // What is free here is free over the whole distance that this step jumps.
            reached |= shift(reached, by) & free;
            free &= shift(free, by);
            by *= 2;
            if by as usize >= B::WIDTH {
                break;
            }
        }
        reached
    }
}

/// Slides on a full board ten cells wide, the board of Amazons: shifts by constants are two instructions, others six or
/// more.
#[inline(always)]
fn ten_wide<B: Bits>(cells: B, open: B, right: B, left: B) -> B {
    #[inline(always)]
    fn run<B: Bits, const BY: u32>(cells: B, mut free: B, shift: impl Fn(B, u32) -> B) -> B {
        let mut reached = shift(cells, BY) & free;
        for round in 0..4 {
            // Where no line is free over this distance, there is nothing left to jump.
            reached |= shift(reached, BY << round) & free;
            free &= shift(free, BY << round);
            if free.is_empty() {
                break;
            }
        }
        reached
    }
    run::<B, 1>(cells, open & right, B::raised)
        | run::<B, 9>(cells, open & left, B::raised)
        | run::<B, 10>(cells, open, B::raised)
        | run::<B, 11>(cells, open & right, B::raised)
        | run::<B, 1>(cells, open & left, B::lowered)
        | run::<B, 9>(cells, open & right, B::lowered)
        | run::<B, 10>(cells, open, B::lowered)
        | run::<B, 11>(cells, open & left, B::lowered)
}

/// Slides one step at a time, where a direction needs several shifts.
#[inline(never)]
fn walk<B: Bits>(cells: B, open: B, shifts: &[Shift<B>], shift: impl Fn(B, u32) -> B) -> B {
    let mut reached = B::EMPTY;
    let mut edge = cells;
    while !edge.is_empty() {
        let step = |set: B, way: &Shift<B>| set | shift(edge, way.by) & way.into;
        edge = shifts.iter().fold(B::EMPTY, step) & open;
        reached |= edge;
    }
    reached
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Lattice, Rays};

    fn agrees<const H: usize>(lattice: Lattice, rows: &[Vec<bool>], open: u128, from: u128) {
        let Ok(board) = Board::grid(lattice, rows) else { return };
        let all = u128::from_cells(0..board.cells());
        let (open, from) = (open & all, from & all);
        let (rays, steps) = (Rays::<u128, H>::new(&board), Shifts::<u128, H>::new(&board));
        let slides = from.cells().fold(0, |set, cell| set | rays.slides(cell, open));
        assert_eq!(steps.slides(from, open), slides, "{lattice:?} {rows:?}");
        assert_eq!(steps.near(from), rays.neighbours_of_all(from));
        if board.cells() <= 64 {
            let narrow = Shifts::<u64, H>::new(&board);
            assert_eq!(u128::from(narrow.slides(from as u64, open as u64)), slides);
        }
    }

    proptest! {
        #[test]
        fn many_cells_slide_as_each_alone(
            rows in proptest::collection::vec(proptest::collection::vec(proptest::bool::weighted(0.9), 1..11), 1..11),
            full in any::<bool>(),
            a: u128, b: u128, c: u128, d: u128,
        ) {
            // Rectangles take another path than ragged boards, and those ten wide yet another.
            let width = if a % 2 == 0 { 10 } else { rows[0].len() };
            let rows = if full { vec![vec![true; width]; rows.len()] } else { rows };
            for lattice in [Lattice::Hex, Lattice::HexColumns] {
                agrees::<3>(lattice, &rows, a | b, c & d);
                agrees::<4>(lattice, &rows, a | b, c & d);
            }
            agrees::<4>(Lattice::Square, &rows, a | b, c & d);
        }
    }
}
