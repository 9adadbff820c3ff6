//! The hall: finds tables, wakes those that sleep in the store, makes new ones.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use floe_games::switches::RuleSet;
use floe_games::{Record, Table};
use floe_referee::live::{Entry, Live, rules_of, template};
use floe_store::{Filter, Kind, Stage, Store};
use floe_wire::web::Why;
use tokio::sync::{OnceCell, Semaphore, mpsc, oneshot};

use super::actor::{Actor, Message};
use crate::clock::now_ms;
use crate::config::Config;
use crate::engines::Engines;
use crate::hub::Hub;
use crate::limits::{Buckets, Counts};
use crate::metrics::Metrics;
use crate::refused::Refused;

/// How many messages wait for a table before whoever sends more has to wait.
const MAILBOX: usize = 64;
/// How often the store is asked for tables that are due.
const WAKE: Duration = Duration::from_secs(10);
/// How long tables may take to close.
const CLOSING: Duration = Duration::from_secs(10);
/// How many sets of rules are kept ready.
const RULEBOOK: usize = 500;

/// What every table needs: one of each for the whole house.
pub struct House {
    /// What must not be lost.
    pub store: Arc<dyn Store>,
    /// Who listens.
    pub hub: Hub,
    /// Who thinks.
    pub engines: Engines,
    /// What is counted.
    pub metrics: Metrics,
    /// How the server is set up.
    pub config: Config,
    /// One game's ratings are computed at a time: two games of one player must not overlook each other.
    pub desk: tokio::sync::Mutex<()>,
    /// Exact results are worked out for so many at once.
    pub adjudicators: Arc<Semaphore>,
    /// Exact results a user may ask for.
    pub offers: Buckets<String>,
    /// Tables a user has made that are open or live, whoever sits there.
    pub hosts: Counts<String>,
}

type Mailbox = mpsc::Sender<Message>;

/// All tables that are awake.
pub struct Hall {
    /// What they share.
    pub house: Arc<House>,
    tables: Mutex<HashMap<String, Arc<OnceCell<Mailbox>>>>,
    rulebook: Mutex<HashMap<String, Arc<dyn Table>>>,
}

impl Hall {
    /// An empty hall.
    pub fn new(house: Arc<House>) -> Arc<Hall> {
        Arc::new(Hall { house, tables: Mutex::default(), rulebook: Mutex::default() })
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<OnceCell<Mailbox>>>> {
        self.tables.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// How many tables are awake.
    pub fn awake(&self) -> usize {
        self.tables().len()
    }

    /// Rules that tables can share.
    pub fn rules(&self, set: &RuleSet) -> Result<Arc<dyn Table>, Refused> {
        let key = format!("{} {}", set.game, set.to_json());
        let mut book = self.rulebook.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(table) = book.get(&key) {
            return Ok(Arc::clone(table));
        }
        let table = template(set)?;
        if book.len() >= RULEBOOK {
            // Tables in play hold on to theirs.
            book.clear();
        }
        book.insert(key, Arc::clone(&table));
        Ok(table)
    }

    /// Sends a table a message and waits for the answer.
    pub async fn ask<T>(
        self: &Arc<Hall>,
        id: &str,
        make: impl Fn(oneshot::Sender<T>) -> Message,
    ) -> Result<T, Refused> {
        // A table may fall asleep between being found and being asked.
        for _ in 0..3 {
            let mailbox = self.find(id).await?;
            let (reply, answer) = oneshot::channel();
            if mailbox.send(make(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
        }
        Err(Refused::new(Why::Unavailable, "the table does not answer; try again"))
    }

    /// Sends a message that needs no answer, if the table is awake.
    pub async fn tell(&self, id: &str, message: Message) {
        let mailbox = self.tables().get(id).and_then(|cell| cell.get().cloned());
        if let Some(mailbox) = mailbox {
            let _ = mailbox.send(message).await;
        }
    }

    /// The mailbox of a table, awake or woken.
    async fn find(self: &Arc<Hall>, id: &str) -> Result<Mailbox, Refused> {
        if !crate::ids::is_id(id) {
            return Err(Refused::no("table"));
        }
        let cell = {
            let mut tables = self.tables();
            // A table that failed left its mailbox closed.
            if tables.get(id).and_then(|cell| cell.get()).is_some_and(Mailbox::is_closed) {
                tables.remove(id);
            }
            Arc::clone(tables.entry(id.to_owned()).or_default())
        };
        let found = cell.get_or_try_init(|| self.wake(id, None)).await;
        if found.is_err() {
            let mut tables = self.tables();
            if tables.get(id).is_some_and(|known| Arc::ptr_eq(known, &cell)) {
                tables.remove(id);
            }
        }
        found.cloned()
    }

    /// The record of a table as a user may see it; a table that sleeps is read and not woken.
    pub async fn record(self: &Arc<Hall>, id: &str, user: &str) -> Result<Option<Box<Record>>, Refused> {
        let awake = self.tables().get(id).is_some_and(|cell| cell.initialized());
        if awake {
            return self.ask(id, |reply| Message::Record(Some(user.to_owned()), reply)).await;
        }
        let (live, _) = self.read(id).await?;
        let mut actor = Actor::new(Arc::clone(self), id.to_owned(), live, mpsc::channel(1).0.downgrade());
        actor.meet().await;
        Ok(actor.record(Some(user)))
    }

    /// Reads a table from its log and lets it live.
    async fn wake(self: &Arc<Hall>, id: &str, last_beat: Option<i64>) -> Result<Mailbox, Refused> {
        let (live, last_ms) = self.read(id).await?;
        let away = last_beat.map(|beat| (now_ms() - beat.max(last_ms)).max(0) as u64);
        Ok(self.spawn(id.to_owned(), live, away))
    }

    /// A table as its log says it stands, and when that was last written to.
    async fn read(&self, id: &str) -> Result<(Live, i64), Refused> {
        if !self.house.store.card(id).await?.is_some_and(|card| card.kind == Kind::Table) {
            return Err(Refused::no("table"));
        }
        let entries = self.house.store.entries(id, 0).await?;
        let broken = |words: String| {
            tracing::error!(table = id, words, "a table cannot be read");
            Refused::new(Why::Broken, "this table cannot be read any more; the operator has been told")
        };
        let mut log = entries.iter();
        let Some(first) = log.next() else { return Err(Refused::no("table")) };
        let Entry::Made(made) = Entry::read(&first.body).map_err(broken)? else {
            return Err(Refused::no("table"));
        };
        let rules = self.rules(&rules_of(&made.game, &made.rules)?)?;
        let mut live = Live::make(made, rules, first.at_ms)?;
        let mut last_ms = first.at_ms;
        for entry in log {
            let read = Entry::read(&entry.body).map_err(broken)?;
            live.follow(entry.at_ms, &read).map_err(|refusal| broken(refusal.to_string()))?;
            last_ms = entry.at_ms;
        }
        Ok((live, last_ms))
    }

    /// Lets a table live.
    fn spawn(self: &Arc<Hall>, id: String, live: Live, away_ms: Option<u64>) -> Mailbox {
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        let actor = Actor::new(Arc::clone(self), id, live, mailbox.downgrade());
        tokio::spawn(actor.run(messages, away_ms));
        mailbox
    }

    /// A new table whose first entries are stored already.
    pub(super) fn settle(self: &Arc<Hall>, id: &str, live: Live) {
        let mailbox = self.spawn(id.to_owned(), live, None);
        self.tables().insert(id.to_owned(), Arc::new(OnceCell::new_with(Some(mailbox))));
    }

    /// A table that goes to sleep.
    pub(super) fn forget(&self, id: &str) {
        self.tables().remove(id);
    }

    /// Wakes everything that was being played when the server last stopped, and fills the lobby. Says how many games
    /// go on.
    pub async fn resume(self: &Arc<Hall>) -> Result<usize, Refused> {
        let store = &self.house.store;
        let last_beat = store.last_beat().await?.unwrap_or_else(now_ms);
        let all = |stages: Vec<Stage>, before| Filter {
            kind: Some(Kind::Table),
            stages,
            before,
            limit: 500,
            ..Filter::default()
        };
        let mut resumed = 0;
        let mut before = None;
        loop {
            let page = store.cards(all(vec![Stage::Open, Stage::Live], before)).await?;
            let Some(last) = page.last() else { break };
            before = Some((last.created_ms, last.id.clone()));
            for card in page {
                let summary: serde_json::Value = serde_json::from_str(&card.summary).unwrap_or_default();
                if let (None, Some(host)) = (&card.tournament, summary["host"].as_str()) {
                    self.house.hosts.add(host.to_owned());
                }
                if card.stage == Stage::Open {
                    if card.public {
                        let row = super::row_of(&self.house, &card).await?;
                        self.house.hub.lobby_change(&card.id, Some(row));
                    }
                    continue;
                }
                // Whoever has days to think can sleep; the store says when they are due.
                if card.due_ms.is_some() {
                    continue;
                }
                let cell = Arc::clone(self.tables().entry(card.id.clone()).or_default());
                match cell.get_or_try_init(|| self.wake(&card.id, Some(last_beat))).await {
                    Ok(_) => resumed += 1,
                    Err(refused) => {
                        tracing::error!(
                            table = card.id,
                            words = refused.words,
                            "a live table does not come back"
                        );
                        self.tables().remove(&card.id);
                    }
                }
            }
        }
        Ok(resumed)
    }

    /// Wakes sleeping tables when they are due, for ever.
    pub async fn watch(self: Arc<Hall>) {
        loop {
            tokio::time::sleep(WAKE).await;
            let due = Filter {
                kind: Some(Kind::Table),
                stages: vec![Stage::Open, Stage::Live],
                due_by_ms: Some(now_ms()),
                limit: 500,
                ..Filter::default()
            };
            match self.house.store.cards(due).await {
                Ok(cards) => {
                    for card in cards {
                        // Once awake, a table looks at the clock by itself.
                        let _ = self.find(&card.id).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "tables that are due cannot be listed"),
            }
        }
    }

    /// Lets every table finish what it does.
    pub async fn close(&self) {
        let all: Vec<Mailbox> = self.tables().values().filter_map(|cell| cell.get().cloned()).collect();
        let closed = async {
            for mailbox in &all {
                let _ = mailbox.send(Message::Close).await;
            }
            for mailbox in &all {
                mailbox.closed().await;
            }
        };
        // What is not stored by then was not acknowledged either.
        if tokio::time::timeout(CLOSING, closed).await.is_err() {
            tracing::warn!("some tables did not close in time");
        }
    }
}
