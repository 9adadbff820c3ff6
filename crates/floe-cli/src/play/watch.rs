//! A live table on a server, shown on the screen as it changes.

use std::convert::Infallible;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Duration;

use floe_games::registry;
use floe_tui::{LiveSnapshot, Update};
use floe_wire::web::{
    ClientMessage, Occupant, ServerMessage, Stage, TableEvent, TableState, TableStatus, TableUpdate,
};

use crate::remote::{Pass, Remote, Socket};

/// The time between two attempts to reconnect.
const AGAIN: Duration = Duration::from_secs(1);

/// Watches a table on its own thread until the receiver is gone.
pub fn start(url: &str, ca: Option<&Path>, to: Sender<Update>) -> Result<(), String> {
    let (address, table) = url.split_once("/t/").ok_or_else(|| {
        format!("not a table address: '{url}'; expected https://HOST/t/ID or http://HOST:PORT/t/ID")
    })?;
    let (server, table) = (Remote::new(address, ca)?, table.trim_end_matches('/').to_owned());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start a thread: {error}"))?;
    std::thread::spawn(move || runtime.block_on(follow(&server, &table, &to)));
    Ok(())
}

/// Why a connection ended.
enum End {
    /// The screen is gone, so there is no receiver.
    Gone,
    /// The server refuses to show the table.
    Refused(String),
    /// The connection was lost, or never made.
    Lost(String),
}

impl From<String> for End {
    fn from(message: String) -> End {
        End::Lost(message)
    }
}

async fn follow(server: &Remote, table: &str, to: &Sender<Update>) {
    let mut pass = None;
    loop {
        let known = pass.is_some();
        let lost = match once(server, table, &mut pass, to).await {
            End::Gone => return,
            End::Refused(message) => {
                // The receiver is gone only when the program ends.
                let _gone = to.send(Update::Ended(message));
                return;
            }
            End::Lost(message) if !known && pass.is_none() => {
                // There never was a connection: the address is more likely wrong than the server briefly offline.
                let _gone = to.send(Update::Ended(format!("{message}; is a server running there?")));
                return;
            }
            End::Lost(message) => message,
        };
        if to.send(Update::Words(format!("{lost}; reconnecting …"))).is_err() {
            return;
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Watches a table on one connection.
async fn once(server: &Remote, table: &str, pass: &mut Option<Pass>, to: &Sender<Update>) -> End {
    match listen(server, table, pass, to).await {
        Ok(never) => match never {},
        Err(end) => end,
    }
}

async fn listen(
    server: &Remote,
    table: &str,
    pass: &mut Option<Pass>,
    to: &Sender<Update>,
) -> Result<Infallible, End> {
    let guest = match pass.take() {
        Some(guest) => guest,
        None => Pass::guest(server).await?,
    };
    let mut socket = server.connect(&guest).await?;
    *pass = Some(guest);
    watch(&mut socket, table).await?;
    let mut state: Option<TableState> = None;
    loop {
        let text = socket.next().await?;
        // Messages that only a newer server knows are ignored.
        let Ok(message) = serde_json::from_str::<ServerMessage>(&text) else { continue };
        match message {
            ServerMessage::State(whole) => state = Some(*whole),
            ServerMessage::Update(update) => match &mut state {
                Some(state) if update.from == state.version => change(state, *update),
                // An update was missed.
                _ => {
                    watch(&mut socket, table).await?;
                    continue;
                }
            },
            ServerMessage::Error { error, .. } => return Err(End::Refused(error.message)),
            _ => continue,
        }
        let Some(state) = &state else { continue };
        if to.send(Update::Live(Box::new(live(state)?))).is_err() {
            return Err(End::Gone);
        }
    }
}

async fn watch(socket: &mut Socket, table: &str) -> Result<(), String> {
    let say =
        ClientMessage::Watch { id: None, table: table.to_owned(), from: None, seat: None, legal: false };
    let text = serde_json::to_string(&say).map_err(|error| error.to_string())?;
    socket.send(text).await
}

/// Applies an update to the table.
fn change(state: &mut TableState, update: TableUpdate) {
    for entry in update.entries {
        match entry {
            TableEvent::Game { event, .. } => state.events.push(event),
            TableEvent::TakenBack { keep } => state.events.truncate(keep),
            TableEvent::Seated { seat, who, .. } => seat_down(state, seat, who),
            TableEvent::Left { seat } => seat_down(state, seat, Occupant::Open),
            TableEvent::Replaced { seat, level } => seat_down(state, seat, Occupant::Engine { level }),
            _ => {}
        }
    }
    for (number, event) in update.revealed {
        if let Some(place) = state.events.get_mut(number) {
            *place = event;
        }
    }
    (state.version, state.status) = (update.version, update.status);
}

fn seat_down(state: &mut TableState, seat: usize, who: Occupant) {
    if let Some(place) = state.seats.get_mut(seat) {
        *place = who;
    }
}

fn live(state: &TableState) -> Result<LiveSnapshot, String> {
    let rules = registry::find(&state.game)
        .and_then(|game| game.rules_from_object(&state.rules))
        .map_err(|refusal| refusal.to_string())?;
    let players = state.seats.iter().map(name);
    Ok(LiveSnapshot {
        rules,
        players: players.collect(),
        position: state.status.position.clone(),
        events: state.events.clone(),
        result: state.status.result.clone(),
        words: status_text(&state.status),
    })
}

fn name(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Open => "open seat".into(),
        Occupant::User { info, .. } => info.name.clone(),
        Occupant::Engine { level } => format!("engine {level}"),
    }
}

fn status_text(now: &TableStatus) -> String {
    match (now.stage, now.turn) {
        (Stage::Open, _) => "Waiting for players.".into(),
        (Stage::Aborted, _) => "The game was cancelled.".into(),
        (Stage::Over, _) => "The game is over.".into(),
        (Stage::Live, Some(seat)) => format!("Live: seat {seat} is to {}.", now.phase),
        (Stage::Live, None) => "Live.".into(),
    }
}
