//! The frames of a game.

use floe_games::{Event, Record, Refusal, Viewer};
use serde::Serialize;

/// A frame of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Frame {
    /// What happened: a move, an action, chance.
    pub caption: String,
    /// The position after it, as text in lines.
    pub picture: String,
}

/// The frames of a finished game: its start and the position after every event, with everything visible.
pub fn frames_of(record: &Record) -> Result<Vec<Frame>, Refusal> {
    let mut table = record.open()?;
    let mut frames = vec![Frame { caption: "start".into(), picture: table.picture(Viewer::Omniscient) }];
    for (number, event) in record.events.iter().take(floe_games::MAX_EVENTS).enumerate() {
        table
            .apply_event(event)
            .map_err(|refusal| Refusal::invalid_record(format!("event {}: {refusal}", number + 1)))?;
        frames.push(Frame { caption: caption(event, record), picture: table.picture(Viewer::Omniscient) });
    }
    Ok(frames)
}

fn caption(event: &Event, record: &Record) -> String {
    match event {
        Event::Move { by, text, .. } => {
            format!("{}: {}", player_name(record, *by), text.as_deref().unwrap_or("a hidden move"))
        }
        Event::Act { by, action, .. } => format!("{}: {}", player_name(record, *by), action.as_str()),
        Event::Chance(json) => format!("chance: {json}"),
    }
}

/// The name of a player in a record, or its seat.
pub(super) fn player_name(record: &Record, seat: usize) -> String {
    record.players.get(seat).map_or_else(|| format!("seat {seat}"), |player| player.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_for_the_start_and_every_event() {
        let rules = floe_games::registry::find("amazons").unwrap().rules(&[]).unwrap();
        let mut table = floe_games::open(&rules, floe_games::Start::Seed(0)).unwrap();
        let start = table.picture(Viewer::Omniscient);
        table.play(0, "d1-d7/g7").unwrap();
        let mut record = Record::from_table(&*table, Viewer::Omniscient);
        let frames = frames_of(&record).unwrap();
        assert_eq!(frames.len(), 2);
        assert_eq!(frames[0], Frame { caption: "start".into(), picture: start });
        assert_eq!(frames[1].caption, "seat 0: d1-d7/g7");
        assert_eq!(frames[1].picture, table.picture(Viewer::Omniscient));
        record.players = ["Ann", "Ben"].map(|name| floe_games::record::Player { name: name.into() }).into();
        assert_eq!(frames_of(&record).unwrap()[1].caption, "Ann: d1-d7/g7");
    }
}
