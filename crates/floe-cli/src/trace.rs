//! `floe trace`

use std::sync::atomic::AtomicBool;

use floe_engine::{
    Engine, FrozenTimer, Level, Limits, PositionView, SearchControl, ignore_progress, new_engine,
};
use floe_games::fair::{Dealer, parse_secret};
use floe_games::{Actor, GameRng, Refusal, SeatView, Table, trace};

use crate::args::GameArgs;
use crate::output::{CliResult, Failure, Output};

/// Play complete games and print every event as JSON lines that another implementation can check.
#[derive(clap::Args)]
#[command(after_help = "\
The same seed gives the same bytes. Game number N of a trace is the first game of seed + N.

Examples:
  floe trace paper-penguins --seed 7
  floe trace penguins --rules players=3,lay=alternate --games 10 > games.jsonl
  floe trace montauk --fair new --contribute Ann | floe convert - | floe verify -")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The seed of the first game.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Number of games.
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Player: `random`, `greedy` (highest immediate score), or an engine level `1` to `10`.
    #[arg(long, default_value = "random", value_parser = read_policy, value_name = "LEVEL")]
    policy: Level,
    /// Verifiable deal: commit to a secret before the game and reveal it afterwards, for `floe verify`. Give the secret
    /// as 64 hexadecimal digits, or `new` for a random one.
    #[arg(long, value_name = "SECRET")]
    fair: Option<String>,
    /// A player's contribution to a verifiable deal; once for each player.
    #[arg(long, value_name = "TEXT", requires = "fair")]
    contribute: Vec<String>,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let (_, set) = args.game.resolve()?;
    if args.games > 1 && args.fair.as_deref().is_some_and(|secret| secret != "new") {
        return Err(Failure::Usage(
            "a secret is for one game only: once it is revealed, the next deal would be known".into(),
        ));
    }
    for game in 0..args.games {
        let seed = args.seed.wrapping_add(game);
        let mut player = GameRng::for_player(seed);
        let mut engine = new_engine(&set, args.policy, seed)?;
        let mut written = Ok(());
        let choose = &mut |table: &dyn Table, legal: &[String]| match args.policy {
            Level::Random => legal[player.below(legal.len() as u32) as usize].clone(),
            // Only seats that have a move get here; the table refuses anything else.
            _ => choice(&mut *engine, table).unwrap_or_default(),
        };
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

fn read_policy(text: &str) -> Result<Level, String> {
    match Level::parse(text)? {
        level if level.is_timed() => Err(format!(
            "{level} is limited by time, so its games cannot be repeated; use random, greedy or 1 to 10"
        )),
        level => Ok(level),
    }
}

/// An engine's move for the seat to act, based on what that seat sees.
fn choice(engine: &mut dyn Engine, table: &dyn Table) -> Result<String, Refusal> {
    let Actor::Seat(seat) = table.actor() else {
        return Err(Refusal::invalid_request("no player is to move"));
    };
    let SeatView { position, hidden } = table.seat_view(seat);
    let control =
        SearchControl { timer: &FrozenTimer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
    engine
        .think(PositionView { position: &position, hidden }, &Limits::default(), &control)
        .map(|analysis| analysis.best)
}

fn read_secret(text: &str) -> Result<[u8; 32], Failure> {
    if text != "new" {
        return Ok(parse_secret(text)?);
    }
    let mut secret = [0; 32];
    getrandom::fill(&mut secret)
        .map_err(|error| Failure::Usage(format!("cannot draw a random secret: {error}")))?;
    Ok(secret)
}
