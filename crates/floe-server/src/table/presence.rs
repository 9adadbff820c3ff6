//! Presence and subscriptions at a table.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use floe_games::Occupant;
use floe_referee::live::{LiveTable, TableEvent};
use floe_store::Player;
use floe_wire::web::{self, ErrorCode, ServerMessage};

use super::actor::{Actor, ChatLine, Subscriber};
use crate::error::ApiError;
use crate::hub::text;

/// How often presence is sent.
pub(super) const PRESENT: Duration = Duration::from_millis(500);
/// Maximum number of spectators per table.
const WATCHERS: usize = 2_000;

impl Actor {
    /// The seats whose players are present: connected, or recently seen at this table.
    pub(super) fn present_seats(&self) -> Vec<usize> {
        let here = |who: &Occupant| {
            who.user_id().is_some_and(|user| self.seen.contains(user) || self.services().hub.is_online(user))
        };
        self.live.occupants().enumerate().filter(|(_, who)| here(who)).map(|(seat, _)| seat).collect()
    }

    /// A user views the table or sends it a request. Only players are remembered, so that the set stays small.
    pub(super) fn see(&mut self, user: &str) {
        if !self.seen.contains(user) && !self.live.seats_of(user).is_empty() {
            self.seen.insert(user.to_owned());
        }
    }

    /// Subscribes a client: the full state first, or the updates it has missed.
    pub(super) async fn watch(&mut self, watcher: Subscriber, from: Option<u64>) -> Result<u64, ApiError> {
        self.watchers.retain(|known| known.outbox.id != watcher.outbox.id);
        // Players can watch their own game however many spectators there are.
        if self.watchers.len() >= WATCHERS && self.live.seats_of(&watcher.user).is_empty() {
            return Err(ApiError::new(
                ErrorCode::RateLimited,
                format!("this table already has {WATCHERS} spectators, which is the limit"),
            ));
        }
        let message = match self.missed(&watcher, from).await {
            Some(update) => ServerMessage::Update(Box::new(update)),
            None => {
                ServerMessage::State(Box::new(self.state(Some(&watcher.user), watcher.seat, watcher.legal)))
            }
        };
        if !watcher.outbox.send(&message) {
            return Err(ApiError::new(ErrorCode::RateLimited, "your connection does not read its messages"));
        }
        self.watchers.push(watcher);
        self.present();
        Ok(self.live.version())
    }

    /// The updates after a version, where they are enough; with hidden information the full state is sent again.
    async fn missed(&self, watcher: &Subscriber, from: Option<u64>) -> Option<web::TableUpdate> {
        let from = from.filter(|from| *from <= self.live.version())?;
        if self.live.hides() && from != self.live.version() {
            return None;
        }
        let entries = match from == self.live.version() {
            true => Vec::new(),
            false => self.services().store.entries(&self.id, from).await.ok()?,
        };
        let entries: Result<Vec<_>, _> = entries.iter().map(|entry| TableEvent::parse(&entry.body)).collect();
        let viewer = self.viewer(Some(&watcher.user), watcher.seat);
        let people = |user: &str| self.person(user);
        let mut update =
            self.live.update(&self.id, &self.live, &entries.ok()?, viewer, &people, self.now_ms());
        update.from = from;
        if watcher.legal {
            update.status.legal = self.live.legal(viewer);
        }
        Some(update)
    }

    /// Sends a message about this table to every connection of the players.
    pub(super) fn tell_players(&self, what: &str) {
        let mut known = HashSet::new();
        for player in self.card.players.iter().filter_map(Player::user_id) {
            if known.insert(player) {
                self.services().tell_user(player, &self.id, &self.card.game, what);
            }
        }
    }

    /// Notifies players who are elsewhere that it is their turn; those at the table see it.
    pub(super) fn your_turn(&self, before: &LiveTable) {
        let Some(seat) = self.live.turn().filter(|seat| before.turn() != Some(*seat)) else { return };
        if let Some(user) = self.live.occupants().nth(seat).and_then(Occupant::user_id)
            && !self.watchers.iter().any(|watcher| watcher.user == user)
            && !self.watches_elsewhere(user)
        {
            self.services().tell_user(user, &self.id, &self.card.game, "turn");
        }
    }

    /// Sends presence to every subscriber.
    ///
    /// At most twice a second: users who come and go all the time must not fill the outboxes of others.
    pub(super) fn present(&mut self) {
        if self.presented.is_some_and(|at| at.elapsed() < PRESENT) {
            self.present_later = true;
            return;
        }
        (self.presented, self.present_later) = (Some(Instant::now()), false);
        self.tell_audience(false);
        let (mut seats, elsewhere) = self.others_here();
        let audience = self.audience();
        seats.extend(audience.players.iter().flat_map(|player| self.live.seats_of(player)));
        let spectators = audience.spectators + elsewhere;
        seats.sort_unstable();
        seats.dedup();
        let message = text(&ServerMessage::Presence { table: self.id.clone(), seats, spectators });
        self.watchers.iter().for_each(|watcher| {
            watcher.outbox.enqueue(message.clone());
        });
    }

    /// While the game is on, players see the chat of players and spectators that of spectators; afterwards everyone
    /// sees everything.
    pub(super) fn deliver(&self, line: &ChatLine) {
        let on = matches!(self.live.stage(), web::Stage::Live);
        let message = text(&ServerMessage::Chat { table: self.id.clone(), line: line.said.clone() });
        for watcher in &self.watchers {
            let plays = !self.live.seats_of(&watcher.user).is_empty();
            if (!on || plays == line.by_player) && !watcher.blocked.contains(&line.said.user) {
                watcher.outbox.enqueue(message.clone());
            }
        }
    }
}
