//! Engines that move for seats and give hints, on their own thread so that the screen never waits.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use floe_engine::explain::{explain, manifest_names};
use floe_engine::review::{NODES_PER_MOVE, player_names, review};
use floe_engine::{
    DEFAULT_MOVE_TIME, Engine, Evaluation, FrozenTimer, Level, Limits, PositionView, SearchControl, Timer,
    ignore_progress, new_engine,
};
use floe_games::switches::RuleSet;
use floe_games::{Outcome, Record, Refusal, SeatView, Table};

/// The node limit of a hint, and its time limit.
const HINT: (u64, Duration) = (3_000, Duration::from_secs(2));

/// A request to an engine. It contains nothing that the seat to move cannot see.
#[derive(Clone, Debug)]
pub struct EngineRequest {
    /// Identifies the reply.
    pub ticket: u64,
    /// The seat to move.
    pub seat: usize,
    /// The level of the engine that is to move; `None` asks for a hint.
    pub level: Option<Level>,
    /// The rules.
    pub rules: RuleSet,
    /// The position as the seat sees it.
    pub position: String,
    /// Whether the position contains hidden information.
    pub hidden: bool,
    /// The seed of the engine's random choices.
    pub seed: u64,
}

impl EngineRequest {
    /// The request for a seat of a table.
    pub fn new(
        table: &dyn Table,
        seat: usize,
        level: Option<Level>,
        seed: u64,
        ticket: u64,
    ) -> EngineRequest {
        let SeatView { position, hidden } = table.seat_view(seat);
        EngineRequest { ticket, seat, level, rules: table.rules().clone(), position, hidden, seed }
    }
}

/// The reply to a request.
#[derive(Clone, Debug)]
pub struct EngineReply {
    /// The id of the request.
    pub ticket: u64,
    /// The result.
    pub what: Result<ReplyKind, String>,
}

/// The content of a reply.
#[derive(Clone, Debug)]
pub enum ReplyKind {
    /// The move of an engine.
    Move(String),
    /// A hint.
    Hint(Hint),
    /// The exact result of stopping now, or why there is none.
    Stop(Result<Outcome, Refusal>),
    /// How many moves of a review are done, and of how many.
    Reviewing(usize, usize),
    /// A review as text.
    Review(String),
}

/// A hint: a move, its evaluation, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The move.
    pub text: String,
    /// Its evaluation in short form.
    pub worth: String,
    /// What it does, in sentences.
    pub why: Vec<String>,
}

/// Engines by level and seat. They remember the game.
#[derive(Default)]
pub struct EngineCache(BTreeMap<(String, usize), (RuleSet, Box<dyn Engine>)>);

impl EngineCache {
    /// Thinks until there is a reply or `stop` is set, which means: reply now.
    pub fn answer(&mut self, question: &EngineRequest, stop: &AtomicBool) -> Result<ReplyKind, Refusal> {
        let level = question.level.unwrap_or(Level::Max);
        let key = (format!("{:?}", question.level), question.seat);
        if self.0.get(&key).is_none_or(|(rules, _)| *rules != question.rules) {
            let engine =
                new_engine(&question.rules, level, question.seed.wrapping_add(question.seat as u64))?;
            self.0.insert(key.clone(), (question.rules.clone(), engine));
        }
        let Some((_, engine)) = self.0.get_mut(&key) else {
            return Err(Refusal::failed("the engine has stopped"));
        };
        let (nodes, time) = match (question.level, level) {
            (None, _) => (Some(HINT.0), Some(HINT.1)),
            (_, Level::Max) => (None, Some(DEFAULT_MOVE_TIME)),
            (_, Level::MaxFor(time)) => (None, Some(time)),
            _ => (None, None),
        };
        let limits = Limits { nodes, time, lines: 1, ..Limits::default() };
        let view = PositionView { position: &question.position, hidden: question.hidden };
        let control = SearchControl { timer: &Since(Instant::now()), stop, on_progress: &ignore_progress };
        let analysis = engine.think(view, &limits, &control)?;
        if question.level.is_some() {
            return Ok(ReplyKind::Move(analysis.best));
        }
        let line = analysis.lines.into_iter().next().unwrap_or_default();
        let text = line.moves.first().cloned().unwrap_or(analysis.best);
        let why =
            explain(&question.rules, view, std::slice::from_ref(&text), &manifest_names(&question.rules))?;
        let why = why.into_iter().next().unwrap_or_default();
        Ok(ReplyKind::Hint(Hint { text, worth: evaluation_text(&line.evaluation), why }))
    }
}

/// Reviews a recorded game; the text depends only on the record.
pub fn review_text(
    record: &Record,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Result<String, Refusal> {
    let table = record.open()?;
    let mut engine = new_engine(table.rules(), Level::Max, 0)?;
    let limits = Limits { nodes: Some(NODES_PER_MOVE), ..Limits::default() };
    let timer = || -> Box<dyn Timer> { Box::new(FrozenTimer) };
    let names = manifest_names(table.rules());
    let review = review(record, &mut *engine, &limits, &timer, stop, on_progress, &names)?;
    Ok(review.to_text(record, &player_names(record, table.seats())))
}

fn evaluation_text(evaluation: &Evaluation) -> String {
    let win = format!("{:.0} % to win", evaluation.win * 100.0);
    let margin = evaluation.margin.map(|margin| format!(", {margin:+.1}")).unwrap_or_default();
    // In that case it is proved who wins, but not by how much.
    let proved = if evaluation.exact { " (proved)" } else { "" };
    format!("{win}{proved}{margin}")
}

struct Since(Instant);

impl Timer for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A thread that handles one request after the other.
pub struct EngineThread {
    requests: Sender<(EngineRequest, Arc<AtomicBool>)>,
    replies: Sender<EngineReply>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl EngineThread {
    /// Starts the thread. Replies go to `replies`.
    pub fn start(replies: Sender<EngineReply>) -> EngineThread {
        let (requests, received) = channel();
        let to = replies.clone();
        let thread = std::thread::spawn(move || handle_requests(&received, &to));
        EngineThread { requests, replies, stop: Arc::default(), thread }
    }

    /// Whether the thread has ended, which happens only when an engine fails.
    pub fn has_failed(&self) -> bool {
        self.thread.is_finished()
    }

    /// Sends a request; an earlier one that is still running is stopped.
    pub fn ask(&mut self, question: EngineRequest) {
        self.stop();
        self.stop = Arc::default();
        // The receiver is gone only when the program ends.
        let _gone = self.requests.send((question, Arc::clone(&self.stop)));
    }

    /// Asks for the reply at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Reviews a game on a separate thread; [`EngineThread::stop`] cancels it.
    pub fn review(&mut self, ticket: u64, record: Record) {
        self.stop();
        self.stop = Arc::default();
        let (replies, stop) = (self.replies.clone(), Arc::clone(&self.stop));
        std::thread::spawn(move || {
            let reply = |what| {
                // The receiver is gone only when the program ends.
                let _gone = replies.send(EngineReply { ticket, what });
            };
            let text =
                review_text(&record, &stop, &mut |done, all| reply(Ok(ReplyKind::Reviewing(done, all))));
            reply(text.map(ReplyKind::Review).map_err(|refusal| refusal.to_string()));
        });
    }

    /// Works out the exact result of stopping, on a separate thread because it cannot be stopped early.
    pub fn foresee(&self, ticket: u64, mut table: Box<dyn Table>) {
        let replies = self.replies.clone();
        std::thread::spawn(move || {
            table.adjudicate();
            let outcome = table.adjudication().unwrap_or_else(|| Err(Refusal::game_over("the game is over")));
            let _gone = replies.send(EngineReply { ticket, what: Ok(ReplyKind::Stop(outcome)) });
        });
    }
}

fn handle_requests(requests: &Receiver<(EngineRequest, Arc<AtomicBool>)>, to: &Sender<EngineReply>) {
    let mut engines = EngineCache::default();
    while let Ok((question, stop)) = requests.recv() {
        let what = engines.answer(&question, &stop).map_err(|refusal| refusal.to_string());
        if to.send(EngineReply { ticket: question.ticket, what }).is_err() {
            return;
        }
    }
}
