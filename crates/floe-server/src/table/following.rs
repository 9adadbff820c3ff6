//! A table on several servers: one owns it and stores what happens, the others follow its log for their clients.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use async_nats::{Message, Subscriber};
use floe_games::Occupant;
use floe_referee::live::{TableCommand, TableEvent};
use floe_store::{Lease, StoreError};
use floe_wire::web::{self, ErrorCode};
use futures_util::StreamExt;
use tokio::sync::oneshot;

use super::actor::{Actor, ChatLine, Requester, TableMessage, TableRequest};
use super::create::card_of;
use crate::cluster::{Audience, TableNews, Topic, Update};
use crate::error::ApiError;

/// How long after a subscription the log is read once more: what was stored meanwhile may not have been announced to it.
const RECHECK: Duration = Duration::from_secs(1);
/// How often the log is read while there is no connection to NATS.
const POLL: Duration = Duration::from_secs(1);
/// How often a table without a living owner is tried to be taken.
const ORPHAN: Duration = Duration::from_secs(5);
/// How long the audience of another node counts without being told again, and how often it is told.
const AUDIENCE: Duration = Duration::from_secs(30);
const TELL: Duration = Duration::from_secs(10);

/// What this server is to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// There is only one server.
    Alone,
    /// This node has the lease, with this token.
    Owner { node: String, token: u64 },
    /// Another node has it, or none.
    Follower { owner: Option<String> },
}

impl Role {
    /// The role that a lease gives to this node.
    pub(super) fn of(lease: Option<&Lease>, node: &str) -> Role {
        match lease {
            Some(Lease { node: Some(holder), token, .. }) if holder == node => {
                Role::Owner { node: node.to_owned(), token: *token }
            }
            lease => Role::Follower { owner: lease.and_then(|lease| lease.node.clone()) },
        }
    }
}

/// What a table hears of other nodes.
#[derive(Default)]
pub(super) struct Feed {
    log: Option<Subscriber>,
    talk: Option<Subscriber>,
}

impl Feed {
    /// The next message; never, if there is no subscription.
    pub(super) async fn next(&mut self) -> Message {
        async fn of(subscriber: &mut Option<Subscriber>) -> Message {
            match subscriber {
                Some(subscriber) => match subscriber.next().await {
                    Some(message) => message,
                    None => std::future::pending().await,
                },
                None => std::future::pending().await,
            }
        }
        tokio::select! {
            message = of(&mut self.log) => message,
            message = of(&mut self.talk) => message,
        }
    }
}

/// What a table remembers about the other nodes.
#[derive(Default)]
pub(super) struct Elsewhere {
    /// The clients of other processes, and when they were last told.
    audiences: HashMap<String, (Audience, Instant)>,
    /// What was last told of the own ones, and when.
    told: Option<(Audience, Instant)>,
    /// When the log is read once more.
    recheck: Option<Instant>,
    /// When it was last tried to take a table without an owner.
    tried: Option<Instant>,
}

impl Actor {
    /// May this server store what happens at the table?
    pub(super) fn is_owner(&self) -> bool {
        match (&self.role, &self.services().cluster) {
            (Role::Alone, _) => true,
            (Role::Owner { node, .. }, Some(cluster)) => cluster.serves(node),
            _ => false,
        }
    }

    /// The token for its writes.
    pub(super) fn token(&self) -> Option<u64> {
        match &self.role {
            Role::Owner { token, .. } => Some(*token),
            _ => None,
        }
    }

    /// How much the clock by which the table is timed is ahead of this server's.
    pub(super) fn ahead_ms(&self) -> i64 {
        match (&self.role, &self.services().cluster) {
            (Role::Follower { owner: Some(owner) }, Some(cluster)) => cluster.ahead_ms(owner),
            _ => 0,
        }
    }

    /// Begins to hear of other nodes.
    pub(super) async fn open_feed(&mut self, feed: &mut Feed) {
        let Some(cluster) = self.services().cluster.clone() else { return };
        let follows = matches!(self.role, Role::Follower { .. });
        if feed.talk.is_none() {
            feed.talk = cluster.listen(&self.id, Topic::Talk).await;
        }
        match follows {
            true if feed.log.is_none() => {
                feed.log = cluster.listen(&self.id, Topic::Log).await;
                self.elsewhere.recheck = Some(Instant::now() + RECHECK);
                let _ = self.catch_up().await;
            }
            false => feed.log = None,
            true => {}
        }
        self.feed_changes = feed.talk.is_none() || follows && feed.log.is_none();
    }

    /// When a table that is on other servers as well has to act without a message.
    pub(super) fn wait_for_others(&self) -> Option<Duration> {
        let cluster = self.services().cluster.as_ref()?;
        let is_follower = matches!(self.role, Role::Follower { .. });
        let watched = is_follower && !self.watchers.is_empty();
        let recheck = self.elsewhere.recheck.map(|at| at.saturating_duration_since(Instant::now()));
        let poll = (watched && !cluster.is_connected()).then_some(POLL);
        let tell = (!self.watchers.is_empty()).then_some(TELL);
        let orphan = (is_follower && self.needs_owner()).then_some(ORPHAN);
        // An owner that is in doubt: until it knows.
        let doubt = (matches!(self.role, Role::Owner { .. }) && !self.is_owner()).then_some(POLL / 4);
        [recheck, poll, tell, orphan, doubt].into_iter().flatten().min()
    }

    /// What follows from the time for a table that is on other servers as well.
    pub(super) async fn tick_for_others(&mut self) {
        let Some(cluster) = self.services().cluster.clone() else { return };
        self.tell_audience(false);
        let Role::Follower { owner } = &self.role else { return };
        let is_due = self.elsewhere.recheck.is_some_and(|at| Instant::now() >= at);
        if is_due {
            self.elsewhere.recheck = None;
        }
        let is_lost = self.needs_owner()
            && owner.as_ref().is_none_or(|owner| !cluster.hears(owner))
            && self.elsewhere.tried.is_none_or(|at| at.elapsed() >= ORPHAN);
        if is_due || (!cluster.is_connected() && !self.watchers.is_empty()) {
            let _ = self.catch_up().await;
        }
        if is_lost && !cluster.is_draining() {
            self.elsewhere.tried = Some(Instant::now());
            if let Ok(lease) = cluster.take(&self.id).await {
                self.promote(lease).await;
            }
        }
    }

    /// Does somebody have to watch its clocks, or move for its engines?
    fn needs_owner(&self) -> bool {
        self.live.stage() == web::Stage::Live && (!self.live.is_slow() || self.live.engine_turn().is_some())
    }

    /// A message of another node.
    pub(super) async fn hear(&mut self, message: Message) {
        let Some(cluster) = self.services().cluster.clone() else { return };
        let Some((by, news)) = cluster.read(&message.payload) else { return };
        match news {
            TableNews::Stored(update) => self.stored_elsewhere(update).await,
            TableNews::Chat { said, by_player } => self.deliver(&ChatLine { said, by_player }),
            TableNews::Renamed { user, person } => self.renamed(&user, person).await,
            TableNews::Audience(audience) => {
                let is_new = !self.elsewhere.audiences.contains_key(&by);
                audience.players.iter().for_each(|player| self.see(player));
                let was = self.elsewhere.audiences.insert(by, (audience.clone(), Instant::now()));
                if was.is_none_or(|(was, _)| was != audience) {
                    self.present();
                }
                if is_new {
                    self.tell_audience(true);
                }
            }
        }
    }

    async fn stored_elsewhere(&mut self, update: Update) {
        let Role::Follower { owner } = &mut self.role else { return };
        *owner = Some(update.node);
        let version = self.live.version();
        if update.from + update.entries.len() as u64 <= version {
            return;
        }
        if update.from != version {
            let _ = self.catch_up().await;
            return;
        }
        let parsed: Result<Vec<_>, String> =
            update.entries.iter().map(|(at_ms, body)| Ok((*at_ms, TableEvent::parse(body)?))).collect();
        match parsed {
            Ok(entries) => self.follow(entries).await,
            Err(error) => tracing::warn!(table = self.id, error, "an unknown entry from another node"),
        }
    }

    /// Reads what others have stored since.
    pub(super) async fn catch_up(&mut self) -> Result<(), StoreError> {
        let entries = self.services().store.entries(&self.id, self.live.version()).await?;
        if entries.is_empty() {
            return Ok(());
        }
        let parsed: Result<Vec<_>, String> =
            entries.iter().map(|entry| Ok((entry.at_ms, TableEvent::parse(&entry.body)?))).collect();
        match parsed {
            Ok(entries) => self.follow(entries).await,
            Err(error) => {
                tracing::error!(table = self.id, error, "cannot read a table any further");
                self.lost = true;
            }
        }
        Ok(())
    }

    /// Applies what another node has stored, and passes it on to the clients here.
    async fn follow(&mut self, entries: Vec<(i64, TableEvent)>) {
        let before = self.live.clone();
        let mut events = Vec::with_capacity(entries.len());
        for (at_ms, event) in entries {
            if let Err(refusal) = self.live.apply(at_ms, &event) {
                tracing::error!(table = self.id, %refusal, "cannot follow a table");
                self.lost = true;
                return;
            }
            self.last_ms = at_ms;
            events.push(event);
        }
        let unknown: Vec<String> = self
            .live
            .occupants()
            .filter_map(Occupant::user_id)
            .filter(|user| !self.knows(user))
            .map(str::to_owned)
            .collect();
        if !unknown.is_empty() {
            self.load_people().await;
        }
        self.publish(&before, &events, self.now_ms());
        self.card = card_of(&self.id, &self.live);
        if self.live.has_ended() {
            self.origin.permits.clear();
        }
    }

    /// The same, if another server may have stored something.
    pub(super) async fn catch_up_if_follower(&mut self) -> Result<(), StoreError> {
        match self.role {
            Role::Follower { .. } => self.catch_up().await,
            _ => Ok(()),
        }
    }

    /// Handles what a table that this server does not own, or may not own any more, answers in another way. Returns the
    /// message if it is handled as ever.
    pub(super) async fn take_unless_owner(&mut self, message: TableMessage) -> Option<TableMessage> {
        if self.is_owner() {
            return Some(match message {
                TableMessage::Forwarded(asker, what, reply) => {
                    let (own, answer) = oneshot::channel();
                    // The answer may need more time than the table.
                    tokio::spawn(async move { reply.send(answer.await.ok()) });
                    TableMessage::Ask(asker, what, own)
                }
                message => message,
            });
        }
        match message {
            TableMessage::Ask(asker, what, reply) => {
                self.see(&asker.user.id);
                self.forward(asker, what, reply);
                None
            }
            TableMessage::Forwarded(_, _, reply) => {
                let _ = reply.send(None);
                None
            }
            TableMessage::Foreseen(_, _, reply) | TableMessage::Unforeseen(reply) => {
                let message = "the table has moved to another server; ask again";
                let _ = reply.send(Err(ApiError::new(ErrorCode::Unavailable, message)));
                None
            }
            TableMessage::Thought(..) => None,
            // What is shown is at least as new as anything that was acknowledged before, wherever that was.
            TableMessage::State(..)
            | TableMessage::Picture(..)
            | TableMessage::Record(..)
            | TableMessage::Watch(..)
            | TableMessage::Standing(..)
            | TableMessage::Ended(..) => self.catch_up().await.is_ok().then_some(message),
            TableMessage::ReadTo(version, reply) => {
                if self.live.version() < version {
                    let _ = self.catch_up().await;
                }
                let _ = reply.send(());
                None
            }
            message => Some(message),
        }
    }

    /// Has a request carried out by the owner.
    pub(super) fn forward(
        &mut self,
        asker: Requester,
        what: TableRequest,
        reply: oneshot::Sender<Result<u64, ApiError>>,
    ) {
        let Some(cluster) = self.services().cluster.clone() else { return };
        let Role::Follower { owner } = &self.role else {
            let message = "this server has lost its database for a moment; nothing was done, try again";
            let _ = reply.send(Err(ApiError::new(ErrorCode::Unavailable, message)));
            return;
        };
        let (registry, id) = (std::sync::Arc::clone(&self.table_registry), self.id.clone());
        let (owner, me) = (owner.clone(), self.me.clone());
        tokio::spawn(async move {
            let answer = registry.ask_owner(&cluster, &id, owner, me.clone(), (asker, what)).await;
            if let (Ok(version), Some(me)) = (&answer, me.upgrade()) {
                // Whoever asks next here sees what was just done.
                let (reply, read) = oneshot::channel();
                let _ = me.send(TableMessage::ReadTo(*version, reply)).await;
                let _ = read.await;
            }
            let _ = reply.send(answer);
        });
    }

    /// This node has the lease: it goes on where the last owner stopped.
    pub(super) async fn promote(&mut self, lease: Lease) {
        let Some(cluster) = self.services().cluster.clone() else { return };
        let role = Role::of(Some(&lease), &cluster.node());
        match (&role, &self.role) {
            (Role::Owner { node, token }, Role::Owner { node: own, token: known })
                if node == own && token <= known => {}
            (Role::Owner { .. }, _) => {
                // Nobody else stores anything from now on: the log that is read now is complete.
                if self.catch_up().await.is_err() || self.lost {
                    return;
                }
                self.take_role(role);
                self.rest_of_others();
                let left_ms = lease.left_ms.unwrap_or(self.last_ms);
                self.resume(Some(self.now_ms() - left_ms.max(self.last_ms))).await;
                self.after_commit().await;
            }
            (_, Role::Follower { .. }) => self.role = role,
            _ => {}
        }
    }

    /// What a new owner forgets about its time as a follower.
    fn rest_of_others(&mut self) {
        self.elsewhere.recheck = None;
        self.woken = Some(tokio::time::Instant::now());
    }

    /// Another node has the lease, or will.
    pub(super) async fn demote(&mut self) {
        if matches!(self.role, Role::Owner { .. }) {
            self.take_role(Role::Follower { owner: None });
            (self.asked_version, self.thinking, self.judging) = (None, None, false);
            let _ = self.catch_up().await;
        }
    }

    /// Changes the role, and counts the table for the node that owns it.
    pub(super) fn take_role(&mut self, role: Role) {
        let was = std::mem::replace(&mut self.role, role);
        self.feed_changes = true;
        self.count_role(&was, false);
        let is = self.role.clone();
        self.count_role(&is, true);
    }

    /// Counts a table of this node, or no longer.
    pub(super) fn count_role(&self, role: &Role, counts: bool) {
        let Role::Owner { token, .. } = role else { return };
        self.table_registry.hold(&self.id, counts.then_some(*token));
        let is_open = matches!(self.live.stage(), web::Stage::Open | web::Stage::Live);
        if is_open && self.live.config().tournament.is_none() {
            let hosts = &self.services().hosts;
            match counts {
                true => hosts.add(self.live.config().host.clone()),
                false => hosts.leave(&self.live.config().host),
            }
        }
    }

    /// Goes on after a time in which nobody watched the clocks: it is charged to no one.
    pub(super) async fn resume(&mut self, away_ms: Option<i64>) {
        if let Some(away_ms) = away_ms
            && self.live.stage() == web::Stage::Live
            && !self.live.is_slow()
            && let Ok(step) = self.live.handle(&TableCommand::Resume { away_ms }, self.now_ms())
        {
            let _ = self.commit(step).await;
        }
    }

    /// Tells other nodes what was stored.
    pub(super) fn tell_stored(&self, from: u64, entries: &[floe_store::StoredEntry]) {
        let (Some(cluster), Role::Owner { node, .. }) = (&self.services().cluster, &self.role) else {
            return;
        };
        let entries = entries.iter().map(|entry| (entry.at_ms, entry.body.clone())).collect();
        cluster.tell(&self.id, TableNews::Stored(Update { node: node.clone(), from, entries }));
    }

    /// The clients at this node: players by user, and the number of others.
    pub(super) fn audience(&self) -> Audience {
        let (mut players, mut others) = (HashSet::new(), HashSet::new());
        for watcher in &self.watchers {
            match self.live.seats_of(&watcher.user).is_empty() {
                true => others.insert(watcher.user.as_str()),
                false => players.insert(watcher.user.clone()),
            };
        }
        let mut players: Vec<String> = players.into_iter().collect();
        players.sort_unstable();
        Audience { players, spectators: others.len() }
    }

    /// Tells other nodes who is here, if that has changed or is due again.
    pub(super) fn tell_audience(&mut self, again: bool) {
        let Some(cluster) = self.services().cluster.clone() else { return };
        let audience = self.audience();
        let is_known = match &self.elsewhere.told {
            Some((told, at)) => *told == audience && (at.elapsed() < TELL || self.watchers.is_empty()),
            None => audience == Audience::default(),
        };
        if again || !is_known {
            cluster.tell(&self.id, TableNews::Audience(audience.clone()));
            self.elsewhere.told = Some((audience, Instant::now()));
        }
    }

    /// The clients at other nodes: the seats of players, and the number of others.
    pub(super) fn others_here(&mut self) -> (Vec<usize>, usize) {
        self.elsewhere.audiences.retain(|_, (_, at)| at.elapsed() < AUDIENCE);
        let (mut seats, mut spectators) = (Vec::new(), 0);
        for (audience, _) in self.elsewhere.audiences.values() {
            seats.extend(audience.players.iter().flat_map(|player| self.live.seats_of(player)));
            spectators += audience.spectators;
        }
        (seats, spectators)
    }

    /// Does a user watch the table from another node?
    pub(super) fn watches_elsewhere(&self, user: &str) -> bool {
        let is_there = |(audience, at): &(Audience, Instant)| {
            at.elapsed() < AUDIENCE && audience.players.iter().any(|player| player == user)
        };
        self.elsewhere.audiences.values().any(is_there)
    }
}
