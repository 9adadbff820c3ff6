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

/// Play by UGI, the Universal Game Interface, on standard input and output: for referees and other programs.
#[derive(clap::Args)]
#[command(after_help = "\
Options by setoption: rules, game, level, threads, ponder (think on the other's time), lines.

Examples:
  printf 'ugi\\nposition startpos\\ngo nodes 1000\\n' | floe engine amazons
  printf 'position startpos\\ngo movetime 100\\n' | floe engine penguins --threads 2")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays: random, greedy, 1 to 10, max, max@200ms.
    #[arg(long, default_value = "max", value_parser = Level::parse)]
    level: Level,
    /// The seed of its choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// A network to think with instead of the one in the program, as `floe train` writes it; for slide games.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// How many threads think.
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
