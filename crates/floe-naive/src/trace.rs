//! Checks the output of a whole trace.

use crate::buffet::Buffet;
use crate::game::Naive;
use crate::montauk::Montauk;
use crate::tracked::{Tracked, same};
use serde_json::{Value, json};

/// The contents of a checked trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games, each with its result.
    pub games: usize,
    /// Moves of all games together.
    pub plies: usize,
}

/// A game of the trace with the number of its last ply.
struct Running {
    game: Box<dyn Tracked>,
    ply: u64,
}

/// Sets up the game of a `start` object: the card games go by their names,
/// everything else by its rules axes.
fn set_up(start: &Value) -> Result<Box<dyn Tracked>, String> {
    Ok(match start["game"].as_str() {
        Some("penguin-buffet" | "amazonian-buffet") => Box::new(Buffet::from_start(start)?),
        Some("montauk") => Box::new(Montauk::from_start(start)?),
        _ => Box::new(Naive::from_start(start)?),
    })
}

/// Checks trace output, one JSON value per line, one game after another. The error names the line and the first
/// difference in it.
pub fn check_trace(text: &str) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let mut running: Option<Running> = None;
    for (index, line) in text.lines().enumerate() {
        if !line.trim().is_empty() {
            check_line(line, &mut running, &mut summary)
                .map_err(|error| format!("line {}: {error}", index + 1))?;
        }
    }
    match running {
        Some(_) => Err("the trace ends before the result of its last game".to_string()),
        None => Ok(summary),
    }
}

fn check_line(line: &str, running: &mut Option<Running>, summary: &mut Summary) -> Result<(), String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let Some(current) = running else {
        let start = value.get("start").ok_or("a game has to begin with start")?;
        *running = Some(Running { game: set_up(start)?, ply: 0 });
        return Ok(());
    };
    if value.get("start").is_some() {
        Err("a game starts before the last one has its result".to_string())
    } else if value.get("event").is_some() {
        current.game.event(&value)
    } else if value.get("ply").is_some() {
        check_ply(&value, current)?;
        summary.plies += 1;
        Ok(())
    } else if let Some(result) = value.get("result") {
        check_result(result, current.game.as_ref())?;
        summary.games += 1;
        *running = None;
        Ok(())
    } else {
        Err("neither start, event, ply nor result".to_string())
    }
}

fn check_ply(value: &Value, current: &mut Running) -> Result<(), String> {
    let game = &mut current.game;
    if let Some(chance) = game.chance() {
        return Err(format!("a ply where {chance}"));
    }
    let actor = game.actor().ok_or("a ply although the game is over")?;
    current.ply += 1;
    same("ply", &json!(current.ply), &value["ply"])?;
    same("actor", &json!(actor), &value["actor"])?;
    same_moves(&game.legal(), &value["legal"])?;
    let text = value["move"].as_str().ok_or("move is not a text")?;
    game.play(text)?;
    same("scores", &json!(game.scores()), &value["scores"])
}

/// The reason is prose and is only required to be there.
fn check_result(result: &Value, game: &dyn Tracked) -> Result<(), String> {
    game.check_result(result)?;
    match result["reason"].as_str() {
        Some(_) => Ok(()),
        None => Err("the result has no reason".to_string()),
    }
}

/// Compares lists of moves and says which are missing or superfluous, since the whole lists would be too long to read.
fn same_moves(expected: &[String], found: &Value) -> Result<(), String> {
    if json!(expected) == *found {
        return Ok(());
    }
    let listed = found.as_array().ok_or("legal is not a list")?;
    let missing: Vec<&String> =
        expected.iter().filter(|text| !listed.iter().any(|other| other == text.as_str())).take(8).collect();
    let extra: Vec<&Value> =
        listed.iter().filter(|other| !expected.iter().any(|text| *other == text.as_str())).take(8).collect();
    Err(format!(
        "legal: expected {} moves, found {}; missing {missing:?}, too many {extra:?}{}",
        expected.len(),
        listed.len(),
        if missing.is_empty() && extra.is_empty() {
            "; the order differs or a move is listed twice"
        } else {
            ""
        }
    ))
}
