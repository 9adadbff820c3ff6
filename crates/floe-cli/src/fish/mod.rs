//! `floe fish`

mod xclients;
mod xserver;

use std::io::Read;
use std::time::Duration;

use floe_wire::fish::{Harness, MAX_BYTES, xboard, xref, xstate, xstrategy, xtree};

use crate::output::{CliResult, Failure, Output};

/// Fish for programs: test harnesses that read one JSON value and print one, and the tournament over TCP.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  echo '{\"position\":[0,0],\"board\":[[1,2,3],[4,0,5],[1,1,0]]}' | floe fish xboard
  floe fish xstrategy < state.json
  floe fish xserver 4567 & floe fish xclients 5 4567")]
pub struct Args {
    #[command(subcommand)]
    harness: Name,
}

#[derive(clap::Subcommand)]
enum Name {
    /// How many tiles can be reached from a position: {"position","board"} → number.
    Xboard,
    /// The state after the first penguin's first possible step: State → State or false.
    Xstate,
    /// The next player's move next to where the first just moved: {"state","from","to"} → Action or false.
    Xtree,
    /// The best move by minimax: [depth, State] → Action or false.
    Xstrategy,
    /// The winners of a game of standard players: {"row","column","players","fish"} → names.
    Xref,
    Xserver(xserver::Args),
    Xclients(xclients::Args),
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let harness: Harness = match args.harness {
        Name::Xboard => xboard,
        Name::Xstate => xstate,
        Name::Xtree => xtree,
        Name::Xstrategy => xstrategy,
        Name::Xref => xref,
        Name::Xserver(args) => return xserver::run(args, out),
        Name::Xclients(args) => return xclients::run(args),
    };
    let mut bytes = Vec::new();
    let mut stdin = std::io::stdin().take(MAX_BYTES as u64 + 1);
    stdin.read_to_end(&mut bytes).map_err(|error| Failure::Usage(format!("standard input: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::Usage("the input is not valid UTF-8".into()))?;
    out.value(&harness(&text)?)
}

/// A time in seconds, up to a day.
fn seconds(text: &str) -> Result<Duration, String> {
    let invalid = || "expected a number of seconds above 0 and up to 86400, such as 30 or 0.5".to_owned();
    let seconds: f64 = text.parse().map_err(|_| invalid())?;
    if seconds > 0.0 && seconds <= 86_400.0 { Ok(Duration::from_secs_f64(seconds)) } else { Err(invalid()) }
}

/// The runtime for sockets and clocks. One thread is enough, and the same clients then give the same tournament.
fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build();
    runtime.map_err(|error| Failure::Usage(format!("cannot start: {error}")))
}
