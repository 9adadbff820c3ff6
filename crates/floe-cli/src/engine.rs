//! `floe engine`

use std::io::{BufReader, stdin};
use std::path::PathBuf;
use std::sync::Arc;

use floe_engine::Level;
use floe_engine::net::Net;
use floe_engine::train::FEATURES;
use floe_referee::{UgiError, UgiOptions, UgiSession};

use crate::args::{GameArgs, read_file};
use crate::output::{CliResult, Failure, Output};

/// Run as a UGI (Universal Game Interface) engine on stdin and stdout.
#[derive(clap::Args)]
#[command(after_help = "\
UGI options (setoption): rules, game, level, threads, lines, ponder (think on the opponent's time).

Examples:
  printf 'ugi\\nposition startpos\\ngo nodes 1000\\n' | floe engine amazons
  printf 'position startpos\\ngo movetime 100\\n' | floe engine penguins --threads 2")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The level: random, greedy, 1 to 10, rating:1200, max, max@200ms.
    #[arg(long, default_value = "max", value_parser = Level::parse)]
    level: Level,
    /// The seed of its random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Use this network, written by `floe train`, instead of the built-in one (slide games only).
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Search threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let (entry, rules) = args.game.resolve()?;
    let net = match &args.net {
        None => None,
        Some(path) => Some(Arc::new(Net::parse(&read_file(&path.to_string_lossy())?, FEATURES)?)),
    };
    let threads = usize::from(args.threads);
    let options = UgiOptions { level: args.level, seed: args.seed, net, threads };
    UgiSession::new(entry, rules, options).run(BufReader::new(stdin()), out.writer()).map_err(|error| {
        match error {
            UgiError::Input(message) => Failure::Usage(message),
            UgiError::Output(error) => Failure::from(error),
        }
    })
}
