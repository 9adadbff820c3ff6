//! Requests to tables that other nodes own.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{RequestErrorKind, Subscriber};
use floe_wire::web::ErrorCode;
use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep};

use super::message::{Answer, Call, refused};
use super::{Cluster, Signed, subject};
use crate::error::ApiError;
use crate::table::{Requester, TableMessage, TableRegistry, TableRequest};

/// How long a request waits for a table that is between two owners.
const PATIENCE: Duration = Duration::from_secs(8);
/// The pause before the next attempt.
const PAUSE: Duration = Duration::from_millis(100);

/// What came of a request to a node.
enum Sent {
    Answered(Answer),
    /// It was certainly not delivered.
    Undelivered,
    /// It may have been delivered, or not.
    Unanswered,
}

fn moving() -> ApiError {
    ApiError::new(
        ErrorCode::Unavailable,
        "the table is moving to another server; nothing was done, try again",
    )
}

impl Cluster {
    async fn request(&self, node: &str, call: &Call) -> Sent {
        let signed = Signed { by: self.process.clone(), message: call };
        let Ok(bytes) = serde_json::to_vec(&signed) else { return Sent::Undelivered };
        if !self.nats.is_up() {
            return Sent::Undelivered;
        }
        match self.nats.client().request(subject(self.inbox_of(node)), bytes.into()).await {
            Ok(message) => match serde_json::from_slice(&message.payload) {
                Ok(answer) => Sent::Answered(answer),
                Err(_) => Sent::Unanswered,
            },
            Err(error) if error.kind() == RequestErrorKind::NoResponders => Sent::Undelivered,
            Err(error) => {
                tracing::warn!(node, %error, "no answer from another node");
                Sent::Unanswered
            }
        }
    }

    /// The subscription to the requests of other nodes to this one.
    pub(super) async fn open_inbox(&self) -> Option<Subscriber> {
        let inbox = subject(self.inbox_of(&self.node()));
        self.nats.client().subscribe(inbox).await.ok()
    }

    /// Answers the requests of other nodes, for as long as the subscription lasts.
    pub(super) async fn answer(self: Arc<Cluster>, registry: Arc<TableRegistry>, mut calls: Subscriber) {
        while let Some(message) = calls.next().await {
            let Some(reply_to) = message.reply else { continue };
            let Ok(Signed { message: call, .. }) = serde_json::from_slice::<Signed<Call>>(&message.payload)
            else {
                continue;
            };
            let (cluster, registry) = (Arc::clone(&self), Arc::clone(&registry));
            tokio::spawn(async move {
                let answer = registry.answer(call).await;
                if let Ok(bytes) = serde_json::to_vec(&answer) {
                    let _ = cluster.nats.client().publish(reply_to, bytes.into()).await;
                }
            });
        }
    }
}

impl TableRegistry {
    /// Handles a request that another node has forwarded.
    async fn answer(self: &Arc<TableRegistry>, call: Call) -> Answer {
        let asker = call.requester();
        let ask = |reply| TableMessage::Forwarded(asker.clone(), call.what.clone(), reply);
        match self.ask(&call.table, ask).await {
            Ok(Some(result)) => result.into(),
            Ok(None) => Answer::NotMine,
            Err(refused) => Answer::Refused { error: refused.into_body() },
        }
    }

    /// Has a request carried out by the owner of a table, whoever that is by then: once at most.
    pub async fn ask_owner(
        self: &Arc<TableRegistry>,
        cluster: &Arc<Cluster>,
        table: &str,
        mut owner: Option<String>,
        actor: mpsc::WeakSender<TableMessage>,
        (asker, what): (Requester, TableRequest),
    ) -> Result<u64, ApiError> {
        let call = Call::new(table, &asker, what.clone());
        let metrics = &self.services.metrics;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let node = match owner.take() {
                Some(node) => Some(node),
                None => {
                    let lease = cluster.take(table).await?;
                    match lease.node {
                        Some(node) if cluster.is(&node) => {
                            // It is this node's now.
                            let lease = floe_store::Lease { node: Some(node), ..lease };
                            let actor = actor.upgrade().ok_or_else(moving)?;
                            let (reply, answer) = oneshot::channel();
                            let _ = actor.send(TableMessage::Promote(lease)).await;
                            let _ =
                                actor.send(TableMessage::Forwarded(asker.clone(), what.clone(), reply)).await;
                            if let Ok(Some(result)) = answer.await {
                                return result;
                            }
                            None
                        }
                        node => node,
                    }
                }
            };
            if let Some(node) = node {
                let began = std::time::Instant::now();
                metrics.forwards.inc();
                match cluster.request(&node, &call).await {
                    Sent::Answered(Answer::Done { version }) => {
                        metrics.forwarded(began.elapsed());
                        return Ok(version);
                    }
                    Sent::Answered(Answer::Refused { error }) => {
                        metrics.forwarded(began.elapsed());
                        return Err(refused(error));
                    }
                    Sent::Answered(Answer::NotMine) | Sent::Undelivered => {}
                    Sent::Unanswered => {
                        return Err(ApiError::new(
                            ErrorCode::Unavailable,
                            "the server of this table does not answer: reload to see whether it was done",
                        ));
                    }
                }
            }
            if Instant::now() >= deadline {
                return Err(moving());
            }
            sleep(PAUSE).await;
        }
    }
}
