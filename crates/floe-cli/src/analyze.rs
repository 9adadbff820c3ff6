//! `floe analyze`

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use floe_engine::explain::{explain, manifest_names};
use floe_engine::{
    Analysis, Engine, Evaluation, Level, Limits, Line, PositionView, SearchControl, Timer, new_engine,
};
use floe_games::{Actor, GameRng, Refusal, SeatView, Start, Table, Viewer, open, play_next};
use floe_referee::Stopwatch;
use serde_json::{Value, json};

use crate::args::{GameArgs, PositionArgs, read_file};
use crate::output::{CliResult, Failure, Output};
use crate::progress::progress;
use crate::show::drawing;

/// The default time to think.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Analyse a position: the best lines, their evaluations, and why. Only what the seat to move can see is used. If
/// interrupted, it prints what it has found so far.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe analyze amazons --rules 6x6 --nodes 2000
  floe analyze penguins --seed 4 --moves \"g3 f2 b1 a7\" --nodes 2000 --lines 5
  floe analyze montauk --seed 3 --nodes 2000 --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    place: PositionArgs,
    /// How long to think, such as 5s or 200ms (default: 5s, or no limit with --nodes).
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,
    /// Node limit; with one thread the answer is the same on every machine.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of lines to show.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=64))]
    lines: u16,
    /// Search threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Analyse from this seat's view; it must be the seat to move.
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(0..=3))]
    view: Option<u8>,
}

/// A time such as `5s` or `200ms`.
pub fn read_time(text: &str) -> Result<Duration, String> {
    match Level::parse(&format!("max@{text}")) {
        Ok(Level::MaxFor(time)) => Ok(time),
        _ => Err("expected a time such as 5s or 200ms, up to one hour".into()),
    }
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let table = open_table(&args)?;
    let Actor::Seat(seat) = table.actor() else {
        return Err(Failure::Negative("the game is over; there is nothing to analyse".into()));
    };
    if let Some(view) = args.view.map(usize::from).filter(|&view| view != seat) {
        return Err(Failure::Usage(format!(
            "seat {seat} is to move, so only seat {seat} can be analysed, not seat {view}"
        )));
    }
    let SeatView { position, hidden } = table.seat_view(seat);
    let view = PositionView { position: &position, hidden };
    let time = args.time.or((args.nodes.is_none()).then_some(DEFAULT_TIME));
    let limits = Limits {
        nodes: args.nodes,
        depth: None,
        time,
        lines: usize::from(args.lines),
        threads: usize::from(args.threads),
    };
    let mut engine = new_engine(table.rules(), Level::Max, args.place.seed)?;
    let clock = Stopwatch::start();
    let mut analysis = think(&mut *engine, view, &limits, &clock)?;
    let elapsed = clock.elapsed();
    analysis.lines.truncate(usize::from(args.lines));
    let firsts: Vec<String> = analysis.lines.iter().filter_map(|line| line.moves.first().cloned()).collect();
    let why = explain(table.rules(), view, &firsts, &manifest_names(table.rules()))?;
    if out.json {
        return out.value(&to_json(&*table, seat, view, &analysis, &why, elapsed));
    }
    out.text(&drawing(&*table, Viewer::Seat(seat)))?;
    out.line("")?;
    for (number, (line, why)) in (1..).zip(analysis.lines.iter().zip(&why)) {
        out.text(&line_text(number, line, why))?;
    }
    out.line(&format!(
        "\nsearched  depth {}, {} nodes, {:.2} s",
        analysis.depth,
        analysis.nodes,
        elapsed.as_secs_f64()
    ))
}

/// A table at the requested position, after any chance events there. The position may also be a view.
fn open_table(args: &Args) -> Result<Box<dyn Table>, Failure> {
    let (entry, set) = args.game.resolve()?;
    let start = PositionArgs { position: args.place.position.clone(), moves: None, seed: args.place.seed };
    let mut chance = GameRng::in_game(args.place.seed);
    let mut table = match start.open(entry, &set) {
        Ok(table) => table,
        Err(refused) => {
            let Some(text) = &args.place.position else { return Err(refused) };
            let text = match text.strip_prefix('@') {
                Some(path) => read_file(path)?,
                None => text.clone(),
            };
            open(&set, Start::View(text.trim(), &mut chance)).map_err(|_| refused)?
        }
    };
    for text in floe_games::formats::move_words(args.place.moves.as_deref().unwrap_or_default()) {
        play_next(&mut *table, text, &mut chance).map_err(|refusal| match args.view {
            // The reason why another player's move is illegal may reveal what they hold.
            Some(_) => Refusal::invalid_request(format!(
                "'{text}' is not legal here; the reason is hidden from this viewer"
            )),
            None => refusal,
        })?;
    }
    while table.actor() == Actor::Chance {
        table.roll(&mut chance)?;
    }
    Ok(table)
}

fn think(
    engine: &mut dyn Engine,
    view: PositionView<'_>,
    limits: &Limits,
    clock: &Stopwatch,
) -> Result<Analysis, Failure> {
    let bar = progress("{spinner} {elapsed} {msg}");
    let on_progress = |analysis: &Analysis| {
        let best = analysis.lines.first().map(|line| {
            format!("{} {}", value(&line.evaluation), line.moves.first().map_or("", String::as_str))
        });
        let best = best.unwrap_or_default();
        bar.set_message(format!("depth {}, {} nodes: {best}", analysis.depth, analysis.nodes));
    };
    let stop = stop_on_interrupt();
    let analysis =
        engine.think(view, limits, &SearchControl { timer: clock, stop: &stop, on_progress: &on_progress });
    bar.finish_and_clear();
    Ok(analysis?)
}

/// A flag that is set when the user interrupts the program.
pub fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a runtime an interrupt ends the program as usual.
    if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
        std::thread::spawn(move || {
            if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
                flag.store(true, Ordering::Relaxed);
            }
        });
    }
    stop
}

/// An evaluation in short form.
fn value(evaluation: &Evaluation) -> String {
    let win = format!("{:.0} %", evaluation.win * 100.0);
    let margin = evaluation.margin.map(|margin| format!("{margin:+.1}")).unwrap_or_default();
    let exact = if evaluation.exact { "exact" } else { "" };
    format!("{win:>5} {margin:>6} {exact:<5}")
}

fn line_text(number: usize, line: &Line, why: &[String]) -> String {
    let (first, rest) =
        line.moves.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let mut text = format!("{number:>2}. {}  {first}", value(&line.evaluation));
    if !rest.is_empty() {
        text += &format!("  then {}", rest.join(" "));
    }
    text.push('\n');
    for reason in why {
        text += &format!("      · {reason}\n");
    }
    text
}

fn to_json(
    table: &dyn Table,
    seat: usize,
    view: PositionView<'_>,
    analysis: &Analysis,
    why: &[Vec<String>],
    elapsed: Duration,
) -> Value {
    let lines: Vec<Value> =
        analysis.lines.iter().zip(why).map(|(line, why)| line.to_json(Some(why))).collect();
    json!({
        "game": table.rules().game,
        "rules": table.rules().to_json(),
        "seat": seat,
        "position": view.position,
        "hidden": view.hidden,
        "best": analysis.lines.first().and_then(|line| line.moves.first()).unwrap_or(&analysis.best),
        "lines": lines,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "ms": elapsed.as_millis() as u64,
    })
}
