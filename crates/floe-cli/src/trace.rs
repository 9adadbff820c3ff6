//! `floe trace`

use floe_games::fair::{Dealer, parse_secret};
use floe_games::{Chance, Table, trace};

use crate::args::GameArgs;
use crate::output::{Done, Failure, Output};

/// Play whole games and print every step as JSON lines that another implementation can check.
#[derive(clap::Args)]
#[command(after_help = "\
The same seed gives the same bytes. Game number N of a trace is the first game of seed + N.

Examples:
  floe trace paper-penguins --seed 7
  floe trace penguins --rules players=3,lay=alternate --games 10 > games.jsonl
  floe trace penguin-buffet --fair new --contribute Ann --contribute Ben | floe convert - | floe verify -")]
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
    /// Deal fairly: promise a secret before the game and show it after, for `floe verify`. Give the secret as 64
    /// hexadecimal digits, or `new` to draw one.
    #[arg(long, value_name = "SECRET")]
    fair: Option<String>,
    /// What a player adds to a fair deal; once for each.
    #[arg(long, value_name = "WORDS", requires = "fair")]
    contribute: Vec<String>,
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
        let choose =
            &mut |_: &dyn Table, legal: &[String]| legal[player.below(legal.len() as u32) as usize].clone();
        let line = &mut |line| {
            if written.is_ok() {
                written = out.value(&line);
            }
        };
        match &args.fair {
            None => trace::play(&set, seed, choose, line)?,
            Some(secret) => {
                let dealer = Dealer::new(read_secret(secret)?, args.contribute.clone())?;
                trace::play_fair(&set, &dealer, choose, line)?
            }
        };
        written?;
    }
    Ok(())
}

fn read_secret(text: &str) -> Result<[u8; 32], Failure> {
    if text != "new" {
        return Ok(parse_secret(text)?);
    }
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| Failure::Bad(format!("no secret can be drawn: {error}")))?;
    Ok(secret)
}
