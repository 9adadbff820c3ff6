//! `floe fish`

use std::io::Read;

use floe_wire::fish::{Harness, MAX_BYTES, xboard, xref, xstate, xstrategy, xtree};

use crate::output::{Done, Failure, Output};

/// The harnesses of Fish: one JSON value on standard input, one on standard output.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  echo '{\"position\":[0,0],\"board\":[[1,2,3],[4,0,5],[1,1,0]]}' | floe fish xboard
  floe fish xstrategy < state.json")]
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
}

pub fn run(args: Args, out: &mut Output) -> Done {
    let harness: Harness = match args.harness {
        Name::Xboard => xboard,
        Name::Xstate => xstate,
        Name::Xtree => xtree,
        Name::Xstrategy => xstrategy,
        Name::Xref => xref,
    };
    let mut bytes = Vec::new();
    let mut stdin = std::io::stdin().take(MAX_BYTES as u64 + 1);
    stdin.read_to_end(&mut bytes).map_err(|error| Failure::Bad(format!("standard input: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::Bad("the input is not text in UTF-8".into()))?;
    out.value(&harness(&text)?)
}
