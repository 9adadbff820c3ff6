//! `floe convert`

use clap::ValueEnum;
use floe_games::amazons::sgf;
use floe_games::fair::Fair;
use floe_games::record::Record;
use floe_games::{Chance, Event, Start, Table, Viewer, open, registry, trace};

use crate::args::{RulesArgs, ViewArgs, play, read_file};
use crate::output::{Done, Failure, Output};

/// Turn a game or a position into another format. What comes in is recognised: a record (JSON or text), a trace, an
/// SGF of Amazons, or, with --game, a list of moves.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe trace amazons | floe convert - --to text
  floe convert game.sgf --to json
  floe convert game.json --to sgf
  floe convert game.json --view spectator      what anybody may see of it
  floe convert moves.txt --game amazons --to position
  echo d1d7,d7g7 | floe convert - --game amazons --to json")]
pub struct Args {
    /// The file, or - for standard input.
    file: String,
    /// What to make of it.
    #[arg(long, value_enum, default_value = "json")]
    to: Format,
    /// The game, when the file is a list of moves.
    #[arg(long)]
    game: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// The seed of the deal, when the file is a list of moves.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    view: ViewArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
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

pub fn run(args: Args, out: &mut Output) -> Done {
    let text = read_file(&args.file)?;
    for record in read(&args, &text)? {
        let table = record.replay()?;
        // When a game is over everybody may see all of it.
        let viewer =
            if table.result().is_some() { Viewer::Omniscient } else { args.view.read(table.seats())? };
        if args.to == Format::Position {
            out.line(&table.position_text(viewer))?;
            continue;
        }
        let record = if viewer == Viewer::Omniscient { record } else { seen(record, &*table, viewer) };
        write(&record, args.to, out)?;
    }
    Ok(())
}

fn read(args: &Args, text: &str) -> Result<Vec<Record>, Failure> {
    let begins = text.trim_start();
    if let Some(game) = &args.game {
        let entry = registry::find(game)?;
        let mut table = open(&args.rules.read(entry)?, Start::Seed(args.seed))?;
        let mut chance = Chance::during(args.seed);
        for action in text.split_whitespace() {
            play(&mut *table, action, &mut chance)?;
        }
        let mut record = Record::of(&*table, Viewer::Omniscient);
        record.seed = Some(args.seed);
        return Ok(vec![record]);
    }
    if begins.starts_with("(;") || begins.starts_with("( ;") {
        return Ok(vec![sgf::read(text)?]);
    }
    let first: Option<serde_json::Value> =
        begins.lines().next().and_then(|line| serde_json::from_str(line).ok());
    if first.is_some_and(|line| line.get("start").is_some_and(|start| start.is_object())) {
        return Ok(trace::records(text)?);
    }
    if begins.starts_with('{') || begins.starts_with("floe record") {
        return Ok(vec![Record::read(text)?]);
    }
    Err(Failure::Bad(format!(
        "{} is no record, trace or SGF; if it is a list of moves, say which game with --game",
        args.file
    )))
}

/// The record of a game in progress as a viewer may have it: where chance comes from is not told yet.
fn seen(record: Record, table: &dyn Table, viewer: Viewer) -> Record {
    let fair = record.fair.map(|fair| Fair { secret: None, ..fair });
    Record { seed: None, fair, players: record.players, began: record.began, ..Record::of(table, viewer) }
}

fn write(record: &Record, format: Format, out: &mut Output) -> Done {
    let moves = || {
        record.events.iter().filter_map(|event| match event {
            Event::Move { text, .. } => text.as_deref(),
            _ => None,
        })
    };
    match format {
        Format::Json => out.value(&record.to_json()),
        Format::Text => out.text(&record.to_text()),
        Format::Sgf => out.text(&sgf::write(record)?),
        // Layouts without their blanks, so that blanks part moves and nothing else.
        Format::Moves => out.line(&moves().map(|text| text.replace(' ', "")).collect::<Vec<_>>().join(" ")),
        // A position is printed from the table, not from the record.
        Format::Position => Ok(()),
        Format::Uci | Format::Compact => {
            if record.game != "amazons" {
                return Err(Failure::Bad(format!(
                    "uci and compact are for amazons; this is {}",
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
            out.line(&moves().map(respell).collect::<Vec<_>>().join(" "))
        }
    }
}
