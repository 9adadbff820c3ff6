//! `floe tournament`

use std::path::PathBuf;

use floe_games::registry;
use floe_games::switches::parse_rule_args;
use floe_referee::pairing::{Format, PairingPlan};
use floe_referee::tournament::Tournament;
use floe_referee::{Agreement, Entrant, LaunchOptions, TimeControl, parse_margin};
use serde::Deserialize;

use crate::args::{BotArgs, RefereeArgs, Refereeing, read_file, read_start_failures};
use crate::matches::{Event, Files, run_tournament};
use crate::output::{CliResult, Failure, Output};
use crate::workers::WorkersArgs;

/// Play a tournament described in a TOML file: round-robin, Swiss, knockout or gauntlet. With a journal, an interrupted
/// tournament resumes where it stopped.
#[derive(clap::Args)]
#[command(after_help = "\
An example file:
  game = \"fish\"
  rules = \"players=2\"
  players = [\"random\", \"greedy\", \"First=cmd:python3 bot.py option.depth=3\"]
  format = { format = \"round-robin\", rounds = 5 }
  time = \"200ms\"
  concurrency = 2
  journal = \"fish.journal\"
  report = \"fish.html\"
  bot_memory = \"1G\"
  bot_processes = 8
  time_margin = \"50ms\"
  adjudicate = \"97,6\"
  start_failures = \"forfeit\"
  standings = 10

Formats: { format = \"round-robin\", rounds = N }, { format = \"gauntlet\", challengers = 1, rounds = N },
{ format = \"swiss\", rounds = N, sets = N }, { format = \"knockout\", sets = N, extra_sets = N }.

Examples:
  floe tournament cup.toml
  floe tournament cup.toml --workers nats://127.0.0.1:4222")]
pub struct Args {
    /// The TOML file.
    file: String,
    #[command(flatten)]
    referee: RefereeArgs,
    #[command(flatten)]
    bots: BotArgs,
    #[command(flatten)]
    workers: WorkersArgs,
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
    /// A result page.
    report: Option<PathBuf>,
    time_margin: Option<String>,
    adjudicate: Option<String>,
    start_failures: Option<String>,
    standings: Option<u32>,
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

impl File {
    /// How the file wants it refereed.
    fn refereeing(&self) -> Result<Refereeing, String> {
        let mut refereeing =
            Refereeing { standings: self.standings.filter(|&every| every > 0), ..Refereeing::default() };
        if let Some(text) = &self.time_margin {
            refereeing.time_margin =
                parse_margin(text).map_err(|refusal| format!("time_margin: {refusal}"))?;
        }
        if let Some(text) = &self.adjudicate {
            refereeing.agreement =
                Some(Agreement::parse(text).map_err(|refusal| format!("adjudicate: {refusal}"))?);
        }
        if let Some(text) = &self.start_failures {
            refereeing.start_failures =
                read_start_failures(text).map_err(|refusal| format!("start_failures: {refusal}"))?;
        }
        Ok(refereeing)
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
    let Refereeing { time_margin, agreement, start_failures, standings } =
        args.referee.or(file.refereeing().map_err(failed)?);
    let entry = registry::find(&file.game)?;
    let rules = entry.rules(&parse_rule_args(&file.rules)?)?;
    let seats = floe_games::open(&rules, floe_games::Start::Seed(file.seed))?.seats();
    let entrants = file.players.iter().map(|player| Entrant::parse(player)).collect::<Result<Vec<_>, _>>();
    let entrants = entrants.map_err(failed)?;
    let plan = PairingPlan { entrants: entrants.len(), seats, format: file.format, seed: file.seed };
    let tournament = Tournament {
        rules,
        entrants,
        names: Vec::new(),
        plan,
        control: TimeControl::parse(&file.time).map_err(failed)?,
        time_margin,
        agreement,
        start_failures,
        concurrency: usize::from(file.concurrency),
        sprt: None,
        records: file.journal.is_some() || file.report.is_some(),
        launch,
    };
    let files = Files { journal: file.journal.as_deref(), report: file.report.as_deref() };
    run_tournament(Event::Tournament, tournament, files, standings, &args.workers, out)
}
