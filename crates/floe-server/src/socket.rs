//! A WebSocket: one connection for every subscription and request of a client.

use std::collections::{HashSet, VecDeque};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::response::Response;
use floe_wire::web::{ClientMessage, ErrorCode, ServerMessage};

use crate::auth::{Caller, Scope};
use crate::error::ApiError;
use crate::http::{App, to_me, watcher};
use crate::hub::Outbox;
use crate::limits::TokenBucket;
use crate::listen::ConnectionPermit;
use crate::table::{Requester, TableMessage, TableRequest};
use crate::throttle::Received;

/// How often a ping is sent.
const PING: Duration = Duration::from_secs(20);
/// How many round trips are remembered: those of the last few minutes.
const ROUND_TRIPS: usize = 10;
/// How long the client may take to read a message.
const SEND: Duration = Duration::from_secs(10);
/// Maximum tables, and maximum tournaments, that one connection subscribes to.
const TABLES: usize = 100;
/// How many invalid messages end the connection.
const NONSENSE: u32 = 20;
/// Buffers per connection, in bytes: messages are small, and there are many connections.
const BUFFER: usize = 4 * 1024;

/// Opens a WebSocket.
pub async fn open(
    State(app): State<App>,
    caller: Caller,
    place: Option<Extension<ConnectionPermit>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let most = app.table_registry.services.config.max_message_bytes;
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(move |socket| async move {
            let received = place.as_ref().map(|Extension(place)| place.received.clone()).unwrap_or_default();
            received.limit();
            Line::new(app, caller, received).run(socket).await;
            drop(place);
        })
}

struct Line {
    app: App,
    caller: Caller,
    outbox: Outbox,
    tables: HashSet<String>,
    tournaments: HashSet<String>,
    round_trips: RoundTrips,
    bucket: TokenBucket,
    /// The connection's own allowance, for when the address has used up its share.
    reserve: TokenBucket,
    nonsense: u32,
    /// The bytes received, and how many there were when the last message was complete.
    received: Received,
    complete: u64,
}

/// The round-trip time: the shortest of the last few, so that occasional late answers do not make a client seem farther
/// away.
#[derive(Default)]
struct RoundTrips {
    /// The number of the last ping and when it was sent, while it is unanswered.
    pinged: Option<(u64, Instant)>,
    count: u64,
    recent_ms: VecDeque<u64>,
}

impl RoundTrips {
    /// The next ping. It carries a number, so that no answer can be sent ahead of it. `None` if the last one was never
    /// answered.
    fn ping(&mut self) -> Option<Frame> {
        if let Some((_, at)) = self.pinged {
            return (at.elapsed() <= PING * 2).then(|| Frame::Ping(self.count.to_be_bytes().to_vec().into()));
        }
        self.count += 1;
        self.pinged = Some((self.count, Instant::now()));
        Some(Frame::Ping(self.count.to_be_bytes().to_vec().into()))
    }

    /// Records a pong. Was it expected?
    fn pong(&mut self, payload: &[u8]) -> bool {
        let Some((_, at)) = self.pinged.filter(|(number, _)| payload == number.to_be_bytes()) else {
            return false;
        };
        self.pinged = None;
        if self.recent_ms.len() == ROUND_TRIPS {
            self.recent_ms.pop_front();
        }
        self.recent_ms.push_back(at.elapsed().as_millis() as u64);
        true
    }

    fn best_ms(&self) -> u64 {
        self.recent_ms.iter().copied().min().unwrap_or(0)
    }
}

/// Why a connection ends.
enum End {
    Gone,
    Because(u16, &'static str),
}

impl Line {
    fn new(app: App, caller: Caller, received: Received) -> Line {
        // The receiver is created in `run`; this one is replaced there.
        let (outbox, _) = Outbox::new(1);
        Line {
            app,
            caller,
            outbox,
            tables: HashSet::new(),
            tournaments: HashSet::new(),
            round_trips: RoundTrips::default(),
            bucket: TokenBucket::new(120, 40.0),
            reserve: TokenBucket::new(40, 4.0),
            nonsense: 0,
            complete: received.bytes(),
            received,
        }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let (outbox, mut lines) = Outbox::new(self.app.table_registry.services.config.send_queue);
        self.outbox = outbox;
        let hub = &self.app.table_registry.services.hub;
        hub.enter(&self.caller.user.id, &self.caller.pass, &self.outbox);
        if self.caller.revalidate(&self.app).await.is_err() {
            self.outbox.drop_reader();
        }
        let server = env!("CARGO_PKG_VERSION").to_owned();
        self.outbox.send(&ServerMessage::Hello { you: to_me(&self.caller.user), server });
        let mut ping = tokio::time::interval(PING);
        let end = loop {
            let frame = tokio::select! {
                biased;
                line = lines.recv() => match line {
                    Some(line) => Frame::Text(line),
                    None => break End::Gone,
                },
                () = self.outbox.dropped() => break End::Because(close_code::AGAIN, "reconnect with the version you have"),
                frame = socket.recv() => match frame {
                    Some(Ok(frame)) => match self.hear(frame).await {
                        Ok(()) => continue,
                        Err(end) => break end,
                    },
                    _ => break End::Gone,
                },
                _ = ping.tick() => {
                    if self.received.bytes() - self.complete > 4 * self.app.table_registry.services.config.max_message_bytes as u64 {
                        break End::Because(close_code::POLICY, "a message is too long");
                    }
                    let Some(ping) = self.round_trips.ping() else { break End::Gone };
                    ping
                }
            };
            if !matches!(tokio::time::timeout(SEND, socket.send(frame)).await, Ok(Ok(()))) {
                break End::Gone;
            }
        };
        self.app.table_registry.services.hub.leave(&self.caller.user.id, &self.outbox);
        for table in &self.tables {
            self.app.table_registry.tell(table, TableMessage::Unwatch(self.outbox.id)).await;
        }
        for tournament in &self.tournaments {
            self.app.tournaments.unfollow(tournament, self.outbox.id);
        }
        if let End::Because(code, reason) = end {
            let frame = Frame::Close(Some(CloseFrame { code, reason: reason.into() }));
            let _ = tokio::time::timeout(SEND, socket.send(frame)).await;
        }
    }

    /// Handles a frame from the client.
    async fn hear(&mut self, frame: Frame) -> Result<(), End> {
        self.complete = self.received.bytes();
        let answers = matches!(&frame, Frame::Pong(payload) if self.round_trips.pong(payload));
        if !answers && !matches!(frame, Frame::Close(_)) && !self.may_send() {
            self.app.table_registry.services.metrics.requests_rate_limited.inc();
            return Err(End::Because(close_code::POLICY, "too many messages"));
        }
        match frame {
            Frame::Text(text) => {
                match serde_json::from_str::<ClientMessage>(&text) {
                    Ok(say) => self.answer(say).await,
                    Err(error) => {
                        self.nonsense += 1;
                        if self.nonsense > NONSENSE {
                            return Err(End::Because(close_code::POLICY, "too many invalid messages"));
                        }
                        let message = format!("invalid message: {error}");
                        let error = ApiError::new(ErrorCode::Malformed, message).into_body();
                        self.outbox.send(&ServerMessage::Error { id: None, error });
                    }
                }
                Ok(())
            }
            Frame::Ping(_) | Frame::Pong(_) => Ok(()),
            Frame::Binary(_) => Err(End::Because(close_code::UNSUPPORTED, "messages must be JSON text")),
            Frame::Close(_) => Err(End::Gone),
        }
    }

    /// Counts a frame of any kind. Is it within the limits? When an address has used up its share, each of its
    /// connections still has a small allowance.
    fn may_send(&mut self) -> bool {
        let own = self.bucket.take() && self.app.sayers.take(self.caller.user.id.clone());
        own && (self.app.frames.take(self.caller.address) || self.reserve.take())
    }

    async fn answer(&mut self, say: ClientMessage) {
        let id = match &say {
            ClientMessage::Watch { id, .. }
            | ClientMessage::Sit { id, .. }
            | ClientMessage::Move { id, .. } => *id,
            ClientMessage::Contribute { id, .. }
            | ClientMessage::Act { id, .. }
            | ClientMessage::Chat { id, .. }
            | ClientMessage::WatchTournament { id, .. }
            | ClientMessage::Ping { id } => *id,
            ClientMessage::Unwatch { .. } | ClientMessage::Lobby { .. } => None,
        };
        let reply = match self.do_it(say).await {
            Ok(Some(reply)) => reply,
            Ok(None) => return,
            Err(refused) => ServerMessage::Error { id, error: refused.into_body() },
        };
        self.outbox.send(&reply);
    }

    async fn do_it(&mut self, say: ClientMessage) -> Result<Option<ServerMessage>, ApiError> {
        let table_registry = &self.app.table_registry;
        match say {
            ClientMessage::Watch { id, table, from, seat, legal } => {
                self.caller.require_scope(Scope::Read)?;
                if self.tables.len() >= TABLES && !self.tables.contains(&table) {
                    let message = format!("a connection can watch at most {TABLES} tables");
                    return Err(ApiError::new(ErrorCode::RateLimited, message));
                }
                let watcher = watcher(&self.app, &self.caller, &self.outbox, seat, legal).await?;
                let version = table_registry
                    .ask(&table, |reply| TableMessage::Watch(watcher.clone(), from, reply))
                    .await??;
                self.tables.insert(table);
                Ok(Some(ServerMessage::Ok { id, version: Some(version) }))
            }
            ClientMessage::Unwatch { table } => {
                if self.tables.remove(&table) {
                    table_registry.tell(&table, TableMessage::Unwatch(self.outbox.id)).await;
                }
                Ok(None)
            }
            ClientMessage::Lobby { on } => {
                table_registry.services.hub.subscribe_lobby(&self.outbox, on);
                Ok(None)
            }
            ClientMessage::WatchTournament { id, tournament, on } => {
                self.caller.require_scope(Scope::Read)?;
                let tournaments = &self.app.tournaments;
                if !on {
                    if self.tournaments.remove(&tournament) {
                        tournaments.unfollow(&tournament, self.outbox.id);
                    }
                    return Ok(Some(ServerMessage::Ok { id, version: None }));
                }
                if self.tournaments.len() >= TABLES && !self.tournaments.contains(&tournament) {
                    let message = format!("a connection can watch at most {TABLES} tournaments");
                    return Err(ApiError::new(ErrorCode::RateLimited, message));
                }
                let version = tournaments.follow(&tournament, &self.outbox).await?;
                self.tournaments.insert(tournament);
                Ok(Some(ServerMessage::Ok { id, version: Some(version) }))
            }
            ClientMessage::Sit { id, table, seat, contribution } => {
                self.ask(id, &table, seat, TableRequest::Sit { contribution }).await
            }
            ClientMessage::Contribute { id, table, contribution, seat } => {
                self.ask(id, &table, seat, TableRequest::Contribute(contribution)).await
            }
            ClientMessage::Move { id, table, at, text, seat } => {
                self.ask(id, &table, seat, TableRequest::Move { at, text }).await
            }
            ClientMessage::Act { id, table, act, seat } => {
                self.ask(id, &table, seat, TableRequest::Act(act)).await
            }
            ClientMessage::Chat { id, table, text } => {
                crate::http::say(&self.app, &self.caller, &table, &text).await?;
                Ok(Some(ServerMessage::Ok { id, version: None }))
            }
            ClientMessage::Ping { id } => Ok(Some(ServerMessage::Pong { id })),
        }
    }

    async fn ask(
        &self,
        id: Option<u64>,
        table: &str,
        seat: Option<usize>,
        what: TableRequest,
    ) -> Result<Option<ServerMessage>, ApiError> {
        self.caller.require_scope(Scope::Play)?;
        let (user, address) = (self.caller.user.clone(), Some(self.caller.address));
        let asker = Requester { user, seat, lag_ms: self.round_trips.best_ms(), address };
        let version = self
            .app
            .table_registry
            .ask(table, |reply| TableMessage::Ask(asker.clone(), what.clone(), reply))
            .await??;
        Ok(Some(ServerMessage::Ok { id, version: Some(version) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(ping: Option<Frame>) -> Vec<u8> {
        match ping {
            Some(Frame::Ping(payload)) => payload.to_vec(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_the_answer_to_a_ping_is_a_round_trip() {
        let mut trips = RoundTrips::default();
        assert!(!trips.pong(&1_u64.to_be_bytes()), "before any ping was sent");
        let ping = number(trips.ping());
        for forged in [&[][..], &[0; 8], &[255; 8], &2_u64.to_be_bytes()] {
            assert!(!trips.pong(forged), "{forged:?}");
        }
        assert!(trips.recent_ms.is_empty());
        std::thread::sleep(Duration::from_millis(30));
        assert!(trips.pong(&ping));
        assert!(!trips.pong(&ping), "once");
        assert!(trips.best_ms() >= 30, "{}", trips.best_ms());
        // An immediate answer is the best of them, and stays so for a while.
        for _ in 1..ROUND_TRIPS {
            let ping = number(trips.ping());
            assert!(trips.pong(&ping));
        }
        assert!(trips.best_ms() < 30, "{}", trips.best_ms());
        assert_eq!(trips.recent_ms.len(), ROUND_TRIPS);
    }
}
