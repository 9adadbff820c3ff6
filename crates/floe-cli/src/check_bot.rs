//! `floe check-bot`

use std::sync::Arc;
use std::time::Duration;

use floe_referee::check::{BotCheck, Finding, check};
use floe_referee::{Entrant, TimeControl};
use serde_json::json;

use crate::args::{BotArgs, GameArgs};
use crate::interrupt::interrupted;
use crate::output::{CliResult, Failure, Output};

/// Check a bot and explain what is wrong: each step of the protocol, then games against random players from every seat.
/// Exits with 0 if all checks pass, otherwise with 1. The bot's standard error is shown, and when it dies also the last lines
/// of both its streams.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe check-bot paper-penguins --player \"cmd:python3 examples/bots/paper_penguins.py\"
  floe check-bot amazons --rules 6x6 --player \"cmd:floe engine amazons\" --games 2 --time 200ms")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The bot: cmd:PROGRAM ARGS or tcp:HOST:PORT, with `option.NAME=VALUE` for options to set.
    #[arg(long, value_parser = Entrant::parse)]
    player: Entrant,
    /// Number of games; at least one from every seat.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: u32,
    /// Time: 1s or 200ms per move, or 60+0.5 per game, optionally with /5s of overage.
    #[arg(long, default_value = "1s", value_parser = TimeControl::parse)]
    time: TimeControl,
    /// Seconds to wait for any reply other than a move.
    #[arg(long, default_value_t = 10, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=600))]
    timeout: u64,
    /// The seed of the games.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1 << 53))]
    seed: u64,
    #[command(flatten)]
    bots: BotArgs,
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let (_, rules) = args.game.resolve()?;
    if !args.player.is_program() {
        return Err(Failure::Usage(format!(
            "{} is built in and needs no check; give cmd:PROGRAM ARGS or tcp:HOST:PORT",
            args.player
        )));
    }
    let bot_check = BotCheck {
        rules,
        bot: args.player,
        games: args.games,
        control: args.time,
        patience: Duration::from_secs(args.timeout),
        seed: args.seed,
        launch: args.bots.launch(),
        meter: Arc::default(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Usage(format!("no threads: {error}")))?;
    let mut written = Ok(());
    let mut on_finding = |finding: &Finding| {
        if !out.json && written.is_ok() {
            written = out.line(&finding.to_string()).and_then(|()| out.flush());
        }
    };
    // A signal drops the check, which stops the bot.
    let findings = runtime.block_on(async {
        tokio::select! {
            findings = check(&bot_check, &mut on_finding) => Some(findings),
            () = interrupted() => None,
        }
    });
    let Some(findings) = findings else { return Err(Failure::Negative("interrupted".into())) };
    let findings = findings?;
    written?;
    let failed = findings.iter().filter(|finding| !finding.ok).count();
    if out.json {
        out.value(&json!({"ok": failed == 0, "findings": findings}))?;
        out.flush()?;
    }
    match failed {
        0 if out.json => Ok(()),
        0 => out.line("All checks passed."),
        1 => Err(Failure::Negative("1 check failed".into())),
        _ => Err(Failure::Negative(format!("{failed} checks failed"))),
    }
}
