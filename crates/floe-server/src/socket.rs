//! A WebSocket: one connection for everything a page follows and does.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::response::Response;
use floe_wire::web::{Say, Told, Why};

use crate::auth::{Caller, Scope};
use crate::http::{App, shown, watcher};
use crate::hub::Outbox;
use crate::limits::Bucket;
use crate::listen::Place;
use crate::refused::Refused;
use crate::table::{Asker, Message, What};

/// How often the other side is asked for a sign of life.
const PING: Duration = Duration::from_secs(20);
/// How long a message may take to be read.
const SEND: Duration = Duration::from_secs(10);
/// The most tables one connection follows, and the most tournaments.
const TABLES: usize = 100;
/// How many messages that cannot be read end the connection.
const NONSENSE: u32 = 20;
/// Buffers of a connection, in bytes: messages are small, and there are many connections.
const BUFFER: usize = 4 * 1024;

/// Opens a WebSocket.
pub async fn open(
    State(app): State<App>,
    caller: Caller,
    place: Option<Extension<Place>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let most = app.hall.house.config.message_bytes;
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(move |socket| async move {
            let _place = place;
            Line::new(app, caller).run(socket).await;
        })
}

struct Line {
    app: App,
    caller: Caller,
    outbox: Outbox,
    tables: HashSet<String>,
    tournaments: HashSet<String>,
    lag_ms: u64,
    pinged: Option<Instant>,
    bucket: Bucket,
    nonsense: u32,
}

/// Why a connection ends.
enum End {
    Gone,
    Because(u16, &'static str),
}

impl Line {
    fn new(app: App, caller: Caller) -> Line {
        // The receiver is made in `run`; this one is replaced there.
        let (outbox, _) = Outbox::new(1);
        let bucket = Bucket::new(120, 40.0);
        Line {
            app,
            caller,
            outbox,
            tables: HashSet::new(),
            tournaments: HashSet::new(),
            lag_ms: 0,
            pinged: None,
            bucket,
            nonsense: 0,
        }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let (outbox, mut lines) = Outbox::new(self.app.hall.house.config.outbox);
        self.outbox = outbox;
        let hub = &self.app.hall.house.hub;
        hub.enter(&self.caller.user.id, &self.caller.pass, &self.outbox);
        if self.caller.stands(&self.app).await.is_err() {
            self.outbox.drop_reader();
        }
        let server = env!("CARGO_PKG_VERSION").to_owned();
        self.outbox.tell(&Told::Hello { you: shown(&self.caller.user), server });
        let mut ping = tokio::time::interval(PING);
        let end = loop {
            let frame = tokio::select! {
                biased;
                line = lines.recv() => match line {
                    Some(line) => Frame::Text(line),
                    None => break End::Gone,
                },
                () = self.outbox.dropped() => break End::Because(close_code::AGAIN, "come back with the version you have"),
                frame = socket.recv() => match frame {
                    Some(Ok(frame)) => match self.hear(frame).await {
                        Ok(()) => continue,
                        Err(end) => break end,
                    },
                    _ => break End::Gone,
                },
                _ = ping.tick() => {
                    if self.pinged.is_some_and(|at| at.elapsed() > PING * 2) {
                        break End::Gone;
                    }
                    self.pinged = Some(self.pinged.unwrap_or_else(Instant::now));
                    Frame::Ping(Default::default())
                }
            };
            if !matches!(tokio::time::timeout(SEND, socket.send(frame)).await, Ok(Ok(()))) {
                break End::Gone;
            }
        };
        self.app.hall.house.hub.leave(&self.caller.user.id, &self.outbox);
        for table in &self.tables {
            self.app.hall.tell(table, Message::Unwatch(self.outbox.id)).await;
        }
        for tournament in &self.tournaments {
            self.app.office.unfollow(tournament, self.outbox.id).await;
        }
        if let End::Because(code, reason) = end {
            let frame = Frame::Close(Some(CloseFrame { code, reason: reason.into() }));
            let _ = tokio::time::timeout(SEND, socket.send(frame)).await;
        }
    }

    /// What the other side sends.
    async fn hear(&mut self, frame: Frame) -> Result<(), End> {
        match frame {
            Frame::Text(text) => {
                if !self.bucket.take() || !self.app.sayers.take(self.caller.user.id.clone()) {
                    return Err(End::Because(close_code::POLICY, "too many messages"));
                }
                match serde_json::from_str::<Say>(&text) {
                    Ok(say) => self.answer(say).await,
                    Err(error) => {
                        self.nonsense += 1;
                        if self.nonsense > NONSENSE {
                            return Err(End::Because(close_code::POLICY, "nothing of this can be read"));
                        }
                        let words = format!("this is not a message: {error}");
                        let error = Refused::new(Why::Malformed, words).told();
                        self.outbox.tell(&Told::Refused { id: None, error });
                    }
                }
                Ok(())
            }
            Frame::Pong(_) => {
                if let Some(at) = self.pinged.take() {
                    self.lag_ms = at.elapsed().as_millis() as u64;
                }
                Ok(())
            }
            Frame::Ping(_) => Ok(()),
            Frame::Binary(_) => Err(End::Because(close_code::UNSUPPORTED, "messages are JSON text")),
            Frame::Close(_) => Err(End::Gone),
        }
    }

    async fn answer(&mut self, say: Say) {
        let id = match &say {
            Say::Watch { id, .. } | Say::Sit { id, .. } | Say::Move { id, .. } => *id,
            Say::Act { id, .. } | Say::Chat { id, .. } | Say::Follow { id, .. } | Say::Ping { id } => *id,
            Say::Unwatch { .. } | Say::Lobby { .. } => None,
        };
        let told = match self.do_it(say).await {
            Ok(Some(told)) => told,
            Ok(None) => return,
            Err(refused) => Told::Refused { id, error: refused.told() },
        };
        self.outbox.tell(&told);
    }

    async fn do_it(&mut self, say: Say) -> Result<Option<Told>, Refused> {
        let hall = &self.app.hall;
        match say {
            Say::Watch { id, table, from, seat, legal } => {
                self.caller.may(Scope::Read)?;
                if self.tables.len() >= TABLES && !self.tables.contains(&table) {
                    let words = format!("a connection follows at most {TABLES} tables");
                    return Err(Refused::new(Why::TooMany, words));
                }
                let watcher = watcher(&self.app, &self.caller, &self.outbox, seat, legal).await?;
                let version =
                    hall.ask(&table, |reply| Message::Watch(watcher.clone(), from, reply)).await??;
                self.tables.insert(table);
                Ok(Some(Told::Ok { id, version: Some(version) }))
            }
            Say::Unwatch { table } => {
                if self.tables.remove(&table) {
                    hall.tell(&table, Message::Unwatch(self.outbox.id)).await;
                }
                Ok(None)
            }
            Say::Lobby { on } => {
                hall.house.hub.follow_lobby(&self.outbox, on);
                Ok(None)
            }
            Say::Follow { id, tournament, on } => {
                self.caller.may(Scope::Read)?;
                let office = &self.app.office;
                if !on {
                    if self.tournaments.remove(&tournament) {
                        office.unfollow(&tournament, self.outbox.id).await;
                    }
                    return Ok(Some(Told::Ok { id, version: None }));
                }
                if self.tournaments.len() >= TABLES && !self.tournaments.contains(&tournament) {
                    let words = format!("a connection follows at most {TABLES} tournaments");
                    return Err(Refused::new(Why::TooMany, words));
                }
                let version = office.follow(&tournament, &self.outbox).await?;
                self.tournaments.insert(tournament);
                Ok(Some(Told::Ok { id, version: Some(version) }))
            }
            Say::Sit { id, table, seat, word } => {
                let what = What::Sit { word: word.unwrap_or_default() };
                self.ask(id, &table, seat, what).await
            }
            Say::Move { id, table, at, text, seat } => {
                self.ask(id, &table, seat, What::Move { at, text }).await
            }
            Say::Act { id, table, act, seat } => self.ask(id, &table, seat, What::Act(act)).await,
            Say::Chat { id, table, text } => {
                crate::http::say(&self.app, &self.caller, &table, &text).await?;
                Ok(Some(Told::Ok { id, version: None }))
            }
            Say::Ping { id } => Ok(Some(Told::Pong { id })),
        }
    }

    async fn ask(
        &self,
        id: Option<u64>,
        table: &str,
        seat: Option<usize>,
        what: What,
    ) -> Result<Option<Told>, Refused> {
        self.caller.may(Scope::Play)?;
        let asker = Asker { user: self.caller.user.clone(), seat, lag_ms: self.lag_ms };
        let version =
            self.app.hall.ask(table, |reply| Message::Ask(asker.clone(), what.clone(), reply)).await??;
        Ok(Some(Told::Ok { id, version: Some(version) }))
    }
}
