//! `floe check-bot`

use std::sync::Arc;
use std::time::Duration;

use floe_referee::check::{BotCheck, Finding, check};
use floe_referee::{Entrant, TimeControl};
use serde_json::json;

use crate::args::{BotArgs, GameArgs};
use crate::interrupt::interrupted;
use crate::output::{CliResult, Failure, Output};

/// Say in plain words what is wrong with a bot: the protocol step by step, then games against random players from every
/// seat. Exit 0 if all is well, 1 if anything is wrong. What the bot writes to standard error is shown.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe check-bot paper-penguins --player \"cmd:python3 examples/bots/paper_penguins.py\"
  floe check-bot amazons --rules 6x6 --player \"cmd:floe engine amazons\" --games 2 --time 200ms")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The bot: cmd:PROGRAM ARGS or tcp:HOST:PORT.
    #[arg(long, value_parser = Entrant::parse)]
    player: Entrant,
    /// How many games; there is at least one from every seat.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: u32,
    /// Time: 1s or 200ms a move, 60+0.5 for a game, with /5s of overage.
    #[arg(long, default_value = "1s", value_parser = TimeControl::parse)]
    time: TimeControl,
    /// How many seconds to wait for anything but a move.
    #[arg(long, default_value_t = 10, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=600))]
    patience: u64,
    /// The seed of the games.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1 << 53))]
    seed: u64,
    #[command(flatten)]
    bots: BotArgs,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let (_, rules) = args.game.resolve()?;
    if matches!(args.player, Entrant::Engine(_)) {
        return Err(Failure::Usage(format!(
            "{} plays inside and needs no check; write cmd:PROGRAM ARGS or tcp:HOST:PORT",
            args.player
        )));
    }
    let exam = BotCheck {
        rules,
        bot: args.player,
        games: args.games,
        control: args.time,
        patience: Duration::from_secs(args.patience),
        seed: args.seed,
        launch: args.bots.launch(),
        meter: Arc::default(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Usage(format!("no threads: {error}")))?;
    let mut written = Ok(());
    let mut told = |finding: &Finding| {
        if !out.json && written.is_ok() {
            written = out.line(&finding.to_string()).and_then(|()| out.flush());
        }
    };
    // A signal drops the check, and with it the bot.
    let findings = runtime.block_on(async {
        tokio::select! {
            findings = check(&exam, &mut told) => Some(findings),
            () = interrupted() => None,
        }
    });
    let Some(findings) = findings else { return Err(Failure::Negative("interrupted".into())) };
    let findings = findings?;
    written?;
    let wrong = findings.iter().filter(|finding| !finding.ok).count();
    if out.json {
        out.value(&json!({"ok": wrong == 0, "findings": findings}))?;
        out.flush()?;
    }
    match wrong {
        0 if out.json => Ok(()),
        0 => out.line("All is well."),
        1 => Err(Failure::Negative("one thing is wrong".into())),
        _ => Err(Failure::Negative(format!("{wrong} things are wrong"))),
    }
}
