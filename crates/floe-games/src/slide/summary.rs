//! What code that explains a position needs to know about its rules.

use floe_board::Bits;

use super::Terms;
use super::adjudication::FISH;
use super::axes::{Claim, Score};
use super::position::Position;
use super::rules::Rules;

/// The kind of game the rules make, as far as explanations need it.
#[derive(Clone, Copy, Debug)]
pub struct RulesSummary {
    /// The game's terms.
    pub terms: &'static Terms,
    /// The number of players.
    pub seats: usize,
    /// Which cell's fish are scored each turn.
    pub claim: Claim,
    /// How the winner is decided.
    pub score: Score,
    /// Does the cell that a piece leaves go out of play? Then pieces are walls, otherwise they are not.
    pub leaves_holes: bool,
    /// May stuck pieces be removed as a move?
    pub retires: bool,
}

impl<B: Bits, const H: usize> Rules<B, H> {
    /// Summarises the rules.
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

    /// Is a seat neither eliminated nor lost because it could not move?
    pub fn is_playing(&self, position: &Position<B>, seat: usize) -> bool {
        position.stays(seat)
    }

    /// The cells that pieces may eventually pass through.
    pub fn passable(&self, position: &Position<B>) -> B {
        if self.hot.block_left { position.open } else { position.open | position.pieces }
    }

    /// The maximum that some pieces of a seat can still get from some cells that no one else can reach: fish, including
    /// those under the pieces where they count; or moves, where moves decide. `None` where the rules or `positions`,
    /// which is counted down, allow no exact answer.
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
