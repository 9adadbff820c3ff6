//! `--workers`: games that are played by workers on other machines, with the results of this one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use floe_games::Refusal;
use floe_lab::{GameHistory, Matchup};
use floe_referee::tournament::{GameFuture, GameOrder, TournamentError};
use floe_work::{Answer, Job, Kind, LabGame, Program, WorkError, WorkQueue, connect};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

use crate::output::Failure;
use crate::version::version;

/// The most games that are given away at once.
pub const MAX_GIVEN: usize = 256;
/// How often the number of workers is looked at.
const LOOK: Duration = Duration::from_millis(500);
/// How long workers have to show up before their absence is reported.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a game that was given away looks whether it is still wanted.
const WANTED: Duration = Duration::from_millis(100);

/// Where games are played.
#[derive(clap::Args)]
pub struct WorkersArgs {
    /// Have the games played by the workers of this NATS server (nats://HOST:4222; see `floe worker`). The results are those
    /// of this machine.
    #[arg(long = "workers", value_name = "URL")]
    pub url: Option<String>,
}

/// The program, for queues.
pub fn this_program() -> Result<Program, Failure> {
    Ok(Program::this(&version())?)
}

/// The workers of a NATS server.
pub struct Workers {
    runtime: Runtime,
    queue: WorkQueue,
    /// Twice as many as the workers have threads: one game is played while the next one waits.
    places: Arc<Semaphore>,
}

impl Workers {
    /// Connects to the workers that do jobs of a kind, and says on standard error how many there are.
    pub fn connect(url: &str, kind: Kind) -> Result<Workers, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| Failure::Usage(format!("cannot start threads: {error}")))?;
        // The address first: what is wrong with it is said at once.
        let connection = runtime.block_on(connect(url)).map_err(|error| failure(error.into()))?;
        let program = this_program()?;
        let queue = runtime.block_on(WorkQueue::open(connection.client().clone(), program));
        let queue = queue.map_err(failure)?;
        let places = Arc::new(Semaphore::new(0));
        runtime.spawn(watch(queue.clone(), kind, Arc::clone(&places)));
        Ok(Workers { runtime, queue, places })
    }

    /// The threads that wait for games.
    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// Has a game of the lab played. `None` if it was stopped, or not begun before it was `enough`.
    pub fn play(
        &self,
        matchup: &Matchup,
        seed: u64,
        number: u64,
        enough: &AtomicBool,
        stop: &AtomicBool,
    ) -> Result<Option<GameHistory>, Refusal> {
        let job = Job::Lab(LabGame::new(matchup, seed, number));
        let answer = self.runtime.block_on(async {
            let _place = tokio::select! {
                place = self.places.acquire() => place,
                () = set(enough) => return None,
                () = set(stop) => return None,
            };
            tokio::select! {
                answer = self.queue.perform(job, &tell) => Some(answer),
                () = set(stop) => None,
            }
        });
        match answer {
            None => Ok(None),
            Some(Ok(Answer::Lab(history))) => Ok(Some(history)),
            Some(Ok(_)) => Err(Refusal::failed("a worker sent an answer to another question")),
            Some(Err(error)) => Err(Refusal::failed(error.to_string())),
        }
    }

    /// Gives a game of a match or tournament away.
    pub fn give(&self, mut order: GameOrder) -> GameFuture {
        let (queue, places) = (self.queue.clone(), Arc::clone(&self.places));
        Box::pin(async move {
            if order.is_timed() {
                // Played again, it may end in another way: it must not be taken for the game of an earlier match.
                let mut nonce = [0; 8];
                getrandom::fill(&mut nonce).map_err(|error| Refusal::failed(error.to_string()))?;
                // Numbers above 2^53 do not survive every reader of JSON.
                order.nonce = Some(u64::from_le_bytes(nonce) >> 11);
            }
            let _place = places.acquire().await;
            match queue.perform(Job::Game(Box::new(order)), &tell).await {
                Ok(Answer::Game(entry)) => Ok(*entry),
                Ok(_) => {
                    Err(TournamentError::from(Refusal::failed("a worker sent an answer to another question")))
                }
                Err(error) => Err(TournamentError::from(Refusal::failed(error.to_string()))),
            }
        })
    }

    /// Takes back what was given away and is not done.
    pub fn close(self) {
        self.runtime.block_on(self.queue.settle());
        self.runtime.shutdown_timeout(Duration::from_secs(1));
    }
}

/// Why there are no workers to ask.
pub fn failure(error: WorkError) -> Failure {
    match error {
        WorkError::Connect(floe_work::ConnectError::Address(_)) => Failure::Usage(error.to_string()),
        error => Failure::Negative(error.to_string()),
    }
}

fn tell(sentence: &str) {
    eprintln!("floe: {sentence}");
}

async fn set(flag: &AtomicBool) {
    while !flag.load(Ordering::Relaxed) {
        tokio::time::sleep(WANTED).await;
    }
}

/// Keeps as many places as the workers need, and says when their number changes.
async fn watch(queue: WorkQueue, kind: Kind, places: Arc<Semaphore>) {
    let (mut open, mut told, mut absent) = (0usize, None, Duration::ZERO);
    loop {
        let threads = queue.threads(kind);
        let wanted = (2 * threads).clamp(2, MAX_GIVEN);
        match wanted.checked_sub(open) {
            Some(more) => {
                places.add_permits(more);
                open += more;
            }
            // Places that are taken are closed when they are free again.
            None => open -= places.forget_permits(open - wanted),
        }
        absent = if threads == 0 { absent + LOOK } else { Duration::ZERO };
        let due = if threads == 0 { absent >= PATIENCE } else { true };
        if due && told != Some(threads) {
            match threads {
                0 => tell(&format!("{}; waiting", queue.absence(kind))),
                1 => tell("1 thread of workers"),
                threads => tell(&format!("{threads} threads of workers")),
            }
            told = Some(threads);
        }
        tokio::time::sleep(LOOK).await;
    }
}
