//! Engines, reviews and exact solutions.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use floe_engine::explain::{explain, manifest_names};
use floe_engine::review::{NODES_PER_MOVE, review as review_record};
use floe_engine::solve::{SolveLimits, solve as solve_position};
use floe_engine::{
    Analysis, DEFAULT_MOVE_TIME, FrozenTimer, Level, Limits, PositionView, SearchControl, Timer,
    ignore_progress, new_engine,
};
use floe_games::switches::RuleSet;
use floe_games::{Record, Refusal, SeatView, Viewer};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors::{OrRefuse, loads, refuse};
use crate::game::{Game, game_of};
use crate::long_calls::interruptible;
use crate::py_state::State;

/// The longest search, in seconds.
const MAX_SECONDS: f64 = 86_400.0;
/// The most threads of a search.
const MAX_THREADS: usize = 256;

/// The time of day that a search runs by.
struct Watch(Instant);

impl Timer for Watch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

fn duration(seconds: f64) -> Result<Duration, Refusal> {
    match seconds > 0.0 && seconds <= MAX_SECONDS {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(Refusal::invalid_request(format!(
            "time: {seconds} seconds; use more than 0, up to {MAX_SECONDS}"
        ))),
    }
}

fn parse_level(level: &str) -> Result<Level, Refusal> {
    Level::parse(level).map_err(Refusal::invalid_request)
}

/// An engine for one game under its rules: what it has learned is kept from one search to the next.
#[pyclass(module = "floe", frozen)]
pub struct Engine {
    game: Py<Game>,
    inner: Mutex<Box<dyn floe_engine::Engine>>,
    level: Level,
    time: Option<Duration>,
    nodes: Option<u64>,
    threads: usize,
}

impl Engine {
    fn limits(&self, lines: usize) -> Limits {
        let own = match self.level {
            Level::MaxFor(time) => Some(time),
            Level::Max if self.nodes.is_none() => Some(DEFAULT_MOVE_TIME),
            _ => None,
        };
        Limits { nodes: self.nodes, depth: None, time: self.time.or(own), lines, threads: self.threads }
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, level=None, *, time=None, nodes=None, seed=0, threads=1, rules=None))]
    fn new(
        game: &Bound<'_, PyAny>,
        level: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
        nodes: Option<u64>,
        seed: u64,
        threads: usize,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Engine> {
        let game = game_of(game, rules, None)?;
        // A level may be given as a number.
        let level = level.map_or(Ok("max".to_owned()), |level| level.str().map(|text| text.to_string()))?;
        let level = parse_level(&level).or_refuse()?;
        let time = time.map(duration).transpose().or_refuse()?;
        if threads == 0 || threads > MAX_THREADS {
            return Err(refuse(Refusal::invalid_request(format!(
                "{threads} threads: use 1 to {MAX_THREADS}"
            ))));
        }
        let inner = new_engine(game.get().inner.rule_set(), level, seed).or_refuse()?;
        let nodes = nodes.map(|nodes| nodes.max(1));
        Ok(Engine { game, inner: Mutex::new(inner), level, time, nodes, threads })
    }

    /// The level, as the command line writes it.
    #[getter]
    fn level(&self) -> String {
        self.level.to_string()
    }

    /// Searches a state: the best move, the best lines with their values, and the number of positions searched.
    #[pyo3(signature = (state, lines=1, reasons=false))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        state: &State,
        lines: u8,
        reasons: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let analysis = self.search(py, state, lines, reasons)?;
        loads(py, &analysis.to_string())
    }

    /// The move to make, in the game's notation.
    fn choose(&self, py: Python<'_>, state: &State) -> PyResult<String> {
        let analysis = self.search(py, state, 1, false)?;
        Ok(analysis["best"].as_str().unwrap_or_default().to_owned())
    }

    /// The actions of the move to make.
    fn choose_actions(&self, py: Python<'_>, state: &mut State) -> PyResult<Vec<u32>> {
        let text = self.choose(py, state)?;
        state.inner.steps_of(&text).or_refuse()
    }

    fn __call__(&self, py: Python<'_>, state: &State) -> PyResult<String> {
        self.choose(py, state)
    }

    /// Forgets what was learned: a new game begins.
    fn new_game(&self) {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).new_game();
    }

    fn __repr__(&self) -> String {
        format!("<floe.Engine of {} at level {}>", self.game.get().inner.rule_set().game, self.level)
    }
}

impl Engine {
    fn search(&self, py: Python<'_>, state: &State, lines: u8, reasons: bool) -> PyResult<Value> {
        let set = self.game.get().inner.rule_set();
        let other = state.game.get().inner.rule_set();
        if set.game != other.game || set.to_json() != other.to_json() {
            return Err(refuse(Refusal::invalid_rules(format!(
                "this engine plays {}; the state is of {} or of other rules",
                set.game, other.game
            ))));
        }
        let SeatView { position, hidden } = state.inner.seat_view().or_refuse()?;
        let lines = usize::from(lines.clamp(1, 64));
        let limits = self.limits(lines);
        let mut engine = match self.inner.try_lock() {
            Ok(engine) => engine,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err(
                    "this engine is searching in another thread; make one engine for each thread",
                ));
            }
        };
        let engine: &mut dyn floe_engine::Engine = &mut **engine;
        let stop = AtomicBool::new(false);
        let search = || -> Result<Value, Refusal> {
            let shown = PositionView { position: &position, hidden };
            let timer = Watch(Instant::now());
            let control = SearchControl { timer: &timer, stop: &stop, on_progress: &ignore_progress };
            let analysis = engine.think(shown, &limits, &control)?;
            analysis_json(set, shown, &analysis, lines, reasons)
        };
        interruptible(py, &stop, search)
    }
}

fn analysis_json(
    set: &RuleSet,
    shown: PositionView<'_>,
    analysis: &Analysis,
    lines: usize,
    reasons: bool,
) -> Result<Value, Refusal> {
    let shown_lines = &analysis.lines[..analysis.lines.len().min(lines)];
    let why = match reasons {
        true => {
            let firsts: Vec<String> =
                shown_lines.iter().filter_map(|line| line.moves.first().cloned()).collect();
            explain(set, shown, &firsts, &manifest_names(set))?
        }
        false => Vec::new(),
    };
    let lines: Vec<Value> = shown_lines
        .iter()
        .enumerate()
        .map(|(at, line)| line.to_json(why.get(at).map(Vec::as_slice)))
        .collect();
    Ok(json!({"best": analysis.best, "lines": lines, "nodes": analysis.nodes, "depth": analysis.depth}))
}

/// Solves a state of a two-player game of the slide family; None if it was not solved within the limits.
#[pyfunction]
#[pyo3(signature = (state, time=None, nodes=None, threads=1, memory_mb=256, certificate=None))]
pub fn solve<'py>(
    py: Python<'py>,
    state: &State,
    time: Option<f64>,
    nodes: Option<u64>,
    threads: usize,
    memory_mb: usize,
    certificate: Option<u32>,
) -> PyResult<Bound<'py, PyAny>> {
    if !(1..=1 << 20).contains(&memory_mb) || !(1..=MAX_THREADS).contains(&threads) {
        return Err(refuse(Refusal::invalid_request(format!(
            "solve: use 1 to {MAX_THREADS} threads and at least 1 MB of memory"
        ))));
    }
    let time = time.map(duration).transpose().or_refuse()?;
    let set = state.game.get().inner.rule_set();
    let position = state.inner.position_text(Viewer::Omniscient);
    let (stop, searched) = (AtomicBool::new(false), AtomicU64::new(0));
    let search = || {
        let limits = SolveLimits {
            threads,
            memory: memory_mb << 20,
            stop: &stop,
            nodes: &searched,
            max_nodes: nodes,
            certificate,
        };
        std::thread::scope(|scope| {
            let (done, wait) = std::sync::mpsc::channel::<()>();
            if let Some(time) = time {
                let stop = &stop;
                scope.spawn(move || {
                    // Ends when the time is up or the search is.
                    if wait.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                        stop.store(true, std::sync::atomic::Ordering::Relaxed);
                    }
                });
            }
            let solved = solve_position(set, &position, &limits);
            drop(done);
            solved
        })
    };
    let solution = interruptible(py, &stop, search)?;
    let searched = searched.into_inner();
    let json = solution.map_or(Value::Null, |solution| {
        json!({
            "winners": solution.winners,
            "margin": solution.margin.map(|margin| json!({"fish": margin.fish, "tiles": margin.tiles})),
            "line": solution.line,
            "certificate": solution.certificate.map(|certificate| certificate.text),
            "nodes": searched,
        })
    });
    loads(py, &json.to_string())
}

/// Reviews a record move by move.
#[pyfunction]
#[pyo3(signature = (record, nodes=None))]
pub fn review<'py>(py: Python<'py>, record: &str, nodes: Option<u64>) -> PyResult<Bound<'py, PyAny>> {
    let record = Record::parse(record).or_refuse()?;
    let stop = AtomicBool::new(false);
    let search = || -> Result<String, Refusal> {
        let table = record.replay()?;
        let mut engine = new_engine(table.rules(), Level::Max, 0)?;
        let limits = Limits { nodes: Some(nodes.unwrap_or(NODES_PER_MOVE).max(1)), ..Limits::default() };
        // By nodes alone, so that a review is the same everywhere.
        let clock = || -> Box<dyn Timer> { Box::new(FrozenTimer) };
        let names = manifest_names(table.rules());
        let reviewed = review_record(&record, &mut *engine, &limits, &clock, &stop, &mut |_, _| {}, &names)?;
        Ok(json!(reviewed.report(&record)).to_string())
    };
    let report = interruptible(py, &stop, search)?;
    loads(py, &report)
}
