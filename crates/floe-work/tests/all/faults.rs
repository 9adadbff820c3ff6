//! Workers that vanish, jobs that come twice, a server that restarts: a delay and nothing else.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, AckKind};
use floe_work::{Kind, NatsServer, WorkerOptions, perform};
use futures_util::StreamExt;

use crate::support::{
    Worker, client, game, long, messages, messages_in_the_end, options, program, queue, taken, tiny,
};

#[tokio::test]
async fn a_job_of_a_worker_that_vanishes_is_done_by_another() {
    let Some(server) = NatsServer::start("") else { return };
    let queue = queue(&server).await;
    let job = game(&long(), 0);
    let pending = queue.submit(job.clone()).await.unwrap();
    let first = Worker::start(&server, options());
    taken(&server, "FLOE_JOBS_BATCH", Kind::Lab).await;
    first.vanish();
    let second = Worker::start(&server, options());
    assert_eq!(pending.answer().await.unwrap(), perform(&job, &AtomicBool::new(false)).unwrap());
    let summary = second.drain().await;
    assert_eq!((summary.jobs(), summary.redelivered), (1, 1));
}

#[tokio::test]
async fn a_worker_that_must_go_gives_its_job_back() {
    let Some(server) = NatsServer::start("") else { return };
    let queue = queue(&server).await;
    let pending = queue.submit(game(&long(), 1)).await.unwrap();
    let hurried = Worker::start(&server, WorkerOptions { grace: Duration::ZERO, ..options() });
    taken(&server, "FLOE_JOBS_BATCH", Kind::Lab).await;
    let summary = hurried.drain().await;
    assert_eq!((summary.jobs(), summary.given_back), (0, 1));
    let patient = Worker::start(&server, options());
    pending.answer().await.unwrap();
    // With time to finish, it finishes.
    let pending = queue.submit(game(&long(), 2)).await.unwrap();
    taken(&server, "FLOE_JOBS_BATCH", Kind::Lab).await;
    let (summary, answer) = tokio::join!(patient.drain(), pending.answer());
    answer.unwrap();
    assert_eq!((summary.jobs(), summary.given_back), (2, 0));
    assert_eq!(messages_in_the_end(&server, "FLOE_JOBS_BATCH", 0).await, 0);
}

#[tokio::test]
async fn a_job_that_comes_twice_has_one_answer() {
    let Some(server) = NatsServer::start("") else { return };
    let (one, two) = (queue(&server).await, queue(&server).await);
    let job = game(&tiny(), 3);
    let pending = [one.submit(job.clone()).await.unwrap(), two.submit(job.clone()).await.unwrap()];
    assert_eq!(messages(&server, "FLOE_JOBS_BATCH").await, 2);
    let worker = Worker::start(&server, options());
    let [first, second] = pending.map(floe_work::Pending::answer);
    let (first, second) = tokio::join!(first, second);
    assert_eq!(first.unwrap(), second.unwrap());
    worker.drain().await;
    assert_eq!(messages_in_the_end(&server, "FLOE_JOBS_BATCH", 0).await, 0);
    assert_eq!(messages(&server, "FLOE_ANSWERS").await, 1);
    // And whoever asks later need not wait for a worker.
    assert_eq!(
        one.perform(job.clone(), &|_| {}).await.unwrap(),
        perform(&job, &AtomicBool::new(false)).unwrap()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_restarts_costs_a_delay() {
    let Some(server) = NatsServer::start("") else { return };
    let queue = queue(&server).await;
    let _worker = Worker::start(&server, options());
    while queue.threads(Kind::Lab) == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let jobs: Vec<_> = (0..30).map(|number| game(&tiny(), number)).collect();
    let answers = jobs.iter().map(|job| queue.perform(job.clone(), &|_| {}));
    let restarts = async {
        for end in [NatsServer::stop as fn(&NatsServer), NatsServer::crash] {
            tokio::time::sleep(Duration::from_millis(100)).await;
            tokio::task::block_in_place(|| {
                end(&server);
                server.restart();
            });
        }
    };
    let (answers, ()) = tokio::join!(futures_util::future::join_all(answers), restarts);
    for (job, answer) in jobs.iter().zip(answers) {
        assert_eq!(answer.unwrap(), perform(job, &AtomicBool::new(false)).unwrap());
    }
}

#[tokio::test]
async fn a_job_that_no_worker_finishes_fails_and_may_be_tried_again() {
    let Some(server) = NatsServer::start("") else { return };
    let queue = queue(&server).await;
    // A worker makes the consumer, and leaves.
    Worker::start(&server, options()).drain().await;
    let pending = queue.submit(game(&tiny(), 9)).await.unwrap();
    let context = jetstream::new(client(&server).await);
    let name = format!("{}-lab", program().token());
    let consumer: PullConsumer =
        context.get_stream("FLOE_JOBS_BATCH").await.unwrap().get_consumer(&name).await.unwrap();
    // Five workers begin it and end.
    for _ in 0..5 {
        let mut fetched =
            consumer.batch().max_messages(1).expires(Duration::from_secs(5)).messages().await.unwrap();
        let message = fetched.next().await.unwrap().unwrap();
        message.ack_with(AckKind::Nak(None)).await.unwrap();
    }
    let _worker = Worker::start(&server, options());
    let failed = pending.answer().await.unwrap_err().to_string();
    assert_eq!(failed, "the game of the lab was given up: 5 workers began it, and none finished");
    queue.perform(game(&tiny(), 9), &|_| {}).await.unwrap();
}
