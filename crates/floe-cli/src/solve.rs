//! `floe solve`

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use floe_engine::solve::{Margin, Solution, SolveLimits, solve};
use floe_games::{Viewer, verdict};
use serde_json::{Value, json};

use crate::args::{GameArgs, PositionArgs, thread_count};
use crate::output::{CliResult, Failure, Output};
use crate::progress::progress;

/// Solve a two-player slide game from a position: who wins with best play, by how much, and how. The answer is exact.
/// Exits with 1 if the time limit is too short.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe solve amazons --rules rows=4,cols=4
  floe solve amazons --position \"1q1q/4/4/Q1Q1 w\" --json
  floe solve paper-penguins --rules rows=3,cols=4,pieces=1 --seed 7
  floe solve penguins --rules rows=3,cols=4,pieces=1 --seed 3
  floe solve amazons --rules rows=4,cols=4 --certificate strategy.txt")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    place: PositionArgs,
    /// Time limit: 500ms, 60s, 10m, 2h.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = read_time)]
    limit: Duration,
    /// Threads (default: all cores).
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Transposition table size, such as 64MiB or 1GiB.
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = read_size)]
    memory: usize,
    /// Write the winner's strategy to this file (Amazons only): a winning move for every position the winner can reach.
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,
    /// List in the strategy only positions with more open cells than this; a checker searches the rest itself.
    #[arg(long, value_name = "CELLS", default_value_t = 9, requires = "certificate")]
    leaf: u32,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let (entry, set) = args.game.resolve()?;
    let table = args.place.open(entry, &set)?;
    let position = table.position_json(Viewer::Omniscient).to_string();
    let threads = thread_count(args.threads);
    let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let limits = SolveLimits {
        threads,
        memory: args.memory,
        stop: &stop,
        nodes: &nodes,
        max_nodes: None,
        certificate: args.certificate.is_some().then_some(args.leaf),
    };
    let began = Instant::now();
    let solved = within(args.limit, &limits, || solve(table.rules(), &position, &limits))?;
    let took = began.elapsed().as_secs_f64();
    let nodes = nodes.load(Ordering::Relaxed);
    let Some(solution) = solved else {
        if out.json {
            out.value(
                &json!({"game": table.rules().game, "solved": false, "nodes": nodes, "seconds": took}),
            )?;
            out.flush()?;
        }
        return Err(Failure::Negative(format!(
            "not solved within {:?} ({nodes} positions searched); allow more time with --limit",
            args.limit
        )));
    };
    match out.json {
        true => out.value(&everything(table.rules().game, &solution, nodes, took))?,
        false => out.text(&for_people(&solution, nodes, took))?,
    }
    let Some(path) = args.certificate else { return Ok(()) };
    let Some(certificate) = solution.certificate else {
        out.flush()?;
        return Err(Failure::Negative(format!(
            "{path}: no time was left to write the strategy; allow more with --limit"
        )));
    };
    fs::write(&path, &certificate.text)
        .map_err(|error| Failure::Usage(format!("{path}: cannot write: {error}")))?;
    if !out.json {
        out.line(&format!("strategy  {} positions in {path}", certificate.positions))?;
    }
    Ok(())
}

/// Runs some work while a second thread watches the clock and shows progress.
fn within<R>(limit: Duration, limits: &SolveLimits<'_>, work: impl FnOnce() -> R) -> R {
    let (done, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let bar = progress("solving: {pos} positions, {elapsed}");
            let until = Instant::now().checked_add(limit);
            loop {
                let left = until.map_or(limit, |until| until.saturating_duration_since(Instant::now()));
                if left.is_zero() {
                    limits.stop.store(true, Ordering::Relaxed);
                }
                let pause = if left.is_zero() { Duration::from_secs(1) } else { left };
                // A closed channel means that the work is done.
                match ended.recv_timeout(pause.min(Duration::from_millis(500))) {
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        bar.set_position(limits.nodes.load(Ordering::Relaxed))
                    }
                    _ => break,
                }
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}

fn everything(game: &str, solution: &Solution, nodes: u64, took: f64) -> Value {
    let mut json = json!({
        "game": game,
        "solved": true,
        "exact": true,
        "winners": solution.winners,
        "margin": solution.margin.map(|margin| margin.fish),
        "tiles": solution.margin.map(|margin| margin.tiles),
        "move": solution.line.first(),
        "line": solution.line,
        "nodes": nodes,
        "seconds": took,
    });
    if let Some(certificate) = &solution.certificate {
        json["certificate"] = json!({"positions": certificate.positions, "bytes": certificate.text.len()});
    }
    json
}

fn for_people(solution: &Solution, nodes: u64, took: f64) -> String {
    let result = match (&solution.winners[..], solution.margin) {
        ([seat], Some(margin)) => format!("seat {seat} wins {}", by(margin)),
        (winners, _) => verdict(winners, &|seat| format!("seat {seat}")),
    };
    let line =
        if solution.line.is_empty() { "none: the game is over".into() } else { solution.line.join(" ") };
    format!("result    {result}\nline      {line}\nsearched  {nodes} positions in {took:.1} s\n")
}

fn by(margin: Margin) -> String {
    match (margin.fish.abs(), margin.tiles.abs()) {
        (0, 0) => "by half a fish of komi".into(),
        (0, 1) => "by 1 cell, with equal fish".into(),
        (0, cells) => format!("by {cells} cells, with equal fish"),
        (fish, _) => format!("by {fish} fish"),
    }
}

/// A time with a unit.
pub fn read_time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let read = |(unit, seconds): &(&str, f64)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        let time = number * seconds;
        (time > 0.0 && time <= 1e7).then(|| Duration::from_secs_f64(time))
    };
    units.iter().find_map(read).ok_or_else(|| format!("invalid time '{text}'; use 500ms, 60s, 10m or 2h"))
}

fn read_size(text: &str) -> Result<usize, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let read = |(unit, bits): &(&str, u32)| {
        let number: usize = text.strip_suffix(unit)?.trim().parse().ok()?;
        number.checked_mul(1 << bits).filter(|size| (1 << 10..=1 << 40).contains(size))
    };
    units
        .iter()
        .find_map(read)
        .ok_or_else(|| format!("invalid size '{text}'; use 64MiB or 1GiB, up to 1024GiB"))
}
