//! `floe tournament`

use std::path::PathBuf;

use floe_games::registry;
use floe_games::switches::parse_rule_args;
use floe_referee::pairing::{Format, PairingPlan};
use floe_referee::tournament::Tournament;
use floe_referee::{Entrant, LaunchOptions, TimeControl};
use serde::Deserialize;

use crate::args::{BotArgs, read_file};
use crate::matches::run_tournament;
use crate::output::{CliResult, Failure, Output};

/// Play a tournament described in a TOML file: round-robin, Swiss, knockout or gauntlet. With a journal, an interrupted
/// tournament resumes where it stopped.
#[derive(clap::Args)]
#[command(after_help = "\
An example file:
  game = \"fish\"
  rules = \"players=2\"
  players = [\"random\", \"greedy\", \"cmd:python3 bot.py\"]
  format = { format = \"round-robin\", rounds = 5 }
  time = \"200ms\"
  concurrency = 2
  journal = \"fish.journal\"
  report = \"fish.html\"
  bot_memory = \"1G\"
  bot_processes = 8

Formats: { format = \"round-robin\", rounds = N }, { format = \"gauntlet\", challengers = 1, rounds = N },
{ format = \"swiss\", rounds = N, sets = N }, { format = \"knockout\", sets = N, extra_sets = N }.

Example:
  floe tournament cup.toml")]
pub struct Args {
    /// The TOML file.
    file: String,
    #[command(flatten)]
    bots: BotArgs,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    #[serde(default)]
    rules: String,
    players: Vec<String>,
    format: Format,
    #[serde(default = "a_second")]
    time: String,
    #[serde(default = "one")]
    concurrency: u16,
    #[serde(default)]
    seed: u64,
    journal: Option<PathBuf>,
    /// A result page; it needs the journal.
    report: Option<PathBuf>,
    bot_memory: Option<String>,
    /// A number or `none`.
    bot_processes: Option<toml::Value>,
}

impl File {
    /// The bot limits in the file.
    fn launch(&self) -> Result<LaunchOptions, String> {
        let mut launch = LaunchOptions::default();
        if let Some(text) = &self.bot_memory {
            launch.memory = text.parse().map_err(|refusal| format!("bot_memory: {refusal}"))?;
        }
        if let Some(value) = &self.bot_processes {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            launch.processes = text.parse().map_err(|refusal| format!("bot_processes: {refusal}"))?;
        }
        Ok(launch)
    }
}

fn a_second() -> String {
    "1s".into()
}

fn one() -> u16 {
    1
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    let failed = |error: String| Failure::Usage(format!("{}: {error}", args.file));
    let file: File = toml::from_str(&read_file(&args.file)?).map_err(|error| failed(error.to_string()))?;
    if !(1..=256).contains(&file.concurrency) {
        return Err(failed(format!("concurrency must be 1 to 256, not {}", file.concurrency)));
    }
    let launch = args.bots.launch_or(file.launch().map_err(failed)?);
    let entry = registry::find(&file.game)?;
    let rules = entry.rules(&parse_rule_args(&file.rules)?)?;
    let seats = floe_games::open(&rules, floe_games::Start::Seed(file.seed))?.seats();
    let entrants = file.players.iter().map(|player| Entrant::parse(player)).collect::<Result<Vec<_>, _>>();
    let entrants = entrants.map_err(failed)?;
    let plan = PairingPlan { entrants: entrants.len(), seats, format: file.format, seed: file.seed };
    plan.check()?;
    let tournament = Tournament {
        rules,
        entrants,
        plan,
        control: TimeControl::parse(&file.time).map_err(failed)?,
        concurrency: usize::from(file.concurrency),
        sprt: None,
        records: file.journal.is_some(),
        launch,
    };
    if file.report.is_some() && file.journal.is_none() {
        return Err(failed("a report needs the games of a journal; add a journal".into()));
    }
    run_tournament(&tournament, file.journal.as_deref(), file.report.as_deref(), out)
}
