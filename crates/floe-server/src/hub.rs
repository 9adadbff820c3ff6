//! The connected clients: one outbox per connection, whatever it subscribes to.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use axum::extract::ws::Utf8Bytes;
use floe_wire::web::{LobbyRow, ServerMessage};
use tokio::sync::{Notify, broadcast, mpsc};

/// The send queue of a connection. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbox {
    /// A unique number of the connection.
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
    /// An outbox for up to `most` waiting messages, and its receiving end.
    pub fn new(most: usize) -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (lines, read) = mpsc::channel(most);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        (Outbox { id, lines, gone: Arc::default() }, read)
    }

    /// Queues a line. A client that does not read fast enough is disconnected, so that no one waits for it. It
    /// reconnects with the version it has.
    pub fn enqueue(&self, line: Utf8Bytes) -> bool {
        let there = self.lines.try_send(line).is_ok();
        if !there {
            self.drop_reader();
        }
        there
    }

    /// Queues a message.
    pub fn send(&self, message: &ServerMessage) -> bool {
        self.enqueue(text(message))
    }

    /// Is the receiving end still open?
    pub fn is_open(&self) -> bool {
        !self.lines.is_closed()
    }

    /// Ends the connection.
    pub fn drop_reader(&self) {
        self.gone.flag.store(true, Ordering::Release);
        self.gone.notify.notify_one();
    }

    /// Returns once the connection is to be closed.
    pub async fn dropped(&self) {
        while !self.gone.flag.load(Ordering::Acquire) {
            self.gone.notify.notified().await;
        }
    }
}

/// A message as it is sent.
pub fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// All connected clients, and the lobby they can subscribe to.
#[derive(Debug)]
pub struct Hub {
    inner: Mutex<Inner>,
    /// Ids of tournaments in which a game has ended.
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
    /// Each connection with its credential: the hash of a session or of a token.
    users: HashMap<String, Vec<(Vec<u8>, Outbox)>>,
    lobby: HashMap<u64, Outbox>,
    open: HashMap<String, LobbyRow>,
}

impl Hub {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Registers a user's connection, opened with a session or token of this hash.
    pub fn enter(&self, user: &str, pass: &[u8], outbox: &Outbox) {
        let mut inner = self.inner();
        inner.all.insert(outbox.id, outbox.clone());
        inner.users.entry(user.to_owned()).or_default().push((pass.to_owned(), outbox.clone()));
    }

    /// Removes a connection.
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

    /// Sends a message to every connection of a user.
    pub fn send_to_user(&self, user: &str, message: &ServerMessage) {
        let boxes = self.inner().users.get(user).cloned();
        if let Some(boxes) = boxes {
            let line = text(message);
            boxes.iter().for_each(|(_, outbox)| {
                outbox.enqueue(line.clone());
            });
        }
    }

    /// Is a user connected now?
    pub fn is_here(&self, user: &str) -> bool {
        self.inner().users.contains_key(user)
    }

    /// Closes every connection of a user.
    pub fn drop_user(&self, user: &str) {
        self.disconnect_where(user, |_| true);
    }

    /// Closes those connections of a user whose credential matches.
    pub fn disconnect_where(&self, user: &str, which: impl Fn(&[u8]) -> bool) {
        if let Some(boxes) = self.inner().users.get(user) {
            boxes.iter().filter(|(pass, _)| which(pass)).for_each(|(_, outbox)| outbox.drop_reader());
        }
    }

    /// Sends a message to every connection.
    pub fn broadcast(&self, message: &ServerMessage) {
        let line = text(message);
        let all: Vec<Outbox> = self.inner().all.values().cloned().collect();
        all.iter().for_each(|outbox| {
            outbox.enqueue(line.clone());
        });
    }

    /// Closes every connection.
    pub fn drop_all(&self) {
        self.inner().all.values().for_each(Outbox::drop_reader);
    }

    /// Announces that a game of a tournament has ended.
    pub fn tell_tournament(&self, id: &str) {
        // There may be no receiver, and one that missed it polls anyway.
        let _ = self.tournaments.send(id.to_owned());
    }

    /// A receiver for the ids of tournaments in which games end.
    pub fn follow_tournaments(&self) -> broadcast::Receiver<String> {
        self.tournaments.subscribe()
    }

    /// The number of connections.
    pub fn connections(&self) -> usize {
        self.inner().all.len()
    }

    /// The tables that wait in the lobby, oldest first.
    pub fn open_tables(&self) -> Vec<LobbyRow> {
        let mut rows: Vec<LobbyRow> = self.inner().open.values().cloned().collect();
        rows.sort_by(|one, two| (one.created_ms, &one.id).cmp(&(two.created_ms, &two.id)));
        rows
    }

    /// Subscribes a connection to the lobby, or unsubscribes it.
    pub fn subscribe_lobby(&self, outbox: &Outbox, on: bool) {
        let mut inner = self.inner();
        if !on {
            inner.lobby.remove(&outbox.id);
            return;
        }
        inner.lobby.insert(outbox.id, outbox.clone());
        let open = newest(&inner.open);
        // Under the lock, so that no change is sent before the full list.
        outbox.send(&ServerMessage::Lobby { open });
    }

    /// A table entered the lobby, changed there, or left it.
    pub fn lobby_change(&self, id: &str, row: Option<LobbyRow>) {
        let mut inner = self.inner();
        let was = match &row {
            Some(row) => inner.open.insert(id.to_owned(), row.clone()).is_some(),
            None => inner.open.remove(id).is_some(),
        };
        if row.is_none() && !was {
            return;
        }
        let line = text(&ServerMessage::LobbyChange { id: id.to_owned(), row: row.map(Box::new) });
        inner.lobby.values().for_each(|outbox| {
            outbox.enqueue(line.clone());
        });
    }
}

/// Maximum number of tables in the lobby list.
const SHOWN: usize = 200;

fn newest(open: &HashMap<String, LobbyRow>) -> Vec<LobbyRow> {
    let mut rows: Vec<&LobbyRow> = open.values().collect();
    rows.sort_by(|one, two| (two.created_ms, &two.id).cmp(&(one.created_ms, &one.id)));
    rows.into_iter().take(SHOWN).cloned().collect()
}
