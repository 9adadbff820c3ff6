//! What to draw: every use of the screen produces a scene, and the drawing code knows nothing else.

use std::collections::BTreeSet;

use floe_games::{Event, Outcome, Table, Viewer};
use serde_json::Value;

use crate::grid::GameDisplay;
use crate::session::YOU;

/// Everything on the screen.
pub struct Scene<'a> {
    /// The line at the top.
    pub title: String,
    /// The table.
    pub table: &'a dyn Table,
    /// How the game has ended, once it has.
    pub result: Option<Outcome>,
    /// Whose view is shown.
    pub viewer: Viewer,
    /// How the game is displayed.
    pub face: &'a GameDisplay,
    /// What is marked on the board.
    pub marks: Marks,
    /// Moves to choose from in a list.
    pub options: Vec<String>,
    /// The chosen one.
    pub chosen: usize,
    /// The players.
    pub players: Vec<PlayerRow>,
    /// Text next to the board: a hint, the result.
    pub note: Vec<String>,
    /// The events so far, the latest at the end.
    pub log: Vec<String>,
    /// What the player is asked to do now.
    pub status: String,
    /// The keys that work now.
    pub keys: String,
}

/// What is marked on the board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The cell under the cursor.
    pub cursor: Option<usize>,
    /// Cells that were picked.
    pub picked: Vec<usize>,
    /// Cells that can be picked.
    pub targets: BTreeSet<usize>,
    /// Cells of a hint.
    pub hint: Vec<usize>,
    /// Cells of the last move.
    pub last: Vec<usize>,
}

/// A player in the list.
#[derive(Clone, Debug)]
pub struct PlayerRow {
    /// The symbol of the player's pieces.
    pub mark: String,
    /// The name.
    pub name: String,
    /// The points.
    pub score: Option<i64>,
    /// Whether the player is to act.
    pub to_act: bool,
    /// Whether the player has left the game.
    pub out: bool,
}

/// The players of a table with their points and state. The caller passes the result that it has asked for.
pub fn players(
    table: &dyn Table,
    face: &GameDisplay,
    result: Option<&Outcome>,
    name: impl Fn(usize) -> String,
) -> Vec<PlayerRow> {
    let scores = result.map_or_else(|| table.scores(), |result| result.scores.clone());
    (0..table.seats())
        .map(|seat| PlayerRow {
            mark: face.glyphs.get(seat).copied().unwrap_or_default().to_owned(),
            name: name(seat),
            score: scores.get(seat).copied().filter(|_| face.counts),
            to_act: table.actor() == floe_games::Actor::Seat(seat),
            out: !table.is_active(seat),
        })
        .collect()
}

/// The result of a game in a sentence.
pub fn result_text(outcome: &Outcome, name: impl Fn(usize) -> String) -> String {
    let verdict = match outcome.winners[..] {
        [] => "No one wins".into(),
        [seat] => format!("{} {}", capital(&name(seat)), verb(&name(seat), "win", "wins")),
        _ => capital(&outcome.verdict(&name)),
    };
    let scores: Vec<String> = outcome.scores.iter().map(i64::to_string).collect();
    format!("{verdict}, {} ({})", scores.join(" : "), outcome.reason)
}

/// The form of a verb that fits a name: "you resign", "White resigns".
pub fn verb(name: &str, you: &'static str, other: &'static str) -> &'static str {
    if name == YOU { you } else { other }
}

/// A name with the form of a verb that fits it.
pub fn says(name: &str, you: &'static str, other: &'static str) -> String {
    format!("{name} {}", verb(name, you, other))
}

/// The start of a question about what a player does: "Do you", "Does White".
pub fn asks(name: &str) -> String {
    format!("{} {name}", verb(name, "Do", "Does"))
}

/// A text with a capital letter at its start.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// An event in one line.
pub fn event_line(event: &Event, marks: &[&str; 4]) -> String {
    let mark = |seat: usize| match marks.get(seat) {
        Some(mark) if !mark.is_empty() => (*mark).to_owned(),
        _ => seat.to_string(),
    };
    match event {
        Event::Move { by, text: Some(text), .. } => format!("{} {text}", mark(*by)),
        Event::Move { by, text: None, .. } => format!("{} a card face down", mark(*by)),
        Event::Act { by, action, .. } => format!("{} says {}", mark(*by), action.as_str()),
        Event::Chance(json) => card_line(json, mark).unwrap_or_else(|| chance_line(json)),
    }
}

/// Dice and cards in words; `None` for other events.
fn card_line(json: &Value, mark: impl Fn(usize) -> String) -> Option<String> {
    let to = || json["to"].as_u64().map(|seat| mark(seat as usize));
    let list = |name: &str| -> Option<String> {
        let list = json[name].as_array()?.iter();
        Some(
            list.map(|one| one.as_str().map_or(one.to_string(), str::to_owned)).collect::<Vec<_>>().join(" "),
        )
    };
    Some(match json["event"].as_str()? {
        "dice" => format!("{} rolls {}", to()?, list("dice")?),
        "lead" => format!("{} leads, by lot", to()?),
        "deal" => match list("cards") {
            Some(cards) => format!("{} gets {cards}", to()?),
            None => format!("{} gets {} cards", to()?, json["count"]),
        },
        "draw" => format!("extra card {}", list("cards")?),
        _ => return None,
    })
}

fn chance_line(json: &Value) -> String {
    let kind = json["event"].as_str().unwrap_or("chance");
    let members = json.as_object().into_iter().flatten().filter(|(name, _)| *name != "event");
    let values: Vec<String> = members
        .map(|(name, value)| match value {
            Value::Array(list) => {
                let list: Vec<String> =
                    list.iter().map(|one| one.as_str().map_or(one.to_string(), str::to_owned)).collect();
                list.join(" ")
            }
            Value::String(text) => text.clone(),
            value => format!("{name} {value}"),
        })
        .collect();
    format!("{kind} {}", values.join(": ")).trim_end().to_owned()
}
