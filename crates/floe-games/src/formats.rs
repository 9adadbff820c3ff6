//! Whole games in every format: the input format is detected, the output format is chosen.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::amazons::{pgn, sgf};
use crate::event::Event;
use crate::manifest::Notation;
use crate::record::Record;
use crate::switches::excerpt;
use crate::{Refusal, Table, Viewer, registry, trace};

/// What a game can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A record as JSON.
    Json,
    /// A record as text.
    Text,
    /// SGF GM[18]; Amazons only.
    Sgf,
    /// The moves in the game's notation.
    Moves,
    /// Amazons moves as UCI writes them: d1d7,d7g7.
    Uci,
    /// Amazons moves without separators: d1d7g7.
    Compact,
    /// The last position as text; for Amazons a FEN.
    Position,
}

impl Format {
    /// Parses the name of a format.
    pub fn parse(word: &str) -> Result<Format, Refusal> {
        Ok(match word {
            "json" => Format::Json,
            "text" => Format::Text,
            "sgf" => Format::Sgf,
            "moves" => Format::Moves,
            "uci" => Format::Uci,
            "compact" => Format::Compact,
            "position" => Format::Position,
            _ => {
                return Err(Refusal::invalid_request(format!(
                    "unknown format '{}'; the formats are json, text, sgf, moves, uci, compact, position",
                    excerpt(word)
                )));
            }
        })
    }
}

/// Reads the games of a text: a record (JSON or text), a trace, an SGF or PGN of Amazons; `None` if it is none of these.
pub fn parse_records(text: &str) -> Result<Option<Vec<Record>>, Refusal> {
    let begins = text.trim_start();
    if begins.starts_with("(;") || begins.starts_with("( ;") {
        return Ok(Some(vec![sgf::parse(text)?]));
    }
    if pgn::is_pgn(text) {
        return pgn::parse(text).map(Some);
    }
    let first: Option<Value> = begins.lines().next().and_then(|line| serde_json::from_str(line).ok());
    if first.is_some_and(|line| line.get("start").is_some_and(Value::is_object)) {
        return trace::records(text).map(Some);
    }
    if begins.starts_with('{') || begins.starts_with("floe record") {
        return Ok(Some(vec![Record::parse(text)?]));
    }
    Ok(None)
}

/// Writes a game. The table must be at the end of the game; the position is what the viewer sees there.
pub fn write(record: &Record, table: &dyn Table, viewer: Viewer, format: Format) -> Result<String, Refusal> {
    let moves = || {
        record.events.iter().filter_map(|event| match event {
            Event::Move { text, .. } => text.as_deref(),
            _ => None,
        })
    };
    Ok(match format {
        Format::Json => format!("{}\n", record.to_json()),
        Format::Text => record.to_text(),
        Format::Sgf => sgf::write(record)?,
        // Layouts without their spaces, so that spaces only separate moves.
        Format::Moves => line(moves().map(|text| text.replace(' ', ""))),
        Format::Position => format!("{}\n", table.position_text(viewer)),
        Format::Uci | Format::Compact => {
            if !registry::find(&record.game)?.notations.contains(&Notation::Sgf) {
                return Err(Refusal::unsupported(format!(
                    "uci and compact are for amazons only; this is {}",
                    record.game
                )));
            }
            let respell = |text: &str| {
                let cells: Vec<&str> = text.split(['-', '/']).collect();
                match cells[..] {
                    [from, to, at] if format == Format::Uci => format!("{from}{to},{to}{at}"),
                    _ => cells.concat(),
                }
            };
            line(moves().map(respell))
        }
    })
}

fn line(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ") + "\n"
}

/// The moves of a list as people and servers write it: `1. d1-d7/g7 g10-g6/a1 2. …`. Move numbers, comments in braces and a
/// result at the end are left out.
pub fn move_words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (moves, after) = rest.split_once('{').unwrap_or((rest, ""));
        words.extend(moves.split_whitespace().map(without_number).filter(|word| !word.is_empty()));
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    // Annotations of chess programs.
    words.retain(|word| !word.starts_with('$'));
    if words.last().is_some_and(|word| ["1-0", "0-1", "1/2-1/2", "½-½", "*"].contains(word)) {
        words.pop();
    }
    words
}

/// A word without the number of the move before it: `1.`, `1...`, `1)`, `1.d1-d7/g7`.
fn without_number(word: &str) -> &str {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    match &word[digits..] {
        rest if digits > 0 && rest.starts_with(['.', ')']) => rest.trim_start_matches(['.', ')', '…']),
        _ => word,
    }
}

/// Parses JSON by way of a [`Value`], so that each type has one deserializer instead of two: the web app carries them
/// all.
pub fn parse_json<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str::<Value>(text).and_then(serde_json::from_value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_moves_may_be_numbered() {
        for (text, words) in [
            ("d1-d7/g7 g10-g6/a1", vec!["d1-d7/g7", "g10-g6/a1"]),
            ("1. a1 b2 2. c3 d4 1-0", vec!["a1", "b2", "c3", "d4"]),
            ("1.a1 1...b2 2) c3\n3.  {a comment, 4. x}d4 $3 *", vec!["a1", "b2", "c3", "d4"]),
            // Montauk's moves and tiles to lay begin with numbers too.
            ("6-4 3-off 2@c4 10H", vec!["6-4", "3-off", "2@c4", "10H"]),
            ("a1 {never closed", vec!["a1"]),
            ("", vec![]),
        ] {
            assert_eq!(move_words(text), words, "{text}");
        }
    }
}
