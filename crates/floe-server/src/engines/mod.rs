//! Engine work: moves of engines at tables, and exact results of stopping. A few low-priority threads do it in an order
//! that is fair to all who wait ([`queue`]), and long work yields to urgent work ([`pool`]). Where there are workers on other
//! machines, they choose moves first ([`workers`]).

mod pool;
mod queue;
mod workers;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use floe_engine::{
    DEFAULT_MOVE_TIME, Level, Limits, PositionView, SearchControl, ignore_progress, level_params, new_engine,
};
use floe_games::switches::RuleSet;
use floe_referee::TurnRequest;
use floe_referee::live::LiveTable;
use floe_work::WorkQueue;
use prometheus_client::metrics::counter::Counter;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use pool::{Pool, Ticket, Turn};
pub use queue::{Class, Source};
use workers::Workers;

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
    _work: Work,
}

/// Work that ends when it is dropped.
enum Work {
    /// In the server's queue.
    Queued { _ticket: Ticket },
    /// With the workers.
    Given(AbortHandle),
}

impl Drop for Work {
    fn drop(&mut self) {
        if let Work::Given(task) = self {
            task.abort();
        }
    }
}

impl<T> Pending<T> {
    /// The result; `None` if the server closed first.
    pub async fn wait(self) -> Option<T> {
        let Pending { answer, _work } = self;
        answer.await.ok()
    }
}

/// The engine pool of a server.
pub struct EnginePool {
    moves: Arc<Pool>,
    exact: Pool,
    workers: OnceLock<Arc<Workers>>,
}

/// A move to choose.
struct Choice {
    class: Class,
    source: Source,
    rules: RuleSet,
    level: Level,
    question: TurnRequest,
    seed: u64,
}

/// The pause before a move that found the queue full is put into it again.
const FULL: Duration = Duration::from_millis(200);

impl EnginePool {
    /// Engines on this many threads; zero leaves one core to the tables. Exact results have an extra thread of the
    /// lowest priority.
    pub fn start(threads: usize) -> EnginePool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores.saturating_sub(1).max(1) } else { threads };
        EnginePool {
            moves: Arc::new(Pool::start("engine", threads, MOVES_NICE)),
            exact: Pool::start("exact", 1, EXACT_NICE),
            workers: OnceLock::new(),
        }
    }

    /// From now on workers choose moves as well, as long as there are any. The counters count the moves that they chose,
    /// and those that were given away in vain.
    pub fn add_workers(&self, queue: WorkQueue, chosen: Counter, missed: Counter) {
        let _ = self.workers.set(Arc::new(Workers::new(queue, chosen, missed)));
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
        let choice = Choice { class, source, rules, level, question, seed };
        let place = self.workers.get().and_then(|workers| {
            let place = workers.place(class, &choice.source)?;
            Some((Arc::clone(workers), place))
        });
        let Some((workers, place)) = place else { return choose_here(&self.moves, &Arc::new(choice)) };
        let (reply, answer) = oneshot::channel();
        let moves = Arc::clone(&self.moves);
        let task = tokio::spawn(async move {
            let Choice { rules, level, question, seed, .. } = &choice;
            let chosen = workers.choose(rules, *level, question, *seed).await;
            drop(place);
            let chosen = match chosen {
                Some(text) => Some(Ok(text)),
                None => choose_here_patiently(&moves, choice).await,
            };
            // The table may no longer want it.
            let _ = chosen.map(|chosen| reply.send(chosen));
        });
        Some(Pending { answer, _work: Work::Given(task.abort_handle()) })
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
        Some(Pending { answer, _work: Work::Queued { _ticket: ticket } })
    }

    /// Accepts no more work, and drops waiting work.
    pub fn close(&self) {
        self.moves.close();
        self.exact.close();
    }
}

/// Puts a move into the server's own queue.
fn choose_here(moves: &Pool, choice: &Arc<Choice>) -> Option<Pending<Result<String, String>>> {
    let (reply, answer) = oneshot::channel();
    let expected = expected(&choice.rules, choice.level);
    let work = Arc::clone(choice);
    let ticket = moves.submit(choice.class, choice.source.clone(), expected, move |turn| {
        let chosen = think(&work.rules, work.level, &work.question, work.seed, turn);
        if !turn.is_closed() {
            // The table may no longer want it.
            let _ = reply.send(chosen);
        }
    })?;
    Some(Pending { answer, _work: Work::Queued { _ticket: ticket } })
}

/// The same, waiting while the queue is full. `None` once the server closes.
async fn choose_here_patiently(moves: &Pool, choice: Choice) -> Option<Result<String, String>> {
    let choice = Arc::new(choice);
    while !moves.is_closed() {
        if let Some(pending) = choose_here(moves, &choice) {
            return pending.wait().await;
        }
        tokio::time::sleep(FULL).await;
    }
    None
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
