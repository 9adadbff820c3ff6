//! Engines that think for seats and for those who ask: a thread of their own, so that the screen never waits.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use floe_engine::explain::explain;
use floe_engine::{
    DEFAULT_MOVE_TIME, Engine, Evaluation, Level, Limits, PositionView, SearchControl, Timer,
    ignore_progress, new_engine,
};
use floe_games::switches::RuleSet;
use floe_games::{Outcome, Refusal, Table, Viewer};

/// How many positions a hint looks at, and the most time it takes.
const HINT: (u64, Duration) = (3_000, Duration::from_secs(2));

/// Something to think about. What the seat to act cannot see is not in it.
#[derive(Clone, Debug)]
pub struct EngineRequest {
    /// By which the answer is known.
    pub ticket: u64,
    /// Who acts.
    pub seat: usize,
    /// The engine that is to move; none asks for advice.
    pub level: Option<Level>,
    /// The rules.
    pub rules: RuleSet,
    /// The position as the seat sees it.
    pub position: String,
    /// Is something hidden in it?
    pub hidden: bool,
    /// What the engine's own dice begin with.
    pub seed: u64,
}

impl EngineRequest {
    /// The question a table puts to a seat.
    pub fn new(
        table: &dyn Table,
        seat: usize,
        level: Option<Level>,
        seed: u64,
        ticket: u64,
    ) -> EngineRequest {
        let position = table.position_text(Viewer::Seat(seat));
        let hidden = position != table.position_text(Viewer::Omniscient);
        EngineRequest { ticket, seat, level, rules: table.rules().clone(), position, hidden, seed }
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct EngineReply {
    /// That of the question.
    pub ticket: u64,
    /// The answer.
    pub what: Result<ReplyKind, String>,
}

/// An answer.
#[derive(Clone, Debug)]
pub enum ReplyKind {
    /// The move of an engine.
    Move(String),
    /// Advice.
    Hint(Hint),
    /// The exact result of stopping now, or why there is none.
    Stop(Result<Outcome, Refusal>),
}

/// Advice: a move, what it is worth, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The move.
    pub text: String,
    /// What it is worth, in a few words.
    pub worth: String,
    /// What it does, in sentences.
    pub why: Vec<String>,
}

/// Engines by level and seat. They remember the game.
#[derive(Default)]
pub struct EngineCache(BTreeMap<(String, usize), (RuleSet, Box<dyn Engine>)>);

impl EngineCache {
    /// Thinks until there is an answer or somebody says stop, which is: answer now.
    pub fn answer(&mut self, question: &EngineRequest, stop: &AtomicBool) -> Result<ReplyKind, Refusal> {
        let level = question.level.unwrap_or(Level::Max);
        let key = (format!("{:?}", question.level), question.seat);
        if self.0.get(&key).is_none_or(|(rules, _)| *rules != question.rules) {
            let engine =
                new_engine(&question.rules, level, question.seed.wrapping_add(question.seat as u64))?;
            self.0.insert(key.clone(), (question.rules.clone(), engine));
        }
        let Some((_, engine)) = self.0.get_mut(&key) else {
            return Err(Refusal::new("the engine is gone"));
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
        let why = explain(&question.rules, view, std::slice::from_ref(&text))?;
        let why = why.into_iter().next().unwrap_or_default();
        Ok(ReplyKind::Hint(Hint { text, worth: evaluation_text(&line.evaluation), why }))
    }
}

fn evaluation_text(evaluation: &Evaluation) -> String {
    let win = format!("{:.0} % to win", evaluation.win * 100.0);
    let margin = evaluation.margin.map(|margin| format!(", {margin:+.1}")).unwrap_or_default();
    // Who wins is proved then, and not by how much.
    let proved = if evaluation.exact { " (proved)" } else { "" };
    format!("{win}{proved}{margin}")
}

struct Since(Instant);

impl Timer for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A thread that answers one question after the other.
pub struct EngineThread {
    questions: Sender<(EngineRequest, Arc<AtomicBool>)>,
    answers: Sender<EngineReply>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl EngineThread {
    /// Starts it. Answers go where they are wanted.
    pub fn start(answers: Sender<EngineReply>) -> EngineThread {
        let (questions, asked) = channel();
        let to = answers.clone();
        let thread = std::thread::spawn(move || think_on(&asked, &to));
        EngineThread { questions, answers, stop: Arc::default(), thread }
    }

    /// Has the thread ended, which it does only when an engine fails?
    pub fn has_failed(&self) -> bool {
        self.thread.is_finished()
    }

    /// Asks; an earlier question that is still thought about is ended.
    pub fn ask(&mut self, question: EngineRequest) {
        self.stop();
        self.stop = Arc::default();
        // Nobody hears this only when the program ends.
        let _gone = self.questions.send((question, Arc::clone(&self.stop)));
    }

    /// Asks for the answer at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Works out the exact result of stopping, on a thread for itself: it cannot be hurried.
    pub fn foresee(&self, ticket: u64, mut table: Box<dyn Table>) {
        let answers = self.answers.clone();
        std::thread::spawn(move || {
            table.adjudicate();
            let outcome = table.adjudication().unwrap_or_else(|| Err(Refusal::new("the game is over")));
            let _gone = answers.send(EngineReply { ticket, what: Ok(ReplyKind::Stop(outcome)) });
        });
    }
}

fn think_on(asked: &Receiver<(EngineRequest, Arc<AtomicBool>)>, to: &Sender<EngineReply>) {
    let mut engines = EngineCache::default();
    while let Ok((question, stop)) = asked.recv() {
        let what = engines.answer(&question, &stop).map_err(|refusal| refusal.to_string());
        if to.send(EngineReply { ticket: question.ticket, what }).is_err() {
            return;
        }
    }
}
