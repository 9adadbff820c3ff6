//! Answers of the rules that a display needs in addition to the position: who wins a trick, what a hand is called, what a seat can
//! still reach, why a cell cannot be chosen. Displays draw them and decide nothing.

use serde::{Deserialize, Serialize};

pub use crate::buffet::BuffetInsight;
pub use crate::montauk::MontaukInsight;
pub use crate::slide::SlideInsight;
use crate::slide::axes::{Block, Claim};
use crate::{Game, Outcome, Viewer};

/// What the rules say about a position, by the family of the game. Computed for one viewer: nothing hidden is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "family", rename_all = "snake_case")]
pub enum Insight {
    /// Pieces that slide.
    Slide(SlideInsight),
    /// Pawns on cards, and a showdown.
    Buffet(BuffetInsight),
    /// Tricks and pyramids.
    Montauk(MontaukInsight),
    /// A game of no family, which adds nothing.
    Standalone,
}

/// What an insight is computed from.
pub struct InsightContext<'a, G: Game> {
    /// The rules.
    pub rules: &'a G::Rules,
    /// The position before the first move.
    pub start: &'a G::Position,
    /// The position now.
    pub position: &'a G::Position,
    /// How the game ended, once it has.
    pub result: Option<&'a Outcome>,
    /// The viewer.
    pub viewer: Viewer,
}

/// A cell of a move: the one whose content the mover claims, or the one that leaves play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MoveCell {
    /// The one the piece leaves.
    Left,
    /// The one it reaches.
    Reached,
    /// The one that is shot at or named last.
    Shot,
}

impl MoveCell {
    pub(crate) fn from_claim(claim: Claim) -> Option<MoveCell> {
        match claim {
            Claim::None => None,
            Claim::Left => Some(MoveCell::Left),
            Claim::Reached => Some(MoveCell::Reached),
            Claim::Shot | Claim::Corners => Some(MoveCell::Shot),
        }
    }

    pub(crate) fn from_block(block: Block) -> MoveCell {
        match block {
            Block::Left => MoveCell::Left,
            Block::Shot | Block::Claimed => MoveCell::Shot,
        }
    }
}

/// What has been chosen so far of a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct PickedCells<'a> {
    /// The piece, by its cell.
    pub from: Option<&'a str>,
    /// Where it goes.
    pub to: Option<&'a str>,
}

/// Why a cell cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CellRefusal {
    /// The reason.
    pub reason: CellReason,
    /// The cell that is in the way, or the cell itself.
    pub by: String,
    /// Whose piece it is, where that is the reason.
    pub seat: Option<usize>,
}

/// Reasons why a cell cannot be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CellReason {
    /// It is out of play.
    Gone,
    /// A piece stands on it.
    Taken,
    /// Its tile is laid already.
    Laid,
    /// Pieces are placed on cells with one fish.
    OnlyOnes,
    /// No piece stands on it.
    Empty,
    /// The piece on it is another player's.
    Theirs,
    /// The piece on it cannot move.
    Stuck,
    /// No straight line leads to it.
    NotInLine,
    /// A cell out of play lies before it.
    BehindGone,
    /// A piece stands before it.
    BehindPiece,
    /// The line to it crosses a gap in the outline of the board.
    BehindGap,
    /// Some other rule.
    Other,
}
