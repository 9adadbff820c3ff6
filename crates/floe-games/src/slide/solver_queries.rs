//! What a solver needs to know about the rules before it starts.

use floe_board::Bits;

use super::axes::{Claim, Draw, End, Score, Setup, Ties};
use super::position::{Phase, Position};
use super::rules::Rules;

impl<B: Bits, const H: usize> Rules<B, H> {
    /// Is every turn a slide and a shot, is nothing claimed, does a cell leave play only by the shot, and does a player
    /// who cannot move lose? Then the game is Amazons, on any board.
    pub fn is_amazons(&self) -> bool {
        self.plan.end == End::LastMover
            && self.plan.score == Score::LastMover
            && self.plan.claim == Claim::None
            && self.hot.block_at
            && !self.hot.block_left
            && !self.hot.retire
    }

    /// Does chance draw the tiles that players lay?
    pub fn draws_tiles(&self) -> bool {
        self.plan.draw == Draw::Pile
    }

    /// Does the player with the most fish win?
    pub fn counts_fish(&self) -> bool {
        self.plan.score == Score::Fish
    }

    /// Are ties in fish broken by the number of cells?
    pub fn tiles_break_ties(&self) -> bool {
        self.plan.ties == Ties::Tiles
    }

    /// Can every piece in hand still be placed, so that no player is eliminated for lack of a cell?
    pub fn has_room(&self, position: &Position<B>) -> bool {
        if self.plan.setup == Setup::Fixed || matches!(position.phase, Phase::Move | Phase::Over) {
            return true;
        }
        let cells = position.open.count() + self.unlaid(position).count();
        let in_hand = self.plan.seats as u32 * self.plan.pieces;
        cells + position.pieces.count() >= in_hand
    }

    /// All cells that a seat can still reach, including its own, whatever the others do.
    pub fn reach(&self, position: &Position<B>, seat: usize) -> B {
        let own = position.own(seat);
        let passable = if self.hot.block_left { position.open } else { position.open | position.pieces };
        match position.phase {
            Phase::Move | Phase::Over => self.rays.flood(own, passable) | own,
            _ => self.all,
        }
    }
}
