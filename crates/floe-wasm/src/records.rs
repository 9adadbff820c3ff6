//! Games as files: import and export in all formats.

use floe_games::formats::{self, Format};
use floe_games::record::Record;
use floe_games::{Refusal, Start, Viewer, open, registry};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::log::Log;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Read {
    text: String,
}

/// The log of a record, a trace or an SGF (the first of several), or a new one from an Amazons FEN.
pub fn read(asked: Read) -> Result<Value, Refusal> {
    let text = asked.text.trim();
    if text.len() > crate::MAX_TEXT {
        let limit = crate::MAX_TEXT;
        return Err(Refusal(format!("the text is {} bytes long; the limit is {limit}", text.len())));
    }
    let log = match formats::parse_records(text)? {
        Some(records) => {
            let first =
                records.into_iter().next().ok_or_else(|| Refusal::new("the text contains no game"))?;
            Log::of_record(first)?
        }
        None => fen(text).ok_or_else(|| {
            Refusal::new(
                "not a Floe record, trace, SGF or Amazons FEN; a record begins with 'floe record 1' or '{'",
            )
        })?,
    };
    Ok(json!(log))
}

fn fen(text: &str) -> Option<Log> {
    let entry = registry::find("amazons").ok()?;
    let mut rules = entry.default_rules();
    entry.adopt_size(&mut rules, text);
    let table = open(&rules, Start::Position(text)).ok()?;
    Some(Log::from_table(entry.id, &*table, None))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Write {
    log: Log,
    format: String,
}

/// The game in a format: json, text, sgf, moves, uci, compact, position.
pub fn write(asked: Write) -> Result<Value, Refusal> {
    let format = Format::parse(&asked.format)?;
    let table = asked.log.replay(None)?.table;
    let mut record = Record::from_table(&*table, Viewer::Omniscient);
    (record.seed, record.players) = (asked.log.seed, asked.log.players);
    Ok(json!({"text": formats::write(&record, &*table, Viewer::Omniscient, format)?}))
}
