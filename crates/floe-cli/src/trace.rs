//! `floe trace`

use std::sync::atomic::AtomicBool;

use floe_engine::{
    Engine, FrozenTimer, Level, Limits, PositionView, SearchControl, ignore_progress, new_engine,
};
use floe_games::fair::{Dealer, parse_secret};
use floe_games::{Actor, GameRng, Refusal, Table, Viewer, trace};

use crate::args::GameArgs;
use crate::output::{CliResult, Failure, Output};

/// Play whole games and print every step as JSON lines that another implementation can check.
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
    /// How many games.
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Who plays: `random` draws every move evenly, `greedy` takes what scores most at once, `1` to `10` are engines.
    #[arg(long, default_value = "random", value_parser = read_policy, value_name = "LEVEL")]
    policy: Level,
    /// Deal fairly: promise a secret before the game and show it after, for `floe verify`. Give the secret as 64
    /// hexadecimal digits, or `new` to draw one.
    #[arg(long, value_name = "SECRET")]
    fair: Option<String>,
    /// What a player adds to a fair deal; once for each.
    #[arg(long, value_name = "WORDS", requires = "fair")]
    contribute: Vec<String>,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let (_, set) = args.game.resolve()?;
    if args.games > 1 && args.fair.as_deref().is_some_and(|secret| secret != "new") {
        return Err(Failure::Usage(
            "a secret is for one game: once it has been shown, everybody knows the next deal".into(),
        ));
    }
    for game in 0..args.games {
        let seed = args.seed.wrapping_add(game);
        let mut player = GameRng::for_player(seed);
        let mut engine = new_engine(&set, args.policy, seed)?;
        let mut written = Ok(());
        let choose = &mut |table: &dyn Table, legal: &[String]| match args.policy {
            Level::Random => legal[player.below(legal.len() as u32) as usize].clone(),
            // Only seats that have a move are asked; what is no move is refused by the table.
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
            "{level} is limited by time, so its games are not the same twice; take random, greedy or 1 to 10"
        )),
        level => Ok(level),
    }
}

/// What an engine plays for the seat to act, from what that seat sees.
fn choice(engine: &mut dyn Engine, table: &dyn Table) -> Result<String, Refusal> {
    let viewer = match table.actor() {
        Actor::Seat(seat) => Viewer::Seat(seat),
        _ => Viewer::Spectator,
    };
    let position = table.position_text(viewer);
    let hidden = position != table.position_text(Viewer::Omniscient);
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
        .map_err(|error| Failure::Usage(format!("no secret can be drawn: {error}")))?;
    Ok(secret)
}
