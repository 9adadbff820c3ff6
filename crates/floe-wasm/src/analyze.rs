//! The engine's analysis, and its review of a game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_engine::explain::explain;
use floe_engine::review::{self, NODES_PER_MOVE};
use floe_engine::{
    Analysis, DEFAULT_MOVE_TIME, FrozenTimer, Level, Limits, PositionView, SearchControl, Timer, new_engine,
};
use floe_games::{Actor, Record, Refusal, SeatView, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::CallContext;
use crate::log::Log;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Think {
    log: Log,
    level: String,
    lines: Option<u8>,
    nodes: Option<u64>,
    ms: Option<u64>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    reasons: bool,
}

/// Analyses the position for the player to act. The engine gets only what that seat sees.
pub fn think(asked: Think, around: &CallContext<'_>) -> Result<Value, Refusal> {
    let level = Level::parse(&asked.level).map_err(Refusal)?;
    let table = asked.log.replay(None)?.table;
    let Actor::Seat(seat) = table.actor() else {
        return Err(Refusal::new("the game is over; there is nothing to analyse"));
    };
    let SeatView { position, hidden } = table.seat_view(seat);
    let shown = PositionView { position: &position, hidden };
    let own = match level {
        Level::MaxFor(time) => Some(time),
        Level::Max if asked.nodes.is_none() => Some(DEFAULT_MOVE_TIME),
        _ => None,
    };
    let lines = usize::from(asked.lines.unwrap_or(1).clamp(1, 64));
    let limits = Limits {
        nodes: asked.nodes.map(|nodes| nodes.max(1)),
        depth: None,
        time: asked.ms.map(Duration::from_millis).or(own),
        lines,
        threads: 1,
    };
    let clock = (around.clock)();
    let stop = AtomicBool::new(false);
    let on_progress = |analysis: &Analysis| (around.tell)(&in_words(analysis, lines, None));
    let mut engine = new_engine(table.rules(), level, asked.seed)?;
    let analysis = engine.think(
        shown,
        &limits,
        &SearchControl { timer: &*clock, stop: &stop, on_progress: &on_progress },
    )?;
    let why = match asked.reasons {
        true => {
            let firsts: Vec<String> =
                analysis.lines.iter().take(lines).filter_map(|line| line.moves.first().cloned()).collect();
            Some(explain(table.rules(), shown, &firsts)?)
        }
        false => None,
    };
    Ok(in_words(&analysis, lines, why.as_deref()))
}

fn in_words(analysis: &Analysis, lines: usize, why: Option<&[Vec<String>]>) -> Value {
    let lines: Vec<Value> = analysis
        .lines
        .iter()
        .take(lines)
        .enumerate()
        .map(|(at, line)| line.to_json(why.and_then(|why| why.get(at)).map(Vec::as_slice)))
        .collect();
    json!({"best": analysis.best, "lines": lines, "nodes": analysis.nodes, "depth": analysis.depth})
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    log: Log,
    nodes: Option<u64>,
}

/// Reviews the game move by move.
pub fn review(asked: Review, around: &CallContext<'_>) -> Result<Value, Refusal> {
    let table = asked.log.replay(None)?.table;
    let mut record = Record::from_table(&*table, Viewer::Omniscient);
    record.players = asked.log.players;
    let mut engine = new_engine(table.rules(), Level::Max, 0)?;
    let nodes = asked.nodes.unwrap_or(NODES_PER_MOVE).max(1);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    // The review depends only on the game, so it is the same on every machine.
    let clock = || -> Box<dyn Timer> { Box::new(FrozenTimer) };
    let mut on_progress = |done: usize, of: usize| (around.tell)(&json!({"done": done, "of": of}));
    let reviewed =
        review::review(&record, &mut *engine, &limits, &clock, &AtomicBool::new(false), &mut on_progress)?;
    Ok(reviewed.to_json(&record))
}
