//! Rejected requests: what was wrong, as data for programs and in a sentence for people.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use thiserror::Error;

/// A rejected request. The sentence says what was wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Refusal {
    /// What was wrong, and where.
    pub cause: RefusalCause,
    /// The sentence, for people.
    pub message: String,
}

/// What was wrong, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RefusalCause {
    /// A stable code.
    pub kind: RefusalKind,
    /// The cell that is the obstacle, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cell: Option<String>,
    /// The seat whose piece is the obstacle, or the seat that is not in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<usize>,
}

/// Lists the kinds once: the enum, and a constructor for each.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $kind:ident $constructor:ident)*) => {
        /// The kinds of refusal.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(rename_all = "snake_case")]
        #[strum(serialize_all = "snake_case")]
        pub enum RefusalKind {
            $($(#[doc = $doc])* $kind,)*
        }

        impl Refusal {
            $($(#[doc = $doc])*
            pub fn $constructor(message: impl Into<String>) -> Refusal {
                Refusal::new(RefusalKind::$kind, message.into())
            })*
        }
    };
}

kinds! {
    // About a move.
    /// The game is over.
    GameOver game_over
    /// It is another player's turn.
    NotYourTurn not_your_turn
    /// The player is not in the game, or no longer.
    NotInGame not_in_game
    /// The text is not a move in the game's notation.
    UnreadableMove unreadable_move
    /// The board has no such cell.
    UnknownCell unknown_cell
    /// Something else is to be done first.
    WrongPhase wrong_phase
    /// No piece of the player stands on the cell.
    NotYourPiece not_your_piece
    /// A piece stands on the cell, or a tile already lies there.
    CellTaken cell_taken
    /// The cell is out of play.
    CellGone cell_gone
    /// The rules do not allow the cell.
    CellNotAllowed cell_not_allowed
    /// No straight line leads there.
    NotInLine not_in_line
    /// A part of the move is missing.
    IncompleteMove incomplete_move
    /// The player can move and therefore must.
    MustMove must_move
    /// The player can claim a cell and therefore must.
    MustClaim must_claim
    /// The player does not hold the card.
    CardNotHeld card_not_held
    /// Another rule does not allow the move.
    IllegalMove illegal_move

    // About anything else.
    /// The players cannot stop by agreement here.
    CannotStop cannot_stop
    /// The request makes sense, but not now.
    NotPossible not_possible
    /// The game or its rules do not have this.
    Unsupported unsupported
    /// The request cannot be read, or is out of its limits.
    InvalidRequest invalid_request
    /// No game has this id.
    UnknownGame unknown_game
    /// A switch, its value, or a combination of them is wrong.
    InvalidRules invalid_rules
    /// The position is not one of the game.
    InvalidPosition invalid_position
    /// The record is damaged, or does not follow the rules.
    InvalidRecord invalid_record
    /// The text is not valid JSON.
    InvalidJson invalid_json
    /// The text is not a Floe record at all.
    NotARecord not_a_record
    /// The record is of a game that is not Floe's.
    OtherGame other_game
    /// The chance event is not possible here.
    InvalidChance invalid_chance
    /// The deal does not follow from its secret and contributions.
    InvalidDeal invalid_deal
    /// A description of a game is wrong.
    InvalidManifest invalid_manifest
    /// Something is larger than its limit.
    TooLarge too_large
    /// The request names a log that is not held; it has to be sent whole.
    UnknownLog unknown_log
    /// The work was interrupted or failed.
    Failed failed
}

impl Refusal {
    /// A refusal of a kind.
    pub fn new(kind: RefusalKind, message: String) -> Refusal {
        Refusal { cause: RefusalCause { kind, cell: None, seat: None }, message }
    }

    /// Names the cell that is the obstacle.
    #[must_use]
    pub fn at(mut self, cell: impl Into<String>) -> Refusal {
        self.cause.cell = Some(cell.into());
        self
    }

    /// Names the seat it is about.
    #[must_use]
    pub fn of_seat(mut self, seat: usize) -> Refusal {
        self.cause.seat = Some(seat);
        self
    }

    /// What was wrong.
    pub fn kind(&self) -> RefusalKind {
        self.cause.kind
    }
}

impl RefusalKind {
    /// Its code.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
