//! Two pieces that span: alignment, and claims where their lines cross.

use floe_board::Bits;

use super::axes::{Claim, UnderPawn};
use super::kernel::Turn;
use super::position::Position;
use super::rules::Rules;

impl<B: Bits, const H: usize> Rules<B, H> {
    /// Where a piece of the seat to act may slide. Where alignment matters, some slides are excluded.
    #[inline(always)]
    pub(crate) fn targets<T: Turn>(&self, position: &Position<B>, from: usize) -> B {
        let slides = self.slides(position, from);
        if !(self.spans::<T>() && self.hot.align) {
            return slides;
        }
        let apart = self.apart(position, from, slides);
        if apart.is_empty() && self.plan.align_waiver && self.only_aligned(position) { slides } else { apart }
    }

    /// Do all moves of the seat to act keep its pieces aligned?
    fn only_aligned(&self, position: &Position<B>) -> bool {
        let own = position.own(position.turn());
        own.cells().all(|from| self.apart(position, from, self.slides(position, from)).is_empty())
    }

    /// The targets that do not keep aligned pieces aligned.
    fn apart(&self, position: &Position<B>, from: usize, slides: B) -> B {
        let others = position.own(position.turn()).without(B::one(from));
        if others.is_empty() {
            return slides;
        }
        let (row, col) = self.place(others.lowest());
        let (from_row, from_col) = self.place(from);
        let (shared_row, shared_col) = (row == from_row, col == from_col);
        if !shared_row && !shared_col {
            return slides;
        }
        let realign = self.plan.realign;
        B::from_cells(slides.cells().filter(|&to| {
            let (to_row, to_col) = self.place(to);
            let (same_row, same_col) = (to_row == row, to_col == col);
            // Realigning may trade a shared row for a shared column, but never keep what was shared.
            let kept = shared_row && same_row || shared_col && same_col;
            !kept && (realign || !same_row && !same_col)
        }))
    }

    /// Row and column of a cell.
    fn place(&self, cell: usize) -> (i32, i32) {
        (self.plan.board.row_and_index(cell).0 as i32, self.plan.board.x(cell))
    }

    /// The cells the mover may claim after a slide: the other corners of the rectangle its two pieces span, or, when
    /// they share a line, those between them. Nothing on the way obstructs.
    pub(crate) fn spanned(&self, position: &Position<B>, from: usize, to: usize) -> B {
        let seat = position.turn();
        let others = position.own(seat).without(B::one(from));
        if others.is_empty() || self.hot.claim != Claim::Corners {
            return B::EMPTY;
        }
        let ((row, col), (other_row, other_col)) = (self.place(to), self.place(others.lowest()));
        let between = |n: i32, a: i32, b: i32| a.min(b) < n && n < a.max(b);
        let spans = |cell: usize| match self.place(cell) {
            (r, c) if row == other_row => r == row && between(c, col, other_col),
            (r, c) if col == other_col => c == col && between(r, row, other_row),
            (r, c) => r == row && c == other_col || r == other_row && c == col,
        };
        let fish = position.fish[0] | position.fish[1] | position.fish[2];
        let under = match self.plan.under_pawn {
            UnderPawn::None => B::EMPTY,
            UnderPawn::Enemy => position.pieces.without(position.own(seat)),
            UnderPawn::Any => position.pieces.without(B::one(from)) | B::one(to),
        };
        let claimable = (self.open_after(position.open, from, to) | under) & fish;
        B::from_cells(claimable.cells().filter(|&cell| spans(cell)))
    }
}
