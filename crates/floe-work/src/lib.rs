//! Work for other machines: queues on NATS JetStream and the worker.
//!
//! A [`Job`] is a value that is complete in itself: an engine's move, a review, a game. Its [`JobId`] is the hash of its
//! content, so the same job has one answer, however often it is delivered. [`WorkQueue`] hands jobs to the queues and
//! waits for answers, [`run_worker`] takes jobs, does them and stores what came out.

mod answer;
mod connect;
mod error;
mod job;
mod limits;
mod names;
#[cfg(feature = "nats-server")]
mod nats_server;
mod parts;
mod perform;
mod presence;
mod program;
mod queue;
mod worker;

pub use answer::{Answer, MoveAnswer};
pub use connect::{ConnectError, Connection, check_addresses, connect, without_passwords};
pub use error::WorkError;
pub use job::{Class, Job, JobId, JobRules, Kind, LabGame, MoveRequest, ReviewRequest};
pub use limits::{ClassLimits, MAX_ANSWER_BYTES, MAX_JOB_BYTES, WorkLimits};
#[cfg(feature = "nats-server")]
pub use nats_server::{NatsServer, nats_server_program};
pub use perform::{Ended, perform};
pub use program::Program;
pub use queue::{Pending, WorkQueue};
pub use worker::{WorkerOptions, WorkerSummary, run_worker};
