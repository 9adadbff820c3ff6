//! A table as an actor: one thing after the other, stored before anybody hears of it.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use floe_games::{Record, Viewer};
use floe_referee::live::{Ask, Ended, Live, Person, Step, Who};
use floe_store::{Card, Entry as Stored, Rating, RatingChange, Stage, StoreError, User, Write};
use floe_wire::web::{self, Act, ChatSaid, TableState, Told, Why};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::make::{card_of, cost_of, row_of, secret};
use super::origin::Origin;
use super::present::PRESENT;
use super::think::AbortOnDrop;
use super::{Hall, House};
use crate::hub::{Outbox, text};
use crate::ids;
use crate::limits::Permit;
use crate::ratings;
use crate::refused::Refused;

/// How long a table with nobody at it stays awake.
const REST: Duration = Duration::from_secs(60);
/// How often a deal looks for its players.
const LOOK: Duration = Duration::from_millis(500);
/// How long the players of a table that was read from the store may take to come back before a deal gives them up.
const RETURN: Duration = Duration::from_secs(60);
/// How long until an engine is asked again when all are busy.
const AGAIN: Duration = Duration::from_secs(1);

/// Who asks.
#[derive(Clone, Debug)]
pub struct Asker {
    /// Who.
    pub user: Arc<User>,
    /// In which of their seats, if they say.
    pub seat: Option<usize>,
    /// How long the way from them takes.
    pub lag_ms: u64,
    /// Where they are; unknown where the server asks on their behalf.
    pub address: Option<IpAddr>,
}

/// What they ask.
#[derive(Clone, Debug)]
pub enum What {
    /// A seat.
    Sit {
        /// A contribution to the deal.
        contribution: Option<String>,
    },
    /// To add to the deal.
    Contribute(String),
    /// To move.
    Move {
        /// The version it was chosen at.
        at: u64,
        /// The move.
        text: String,
    },
    /// Something else.
    Act(Act),
    /// To end the game, as an operator, a moderator or a tournament.
    Stop(String),
}

/// Somebody who follows a table.
#[derive(Clone, Debug)]
pub struct Watcher {
    /// Where to tell them.
    pub outbox: Outbox,
    /// Who.
    pub user: String,
    /// Through which of their seats, if they say.
    pub seat: Option<usize>,
    /// With the legal moves when it is their turn?
    pub legal: bool,
    /// Whom they do not want to hear.
    pub blocked: Arc<HashSet<String>>,
}

/// A line of chat to be delivered, stored already.
#[derive(Clone, Debug)]
pub struct ChatLine {
    /// As it is shown.
    pub said: ChatSaid,
    /// Said by a player?
    pub by_player: bool,
}

/// What a table is sent.
pub enum Message {
    /// Something is asked; the answer is the version after it.
    Ask(Asker, What, oneshot::Sender<Result<u64, Refused>>),
    /// How does it stand, for this user, through this seat, with legal moves?
    State(Option<String>, Option<usize>, bool, oneshot::Sender<Box<TableState>>),
    /// A drawing in letters, for this user, through this seat.
    Picture(Option<String>, Option<usize>, oneshot::Sender<String>),
    /// The record, for this user.
    Record(Option<String>, oneshot::Sender<Option<Box<Record>>>),
    /// Somebody follows from now on, with what came after a version.
    Watch(Watcher, Option<u64>, oneshot::Sender<Result<u64, Refused>>),
    /// A connection follows no longer.
    Unwatch(u64),
    /// Is the user a player here, and is the game going on? For chat.
    Standing(String, oneshot::Sender<(bool, web::Stage)>),
    /// Something was said.
    Chat(ChatLine),
    /// The exact result of stopping was worked out for this table as it was; the offer is made now.
    Foreseen(Box<Live>, Asker, oneshot::Sender<Result<u64, Refused>>),
    /// It was not: others were before it.
    Unforeseen(oneshot::Sender<Result<u64, Refused>>),
    /// An engine has chosen at a version.
    Thought(u64, Result<String, String>),
    /// How did it end, if it has?
    Ended(oneshot::Sender<Option<Box<Ended>>>),
    /// Somebody is called something else now.
    Renamed(String, Person),
    /// The server closes.
    Close,
}

pub(super) struct Actor {
    pub(super) hall: Arc<Hall>,
    pub(super) id: String,
    pub(super) live: Live,
    pub(super) card: Card,
    people: HashMap<String, Person>,
    pub(super) watchers: Vec<Watcher>,
    pub(super) me: mpsc::WeakSender<Message>,
    /// The players who have been here.
    pub(super) seen: HashSet<String>,
    /// Whose work its engines do, and who pays for its entries.
    pub(super) origin: Origin,
    /// When it was read from the store, if it was: its players need a moment to come back.
    woken: Option<Instant>,
    /// The version at which an engine was asked last.
    pub(super) asked: Option<u64>,
    /// Who waits for its answer; when they go, the engine stops.
    pub(super) thinking: Option<AbortOnDrop>,
    /// Is an exact result being worked out?
    pub(super) judging: bool,
    /// When it was last told who is there, and whether that has changed since.
    pub(super) presented: Option<std::time::Instant>,
    pub(super) present_later: bool,
    /// Nothing can be relied on any more: the log was written by somebody else.
    pub(super) lost: bool,
}

impl Actor {
    pub(super) fn new(
        hall: Arc<Hall>,
        id: String,
        live: Live,
        origin: Option<Origin>,
        me: mpsc::WeakSender<Message>,
    ) -> Actor {
        let (card, host) = (card_of(&id, &live), live.made().host.clone());
        Actor {
            hall,
            id,
            live,
            card,
            people: HashMap::new(),
            watchers: Vec::new(),
            me,
            seen: HashSet::new(),
            woken: origin.is_none().then(Instant::now),
            origin: origin.unwrap_or_else(|| Origin::unknown(&host)),
            asked: None,
            thinking: None,
            judging: false,
            presented: None,
            present_later: false,
            lost: false,
        }
    }

    pub(super) fn house(&self) -> &House {
        &self.hall.house
    }

    /// The time by which its clocks run: one that nobody can set where they count seconds, the time of day where they count days.
    pub(super) fn now_ms(&self) -> i64 {
        self.house().now_ms(self.live.is_slow())
    }

    pub(super) async fn run(mut self, mut messages: mpsc::Receiver<Message>, away_ms: Option<i64>) {
        self.meet().await;
        if let Some(away_ms) = away_ms
            && self.live.stage() == web::Stage::Live
            && !self.live.is_slow()
            && let Ok(step) = self.live.ask(&Ask::Resume { away_ms }, self.now_ms())
        {
            let _ = self.commit(step).await;
        }
        self.afterwards().await;
        let mut active = Instant::now();
        loop {
            let wait = self.wait(active);
            tokio::select! {
                message = messages.recv() => match message {
                    Some(Message::Close) | None => break,
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
        self.hall.forget(&self.id);
        messages.close();
        while let Some(message) = messages.recv().await {
            self.take(message).await;
        }
        if self.lost {
            self.watchers.iter().for_each(|watcher| watcher.outbox.drop_reader());
        }
    }

    /// How long until something is to be done though nobody says anything.
    fn wait(&self, active: Instant) -> Duration {
        let due = self.live.due_ms().map(|due| Duration::from_millis((due - self.now_ms()).max(0) as u64));
        // Until a deal is due its players may come at any time.
        let due = due.map(|due| if self.live.is_dealing() { due.max(LOOK) } else { due });
        let rest = REST.saturating_sub(active.elapsed()).max(Duration::from_secs(5));
        let engine = (self.live.engine_turn().is_some() && self.asked.is_none()).then_some(AGAIN);
        let present = self.present_later.then_some(PRESENT);
        // Never a busy loop, whatever the clocks say.
        [due, engine, present].into_iter().flatten().fold(rest, Duration::min).max(Duration::from_millis(5))
    }

    /// Can it sleep while the store keeps an eye on it?
    fn may_rest(&self) -> bool {
        self.live.stage() != web::Stage::Live || self.live.is_slow() && self.live.engine_turn().is_none()
    }

    async fn take(&mut self, message: Message) {
        match message {
            Message::Ask(asker, What::Act(Act::OfferStop), reply) if !self.live.foresees() => {
                self.see(&asker.user.id);
                self.adjudicate(asker, reply);
            }
            Message::Foreseen(live, asker, reply) => {
                self.judging = false;
                let answer = match self.live.foresee(&live) {
                    true => self.asked_for(&asker, What::Act(Act::OfferStop)).await,
                    false => Err(Refused::new(Why::Stale, "somebody moved meanwhile; look again")),
                };
                let _ = reply.send(answer);
            }
            Message::Unforeseen(reply) => {
                self.judging = false;
                let words = "too many exact results are asked for; try again in a while";
                let _ = reply.send(Err(Refused::new(Why::Unavailable, words)));
            }
            Message::Ask(asker, what, reply) => {
                self.see(&asker.user.id);
                let answer = self.asked_for(&asker, what).await;
                let _ = reply.send(answer);
            }
            Message::State(user, seat, legal, reply) => {
                self.see(user.as_deref().unwrap_or_default());
                let _ = reply.send(Box::new(self.state(user.as_deref(), seat, legal)));
            }
            Message::Picture(user, seat, reply) => {
                let _ = reply.send(self.live.picture(self.viewer(user.as_deref(), seat)));
            }
            Message::Record(user, reply) => {
                let _ = reply.send(self.record(user.as_deref()));
            }
            Message::Watch(watcher, from, reply) => {
                self.see(&watcher.user);
                let answer = self.watch(watcher, from).await;
                let _ = reply.send(answer);
            }
            Message::Unwatch(outbox) => {
                let before = self.watchers.len();
                self.watchers.retain(|watcher| watcher.outbox.id != outbox);
                if self.watchers.len() != before {
                    self.present();
                }
            }
            Message::Standing(user, reply) => {
                let _ = reply.send((!self.live.seats_of(&user).is_empty(), self.live.stage()));
            }
            Message::Chat(line) => self.deliver(&line),
            Message::Thought(version, choice) => self.thought(version, choice).await,
            Message::Ended(reply) => {
                let _ = reply.send(self.live.ended().map(Box::new));
            }
            Message::Renamed(user, person) => self.renamed(&user, person).await,
            Message::Close => {}
        }
    }

    /// Somebody here is called something else: those who follow see the table anew.
    async fn renamed(&mut self, user: &str, person: Person) {
        let Some(known) = self.people.get_mut(user) else { return };
        *known = Person { rating: known.rating, ..person };
        for watcher in &self.watchers {
            let state = self.state(Some(&watcher.user), watcher.seat, watcher.legal);
            watcher.outbox.tell(&Told::State(Box::new(state)));
        }
        if self.card.stage == Stage::Open {
            self.notice(Stage::Open, Stage::Open).await;
        }
    }

    /// The record, as a user may see it.
    pub(super) fn record(&self, user: Option<&str>) -> Option<Box<Record>> {
        let names = self.live.sitters().map(|who| self.name(who)).collect();
        self.live.record(self.viewer(user, None), names).map(Box::new)
    }

    /// Gets to know who sits here.
    pub(super) async fn meet(&mut self) {
        let ids: Vec<String> = self
            .live
            .sitters()
            .filter_map(|who| match who? {
                Who::User { user } => Some(user.clone()),
                Who::Engine { .. } => None,
            })
            .collect();
        let users = self.house().store.users(ids).await.unwrap_or_default();
        for user in users {
            self.know(&user).await;
        }
    }

    pub(super) async fn know(&mut self, user: &User) {
        let rating = match self.live.made().rated {
            true => self.house().store.rating(&user.id, &self.live.made().game).await.ok().flatten(),
            false => None,
        };
        let rating = rating.map(|rating| rating.rating.round() as i32);
        let person = Person { name: user.name.clone(), bot: user.bot, rating };
        self.people.insert(user.id.clone(), person);
    }

    pub(super) fn person(&self, user: &str) -> Person {
        self.people
            .get(user)
            .cloned()
            .unwrap_or_else(|| Person { name: "somebody".into(), ..Person::default() })
    }

    fn name(&self, who: Option<&Who>) -> String {
        match who {
            Some(Who::User { user }) => self.person(user).name,
            Some(Who::Engine { level }) => format!("engine {level}"),
            None => String::new(),
        }
    }

    /// Through whose eyes a user looks.
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
            state.now.legal = self.live.legal(viewer);
        }
        state
    }

    /// Stores a step; then it has happened, and everybody hears of it.
    pub(super) async fn commit(&mut self, mut step: Step) -> Result<(), Refused> {
        let now = self.now_ms();
        let ends = step.next.stage() == web::Stage::Over && self.live.stage() != web::Stage::Over;
        let rates = ends && self.live.made().rated;
        // Held until it is stored.
        let hall = Arc::clone(&self.hall);
        let _desk = if rates { Some(hall.house.desk.lock().await) } else { None };
        let mut ratings = Vec::new();
        if rates {
            ratings = self.rate(&mut step, now).await?;
        }
        let card = card_of(&self.id, &step.next);
        let changed = card != self.card;
        let entries: Vec<Stored> =
            step.entries.iter().map(|entry| Stored { at_ms: now, body: entry.to_text() }).collect();
        let cost = cost_of(&entries);
        let write = Write {
            stream: self.id.clone(),
            expected: self.live.version(),
            entries,
            card: changed.then(|| card.clone()),
            ratings,
        };
        let began = std::time::Instant::now();
        if let Err(error) = self.house().store.append(write).await {
            self.house().metrics.refused_writes.inc();
            self.lost = matches!(error, StoreError::Stale { .. });
            return Err(error.into());
        }
        self.house().metrics.stored(began.elapsed());
        self.house().entries.charge(self.origin.payer(), cost);
        let before = std::mem::replace(&mut self.live, step.next);
        self.tell(&before, &step.entries, now);
        if changed {
            let (was, is) = (self.card.stage, card.stage);
            self.card = card;
            if was != is {
                let now_ms = self.house().clock.steady_ms();
                self.live.deserters().into_iter().for_each(|user| self.house().desertions.add(user, now_ms));
            }
            self.notice(was, is).await;
        }
        self.your_turn(&before);
        Ok(())
    }

    /// What a finished game does to ratings, added to its last step.
    async fn rate(&self, step: &mut Step, now: i64) -> Result<Vec<RatingChange>, Refused> {
        let Some(outcome) = step.next.result() else { return Ok(Vec::new()) };
        let game = self.live.made().game.clone();
        let mut before: Vec<Rating> = Vec::new();
        for who in self.live.sitters() {
            let Some(Who::User { user }) = who else { return Ok(Vec::new()) };
            let known = self.house().store.rating(user, &game).await?;
            before.push(known.unwrap_or_else(|| ratings::unknown(user, &game, now)));
        }
        let (changes, seats) = ratings::after(&self.id, &outcome, &before, now);
        let rated = step.next.ask(&Ask::Rate { changes: seats }, now)?;
        step.next = rated.next;
        step.entries.extend(rated.entries);
        Ok(changes)
    }

    /// Everybody who follows hears what happened, each as far as they may see it.
    fn tell(&mut self, before: &Live, entries: &[floe_referee::live::Entry], now: i64) {
        let mut told: Vec<((Viewer, bool), Utf8Bytes)> = Vec::new();
        let mut gone = Vec::new();
        for watcher in &self.watchers {
            let mut viewer = self.viewer(Some(&watcher.user), watcher.seat);
            let legal =
                watcher.legal && matches!(viewer, Viewer::Seat(seat) if self.live.turn() == Some(seat));
            if !self.live.hides() && !legal {
                // Everybody sees the same.
                viewer = Viewer::Spectator;
            }
            let key = (viewer, legal);
            let line = match told.iter().find(|(known, _)| *known == key) {
                Some((_, line)) => line.clone(),
                None => {
                    let people = |user: &str| self.person(user);
                    let mut news = self.live.news(&self.id, before, entries, viewer, &people, now);
                    if legal {
                        news.now.legal = self.live.legal(viewer);
                    }
                    let line = text(&Told::News(Box::new(news)));
                    told.push((key, line.clone()));
                    line
                }
            };
            if !watcher.outbox.put(line) {
                gone.push(watcher.outbox.id);
            }
        }
        self.house().metrics.moves(entries);
        if !gone.is_empty() {
            self.watchers.retain(|watcher| !gone.contains(&watcher.outbox.id));
        }
    }

    /// The lobby and the players hear of a table that has changed.
    async fn notice(&mut self, was: Stage, is: Stage) {
        let lobby = self.card.public && self.card.tournament.is_none();
        if lobby && (was == Stage::Open || is == Stage::Open) {
            let row = match is {
                Stage::Open => row_of(self.house(), &self.card).await.ok(),
                _ => None,
            };
            self.house().hub.lobby_change(&self.id, row);
        }
        let what = match (was, is) {
            // The tournament has told them already, when there was something to contribute to.
            (Stage::Open, Stage::Live) if self.card.tournament.is_some() => return,
            (Stage::Open, Stage::Live) => "began",
            (Stage::Live | Stage::Open, Stage::Over | Stage::Aborted) => "over",
            _ => return,
        };
        self.tell_players(what);
        if matches!(is, Stage::Over | Stage::Aborted) {
            self.origin.permits.clear();
            if self.card.tournament.is_none() {
                self.house().hosts.leave(&self.live.made().host);
            }
            self.house().metrics.games_over.inc();
            if let Some(tournament) = &self.card.tournament {
                self.house().hub.tell_tournament(tournament);
            }
        }
    }

    /// What a table does of its own accord after something has happened.
    pub(super) async fn afterwards(&mut self) {
        if self.live.wants_rematch() {
            self.rematch().await;
        }
        self.think();
    }

    async fn rematch(&mut self) {
        let next = ids::derived(&self.id, "rematch");
        let mut who: Vec<Option<Who>> = self.live.sitters().map(|who| who.cloned()).collect();
        who.rotate_right(1);
        let mut made = self.live.made().clone();
        made.rules = self.live.rules().to_json();
        made.parent = Some(self.id.clone());
        made.secret = secret();
        // Clients that contributed to this deal contribute to the next.
        made.contribute |= self.live.has_contributions();
        let rules = self.live.rules().clone();
        // The seats of one hall's table are filled at once, so nobody waits in the lobby.
        let opened = match self.rematch_permits(self.origin.address()) {
            Ok(permits) => {
                let origin = self.origin.of_rematch(permits);
                Box::pin(self.hall.open(&next, made, &rules, who, origin)).await
            }
            Err(refused) => Err(refused),
        };
        if let Err(refused) = opened {
            tracing::warn!(table = self.id, words = refused.words, "no rematch");
            return;
        }
        if let Ok(step) = self.live.ask(&Ask::Follow { table: next }, self.now_ms())
            && self.commit(step).await.is_ok()
        {
            self.tell_players("rematch");
        }
    }

    /// The places of an address that a rematch takes.
    pub(super) fn rematch_permits(
        &self,
        address: Option<IpAddr>,
    ) -> Result<Vec<Arc<Permit<IpAddr>>>, Refused> {
        let engines = self.live.sitters().filter(|who| matches!(who, Some(Who::Engine { .. }))).count();
        self.hall.engine_permits(address, engines, self.live.seat_count())
    }

    async fn tick(&mut self) {
        if self.present_later {
            self.present();
        }
        if self.live.is_dealing() && self.woken.is_some_and(|woken| woken.elapsed() < RETURN) {
            return;
        }
        match self.live.tick(self.now_ms(), &self.here()) {
            Ok(Some(step)) => {
                if self.commit(step).await.is_err() {
                    // The disk may be full; do not try without pause.
                    tokio::time::sleep(AGAIN).await;
                }
                self.afterwards().await;
            }
            Ok(None) => self.think(),
            Err(refusal) => {
                tracing::error!(table = self.id, %refusal, "a clock cannot fall");
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}
