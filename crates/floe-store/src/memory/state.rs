//! The contents of a store in memory, and what each command does to it: in one go, or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::time::Instant;

use crate::write_command::{WriteCommand, folded, gone_names};
use crate::{
    Append, ChatLine, Filter, IndexRow, Item, LeaseBook, LeaseCommand, Rating, RatingChange, Report, Role,
    Session, StoreError, StoredEntry, Token, User,
};

#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub logs: BTreeMap<String, Vec<StoredEntry>>,
    pub cards: BTreeMap<String, IndexRow>,
    pub users: BTreeMap<String, User>,
    pub sessions: BTreeMap<Vec<u8>, Session>,
    pub tokens: Vec<Token>,
    pub blocks: BTreeSet<(String, String)>,
    pub items: BTreeMap<(String, String, String), Item>,
    pub chat: Vec<ChatLine>,
    pub chat_counts: BTreeMap<String, u64>,
    pub reports: BTreeMap<u64, Report>,
    pub last_report: u64,
    pub ratings: BTreeMap<(String, String), Rating>,
    pub changes: Vec<RatingChange>,
    pub beat_ms: Option<i64>,
    pub leases: LeaseBook,
}

/// From when the time of leases is counted.
static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);

impl State {
    pub(super) fn apply(&mut self, act: WriteCommand) -> Result<u64, StoreError> {
        match act {
            WriteCommand::Append(write) => self.append(*write),
            WriteCommand::PutUser(user) => {
                self.free(&user.name, &user.id)?;
                self.users.insert(user.id.clone(), *user);
                Ok(0)
            }
            WriteCommand::ForgetUser { id, name } => self.forget(&id, name),
            WriteCommand::DropGuests { ids, since_ms } => Ok(self.drop_guests(ids, since_ms)),
            WriteCommand::ForgetGuests { ids, now_ms } => Ok(self.forget_guests(ids, now_ms)),
            WriteCommand::DropExpired { now_ms, .. } => {
                let before = self.sessions.len();
                self.sessions.retain(|_, session| session.expires_ms > now_ms);
                Ok((before - self.sessions.len()) as u64)
            }
            WriteCommand::PutSession(session) => {
                self.known(&session.user)?;
                self.sessions.insert(session.hash.clone(), session);
                Ok(0)
            }
            WriteCommand::DropSession { hash } => {
                self.sessions.remove(&hash);
                Ok(0)
            }
            WriteCommand::DropSessions { user, except } => {
                self.sessions.retain(|hash, session| session.user != user || Some(hash) == except.as_ref());
                Ok(0)
            }
            WriteCommand::PutToken(token) => {
                if self.tokens.iter().any(|other| other.id == token.id || other.hash == token.hash) {
                    return Err(StoreError::Taken(token.id));
                }
                self.known(&token.user)?;
                self.tokens.push(token);
                Ok(0)
            }
            WriteCommand::DropToken { user, id } => {
                let before = self.tokens.len();
                self.tokens.retain(|token| token.user != user || token.id != id);
                Ok((before - self.tokens.len()) as u64)
            }
            WriteCommand::SetBlock { block, blocked: true } => {
                self.known(&block.user)?;
                self.known(&block.other)?;
                self.blocks.insert((block.user, block.other));
                Ok(0)
            }
            WriteCommand::SetBlock { block, blocked: false } => {
                self.blocks.remove(&(block.user, block.other));
                Ok(0)
            }
            WriteCommand::PutItem { item, replace } => {
                let key = (item.user.clone(), item.kind.clone(), item.key.clone());
                if !replace && self.items.contains_key(&key) {
                    return Ok(0);
                }
                self.items.insert(key, item);
                Ok(1)
            }
            WriteCommand::DropItem { user, kind, key } => {
                Ok(u64::from(self.items.remove(&(user, kind, key)).is_some()))
            }
            WriteCommand::AddChat(line) => {
                let count = self.chat_counts.entry(line.table.clone()).or_default();
                *count += 1;
                self.chat.push(ChatLine { number: *count, ..line });
                Ok(*count)
            }
            WriteCommand::AddReport(report) => {
                self.last_report += 1;
                let number = self.last_report;
                self.reports.insert(number, Report { number, ..report });
                Ok(number)
            }
            WriteCommand::SettleReport { number, words } => Ok(match self.reports.get_mut(&number) {
                Some(report) => {
                    report.settled = Some(words);
                    1
                }
                None => 0,
            }),
            WriteCommand::Lease(command) => {
                let exists = matches!(&command, LeaseCommand::Take { log, .. } if self.logs.get(log).is_some_and(|log| !log.is_empty()));
                Ok(self.leases.apply(&command, self.now_ms(), exists))
            }
            WriteCommand::Beat { now_ms } => {
                self.beat_ms = Some(now_ms);
                Ok(0)
            }
        }
    }

    /// The time by which leases end.
    pub(super) fn now_ms(&self) -> i64 {
        STARTED.elapsed().as_millis() as i64
    }

    fn append(&mut self, write: Append) -> Result<u64, StoreError> {
        self.leases.check(&write.stream, write.token)?;
        let found = self.logs.get(&write.stream).map_or(0, Vec::len) as u64;
        if found != write.expected {
            return Err(StoreError::Stale { stream: write.stream, expected: write.expected, found });
        }
        let take = write.holder();
        self.logs.entry(write.stream).or_default().extend(write.entries);
        if let Some(take) = take {
            let now = self.now_ms();
            self.leases.apply(&take, now, true);
        }
        if let Some(card) = write.card {
            self.cards.insert(card.id.clone(), card);
        }
        for change in write.ratings {
            let key = (change.after.user.clone(), change.after.game.clone());
            self.ratings.insert(key, change.after.clone());
            self.changes.push(change);
        }
        Ok(0)
    }

    fn known(&self, user: &str) -> Result<(), StoreError> {
        match self.users.contains_key(user) {
            true => Ok(()),
            false => Err(StoreError::Failed(format!("no user '{user}'"))),
        }
    }

    fn free(&self, name: &str, id: &str) -> Result<(), StoreError> {
        let key = folded(name);
        match self.users.values().any(|user| user.id != id && folded(&user.name) == key) {
            true => Err(StoreError::Taken(name.to_owned())),
            false => Ok(()),
        }
    }

    fn forget(&mut self, id: &str, name: String) -> Result<u64, StoreError> {
        if self.users.contains_key(id) {
            self.free(&name, id)?;
        }
        if let Some(user) = self.users.get_mut(id) {
            user.name = name;
            (user.password, user.recovery) = (None, None);
            user.renamed_ms = None;
            user.settings = "{}".to_owned();
            user.deleted = true;
        }
        self.sessions.retain(|_, session| session.user != id);
        self.tokens.retain(|token| token.user != id);
        self.blocks.retain(|(user, other)| user != id && other != id);
        self.silence(id);
        Ok(0)
    }

    fn silence(&mut self, id: &str) {
        self.items.retain(|_, item| item.user != id);
        self.chat.retain(|line| line.user != id);
        self.reports.retain(|_, report| report.by != id);
    }

    /// The guests created before then.
    pub(super) fn guests(&self, before_ms: i64) -> Vec<String> {
        let guests =
            self.users.values().filter(|user| user.role == Role::Guest && user.created_ms < before_ms);
        guests.map(|user| user.id.clone()).collect()
    }

    /// Has a user ever sat at a table?
    pub(super) fn sits(&self, id: &str) -> bool {
        self.cards.values().any(|card| card.players.iter().any(|player| player.user_id() == Some(id)))
    }

    /// Is a user a guest without a token and without such a session?
    fn is_idle(&self, id: &str, is_current: impl Fn(&Session) -> bool) -> bool {
        self.users.get(id).is_some_and(|user| user.role == Role::Guest)
            && !self.tokens.iter().any(|token| token.user == id)
            && !self.sessions.values().any(|session| session.user == id && is_current(session))
    }

    fn drop_guests(&mut self, ids: Vec<String>, since_ms: i64) -> u64 {
        let mut dropped = 0;
        for id in ids {
            if self.sits(&id) || !self.is_idle(&id, |session| session.created_ms >= since_ms) {
                continue;
            }
            self.users.remove(&id);
            self.sessions.retain(|_, session| session.user != id);
            self.blocks.retain(|(user, other)| *user != id && *other != id);
            self.silence(&id);
            dropped += 1;
        }
        dropped
    }

    fn forget_guests(&mut self, ids: Vec<String>, now_ms: i64) -> u64 {
        let mut forgotten = 0;
        for id in ids {
            let is_gone = self.users.get(&id).is_none_or(|user| user.deleted);
            if is_gone || !self.is_idle(&id, |session| session.expires_ms > now_ms) {
                continue;
            }
            if gone_names(&id).any(|name| self.forget(&id, name).is_ok()) {
                forgotten += 1;
            }
        }
        forgotten
    }

    pub(super) fn list(&self, filter: &Filter) -> Vec<IndexRow> {
        let wanted = |card: &&IndexRow| {
            filter.kind.is_none_or(|kind| card.kind == kind)
                && (filter.stages.is_empty() || filter.stages.contains(&card.stage))
                && filter.game.as_ref().is_none_or(|game| &card.game == game)
                && (filter.user.is_none()
                    || card.players.iter().any(|player| player.user_id() == filter.user.as_deref()))
                && (filter.tournament.is_none() || card.tournament == filter.tournament)
                && (card.public || !filter.public_only)
                && filter.due_by_ms.is_none_or(|by| card.due_ms.is_some_and(|due| due <= by))
                && filter.before.as_ref().is_none_or(|(ms, id)| (card.created_ms, &card.id) < (*ms, id))
        };
        let mut cards: Vec<IndexRow> = self.cards.values().filter(wanted).cloned().collect();
        cards.sort_by(|a, b| (b.created_ms, &b.id).cmp(&(a.created_ms, &a.id)));
        cards.truncate(filter.limit as usize);
        cards
    }
}
