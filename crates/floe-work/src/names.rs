//! The names of streams, consumers and subjects. Everything about jobs and answers has the token of the program in it, so
//! that programs of different versions never meet.

use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};

use crate::limits::{ANSWER_AGE, ANSWERS_BYTES, ClassLimits, MAX_JOB_BYTES, MAX_PART_BYTES};
use crate::{Class, JobId, Kind};

/// The stream of answers, and of what jobs refer to.
pub(crate) const ANSWERS: &str = "FLOE_ANSWERS";
/// On which workers say that they are there.
pub(crate) const PRESENT: &str = "floe.work.present";
/// The header with the number of parts of an answer.
pub(crate) const PARTS: &str = "Floe-Parts";
/// Room for the headers of a message, in bytes.
const HEADERS: usize = 4096;

/// The stream of a class.
pub(crate) fn stream(class: Class) -> &'static str {
    match class {
        Class::Live => "FLOE_JOBS_LIVE",
        Class::Review => "FLOE_JOBS_REVIEW",
        Class::Batch => "FLOE_JOBS_BATCH",
    }
}

pub(crate) fn job(token: &str, kind: Kind, id: &JobId) -> String {
    format!("floe.work.job.{}.{token}.{}.{id}", kind.class().as_str(), kind.as_str())
}

/// All jobs of a kind.
pub(crate) fn jobs(token: &str, kind: Kind) -> String {
    format!("floe.work.job.{}.{token}.{}.*", kind.class().as_str(), kind.as_str())
}

/// The consumer that gives out the jobs of a kind.
pub(crate) fn consumer(token: &str, kind: Kind) -> String {
    format!("{token}-{}", kind.as_str())
}

pub(crate) fn answer(token: &str, id: &JobId, part: usize) -> String {
    format!("floe.work.answer.{token}.{id}.{part}")
}

/// All parts of an answer.
pub(crate) fn answers(token: &str, id: &JobId) -> String {
    format!("floe.work.answer.{token}.{id}.*")
}

/// Says that a job has arrived.
pub(crate) fn arrived(token: &str) -> String {
    format!("floe.work.arrived.{token}")
}

/// Says that a job is no longer wanted.
pub(crate) fn unwanted(token: &str, id: &str) -> String {
    format!("floe.work.unwanted.{token}.{id}")
}

/// The queue of a class: a job leaves it when a worker has acknowledged it, and a full queue refuses new ones.
pub(crate) fn queue(class: Class, limits: &ClassLimits) -> Config {
    Config {
        name: stream(class).into(),
        subjects: vec![format!("floe.work.job.{}.>", class.as_str())],
        retention: RetentionPolicy::WorkQueue,
        discard: DiscardPolicy::New,
        storage: StorageType::File,
        max_messages: limits.jobs,
        max_bytes: limits.bytes,
        max_message_size: (MAX_JOB_BYTES + HEADERS) as i32,
        max_age: limits.age,
        num_replicas: 1,
        ..Config::default()
    }
}

/// The store of answers: one for each job.
pub(crate) fn answer_store() -> Config {
    Config {
        name: ANSWERS.into(),
        subjects: vec!["floe.work.answer.>".into()],
        retention: RetentionPolicy::Limits,
        discard: DiscardPolicy::Old,
        storage: StorageType::File,
        max_bytes: ANSWERS_BYTES,
        max_messages_per_subject: 1,
        max_message_size: (MAX_PART_BYTES + HEADERS) as i32,
        max_age: ANSWER_AGE,
        num_replicas: 1,
        allow_direct: true,
        ..Config::default()
    }
}
