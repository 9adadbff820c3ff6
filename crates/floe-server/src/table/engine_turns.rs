//! Work done outside the actor: an engine's move, and the exact result of stopping.

use std::time::Duration;

use floe_engine::Level;
use floe_referee::live::TableCommand;
use floe_wire::web::{self, ErrorCode};
use tokio::sync::oneshot;

use super::actor::{Actor, Requester, TableMessage};
use crate::engines::Source;
use crate::error::ApiError;
use crate::exhibition;
use crate::ids;

/// How long an offer to stop waits for its turn to be computed.
const PATIENCE: Duration = Duration::from_secs(5);

/// A task that is aborted when it is dropped.
pub(super) struct AbortOnDrop(tokio::task::AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Actor {
    /// Has the exact result of stopping computed elsewhere. It may take a second or two. The table continues in the
    /// meantime, and the offer comes back with the result. At most one at a time per table, and a few per minute per
    /// user.
    pub(super) fn adjudicate(&mut self, asker: Requester, reply: oneshot::Sender<Result<u64, ApiError>>) {
        let plays = !self.live.seats_of(&asker.user.id).is_empty();
        if !plays || self.live.stage() != web::Stage::Live {
            let message = "only players can offer to stop, and only while the game is on";
            let _ = reply.send(Err(ApiError::new(ErrorCode::Forbidden, message)));
            return;
        }
        if self.judging || !self.services().offers.take(asker.user.id.clone()) {
            let message = "you have asked for several exact results; ask again later";
            let _ = reply.send(Err(ApiError::new(ErrorCode::RateLimited, message)));
            return;
        }
        self.judging = true;
        let class = self.origin.class(&self.live);
        let source = Source { address: asker.address, account: asker.user.id.clone() };
        let pending = self.services().engines.adjudicate(class, source, self.live.clone());
        let me = self.me.clone();
        tokio::spawn(async move {
            let judged = match pending {
                Some(pending) => tokio::time::timeout(PATIENCE, pending.wait()).await.ok().flatten(),
                None => None,
            };
            let Some(me) = me.upgrade() else { return };
            let message = match judged {
                Some(live) => TableMessage::Foreseen(live, asker, reply),
                None => TableMessage::Unforeseen(reply),
            };
            let _ = me.send(message).await;
        });
    }

    /// Asks an engine, if it is an engine's turn.
    pub(super) fn think(&mut self) {
        let Some((seat, level)) = self.live.engine_turn() else {
            self.asked_version = None;
            self.thinking = None;
            return;
        };
        let version = self.live.version();
        if self.asked_version == Some(version) {
            return;
        }
        let Ok(level) = Level::parse(level) else { return };
        let Some(question) = self.live.question() else { return };
        let seed = u64::from_le_bytes(ids::random());
        // One request per table: an earlier one is of no use any more.
        (self.asked_version, self.thinking) = (None, None);
        let (class, source) = (self.origin.class(&self.live), self.origin.source());
        let rules = self.live.rules().clone();
        let Some(answer) = self.services().engines.choose(class, source, rules, level, question, seed) else {
            return;
        };
        self.asked_version = Some(version);
        let me = self.me.clone();
        let is_shown = self.live.config().host == exhibition::HOST;
        tracing::trace!(table = self.id, seat, "asking an engine");
        let waits = tokio::spawn(async move {
            // A server that closes leaves the request open: it is repeated when the table is loaded again.
            let Some(choice) = answer.wait().await else { return };
            if is_shown {
                tokio::time::sleep(exhibition::PACE).await;
            }
            if let Some(me) = me.upgrade() {
                let _ = me.send(TableMessage::Thought(version, choice)).await;
            }
        });
        self.thinking = Some(AbortOnDrop(waits.abort_handle()));
    }

    /// An engine has chosen, or has failed.
    pub(super) async fn thought(&mut self, version: u64, choice: Result<String, String>) {
        let Some((seat, _)) = self.live.engine_turn() else { return };
        if self.live.version() != version {
            // Something has happened in the meantime, perhaps an offer: the position may be different.
            self.asked_version = None;
            self.think();
            return;
        }
        let ask = match choice {
            Ok(text) => TableCommand::Move { seat, at: version, text, lag_ms: 0 },
            Err(message) => {
                tracing::error!(table = self.id, error = message, "an engine failed");
                TableCommand::Stop { why: "the engine failed".into() }
            }
        };
        let step = self.live.handle(&ask, self.now_ms()).or_else(|refusal| {
            tracing::error!(table = self.id, %refusal, "an engine chose an illegal move");
            self.live.handle(&TableCommand::Stop { why: "the engine failed".into() }, self.now_ms())
        });
        let Ok(step) = step else { return };
        match self.commit(step).await {
            Ok(()) => self.after_commit().await,
            // Nothing was stored: try again later.
            Err(_) => self.asked_version = None,
        }
    }
}
