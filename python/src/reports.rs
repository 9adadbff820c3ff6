//! Reports of the lab.

use std::sync::atomic::AtomicBool;

use floe_engine::Level;
use floe_games::{Manifest, Refusal, registry};
use floe_lab::{LabConfig, LabReport, RunOptions, compare, report, to_html, to_text, variations};
use pyo3::prelude::*;
use serde_json::json;

use crate::errors::{OrRefuse, loads, refuse};
use crate::game::{Game, game_of};
use crate::long_calls::interruptible;

/// The most games for each rule set.
const MAX_GAMES: usize = 1_000_000;

/// A level whose games can be repeated.
fn level(text: &str) -> Result<Level, Refusal> {
    match Level::parse(text).map_err(Refusal::invalid_request)? {
        level if level.is_timed() => Err(Refusal::invalid_request(format!(
            "{level} is limited by time, so its games cannot be repeated; use random, greedy or 1 to 10"
        ))),
        level => Ok(level),
    }
}

fn config(
    level_text: &str,
    against: Option<&str>,
    judge: Option<&str>,
    games: usize,
    seed: u64,
) -> Result<LabConfig, Refusal> {
    if !(1..=MAX_GAMES).contains(&games) {
        return Err(Refusal::invalid_request(format!("{games} games: use 1 to {MAX_GAMES}")));
    }
    let judge = judge.map(level).transpose()?;
    if matches!(judge, Some(Level::Random | Level::Greedy)) {
        return Err(Refusal::invalid_request("random and greedy cannot judge who is ahead; use 1 to 10"));
    }
    Ok(LabConfig { level: level(level_text)?, against: against.map(level).transpose()?, judge, games, seed })
}

fn manifest(game: &Game) -> PyResult<&'static Manifest> {
    registry::find(game.inner.rule_set().game).or_refuse()
}

/// Measures the rules of a game by self-play, and one switch at a time if `switches` names some (all that matter if it is empty).
#[pyfunction]
#[pyo3(signature = (game, games=200, level="3", against=None, judge=None, seed=0, threads=1, switches=None, rules=None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn lab<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    games: usize,
    level: &str,
    against: Option<&str>,
    judge: Option<&str>,
    seed: u64,
    threads: usize,
    switches: Option<Vec<String>>,
    rules: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game_of(game, rules, None)?;
    let game = game.get();
    let config = config(level, against, judge, games, seed).or_refuse()?;
    let (entry, rules) = (manifest(game)?, game.inner.rule_set());
    let stop = AtomicBool::new(false);
    let measure = || {
        let (varied, skipped) = match &switches {
            None => (Vec::new(), Vec::new()),
            Some(names) => variations(entry, rules, names, seed)?,
        };
        let options = RunOptions {
            threads: threads.clamp(1, 256),
            enough: &stop,
            stop: &stop,
            on_progress: &|_, _| {},
            play: &floe_lab::play,
        };
        let report = report(entry, rules, &varied, skipped, &config, &options)?;
        Ok(json!(LabReport::Report(Box::new(report))).to_string())
    };
    let report = interruptible(py, &stop, measure)?;
    loads(py, &report)
}

/// Plays two rule sets on the same seeds.
#[pyfunction]
#[pyo3(signature = (first, second, games=200, level="3", against=None, judge=None, seed=0, threads=1))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn lab_compare<'py>(
    py: Python<'py>,
    first: &Game,
    second: &Game,
    games: usize,
    level: &str,
    against: Option<&str>,
    judge: Option<&str>,
    seed: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let config = config(level, against, judge, games, seed).or_refuse()?;
    let (one, other) =
        ((manifest(first)?, first.inner.rule_set()), (manifest(second)?, second.inner.rule_set()));
    let stop = AtomicBool::new(false);
    let measure = || {
        let options = RunOptions {
            threads: threads.clamp(1, 256),
            enough: &stop,
            stop: &stop,
            on_progress: &|_, _| {},
            play: &floe_lab::play,
        };
        let names = ["first".to_owned(), "second".to_owned()];
        let compared = compare(names, [one, other], &config, &options)?;
        Ok(json!(LabReport::Comparison(Box::new(compared))).to_string())
    };
    let report = interruptible(py, &stop, measure)?;
    loads(py, &report)
}

fn parse(report: &Bound<'_, PyAny>) -> PyResult<LabReport> {
    let text: String = report.py().import("json")?.call_method1("dumps", (report,))?.extract()?;
    serde_json::from_str(&text)
        .map_err(|error| refuse(Refusal::invalid_json(format!("this is not a report of the lab: {error}"))))
}

/// A report as text.
#[pyfunction]
pub fn lab_text(report: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(to_text(&parse(report)?))
}

/// A report as a page of HTML.
#[pyfunction]
pub fn lab_html(report: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(to_html(&parse(report)?))
}
