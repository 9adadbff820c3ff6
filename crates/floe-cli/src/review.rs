//! `floe review`

use std::path::PathBuf;
use std::time::Duration;

use floe_engine::explain::manifest_names;
use floe_engine::review::{NODES_PER_MOVE, Review, ReviewedMove, review, sparkline, svg};
use floe_engine::{FrozenTimer, Level, Limits, Timer, new_engine};
use floe_games::Record;
use floe_referee::Stopwatch;

use crate::analyze::{read_time, stop_on_interrupt};
use crate::args::read_file;
use crate::output::{CliResult, Failure, Output};
use crate::progress::{advance, progress};

/// The maximum width of the graph.
const WIDTH: usize = 72;

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
    let names = names(&record, table.seats());
    if let Some(path) = &args.svg {
        std::fs::write(path, svg(&judged, &names))
            .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
    }
    if out.json {
        return out.value(&judged.to_json(&record));
    }
    out.text(&to_text(&record, &judged, &names))
}

/// `seat 0`, with the player's name if the record has it.
fn names(record: &Record, seats: usize) -> Vec<String> {
    (0..seats)
        .map(|seat| match record.players.get(seat) {
            Some(player) => format!("seat {seat} {}", player.name),
            None => format!("seat {seat}"),
        })
        .collect()
}

fn to_text(record: &Record, review: &Review, names: &[String]) -> String {
    let mut text = String::new();
    let wide =
        review.moves.iter().map(|judged| judged.played.chars().count()).max().unwrap_or(0).clamp(4, 24);
    for judged in &review.moves {
        text += format!(
            "{:>4}. seat {}  {:<wide$}  {:>6} -> {:<6} {}",
            judged.event,
            judged.seat,
            judged.played,
            percent(Some(judged.before.win)),
            percent(judged.after),
            verdict(judged),
        )
        .trim_end();
        text.push('\n');
    }
    text += "\n";
    for curve in &review.curves {
        text += &format!("{:<10} {}\n", format!("seat {}", curve.seat), sparkline(curve, WIDTH));
    }
    if !review.turning_points.is_empty() {
        text += "\nturning points\n";
    }
    for &at in &review.turning_points {
        let judged = &review.moves[at];
        let lost = percent(judged.loss);
        text +=
            &format!("{:>4}. {} played {}: {lost} lost\n", judged.event, names[judged.seat], judged.played);
        for reason in judged.reasons.iter().take(2) {
            text += &format!("      · it {reason}\n");
        }
        if let Some(better) = judged.better.first() {
            for reason in judged.better_reasons.iter().take(2) {
                text += &format!("      · {better} {reason}\n");
            }
        }
    }
    text += "\n";
    for (name, accuracy) in names.iter().zip(&review.accuracy) {
        let accuracy =
            accuracy.map_or("no decisions to review".into(), |value| format!("accuracy {value:.0} of 100"));
        text += &format!("{name:<10} {accuracy}\n");
    }
    let end = record.result.as_ref().map_or("not finished".into(), |result| result.reason.clone());
    text + &format!("{:<10} {} moves of {}; {end}\n", "reviewed", review.moves.len(), record.game)
}

fn percent(win: Option<f64>) -> String {
    win.map_or("?".into(), |win| format!("{:.0} %", win * 100.0))
}

fn verdict(judged: &ReviewedMove) -> String {
    match (judged.judgement.as_str(), judged.better.first()) {
        (Some(word), Some(better)) => format!("{word}; better {better}"),
        _ if judged.before.exact => "exact".into(),
        _ => String::new(),
    }
}
