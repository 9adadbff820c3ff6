//! Standard players: they place in a zigzag and move by minimax, from the state they are given and nothing else.

use std::net::SocketAddr;
use std::time::Duration;

use floe_games::Refusal;
use floe_wire::fish::wire::{Call, JsonLimits};
use floe_wire::fish::{action_within, first_free};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{Instant, sleep, timeout_at};

use super::connection::{Connection, Stream};
use super::fault::FishFault;

/// How standard players play.
#[derive(Clone, Copy, Debug)]
pub struct ClientOptions {
    /// How many of their own turns they search ahead.
    pub depth: u32,
    /// Maximum number of positions per move; where that is not enough they search fewer turns ahead.
    pub positions: u64,
    /// How long they try to connect, in total.
    pub connect_timeout: Duration,
    /// The pause between two attempts.
    pub pause: Duration,
    /// The limits on a server's values.
    pub limits: JsonLimits,
}

impl Default for ClientOptions {
    fn default() -> ClientOptions {
        ClientOptions {
            depth: 2,
            // A fraction of a second; on the standard board two turns never need this many.
            positions: 2_000_000,
            connect_timeout: Duration::from_secs(120),
            pause: Duration::from_secs(1),
            limits: JsonLimits { bytes: 1 << 20, ..JsonLimits::default() },
        }
    }
}

/// How a tournament ended for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientResult {
    /// It won.
    Won,
    /// It did not.
    Lost,
}

/// Why a client stopped early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientError {
    /// No server answered in time.
    NoServer,
    /// The connection ended, or its data made no sense.
    Broken(FishFault),
    /// A call that no player understands or can answer.
    Puzzled(Refusal),
}

impl std::fmt::Display for ClientError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ClientError::NoServer => f.write_str("no server answered in time"),
            ClientError::Broken(fault) => write!(f, "the server {fault}"),
            ClientError::Puzzled(refusal) => write!(f, "the server asked for something odd: {refusal}"),
        }
    }
}

impl std::error::Error for ClientError {}

/// The name of the client with a number: `Floea`, `Floeb` … `Floeaa` …
pub fn client_name(number: usize) -> String {
    let (mut letters, mut left) = (Vec::new(), number + 1);
    while left > 0 {
        left -= 1;
        letters.push(char::from(b'a' + (left % 26) as u8));
        left /= 26;
    }
    "Floe".chars().chain(letters.into_iter().rev()).collect()
}

/// Signs up with a name and answers calls until the end.
pub async fn play_as_client(
    stream: impl Stream + 'static,
    name: &str,
    options: ClientOptions,
) -> Result<ClientResult, ClientError> {
    let mut server = Connection::new(stream, options.limits);
    let closed = |_| ClientError::Broken(FishFault::Closed);
    server.send(&json!(name)).await.map_err(closed)?;
    loop {
        let value = server.receive().await.map_err(ClientError::Broken)?;
        let call = Call::parse(value)
            .map_err(|shape| ClientError::Puzzled(Refusal::invalid_request(shape.to_string())))?;
        let end = match call {
            Call::End(won) => Some(if won { ClientResult::Won } else { ClientResult::Lost }),
            _ => None,
        };
        let answer = answer(call, options).await.map_err(ClientError::Puzzled)?;
        server.send(&answer).await.map_err(closed)?;
        if let Some(end) = end {
            return Ok(end);
        }
    }
}

async fn answer(call: Call, options: ClientOptions) -> Result<Value, Refusal> {
    match call {
        Call::Start | Call::PlayingAs(_) | Call::PlayingWith(_) | Call::End(_) => Ok(json!("void")),
        Call::Setup(state) => match first_free(&state) {
            Some(place) => Ok(json!(place)),
            None => Err(Refusal::invalid_request("setup: no tile is free")),
        },
        // The state is enough; the actions that led to it are for players that track them.
        Call::TakeTurn(state, _) => {
            let choice =
                spawn_blocking(move || action_within(&state, options.depth, options.positions)).await;
            match choice.map_err(|_| Refusal::failed("take-turn: the search failed"))?? {
                Some(action) => Ok(json!(action)),
                None => Ok(json!(false)),
            }
        }
    }
}

/// Runs `count` standard players against a server. They connect one after the other, so that the first is the youngest,
/// and keep trying while the server is not up.
pub async fn run_clients(
    count: usize,
    server: SocketAddr,
    options: ClientOptions,
) -> Vec<Result<ClientResult, ClientError>> {
    let deadline = Instant::now() + options.connect_timeout;
    let mut playing = JoinSet::new();
    let mut ended: Vec<Option<Result<ClientResult, ClientError>>> = vec![None; count];
    let mut number = 0;
    while number < count {
        tokio::select! {
            biased;
            connected = connect(server, deadline, options.pause) => {
                let Some(stream) = connected else { break };
                let client = number;
                number += 1;
                playing.spawn(async move {
                    (client, play_as_client(stream, &client_name(client), options).await)
                });
            }
            Some(done) = playing.join_next() => {
                if let Ok((client, end)) = done {
                    ended[client] = Some(end);
                }
                // When all that got in are done the tournament is over: the rest will not be let in.
                if playing.is_empty() {
                    break;
                }
            }
        }
    }
    while let Some(done) = playing.join_next().await {
        if let Ok((client, end)) = done {
            ended[client] = Some(end);
        }
    }
    ended.into_iter().map(|end| end.unwrap_or(Err(ClientError::NoServer))).collect()
}

async fn connect(server: SocketAddr, deadline: Instant, pause: Duration) -> Option<TcpStream> {
    loop {
        if let Ok(stream) = timeout_at(deadline, TcpStream::connect(server)).await.ok()? {
            // Send answers without delay; if this fails they leave a little later.
            let _either_way = stream.set_nodelay(true);
            return Some(stream);
        }
        if Instant::now() + pause > deadline {
            return None;
        }
        sleep(pause).await;
    }
}
