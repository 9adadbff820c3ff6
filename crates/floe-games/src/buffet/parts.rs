//! What code that explains a buffet position needs to know about it.

use floe_cards::{Card, CardSet, ShowdownRules};

use super::{Position, Rules};
use crate::slide;

/// The parts of a position.
#[derive(Clone, Copy, Debug)]
pub struct PositionParts<'a> {
    /// The rules of the board play.
    pub board_rules: &'a slide::Rules<u64, 4>,
    /// The board play.
    pub board: &'a slide::Position<u64>,
    /// The card of each cell of the board.
    pub cards: &'a [Card],
    /// The cards each seat would lay out from if the board play ended here.
    pub pools: [CardSet; 2],
    /// How hands are compared.
    pub showdown: &'a ShowdownRules,
    /// The seat that lays out hands now, if the game is at that stage.
    pub lays_out: Option<usize>,
}

impl Rules {
    /// Splits a position into its parts.
    pub fn parts<'a>(&'a self, position: &'a Position) -> PositionParts<'a> {
        PositionParts {
            board_rules: &self.board,
            board: &position.board,
            cards: &position.cards[..self.board.plan.board.cells()],
            pools: [0, 1].map(|seat| self.pool(position, seat)),
            showdown: &self.showdown,
            lays_out: self.lays_out(position),
        }
    }
}
