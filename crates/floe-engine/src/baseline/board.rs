//! Where whole sets of pieces can go, by shifting bitboards: one step, one slide, everything eventually.

use floe_board::{Bits, Board, Rays};

/// A board whose cells step by the same number along each line, as full rectangles of squares and Penguins' hexes do;
/// on boards with gaps the lines of each cell are followed one by one.
pub(super) struct BoardShifts<B, const H: usize> {
    rays: Rays<B, H>,
    lines: Option<[Line<B>; H]>,
}

/// A line of movement in both directions.
#[derive(Clone, Copy)]
struct Line<B> {
    /// By how much cell numbers rise with a step.
    step: u32,
    /// The number of doublings until no slide is longer.
    doublings: u32,
    /// The cells that can be entered while numbers rise, and while they fall.
    entered: [B; 2],
}

impl<B: Bits, const H: usize> BoardShifts<B, H> {
    pub(super) fn new(board: &Board, rays: &Rays<B, H>) -> BoardShifts<B, H> {
        let rising = board.lattice().directions().iter().copied().filter(|&direction| direction > (0, 0));
        let lines: Option<Vec<Line<B>>> = rising.map(|direction| line(board, direction)).collect();
        BoardShifts { rays: rays.clone(), lines: lines.and_then(|lines| lines.try_into().ok()) }
    }

    /// The open cells one slide away from any cell of a set.
    #[inline(always)]
    pub(super) fn slides(&self, from: B, open: B) -> B {
        let Some(lines) = &self.lines else {
            return from.cells().fold(B::EMPTY, |all, cell| all | self.rays.slides(cell, open));
        };
        let mut reached = B::EMPTY;
        for line in lines {
            reached |=
                fill(from, open & line.entered[0], line, up) | fill(from, open & line.entered[1], line, down);
        }
        reached & open
    }

    /// The open cells one step away from any cell of a set.
    #[inline(always)]
    pub(super) fn steps(&self, from: B, open: B) -> B {
        let Some(lines) = &self.lines else { return self.rays.neighbours_of_all(from) & open };
        let mut reached = B::EMPTY;
        for line in lines {
            reached |= up(from, line.step) & line.entered[0] | down(from, line.step) & line.entered[1];
        }
        reached & open
    }

    /// The open cells that can ever be reached from a set.
    pub(super) fn flood(&self, from: B, open: B) -> B {
        let mut reached = self.steps(from, open);
        loop {
            let more = reached | self.steps(reached, open);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Where one piece can slide.
    #[inline(always)]
    pub(super) fn slides_of(&self, cell: usize, open: B) -> B {
        self.rays.slides(cell, open)
    }

    /// The cells next to one cell.
    #[inline(always)]
    pub(super) fn near(&self, cell: usize) -> B {
        self.rays.neighbours(cell)
    }
}

/// A direction as a shift, if all steps along it have the same length.
fn line<B: Bits>(board: &Board, direction: (i32, i32)) -> Option<Line<B>> {
    let next = |cell: usize| board.ray(cell, direction).next();
    let mut step = None;
    let (mut rising, mut falling) = (B::EMPTY, B::EMPTY);
    for cell in 0..board.cells() {
        let Some(to) = next(cell) else { continue };
        if to - cell != *step.get_or_insert(to - cell) {
            return None;
        }
        rising |= B::one(to);
        falling |= B::one(cell);
    }
    let longest = (0..board.cells()).map(|cell| board.ray(cell, direction).count()).max().unwrap_or(0) as u32;
    // After n doublings slides of 2^n - 1 steps are covered.
    let doublings = (longest + 1).next_power_of_two().trailing_zeros();
    Some(Line { step: step.unwrap_or(1) as u32, doublings, entered: [rising, falling] })
}

#[inline(always)]
fn up<B: Bits>(set: B, by: u32) -> B {
    let bits = set.to_u128();
    B::from_u128(if B::WIDTH == 64 { u128::from((bits as u64) << (by & 63)) } else { bits << (by & 127) })
}

#[inline(always)]
fn down<B: Bits>(set: B, by: u32) -> B {
    let bits = set.to_u128();
    B::from_u128(if B::WIDTH == 64 { u128::from(bits as u64 >> (by & 63)) } else { bits >> (by & 127) })
}

/// Everything that slides of a set reach over `free` cells; the reach doubles at every turn.
#[inline(always)]
fn fill<B: Bits>(from: B, mut free: B, line: &Line<B>, shift: impl Fn(B, u32) -> B) -> B {
    let (mut reached, mut by) = (from, line.step);
    for left in (0..line.doublings).rev() {
        reached |= free & shift(reached, by);
        if left > 0 {
            free &= shift(free, by);
            by *= 2;
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use floe_board::Lattice;

    fn agrees<B: Bits, const H: usize>(board: &Board, uniform: bool) {
        let rays = Rays::<B, H>::new(board);
        let shifts = BoardShifts::new(board, &rays);
        assert_eq!(shifts.lines.is_some(), uniform);
        let mut rng = Rng::new(7);
        let all = B::from_cells(0..board.cells());
        for _ in 0..300 {
            let mut word =
                || B::from_u128(u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())) & all;
            let (open, from) = (word() | word(), word() & word() & word());
            let open = open.without(from);
            let slides = from.cells().fold(B::EMPTY, |all, cell| all | rays.slides(cell, open));
            assert_eq!(shifts.slides(from, open), slides);
            assert_eq!(shifts.steps(from, open), rays.neighbours_of_all(from) & open);
            assert_eq!(shifts.flood(from, open), rays.flood(from, open));
        }
    }

    #[test]
    fn shifting_sets_is_sliding_every_piece() {
        for (rows, cols) in [(5, 5), (8, 8), (3, 11), (7, 4)] {
            agrees::<u64, 4>(&Board::square(rows, cols).unwrap(), true);
        }
        agrees::<u128, 4>(&Board::square(10, 10).unwrap(), true);
        agrees::<u128, 4>(&Board::square(11, 11).unwrap(), true);
        let rows: Vec<&str> =
            (0..8).map(|row| if row % 2 == 0 { " * * * * * * *" } else { "* * * * * * * *" }).collect();
        agrees::<u64, 3>(&Board::marked(Lattice::Hex, &rows.join("\n")).unwrap().0, true);
        agrees::<u64, 4>(&Board::marked(Lattice::Square, "****/*00*/****/***").unwrap().0, false);
    }
}
