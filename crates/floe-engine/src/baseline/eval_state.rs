//! The input of the baselines' evaluations: a position from the side of the seat to act, and the values of its cells.

use floe_board::Bits;
use floe_games::slide::{Position, Rules};

/// The values of the cells: their fish, or one each where the last mover wins.
pub(super) struct CellValues<B> {
    planes: [B; 3],
    /// Does the score decide instead of the last move?
    pub(super) counts: bool,
    /// Does the owner get the fish under a piece?
    under: bool,
}

impl<B: Bits> CellValues<B> {
    /// The values of the cells in play. They stay valid for later positions, as fish do not move.
    pub(super) fn new<const H: usize>(rules: &Rules<B, H>, position: &Position<B>) -> CellValues<B> {
        let set = &rules.plan.set;
        let counts = set.get("score").as_str() == Some("fish");
        let under =
            set.get("claim").as_str() == Some("left") || set.get("claim_under").as_bool() == Some(true);
        let played = position.open() | position.pieces();
        let plane = |bit: u32| {
            if counts {
                B::from_cells(played.cells().filter(|&cell| position.fish(cell) >> bit & 1 == 1))
            } else {
                B::when(bit == 0)
            }
        };
        CellValues { planes: [plane(0), plane(1), plane(2)], counts, under: under && counts }
    }

    /// The value of a set of cells.
    #[inline(always)]
    pub(super) fn value_of(&self, cells: B) -> i32 {
        if !self.counts {
            return cells.count() as i32;
        }
        let count = |plane: B| (cells & plane).count() as i32;
        count(self.planes[0]) + 2 * count(self.planes[1]) + 4 * count(self.planes[2])
    }

    /// Is it the same board as another one, as far as both are still in play?
    pub(super) fn fits(&self, later: &CellValues<B>, open: B) -> bool {
        self.counts == later.counts
            && self.planes.iter().zip(later.planes).all(|(&a, b)| a & open == b & open)
    }
}

/// A position as an evaluation sees it.
#[derive(Clone, Copy)]
pub(super) struct EvalState<B> {
    pub(super) open: B,
    /// The pieces of the seat to act.
    pub(super) mine: B,
    pub(super) theirs: B,
    /// By how much the seat to act is ahead, including what lies under the pieces.
    pub(super) lead: i32,
}

impl<B: Bits> EvalState<B> {
    /// A position of two seats, from the side of the one to act.
    #[inline(always)]
    pub(super) fn new(position: &Position<B>, values: &CellValues<B>) -> EvalState<B> {
        let seat = position.turn() & 1;
        let (mine, theirs) = (position.own(seat), position.own(1 - seat));
        let mut lead = 0;
        if values.counts {
            lead = position.score(seat) as i32 - position.score(1 - seat) as i32;
            if values.under {
                lead += values.value_of(mine) - values.value_of(theirs);
            }
        }
        EvalState { open: position.open(), mine, theirs, lead }
    }

    /// Makes a slide, and a shot if there is one, and passes the turn to the other side.
    #[inline(always)]
    pub(super) fn turn_over(
        &mut self,
        values: &CellValues<B>,
        from: usize,
        to: usize,
        shot: Option<usize>,
        leaves: bool,
    ) {
        let (from, to) = (B::one(from), B::one(to));
        self.mine ^= from | to;
        self.open ^= to | if leaves { B::EMPTY } else { from };
        if values.under {
            self.lead += values.value_of(to) - if leaves { 0 } else { values.value_of(from) };
        }
        if let Some(shot) = shot {
            self.open = self.open.without(B::one(shot));
            if values.counts {
                self.lead += values.value_of(B::one(shot));
            }
        }
        (self.mine, self.theirs, self.lead) = (self.theirs, self.mine, -self.lead);
    }
}
