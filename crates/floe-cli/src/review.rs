//! `floe review`

use std::path::PathBuf;
use std::time::Duration;

use floe_engine::explain::manifest_names;
use floe_engine::review::{NODES_PER_MOVE, player_names, review, svg};
use floe_engine::{FrozenTimer, Level, Limits, Timer, new_engine};
use floe_games::Record;
use floe_referee::Stopwatch;

use crate::analyze::{read_time, stop_on_interrupt};
use crate::args::read_file;
use crate::output::{CliResult, Failure, Output};
use crate::progress::{advance, progress};

/// Review a recorded game move by move: who was ahead when, what each move cost, what would have been better and why.
/// Each decision is judged by what its player could see.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe review game.json --nodes 200
  floe review game.json --time 20ms --svg game.svg
  floe trace paper-penguins --rules small | floe convert - | floe review - --nodes 200 --json")]
pub struct Args {
    /// A record as JSON or text, or - for standard input.
    file: String,
    /// Time to think per move; two such reviews of a game may differ.
    #[arg(long, value_name = "TIME", value_parser = read_time, conflicts_with = "nodes")]
    time: Option<Duration>,
    /// Node limit per move (default: 3000, unless --time is given).
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The level of the reviewing engine: 1 to 10, max.
    #[arg(long, default_value = "max", value_parser = Level::parse)]
    level: Level,
    /// Write the win-probability graph to this SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let record = Record::parse(&read_file(&args.file)?)?;
    let failed = |refusal: floe_games::Refusal| Failure::Negative(format!("{}: {refusal}", args.file));
    let table = record.replay().map_err(failed)?;
    let mut engine = new_engine(table.rules(), args.level, 0)?;
    let nodes = args.nodes.or(args.time.is_none().then_some(NODES_PER_MOVE));
    let limits = Limits { nodes, time: args.time, ..Limits::default() };
    let clock = || -> Box<dyn Timer> {
        match args.time {
            Some(_) => Box::new(Stopwatch::start()),
            // The review depends only on the record, so it is the same on every machine.
            None => Box::new(FrozenTimer),
        }
    };
    let bar = progress("[{bar:40}] {pos}/{len} moves {elapsed}");
    let mut on_progress = |done: usize, all: usize| advance(&bar, done, all);
    let seat_name = manifest_names(table.rules());
    let judged =
        review(&record, &mut *engine, &limits, &clock, &stop_on_interrupt(), &mut on_progress, &seat_name);
    bar.finish_and_clear();
    let judged = judged.map_err(failed)?;
    let names = player_names(&record, table.seats());
    if let Some(path) = &args.svg {
        std::fs::write(path, svg(&judged, &names))
            .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
    }
    if out.json {
        return out.value(&judged.to_json(&record));
    }
    out.text(&judged.to_text(&record, &names))
}
