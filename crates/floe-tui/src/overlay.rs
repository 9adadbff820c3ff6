//! What covers the board for a moment: help, a question, a text field, a pause between two people.

use crate::line_edit::LineEdit;
use crate::reader::Reader;

/// Something that needs an answer before the game continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Pages to read.
    Read(Reader),
    /// A yes-or-no question.
    Ask {
        /// The question and its details.
        text: Vec<String>,
        /// What happens on yes.
        then: OnConfirm,
    },
    /// A text field.
    Type {
        /// The prompt.
        prompt: &'static str,
        /// The text typed so far.
        text: LineEdit,
        /// Its purpose.
        line: InputPurpose,
    },
    /// The keyboard is passed to another person.
    Pass {
        /// The name of that person.
        to: String,
    },
}

/// What happens on yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnConfirm {
    /// Quit the program.
    Quit,
    /// A seat resigns.
    Resign(usize),
    /// A seat offers to stop.
    OfferStop(usize),
    /// A seat accepts the offer to stop; no declines it.
    Accept(usize),
    /// Overwrite a file.
    Overwrite(String),
    /// Start another game.
    New,
    /// Leave for the menu of games.
    Menu,
}

/// The purpose of a text field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputPurpose {
    /// A move.
    Move,
    /// The name of a file to write.
    Save,
    /// The name of a file to read.
    Load,
}
