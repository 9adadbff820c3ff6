//! `floe lab`

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use floe_engine::Level;
use floe_games::switches::{RuleSet, parse_file};
use floe_games::{Manifest, registry};
use floe_lab::{
    LabConfig, LabReport, Matchup, RunOptions, Verdict, bundled_layouts, compare, curves, games_for, layouts,
    levels, play, report, to_html, to_text, variations,
};
use floe_work::Kind;
use serde_json::json;

use crate::analyze::stop_on_interrupt;
use crate::args::{RulesArgs, read_file, thread_count};
use crate::output::{CliResult, Failure, Output};
use crate::progress::{advance, progress};
use crate::solve::read_time;
use crate::workers::{MAX_GIVEN, Workers, WorkersArgs};

/// Measure a rule set by self-play: game length, branching, the first player's edge, draws, lead changes and margins,
/// with error bars, as text, JSON or HTML. The number of threads changes only the time it takes.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Ctrl-C and --time-limit end it early; the results so far are shown.

Examples:
  floe lab paper-penguins --rules small --games 10 --html small.html
  floe lab fish --games 6 --switches players,holes=3 --json > fish.json
  floe lab penguins --games 10000 --workers nats://127.0.0.1:4222
  floe lab paper-penguins --games 4 --switches rows=5..7 --level 1
  floe lab penguins --level random,1,2 --games 4
  floe lab penguins --rules rows=5,cols=5,pieces=2 --level 1 --precision 10
  floe lab game penguins --seed 7 --level 2
  floe lab montauk --rules rounds=2 --level 3 --against 1 --games 4
  floe lab compare small.toml large.toml --games 6
  floe lab layouts pauper --games 2 --level random
  floe lab html fish.json --html fish.html"
)]
pub struct Args {
    #[command(subcommand)]
    other: Option<Subcommand>,
    /// The game (see `floe games`).
    #[arg(required = true)]
    game: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    play: PlayArgs,
    /// Also vary one switch at a time: all of the game's main switches, or the ones listed (NAME, NAME=VALUE or
    /// NAME=FROM..TO, comma-separated).
    #[arg(long, value_name = "NAMES", num_args = 0..=1, default_missing_value = "", require_equals = false)]
    switches: Option<String>,
}

#[derive(clap::Subcommand)]
enum Subcommand {
    /// Compare two rule files on the same seeds.
    Compare {
        /// The first rules file.
        first: String,
        /// The second rules file.
        second: String,
        /// The game, if the files do not name it.
        game: Option<String>,
        #[command(flatten)]
        play: PlayArgs,
    },
    /// Check whether the boards that come with the games favour a seat. Exits with 1 if the first player's score is
    /// clearly outside 45 to 55 % on any of them.
    Layouts {
        /// Only the boards of these games.
        #[arg(value_name = "GAME")]
        only: Vec<String>,
        #[command(flatten)]
        play: PlayArgs,
    },
    /// Play one game and show its curves: win probability, lead, and how dramatic it was.
    Game {
        /// The game (see `floe games`).
        game: String,
        #[command(flatten)]
        rules: RulesArgs,
        #[command(flatten)]
        play: PlayArgs,
    },
    /// Write the HTML page of a report saved as JSON.
    Html {
        /// The file, or - for standard input.
        report: String,
        /// The HTML file to write.
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
}

/// Who plays, and how many games.
#[derive(clap::Args)]
struct PlayArgs {
    /// The level that plays: random, greedy, 1 to 10; several, separated by commas, are shown side by side.
    #[arg(long, default_value = "3", value_parser = read_level, value_delimiter = ',')]
    level: Vec<Level>,
    /// The level in the other seats; the seats rotate.
    #[arg(long, value_name = "LEVEL", value_parser = read_level)]
    against: Option<Level>,
    /// Level that judges who is ahead (default: --level, or 3 for random and greedy).
    #[arg(long, value_name = "LEVEL", value_parser = read_judge)]
    judge: Option<Level>,
    /// Number of games for each rule set.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Instead of --games: as many as the first player's wins need for an interval of ±POINTS percentage points.
    #[arg(long, value_name = "POINTS", conflicts_with = "games", value_parser = read_points)]
    precision: Option<f64>,
    /// Threads (default: all cores).
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    workers: WorkersArgs,
    /// The seed of the first game.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Start no new games after this long, such as 30s, 10m or 2h.
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time_limit: Option<Duration>,
    /// Also write an HTML page with graphs to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

fn read_level(text: &str) -> Result<Level, String> {
    match Level::parse(text)? {
        level if level.is_timed() => Err(format!(
            "{level} is limited by time, so its games cannot be repeated; use random, greedy or 1 to 10"
        )),
        level => Ok(level),
    }
}

fn read_judge(text: &str) -> Result<Level, String> {
    match read_level(text)? {
        Level::Random | Level::Greedy => Err(format!("{text} cannot judge who is ahead; use 1 to 10")),
        level => Ok(level),
    }
}

fn read_points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points| (0.1..=40.0).contains(points));
    points.ok_or_else(|| format!("invalid precision '{text}'; expected percentage points from 0.1 to 40"))
}

pub fn run(args: Args, out: &mut Output) -> CliResult {
    match args.other {
        None => {
            let entry = registry::find(args.game.as_deref().unwrap_or_default())?;
            let rules = args.rules.resolve(entry)?;
            let (varied, skipped) = match &args.switches {
                None => (Vec::new(), Vec::new()),
                Some(names) => variations(entry, &rules, &split(names), args.play.seed)?,
            };
            if args.play.level.len() > 1 {
                if args.switches.is_some() {
                    return Err(Failure::Usage(
                        "--switches compares rules at one level; give --level only one".into(),
                    ));
                }
                let config = args.play.config_at(args.play.level[0]);
                let several = &args.play.level;
                let played =
                    args.play.with_progress(|options| levels(entry, &rules, several, &config, options))??;
                return show(&LabReport::Levels(played), args.play.html.as_deref(), out);
            }
            let config = args.play.config()?;
            let played = args
                .play
                .with_progress(|options| report(entry, &rules, &varied, skipped, &config, options))??;
            show(&LabReport::Report(Box::new(played)), args.play.html.as_deref(), out)
        }
        Some(Subcommand::Compare { first, second, game, play }) => {
            let sets = [rules_of(&first, game.as_deref())?, rules_of(&second, game.as_deref())?];
            let [one, other] = [(sets[0].0, &sets[0].1), (sets[1].0, &sets[1].1)];
            let config = play.config()?;
            let names = [name_of(&first), name_of(&second)];
            let played = play.with_progress(|options| compare(names, [one, other], &config, options))??;
            show(&LabReport::Comparison(Box::new(played)), play.html.as_deref(), out)
        }
        Some(Subcommand::Layouts { only, play }) => {
            for game in &only {
                registry::find(game)?;
            }
            let mut boards = bundled_layouts()?;
            boards.retain(|(entry, ..)| only.is_empty() || only.iter().any(|game| game == entry.id));
            if boards.is_empty() {
                return Err(Failure::Usage(format!("no boards for {}", only.join(", "))));
            }
            if play.against.is_some() {
                return Err(Failure::Usage(
                    "boards are tested with one level against itself; --against does not apply".into(),
                ));
            }
            let config = play.config()?;
            let played = play.with_progress(|options| layouts(&boards, &config, options))??;
            let lopsided: Vec<String> = played
                .rows
                .iter()
                .filter(|row| row.verdict == Verdict::Lopsided)
                .map(|row| format!("{} {}", row.game, row.layout))
                .collect();
            show(&LabReport::Layouts(played), play.html.as_deref(), out)?;
            out.flush()?;
            match lopsided.is_empty() {
                true => Ok(()),
                false => Err(Failure::Negative(format!(
                    "lopsided boards, with a win rate clearly outside 45 to 55 %: {}",
                    lopsided.join(", ")
                ))),
            }
        }
        Some(Subcommand::Game { game, rules, play }) => {
            let entry = registry::find(&game)?;
            let rules = rules.resolve(entry)?;
            let config = play.config()?;
            if play.against.is_some() || play.precision.is_some() {
                return Err(Failure::Usage(
                    "one game of a level against itself is followed; --against and --precision do not apply"
                        .into(),
                ));
            }
            match play.with_progress(|options| curves(entry, &rules, &config, options))?? {
                Some(game) => show(&LabReport::Game(Box::new(game)), play.html.as_deref(), out),
                None => Err(Failure::Usage("stopped before the end of the game".into())),
            }
        }
        Some(Subcommand::Html { report, html }) => {
            let report: LabReport = serde_json::from_str(&read_file(&report)?).map_err(|error| {
                Failure::Usage(format!("{report} is not the output of `floe lab --json`: {error}"))
            })?;
            show(&report, html.as_deref(), out)
        }
    }
}

/// Names separated by commas that are not inside brackets.
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

/// A rules file and its game.
fn rules_of(path: &str, game: Option<&str>) -> Result<(&'static Manifest, RuleSet), Failure> {
    let (named, _) =
        parse_file(&read_file(path)?).map_err(|refusal| Failure::Usage(format!("{path}: {refusal}")))?;
    let Some(id) = game.map(str::to_owned).or(named) else {
        return Err(Failure::Usage(format!(
            "{path} does not name its game; add game = \"…\" to it or give the game after the files"
        )));
    };
    let entry = registry::find(&id)?;
    let rules = RulesArgs { rules: vec![format!("@{path}")] }.resolve(entry)?;
    Ok((entry, rules))
}

fn name_of(path: &str) -> String {
    Path::new(path).file_stem().map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

impl PlayArgs {
    /// What to play where only one level can.
    fn config(&self) -> Result<LabConfig, Failure> {
        match self.level[..] {
            [level] => Ok(self.config_at(level)),
            _ => Err(Failure::Usage(
                "several levels are for `floe lab GAME`; give --level only one here".into(),
            )),
        }
    }

    fn config_at(&self, level: Level) -> LabConfig {
        let games = match self.precision {
            Some(points) => games_for(0.5, points / 100.0) as usize,
            None => self.games as usize,
        };
        LabConfig { level, against: self.against, judge: self.judge, games, seed: self.seed }
    }

    /// Runs some work with a progress bar on standard error, until it is done, interrupted or out of time.
    fn with_progress<R>(&self, work: impl FnOnce(&RunOptions<'_>) -> R) -> Result<R, Failure> {
        let workers = self.workers.url.as_deref().map(|url| Workers::connect(url, Kind::Lab)).transpose()?;
        // These threads only wait for the workers.
        let threads = if workers.is_some() { MAX_GIVEN } else { thread_count(self.threads) };
        let bar = progress("[{bar:40}] {pos}/{len} games {elapsed} ({eta} left)");
        let (stop, enough, began) = (stop_on_interrupt(), AtomicBool::new(false), Instant::now());
        let on_progress = |done: usize, all: usize| {
            advance(&bar, done, all);
            if self.time_limit.is_some_and(|limit| began.elapsed() >= limit) {
                enough.store(true, Ordering::Relaxed);
            }
        };
        let play = |matchup: &Matchup, seed: u64, number: u64, stop: &AtomicBool| match &workers {
            None => play(matchup, seed, number, stop),
            Some(workers) => workers.play(matchup, seed, number, &enough, stop),
        };
        let options =
            RunOptions { threads, enough: &enough, stop: &stop, on_progress: &on_progress, play: &play };
        let done = work(&options);
        bar.finish_and_clear();
        if let Some(workers) = workers {
            workers.close();
        }
        Ok(done)
    }
}

/// Writes the HTML page first, so that the figures are printed even if that fails.
fn show(report: &LabReport, html: Option<&Path>, out: &mut Output) -> CliResult {
    let written = match html {
        Some(path) => std::fs::write(path, to_html(report))
            .map_err(|error| Failure::Usage(format!("{}: cannot write: {error}", path.display()))),
        None => Ok(()),
    };
    match out.json {
        true => out.value(&json!(report))?,
        false => out.text(&to_text(report))?,
    }
    out.flush()?;
    written
}
