//! Engine work: moves of engines at tables, and exact results of stopping. A few low-priority threads do it in an order
//! that is fair to all who wait ([`queue`]), and long work yields to urgent work ([`pool`]).

mod pool;
mod queue;

use std::time::Duration;

use floe_engine::{
    DEFAULT_MOVE_TIME, Level, Limits, PositionView, SearchControl, ignore_progress, level_params, new_engine,
};
use floe_games::switches::RuleSet;
use floe_referee::TurnRequest;
use floe_referee::live::LiveTable;
use tokio::sync::oneshot;

use pool::{Pool, Ticket, Turn};
pub use queue::{Class, Source};

/// The longest an engine thinks about a move at a table.
const MAX_MOVE_TIME: Duration = Duration::from_secs(5);
/// The same limit while other work waits.
const HURRIED: Duration = Duration::from_secs(1);
/// The approximate time per node of a numbered level. It affects only the order of work; the time used is measured.
const NODE: Duration = Duration::from_micros(40);
/// The approximate time for an exact result.
const EXACT: Duration = Duration::from_secs(1);
/// Scheduling priorities: tables run at 0, exact results get a core last.
const MOVES_NICE: i32 = 10;
const EXACT_NICE: i32 = 19;

/// The pending result of a request; dropping it cancels the work.
pub struct Pending<T> {
    answer: oneshot::Receiver<T>,
    _ticket: Ticket,
}

impl<T> Pending<T> {
    /// The result; `None` if the server closed first.
    pub async fn wait(self) -> Option<T> {
        self.answer.await.ok()
    }
}

/// The engine pool of a server.
pub struct EnginePool {
    moves: Pool,
    exact: Pool,
}

impl EnginePool {
    /// Engines on this many threads; zero leaves one core to the tables. Exact results have an extra thread of the
    /// lowest priority.
    pub fn start(threads: usize) -> EnginePool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores.saturating_sub(1).max(1) } else { threads };
        EnginePool {
            moves: Pool::start("engine", threads, MOVES_NICE),
            exact: Pool::start("exact", 1, EXACT_NICE),
        }
    }

    /// Requests a move: the result is the move, or why there is none. `None` if too much work is waiting: try again
    /// later.
    pub fn choose(
        &self,
        class: Class,
        source: Source,
        rules: RuleSet,
        level: Level,
        question: TurnRequest,
        seed: u64,
    ) -> Option<Pending<Result<String, String>>> {
        let (reply, answer) = oneshot::channel();
        let expected = expected(&rules, level);
        let ticket = self.moves.submit(class, source, expected, move |turn| {
            let choice = think(&rules, level, &question, seed, turn);
            if !turn.is_closed() {
                // The table may no longer want it.
                let _ = reply.send(choice);
            }
        })?;
        Some(Pending { answer, _ticket: ticket })
    }

    /// Requests the exact result of stopping a game. It may take a second or two.
    pub fn adjudicate(
        &self,
        class: Class,
        source: Source,
        mut live: LiveTable,
    ) -> Option<Pending<Box<LiveTable>>> {
        let (reply, answer) = oneshot::channel();
        let ticket = self.exact.submit(class, source, EXACT, move |_| {
            live.adjudicate();
            let _ = reply.send(Box::new(live));
        })?;
        Some(Pending { answer, _ticket: ticket })
    }

    /// Accepts no more work, and drops waiting work.
    pub fn close(&self) {
        self.moves.close();
        self.exact.close();
    }
}

/// The approximate time for a move.
fn expected(rules: &RuleSet, level: Level) -> Duration {
    match level {
        Level::Max => DEFAULT_MOVE_TIME,
        Level::MaxFor(time) => time.min(MAX_MOVE_TIME),
        _ => level_params(rules.game, level)
            .map_or(Duration::ZERO, |params| NODE.saturating_mul(params.nodes as u32)),
    }
}

fn think(
    rules: &RuleSet,
    level: Level,
    question: &TurnRequest,
    seed: u64,
    turn: &Turn,
) -> Result<String, String> {
    let longest = if turn.hurried { HURRIED } else { MAX_MOVE_TIME };
    let time = match level {
        Level::Max => DEFAULT_MOVE_TIME.min(longest),
        Level::MaxFor(time) => time.min(longest),
        // Limited by nodes: the same move however busy the machine is, short of a stall.
        _ => MAX_MOVE_TIME,
    };
    let limits = Limits { time: Some(time), threads: 1, ..Limits::default() };
    let analysis = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut engine = new_engine(rules, level, seed)?;
        let control = SearchControl { timer: turn, stop: &turn.unwanted, on_progress: &ignore_progress };
        engine.think(
            PositionView { position: &question.position, hidden: question.hidden },
            &limits,
            &control,
        )
    }));
    match analysis {
        Ok(Ok(analysis)) => Ok(analysis.best),
        Ok(Err(refusal)) => Err(refusal.to_string()),
        Err(_) => Err("the engine failed".into()),
    }
}
