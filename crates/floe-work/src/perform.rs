//! Does a job, with the same code that does it on one machine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use floe_engine::explain::manifest_names;
use floe_engine::review::review;
use floe_engine::{FrozenTimer, Limits, PositionView, SearchControl, Timer, ignore_progress, new_engine};
use floe_games::Refusal;
use floe_lab::play;
use floe_referee::Stopwatch;
use floe_referee::tournament::GameOrder;

use crate::job::level;
use crate::{Answer, Job, MoveAnswer, MoveRequest, ReviewRequest};

/// Why a job ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It cannot be done.
    Failed(String),
    /// It was stopped.
    Stopped,
}

/// Does a job on this thread. `stop` may be set at any time. A job that panics fails, and nothing else does.
pub fn perform(job: &Job, stop: &AtomicBool) -> Result<Answer, Ended> {
    let done = catch_unwind(AssertUnwindSafe(|| match job {
        Job::Move(request) => choose(request, stop).map(|answer| Some(Answer::Move(answer))),
        Job::Review(request) => judge(request, stop).map(Answer::Review).map(Some),
        Job::Game(order) => play_game(order, stop),
        Job::Lab(game) => {
            let played = game.matchup().and_then(|matchup| play(&matchup, game.seed, game.number, stop));
            played.map(|history| history.map(Answer::Lab)).map_err(|refusal| refusal.to_string())
        }
    }));
    match done {
        _ if stop.load(Ordering::Relaxed) => Err(Ended::Stopped),
        Ok(Ok(Some(answer))) => Ok(answer),
        Ok(Ok(None)) => Err(Ended::Stopped),
        Ok(Err(reason)) => Err(Ended::Failed(reason)),
        Err(_) => Err(Ended::Failed(format!("the {} made the program panic", job.kind().about()))),
    }
}

fn choose(request: &MoveRequest, stop: &AtomicBool) -> Result<MoveAnswer, String> {
    let search = || {
        let mut engine = new_engine(&request.rules.read()?, level(&request.level)?, request.seed)?;
        let limits =
            Limits { time: Some(Duration::from_millis(request.time_ms)), threads: 1, ..Limits::default() };
        let timer = Stopwatch::start();
        let control = SearchControl { timer: &timer, stop, on_progress: &ignore_progress };
        let view = PositionView { position: &request.position, hidden: request.hidden };
        engine.think(view, &limits, &control)
    };
    let analysis = search().map_err(|refusal: Refusal| refusal.to_string())?;
    Ok(MoveAnswer { best: analysis.best, nodes: analysis.nodes })
}

fn judge(request: &ReviewRequest, stop: &AtomicBool) -> Result<String, String> {
    let judged = || {
        let table = request.record.replay()?;
        let mut engine = new_engine(table.rules(), level(&request.level)?, 0)?;
        let limits = Limits { nodes: Some(request.nodes), ..Limits::default() };
        let timer = || -> Box<dyn Timer> { Box::new(FrozenTimer) };
        let seat_name = manifest_names(table.rules());
        review(&request.record, &mut *engine, &limits, &timer, stop, &mut |_, _| {}, &seat_name)
    };
    let review = judged().map_err(|refusal: Refusal| refusal.to_string())?;
    Ok(review.to_json(&request.record).to_string())
}

/// How often a game looks whether it was stopped.
const LOOK: Duration = Duration::from_millis(50);

fn play_game(order: &GameOrder, stop: &AtomicBool) -> Result<Option<Answer>, String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| format!("cannot start a game: {error}"))?;
    let stopped = async {
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(LOOK).await;
        }
    };
    let played = runtime.block_on(async {
        tokio::select! {
            played = order.play() => Some(played),
            () = stopped => None,
        }
    });
    // A search that does not notice must not hold this thread.
    runtime.shutdown_background();
    match played {
        None => Ok(None),
        Some(Ok(entry)) => Ok(Some(Answer::Game(Box::new(entry)))),
        Some(Err(error)) => Err(error.to_string()),
    }
}
