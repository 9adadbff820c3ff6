//! `floe convert`

use clap::ValueEnum;
use floe_games::fair::FairDeal;
use floe_games::formats;
use floe_games::record::Record;
use floe_games::{GameRng, Start, Table, Viewer, open, play_next, registry};

use crate::args::{RulesArgs, ViewArgs, read_file};
use crate::output::{CliResult, Failure, Output};

/// Convert a game or a position to another format. The input format is detected: a record (JSON or text), a trace, an
/// SGF or PGN of Amazons, or, with --game, a list of moves, which may be numbered.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe trace amazons | floe convert - --to text
  floe convert game.sgf --to json
  floe convert game.json --to sgf
  floe convert game.json --view spectator      what a spectator may see
  floe convert moves.txt --game amazons --to position
  echo '1. d1-d7(g7) g10-g8(g10)' | floe convert - --game amazons --to text
  echo d1d7,d7g7 | floe convert - --game amazons --to json")]
pub struct Args {
    /// The file, or - for standard input.
    file: String,
    /// Output format.
    #[arg(long, value_enum, default_value = "json")]
    to: Format,
    /// The game, if the file is a list of moves.
    #[arg(long)]
    game: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// The seed of the deal, if the file is a list of moves.
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
    /// SGF (GM 18); Amazons only.
    Sgf,
    /// The moves in the game's notation.
    Moves,
    /// Amazons moves in UCI style: d1d7,d7g7.
    Uci,
    /// Amazons moves without separators: d1d7g7.
    Compact,
    /// The last position as text; a FEN for Amazons.
    Position,
}

impl From<Format> for formats::Format {
    fn from(format: Format) -> formats::Format {
        match format {
            Format::Json => formats::Format::Json,
            Format::Text => formats::Format::Text,
            Format::Sgf => formats::Format::Sgf,
            Format::Moves => formats::Format::Moves,
            Format::Uci => formats::Format::Uci,
            Format::Compact => formats::Format::Compact,
            Format::Position => formats::Format::Position,
        }
    }
}

impl Args {
    /// Is the output JSON?
    pub fn writes_json(&self) -> bool {
        self.to == Format::Json
    }
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let text = read_file(&args.file)?;
    for record in read_records(&args, &text)? {
        let table = record.replay()?;
        // Once a game is over, everyone may see all of it.
        let viewer =
            if table.result().is_some() { Viewer::Omniscient } else { args.view.resolve(table.seats())? };
        let record = if viewer == Viewer::Omniscient { record } else { redacted(record, &*table, viewer) };
        out.text(&formats::write(&record, &*table, viewer, args.to.into())?)?;
    }
    Ok(())
}

fn read_records(args: &Args, text: &str) -> Result<Vec<Record>, Failure> {
    if let Some(game) = &args.game {
        let entry = registry::find(game)?;
        let mut table = open(&args.rules.resolve(entry)?, Start::Seed(args.seed))?;
        let mut chance = GameRng::in_game(args.seed);
        for action in formats::move_words(text) {
            play_next(&mut *table, action, &mut chance)?;
        }
        let mut record = Record::from_table(&*table, Viewer::Omniscient);
        record.seed = Some(args.seed);
        return Ok(vec![record]);
    }
    formats::parse_records(text)?.ok_or_else(|| {
        Failure::Usage(format!(
            "{} is not a record, trace, SGF or PGN; for a plain list of moves add --game",
            args.file
        ))
    })
}

/// The record of a game in progress as a viewer may have it: the source of chance is still secret.
fn redacted(record: Record, table: &dyn Table, viewer: Viewer) -> Record {
    let fair = record.fair.map(|fair| FairDeal { secret: None, ..fair });
    Record {
        seed: None,
        fair,
        players: record.players,
        began: record.began,
        ..Record::from_table(table, viewer)
    }
}
