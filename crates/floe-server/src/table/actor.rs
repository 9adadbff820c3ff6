//! A table as an actor: one change at a time, stored before it is published.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use floe_games::{Occupant, Record, UserInfo, Viewer};
use floe_referee::live::{LiveTable, TableCommand, TableEvent, TableResult, Transition};
use floe_store::{
    Append, IndexRow, Lease, Rating, RatingChange, Stage, StoreError, StoredEntry as Stored, User,
};
use floe_wire::web::{self, ChatMessage, ErrorCode, ServerMessage, TableAction, TableState};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::create::{card_of, cost_of, is_for_lobby, row_of, secret};
use super::engine_turns::AbortOnDrop;
use super::following::{Elsewhere, Feed, Role};
use super::origin::Origin;
use super::presence::PRESENT;
use super::{Services, TableRegistry};
use crate::error::ApiError;
use crate::hub::{Outbox, text};
use crate::ids;
use crate::limits::Permit;
use crate::ratings;
use crate::users::user_info;

/// How long a table without subscribers stays loaded.
const REST: Duration = Duration::from_secs(60);
/// How often a pending deal checks for its players.
const LOOK: Duration = Duration::from_millis(500);
/// How long players of a table read from the store may take to return before the deal is cancelled.
const RETURN: Duration = Duration::from_secs(60);
/// How long until an engine is asked again when all are busy.
const AGAIN: Duration = Duration::from_secs(1);

/// The sender of a request.
#[derive(Clone, Debug)]
pub struct Requester {
    /// The user.
    pub user: Arc<User>,
    /// The seat, if they name one.
    pub seat: Option<usize>,
    /// Their one-way latency.
    pub lag_ms: u64,
    /// Their address; unknown when the server acts on their behalf.
    pub address: Option<IpAddr>,
}

/// A request.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableRequest {
    /// To take a seat.
    Sit {
        /// A contribution to the deal.
        contribution: Option<String>,
    },
    /// To give a free seat to an engine.
    SitEngine {
        /// Its level.
        level: String,
    },
    /// To contribute to the deal.
    Contribute(String),
    /// To move.
    Move {
        /// The version at which it was chosen.
        at: u64,
        /// The move.
        text: String,
    },
    /// Another action.
    Act(TableAction),
    /// To stop the game, as an operator, a moderator or a tournament.
    Stop(String),
}

/// A subscriber of a table.
#[derive(Clone, Debug)]
pub struct Subscriber {
    /// Where to send messages.
    pub outbox: Outbox,
    /// The user.
    pub user: String,
    /// The seat from which they view, if they name one.
    pub seat: Option<usize>,
    /// Include the legal moves when it is their turn?
    pub legal: bool,
    /// The users they have blocked.
    pub blocked: Arc<HashSet<String>>,
}

/// A chat message to deliver, already stored.
#[derive(Clone, Debug)]
pub struct ChatLine {
    /// The message as it is shown.
    pub said: ChatMessage,
    /// Was it sent by a player?
    pub by_player: bool,
}

/// A message to a table's actor.
pub enum TableMessage {
    /// A request; the reply is the resulting version.
    Ask(Requester, TableRequest, oneshot::Sender<Result<u64, ApiError>>),
    /// A request that another server has forwarded; `None` if this one does not own the table.
    Forwarded(Requester, TableRequest, oneshot::Sender<Option<Result<u64, ApiError>>>),
    /// Reads the log until this version is known.
    ReadTo(u64, oneshot::Sender<()>),
    /// This server has the lease of the table.
    Promote(Lease),
    /// The node of this server with this id has ended, and its leases with it.
    Demote(String),
    /// The state for a user, from a seat, with or without legal moves.
    State(Option<String>, Option<usize>, bool, oneshot::Sender<Box<TableState>>),
    /// A text diagram, for a user, from a seat.
    Picture(Option<String>, Option<usize>, oneshot::Sender<String>),
    /// The record, for a user.
    Record(Option<String>, oneshot::Sender<Option<Box<Record>>>),
    /// Subscribes a client, with what came after a version.
    Watch(Subscriber, Option<u64>, oneshot::Sender<Result<u64, ApiError>>),
    /// Unsubscribes a connection.
    Unwatch(u64),
    /// Is the user a player here, and is the game live? For chat.
    Standing(String, oneshot::Sender<(bool, web::Stage)>),
    /// A chat message.
    Chat(ChatLine),
    /// The exact result of stopping this version of the table; the offer is made now.
    Foreseen(Box<LiveTable>, Requester, oneshot::Sender<Result<u64, ApiError>>),
    /// There is no exact result: the pool was busy.
    Unforeseen(oneshot::Sender<Result<u64, ApiError>>),
    /// An engine has chosen a move at a version.
    Thought(u64, Result<String, String>),
    /// The result, if the game is over.
    Ended(oneshot::Sender<Option<Box<TableResult>>>),
    /// A user has a new name.
    Renamed(String, UserInfo),
    /// The server is closing.
    Close,
}

pub(super) struct Actor {
    pub(super) table_registry: Arc<TableRegistry>,
    pub(super) id: String,
    pub(super) live: LiveTable,
    pub(super) card: IndexRow,
    people: HashMap<String, UserInfo>,
    pub(super) watchers: Vec<Subscriber>,
    pub(super) me: mpsc::WeakSender<TableMessage>,
    /// When each player was last seen here.
    pub(super) seen: HashSet<String>,
    /// The source of its engine work, and who is charged for its entries.
    pub(super) origin: Origin,
    /// When it was read from the store, if it was: its players need a moment to return.
    pub(super) woken: Option<Instant>,
    /// The version at which an engine was last asked.
    pub(super) asked_version: Option<u64>,
    /// The task that waits for its answer; dropping it cancels the engine's work.
    pub(super) thinking: Option<AbortOnDrop>,
    /// Is an exact result being computed?
    pub(super) judging: bool,
    /// When presence was last sent, and whether it has changed since.
    pub(super) presented: Option<std::time::Instant>,
    pub(super) present_later: bool,
    /// The state is no longer reliable: another writer appended to the log.
    pub(super) lost: bool,
    /// What this server is to the table, and what it knows of the other servers.
    pub(super) role: Role,
    pub(super) elsewhere: Elsewhere,
    /// Are the subscriptions no longer those of the role?
    pub(super) feed_changes: bool,
    /// When the log was last written.
    pub(super) last_ms: i64,
}

impl Actor {
    pub(super) fn new(
        table_registry: Arc<TableRegistry>,
        id: String,
        live: LiveTable,
        origin: Option<Origin>,
        me: mpsc::WeakSender<TableMessage>,
        role: Role,
    ) -> Actor {
        let (card, host) = (card_of(&id, &live), live.config().host.clone());
        Actor {
            table_registry,
            id,
            live,
            card,
            people: HashMap::new(),
            watchers: Vec::new(),
            me,
            seen: HashSet::new(),
            woken: origin.is_none().then(Instant::now),
            origin: origin.unwrap_or_else(|| Origin::unknown(&host)),
            asked_version: None,
            thinking: None,
            judging: false,
            presented: None,
            present_later: false,
            lost: false,
            feed_changes: role != Role::Alone,
            role,
            elsewhere: Elsewhere::default(),
            last_ms: i64::MIN,
        }
    }

    pub(super) fn services(&self) -> &Services {
        &self.table_registry.services
    }

    /// The time for its clocks: steady time if they count seconds, the time of day if they count days.
    pub(super) fn now_ms(&self) -> i64 {
        self.services().now_ms(self.live.is_slow()) + self.ahead_ms()
    }

    pub(super) async fn run(mut self, mut messages: mpsc::Receiver<TableMessage>, away_ms: Option<i64>) {
        self.load_people().await;
        let mut feed = Feed::default();
        let mut gaps = self.services().cluster.as_ref().map(|cluster| cluster.gaps());
        if self.is_owner() {
            self.resume(away_ms).await;
            self.after_commit().await;
        }
        let mut active = Instant::now();
        loop {
            if self.feed_changes {
                self.open_feed(&mut feed).await;
            }
            let wait = self.wait(active);
            tokio::select! {
                message = feed.next() => self.hear(message).await,
                () = gap(&mut gaps) => drop(self.catch_up_if_follower().await),
                message = messages.recv() => match message {
                    Some(TableMessage::Close) | None => break,
                    Some(message) => {
                        active = Instant::now();
                        self.take(message).await;
                    }
                },
                () = tokio::time::sleep(wait) => {
                    self.tick().await;
                    if self.watchers.is_empty() && self.may_rest() && active.elapsed() >= REST {
                        break;
                    }
                }
            }
            if self.lost {
                break;
            }
        }
        let role = self.role.clone();
        self.count_role(&role, false);
        self.table_registry.forget(&self.id);
        messages.close();
        while let Some(message) = messages.recv().await {
            self.take(message).await;
        }
        if let (Role::Owner { token, .. }, Some(cluster)) = (role, self.services().cluster.clone())
            && !cluster.is_draining()
        {
            cluster.release(&self.id, token).await;
        }
        if self.lost {
            self.watchers.iter().for_each(|watcher| watcher.outbox.drop_reader());
        }
    }

    /// How long until the table has to act without a message.
    fn wait(&self, active: Instant) -> Duration {
        let due = self.live.due_ms().filter(|_| self.is_owner());
        let due = due.map(|due| Duration::from_millis((due - self.now_ms()).max(0) as u64));
        // Until a deal is due its players may come at any time.
        let due = due.map(|due| if self.live.is_dealing() { due.max(LOOK) } else { due });
        let rest = REST.saturating_sub(active.elapsed()).max(Duration::from_secs(5));
        let is_asked = self.asked_version.is_some() || !self.is_owner();
        let engine = (self.live.engine_turn().is_some() && !is_asked).then_some(AGAIN);
        let others = self.wait_for_others();
        let present = self.present_later.then_some(PRESENT);
        // Never a busy loop, whatever the clocks say.
        [due, engine, present, others]
            .into_iter()
            .flatten()
            .fold(rest, Duration::min)
            .max(Duration::from_millis(5))
    }

    /// Can it be unloaded, with the store keeping its deadline?
    fn may_rest(&self) -> bool {
        matches!(self.role, Role::Follower { .. })
            || self.live.stage() != web::Stage::Live
            || self.live.is_slow() && self.live.engine_turn().is_none()
    }

    async fn take(&mut self, message: TableMessage) {
        let Some(message) = self.take_unless_owner(message).await else { return };
        match message {
            TableMessage::Ask(asker, TableRequest::Act(TableAction::OfferStop), reply)
                if !self.live.has_adjudication() =>
            {
                self.see(&asker.user.id);
                self.adjudicate(asker, reply);
            }
            TableMessage::Foreseen(live, asker, reply) => {
                self.judging = false;
                let answer = match self.live.adopt_adjudication(&live) {
                    true => self.asked_for(&asker, TableRequest::Act(TableAction::OfferStop)).await,
                    false => Err(ApiError::new(
                        ErrorCode::Stale,
                        "the table has changed in the meantime; reload it",
                    )),
                };
                let _ = reply.send(answer);
            }
            TableMessage::Unforeseen(reply) => {
                self.judging = false;
                let message = "too many exact results are being computed; try again later";
                let _ = reply.send(Err(ApiError::new(ErrorCode::Unavailable, message)));
            }
            TableMessage::Ask(asker, what, reply) => {
                self.see(&asker.user.id);
                let answer = self.asked_for(&asker, what).await;
                let _ = reply.send(answer);
            }
            TableMessage::State(user, seat, legal, reply) => {
                self.see(user.as_deref().unwrap_or_default());
                let _ = reply.send(Box::new(self.state(user.as_deref(), seat, legal)));
            }
            TableMessage::Picture(user, seat, reply) => {
                let _ = reply.send(self.live.picture(self.viewer(user.as_deref(), seat)));
            }
            TableMessage::Record(user, reply) => {
                let _ = reply.send(self.record(user.as_deref()));
            }
            TableMessage::Watch(watcher, from, reply) => {
                self.see(&watcher.user);
                let answer = self.watch(watcher, from).await;
                let _ = reply.send(answer);
            }
            TableMessage::Unwatch(outbox) => {
                let before = self.watchers.len();
                self.watchers.retain(|watcher| watcher.outbox.id != outbox);
                if self.watchers.len() != before {
                    self.present();
                }
            }
            TableMessage::Standing(user, reply) => {
                let _ = reply.send((!self.live.seats_of(&user).is_empty(), self.live.stage()));
            }
            TableMessage::Chat(line) => self.deliver(&line),
            TableMessage::Thought(version, choice) => self.thought(version, choice).await,
            TableMessage::Ended(reply) => {
                let _ = reply.send(self.live.ended().map(Box::new));
            }
            TableMessage::Renamed(user, person) => self.renamed(&user, person).await,
            TableMessage::Promote(lease) => self.promote(lease).await,
            TableMessage::Demote(node) => {
                if matches!(&self.role, Role::Owner { node: own, .. } if *own == node) {
                    self.demote().await;
                }
            }
            TableMessage::ReadTo(_, reply) => {
                let _ = reply.send(());
            }
            // It was made a request like any other.
            TableMessage::Forwarded(..) | TableMessage::Close => {}
        }
    }

    /// A user here has a new name: subscribers are sent the table again.
    pub(super) async fn renamed(&mut self, user: &str, person: UserInfo) {
        let Some(known) = self.people.get_mut(user) else { return };
        *known = UserInfo { rating: known.rating, ..person };
        for watcher in &self.watchers {
            let state = self.state(Some(&watcher.user), watcher.seat, watcher.legal);
            watcher.outbox.send(&ServerMessage::State(Box::new(state)));
        }
        if self.card.stage == Stage::Open && self.is_owner() {
            self.notice(Stage::Open, Stage::Open).await;
        }
    }

    /// The record, as a user may see it.
    pub(super) fn record(&self, user: Option<&str>) -> Option<Box<Record>> {
        let names = self.live.occupants().map(|who| self.name(who)).collect();
        self.live.record(self.viewer(user, None), names).map(Box::new)
    }

    /// Loads the users who sit here.
    pub(super) async fn load_people(&mut self) {
        let ids = self.live.occupants().filter_map(Occupant::user_id).map(str::to_owned).collect();
        let users = self.services().store.users(ids).await.unwrap_or_default();
        for user in users {
            self.know(&user).await;
        }
    }

    /// Is it known how a user is shown?
    pub(super) fn knows(&self, user: &str) -> bool {
        self.people.contains_key(user)
    }

    pub(super) async fn know(&mut self, user: &User) {
        let rating = match self.live.config().rated {
            true => self.services().store.rating(&user.id, &self.live.config().game).await.ok().flatten(),
            false => None,
        };
        let rating = rating.map(|rating| rating.rating.round() as i32);
        self.people.insert(user.id.clone(), UserInfo { rating, ..user_info(Some(user)) });
    }

    pub(super) fn person(&self, user: &str) -> UserInfo {
        self.people.get(user).cloned().unwrap_or_else(|| user_info(None))
    }

    fn name(&self, who: &Occupant) -> String {
        match who {
            Occupant::User { user, .. } => self.person(user).name,
            Occupant::Engine { level } => format!("engine {level}"),
            Occupant::Open => String::new(),
        }
    }

    /// The viewer for a user.
    pub(super) fn viewer(&self, user: Option<&str>, seat: Option<usize>) -> Viewer {
        let own = user.map(|user| self.live.seats_of(user)).unwrap_or_default();
        match seat.filter(|seat| own.contains(seat)).or(own.first().copied()) {
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Spectator,
        }
    }

    pub(super) fn state(&self, user: Option<&str>, seat: Option<usize>, legal: bool) -> TableState {
        let yours = user.map(|user| self.live.seats_of(user)).unwrap_or_default();
        let viewer = self.viewer(user, seat);
        let mut state = self.live.state(&self.id, viewer, yours, &|user| self.person(user), self.now_ms());
        if legal {
            state.status.legal = self.live.legal(viewer);
        }
        state
    }

    /// Stores a transition, then applies and publishes it.
    pub(super) async fn commit(&mut self, mut step: Transition) -> Result<(), ApiError> {
        let now = self.now_ms();
        let ends = step.next.stage() == web::Stage::Over && self.live.stage() != web::Stage::Over;
        let rates = ends && self.live.config().rated;
        // Held until it is stored.
        let table_registry = Arc::clone(&self.table_registry);
        let _desk = if rates { Some(table_registry.services.ratings_lock.lock().await) } else { None };
        let mut ratings = Vec::new();
        if rates {
            ratings = self.rate(&mut step, now).await?;
        }
        let card = card_of(&self.id, &step.next);
        let changed = card != self.card;
        let entries: Vec<Stored> =
            step.entries.iter().map(|entry| Stored { at_ms: now, body: entry.to_text() }).collect();
        let cost = cost_of(&entries);
        let write = Append {
            stream: self.id.clone(),
            expected: self.live.version(),
            token: self.token(),
            holder: None,
            entries,
            card: changed.then(|| card.clone()),
            ratings,
        };
        let (from, sent) =
            (self.live.version(), self.services().cluster.is_some().then(|| write.entries.clone()));
        let began = std::time::Instant::now();
        if let Err(error) = self.services().store.append(write).await {
            self.services().metrics.store_write_errors.inc();
            if let StoreError::Fenced { .. } = error {
                // Another node has it: this one follows, and its clients see what happens there.
                self.demote().await;
                return Err(error.into());
            }
            // Its log is no longer known: it is read again.
            self.lost = matches!(error, StoreError::Stale { .. } | StoreError::Unconfirmed);
            return Err(error.into());
        }
        self.services().metrics.stored(began.elapsed());
        self.services().entries.charge(self.origin.payer(), cost);
        if let Some(sent) = sent {
            self.tell_stored(from, &sent);
        }
        self.last_ms = now;
        let before = std::mem::replace(&mut self.live, step.next);
        self.publish(&before, &step.entries, now);
        self.services().metrics.moves(&step.entries);
        if changed {
            let (was, is) = (self.card.stage, card.stage);
            self.card = card;
            if was != is {
                let now_ms = self.services().clock.steady_ms();
                self.live.deserters().into_iter().for_each(|user| {
                    self.services().desertions.add(user, now_ms);
                    self.services().hub.tell_desertion(user);
                });
            }
            self.notice(was, is).await;
        }
        self.your_turn(&before);
        Ok(())
    }

    /// The rating changes of a finished game, added to its last transition.
    async fn rate(&self, step: &mut Transition, now: i64) -> Result<Vec<RatingChange>, ApiError> {
        let Some(outcome) = step.next.result() else { return Ok(Vec::new()) };
        let game = self.live.config().game.clone();
        let mut before: Vec<Rating> = Vec::new();
        for who in self.live.occupants() {
            let Some(user) = who.user_id() else { return Ok(Vec::new()) };
            let known = self.services().store.rating(user, &game).await?;
            before.push(known.unwrap_or_else(|| ratings::unknown(user, &game, now)));
        }
        let (changes, seats) = ratings::after(&self.id, &outcome, &before, now);
        let rated = step.next.handle(&TableCommand::Rate { changes: seats }, now)?;
        step.next = rated.next;
        step.entries.extend(rated.entries);
        Ok(changes)
    }

    /// Sends what happened to every subscriber, as far as each may see it.
    pub(super) fn publish(&mut self, before: &LiveTable, entries: &[TableEvent], now: i64) {
        let mut sent: Vec<((Viewer, bool), Utf8Bytes)> = Vec::new();
        let mut gone = Vec::new();
        for watcher in &self.watchers {
            let mut viewer = self.viewer(Some(&watcher.user), watcher.seat);
            let legal =
                watcher.legal && matches!(viewer, Viewer::Seat(seat) if self.live.turn() == Some(seat));
            if !self.live.hides() && !legal {
                // Everyone sees the same.
                viewer = Viewer::Spectator;
            }
            let key = (viewer, legal);
            let line = match sent.iter().find(|(known, _)| *known == key) {
                Some((_, line)) => line.clone(),
                None => {
                    let people = |user: &str| self.person(user);
                    let mut update = self.live.update(&self.id, before, entries, viewer, &people, now);
                    if legal {
                        update.status.legal = self.live.legal(viewer);
                    }
                    let line = text(&ServerMessage::Update(Box::new(update)));
                    sent.push((key, line.clone()));
                    line
                }
            };
            if !watcher.outbox.enqueue(line) {
                gone.push(watcher.outbox.id);
            }
        }
        if !gone.is_empty() {
            self.watchers.retain(|watcher| !gone.contains(&watcher.outbox.id));
        }
    }

    /// Informs the lobby and the players about a changed table.
    async fn notice(&mut self, was: Stage, is: Stage) {
        if is_for_lobby(&self.card) && (was == Stage::Open || is == Stage::Open) {
            let row = match is {
                Stage::Open => row_of(self.services(), &self.card).await.ok(),
                _ => None,
            };
            self.services().hub.lobby_change(&self.id, row);
        }
        let what = match (was, is) {
            // The tournament has already notified them, when contributions opened.
            (Stage::Open, Stage::Live) if self.card.tournament.is_some() => return,
            (Stage::Open, Stage::Live) => "started",
            (Stage::Live | Stage::Open, Stage::Over | Stage::Aborted) => "over",
            _ => return,
        };
        self.tell_players(what);
        if matches!(is, Stage::Over | Stage::Aborted) {
            self.origin.permits.clear();
            if self.card.tournament.is_none() {
                self.services().hosts.leave(&self.live.config().host);
            }
            self.services().metrics.games_finished.inc();
            if let Some(tournament) = &self.card.tournament {
                self.services().hub.tell_tournament(tournament);
            }
        }
    }

    /// What a table does on its own after a change.
    pub(super) async fn after_commit(&mut self) {
        if self.live.wants_rematch() {
            self.rematch().await;
        }
        self.think();
    }

    async fn rematch(&mut self) {
        let next = ids::derived(&self.id, "rematch");
        let mut who: Vec<Occupant> = self.live.occupants().cloned().collect();
        who.rotate_right(1);
        let mut made = self.live.config().clone();
        made.rules = self.live.rules().to_json();
        made.rematch_of = Some(self.id.clone());
        made.secret = secret();
        // Clients that contributed to this deal contribute to the next one.
        made.contribute |= self.live.has_contributions();
        let rules = self.live.rules().clone();
        // All seats of this table are filled at once, so it never waits in the lobby.
        let opened = match self.rematch_permits(self.origin.address()) {
            Ok(permits) => {
                let origin = self.origin.of_rematch(permits);
                Box::pin(self.table_registry.open(&next, made, &rules, who, origin)).await
            }
            Err(refused) => Err(refused),
        };
        if let Err(refused) = opened {
            tracing::warn!(table = self.id, error = refused.message, "cannot create a rematch");
            return;
        }
        if let Ok(step) = self.live.handle(&TableCommand::Follow { table: next }, self.now_ms())
            && self.commit(step).await.is_ok()
        {
            self.tell_players("rematch");
        }
    }

    /// The places that a rematch takes from an address.
    pub(super) fn rematch_permits(
        &self,
        address: Option<IpAddr>,
    ) -> Result<Vec<Arc<Permit<IpAddr>>>, ApiError> {
        let engines = self.live.occupants().filter(|who| who.is_engine()).count();
        self.table_registry.engine_permits(address, engines, self.live.seat_count())
    }

    async fn tick(&mut self) {
        if self.present_later {
            self.present();
        }
        self.tick_for_others().await;
        if !self.is_owner() {
            return;
        }
        if self.live.is_dealing() && self.woken.is_some_and(|woken| woken.elapsed() < RETURN) {
            return;
        }
        match self.live.tick(self.now_ms(), &self.present_seats()) {
            Ok(Some(step)) => {
                if self.commit(step).await.is_err() {
                    // The disk may be full; do not retry without a pause.
                    tokio::time::sleep(AGAIN).await;
                }
                self.after_commit().await;
            }
            Ok(None) => self.think(),
            Err(refusal) => {
                tracing::error!(table = self.id, %refusal, "cannot end a game on time");
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}

/// Returns when messages of other servers may have been missed; never, where there are none.
async fn gap(gaps: &mut Option<tokio::sync::watch::Receiver<u64>>) {
    if let Some(gaps) = gaps
        && gaps.changed().await.is_ok()
    {
        return;
    }
    std::future::pending().await
}
