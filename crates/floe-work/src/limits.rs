//! The limits of queues, messages and waits.

use std::time::Duration;

use crate::Class;

/// The longest job, in bytes.
pub const MAX_JOB_BYTES: usize = 512 * 1024;
/// The longest part of an answer, in bytes: NATS takes messages of up to 1 MiB by default.
pub(crate) const MAX_PART_BYTES: usize = 512 * 1024;
/// The most parts of an answer.
pub(crate) const MAX_PARTS: usize = 64;
/// The longest answer, in bytes.
pub const MAX_ANSWER_BYTES: usize = MAX_PART_BYTES * MAX_PARTS;
/// How long answers are kept.
pub(crate) const ANSWER_AGE: Duration = Duration::from_secs(3600);
/// The room for answers, in bytes. The oldest make room for new ones; who still waits for one asks again.
pub(crate) const ANSWERS_BYTES: i64 = 1 << 30;
/// How often a job is handed to a worker before it fails: a job that ends its worker each time must not end them all.
pub(crate) const MAX_DELIVERIES: i64 = 5;
/// The most jobs that are with workers at once, for each kind.
pub(crate) const MAX_RUNNING: i64 = 10_000;
/// How long the consumers of a program are kept after its last worker has gone.
pub(crate) const CONSUMER_AGE: Duration = Duration::from_secs(24 * 3600);
/// The limit for a call to NATS.
pub(crate) const CALL: Duration = Duration::from_secs(5);
/// How often workers say that they are there.
pub(crate) const ANNOUNCE: Duration = Duration::from_secs(2);
/// After how long without a word a worker counts as gone.
pub(crate) const GONE: Duration = Duration::from_secs(7);
/// The most workers that are known at once.
pub(crate) const MAX_WORKERS: usize = 10_000;

/// The limits of a class of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassLimits {
    /// How many jobs its queue holds.
    pub jobs: i64,
    /// How many bytes its queue holds.
    pub bytes: i64,
    /// How long a job stays in the queue.
    pub age: Duration,
    /// After how long without a sign of life a job is given to another worker.
    pub ack_wait: Duration,
    /// How long a job may run.
    pub run: Duration,
    /// How often the one who waits for an answer looks whether the job is still there.
    pub check: Duration,
    /// How long an answer is waited for.
    pub wait: Duration,
}

/// The limits of all classes. A queue that exists keeps the limits it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkLimits {
    /// Moves that players wait for.
    pub live: ClassLimits,
    /// Reviews that people wait for.
    pub review: ClassLimits,
    /// Everything else.
    pub batch: ClassLimits,
}

impl WorkLimits {
    /// The limits of a class.
    pub fn of(&self, class: Class) -> &ClassLimits {
        match class {
            Class::Live => &self.live,
            Class::Review => &self.review,
            Class::Batch => &self.batch,
        }
    }
}

impl Default for WorkLimits {
    fn default() -> WorkLimits {
        let (seconds, hours) = (Duration::from_secs, |hours: u64| Duration::from_secs(3600 * hours));
        WorkLimits {
            live: ClassLimits {
                jobs: 5_000,
                bytes: 32 << 20,
                age: seconds(30),
                ack_wait: seconds(3),
                run: seconds(15),
                check: seconds(2),
                wait: seconds(30),
            },
            review: ClassLimits {
                jobs: 2_000,
                bytes: 256 << 20,
                age: hours(1),
                ack_wait: seconds(15),
                run: seconds(900),
                check: seconds(10),
                wait: hours(1),
            },
            batch: ClassLimits {
                jobs: 20_000,
                bytes: 1 << 30,
                age: hours(24),
                ack_wait: seconds(15),
                run: hours(2),
                check: seconds(10),
                wait: hours(48),
            },
        }
    }
}
