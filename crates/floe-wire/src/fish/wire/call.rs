//! Calls to a player and their replies.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::super::state::{Action, Color, State, TilePos};

/// The maximum length of a name.
pub const MAX_NAME: usize = 12;

/// A call to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// The tournament starts.
    Start,
    /// The player's color in the game that starts.
    PlayingAs(Color),
    /// The colors of its opponents.
    PlayingWith(Vec<Color>),
    /// Place a penguin.
    Setup(State),
    /// Make a move; with the actions of the others since the player's last turn.
    TakeTurn(State, Vec<MaybeAction>),
    /// The tournament is over; did the player win?
    End(bool),
}

/// A player's turn: a move, or nothing because it could not move.
pub type MaybeAction = Option<Action>;

/// JSON of the wrong shape, with the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeError(pub &'static str);

impl std::fmt::Display for ShapeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "expected {}", self.0)
    }
}

impl std::error::Error for ShapeError {}

impl Call {
    /// The name of the call on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            Call::Start => "start",
            Call::PlayingAs(_) => "playing-as",
            Call::PlayingWith(_) => "playing-with",
            Call::Setup(_) => "setup",
            Call::TakeTurn(..) => "take-turn",
            Call::End(_) => "end",
        }
    }

    /// `[name,[argument…]]`.
    pub fn to_json(&self) -> Value {
        let arguments = match self {
            Call::Start => json!([true]),
            Call::PlayingAs(color) => json!([color]),
            Call::PlayingWith(colors) => json!([colors]),
            Call::Setup(state) => json!([state]),
            Call::TakeTurn(state, deeds) => {
                let deeds: Vec<Value> =
                    deeds.iter().map(|deed| deed.map_or(json!(false), |action| json!(action))).collect();
                json!([state, deeds])
            }
            Call::End(won) => json!([won]),
        };
        json!([self.name(), arguments])
    }

    /// Parses a call. In lists of actions both `false` and `"skip"` mean doing nothing.
    pub fn parse(value: Value) -> Result<Call, ShapeError> {
        let shape = ShapeError("a call such as [\"start\",[true]]");
        let (name, arguments): (String, Vec<Value>) = from(value, shape)?;
        let arguments = Value::Array(arguments);
        match name.as_str() {
            "start" => from::<(bool,)>(arguments, ShapeError("start with [true]")).map(|_| Call::Start),
            "playing-as" => {
                let (color,) = from(arguments, ShapeError("playing-as with [Color]"))?;
                Ok(Call::PlayingAs(color))
            }
            "playing-with" => {
                let (colors,) = from(arguments, ShapeError("playing-with with [[Color…]]"))?;
                Ok(Call::PlayingWith(colors))
            }
            "setup" => {
                let (state,) = from(arguments, ShapeError("setup with [State]"))?;
                Ok(Call::Setup(state))
            }
            "take-turn" => {
                let shape = ShapeError("take-turn with [State,[Action…]]");
                let (state, deeds): (State, Vec<Value>) = from(arguments, shape)?;
                let deeds = deeds.into_iter().map(|deed| match deed {
                    Value::String(word) if word == "skip" => Ok(None),
                    deed => read_action(deed).map_err(|_| shape),
                });
                Ok(Call::TakeTurn(state, deeds.collect::<Result<_, _>>()?))
            }
            "end" => {
                let (won,) = from(arguments, ShapeError("end with [true] or [false]"))?;
                Ok(Call::End(won))
            }
            _ => Err(ShapeError("start, playing-as, playing-with, setup, take-turn or end")),
        }
    }
}

fn from<T: DeserializeOwned>(value: Value, shape: ShapeError) -> Result<T, ShapeError> {
    serde_json::from_value(value).map_err(|_| shape)
}

/// The reply to `start`, `playing-as`, `playing-with` and `end`.
pub fn read_void(value: Value) -> Result<(), ShapeError> {
    if value == "void" { Ok(()) } else { Err(ShapeError("\"void\"")) }
}

/// The reply to `setup`.
pub fn read_place(value: Value) -> Result<TilePos, ShapeError> {
    from(value, ShapeError("a position such as [0,1]"))
}

/// The reply to `take-turn`; `None` for `false`.
pub fn read_action(value: Value) -> Result<Option<Action>, ShapeError> {
    match value {
        Value::Bool(false) => Ok(None),
        value => from(value, ShapeError("an action such as [[0,1],[2,1]]")).map(Some),
    }
}

/// The name a client signs up with.
pub fn read_name(value: Value) -> Result<String, ShapeError> {
    match value {
        Value::String(name)
            if (1..=MAX_NAME).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_alphabetic()) =>
        {
            Ok(name)
        }
        _ => Err(ShapeError("a name of 1 to 12 ASCII letters in quotes")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        serde_json::from_value(json!({
            "players": [{"color": "white", "score": 2, "places": [[0, 0]]}], "board": [[2, 0]],
        }))
        .unwrap()
    }

    #[test]
    fn calls_round_trip() {
        let state_json = json!(state());
        for (call, json) in [
            (Call::Start, json!(["start", [true]])),
            (Call::PlayingAs(Color::Brown), json!(["playing-as", ["brown"]])),
            (Call::PlayingWith(vec![Color::Red, Color::Black]), json!(["playing-with", [["red", "black"]]])),
            (Call::PlayingWith(vec![]), json!(["playing-with", [[]]])),
            (Call::Setup(state()), json!(["setup", [state_json]])),
            (Call::TakeTurn(state(), vec![]), json!(["take-turn", [state_json, []]])),
            (
                Call::TakeTurn(state(), vec![Some(((0, 1), (2, 1))), None]),
                json!(["take-turn", [state_json, [[[0, 1], [2, 1]], false]]]),
            ),
            (Call::End(false), json!(["end", [false]])),
        ] {
            assert_eq!(call.to_json(), json);
            assert_eq!(Call::parse(json), Ok(call));
        }
        let skipped = json!(["take-turn", [state_json, ["skip", [[0, 1], [2, 1]]]]]);
        assert_eq!(Call::parse(skipped), Ok(Call::TakeTurn(state(), vec![None, Some(((0, 1), (2, 1)))])));
    }

    #[test]
    fn other_shapes_are_refused() {
        for json in [
            json!("start"),
            json!(["start"]),
            json!(["start", []]),
            json!(["start", [1]]),
            json!(["start", [true, true]]),
            json!(["start", [true], 1]),
            json!(["stop", [true]]),
            json!(["playing-as", ["green"]]),
            json!(["playing-with", ["red"]]),
            json!(["setup", [{}]]),
            json!(["take-turn", [state(), ["jump"]]]),
            json!(["take-turn", [state(), [true]]]),
            json!(["end", [null]]),
        ] {
            assert!(Call::parse(json.clone()).is_err(), "{json}");
        }
        for json in [json!(null), json!("Void"), json!(["void"])] {
            assert!(read_void(json).is_err());
        }
        for json in [
            json!([1]),
            json!([1, 0, 0]),
            json!([-1, 0]),
            json!([1.0, 0]),
            json!(["1", 0]),
            json!(false),
            json!({"row": 1}),
        ] {
            assert!(read_place(json.clone()).is_err(), "{json}");
        }
        for json in
            [json!([0, 1]), json!([[0, 1]]), json!([[0, 1], [2, 1], [3, 1]]), json!(true), json!("skip")]
        {
            assert!(read_action(json.clone()).is_err(), "{json}");
        }
        assert_eq!(read_place(json!([3, 4])), Ok((3, 4)));
        assert_eq!(read_action(json!([[0, 1], [2, 1]])), Ok(Some(((0, 1), (2, 1)))));
        assert_eq!(read_action(json!(false)), Ok(None));
    }

    #[test]
    fn names() {
        for name in ["a", "Penguin", "abcdefghijkl"] {
            assert_eq!(read_name(json!(name)).unwrap(), name);
        }
        for name in
            [json!(""), json!("abcdefghijklm"), json!("a b"), json!("é"), json!("a1"), json!(1), json!(["a"])]
        {
            assert!(read_name(name.clone()).is_err(), "{name}");
        }
    }
}
