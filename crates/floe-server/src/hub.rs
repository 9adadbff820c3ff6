//! The connected clients: one outbox per connection, whatever it subscribes to.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use axum::extract::ws::Utf8Bytes;
use floe_wire::web::{LobbyRow, ServerMessage};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, broadcast, mpsc};

use crate::cluster::Announcement;

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

/// Which connections of a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConnectionsOf {
    /// All.
    Any,
    /// Those with this session or token, by its hash.
    Only(Vec<u8>),
    /// Those with another one.
    Except(Vec<u8>),
}

impl ConnectionsOf {
    fn include(&self, pass: &[u8]) -> bool {
        match self {
            ConnectionsOf::Any => true,
            ConnectionsOf::Only(hash) => pass == hash,
            ConnectionsOf::Except(hash) => pass != hash,
        }
    }
}

/// All connected clients, and the lobby they can subscribe to. Where there are several servers, what concerns clients of
/// the others is announced to them.
#[derive(Debug)]
pub struct Hub {
    inner: Mutex<Inner>,
    /// Where announcements for other servers go.
    others: OnceLock<mpsc::Sender<Announcement>>,
    /// Ids of tournaments in which a game has ended.
    tournaments: broadcast::Sender<String>,
}

impl Default for Hub {
    fn default() -> Hub {
        Hub { inner: Mutex::default(), others: OnceLock::new(), tournaments: broadcast::channel(1024).0 }
    }
}

#[derive(Debug, Default)]
struct Inner {
    all: HashMap<u64, Outbox>,
    /// Each connection with its credential: the hash of a session or of a token.
    users: HashMap<String, Vec<(Vec<u8>, Outbox)>>,
    lobby: HashMap<u64, Outbox>,
    open: HashMap<String, LobbyRow>,
    /// Who is connected to other servers: users by process.
    elsewhere: HashMap<String, HashSet<String>>,
}

impl Hub {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// From now on other servers are told.
    pub fn announce_to(&self, others: mpsc::Sender<Announcement>) {
        let _ = self.others.set(others);
    }

    fn announce(&self, what: impl FnOnce() -> Announcement) {
        if let Some(others) = self.others.get() {
            // Announcements are no promises: whoever misses one finds out later.
            let _ = others.try_send(what());
        }
    }

    /// Registers a user's connection, opened with a session or token of this hash.
    pub fn enter(&self, user: &str, pass: &[u8], outbox: &Outbox) {
        let mut inner = self.inner();
        inner.all.insert(outbox.id, outbox.clone());
        let boxes = inner.users.entry(user.to_owned()).or_default();
        boxes.push((pass.to_owned(), outbox.clone()));
        if boxes.len() == 1 {
            self.announce(|| Announcement::Connected { all: false, users: vec![user.to_owned()] });
        }
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
                self.announce(|| Announcement::Disconnected { users: vec![user.to_owned()] });
            }
        }
    }

    /// Sends a message to every connection of a user, here and elsewhere.
    pub fn send_to_user(&self, user: &str, message: &ServerMessage) {
        self.deliver_to_user(user, message);
        if self.is_elsewhere(user) {
            self.announce(|| Announcement::ToUser {
                user: user.to_owned(),
                message: Box::new(message.clone()),
            });
        }
    }

    /// Sends a message to every connection that a user has here.
    pub fn deliver_to_user(&self, user: &str, message: &ServerMessage) {
        let boxes = self.inner().users.get(user).cloned();
        if let Some(boxes) = boxes {
            let line = text(message);
            boxes.iter().for_each(|(_, outbox)| {
                outbox.enqueue(line.clone());
            });
        }
    }

    /// Is a user connected now, here or elsewhere?
    pub fn is_online(&self, user: &str) -> bool {
        self.inner().users.contains_key(user) || self.is_elsewhere(user)
    }

    fn is_elsewhere(&self, user: &str) -> bool {
        self.inner().elsewhere.values().any(|users| users.contains(user))
    }

    /// The users who are connected here.
    pub fn users(&self) -> Vec<String> {
        self.inner().users.keys().cloned().collect()
    }

    /// Users are connected to another server: these, or these as well.
    pub fn connected_elsewhere(&self, process: &str, all: bool, users: Vec<String>) {
        let mut inner = self.inner();
        let known = inner.elsewhere.entry(process.to_owned()).or_default();
        if all {
            known.clear();
        }
        known.extend(users);
    }

    /// Users are no longer connected to another server.
    pub fn disconnected_elsewhere(&self, process: &str, users: &[String]) {
        if let Some(known) = self.inner().elsewhere.get_mut(process) {
            known.retain(|user| !users.contains(user));
        }
    }

    /// Another server is gone.
    pub fn gone_elsewhere(&self, process: &str) {
        self.inner().elsewhere.remove(process);
    }

    /// Closes every connection of a user, here and elsewhere.
    pub fn drop_user(&self, user: &str) {
        self.disconnect(user, ConnectionsOf::Any);
    }

    /// Closes those connections of a user that have such credentials, here and elsewhere.
    pub fn disconnect(&self, user: &str, which: ConnectionsOf) {
        self.disconnect_here(user, &which);
        self.announce(|| Announcement::Drop { user: user.to_owned(), which });
    }

    /// Closes those connections of a user here that have such credentials.
    pub fn disconnect_here(&self, user: &str, which: &ConnectionsOf) {
        if let Some(boxes) = self.inner().users.get(user) {
            boxes.iter().filter(|(pass, _)| which.include(pass)).for_each(|(_, outbox)| outbox.drop_reader());
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

    /// Announces, here and elsewhere, that a game of a tournament has ended or that the tournament has changed.
    pub fn tell_tournament(&self, id: &str) {
        self.tell_tournament_here(id);
        self.announce(|| Announcement::Tournament { id: id.to_owned() });
    }

    /// Announces the same here.
    pub fn tell_tournament_here(&self, id: &str) {
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

    /// A table entered the lobby, changed there, or left it: other servers are told.
    pub fn lobby_change(&self, id: &str, row: Option<LobbyRow>) {
        self.announce(|| Announcement::Lobby { id: id.to_owned(), row: row.clone().map(Box::new) });
        self.lobby_change_here(id, row);
    }

    /// A player ended a rated game before it counted: other servers are told.
    pub fn tell_desertion(&self, user: &str) {
        self.announce(|| Announcement::Deserted { user: user.to_owned() });
    }

    /// The lobby is as the store has it; what others have announced may have been missed.
    pub fn set_lobby(&self, rows: Vec<LobbyRow>) {
        let known: Vec<String> = self.inner().open.keys().cloned().collect();
        let open: HashSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        known.iter().filter(|id| !open.contains(id.as_str())).for_each(|id| self.lobby_change_here(id, None));
        for row in rows {
            let is_known = self.inner().open.get(&row.id) == Some(&row);
            if !is_known {
                self.lobby_change_here(&row.id.clone(), Some(row));
            }
        }
    }

    /// A table entered the lobby, changed there, or left it.
    pub fn lobby_change_here(&self, id: &str, row: Option<LobbyRow>) {
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
