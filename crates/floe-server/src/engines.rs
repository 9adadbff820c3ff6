//! Engines as seats: a few threads of low priority, and a queue before them in which everybody gets their turn.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use floe_engine::{Asked, Level, Limits, UNHURRIED, Watch, mind, nobody_listens};
use floe_games::switches::RuleSet;
use floe_referee::{Question, Stopwatch};
use tokio::sync::oneshot;

/// The longest an engine thinks about a move at a table.
const LONGEST: Duration = Duration::from_secs(5);
/// The same while others wait.
const HURRIED: Duration = Duration::from_secs(1);
/// The most questions that wait.
const QUEUE: usize = 20_000;

struct Job {
    rules: RuleSet,
    level: Level,
    question: Question,
    seed: u64,
    answer: oneshot::Sender<Result<String, String>>,
    unwanted: Arc<AtomicBool>,
}

/// A thought that was asked for; dropping it ends the thought.
pub struct Thinking {
    answer: oneshot::Receiver<Result<String, String>>,
    _unwanted: Unwanted,
}

struct Unwanted(Arc<AtomicBool>);

impl Drop for Unwanted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Thinking {
    /// The move, or why there is none; nothing at all when the engines were closed before they came to it.
    pub async fn wait(self) -> Option<Result<String, String>> {
        self.answer.await.ok()
    }
}

/// What waits: the jobs of each user, the users in turn.
#[derive(Default)]
struct Queue {
    users: VecDeque<(String, VecDeque<Job>)>,
    waiting: usize,
    closed: bool,
}

impl Queue {
    fn push(&mut self, user: &str, job: Job) {
        self.waiting += 1;
        match self.users.iter_mut().find(|(known, _)| known == user) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.users.push_back((user.to_owned(), VecDeque::from([job]))),
        }
    }

    /// The next job of whoever waited longest for a turn; then it is the turn of the next.
    fn pop(&mut self) -> Option<Job> {
        let (user, mut jobs) = self.users.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.users.push_back((user, jobs));
        }
        self.waiting -= usize::from(job.is_some());
        job
    }
}

#[derive(Default)]
struct Desk {
    queue: Mutex<Queue>,
    news: Condvar,
}

impl Desk {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// The engines of a server.
pub struct Engines {
    desk: Arc<Desk>,
}

impl Engines {
    /// So many threads; zero leaves one core to the tables.
    pub fn start(threads: usize) -> Engines {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores.saturating_sub(1).max(1) } else { threads };
        let desk = Arc::<Desk>::default();
        for number in 0..threads {
            let desk = Arc::clone(&desk);
            thread::Builder::new()
                .name(format!("engine {number}"))
                .spawn(move || {
                    // Tables come first; on Linux this is for the thread alone.
                    let _ = rustix::process::nice(10);
                    work(&desk);
                })
                .expect("the system gives no thread for engines");
        }
        Engines { desk }
    }

    /// Asks for a move on behalf of a user. `None` when too many wait already: ask again later.
    pub fn ask(
        &self,
        user: &str,
        rules: RuleSet,
        level: Level,
        question: Question,
        seed: u64,
    ) -> Option<Thinking> {
        let (answer, answered) = oneshot::channel();
        let unwanted = Arc::new(AtomicBool::new(false));
        let mut queue = self.desk.queue();
        if queue.closed || queue.waiting >= QUEUE {
            return None;
        }
        queue.push(user, Job { rules, level, question, seed, answer, unwanted: Arc::clone(&unwanted) });
        self.desk.news.notify_one();
        Some(Thinking { answer: answered, _unwanted: Unwanted(unwanted) })
    }

    /// Takes no more questions, and forgets those that wait.
    pub fn close(&self) {
        let mut queue = self.desk.queue();
        queue.closed = true;
        queue.users.clear();
        queue.waiting = 0;
        self.desk.news.notify_all();
    }
}

fn work(desk: &Desk) {
    loop {
        let mut queue = desk.queue();
        let (job, hurried) = loop {
            if queue.closed {
                return;
            }
            if let Some(job) = queue.pop() {
                break (job, queue.waiting > 0);
            }
            queue = desk.news.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
        };
        drop(queue);
        if !job.unwanted.load(Ordering::Relaxed) {
            answer(job, if hurried { HURRIED } else { LONGEST });
        }
    }
}

fn answer(job: Job, longest: Duration) {
    let time = match job.level {
        Level::Max => UNHURRIED.min(longest),
        Level::MaxFor(time) => time.min(longest),
        // Limited by nodes: the same move however busy the machine is, short of a stall.
        _ => LONGEST,
    };
    let limits = Limits { time: Some(time), threads: 1, ..Limits::default() };
    let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut mind = mind(&job.rules, job.level, job.seed)?;
        let watch = Watch { clock: &Stopwatch::start(), stop: &job.unwanted, tell: &nobody_listens };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_gets_their_turn() {
        let mut queue = Queue::default();
        let rules = floe_games::registry::find("amazons").unwrap().default_rules();
        let job = |seed| Job {
            rules: rules.clone(),
            level: Level::Random,
            question: Question {
                seat: 0,
                position: String::new(),
                hidden: false,
                legal: Vec::new(),
                limits: Default::default(),
                allotted: None,
            },
            seed,
            answer: oneshot::channel().0,
            unwanted: Arc::default(),
        };
        for seed in 0..5 {
            queue.push("greedy", job(seed));
        }
        queue.push("modest", job(100));
        let order: Vec<u64> = std::iter::from_fn(|| queue.pop()).map(|job| job.seed).collect();
        assert_eq!(order, [0, 100, 1, 2, 3, 4]);
        assert_eq!(queue.waiting, 0);
    }
}
