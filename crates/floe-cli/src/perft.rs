//! `floe perft`

use floe_engine::perft;
use floe_games::Viewer;
use serde_json::json;

use crate::args::{GameArgs, PositionArgs, thread_count};
use crate::output::{CliResult, Failure, Output};
use crate::progress::progress;

/// Count the sequences of 1, 2 … N legal moves from a position; prints `depth count` for each depth.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe perft amazons --depth 3
  floe perft amazons --rules rows=6,cols=6 --depth 2 --divide
  floe perft paper-penguins --moves \"c3 f3 f7 b1 h2 d8 c8 e3\" --depth 3")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    place: PositionArgs,
    /// Number of moves per sequence.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Also print the count for each root move (divide).
    #[arg(long)]
    divide: bool,
    /// Threads (default: all cores).
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let (entry, set) = args.game.resolve()?;
    let table = args.place.open(entry, &set)?;
    let threads = thread_count(args.threads);
    let position = table.position_json(Viewer::Omniscient).to_string();
    for depth in 1..=args.depth {
        let bar = progress("depth {msg} [{bar:40}] {percent}% {elapsed}");
        bar.set_length(1000);
        bar.set_message(depth.to_string());
        let counted = perft::count(table.rules(), &position, depth, threads, &|done| bar.set_position(done));
        bar.finish_and_clear();
        let divided = counted?;
        let total = divided.iter().map(|(_, count)| u128::from(*count)).sum::<u128>();
        let Ok(total) = u64::try_from(total) else {
            return Err(Failure::Negative(format!("depth {depth} has more than {} sequences", u64::MAX)));
        };
        if args.divide && depth == args.depth {
            for (action, count) in &divided {
                match out.json {
                    true => out.value(&json!({"move": action, "count": count}))?,
                    false => out.line(&format!("{action} {count}"))?,
                }
            }
        }
        match out.json {
            true => out.value(&json!({"depth": depth, "count": total}))?,
            false => out.line(&format!("{depth} {total}"))?,
        }
        out.flush()?;
    }
    Ok(())
}
