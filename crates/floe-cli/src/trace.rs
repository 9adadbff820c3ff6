//! `floe trace`

use floe_games::{Chance, trace};

use crate::args::GameArgs;
use crate::output::{Done, Failure, Output};

/// Play whole games and print every step as JSON lines that another implementation can check.
#[derive(clap::Args)]
#[command(after_help = "\
The same seed gives the same bytes. Game number N of a trace is the first game of seed + N.

Examples:
  floe trace paper-penguins --seed 7
  floe trace penguins --rules players=3,lay=alternate --games 10 > games.jsonl")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The seed of the first game.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many games.
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Who plays: `random` draws every move evenly.
    #[arg(long, default_value = "random")]
    policy: String,
}

pub fn run(args: Args, out: &mut Output) -> Done {
    if args.policy != "random" {
        return Err(Failure::Bad(format!("policy '{}' is not known; it is random", args.policy)));
    }
    let (_, set) = args.game.read()?;
    for game in 0..args.games {
        let seed = args.seed.wrapping_add(game);
        let mut player = Chance::of_player(seed);
        let mut written = Ok(());
        trace::play(
            &set,
            seed,
            &mut |_, legal| legal[player.below(legal.len() as u32) as usize].clone(),
            &mut |line| {
                if written.is_ok() {
                    written = out.value(&line);
                }
            },
        )?;
        written?;
    }
    Ok(())
}
