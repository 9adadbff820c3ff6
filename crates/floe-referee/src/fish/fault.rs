//! What a player can do wrong.

use serde::Serialize;

/// The closed vocabulary of faults. Each of them eliminates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The connection is closed or broken.
    Closed,
    /// No complete answer in time.
    TooSlow,
    /// What was sent is not JSON.
    IllFormed,
    /// A value is longer or nested deeper than anybody needs.
    TooMuch,
    /// JSON, but not the answer to this call.
    WrongAnswer,
    /// The rules of the game do not allow it.
    BrokenRule,
    /// Something was sent that nobody asked for.
    OutOfTurn,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 7] = [
        Fault::Closed,
        Fault::TooSlow,
        Fault::IllFormed,
        Fault::TooMuch,
        Fault::WrongAnswer,
        Fault::BrokenRule,
        Fault::OutOfTurn,
    ];

    /// What the player did, as the end of a sentence that begins with its name.
    pub fn words(self) -> &'static str {
        match self {
            Fault::Closed => "closed the connection",
            Fault::TooSlow => "gave no complete answer in time",
            Fault::IllFormed => "sent something that is not JSON",
            Fault::TooMuch => "sent a value beyond all bounds",
            Fault::WrongAnswer => "answered with JSON of another shape",
            Fault::BrokenRule => "broke a rule of the game",
            Fault::OutOfTurn => "sent something that nobody asked for",
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words())
    }
}

/// A fault and where it happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// What was wrong.
    pub fault: Fault,
    /// The name of the call.
    pub call: &'static str,
    /// What would have been right, where that can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {}", self.fault, self.call)?;
        match &self.detail {
            Some(detail) => write!(f, " ({detail})"),
            None => Ok(()),
        }
    }
}
