//! What happens at a table: moves, actions that are not moves, and outcomes of chance.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use strum::{EnumString, IntoStaticStr};

use crate::Outcome;

/// A player's action that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Action {
    /// Gives up.
    #[serde(rename = "resign")]
    Resign,
    /// Offers to stop and award what each player can still get.
    #[serde(rename = "stop?")]
    #[strum(serialize = "stop?")]
    OfferStop,
    /// Agrees to stop.
    #[serde(rename = "accept")]
    Accept,
    /// Does not agree.
    #[serde(rename = "refuse")]
    Refuse,
    /// The referee's ruling that a player failed in a two-player game: the other wins.
    #[serde(rename = "forfeit")]
    Forfeit,
    /// The referee's ruling that a player failed in a larger game: the others play on.
    #[serde(rename = "eliminate")]
    Eliminate,
}

impl Action {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Parses the name of an action.
    pub fn parse(word: &str) -> Option<Action> {
        word.parse().ok()
    }
}

/// An offer to stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Offer {
    /// Who offered.
    pub by: usize,
    /// Who still has to answer.
    pub waiting: Vec<usize>,
    /// The exact result if all agree.
    pub outcome: Outcome,
}

/// An entry in a game's log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "GameEvent"))]
#[serde(untagged)]
pub enum Event {
    /// A player's move; the text is missing where the viewer may not see it.
    Move {
        /// The seat.
        by: usize,
        /// The move.
        #[serde(rename = "move")]
        text: Option<String>,
        /// Milliseconds it took.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
        ms: Option<u64>,
    },
    /// A player's action.
    Act {
        /// The seat.
        by: usize,
        /// The action.
        action: Action,
        /// Milliseconds it took.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
        ms: Option<u64>,
    },
    /// An outcome of chance: `{"event": …}`.
    Chance(#[cfg_attr(feature = "ts", ts(type = "{ event: string, [key: string]: JsonValue }"))] Value),
}

impl<'de> Deserialize<'de> for Event {
    /// Distinguished by their required key: `action`, `move` (null when hidden), `event`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Moved {
            by: usize,
            #[serde(rename = "move")]
            text: Value,
            ms: Option<u64>,
        }
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Acted {
            by: usize,
            action: Action,
            ms: Option<u64>,
        }
        let json = Value::deserialize(deserializer)?;
        if json.get("event").is_some_and(Value::is_string) {
            return Ok(Event::Chance(json));
        }
        if json.get("action").is_some() {
            let Acted { by, action, ms } = serde_json::from_value(json).map_err(D::Error::custom)?;
            return Ok(Event::Act { by, action, ms });
        }
        let Moved { by, text, ms } = serde_json::from_value(json).map_err(D::Error::custom)?;
        match text {
            Value::Null => Ok(Event::Move { by, text: None, ms }),
            Value::String(text) => Ok(Event::Move { by, text: Some(text), ms }),
            _ => Err(D::Error::custom("a move is a string, or null when it is hidden")),
        }
    }
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Event::Move { by, text: Some(text), .. } => write!(f, "seat {by} plays {text}"),
            Event::Move { by, text: None, .. } => write!(f, "seat {by} plays face down"),
            Event::Act { by, action, .. } => write!(f, "seat {by} says {}", action.as_str()),
            Event::Chance(json) => write!(f, "chance: {json}"),
        }
    }
}
