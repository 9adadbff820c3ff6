//! `floe bench`

mod boards;
mod cards;
mod engines;
mod server;

use std::time::Duration;

use floe_engine::playout::Sampling;
use floe_games::Refusal;
use floe_games::switches::excerpt;
use serde_json::{Value, json};

use crate::args::thread_count;
use crate::output::{CliResult, Failure, Output};

/// Run the benchmarks. Results depend on the machine and its load, so compare builds in one run.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe bench
  floe bench engine-penguins
  floe bench amazons-perft --threads 2 --json
  floe bench server --tables 100 --seconds 2")]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    apart: Option<Apart>,
    /// Run only benchmarks whose name contains this.
    name: Option<String>,
    /// Threads for the benchmarks that use several (default: all cores).
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Benchmarks with their own options.
#[derive(clap::Subcommand)]
enum Apart {
    Server(server::Args),
}

/// A result: how many units in what time, and how long the slowest one took where that matters.
struct Figure {
    amount: f64,
    unit: &'static str,
    took: Duration,
    worst: Option<Duration>,
    note: Option<String>,
}

impl Figure {
    fn new(amount: f64, unit: &'static str, took: Duration) -> Figure {
        Figure { amount, unit, took, worst: None, note: None }
    }
}

type Bench = fn(usize) -> Result<Figure, Refusal>;

const BENCHES: &[(&str, &str, Bench)] = &[
    ("amazons-perft-3", "10x10 from the start, depth 3, all threads", |threads| {
        boards::amazons_perft(threads)
    }),
    ("amazons-perft-3-one-thread", "the same on one thread", |_| boards::amazons_perft(1)),
    ("penguins-perft-5", "a two-player middle game, depth 5, one thread", |_| boards::penguins_perft()),
    ("paper-penguins-perft-4", "8x8 after eight placements, depth 4, one thread", |_| boards::paper_perft()),
    ("amazons-random-stepwise", "random 10x10 games: piece, square, arrow drawn in turn, one thread", |_| {
        boards::random_amazons(Sampling::Stepwise)
    }),
    ("amazons-random-whole", "random 10x10 games: whole moves drawn evenly, one thread", |_| {
        boards::random_amazons(Sampling::Uniform)
    }),
    ("fish-xstrategy-2", "a move by minimax of depth 2 on a full 5x5 board, four players", |_| {
        boards::xstrategy_on_5x5()
    }),
    ("cards-rank-5", "every five-card poker hand ranked, one thread", |_| cards::rankings()),
    ("showdown-18-18", "exact showdowns of random pools of 18 cards each", |_| {
        cards::showdowns(Some((18, 18)))
    }),
    ("showdown-23-19", "exact showdowns of 23 cards against 19", |_| cards::showdowns(Some((23, 19)))),
    ("showdown-any", "exact showdowns of pools of any sizes", |_| cards::showdowns(None)),
    ("montauk-random", "random matches of 12 rounds, one thread", |_| cards::montauk()),
    ("engine-on-time", "searches of 10 ms in random games of six kinds, one thread", |_| engines::on_time()),
    ("engine-amazons", "thinking about four positions, one thread", |_| engines::think("amazons", 1)),
    ("engine-amazons-two-threads", "the same on two threads", |_| engines::think("amazons", 2)),
    ("engine-penguins", "thinking about four positions, one thread", |_| engines::think("penguins", 1)),
    ("engine-penguins-two-threads", "the same on two threads", |_| engines::think("penguins", 2)),
    ("engine-fish", "thinking about four positions, one thread", |_| engines::think("fish", 1)),
    ("engine-fish-two-threads", "the same on two threads", |_| engines::think("fish", 2)),
    ("engine-amazon-penguins", "thinking about four positions, one thread", |_| {
        engines::think("amazon-penguins", 1)
    }),
    ("engine-amazon-penguins-two-threads", "the same on two threads", |_| {
        engines::think("amazon-penguins", 2)
    }),
    ("engine-paper-penguins", "thinking about four positions, one thread", |_| {
        engines::think("paper-penguins", 1)
    }),
    ("engine-paper-penguins-two-threads", "the same on two threads", |_| engines::think("paper-penguins", 2)),
    ("engine-penguin-buffet", "thinking about four positions, one thread", |_| {
        engines::think("penguin-buffet", 1)
    }),
    ("engine-penguin-buffet-two-threads", "the same on two threads", |_| engines::think("penguin-buffet", 2)),
    ("engine-amazonian-buffet", "thinking about four positions, one thread", |_| {
        engines::think("amazonian-buffet", 1)
    }),
    ("engine-amazonian-buffet-two-threads", "the same on two threads", |_| {
        engines::think("amazonian-buffet", 2)
    }),
    ("engine-montauk", "thinking about four positions, one thread", |_| engines::think("montauk", 1)),
    ("engine-montauk-two-threads", "the same on two threads", |_| engines::think("montauk", 2)),
];

pub fn run(args: Args, out: &mut Output) -> CliResult {
    if let Some(Apart::Server(args)) = args.apart {
        return server::run(&args, out);
    }
    let threads = thread_count(args.threads);
    let wanted = |name: &str| args.name.as_deref().is_none_or(|part| name.contains(part));
    let chosen: Vec<_> = BENCHES.iter().filter(|(name, ..)| wanted(name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = BENCHES.iter().map(|(name, ..)| *name).collect();
        let name = excerpt(args.name.as_deref().unwrap_or_default());
        return Err(Failure::Usage(format!("unknown benchmark '{name}'; available: {}", names.join(", "))));
    }
    let mut figures = Vec::new();
    for (name, about, bench) in chosen {
        let figure = bench(threads)?;
        let rate = figure.amount / figure.took.as_secs_f64();
        if out.json {
            figures.push(json!({
                "worst_ms": figure.worst.map(|worst| worst.as_secs_f64() * 1e3), "note": figure.note,
                "name": name, "about": about, "amount": figure.amount, "unit": figure.unit,
                "seconds": figure.took.as_secs_f64(), "per_second": rate, "threads": threads,
            }));
        } else {
            let worst =
                figure.worst.map(|worst| format!(", the slowest took {:.1} ms", worst.as_secs_f64() * 1e3));
            let worst = worst.unwrap_or_default();
            let note = figure.note.map(|note| format!(", {note}")).unwrap_or_default();
            out.line(&format!(
                "{name:<28} {:>16} {} per second   {about}{worst}{note}",
                grouped(rate),
                figure.unit
            ))?;
            out.flush()?;
        }
    }
    if out.json { out.value(&Value::Array(figures)) } else { Ok(()) }
}

/// 1234567.8 as 1,234,568.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
