//! The state of a game as a viewer sees it.

use floe_games::{Actor, Refusal, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::log::Log;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct See {
    log: Log,
    #[serde(default)]
    eyes: Value,
    upto: Option<usize>,
}

/// Everything the web app shows of a game after `upto` events. When the game is over, everyone sees everything.
pub fn see(asked: See) -> Result<Value, Refusal> {
    let table = asked.log.replay(asked.upto)?.table;
    let eyes = eyes(&asked.eyes, table.seats())?;
    let result = table.result();
    let viewer = if result.is_some() { Viewer::Omniscient } else { eyes };
    let actor = match table.actor() {
        Actor::Seat(seat) => json!(seat),
        Actor::Chance => json!("chance"),
        Actor::Nobody => Value::Null,
    };
    let offer = table
        .offer()
        .map(|offer| json!({"by": offer.by, "waiting": offer.waiting, "outcome": offer.outcome}));
    Ok(json!({
        "game": asked.log.game,
        "state": table.position_json(viewer),
        "position": table.position_text(viewer),
        "phase": table.phase(),
        "actor": actor,
        "legal": if table.may_choose(viewer) { table.legal_moves() } else { Vec::new() },
        "scores": table.scores(),
        "result": result,
        "offer": offer,
        "seats": table.seats(),
        "plays": (0..table.seats()).map(|seat| table.is_active(seat)).collect::<Vec<bool>>(),
        "events": table.events(viewer),
        "start": table.start_text(viewer),
        "hides": table.has_hidden_info(),
    }))
}

/// A seat, null for a spectator, or `all`.
fn eyes(eyes: &Value, seats: usize) -> Result<Viewer, Refusal> {
    match eyes {
        Value::Null => Ok(Viewer::Spectator),
        Value::String(word) if word == "all" => Ok(Viewer::Omniscient),
        eyes => match eyes.as_u64().and_then(|seat| usize::try_from(seat).ok()) {
            Some(seat) if seat < seats => Ok(Viewer::Seat(seat)),
            _ => Err(Refusal(format!(
                "eyes are a seat from 0 to {}, null for a spectator, or \"all\"",
                seats - 1
            ))),
        },
    }
}
