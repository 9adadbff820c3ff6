//! What lies over the board for a moment: help, a question, a line to type, a pause between two people.

/// Something that wants an answer before the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The keys.
    Help(&'static [(&'static str, &'static str)]),
    /// A question with yes and no.
    Ask {
        /// The question and what there is to know about it.
        words: Vec<String>,
        /// What yes leads to.
        then: OnConfirm,
    },
    /// A line to type.
    Type {
        /// What is asked for.
        prompt: &'static str,
        /// What has been typed.
        text: String,
        /// What it is for.
        line: InputPurpose,
    },
    /// The keyboard goes to another person.
    Pass {
        /// To whom.
        to: String,
    },
}

/// What a yes leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnConfirm {
    /// The program ends.
    Quit,
    /// A seat resigns.
    Resign(usize),
    /// A seat offers to stop.
    OfferStop(usize),
    /// A seat agrees to stop; no refuses.
    Accept(usize),
    /// A file is written again.
    Overwrite(String),
    /// Another game begins.
    New,
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputPurpose {
    /// A move.
    Move,
    /// The name of a file to write.
    Save,
    /// The name of a file to read.
    Load,
}
