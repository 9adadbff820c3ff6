//! The worker: takes jobs from the queues, the most urgent first, does them and stores the answers.
//!
//! A job is acknowledged when its answer is stored, and until then the worker says every few seconds that it is at it. If
//! the worker vanishes, NATS gives the job to another. Moves have threads of their own, of a higher priority, so a move
//! never waits for a game to end.

use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use serde::Serialize;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use crate::answer::Reply;
use crate::limits::{ANNOUNCE, CALL, CONSUMER_AGE, MAX_DELIVERIES, MAX_RUNNING};
use crate::presence::Announcement;
use crate::queue::make_streams;
use crate::{Class, Ended, Job, JobId, Kind, WorkError, WorkQueue, names, parts, perform};

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// How many jobs it does at once.
    pub threads: usize,
    /// The kinds of jobs that it does.
    pub kinds: Vec<Kind>,
    /// How long running jobs may take to finish when it is asked to stop; then they are given back.
    pub grace: Duration,
}

/// What a worker has done.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WorkerSummary {
    /// The jobs that were done, by kind.
    pub done: BTreeMap<&'static str, u64>,
    /// The jobs that cannot be done.
    pub failed: u64,
    /// The jobs that were given back.
    pub given_back: u64,
    /// The jobs that were no longer wanted.
    pub unwanted: u64,
    /// The jobs that others had begun before.
    pub redelivered: u64,
    /// How long all jobs took together, in seconds.
    pub busy_s: f64,
    /// How long the worker was there, in seconds.
    pub seconds: f64,
}

impl WorkerSummary {
    /// How many jobs were done.
    pub fn jobs(&self) -> u64 {
        self.done.values().sum()
    }
}

/// How long an idle worker waits for news before it looks by itself.
const LOOK: Duration = Duration::from_secs(1);
/// How long a worker waits when NATS does not answer.
const RETRY: Duration = Duration::from_millis(500);
/// How long an answer is kept by the worker while NATS does not take it.
const STORE: Duration = Duration::from_secs(120);
/// How often a worker reports what it has done.
const REPORT: Duration = Duration::from_secs(30);
/// The scheduling priorities: a move goes before everything else on the machine's workers.
const NICE: [(Class, i32); 3] = [(Class::Live, 0), (Class::Review, 5), (Class::Batch, 10)];

/// Works until `shutdown` is ready; then running jobs are finished. When they take too long, or when `hurry` is ready,
/// they are given back.
pub async fn run_worker(
    queue: &WorkQueue,
    options: &WorkerOptions,
    shutdown: impl Future<Output = ()>,
    hurry: impl Future<Output = ()>,
) -> Result<WorkerSummary, WorkError> {
    let mut name = [0; 8];
    getrandom::fill(&mut name).map_err(WorkError::nats)?;
    let worker = Arc::new(Worker {
        queue: queue.clone(),
        name: base16ct::lower::encode_string(&name),
        options: options.clone(),
        arrived: Notify::new(),
        draining: AtomicBool::new(false),
        live: AtomicUsize::new(0),
        running: Mutex::default(),
        summary: Mutex::default(),
    });
    let began = Instant::now();
    // Consumers first: a worker that cannot take jobs must not start.
    worker.consumers().await?;
    let mut tasks = JoinSet::new();
    tasks.spawn(Arc::clone(&worker).listen());
    tasks.spawn(Arc::clone(&worker).announce());
    tasks.spawn(Arc::clone(&worker).report());
    let mut dispatchers = JoinSet::new();
    let (live, rest): (Vec<Kind>, Vec<Kind>) = Kind::ALL
        .into_iter()
        .filter(|kind| options.kinds.contains(kind))
        .partition(|kind| kind.class() == Class::Live);
    for kinds in [live, rest].into_iter().filter(|kinds| !kinds.is_empty()) {
        dispatchers.spawn(Arc::clone(&worker).dispatch(kinds));
    }
    tokio::pin!(shutdown);
    tokio::select! {
        () = &mut shutdown => {}
        ended = dispatchers.join_next() => {
            if let Some(Err(error)) = ended {
                return Err(WorkError::Failed(format!("the worker failed: {error}")));
            }
        }
    }
    worker.draining.store(true, Ordering::Relaxed);
    worker.arrived.notify_waiters();
    worker.say(0).await;
    let finished = async { while dispatchers.join_next().await.is_some() {} };
    tokio::pin!(finished);
    let in_time = tokio::select! {
        () = &mut finished => true,
        () = sleep(options.grace) => false,
        () = hurry => false,
    };
    if !in_time {
        worker.give_back();
        // Giving back is a message for each job.
        let _ = timeout(CALL, finished).await;
    }
    let _ = timeout(CALL, queue.client().flush()).await;
    let mut summary = worker.summary().clone();
    summary.seconds = began.elapsed().as_secs_f64();
    Ok(summary)
}

struct Worker {
    queue: WorkQueue,
    name: String,
    options: WorkerOptions,
    /// A job has arrived, or the worker is to stop.
    arrived: Notify,
    draining: AtomicBool,
    /// How many moves are being chosen.
    live: AtomicUsize,
    /// What stops each running job.
    running: Mutex<HashMap<String, Arc<Stop>>>,
    summary: Mutex<WorkerSummary>,
}

/// What stops a running job.
#[derive(Default)]
struct Stop {
    stop: AtomicBool,
    unwanted: AtomicBool,
    given_back: AtomicBool,
    changed: Notify,
}

impl Worker {
    fn summary(&self) -> MutexGuard<'_, WorkerSummary> {
        self.summary.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn running(&self) -> MutexGuard<'_, HashMap<String, Arc<Stop>>> {
        self.running.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    fn give_back(&self) {
        for job in self.running().values() {
            job.given_back.store(true, Ordering::Relaxed);
            job.stop.store(true, Ordering::Relaxed);
            job.changed.notify_one();
        }
    }

    /// The consumers of the worker's kinds, made where they do not exist.
    async fn consumers(&self) -> Result<HashMap<Kind, PullConsumer>, WorkError> {
        let (context, token) = (self.queue.context(), self.queue.program().token());
        make_streams(context, self.queue.limits()).await?;
        let mut consumers = HashMap::new();
        for &kind in &self.options.kinds {
            let name = names::consumer(token, kind);
            let config = pull::Config {
                durable_name: Some(name.clone()),
                filter_subject: names::jobs(token, kind),
                ack_policy: AckPolicy::Explicit,
                ack_wait: self.queue.limits().of(kind.class()).ack_wait,
                max_ack_pending: MAX_RUNNING,
                inactive_threshold: CONSUMER_AGE,
                ..pull::Config::default()
            };
            let stream = context.get_stream_no_info(names::stream(kind.class())).await;
            let stream = stream.map_err(WorkError::nats)?;
            let consumer = stream.get_or_create_consumer(&name, config).await.map_err(WorkError::nats)?;
            consumers.insert(kind, consumer);
        }
        Ok(consumers)
    }

    /// Takes jobs of some kinds, as many at once as there are threads.
    async fn dispatch(self: Arc<Worker>, kinds: Vec<Kind>) {
        let slots = Arc::new(Semaphore::new(self.options.threads));
        let mut jobs = JoinSet::new();
        let mut consumers = None;
        while !self.is_draining() {
            let permit = tokio::select! {
                permit = Arc::clone(&slots).acquire_owned() => permit.ok(),
                // Finished jobs are forgotten as they finish.
                Some(_) = jobs.join_next() => None,
                () = self.arrived.notified() => None,
            };
            let Some(permit) = permit else { continue };
            // While all threads choose moves, nothing else begins.
            let batch = kinds.iter().all(|kind| kind.class() != Class::Live);
            if batch && self.live.load(Ordering::Relaxed) >= self.options.threads {
                sleep(Duration::from_millis(20)).await;
                continue;
            }
            let news = self.arrived.notified();
            tokio::pin!(news);
            news.as_mut().enable();
            match self.take(&kinds, &mut consumers).await {
                Ok(Some((kind, message))) => {
                    jobs.spawn(Arc::clone(&self).work(kind, message, permit));
                }
                Ok(None) => {
                    tokio::select! {
                        () = news => {}
                        () = sleep(LOOK) => {}
                        Some(_) = jobs.join_next() => {}
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot take jobs");
                    consumers = None;
                    sleep(RETRY).await;
                }
            }
        }
        while jobs.join_next().await.is_some() {}
    }

    /// The most urgent job that waits.
    async fn take(
        &self,
        kinds: &[Kind],
        consumers: &mut Option<HashMap<Kind, PullConsumer>>,
    ) -> Result<Option<(Kind, Message)>, WorkError> {
        let consumers = match consumers {
            Some(consumers) => consumers,
            None => consumers.insert(self.consumers().await?),
        };
        for kind in kinds {
            let Some(consumer) = consumers.get(kind) else { continue };
            let fetched = async {
                let mut messages =
                    consumer.fetch().max_messages(1).messages().await.map_err(WorkError::nats)?;
                messages.next().await.transpose().map_err(WorkError::nats)
            };
            let fetched = timeout(CALL, fetched).await;
            if let Some(message) =
                fetched.map_err(|_| WorkError::Nats("no answer to a request for jobs".into()))??
            {
                return Ok(Some((*kind, message)));
            }
        }
        Ok(None)
    }

    /// Does a job: to the end, until it is not wanted any more, or until the worker has to go.
    async fn work(self: Arc<Worker>, kind: Kind, message: Message, permit: OwnedSemaphorePermit) {
        let began = Instant::now();
        let is_live = kind.class() == Class::Live;
        if is_live {
            self.live.fetch_add(1, Ordering::Relaxed);
        }
        let ended = self.attempt(kind, &message).await;
        if is_live {
            self.live.fetch_sub(1, Ordering::Relaxed);
        }
        drop(permit);
        let mut summary = self.summary();
        summary.busy_s += began.elapsed().as_secs_f64();
        match ended {
            Ok(End::Done) => *summary.done.entry(kind.as_str()).or_default() += 1,
            Ok(End::Failed) => summary.failed += 1,
            Ok(End::GivenBack) => summary.given_back += 1,
            Ok(End::Unwanted) => summary.unwanted += 1,
            Err(error) => {
                drop(summary);
                tracing::warn!(kind = kind.as_str(), %error, "a job's answer could not be stored; another worker will do it");
            }
        }
    }

    async fn attempt(&self, kind: Kind, message: &Message) -> Result<End, WorkError> {
        let (program, limits) = (self.queue.program(), self.queue.limits().of(kind.class()));
        let deliveries = message.info().map_or(1, |info| info.delivered);
        let Some(id) = message.subject.rsplit('.').next().and_then(JobId::parse) else {
            tracing::warn!(subject = %message.subject, "a message that is no job was removed");
            self.acknowledge(message, AckKind::Term).await?;
            return Ok(End::Failed);
        };
        if deliveries > 1 {
            self.summary().redelivered += 1;
            tracing::info!(job = %id, kind = kind.as_str(), deliveries, "a job that another worker had begun");
        }
        // Another worker may have stored the answer and vanished before it could say so.
        let answered = match kind.class() {
            Class::Live if deliveries <= 1 => None,
            _ => parts::load(self.queue.answers(), program.token(), &id).await?,
        };
        if answered.is_some() {
            self.acknowledge(message, AckKind::Ack).await?;
            return Ok(End::Done);
        }
        let checked = match JobId::new(&message.payload) == id {
            false => Err("the job is not the one that its name says".to_owned()),
            true => match Job::from_bytes(&message.payload) {
                Ok(job) if job.kind() == kind => Ok(job),
                Ok(_) => Err("the job is of another kind than its name says".to_owned()),
                Err(refusal) => Err(refusal.to_string()),
            },
        };
        let job = match checked {
            Ok(_) if deliveries > MAX_DELIVERIES => Err(format!(
                "the {} was given up: {MAX_DELIVERIES} workers began it, and none finished",
                kind.about()
            )),
            checked => checked,
        };
        let job = match job {
            Ok(job) => job,
            Err(reason) => {
                tracing::warn!(job = %id, kind = kind.as_str(), reason, "a job was refused");
                self.reply(&id, &Reply::Failed(reason)).await?;
                self.acknowledge(message, AckKind::Term).await?;
                return Ok(End::Failed);
            }
        };
        let stop = Arc::new(Stop::default());
        self.running().insert(id.as_str().to_owned(), Arc::clone(&stop));
        if self.is_draining() && self.options.grace.is_zero() {
            stop.given_back.store(true, Ordering::Relaxed);
            stop.stop.store(true, Ordering::Relaxed);
        }
        let done = self.run(job, kind, message, &stop, limits.ack_wait, limits.run).await;
        self.running().remove(id.as_str());
        let reply = match done {
            Ok(answer) => Reply::Done(answer),
            Err(_) if stop.unwanted.load(Ordering::Relaxed) => {
                self.acknowledge(message, AckKind::Ack).await?;
                return Ok(End::Unwanted);
            }
            Err(_) if stop.given_back.load(Ordering::Relaxed) => {
                self.acknowledge(message, AckKind::Nak(None)).await?;
                return Ok(End::GivenBack);
            }
            Err(Ended::Stopped) => Reply::Failed(format!(
                "the {} took longer than {} seconds",
                kind.about(),
                limits.run.as_secs()
            )),
            Err(Ended::Failed(reason)) => Reply::Failed(reason),
        };
        self.reply(&id, &reply).await?;
        self.acknowledge(message, AckKind::Ack).await?;
        match reply {
            Reply::Done(_) => Ok(End::Done),
            Reply::Failed(reason) => {
                tracing::warn!(job = %id, kind = kind.as_str(), reason, "a job failed");
                Ok(End::Failed)
            }
        }
    }

    /// Runs a job on a thread, and keeps it while it runs.
    async fn run(
        &self,
        job: Job,
        kind: Kind,
        message: &Message,
        stop: &Arc<Stop>,
        ack_wait: Duration,
        limit: Duration,
    ) -> Result<crate::Answer, Ended> {
        let (send, mut receive) = oneshot::channel();
        let flag = Arc::clone(stop);
        let niceness = NICE.iter().find(|(class, _)| *class == kind.class()).map_or(0, |(_, nice)| *nice);
        let started = std::thread::Builder::new().name(format!("job {}", kind.as_str())).spawn(move || {
            // On Linux this applies to the thread only, and to those it starts.
            let _ = rustix::process::nice(niceness);
            let _ = send.send(perform(&job, &flag.stop));
        });
        if let Err(error) = started {
            return Err(Ended::Failed(format!("cannot start a thread: {error}")));
        }
        let deadline = Instant::now() + limit;
        let mut alive = interval(ack_wait / 3);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        alive.tick().await;
        let mut stopped_at: Option<Instant> = None;
        loop {
            tokio::select! {
                done = &mut receive => {
                    return done.unwrap_or_else(|_| Err(Ended::Failed("the thread of the job ended".into())));
                }
                _ = alive.tick() => {
                    // If it does not get through, another worker does the job too, and the answer is the same.
                    let _ = timeout(CALL, message.ack_with(AckKind::Progress)).await;
                }
                () = stop.changed.notified() => {}
                () = tokio::time::sleep_until(deadline), if stopped_at.is_none() => {
                    stop.stop.store(true, Ordering::Relaxed);
                }
            }
            if stop.stop.load(Ordering::Relaxed) {
                let since = *stopped_at.get_or_insert_with(Instant::now);
                // Some steps of a job cannot be stopped; the thread is left to end by itself.
                if since.elapsed() > ack_wait {
                    return Err(Ended::Stopped);
                }
            }
        }
    }

    /// Stores a reply, and tries for a while if NATS does not take it.
    async fn reply(&self, id: &JobId, reply: &Reply) -> Result<(), WorkError> {
        let (bytes, until) = (reply.to_bytes(), Instant::now() + STORE);
        loop {
            match parts::store(self.queue.context(), self.queue.program().token(), id, &bytes).await {
                Err(WorkError::Nats(reason)) if Instant::now() < until => {
                    tracing::debug!(job = %id, reason, "the answer is not stored yet");
                    let _ = make_streams(self.queue.context(), self.queue.limits()).await;
                    sleep(RETRY).await;
                }
                stored => return stored,
            }
        }
    }

    async fn acknowledge(&self, message: &Message, kind: AckKind) -> Result<(), WorkError> {
        message.ack_with(kind).await.map_err(WorkError::nats)
    }

    /// Listens for jobs that arrive, and for those that are no longer wanted.
    async fn listen(self: Arc<Worker>) {
        let (client, token) = (self.queue.client(), self.queue.program().token());
        let (Ok(mut arrived), Ok(mut unwanted)) = (
            client.subscribe(names::arrived(token)).await,
            client.subscribe(names::unwanted(token, "*")).await,
        ) else {
            return;
        };
        loop {
            tokio::select! {
                message = arrived.next() => match message {
                    Some(_) => self.arrived.notify_waiters(),
                    None => return,
                },
                message = unwanted.next() => {
                    let Some(message) = message else { return };
                    let id = message.subject.rsplit('.').next().unwrap_or_default();
                    if let Some(job) = self.running().get(id) {
                        job.unwanted.store(true, Ordering::Relaxed);
                        job.stop.store(true, Ordering::Relaxed);
                        job.changed.notify_one();
                    }
                }
            }
        }
    }

    /// Says that the worker is there, and how many jobs it does at once.
    async fn say(&self, threads: usize) {
        let program = self.queue.program();
        let said = Announcement {
            worker: self.name.clone(),
            version: program.version().to_owned(),
            token: program.token().to_owned(),
            threads,
            kinds: self.options.kinds.clone(),
        };
        if let Ok(bytes) = serde_json::to_vec(&said) {
            let _ = timeout(CALL, self.queue.client().publish(names::PRESENT, bytes.into())).await;
        }
    }

    async fn announce(self: Arc<Worker>) {
        let mut due = interval(ANNOUNCE);
        due.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            due.tick().await;
            if self.is_draining() {
                return;
            }
            self.say(self.options.threads).await;
        }
    }

    async fn report(self: Arc<Worker>) {
        let mut before = 0;
        loop {
            sleep(REPORT).await;
            let jobs = self.summary().jobs();
            if jobs > before {
                let per_second = (jobs - before) as f64 / REPORT.as_secs_f64();
                let running = self.running().len();
                tracing::info!(jobs, running, "{per_second:.1} jobs per second");
            }
            before = jobs;
        }
    }
}

/// How a job ended.
enum End {
    Done,
    Failed,
    GivenBack,
    Unwanted,
}
