//! The faults of players.

use serde::Serialize;

/// The closed vocabulary of faults. Each of them eliminates the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FishFault {
    /// The connection is closed or broken.
    Closed,
    /// No complete answer in time.
    TooSlow,
    /// What was sent is not JSON.
    IllFormed,
    /// A value is too long or nested too deeply.
    TooMuch,
    /// Valid JSON, but not an answer to this call.
    WrongAnswer,
    /// The rules of the game do not allow it.
    BrokenRule,
    /// Something was sent without a call.
    OutOfTurn,
}

impl FishFault {
    /// All faults.
    pub const ALL: [FishFault; 7] = [
        FishFault::Closed,
        FishFault::TooSlow,
        FishFault::IllFormed,
        FishFault::TooMuch,
        FishFault::WrongAnswer,
        FishFault::BrokenRule,
        FishFault::OutOfTurn,
    ];

    /// What the player did, as a predicate: its name comes before it.
    pub fn as_str(self) -> &'static str {
        match self {
            FishFault::Closed => "closed the connection",
            FishFault::TooSlow => "gave no complete answer in time",
            FishFault::IllFormed => "sent something that is not JSON",
            FishFault::TooMuch => "sent a value that is too large",
            FishFault::WrongAnswer => "answered with JSON of the wrong shape",
            FishFault::BrokenRule => "broke a rule of the game",
            FishFault::OutOfTurn => "sent an unsolicited message",
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
    /// The fault.
    pub fault: FishFault,
    /// The name of the call.
    pub call: &'static str,
    /// What would have been right, where that is known.
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
