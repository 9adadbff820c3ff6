//! What a table has worked out elsewhere, while it goes on: an engine's move, the exact result of stopping.

use std::time::Duration;

use floe_engine::Level;
use floe_referee::live::TableCommand;
use floe_wire::web::{self, ErrorCode};
use tokio::sync::oneshot;

use super::actor::{Actor, Requester, TableMessage};
use crate::engines::Source;
use crate::error::ApiError;
use crate::ids;

/// How long an offer to stop waits for its turn to be worked out.
const PATIENCE: Duration = Duration::from_secs(5);

/// A task that ends when nobody needs it any more.
pub(super) struct AbortOnDrop(tokio::task::AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Actor {
    /// Has the exact result of stopping worked out elsewhere: it may take a second or two, the table goes on meanwhile,
    /// and the offer comes back with it. One at a time for a table, a few in a minute for a user.
    pub(super) fn adjudicate(&mut self, asker: Requester, reply: oneshot::Sender<Result<u64, ApiError>>) {
        let plays = !self.live.seats_of(&asker.user.id).is_empty();
        if !plays || self.live.stage() != web::Stage::Live {
            let words = "only players offer to stop, and only while the game is on";
            let _ = reply.send(Err(ApiError::new(ErrorCode::Forbidden, words)));
            return;
        }
        if self.judging || !self.house().offers.take(asker.user.id.clone()) {
            let words = "an exact result takes a while to work out; ask again later";
            let _ = reply.send(Err(ApiError::new(ErrorCode::TooMany, words)));
            return;
        }
        self.judging = true;
        let class = self.origin.class(&self.live);
        let source = Source { address: asker.address, account: asker.user.id.clone() };
        let pending = self.house().engines.adjudicate(class, source, self.live.clone());
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
            self.asked = None;
            self.thinking = None;
            return;
        };
        let version = self.live.version();
        if self.asked == Some(version) {
            return;
        }
        let Ok(level) = Level::parse(level) else { return };
        let Some(question) = self.live.question() else { return };
        let seed = u64::from_le_bytes(ids::random());
        // One question for a table: whatever was asked before is of no use any more.
        (self.asked, self.thinking) = (None, None);
        let (class, source) = (self.origin.class(&self.live), self.origin.source());
        let rules = self.live.rules().clone();
        let Some(answer) = self.house().engines.choose(class, source, rules, level, question, seed) else {
            return;
        };
        self.asked = Some(version);
        let me = self.me.clone();
        tracing::trace!(table = self.id, seat, "an engine is asked");
        let waits = tokio::spawn(async move {
            // A house that closes leaves the question open: it is asked anew when the table comes back.
            let Some(choice) = answer.wait().await else { return };
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
            // Something happened meanwhile, an offer perhaps: the position may be another.
            self.asked = None;
            self.think();
            return;
        }
        let ask = match choice {
            Ok(text) => TableCommand::Move { seat, at: version, text, lag_ms: 0 },
            Err(words) => {
                tracing::error!(table = self.id, words, "an engine failed");
                TableCommand::Stop { why: "the engine failed".into() }
            }
        };
        let step = self.live.handle(&ask, self.now_ms()).or_else(|refusal| {
            tracing::error!(table = self.id, %refusal, "an engine chose what is not allowed");
            self.live.handle(&TableCommand::Stop { why: "the engine failed".into() }, self.now_ms())
        });
        let Ok(step) = step else { return };
        match self.commit(step).await {
            Ok(()) => self.after_commit().await,
            // Nothing was stored: try again in a while.
            Err(_) => self.asked = None,
        }
    }
}
