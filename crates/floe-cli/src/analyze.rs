//! `floe analyze`

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use floe_engine::explain::explain;
use floe_engine::{
    Analysis, Engine, Evaluation, Level, Limits, Line, PositionView, SearchControl, Timer, new_engine,
};
use floe_games::{Actor, GameRng, Refusal, Start, Table, Viewer, open, play_next};
use floe_referee::Stopwatch;
use serde_json::{Value, json};

use crate::args::{GameArgs, PositionArgs, read_file};
use crate::output::{CliResult, Failure, Output};
use crate::progress::progress;
use crate::show::drawing;

/// The time to think where nothing else is said.
const USUAL: Duration = Duration::from_secs(5);

/// Think about a position: the best lines with what each is worth, and why. What the seat to act cannot see is not
/// used. Interrupted, it says what it knows so far.
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
    /// How long to think, such as 5s or 200ms; 5s unless --nodes is given.
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,
    /// How many positions to look at: with one thread the same answer everywhere.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many lines to show.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=64))]
    lines: u16,
    /// How many threads think.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The seat that asks; it must be the one to act.
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(0..=3))]
    view: Option<u8>,
}

/// A time such as `5s` or `200ms`.
pub fn read_time(text: &str) -> Result<Duration, String> {
    match Level::parse(&format!("max@{text}")) {
        Ok(Level::MaxFor(time)) => Ok(time),
        _ => Err("a time is such as 5s or 200ms, an hour at most".into()),
    }
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let table = sit_down(&args)?;
    let Actor::Seat(seat) = table.actor() else {
        return Err(Failure::Negative("the game is over, there is nothing to think about".into()));
    };
    if let Some(view) = args.view.map(usize::from).filter(|&view| view != seat) {
        return Err(Failure::Usage(format!("seat {view} is not to act here; seat {seat} is, and can ask")));
    }
    let position = table.position_text(Viewer::Seat(seat));
    let hidden = position != table.position_text(Viewer::Omniscient);
    let view = PositionView { position: &position, hidden };
    let time = args.time.or((args.nodes.is_none()).then_some(USUAL));
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
    let took = clock.elapsed();
    analysis.lines.truncate(usize::from(args.lines));
    let firsts: Vec<String> = analysis.lines.iter().filter_map(|line| line.moves.first().cloned()).collect();
    let why = explain(table.rules(), view, &firsts)?;
    if out.json {
        return out.value(&everything(&*table, seat, view, &analysis, &why, took));
    }
    out.text(&drawing(&*table, Viewer::Seat(seat)))?;
    out.line("")?;
    for (number, (line, why)) in (1..).zip(analysis.lines.iter().zip(&why)) {
        out.text(&shown(number, line, why))?;
    }
    out.line(&format!(
        "\nthought   depth {}, {} nodes, {:.2} s",
        analysis.depth,
        analysis.nodes,
        took.as_secs_f64()
    ))
}

/// A table at the place asked about, after whatever is left to chance there. A position may be a view as well.
fn sit_down(args: &Args) -> Result<Box<dyn Table>, Failure> {
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
    for text in args.place.moves.as_deref().unwrap_or_default().split_whitespace() {
        play_next(&mut *table, text, &mut chance).map_err(|refusal| match args.view {
            // Why a move of another is refused may tell what it holds.
            Some(_) => Refusal(format!("'{text}' is no legal move there")),
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

/// A flag that is set when somebody interrupts the program.
pub fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a runtime an interrupt ends the program, as it always did.
    if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
        std::thread::spawn(move || {
            if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
                flag.store(true, Ordering::Relaxed);
            }
        });
    }
    stop
}

/// What something is worth, in a few words.
fn value(evaluation: &Evaluation) -> String {
    let win = format!("{:.0} %", evaluation.win * 100.0);
    let margin = evaluation.margin.map(|margin| format!("{margin:+.1}")).unwrap_or_default();
    let exact = if evaluation.exact { "exact" } else { "" };
    format!("{win:>5} {margin:>6} {exact:<5}")
}

fn shown(number: usize, line: &Line, why: &[String]) -> String {
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

fn everything(
    table: &dyn Table,
    seat: usize,
    view: PositionView<'_>,
    analysis: &Analysis,
    why: &[Vec<String>],
    took: Duration,
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
        "ms": took.as_millis() as u64,
    })
}
