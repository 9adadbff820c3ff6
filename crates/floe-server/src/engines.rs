//! Engines as seats: a few threads of low priority, and a queue before them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use floe_engine::{Asked, Level, Limits, UNHURRIED, Watch, mind, nobody_listens};
use floe_games::switches::RuleSet;
use floe_referee::{Question, Stopwatch};
use tokio::sync::oneshot;

/// The longest an engine thinks about a move at a table.
const LONGEST: Duration = Duration::from_secs(5);
/// The most questions that wait.
const QUEUE: usize = 20_000;

struct Job {
    rules: RuleSet,
    level: Level,
    question: Question,
    seed: u64,
    answer: oneshot::Sender<Result<String, String>>,
}

/// The engines of a server.
pub struct Engines {
    jobs: Mutex<Option<mpsc::SyncSender<Job>>>,
    stop: Arc<AtomicBool>,
}

impl Engines {
    /// So many threads; zero leaves one core to the tables.
    pub fn start(threads: usize) -> Engines {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores.saturating_sub(1).max(1) } else { threads };
        let (jobs, waiting) = mpsc::sync_channel::<Job>(QUEUE);
        let waiting = Arc::new(Mutex::new(waiting));
        let stop = Arc::new(AtomicBool::new(false));
        for number in 0..threads {
            let (waiting, stop) = (Arc::clone(&waiting), Arc::clone(&stop));
            let work = move || {
                // Tables come first; on Linux this is for the thread alone.
                let _ = rustix::process::nice(10);
                loop {
                    let next = waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).recv();
                    let Ok(job) = next else { break };
                    answer(job, &stop);
                }
            };
            thread::Builder::new()
                .name(format!("engine {number}"))
                .spawn(work)
                .expect("the system gives no thread for engines");
        }
        Engines { jobs: Mutex::new(Some(jobs)), stop }
    }

    /// Asks for a move. `None` when too many wait already: ask again later.
    pub fn ask(
        &self,
        rules: RuleSet,
        level: Level,
        question: Question,
        seed: u64,
    ) -> Option<oneshot::Receiver<Result<String, String>>> {
        let (answer, answered) = oneshot::channel();
        let jobs = self.jobs.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        jobs.as_ref()?.try_send(Job { rules, level, question, seed, answer }).ok()?;
        Some(answered)
    }

    /// Ends all thoughts.
    pub fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.jobs.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
    }
}

fn answer(job: Job, stop: &AtomicBool) {
    if job.answer.is_closed() {
        return;
    }
    let time = match job.level {
        Level::Max => UNHURRIED,
        Level::MaxFor(time) => time.min(LONGEST),
        _ => LONGEST,
    };
    let limits = Limits { time: Some(time), threads: 1, ..Limits::default() };
    let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut mind = mind(&job.rules, job.level, job.seed)?;
        let watch = Watch { clock: &Stopwatch::start(), stop, tell: &nobody_listens };
        mind.think(Asked { position: &job.question.position, hidden: job.question.hidden }, &limits, &watch)
    }));
    let choice = match thought {
        Ok(Ok(thought)) => Ok(thought.best),
        Ok(Err(refusal)) => Err(refusal.to_string()),
        Err(_) => Err("the engine failed".into()),
    };
    // Whoever asked may be gone.
    let _ = job.answer.send(choice);
}
