//! Queues with short waits, workers that can vanish, and small jobs.

use std::time::Duration;

use async_nats::jetstream;
use floe_engine::Level;
use floe_games::registry::find;
use floe_games::switches::RuleSet;
use floe_lab::Matchup;
use floe_work::{
    ClassLimits, Job, Kind, LabGame, NatsServer, Program, WorkLimits, WorkQueue, WorkerOptions,
    WorkerSummary, connect, run_worker,
};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// Limits with which a test takes seconds.
pub fn limits() -> WorkLimits {
    let short = |class: ClassLimits| ClassLimits {
        ack_wait: Duration::from_secs(1),
        check: Duration::from_millis(300),
        wait: Duration::from_secs(60),
        ..class
    };
    let usual = WorkLimits::default();
    WorkLimits { live: short(usual.live), review: short(usual.review), batch: short(usual.batch) }
}

pub fn program() -> Program {
    Program::this("test").unwrap()
}

pub async fn client(server: &NatsServer) -> async_nats::Client {
    connect(&server.url()).await.unwrap().client().clone()
}

pub async fn queue(server: &NatsServer) -> WorkQueue {
    queue_with(server, limits()).await
}

pub async fn queue_with(server: &NatsServer, limits: WorkLimits) -> WorkQueue {
    let client = client(server).await;
    WorkQueue::with_limits(client, program(), limits).await.unwrap()
}

/// Every kind, one job at a time, and enough time to finish.
pub fn options() -> WorkerOptions {
    WorkerOptions { threads: 1, kinds: Kind::ALL.to_vec(), grace: Duration::from_secs(30) }
}

/// A worker with a connection and threads of its own.
pub struct Worker {
    runtime: Option<Runtime>,
    stop: Option<oneshot::Sender<()>>,
    ended: oneshot::Receiver<WorkerSummary>,
}

impl Worker {
    pub fn start(server: &NatsServer, options: WorkerOptions) -> Worker {
        Worker::of(server, options, program())
    }

    pub fn of(server: &NatsServer, options: WorkerOptions, program: Program) -> Worker {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let (end, ended) = oneshot::channel();
        let url = server.url();
        runtime.spawn(async move {
            let client = connect(&url).await.unwrap().client().clone();
            let queue = WorkQueue::with_limits(client, program, limits()).await.unwrap();
            let shutdown = async { stopped.await.unwrap_or(()) };
            let _ = end.send(run_worker(&queue, &options, shutdown, std::future::pending()).await.unwrap());
        });
        Worker { runtime: Some(runtime), stop: Some(stop), ended }
    }

    /// Asks it to stop, and waits for its summary.
    pub async fn drain(mut self) -> WorkerSummary {
        let _ = self.stop.take().unwrap().send(());
        (&mut self.ended).await.unwrap()
    }

    /// Ends it at once: it says nothing more, as if it had been killed.
    pub fn vanish(mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

pub fn rules(game: &str, text: &str) -> RuleSet {
    find(game).unwrap().parse_rules(Some(&text.into())).unwrap()
}

/// A rule set that is played in milliseconds.
pub fn tiny() -> Matchup {
    let rules = rules("paper-penguins", "rows=4,cols=4,pieces=2");
    Matchup { rules, level: Level::Number(1), against: None, judge: None }
}

/// A game that takes a second or more.
pub fn long() -> Matchup {
    Matchup { rules: rules("montauk", "rounds=8"), level: Level::Number(10), against: None, judge: None }
}

pub fn game(matchup: &Matchup, number: u64) -> Job {
    Job::Lab(LabGame::new(matchup, 7, number))
}

/// Waits until a worker has taken a job of a kind.
pub async fn taken(server: &NatsServer, stream: &str, kind: Kind) {
    let context = jetstream::new(client(server).await);
    let name = format!("{}-{}", program().token(), kind.as_str());
    for _ in 0..3000 {
        if let Ok(stream) = context.get_stream(stream).await
            && let Ok(info) = stream.consumer_info(&name).await
            && info.num_ack_pending > 0
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no worker has taken a job of {name} within a minute");
}

/// How many messages a stream holds once there are `expected`, or after ten seconds: a message that was acknowledged goes a
/// moment later.
pub async fn messages_in_the_end(server: &NatsServer, stream: &str, expected: u64) -> u64 {
    for _ in 0..500 {
        if messages(server, stream).await == expected {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    messages(server, stream).await
}

/// How many messages a stream holds.
pub async fn messages(server: &NatsServer, stream: &str) -> u64 {
    let context = jetstream::new(client(server).await);
    context.get_stream(stream).await.unwrap().cached_info().state.messages
}
