//! Built-in engines as players, and how much of the clock they use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use floe_engine::baseline::{Baseline, new_baseline};
use floe_engine::{
    DEFAULT_MOVE_TIME, Level, Limits, PositionView, SearchControl, Timer, ignore_progress, new_engine,
};
use floe_games::switches::RuleSet;
use floe_games::{Outcome, Refusal};
use floe_wire::ugi;
use tokio::task::spawn_blocking;

use crate::Fault;
use crate::player::{GameSetup, Player, PlayerFuture, TurnRequest};

/// The system's clock, from when it was started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// A timer that starts now.
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }
}

impl Timer for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The search limits that follow from UGI's clock data: time per move, or a share of what is left on the clock.
pub fn search_limits(limits: &ugi::GoLimits, seat: usize) -> Limits {
    let ms = Duration::from_millis;
    let seat = seat.min(3);
    let increment = limits.increments_ms[seat].map_or(Duration::ZERO, ms);
    // A game has about forty moves, and those in the middle decide it: a share of what is left shrinks with it.
    let share = limits.clocks_ms[seat].map(ms).map(|bank| (bank / 18 + increment * 3 / 4).min(bank * 3 / 4));
    let time = match (limits.move_ms.map(ms), share) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    Limits { nodes: limits.nodes, depth: limits.depth, time: time.map(with_margin), ..Limits::default() }
}

/// Keeps a margin for sending the move: a late move loses.
fn with_margin(time: Duration) -> Duration {
    time - (time / 10).clamp(Duration::from_millis(2), Duration::from_millis(40)).min(time / 2)
}

/// Which engine plays.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EngineSpec {
    /// Floe's engine at a level.
    Level(Level),
    /// A baseline to compare it with.
    Baseline(Baseline),
}

impl EngineSpec {
    fn create(self, rules: &RuleSet, seed: u64) -> Result<Box<dyn floe_engine::Engine>, Refusal> {
        match self {
            EngineSpec::Level(level) => new_engine(rules, level, seed),
            EngineSpec::Baseline(baseline) => new_baseline(rules, baseline, seed),
        }
    }
}

/// An engine in this process. It gets its seat's view like every other player.
pub(crate) struct EnginePlayer {
    engine: EngineSpec,
    seed: u64,
    /// `None` while it is thinking.
    instance: Option<Box<dyn floe_engine::Engine>>,
    /// The chance of winning that the last search found.
    score: Option<f64>,
}

impl EnginePlayer {
    pub(crate) fn new(engine: EngineSpec, seed: u64) -> EnginePlayer {
        EnginePlayer { engine, seed, instance: None, score: None }
    }

    /// A player that joins in the middle of a game.
    pub(crate) fn mid_game(level: Level, seed: u64, rules: &RuleSet) -> Result<EnginePlayer, Refusal> {
        Ok(EnginePlayer {
            engine: EngineSpec::Level(level),
            seed,
            instance: Some(new_engine(rules, level, seed)?),
            score: None,
        })
    }

    fn limits(&self, question: &TurnRequest) -> Limits {
        let mut limits = search_limits(&question.limits, question.seat);
        let allotted = question.allotted.filter(|_| limits.time.is_none());
        limits.time = limits.time.or(allotted.map(with_margin));
        match self.engine {
            EngineSpec::Level(Level::Max) | EngineSpec::Baseline(Baseline { time: None, .. }) => {
                limits.time = limits.time.or(Some(DEFAULT_MOVE_TIME));
            }
            EngineSpec::Level(Level::MaxFor(time))
            | EngineSpec::Baseline(Baseline { time: Some(time), .. }) => {
                limits.time = Some(limits.time.unwrap_or(time).min(with_margin(time)));
            }
            // Other levels are limited by nodes; the clock only ends a search that would lose on time.
            EngineSpec::Level(_) => {}
        }
        limits
    }
}

/// Stops a search when its caller has gone.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn choose(
    instance: &mut dyn floe_engine::Engine,
    question: &TurnRequest,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<(String, Option<f64>), Fault> {
    let control = SearchControl { timer: &Stopwatch::start(), stop, on_progress: &ignore_progress };
    let view = PositionView { position: &question.position, hidden: question.hidden };
    match instance.think(view, limits, &control) {
        Ok(analysis) => {
            let score = analysis.lines.first().map(|line| line.evaluation.win);
            Ok((analysis.best, score))
        }
        Err(refusal) => Err(Fault::Crashed(refusal.to_string())),
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> String {
        match self.engine {
            EngineSpec::Level(level) => level.to_string(),
            EngineSpec::Baseline(baseline) => format!("baseline:{baseline}"),
        }
    }

    fn begin<'a>(&'a mut self, invitation: &'a GameSetup) -> PlayerFuture<'a, ()> {
        let begun = match self.engine.create(&invitation.rules, self.seed) {
            Ok(instance) => {
                self.instance = Some(instance);
                Ok(())
            }
            Err(refusal) => Err(Fault::NotStarted(refusal.to_string())),
        };
        Box::pin(async { begun })
    }

    fn choose<'a>(&'a mut self, question: &'a TurnRequest) -> PlayerFuture<'a, String> {
        let limits = self.limits(question);
        Box::pin(async move {
            let Some(mut instance) = self.instance.take() else {
                return Err(Fault::Crashed("the game has not started".into()));
            };
            // Players that do not search answer immediately; a task would cost more than the answer.
            if matches!(self.engine, EngineSpec::Level(Level::Random | Level::Greedy)) {
                let choice = choose(&mut *instance, question, &limits, &AtomicBool::new(false));
                self.instance = Some(instance);
                // They do not search, so they have nothing to say about the position.
                return choice.map(|(text, _)| text);
            }
            let stop = Arc::new(AtomicBool::new(false));
            let _gone = StopOnDrop(Arc::clone(&stop));
            let question = question.clone();
            let analysis = spawn_blocking(move || {
                let choice = choose(&mut *instance, &question, &limits, &stop);
                (instance, choice)
            });
            match analysis.await {
                Ok((instance, choice)) => {
                    self.instance = Some(instance);
                    let (text, score) = choice?;
                    self.score = score;
                    Ok(text)
                }
                Err(_) => Err(Fault::Crashed("the engine panicked".into())),
            }
        })
    }

    fn end<'a>(&'a mut self, _outcome: &'a Outcome) -> PlayerFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn score(&self) -> Option<f64> {
        self.score
    }
}
