//! Every slide of an empty board, with its shots or claims, numbered.

use floe_board::{Bits, Board};

use super::rules::Rules;

/// Every slide of an empty board.
#[derive(Debug)]
pub(super) struct JointMoves {
    /// The first action of each slide, by origin and target.
    first: Vec<u32>,
    /// Origin, target and first action of each slide, in order.
    slides: Vec<(u8, u8, u32)>,
    /// The cells that may be named last after reaching a cell.
    last: Vec<u128>,
    /// Is the first action of each slide the one without a claim?
    optional: bool,
}

impl JointMoves {
    /// Numbers them from `begin` on.
    pub(super) fn new<B: Bits, const H: usize>(
        rules: &Rules<B, H>,
        shoots: bool,
        spans: bool,
        begin: u32,
    ) -> JointMoves {
        let cells = rules.plan.board.cells();
        let slides_from = |cell: usize| rules.rays.slides(cell, rules.all.without(B::one(cell)));
        let last: Vec<u128> = (0..cells)
            .map(|to| match (shoots, spans) {
                (true, _) => slides_from(to).to_u128(),
                (_, true) => crossing(&rules.plan.board, to),
                _ => 0,
            })
            .collect();
        let mut joint =
            JointMoves { first: vec![u32::MAX; cells * cells], slides: Vec::new(), last, optional: spans };
        let mut next = begin;
        for from in 0..cells {
            for to in slides_from(from).cells() {
                joint.first[from * cells + to] = next;
                joint.slides.push((from as u8, to as u8, next));
                let lasts = joint.last[to].count_ones();
                next += if shoots { lasts } else { 1 + lasts };
            }
        }
        joint.slides.push((0, 0, next));
        joint
    }

    /// One more than the last action.
    pub(super) fn end(&self) -> u32 {
        self.slides.last().map_or(0, |slide| slide.2)
    }

    #[inline(always)]
    /// The action of a slide, with the cell named last.
    pub(super) fn id(&self, cells: usize, from: usize, to: usize, at: Option<usize>) -> u32 {
        let first = self.first[from * cells + to];
        match at {
            None => first,
            Some(at) => {
                let before = (self.last[to] & ((1u128 << at) - 1)).count_ones();
                first + before + u32::from(self.optional)
            }
        }
    }

    /// Origin, target and the cell named last of an action.
    pub(super) fn decode(&self, action: u32) -> (usize, usize, Option<usize>) {
        let at = self.slides.partition_point(|slide| slide.2 <= action) - 1;
        let (from, to, first) = self.slides[at];
        let (from, to) = (usize::from(from), usize::from(to));
        let lasts = self.last[to];
        match action - first {
            0 if self.optional || lasts == 0 => (from, to, None),
            n => (from, to, Some(Bits::nth(lasts, n - u32::from(self.optional)))),
        }
    }
}

/// The other cells in the row and column of a cell: where two pieces that span can claim.
fn crossing(board: &Board, cell: usize) -> u128 {
    let place = |cell: usize| (board.row_and_index(cell).0, board.x(cell));
    let (row, col) = place(cell);
    let on = |&other: &usize| {
        let (r, c) = place(other);
        other != cell && (r == row || c == col)
    };
    u128::from_cells((0..board.cells()).filter(on))
}
