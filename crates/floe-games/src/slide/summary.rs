//! What those who explain a position ask about its rules.

use floe_board::Bits;

use super::Terms;
use super::adjudication::FISH;
use super::axes::{Claim, Score};
use super::position::Position;
use super::rules::Rules;

/// What sort of game the rules make, as far as it takes to speak about it.
#[derive(Clone, Copy, Debug)]
pub struct RulesSummary {
    /// What the game calls things.
    pub terms: &'static Terms,
    /// How many play.
    pub seats: usize,
    /// The cell whose fish a turn scores.
    pub claim: Claim,
    /// Who wins.
    pub score: Score,
    /// Does the cell that a piece leaves go out of play? Then pieces are walls, otherwise they are not.
    pub leaves_holes: bool,
    /// Are pieces that cannot move taken off as a move?
    pub retires: bool,
}

impl<B: Bits, const H: usize> Rules<B, H> {
    /// What sort of game it is.
    pub fn summary(&self) -> RulesSummary {
        RulesSummary {
            terms: &self.plan.preset.terms,
            seats: self.plan.seats,
            claim: self.plan.claim,
            score: self.plan.score,
            leaves_holes: self.hot.block_left,
            retires: self.hot.retire,
        }
    }

    /// Is a seat neither eliminated nor lost for want of a move?
    pub fn is_playing(&self, position: &Position<B>, seat: usize) -> bool {
        position.stays(seat)
    }

    /// The cells through which pieces can come to pass, sooner or later.
    pub fn passable(&self, position: &Position<B>) -> B {
        if self.hot.block_left { position.open } else { position.open | position.pieces }
    }

    /// The most that some pieces of a seat can still get from some cells that nobody else can reach: fish, those under
    /// the pieces where they count; or moves, where moves decide. `None` where the rules or the `positions` that may
    /// be looked at, which are counted down, allow no exact answer.
    pub fn max_within(
        &self,
        position: &Position<B>,
        seat: usize,
        cells: B,
        pieces: B,
        positions: &mut u64,
    ) -> Option<u32> {
        self.adjudicable().ok()?;
        let mut solo = self.alone(position, seat);
        solo.open &= cells;
        solo.pieces &= pieces;
        let most = solo.max_score(positions)?;
        Some(if self.plan.score == Score::LastMover { most } else { most / FISH })
    }
}
