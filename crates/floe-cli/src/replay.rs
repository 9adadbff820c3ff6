//! `floe replay`

use floe_games::{Record, Viewer};
use serde_json::json;

use crate::args::read_file;
use crate::output::{CliResult, Failure, Output};
use crate::show::drawing;

/// Replay a recorded game, check every event and the result, and draw the final position.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe replay game.json
  floe replay game.json --steps       draw every position
  floe replay game.json --ply 12      stop after twelve events")]
pub struct Args {
    /// A record as JSON or text, or - for standard input.
    file: String,
    /// Draw the position after every event.
    #[arg(long)]
    steps: bool,
    /// Stop after N events.
    #[arg(long)]
    ply: Option<usize>,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let text = read_file(&args.file)?;
    let mut record = Record::parse(&text)?;
    if let Some(ply) = args.ply.filter(|&ply| ply < record.events.len()) {
        record.events.truncate(ply);
        record.result = None;
    }
    let mut written = Ok(());
    let (json, steps) = (out.json, args.steps);
    let table = record.replay_with(|number, event, table| {
        if written.is_err() {
            return;
        }
        if json {
            let position = table.position_text(Viewer::Omniscient);
            written = out.value(&json!({"event": event, "position": position, "scores": table.scores()}));
        } else if steps {
            written = out.text(&format!("{number}. {event}\n\n{}\n", drawing(table, Viewer::Omniscient)));
        }
    });
    written?;
    let table = table.map_err(|refusal| Failure::Negative(format!("{}: {refusal}", args.file)))?;
    if out.json {
        return out.value(&json!({"result": table.result()}));
    }
    if !args.steps {
        out.text(&drawing(&*table, Viewer::Omniscient))?;
    }
    let players: Vec<&str> = record.players.iter().map(|player| player.name.as_str()).collect();
    if !players.is_empty() {
        out.line(&format!("players   {}", players.join(", ")))?;
    }
    out.line(&format!("replayed  {} events of {}, all legal", record.events.len(), record.game))
}
