//! Clients of a run: they play or watch, reconnect whenever the connection is lost, and record everything.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use floe_games::GameRng;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::recorder::Recorder;
use super::{Content, Moment, Operation, Outcome, Update};
use crate::client::Client;
use crate::socket::{Message, Socket};

/// The pause before a reconnection.
const AGAIN: Duration = Duration::from_millis(40);
/// The pause before a request is repeated that was refused for lack of room.
const LATER: Duration = Duration::from_millis(200);
/// How long a client waits for a reply before it treats the connection as lost.
const NO_ANSWER: Duration = Duration::from_secs(30);
/// How long a client waits for an expected update before it reconnects.
const NO_NEWS: Duration = Duration::from_secs(1);
/// How long a client that is stopping waits for a reply.
const LAST_ANSWER: Duration = Duration::from_secs(3);

/// What all clients of a run share.
#[derive(Clone)]
pub struct Shared {
    /// The recorder.
    pub recorder: Arc<Recorder>,
    /// The servers; a client that lost its connection tries the next one.
    pub nodes: Arc<Vec<SocketAddr>>,
    /// Becomes true at the end of the run.
    pub stop: watch::Receiver<bool>,
}

/// A client at a table: a player, or a watcher without a seat.
pub struct Participant {
    shared: Shared,
    client: Client,
    number: usize,
    node: usize,
    table: String,
    chance: GameRng,
    seat: Option<usize>,
    version: Option<u64>,
    now: Value,
    /// Until when it thinks, and at which version.
    thinks: Option<(u64, Instant)>,
    waiting: Option<Waiting>,
    /// A version that the table has according to a reply, and since when; its update is yet to come.
    behind: Option<(u64, Instant)>,
    /// Where the time of the last acknowledged move is recorded, and under which number.
    progress: Option<(usize, watch::Sender<Vec<Duration>>)>,
}

/// A move that was sent and is unanswered.
struct Waiting {
    id: u64,
    sent: Instant,
    invoked: Moment,
    at: u64,
    text: String,
}

/// Returns at the end of the run.
async fn ended(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Why a client gives up a connection.
enum End {
    Lost,
    Over,
    Stopped,
}

impl Participant {
    /// A client that watches a table.
    pub fn new(shared: &Shared, client: &Client, table: &str, seed: u64) -> Participant {
        Participant {
            shared: shared.clone(),
            client: client.clone(),
            number: shared.recorder.number(),
            node: seed as usize % shared.nodes.len(),
            table: table.to_owned(),
            chance: GameRng::for_player(seed),
            seat: None,
            version: None,
            now: Value::Null,
            thinks: None,
            waiting: None,
            behind: None,
            progress: None,
        }
    }

    /// Adds a place where the time of each acknowledged move is recorded.
    pub fn with_progress(self, number: usize, progress: &watch::Sender<Vec<Duration>>) -> Participant {
        Participant { progress: Some((number, progress.clone())), ..self }
    }

    /// Plays or watches until the game is over or the run ends.
    pub async fn run(mut self) {
        loop {
            let end = match self.connect().await {
                Ok(mut socket) => self.follow(&mut socket).await,
                Err(_) => End::Lost,
            };
            self.give_up();
            match end {
                End::Lost if !*self.shared.stop.borrow() => {
                    self.node = (self.node + 1) % self.shared.nodes.len();
                    tokio::time::sleep(AGAIN).await;
                }
                _ => return,
            }
        }
    }

    async fn connect(&mut self) -> Result<Socket, String> {
        self.client.server = self.shared.nodes[self.node];
        let socket = self.client.socket().await?;
        let watch = json!({"type": "watch", "table": self.table, "from": self.version, "legal": true});
        socket.send(&watch).await?;
        Ok(socket)
    }

    async fn follow(&mut self, socket: &mut Socket) -> End {
        // Missed updates come first; before that nothing is known for certain.
        (self.now, self.behind) = (Value::Null, None);
        let mut stop = self.shared.stop.clone();
        loop {
            if !matches!(self.now["stage"].as_str(), None | Some("open" | "live")) && self.waiting.is_none() {
                return End::Over;
            }
            let due = self.next_due();
            tokio::select! {
                message = socket.receive() => match message {
                    Some(message) => self.handle(&message),
                    None => return End::Lost,
                },
                () = tokio::time::sleep_until(due.into()) => {
                    if self.waiting.is_some() || self.behind.is_some() {
                        return End::Lost;
                    }
                    if self.is_my_turn() && self.send(socket).await.is_err() {
                        return End::Lost;
                    }
                }
                () = ended(&mut stop) => {
                    self.last_answer(socket).await;
                    return End::Stopped;
                }
            }
        }
    }

    fn is_my_turn(&self) -> bool {
        let turn = self.now["turn"].as_u64().map(|seat| seat as usize);
        self.now["stage"] == "live"
            && self.seat.is_some()
            && turn == self.seat
            && self.now["legal"].is_array()
    }

    /// When there is something to do even if nothing is received.
    fn next_due(&mut self) -> Instant {
        let far = Instant::now() + Duration::from_secs(3600);
        if let Some(waiting) = &self.waiting {
            return waiting.sent + NO_ANSWER;
        }
        if let Some((_, since)) = &self.behind {
            return *since + NO_NEWS;
        }
        let (true, Some(version)) = (self.is_my_turn(), self.version) else { return far };
        match self.thinks {
            Some((at, until)) if at == version => until,
            _ => {
                let pause = Duration::from_millis(u64::from(100 + self.chance.below(1400)));
                self.thinks = Some((version, Instant::now() + pause));
                Instant::now() + pause
            }
        }
    }

    async fn send(&mut self, socket: &Socket) -> Result<(), String> {
        let legal = self.now["legal"].as_array().map_or(&[][..], Vec::as_slice);
        let Some(text) = legal.get(self.chance.below(legal.len().max(1) as u32) as usize) else {
            return Err("the server sends no legal moves".into());
        };
        let (text, at) = (text.as_str().unwrap_or_default().to_owned(), self.version.unwrap_or(0));
        let id = u64::from(self.chance.below(u32::MAX));
        let message = json!({"type": "move", "table": self.table, "at": at, "move": text, "id": id});
        let (sent, invoked) = (Instant::now(), self.shared.recorder.now());
        self.waiting = Some(Waiting { id, sent, invoked, at, text });
        socket.send(&message).await
    }

    fn handle(&mut self, message: &Message) {
        let json = &message.json;
        match json["type"].as_str() {
            Some("state") if json["id"] == self.table.as_str() => {
                self.seat = json["your_seats"][0].as_u64().map(|seat| seat as usize);
                let events = json["events"].as_array().cloned().unwrap_or_default();
                self.saw(message, Content::Whole { events });
            }
            Some("update") if json["table"] == self.table.as_str() => {
                let revealed = json["revealed"].as_array().into_iter().flatten();
                let revealed =
                    revealed.filter_map(|pair| Some((pair[0].as_u64()? as usize, pair[1].clone()))).collect();
                let content = Content::Added {
                    from: json["from"].as_u64().unwrap_or(0),
                    entries: json["entries"].as_array().cloned().unwrap_or_default(),
                    revealed,
                };
                self.saw(message, content);
            }
            Some("ok") => self.answered(message, |json| Outcome::Acknowledged {
                version: json["version"].as_u64().unwrap_or(0),
            }),
            Some("error") => {
                let code = json["error"]["code"].as_str().unwrap_or_default().to_owned();
                // A request refused for lack of room is repeated later. A stale one follows from updates that are on
                // their way.
                if code == "stale" {
                    self.behind = Some((self.version.unwrap_or(0) + 1, Instant::now()));
                } else if let Some((_, until)) = &mut self.thinks {
                    *until = Instant::now() + LATER;
                }
                // One of several servers may not know whether another did what it was asked to.
                let is_known = code != "unavailable" || self.shared.nodes.len() == 1;
                self.answered(message, |_| match is_known {
                    true => Outcome::Refused { code },
                    false => Outcome::Unknown,
                });
            }
            _ => {}
        }
    }

    fn saw(&mut self, message: &Message, content: Content) {
        let version = message.json["version"].as_u64().unwrap_or(0);
        self.version = Some(version);
        self.behind = self.behind.filter(|(behind, _)| version < *behind);
        self.now = message.json["status"].clone();
        let result = Some(self.now["result"].clone()).filter(|result| !result.is_null());
        self.shared.recorder.update(Update {
            watcher: self.number,
            node: self.node,
            table: self.table.clone(),
            seen: self.shared.recorder.at(message.at),
            version,
            content,
            result,
        });
    }

    fn answered(&mut self, message: &Message, outcome: impl FnOnce(&Value) -> Outcome) {
        if self.waiting.as_ref().is_some_and(|waiting| message.json["id"] == waiting.id) {
            let outcome = outcome(&message.json);
            if let Outcome::Acknowledged { version } = outcome
                && self.version.is_none_or(|known| known < version)
            {
                self.behind = Some((version, Instant::now()));
            }
            self.settle(outcome, self.shared.recorder.at(message.at));
        }
    }

    /// Records how the pending move ended.
    fn settle(&mut self, outcome: Outcome, returned: Moment) {
        let Some(Waiting { invoked, at, text, .. }) = self.waiting.take() else { return };
        if let (Some((number, progress)), Outcome::Acknowledged { .. }) = (&self.progress, &outcome) {
            progress.send_modify(|moved| moved[*number] = returned);
        }
        self.shared.recorder.operation(Operation {
            client: self.number,
            node: self.node,
            table: self.table.clone(),
            seat: self.seat.unwrap_or(usize::MAX),
            at,
            text,
            invoked,
            returned,
            outcome,
        });
    }

    /// The connection is lost: the outcome of a pending move stays unknown.
    fn give_up(&mut self) {
        self.settle(Outcome::Unknown, self.shared.recorder.now());
    }

    async fn last_answer(&mut self, socket: &mut Socket) {
        let end = Instant::now() + LAST_ANSWER;
        while self.waiting.is_some() {
            let left = end.saturating_duration_since(Instant::now());
            match socket.receive_within(left).await {
                Ok(message) => self.handle(&message),
                Err(_) => return,
            }
        }
    }
}
