//! Engine work: moves of engines that sit at tables, and exact results of stopping. A few threads of low priority do it, in an
//! order that is fair to everybody who waits ([`queue`]), and long work gives way to urgent work ([`pool`]).

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
/// The same while other work waits.
const HURRIED: Duration = Duration::from_secs(1);
/// About how long a node of a numbered level takes. Only the order of work depends on it; what was used is measured.
const NODE: Duration = Duration::from_micros(40);
/// About how long an exact result takes.
const EXACT: Duration = Duration::from_secs(1);
/// Priorities of the system's: tables run at 0, exact results are the last to get a core.
const MOVES_NICE: i32 = 10;
const EXACT_NICE: i32 = 19;

/// The answer to something that was asked for; dropping it ends the work.
pub struct Pending<T> {
    answer: oneshot::Receiver<T>,
    _ticket: Ticket,
}

impl<T> Pending<T> {
    /// The answer; none when the server closed before there was one.
    pub async fn wait(self) -> Option<T> {
        self.answer.await.ok()
    }
}

/// The engines of a server.
pub struct EnginePool {
    moves: Pool,
    exact: Pool,
}

impl EnginePool {
    /// Engines on this many threads; zero leaves one core to the tables. Exact results have one more thread, of the lowest
    /// priority.
    pub fn start(threads: usize) -> EnginePool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores.saturating_sub(1).max(1) } else { threads };
        EnginePool {
            moves: Pool::start("engine", threads, MOVES_NICE),
            exact: Pool::start("exact", 1, EXACT_NICE),
        }
    }

    /// Asks for a move: the move, or why there is none. `None` when too much waits already: ask again later.
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
                // The table may not want it any more.
                let _ = reply.send(choice);
            }
        })?;
        Some(Pending { answer, _ticket: ticket })
    }

    /// Has the exact result of stopping a game worked out. It may take a second or two.
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

    /// Takes no more work, and forgets what waits.
    pub fn close(&self) {
        self.moves.close();
        self.exact.close();
    }
}

/// About how long a thought takes.
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
