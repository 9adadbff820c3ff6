//! One thing a player can do, and its text.

use crate::board::{Board, Spot};
use crate::rules::Topology;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Put a tile with this many fish on an empty spot.
    Lay { fish: u32, at: Spot },
    /// Put one's own piece on a cell.
    Place { at: Spot },
    /// Slide a piece; `extra` is the cell shot at or the cell claimed.
    Slide { from: Spot, to: Spot, extra: Option<Spot> },
    /// Remove a stuck piece from the board.
    Retire { from: Spot },
    /// Do nothing, having no other move.
    Pass,
    /// Take over the other player's side.
    Swap,
}

impl Action {
    pub fn text(self, board: &Board) -> String {
        match self {
            Action::Lay { fish, at } => format!("{fish}@{}", board.name(at)),
            Action::Place { at } => board.name(at).to_string(),
            Action::Slide { from, to, extra } => {
                let (from, to) = (board.name(from), board.name(to));
                let slide = match board.topology {
                    Topology::HexColumns => format!("[{from},{to}]"),
                    Topology::Square | Topology::Hex => format!("{from}-{to}"),
                };
                match extra {
                    Some(cell) => format!("{slide}/{}", board.name(cell)),
                    None => slide,
                }
            }
            Action::Retire { from } => format!("{}-x", board.name(from)),
            Action::Pass => "pass".to_string(),
            Action::Swap => "swap".to_string(),
        }
    }
}
