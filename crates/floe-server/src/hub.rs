//! Who listens: one outbox for every connection, however much it follows.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use axum::extract::ws::Utf8Bytes;
use floe_wire::web::{LobbyRow, ServerMessage};
use tokio::sync::{Notify, broadcast, mpsc};

/// Where to put what a connection is told. Cheap to copy.
#[derive(Clone, Debug)]
pub struct Outbox {
    /// Tells connections apart.
    pub id: u64,
    lines: mpsc::Sender<Utf8Bytes>,
    gone: Arc<Gone>,
}

#[derive(Debug, Default)]
struct Gone {
    flag: AtomicBool,
    notify: Notify,
}

static NEXT: AtomicU64 = AtomicU64::new(1);

impl Outbox {
    /// An outbox for so many waiting messages, and what comes out of it.
    pub fn new(most: usize) -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (lines, read) = mpsc::channel(most);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        (Outbox { id, lines, gone: Arc::default() }, read)
    }

    /// Puts something in. Whoever does not read fast enough is dropped, so that nobody waits for them; they come back
    /// with the version they have.
    pub fn enqueue(&self, line: Utf8Bytes) -> bool {
        let there = self.lines.try_send(line).is_ok();
        if !there {
            self.drop_reader();
        }
        there
    }

    /// The same, from the message.
    pub fn send(&self, told: &ServerMessage) -> bool {
        self.enqueue(text(told))
    }

    /// Does anybody still read?
    pub fn is_open(&self) -> bool {
        !self.lines.is_closed()
    }

    /// Ends the connection.
    pub fn drop_reader(&self) {
        self.gone.flag.store(true, Ordering::Release);
        self.gone.notify.notify_one();
    }

    /// Returns once the connection is to end.
    pub async fn dropped(&self) {
        while !self.gone.flag.load(Ordering::Acquire) {
            self.gone.notify.notified().await;
        }
    }
}

/// A message as it is sent.
pub fn text(told: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(told).unwrap_or_default().into()
}

/// Everybody who is connected, and the lobby they may follow.
#[derive(Debug)]
pub struct Hub {
    inner: Mutex<Inner>,
    /// Tournaments in which a game has ended.
    tournaments: broadcast::Sender<String>,
}

impl Default for Hub {
    fn default() -> Hub {
        Hub { inner: Mutex::default(), tournaments: broadcast::channel(1024).0 }
    }
}

#[derive(Debug, Default)]
struct Inner {
    all: HashMap<u64, Outbox>,
    /// With what each of them came in: the hash of a session or of a token.
    users: HashMap<String, Vec<(Vec<u8>, Outbox)>>,
    lobby: HashMap<u64, Outbox>,
    open: HashMap<String, LobbyRow>,
}

impl Hub {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A connection of somebody's, who came in with a session or a token of this hash.
    pub fn enter(&self, user: &str, pass: &[u8], outbox: &Outbox) {
        let mut inner = self.inner();
        inner.all.insert(outbox.id, outbox.clone());
        inner.users.entry(user.to_owned()).or_default().push((pass.to_owned(), outbox.clone()));
    }

    /// It is gone.
    pub fn leave(&self, user: &str, outbox: &Outbox) {
        let mut inner = self.inner();
        inner.all.remove(&outbox.id);
        inner.lobby.remove(&outbox.id);
        if let Some(boxes) = inner.users.get_mut(user) {
            boxes.retain(|(_, other)| other.id != outbox.id);
            if boxes.is_empty() {
                inner.users.remove(user);
            }
        }
    }

    /// Tells every connection of somebody's.
    pub fn send_to_user(&self, user: &str, told: &ServerMessage) {
        let boxes = self.inner().users.get(user).cloned();
        if let Some(boxes) = boxes {
            let line = text(told);
            boxes.iter().for_each(|(_, outbox)| {
                outbox.enqueue(line.clone());
            });
        }
    }

    /// Has somebody a connection now?
    pub fn is_here(&self, user: &str) -> bool {
        self.inner().users.contains_key(user)
    }

    /// Ends every connection of somebody's.
    pub fn drop_user(&self, user: &str) {
        self.disconnect_where(user, |_| true);
    }

    /// Ends the connections of somebody's that came in with a session or token, or with any other.
    pub fn disconnect_where(&self, user: &str, which: impl Fn(&[u8]) -> bool) {
        if let Some(boxes) = self.inner().users.get(user) {
            boxes.iter().filter(|(pass, _)| which(pass)).for_each(|(_, outbox)| outbox.drop_reader());
        }
    }

    /// Tells everybody.
    pub fn broadcast(&self, told: &ServerMessage) {
        let line = text(told);
        let all: Vec<Outbox> = self.inner().all.values().cloned().collect();
        all.iter().for_each(|outbox| {
            outbox.enqueue(line.clone());
        });
    }

    /// Ends every connection.
    pub fn drop_all(&self) {
        self.inner().all.values().for_each(Outbox::drop_reader);
    }

    /// A game of a tournament has ended.
    pub fn tell_tournament(&self, id: &str) {
        // Nobody may be listening, and whoever missed it looks by themselves.
        let _ = self.tournaments.send(id.to_owned());
    }

    /// The ids of tournaments in which games end, from now on.
    pub fn follow_tournaments(&self) -> broadcast::Receiver<String> {
        self.tournaments.subscribe()
    }

    /// How many connections there are.
    pub fn connections(&self) -> usize {
        self.inner().all.len()
    }

    /// Starts or ends following the lobby.
    pub fn subscribe_lobby(&self, outbox: &Outbox, on: bool) {
        let mut inner = self.inner();
        if !on {
            inner.lobby.remove(&outbox.id);
            return;
        }
        inner.lobby.insert(outbox.id, outbox.clone());
        let open = newest(&inner.open);
        // Under the lock, so that no change comes before the whole.
        outbox.send(&ServerMessage::Lobby { open });
    }

    /// A table came into the lobby, changed there, or left.
    pub fn lobby_change(&self, id: &str, row: Option<LobbyRow>) {
        let mut inner = self.inner();
        let was = match &row {
            Some(row) => inner.open.insert(id.to_owned(), row.clone()).is_some(),
            None => inner.open.remove(id).is_some(),
        };
        if row.is_none() && !was {
            return;
        }
        let line = text(&ServerMessage::LobbyChange { id: id.to_owned(), row });
        inner.lobby.values().for_each(|outbox| {
            outbox.enqueue(line.clone());
        });
    }
}

/// The most tables that the lobby shows.
const SHOWN: usize = 200;

fn newest(open: &HashMap<String, LobbyRow>) -> Vec<LobbyRow> {
    let mut rows: Vec<&LobbyRow> = open.values().collect();
    rows.sort_by(|one, two| (two.created_ms, &two.id).cmp(&(one.created_ms, &one.id)));
    rows.into_iter().take(SHOWN).cloned().collect()
}
