//! What a player can do wrong.

use serde::Serialize;

/// The closed vocabulary of faults. Each of them eliminates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FishFault {
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

impl FishFault {
    /// All of them.
    pub const ALL: [FishFault; 7] = [
        FishFault::Closed,
        FishFault::TooSlow,
        FishFault::IllFormed,
        FishFault::TooMuch,
        FishFault::WrongAnswer,
        FishFault::BrokenRule,
        FishFault::OutOfTurn,
    ];

    /// What the player did, as the end of a sentence that begins with its name.
    pub fn as_str(self) -> &'static str {
        match self {
            FishFault::Closed => "closed the connection",
            FishFault::TooSlow => "gave no complete answer in time",
            FishFault::IllFormed => "sent something that is not JSON",
            FishFault::TooMuch => "sent a value beyond all bounds",
            FishFault::WrongAnswer => "answered with JSON of another shape",
            FishFault::BrokenRule => "broke a rule of the game",
            FishFault::OutOfTurn => "sent something that nobody asked for",
        }
    }
}

impl std::fmt::Display for FishFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A fault and where it happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// What was wrong.
    pub fault: FishFault,
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
