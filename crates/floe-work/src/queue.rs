//! The side that has work to give: puts jobs into queues and waits for answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{RawMessageErrorKind, Stream};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use tokio::time::{Instant, sleep, timeout};

use crate::answer::Reply;
use crate::limits::CALL;
use crate::presence::Presence;
use crate::{Answer, Class, Job, JobId, Kind, Program, WorkError, WorkLimits, names, parts};

/// How long a server that does not answer is waited for.
const AWAY: Duration = Duration::from_secs(60);

/// The queues of jobs and the store of answers, for one program. Copies share everything.
#[derive(Clone)]
pub struct WorkQueue {
    shared: Arc<Shared>,
}

struct Shared {
    client: Client,
    context: Context,
    program: Program,
    limits: WorkLimits,
    answers: Stream<()>,
    presence: Arc<Presence>,
    /// How many messages with jobs were sent: with the connection's own name it makes each one different.
    sent: AtomicU64,
    nonce: String,
    /// How many jobs are being taken back.
    withdrawing: AtomicU64,
}

impl WorkQueue {
    /// Opens the queues, and makes those that do not exist yet.
    pub async fn open(client: Client, program: Program) -> Result<WorkQueue, WorkError> {
        WorkQueue::with_limits(client, program, WorkLimits::default()).await
    }

    /// The same with other limits; a queue that exists keeps those it has.
    pub async fn with_limits(
        client: Client,
        program: Program,
        limits: WorkLimits,
    ) -> Result<WorkQueue, WorkError> {
        let mut context = jetstream::new(client.clone());
        context.set_timeout(CALL);
        make_streams(&context, &limits).await?;
        let answers = context.get_stream_no_info(names::ANSWERS).await.map_err(WorkError::nats)?;
        let presence = Presence::watch(&client).await?;
        let mut nonce = [0; 8];
        getrandom::fill(&mut nonce).map_err(WorkError::nats)?;
        let nonce = base16ct::lower::encode_string(&nonce);
        let shared = Shared {
            client,
            context,
            program,
            limits,
            answers,
            presence,
            sent: AtomicU64::new(0),
            nonce,
            withdrawing: AtomicU64::new(0),
        };
        Ok(WorkQueue { shared: Arc::new(shared) })
    }

    /// How many jobs of a kind the workers of this program do at once; zero without workers.
    pub fn threads(&self, kind: Kind) -> usize {
        self.shared.presence.threads(&self.shared.program, kind)
    }

    /// Why nobody does jobs of a kind: a sentence for people.
    pub fn absence(&self, kind: Kind) -> String {
        self.shared.presence.absence(&self.shared.program, kind)
    }

    /// Puts a job into its queue. A refusal if the queue is full.
    pub async fn submit(&self, job: Job) -> Result<Pending, WorkError> {
        let bytes = job.to_bytes()?;
        let id = JobId::new(&bytes);
        let token = self.shared.program.token();
        // First of all: an answer must not come before somebody listens.
        let subject = names::answer(token, &id, 0);
        let answers = self.shared.client.subscribe(subject).await.map_err(WorkError::nats)?;
        let mut pending =
            Pending { queue: self.clone(), job, bytes, id, answers, sequence: None, ready: None };
        // A game may have been played before. Moves are new each time.
        if pending.job.kind().class() != Class::Live {
            pending.ready = self.stored(&pending.id).await?;
        }
        if pending.ready.is_none() {
            pending.sequence = Some(self.publish(&pending).await?);
        }
        Ok(pending)
    }

    /// Has a job done, and waits as long as its queue is full; a server that restarts is waited for as well, for a minute.
    /// `on_wait` is called with the sentence that says why it waits.
    pub async fn perform(&self, job: Job, on_wait: &(dyn Fn(&str) + Sync)) -> Result<Answer, WorkError> {
        let (mut pause, mut told) = (Duration::from_millis(50), false);
        let mut reached = Instant::now();
        loop {
            let error = match self.submit(job.clone()).await {
                Ok(pending) => return pending.answer().await,
                Err(error) => error,
            };
            match &error {
                WorkError::Full { .. } => reached = Instant::now(),
                WorkError::Nats(_) if reached.elapsed() < AWAY => {}
                _ => return Err(error),
            }
            if !std::mem::replace(&mut told, true) {
                on_wait(&error.to_string());
            }
            sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(2));
        }
    }

    /// The answer that is stored. A failure is forgotten: the job may be tried again.
    async fn stored(&self, id: &JobId) -> Result<Option<Vec<u8>>, WorkError> {
        let (answers, token) = (&self.shared.answers, self.shared.program.token());
        match parts::load(answers, token, id).await? {
            Some(bytes) if Reply::is_failure(&bytes) => {
                answers.purge().filter(names::answers(token, id)).await.map_err(WorkError::nats)?;
                Ok(None)
            }
            stored => Ok(stored),
        }
    }

    /// Sends a job, and returns its number in the stream.
    async fn publish(&self, pending: &Pending) -> Result<u64, WorkError> {
        let (kind, shared) = (pending.job.kind(), &*self.shared);
        // The same message may be sent again when it is not known whether it arrived; the server drops the second.
        let number = shared.sent.fetch_add(1, Ordering::Relaxed);
        let message_id = format!("{}.{}.{number}", pending.id, shared.nonce);
        let deadline = Instant::now() + shared.limits.of(kind.class()).wait.min(AWAY);
        let mut pause = Duration::from_millis(50);
        loop {
            let message =
                PublishMessage::build().message_id(&message_id).payload(pending.bytes.clone().into());
            let subject = names::job(shared.program.token(), kind, &pending.id);
            let sent = async { shared.context.send_publish(subject, message).await?.await };
            let error = match sent.await {
                Ok(ack) => {
                    let arrived = names::arrived(shared.program.token());
                    shared.client.publish(arrived, "".into()).await.map_err(WorkError::nats)?;
                    return Ok(ack.sequence);
                }
                Err(error) => error,
            };
            match error.kind() {
                // The server has lost its streams.
                PublishErrorKind::StreamNotFound => make_streams(&shared.context, &shared.limits).await?,
                PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe => {}
                _ if is_full(&error) => return Err(self.full(kind.class()).await),
                _ => return Err(WorkError::nats(error)),
            }
            if Instant::now() >= deadline || kind.class() == Class::Live {
                return Err(WorkError::nats(error));
            }
            sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(2));
        }
    }

    /// The queue is full; with the limit that it has.
    async fn full(&self, class: Class) -> WorkError {
        let stream = self.shared.context.get_stream(names::stream(class)).await;
        let jobs = stream.map(|stream| stream.cached_info().config.max_messages);
        WorkError::Full { class, jobs: jobs.unwrap_or(self.shared.limits.of(class).jobs) }
    }

    /// Is the message with this number still in the queue? It stays there until a worker has acknowledged it.
    async fn is_queued(&self, class: Class, sequence: u64) -> Result<bool, WorkError> {
        let context = &self.shared.context;
        let stream = context.get_stream_no_info(names::stream(class)).await.map_err(WorkError::nats)?;
        match stream.get_raw_message(sequence).await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(false),
            // The stream itself may be gone.
            Err(error) if matches!(error.kind(), RawMessageErrorKind::JetStream(_)) => Ok(false),
            Err(error) => Err(WorkError::nats(error)),
        }
    }

    /// Takes a job back: out of the queue, or from the worker that does it.
    async fn withdraw(self, class: Class, id: JobId, sequence: Option<u64>) {
        let shared = &*self.shared;
        if let Some(sequence) = sequence
            && let Ok(stream) = shared.context.get_stream_no_info(names::stream(class)).await
        {
            let _ = stream.delete_message(sequence).await;
        }
        let subject = names::unwanted(shared.program.token(), id.as_str());
        let _ = shared.client.publish(subject, "".into()).await;
        let _ = shared.client.flush().await;
        shared.withdrawing.fetch_sub(1, Ordering::Relaxed);
    }

    /// Waits until every job that is no longer wanted has been taken back, for a few seconds at most.
    pub async fn settle(&self) {
        let settled = async {
            while self.shared.withdrawing.load(Ordering::Relaxed) > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        let _ = timeout(CALL, settled).await;
    }

    pub(crate) fn client(&self) -> &Client {
        &self.shared.client
    }

    pub(crate) fn context(&self) -> &Context {
        &self.shared.context
    }

    pub(crate) fn program(&self) -> &Program {
        &self.shared.program
    }

    pub(crate) fn limits(&self) -> &WorkLimits {
        &self.shared.limits
    }

    pub(crate) fn answers(&self) -> &Stream<()> {
        &self.shared.answers
    }
}

/// Makes the streams that do not exist.
pub(crate) async fn make_streams(context: &Context, limits: &WorkLimits) -> Result<(), WorkError> {
    for class in Class::ALL {
        let config = names::queue(class, limits.of(class));
        context.get_or_create_stream(config).await.map_err(WorkError::nats)?;
    }
    context.get_or_create_stream(names::answer_store()).await.map_err(WorkError::nats)?;
    Ok(())
}

fn is_full(error: &PublishError) -> bool {
    let source = std::error::Error::source(error);
    let refused = source.and_then(|source| source.downcast_ref::<jetstream::Error>());
    refused.is_some_and(|refused| refused.error_code() == ErrorCode::STREAM_STORE_FAILED)
}

/// A job that was given away. Dropping it takes the job back.
pub struct Pending {
    queue: WorkQueue,
    job: Job,
    bytes: Vec<u8>,
    id: JobId,
    answers: Subscriber,
    /// Its number in the queue.
    sequence: Option<u64>,
    ready: Option<Vec<u8>>,
}

impl Pending {
    /// The name of the job.
    pub fn id(&self) -> &JobId {
        &self.id
    }

    /// Waits for the answer. A job that has vanished without one is sent again.
    pub async fn answer(mut self) -> Result<Answer, WorkError> {
        let limits = *self.queue.limits().of(self.job.kind().class());
        let waited = timeout(limits.wait, self.wait(limits.check)).await;
        let bytes = waited.map_err(|_| WorkError::TimedOut(limits.wait))??;
        // Nothing is left to take back.
        self.sequence = None;
        Reply::read(&bytes, &self.job)
    }

    async fn wait(&mut self, check: Duration) -> Result<Vec<u8>, WorkError> {
        if let Some(bytes) = self.ready.take() {
            return Ok(bytes);
        }
        loop {
            let (answers, token) = (self.queue.answers(), self.queue.program().token());
            match timeout(check, self.answers.next()).await {
                Ok(Some(message)) => {
                    let headers = message.headers.unwrap_or_default();
                    let first = message.payload.to_vec();
                    if let Some(bytes) = parts::complete(answers, token, &self.id, &headers, first).await? {
                        return Ok(bytes);
                    }
                }
                Ok(None) => return Err(WorkError::Nats("the connection was closed".into())),
                Err(_late) => match self.look().await {
                    Ok(Some(bytes)) => return Ok(bytes),
                    Ok(None) => {}
                    // Without NATS there is nothing to do but wait for it.
                    Err(WorkError::Nats(reason)) => {
                        tracing::debug!(job = %self.id, reason, "NATS does not answer")
                    }
                    Err(error @ WorkError::Full { .. }) => {
                        tracing::debug!(job = %self.id, %error, "not sent again")
                    }
                    Err(error) => return Err(error),
                },
            }
        }
    }

    /// An answer may have come while there was no connection; a job may have been lost with the server's disk, or have
    /// become too old.
    async fn look(&mut self) -> Result<Option<Vec<u8>>, WorkError> {
        let class = self.job.kind().class();
        let stored = async || parts::load(self.queue.answers(), self.queue.program().token(), &self.id).await;
        if let Some(bytes) = stored().await? {
            return Ok(Some(bytes));
        }
        if let Some(sequence) = self.sequence
            && self.queue.is_queued(class, sequence).await?
        {
            return Ok(None);
        }
        // It may have been done in between.
        if let Some(bytes) = stored().await? {
            return Ok(Some(bytes));
        }
        tracing::debug!(job = %self.id, "the job has vanished from its queue; sending it again");
        self.sequence = None;
        self.sequence = Some(self.queue.publish(self).await?);
        Ok(None)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if self.sequence.is_none() {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let (queue, class) = (self.queue.clone(), self.job.kind().class());
            queue.shared.withdrawing.fetch_add(1, Ordering::Relaxed);
            runtime.spawn(queue.withdraw(class, self.id.clone(), self.sequence));
        }
    }
}
