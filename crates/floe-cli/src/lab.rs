//! `floe lab`

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use floe_engine::Level;
use floe_games::switches::{RuleSet, parse_file};
use floe_games::{Manifest, registry};
use floe_lab::{
    LabConfig, LabReport, RunOptions, Verdict, bundled_layouts, compare, layouts, report, to_html, to_text,
    variations,
};
use serde_json::json;

use crate::analyze::stop_on_interrupt;
use crate::args::{RulesArgs, read_file, thread_count};
use crate::output::{CliResult, Failure, Output};
use crate::progress::{advance, progress};
use crate::solve::read_time;

/// Measure what a rule set is like: the engine plays itself, and length, choices, the first player's edge, draws, leads and
/// margins are summed up with error bars, as text, JSON or a to_html. The number of threads changes nothing but the time.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Ctrl-C and --budget end it early, and what is known by then is shown.

Examples:
  floe lab paper-penguins --rules small --games 10 --html small.html
  floe lab fish --games 6 --switches players,holes=3 --json > fish.json
  floe lab montauk --rules rounds=2 --level 3 --against 1 --games 4
  floe lab compare small.toml large.toml --games 6
  floe lab layouts pauper --games 2 --level random
  floe lab draw fish.json --html fish.html"
)]
pub struct Args {
    #[command(subcommand)]
    other: Option<Other>,
    /// The game: see `floe games`.
    #[arg(required = true)]
    game: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    how: How,
    /// Also change one switch at a time: all of the game's own, or those named (NAME or NAME=VALUE, parted by commas).
    #[arg(long, value_name = "NAMES", num_args = 0..=1, default_missing_value = "", require_equals = false)]
    switches: Option<String>,
}

#[derive(clap::Subcommand)]
enum Other {
    /// Two rule files side by side, on the same seeds.
    Compare {
        /// The first rules file.
        first: String,
        /// The second.
        second: String,
        /// The game, if the files do not say.
        game: Option<String>,
        #[command(flatten)]
        how: How,
    },
    /// Do the boards that come with the games favour a seat? Exit 1 if the first player's share is clearly outside 45 to
    /// 55 % on one of them.
    Layouts {
        /// Of these games only.
        #[arg(value_name = "GAME")]
        only: Vec<String>,
        #[command(flatten)]
        how: How,
    },
    /// Draw the to_html of a report that was kept as JSON.
    Draw {
        /// The file, or - for standard input.
        report: String,
        /// Where the to_html goes.
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
}

/// Who plays how much.
#[derive(clap::Args)]
struct How {
    /// Who plays: random, greedy, 1 to 10.
    #[arg(long, default_value = "3", value_parser = read_level)]
    level: Level,
    /// Let another level have the other seats; seats go round.
    #[arg(long, value_name = "LEVEL", value_parser = read_level)]
    against: Option<Level>,
    /// Who says who leads; if not said, who plays does, and level 3 for random and greedy.
    #[arg(long, value_name = "LEVEL", value_parser = read_judge)]
    judge: Option<Level>,
    /// How many games under each set of rules.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// How many threads; all cores if not said.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The seed of the first game.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Begin no more games after this time: 30s, 10m, 2h.
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    budget: Option<Duration>,
    /// Write a to_html with drawings: one HTML file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

fn read_level(text: &str) -> Result<Level, String> {
    match Level::parse(text)? {
        level if level.is_timed() => Err(format!(
            "{level} is limited by time, so its games are not the same twice; take random, greedy or 1 to 10"
        )),
        level => Ok(level),
    }
}

fn read_judge(text: &str) -> Result<Level, String> {
    match read_level(text)? {
        Level::Random | Level::Greedy => Err(format!("{text} does not say who leads; take 1 to 10")),
        level => Ok(level),
    }
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    match args.other {
        None => {
            let entry = registry::find(args.game.as_deref().unwrap_or_default())?;
            let rules = args.rules.resolve(entry)?;
            let (varied, left_out) = match &args.switches {
                None => (Vec::new(), Vec::new()),
                Some(names) => variations(entry, &rules, &split(names), args.how.seed)?,
            };
            let plan = args.how.plan();
            let played =
                args.how.while_shown(|effort| report(entry, &rules, &varied, left_out, &plan, effort))?;
            show(&LabReport::Report(Box::new(played)), args.how.html.as_deref(), out)
        }
        Some(Other::Compare { first, second, game, how }) => {
            let sets = [rules_of(&first, game.as_deref())?, rules_of(&second, game.as_deref())?];
            let [one, other] = [(sets[0].0, &sets[0].1), (sets[1].0, &sets[1].1)];
            let plan = how.plan();
            let names = [name_of(&first), name_of(&second)];
            let played = how.while_shown(|effort| compare(names, [one, other], &plan, effort))?;
            show(&LabReport::Comparison(Box::new(played)), how.html.as_deref(), out)
        }
        Some(Other::Layouts { only, how }) => {
            for game in &only {
                registry::find(game)?;
            }
            let mut boards = bundled_layouts()?;
            boards.retain(|(entry, ..)| only.is_empty() || only.iter().any(|game| game == entry.id));
            if boards.is_empty() {
                return Err(Failure::Usage(format!("{} has no boards", only.join(", "))));
            }
            if how.against.is_some() {
                return Err(Failure::Usage(
                    "boards are played by one level against itself, not --against".into(),
                ));
            }
            let plan = how.plan();
            let played = how.while_shown(|effort| layouts(&boards, &plan, effort))?;
            let lopsided: Vec<String> = played
                .rows
                .iter()
                .filter(|row| row.verdict == Verdict::Lopsided)
                .map(|row| format!("{} {}", row.game, row.layout))
                .collect();
            show(&LabReport::Layouts(played), how.html.as_deref(), out)?;
            out.flush()?;
            match lopsided.is_empty() {
                true => Ok(()),
                false => {
                    Err(Failure::Negative(format!("clearly outside 45 to 55 %: {}", lopsided.join(", "))))
                }
            }
        }
        Some(Other::Draw { report, html }) => {
            let paper: LabReport = serde_json::from_str(&read_file(&report)?).map_err(|error| {
                Failure::Usage(format!("{report} is nothing that floe lab --json printed: {error}"))
            })?;
            show(&paper, html.as_deref(), out)
        }
    }
}

/// Names parted by commas that are not inside brackets.
fn split(names: &str) -> Vec<String> {
    let mut depth = 0usize;
    let parts = names.split(|c| {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// A rules file and the game it is of.
fn rules_of(path: &str, game: Option<&str>) -> Result<(&'static Manifest, RuleSet), Failure> {
    let (named, _) =
        parse_file(&read_file(path)?).map_err(|refusal| Failure::Usage(format!("{path}: {refusal}")))?;
    let Some(id) = game.map(str::to_owned).or(named) else {
        return Err(Failure::Usage(format!(
            "{path} does not say which game it is of; add game = \"…\" to it or name the game after the files"
        )));
    };
    let entry = registry::find(&id)?;
    let rules = RulesArgs { rules: vec![format!("@{path}")] }.resolve(entry)?;
    Ok((entry, rules))
}

fn name_of(path: &str) -> String {
    Path::new(path).file_stem().map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

impl How {
    fn plan(&self) -> LabConfig {
        LabConfig {
            level: self.level,
            against: self.against,
            judge: self.judge,
            games: self.games as usize,
            seed: self.seed,
        }
    }

    /// Does something with a bar on standard error, until it is done, interrupted or over its time.
    fn while_shown<R>(&self, work: impl FnOnce(&RunOptions<'_>) -> R) -> R {
        let threads = thread_count(self.threads);
        let bar = progress("[{bar:40}] {pos}/{len} games {elapsed} ({eta} left)");
        let (stop, enough, began) = (stop_on_interrupt(), AtomicBool::new(false), Instant::now());
        let tell = |done: usize, all: usize| {
            advance(&bar, done, all);
            if self.budget.is_some_and(|budget| began.elapsed() >= budget) {
                enough.store(true, Ordering::Relaxed);
            }
        };
        let done = work(&RunOptions { threads, enough: &enough, stop: &stop, tell: &tell });
        bar.finish_and_clear();
        done
    }
}

/// The to_html first, so that the figures are shown even if it cannot be written.
fn show(paper: &LabReport, html: Option<&Path>, out: &mut Output) -> CliResult {
    let drawn = match html {
        Some(path) => std::fs::write(path, to_html(paper))
            .map_err(|error| Failure::Usage(format!("{}: cannot write: {error}", path.display()))),
        None => Ok(()),
    };
    match out.json {
        true => out.value(&json!(paper))?,
        false => out.text(&to_text(paper))?,
    }
    out.flush()?;
    drawn
}
