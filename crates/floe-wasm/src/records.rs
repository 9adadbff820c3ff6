//! Games as files: reading the formats there are, writing the ones that are wanted.

use floe_games::formats::{self, Format};
use floe_games::record::Record;
use floe_games::{Refusal, Start, Viewer, open, registry};
use serde::{Deserialize, Serialize};

use crate::log::{Log, SentLog};

/// The arguments of `import`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ImportArgs {
    text: String,
}

/// The log of a record, a trace or an SGF (the first of several), or a new one from an Amazons FEN.
pub fn import(args: ImportArgs) -> Result<Log, Refusal> {
    let text = args.text.trim();
    if text.len() > crate::MAX_TEXT {
        let max = crate::MAX_TEXT;
        return Err(Refusal::too_large(format!("the text is {} bytes long; the limit is {max}", text.len())));
    }
    match formats::parse_records(text)? {
        Some(records) => {
            let first = records
                .into_iter()
                .next()
                .ok_or_else(|| Refusal::invalid_request("the text contains no game"))?;
            Log::of_record(first)
        }
        None => fen(text).ok_or_else(|| {
            Refusal::not_a_record(
                "not a Floe record, trace, SGF or Amazons FEN; a record begins with 'floe record 1' or '{'",
            )
        }),
    }
}

fn fen(text: &str) -> Option<Log> {
    let entry = registry::find("amazons").ok()?;
    let mut rules = entry.default_rules();
    entry.adopt_size(&mut rules, text);
    let table = open(&rules, Start::Position(text)).ok()?;
    Some(Log::from_table(entry.id, &*table, None))
}

/// The arguments of `export`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ExportArgs {
    #[cfg_attr(test, ts(as = "crate::log::Log"))]
    log: SentLog,
    #[cfg_attr(
        test,
        ts(type = "\"json\" | \"text\" | \"sgf\" | \"moves\" | \"uci\" | \"compact\" | \"position\"")
    )]
    format: String,
}

/// The answer of `export`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExportAnswer {
    text: String,
}

/// The game in a format.
pub fn export(args: ExportArgs) -> Result<ExportAnswer, Refusal> {
    let format = Format::parse(&args.format)?;
    let log = args.log.resolve()?;
    let table = log.replay(None)?.table;
    let mut record = Record::from_table(&*table, Viewer::Omniscient);
    (record.seed, record.players) = (log.seed, log.players);
    Ok(ExportAnswer { text: formats::write(&record, &*table, Viewer::Omniscient, format)? })
}
