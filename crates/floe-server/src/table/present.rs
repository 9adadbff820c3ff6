//! Who is at a table, and who hears whom.

use std::collections::HashSet;

use floe_referee::live::{Live, Who};
use floe_wire::web::{self, Told};

use super::actor::{Actor, ChatLine};
use crate::hub::text;

impl Actor {
    /// The seats whose players are there: connected, or seen at this table.
    pub(super) fn here(&self) -> Vec<usize> {
        let here = |who: Option<&Who>| match who {
            Some(Who::User { user }) => self.seen.contains(user) || self.house().hub.is_here(user),
            _ => false,
        };
        self.live.sitters().enumerate().filter(|(_, who)| here(*who)).map(|(seat, _)| seat).collect()
    }

    /// Somebody looks at the table or asks something of it. Only players are remembered, so that it does not grow.
    pub(super) fn see(&mut self, user: &str) {
        if !self.seen.contains(user) && !self.live.seats_of(user).is_empty() {
            self.seen.insert(user.to_owned());
        }
    }

    /// Every connection of the players' hears something about this table.
    pub(super) fn tell_players(&self, what: &str) {
        let told = Told::Yours { table: self.id.clone(), what: what.into() };
        let mut known = HashSet::new();
        for player in self.card.players.iter().filter_map(|player| player.user.as_deref()) {
            if known.insert(player) {
                self.house().hub.tell_user(player, &told);
            }
        }
    }

    /// Players who are elsewhere hear that it is their turn; those at the table see it.
    pub(super) fn your_turn(&self, before: &Live) {
        let Some(seat) = self.live.turn().filter(|seat| before.turn() != Some(*seat)) else { return };
        if let Some(Some(Who::User { user })) = self.live.sitters().nth(seat)
            && !self.watchers.iter().any(|watcher| watcher.user == *user)
        {
            self.house().hub.tell_user(user, &Told::Yours { table: self.id.clone(), what: "turn".into() });
        }
    }

    /// Who is there, told to everybody.
    pub(super) fn present(&self) {
        let mut seats = Vec::new();
        let mut others = HashSet::new();
        for watcher in &self.watchers {
            let own = self.live.seats_of(&watcher.user);
            if own.is_empty() {
                others.insert(watcher.user.as_str());
            }
            seats.extend(own);
        }
        seats.sort_unstable();
        seats.dedup();
        let told = text(&Told::Present { table: self.id.clone(), seats, spectators: others.len() });
        self.watchers.iter().for_each(|watcher| {
            watcher.outbox.put(told.clone());
        });
    }

    /// Players hear players and spectators spectators while the game is on; after it everybody hears everybody.
    pub(super) fn deliver(&self, line: &ChatLine) {
        let on = matches!(self.live.stage(), web::Stage::Live);
        let told = text(&Told::Chat { table: self.id.clone(), line: line.said.clone() });
        for watcher in &self.watchers {
            let plays = !self.live.seats_of(&watcher.user).is_empty();
            if (!on || plays == line.by_player) && !watcher.blocked.contains(&line.said.user) {
                watcher.outbox.put(told.clone());
            }
        }
    }
}
