//! A node's life: it joins, renews its membership, takes over from nodes that did not, and leaves.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use floe_store::{LEASE_MS, NodeSession, RENEW_MS};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::{Announcement, Cluster};
use crate::table::{TableMessage, TableRegistry};

/// How often it is checked whether others have gone.
const LOOK: Duration = Duration::from_millis(250);
/// How many leases are taken at a time, so that the nodes that are left share them.
const SOME: u32 = 32;
/// How often the leases in the store are compared with the tables that are loaded.
const COMPARE: Duration = Duration::from_secs(10);
/// How many announcements of the hub may wait.
const QUEUE: usize = 16_384;

impl Cluster {
    /// Starts everything that a node does on its own.
    pub async fn start(
        self: &Arc<Cluster>,
        registry: &Arc<TableRegistry>,
    ) -> Result<Vec<JoinHandle<()>>, String> {
        let all = self.nats.client().subscribe(super::subject(self.to_all())).await;
        let all = all.map_err(|error| format!("cannot subscribe at NATS: {error}"))?;
        let (announcements, queue) = mpsc::channel(QUEUE);
        registry.services.hub.announce_to(announcements);
        Ok(vec![
            tokio::spawn(Arc::clone(self).renew(Arc::clone(registry))),
            tokio::spawn(Arc::clone(self).announce(queue)),
            tokio::spawn(Arc::clone(self).take_announcements(Arc::clone(registry), all)),
            tokio::spawn(Arc::clone(self).look(Arc::clone(registry))),
        ])
    }

    /// Renews the membership. A node that was declared dead goes on as a new one.
    async fn renew(self: Arc<Cluster>, registry: Arc<TableRegistry>) {
        let mut tick = interval(Duration::from_millis(RENEW_MS));
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut inbox = self.spawn_inbox(&registry).await;
        let mut number = 1;
        loop {
            tick.tick().await;
            if self.is_draining() && self.session().has_ended() {
                return;
            }
            let (node, sent_ms) = (self.node(), self.now_ms());
            match self.store.renew_node(&node, LEASE_MS, self.clock.steady_ms()).await {
                Ok(true) => {
                    let mut session = self.session();
                    if session.node == node {
                        session.renewed(sent_ms);
                    }
                }
                Ok(false) => {
                    tracing::warn!(node, "this node was declared dead; its tables have other owners now");
                    registry.services.metrics.sessions_lost.inc();
                    self.session().end();
                    registry.demote(&node).await;
                    number += 1;
                    let (node, sent_ms) = (format!("{}-{number}", self.process), self.now_ms());
                    match self.store.join_node(&node, LEASE_MS, self.clock.steady_ms()).await {
                        Ok(_) => *self.session() = NodeSession::new(node, sent_ms),
                        Err(error) => tracing::warn!(%error, "cannot join again"),
                    }
                    if let Some(inbox) = inbox.take() {
                        inbox.abort();
                    }
                    inbox = self.spawn_inbox(&registry).await;
                }
                Err(error) => tracing::warn!(%error, "cannot renew the membership"),
            }
        }
    }

    async fn spawn_inbox(self: &Arc<Cluster>, registry: &Arc<TableRegistry>) -> Option<JoinHandle<()>> {
        let calls = self.open_inbox().await?;
        Some(tokio::spawn(Arc::clone(self).answer(Arc::clone(registry), calls)))
    }

    /// Takes over from nodes that have gone, and finds tables that should be loaded and are not.
    async fn look(self: Arc<Cluster>, registry: Arc<TableRegistry>) {
        let mut tick = interval(LOOK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut compared = tokio::time::Instant::now();
        loop {
            tick.tick().await;
            registry.take_over(&self).await;
            if compared.elapsed() >= COMPARE {
                compared = tokio::time::Instant::now();
                registry.load_own(&self, false).await;
                registry.refresh_lobby().await;
            }
        }
    }

    /// Leaves: other nodes take the tables over at once. Called when the tables have stopped.
    pub async fn leave(&self) {
        let node = self.node();
        self.session().end();
        if let Err(error) = self.store.leave_node(&node, self.clock.steady_ms()).await {
            tracing::warn!(%error, "cannot leave in order; the others will notice");
        }
        self.publish(self.to_all(), &Announcement::Leaving { node });
        // The announcement is on its way.
        sleep(Duration::from_millis(20)).await;
        let _ = self.nats.client().flush().await;
    }

    /// From now on nothing is taken over or taken on.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Release);
    }
}

impl TableRegistry {
    /// Takes leases of nodes that have gone, and goes on with their tables.
    pub(super) async fn take_over(self: &Arc<TableRegistry>, cluster: &Arc<Cluster>) {
        while !cluster.is_draining() && cluster.session().may_take_over(cluster.now_ms()) {
            let node = cluster.node();
            match cluster.store.take_over(&node, SOME).await {
                Ok(0) => return,
                Ok(taken) => {
                    tracing::info!(taken, "took over tables of another node");
                    self.services.metrics.takeovers.inc_by(taken);
                    self.load_own(cluster, true).await;
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot look for nodes that have gone");
                    return;
                }
            }
        }
    }

    /// Makes this node act for every table whose lease it has. Unless they are new, the leases are taken again: what is left of
    /// earlier writes with the same tokens is refused then.
    pub(super) async fn load_own(self: &Arc<TableRegistry>, cluster: &Arc<Cluster>, are_new: bool) {
        let node = cluster.node();
        match cluster.store.leases(&node).await {
            Ok(leases) => {
                self.services.metrics.leases.set(leases.len() as i64);
                self.adopt(leases, are_new).await;
            }
            Err(error) => tracing::warn!(%error, "cannot list the leases of this node"),
        }
    }

    /// Makes the tables of a node that has ended follow their new owners.
    async fn demote(&self, node: &str) {
        self.tell_all(|| TableMessage::Demote(node.to_owned())).await;
    }
}
