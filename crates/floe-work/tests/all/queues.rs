//! Full queues, urgent jobs, jobs that are taken back, workers of other builds.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use floe_games::{Start, open};
use floe_work::{
    ClassLimits, Job, JobRules, Kind, MoveRequest, NatsServer, Program, WorkLimits, WorkerOptions,
};

use crate::support::{Worker, game, limits, long, messages, options, queue, queue_with, taken, tiny};

#[tokio::test]
async fn a_full_queue_says_so_and_loses_nothing() {
    let Some(server) = NatsServer::start("") else { return };
    let small = WorkLimits { batch: ClassLimits { jobs: 3, ..limits().batch }, ..limits() };
    let queue = queue_with(&server, small).await;
    let mut pending = Vec::new();
    for number in 0..3 {
        pending.push(queue.submit(game(&tiny(), number)).await.unwrap());
    }
    let full = "the queue for games is full: it holds 3 jobs; try again later";
    assert_eq!(queue.submit(game(&tiny(), 3)).await.err().unwrap().to_string(), full);
    // Who is patient waits, and hears why.
    let (said, last) = (Mutex::new(Vec::new()), game(&tiny(), 4));
    let on_wait = |sentence: &str| said.lock().unwrap().push(sentence.to_owned());
    let patient = queue.perform(last, &on_wait);
    let begin = async {
        while said.lock().unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Worker::start(&server, options())
    };
    let (answer, worker) = tokio::join!(patient, begin);
    answer.unwrap();
    for pending in pending {
        pending.answer().await.unwrap();
    }
    assert_eq!(*said.lock().unwrap(), [full]);
    assert_eq!(worker.drain().await.jobs(), 4);
}

fn request_for_a_move() -> Job {
    let rules = tiny().rules;
    let view = open(&rules, Start::Seed(1)).unwrap().seat_view(0);
    Job::Move(MoveRequest {
        rules: JobRules::new(&rules),
        level: "1".into(),
        position: view.position,
        hidden: view.hidden,
        seed: 5,
        time_ms: 5_000,
    })
}

#[tokio::test]
async fn a_move_does_not_wait_for_games() {
    let Some(server) = NatsServer::start("") else { return };
    let queue = queue(&server).await;
    let games =
        [queue.submit(game(&long(), 0)).await.unwrap(), queue.submit(game(&long(), 1)).await.unwrap()];
    let worker = Worker::start(&server, options());
    taken(&server, "FLOE_JOBS_BATCH", Kind::Lab).await;
    let done = AtomicBool::new(false);
    let [first, second] = games.map(floe_work::Pending::answer);
    let first = async {
        first.await.unwrap();
        done.store(true, Ordering::Relaxed);
    };
    let urgent = async {
        queue.perform(request_for_a_move(), &|_| {}).await.unwrap();
        assert!(!done.load(Ordering::Relaxed), "the game was over before the move");
    };
    let ((), (), second) = tokio::join!(first, urgent, second);
    second.unwrap();
    assert_eq!(worker.drain().await.done, [("lab", 2), ("move", 1)].into());
}

#[tokio::test]
async fn a_job_that_nobody_wants_any_more_is_taken_back() {
    let Some(server) = NatsServer::start("") else { return };
    let queue = queue(&server).await;
    let waiting = queue.submit(game(&tiny(), 0)).await.unwrap();
    drop(waiting);
    while messages(&server, "FLOE_JOBS_BATCH").await > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let running = queue.submit(game(&long(), 5)).await.unwrap();
    let worker = Worker::start(&server, options());
    taken(&server, "FLOE_JOBS_BATCH", Kind::Lab).await;
    drop(running);
    let mut summary = worker.drain().await;
    summary.done.remove("lab");
    assert_eq!((summary.jobs(), summary.failed), (0, 0), "{summary:?}");
}

#[tokio::test]
async fn a_worker_of_another_build_answers_nothing() {
    let Some(server) = NatsServer::start("") else { return };
    let queue = queue(&server).await;
    let other = Worker::of(&server, options(), Program::this("another").unwrap());
    let job = game(&tiny(), 0);
    let pending = queue.submit(job).await.unwrap();
    let sentence =
        "no worker does jobs of the kind lab; there are workers of another build (another), this is test";
    while queue.absence(Kind::Lab) != sentence {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(queue.threads(Kind::Lab), 0);
    // Neither does one that does other kinds.
    let moves = Worker::start(&server, WorkerOptions { kinds: vec![Kind::Move], threads: 3, ..options() });
    while queue.threads(Kind::Move) != 3 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!((queue.threads(Kind::Lab), messages(&server, "FLOE_JOBS_BATCH").await), (0, 1));
    let right = Worker::start(&server, options());
    pending.answer().await.unwrap();
    assert_eq!(
        [other.drain().await.jobs(), moves.drain().await.jobs(), right.drain().await.jobs()],
        [0, 0, 1]
    );
}
