//! Announcements to every node: sending them, and what is done with those of others.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use floe_work::Connection;
use futures_util::StreamExt;
use tokio::sync::mpsc;

use super::{Announcement, Cluster, Other, Signed, subject};
use crate::table::TableRegistry;

/// How often a process says that it is there.
const BEAT: Duration = Duration::from_secs(1);
/// How many users are named in one message.
const NAMED: usize = 2_000;
/// After how long a silent process is forgotten, and who was connected to it.
const FORGET: Duration = Duration::from_secs(10);

/// Sends messages in order. While there is no connection they are dropped: the store has what counts.
pub(super) async fn send(nats: Connection, mut queue: mpsc::Receiver<(String, Vec<u8>)>) {
    let mut waiting = Vec::new();
    while queue.recv_many(&mut waiting, 256).await > 0 {
        for (to, bytes) in waiting.drain(..) {
            if nats.is_up() {
                let _ = nats.client().publish(subject(to), bytes.into()).await;
            }
        }
        let _ = nats.client().flush().await;
    }
}

impl Cluster {
    /// Sends what the hub announces, and regularly that this process is there.
    pub(super) async fn announce(self: Arc<Cluster>, mut from_hub: mpsc::Receiver<Announcement>) {
        let mut beat = tokio::time::interval(BEAT);
        let mut is_new = true;
        loop {
            let announcement = tokio::select! {
                announcement = from_hub.recv() => match announcement {
                    Some(announcement) => announcement,
                    None => return,
                },
                _ = beat.tick() => Announcement::Beat {
                    node: self.node(),
                    clock_ms: self.clock.steady_ms(),
                    is_new: std::mem::take(&mut is_new),
                },
            };
            self.publish(self.to_all(), &announcement);
        }
    }

    /// Says who is connected to this process.
    fn announce_users(&self, registry: &TableRegistry) {
        let users = registry.services.hub.users();
        self.publish(self.to_all(), &Announcement::Connected { all: true, users: Vec::new() });
        for some in users.chunks(NAMED) {
            self.publish(self.to_all(), &Announcement::Connected { all: false, users: some.to_vec() });
        }
    }

    /// Takes the announcements of others.
    pub(super) async fn take_announcements(
        self: Arc<Cluster>,
        registry: Arc<TableRegistry>,
        mut messages: Subscriber,
    ) {
        let mut gaps = self.gaps();
        let mut tidy = tokio::time::interval(FORGET / 4);
        loop {
            tokio::select! {
                message = messages.next() => match message {
                    Some(message) => match serde_json::from_slice::<Signed<Announcement>>(&message.payload) {
                        Ok(signed) if signed.by == self.process => {}
                        Ok(signed) => self.hear(&registry, &signed.by, signed.message).await,
                        Err(error) => tracing::warn!(%error, "an unknown message of another node"),
                    },
                    None => return,
                },
                Ok(()) = gaps.changed() => self.announce_users(&registry),
                _ = tidy.tick() => {
                    let mut gone = Vec::new();
                    self.others().retain(|process, other| {
                        let is_there = other.heard.elapsed() < FORGET;
                        if !is_there {
                            gone.push(process.clone());
                        }
                        is_there
                    });
                    gone.iter().for_each(|process| registry.services.hub.gone_elsewhere(process));
                }
            }
        }
    }

    async fn hear(self: &Arc<Cluster>, registry: &Arc<TableRegistry>, by: &str, what: Announcement) {
        let services = &registry.services;
        match what {
            Announcement::Beat { node, clock_ms, is_new } => {
                let ahead_ms = clock_ms - self.clock.steady_ms();
                let was =
                    self.others().insert(by.to_owned(), Other { node, ahead_ms, heard: Instant::now() });
                if is_new || was.is_none() {
                    self.announce_users(registry);
                }
            }
            Announcement::Leaving { node } => {
                tracing::info!(node, "another node leaves");
                self.others().retain(|_, other| other.node != node);
                registry.take_over(self).await;
            }
            Announcement::Connected { all, users } => services.hub.connected_elsewhere(by, all, users),
            Announcement::Disconnected { users } => services.hub.disconnected_elsewhere(by, &users),
            Announcement::ToUser { user, message } => services.hub.deliver_to_user(&user, &message),
            Announcement::Drop { user, which } => services.hub.disconnect_here(&user, &which),
            Announcement::Lobby { id, row } => services.hub.lobby_change_here(&id, row.map(|row| *row)),
            Announcement::Tournament { id } => services.hub.tell_tournament_here(&id),
            Announcement::Deserted { user } => services.desertions.add(&user, services.clock.steady_ms()),
        }
    }
}
