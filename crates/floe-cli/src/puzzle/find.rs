//! Finding new puzzles, and proving puzzles again.

use std::fs;
use std::io::{ErrorKind, Write};
use std::sync::atomic::Ordering;

use floe_engine::puzzle::{self, FindConfig, Progress, Puzzle, parse_lines};
use floe_games::registry;
use floe_games::switches::excerpt;
use indicatif::ProgressBar;
use serde_json::json;

use crate::analyze::stop_on_interrupt;
use crate::args::{RulesArgs, read_file, thread_count};
use crate::output::{CliResult, Failure, Output};
use crate::progress::progress;

/// How to look for new puzzles.
#[derive(clap::Args)]
#[group(skip)]
pub struct Args {
    /// The seed of the first game.
    #[arg(long, default_value_t = 0, value_name = "SEED", requires = "find")]
    seed: u64,
    /// The file for new puzzles, one per line.
    #[arg(long, value_name = "FILE", requires = "find")]
    out: Option<String>,
    /// Threads (default: all cores); the puzzles found are the same.
    #[arg(long, requires = "find", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Node limit per proof (default: depends on the game).
    #[arg(long, value_name = "N", requires = "find", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

/// Node limits of a check, for the solver and for the search by the rules alone.
const BY_SOLVER: u64 = 20_000_000;
const BY_RULES: u64 = 300_000;

pub fn find(game: &str, wanted: usize, rules: &RulesArgs, args: &Args, out: &mut Output) -> CliResult {
    let entry = registry::find(game)?;
    let path = args.out.as_deref().unwrap_or_default();
    let config = FindConfig {
        count: wanted,
        seed: args.seed,
        threads: thread_count(args.threads),
        rules: if rules.rules.is_empty() { None } else { Some(rules.resolve(entry)?) },
        max_nodes: args.nodes,
    };
    // Find out before the search, not after it, whether the file can be written.
    let fresh = fs::OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = fresh.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::Usage(format!("{path} already exists; choose another name")),
        _ => Failure::Usage(format!("{path}: cannot write: {error}")),
    })?;
    let bar = bar(wanted as u64, "puzzles");
    let on_progress = |progress: Progress| {
        bar.set_position(progress.found as u64);
        bar.set_message(format!("{} games", progress.games));
    };
    // Puzzles found before an interrupt are saved.
    let stop = stop_on_interrupt();
    let puzzles = puzzle::find(entry, &config, &stop, &on_progress)?;
    bar.finish_and_clear();
    let text: String = puzzles.iter().map(|puzzle| format!("{}\n", puzzle.line())).collect();
    file.write_all(text.as_bytes())
        .map_err(|error| Failure::Usage(format!("{path}: cannot write: {error}")))?;
    let found = puzzles.len();
    match out.json {
        true => out.value(&json!({"game": entry.id, "found": found, "wanted": wanted, "file": path}))?,
        false => out.line(&format!("{found} puzzles of {} in {path}", entry.id))?,
    }
    if found < wanted {
        out.flush()?;
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Negative(format!("interrupted before {wanted} puzzles were found")));
        }
        return Err(Failure::Negative(format!(
            "fewer than {wanted} puzzles found; try other rules, another --seed or more --nodes"
        )));
    }
    Ok(())
}

pub fn check_file(path: &str, out: &mut Output) -> CliResult {
    let puzzles =
        parse_lines(&read_file(path)?).map_err(|refusal| Failure::Usage(format!("{path}: {refusal}")))?;
    if puzzles.is_empty() {
        return Err(Failure::Usage(format!(
            "{path} contains no puzzles; expected one line of JSON for each"
        )));
    }
    check(path, &puzzles, out)
}

/// Proves puzzles from `source` again, all of them even after one has failed.
pub fn check(source: &str, puzzles: &[Puzzle], out: &mut Output) -> CliResult {
    if puzzles.is_empty() {
        return Err(Failure::Negative(format!("{source} has no bundled puzzles")));
    }
    let bar = bar(puzzles.len() as u64, "proved");
    let (mut errors, mut solved, mut by_brute_force) = (Vec::new(), 0, 0);
    for puzzle in puzzles {
        match checked(puzzle) {
            Ok((by_solver, by_rules)) => {
                solved += usize::from(by_solver);
                by_brute_force += usize::from(by_rules);
            }
            Err(error) => errors.push(error),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let count = puzzles.len();
    match out.json {
        true => out.value(&json!({
            "puzzles": count, "proved": solved, "by_rules_alone": by_brute_force, "errors": errors,
        }))?,
        false => {
            for error in &errors {
                out.line(error)?;
            }
            out.line(&format!(
                "{solved} of {count} puzzles proved, {by_brute_force} of them by the rules alone as well"
            ))?;
        }
    }
    if solved < count {
        out.flush()?;
        return Err(Failure::Negative(format!("{source}: {} puzzles are not proved", count - solved)));
    }
    Ok(())
}

/// Proves a puzzle, and returns whether brute force confirmed it as well.
fn checked(puzzle: &Puzzle) -> Result<(bool, bool), String> {
    let checked = puzzle::check(puzzle, BY_SOLVER, BY_RULES).map_err(|refusal| refusal.to_string())?;
    match checked.solved {
        true => Ok((true, checked.by_brute_force)),
        false => Err(format!("{}: the solver cannot prove it within its limit", excerpt(&puzzle.id))),
    }
}

fn bar(length: u64, what: &str) -> ProgressBar {
    let bar = progress(&format!("[{{bar:40}}] {{pos}}/{{len}} {what}  {{msg}}  {{elapsed}}"));
    bar.set_length(length);
    bar
}
