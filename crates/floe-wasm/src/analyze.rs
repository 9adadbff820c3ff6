//! The engine's analysis of a position, and its review of a game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_engine::explain::explain;
use floe_engine::review::{self, NODES_PER_MOVE, ReviewReport};
use floe_engine::{
    Analysis, DEFAULT_MOVE_TIME, FrozenTimer, Level, Limits, PositionView, SearchControl, Timer, new_engine,
};
use floe_games::{Actor, Record, Refusal, SeatView, Viewer};
use serde::{Deserialize, Serialize};

use crate::CallContext;
use crate::log::SentLog;

/// The arguments of `analyze`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AnalyzeArgs {
    #[cfg_attr(test, ts(as = "crate::log::Log"))]
    log: SentLog,
    level: String,
    /// How many lines, 1 to 64 (default: 1).
    #[cfg_attr(test, ts(optional))]
    lines: Option<u8>,
    /// At most how many positions.
    #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
    nodes: Option<u64>,
    /// At most how long.
    #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
    ms: Option<u64>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
    seed: u64,
    /// Whether the first move of each line comes with reasons.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    reasons: bool,
}

/// The answer of `analyze`, and its progress.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalyzeAnswer {
    /// The move to make.
    best: String,
    /// The best lines, the best first.
    lines: Vec<AnalyzedLine>,
    /// How many positions were searched.
    #[cfg_attr(test, ts(type = "number"))]
    nodes: u64,
    /// The depth of the best line in moves.
    depth: u32,
}

/// A line of play and its value for the seat to act.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalyzedLine {
    moves: Vec<String>,
    /// The probability of winning.
    win: f64,
    /// By how much the seat is expected to end up ahead.
    margin: Option<f64>,
    /// Whether `win` is proved.
    exact: bool,
    /// Why the first move is good.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    reasons: Option<Vec<String>>,
}

/// What the seat to act might play. The engine is shown what that seat sees and nothing else.
pub fn analyze(args: AnalyzeArgs, context: &CallContext<'_>) -> Result<AnalyzeAnswer, Refusal> {
    let level = Level::parse(&args.level).map_err(Refusal::invalid_request)?;
    let table = args.log.resolve()?.replay(None)?.table;
    let Actor::Seat(seat) = table.actor() else {
        return Err(Refusal::game_over("the game is over; there is nothing to analyse"));
    };
    let SeatView { position, hidden } = table.seat_view(seat);
    let shown = PositionView { position: &position, hidden };
    let own = match level {
        Level::MaxFor(time) => Some(time),
        Level::Max if args.nodes.is_none() => Some(DEFAULT_MOVE_TIME),
        _ => None,
    };
    let lines = usize::from(args.lines.unwrap_or(1).clamp(1, 64));
    let limits = Limits {
        nodes: args.nodes.map(|nodes| nodes.max(1)),
        depth: None,
        time: args.ms.map(Duration::from_millis).or(own),
        lines,
        threads: 1,
    };
    let clock = (context.clock)();
    let stop = AtomicBool::new(false);
    let send = context.on_progress;
    let on_progress = |analysis: &Analysis| report(send, &answer(analysis, lines, None));
    let mut engine = new_engine(table.rules(), level, args.seed)?;
    let analysis = engine.think(
        shown,
        &limits,
        &SearchControl { timer: &*clock, stop: &stop, on_progress: &on_progress },
    )?;
    let why = match args.reasons {
        true => {
            let firsts: Vec<String> =
                analysis.lines.iter().take(lines).filter_map(|line| line.moves.first().cloned()).collect();
            Some(explain(table.rules(), shown, &firsts, &seat_token)?)
        }
        false => None,
    };
    Ok(answer(&analysis, lines, why.as_deref()))
}

fn report<T: Serialize>(send: &(dyn Fn(&str) + Sync), progress: &T) {
    if let Ok(json) = serde_json::to_string(progress) {
        send(&json);
    }
}

/// Stands for the name of a seat in reasons: `{0}`. The page fills in the name it shows.
fn seat_token(seat: usize) -> String {
    format!("{{{seat}}}")
}

fn answer(analysis: &Analysis, lines: usize, why: Option<&[Vec<String>]>) -> AnalyzeAnswer {
    let lines = analysis.lines.iter().take(lines).enumerate().map(|(at, line)| AnalyzedLine {
        moves: line.moves.clone(),
        win: line.evaluation.win,
        margin: line.evaluation.margin,
        exact: line.evaluation.exact,
        reasons: why.and_then(|why| why.get(at)).cloned(),
    });
    AnalyzeAnswer {
        best: analysis.best.clone(),
        lines: lines.collect(),
        nodes: analysis.nodes,
        depth: analysis.depth,
    }
}

/// The arguments of `review`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReviewArgs {
    #[cfg_attr(test, ts(as = "crate::log::Log"))]
    log: SentLog,
    /// At most how many positions per move.
    #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
    nodes: Option<u64>,
}

/// How far a review is.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewProgress {
    done: usize,
    of: usize,
}

/// Reviews the game move by move.
pub fn review(args: ReviewArgs, context: &CallContext<'_>) -> Result<ReviewReport, Refusal> {
    let log = args.log.resolve()?;
    let table = log.replay(None)?.table;
    let mut record = Record::from_table(&*table, Viewer::Omniscient);
    record.players = log.players;
    let mut engine = new_engine(table.rules(), Level::Max, 0)?;
    let nodes = args.nodes.unwrap_or(NODES_PER_MOVE).max(1);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    // The review depends only on the game, so it is the same on every machine.
    let clock = || -> Box<dyn Timer> { Box::new(FrozenTimer) };
    let mut on_progress = |done: usize, of: usize| report(context.on_progress, &ReviewProgress { done, of });
    let reviewed = review::review(
        &record,
        &mut *engine,
        &limits,
        &clock,
        &AtomicBool::new(false),
        &mut on_progress,
        &seat_token,
    )?;
    Ok(reviewed.report(&record))
}
