//! Why a cell cannot be chosen next in a move that is being put together.

use floe_board::{Bits, Lattice};

use super::position::{Phase, Position};
use super::rules::Rules;
use crate::insight::{CellReason, CellRefusal, PickedCells};

impl<B: Bits, const H: usize> Rules<B, H> {
    /// Says why a cell is not among the choices. The caller knows that it is not.
    pub(super) fn why_not(&self, position: &Position<B>, picked: PickedCells<'_>, name: &str) -> CellRefusal {
        let no = |reason: CellReason| CellRefusal { reason, by: name.to_owned(), seat: None };
        let Some(cell) = self.plan.board.cell(name) else { return no(CellReason::Gone) };
        let owner = position.owner(cell);
        let is_gone = !position.open.has(cell) && owner.is_none() && !self.unlaid(position).has(cell);
        let known = |name: Option<&str>| name.and_then(|name| self.plan.board.cell(name));
        match (position.phase, known(picked.from), known(picked.to)) {
            (Phase::Move, Some(from), Some(to)) => self.on_line(position, to, Some(from), cell, name),
            (Phase::Move, Some(from), None) => self.on_line(position, from, None, cell, name),
            (Phase::Move, None, _) => match owner {
                None => no(CellReason::Empty),
                Some(seat) if seat != position.turn() => {
                    CellRefusal { seat: Some(seat), ..no(CellReason::Theirs) }
                }
                Some(_) => no(CellReason::Stuck),
            },
            _ if is_gone => no(CellReason::Gone),
            (Phase::Place, ..) if owner.is_some() => no(CellReason::Taken),
            (Phase::Place, ..) if position.fish(cell) > 1 => no(CellReason::OnlyOnes),
            (Phase::Lay | Phase::Draw, ..) => no(CellReason::Laid),
            _ => no(CellReason::Other),
        }
    }

    /// Walks the line to the cell and says what it meets. `left` is empty by then: the piece has moved on.
    fn on_line(
        &self,
        position: &Position<B>,
        from: usize,
        left: Option<usize>,
        cell: usize,
        name: &str,
    ) -> CellRefusal {
        let no = |reason: CellReason, by: Option<usize>| CellRefusal {
            reason,
            by: by.map_or_else(|| name.to_owned(), |by| self.plan.board.name(by)),
            seat: None,
        };
        let is_taken = |cell: usize| position.pieces.has(cell) && Some(cell) != left;
        let is_gone = |cell: usize| !position.open.has(cell) && !position.pieces.has(cell);
        if is_gone(cell) {
            return no(CellReason::Gone, None);
        }
        if is_taken(cell) {
            return no(CellReason::Taken, None);
        }
        let board = &self.plan.board;
        let mut rays = board.lattice().directions().iter().map(|&direction| board.ray(from, direction));
        let line = rays.find_map(|ray| {
            let ray: Vec<usize> = ray.collect();
            let end = ray.iter().position(|&met| met == cell)?;
            Some(ray[..end].to_vec())
        });
        let Some(line) = line else {
            let gap = self.in_line(from, cell);
            return no(if gap { CellReason::BehindGap } else { CellReason::NotInLine }, None);
        };
        for met in line {
            if is_gone(met) {
                return no(CellReason::BehindGone, Some(met));
            }
            if is_taken(met) {
                return no(CellReason::BehindPiece, Some(met));
            }
        }
        no(CellReason::Other, None)
    }

    /// Would a straight line join two cells if no cell were missing between them?
    fn in_line(&self, from: usize, to: usize) -> bool {
        let board = &self.plan.board;
        let down = (board.row_and_index(to).0 as i32 - board.row_and_index(from).0 as i32).abs();
        let right = (board.x(to) - board.x(from)).abs();
        match board.lattice() {
            Lattice::HexColumns => right == 0 || down == right,
            Lattice::Square => down == 0 || right == 0 || down == right,
            Lattice::Hex => down == 0 || down == right,
        }
    }
}
