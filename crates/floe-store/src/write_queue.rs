//! The queue of a store's writer: the only task of a store that writes. It takes everything in the queue, stores it in
//! one transaction, and only then replies.

use tokio::sync::{mpsc, oneshot, watch};

use crate::StoreError;
use crate::error::closed;
use crate::write_command::WriteCommand;

/// Where the outcome of a command is sent.
pub(crate) type Reply = oneshot::Sender<Result<u64, StoreError>>;

/// A message to the writer.
#[derive(Debug)]
pub(crate) enum Job {
    Do(WriteCommand, Reply),
    /// The data was found damaged: write nothing more.
    Damaged(StoreError, oneshot::Sender<()>),
    /// Finish the queue, and close.
    Close,
}

/// The handle to the writer.
#[derive(Clone, Debug)]
pub(crate) struct WriterHandle {
    pub(crate) jobs: mpsc::Sender<Job>,
    pub(crate) alive: watch::Receiver<()>,
}

impl WriterHandle {
    /// Queues a command and waits until it is on disk, or refused. A queued command is executed even if its caller is
    /// gone.
    pub(crate) async fn ask(&self, act: WriteCommand) -> Result<u64, StoreError> {
        act.check()?;
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job::Do(act, reply)).await.map_err(|_| closed())?;
        answer.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Reports that the data was found damaged, and waits until nothing more is written.
    pub(crate) async fn damaged(&self, error: StoreError) {
        let (reply, stopped) = oneshot::channel();
        if self.jobs.send(Job::Damaged(error, reply)).await.is_ok() {
            let _ = stopped.await;
        }
    }

    /// Finishes everything and closes the store.
    pub(crate) async fn close(&self) {
        // If it is already closing, there is only the end to wait for.
        let _ = self.jobs.send(Job::Close).await;
        let mut alive = self.alive.clone();
        while alive.changed().await.is_ok() {}
    }
}
