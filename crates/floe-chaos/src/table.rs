//! A table as its players see it: created, joined, watched and played over HTTP and WebSocket.

use std::time::{Duration, Instant};

use floe_games::GameRng;
use serde_json::{Value, json};

use crate::client::Client;
use crate::socket::Socket;

/// The timeout for a table's reply.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Creates a table; returns its id.
pub async fn make(host: &mut Client, table: Value) -> Result<String, String> {
    let made = host.post("/api/tables", table).await?.ok()?;
    made["id"].as_str().map(str::to_owned).ok_or_else(|| format!("no id in {made}"))
}

/// Takes a seat.
pub async fn sit(client: &mut Client, table: &str) -> Result<(), String> {
    client.post(&format!("/api/tables/{table}/seat"), json!({})).await?.ok().map(|_| ())
}

/// A table as a client may see it.
pub async fn state(client: &mut Client, table: &str) -> Result<Value, String> {
    client.get(&format!("/api/tables/{table}")).await?.ok()
}

/// Performs an action other than a move.
pub async fn act(client: &mut Client, table: &str, act: &str) -> Result<u64, String> {
    let done = client.post(&format!("/api/tables/{table}/actions"), json!({"act": act})).await?.ok()?;
    done["version"].as_u64().ok_or_else(|| format!("no version in {done}"))
}

/// The record, as JSON.
pub async fn record(client: &mut Client, table: &str) -> Result<Value, String> {
    client.get(&format!("/api/tables/{table}/record")).await?.ok()
}

/// Text for the deal that names the deal's commitment and cannot be guessed.
pub fn contribution(commitment: &str) -> String {
    format!("{commitment}.{}", base16ct::lower::encode_string(&random::<16>()))
}

/// Sends a contribution for every own seat at a table that has not started; returns what was accepted.
pub async fn contribute(client: &mut Client, table: &str) -> Result<Vec<String>, String> {
    let state = state(client, table).await?;
    let commitment = state["fair"]["commitment"].as_str().unwrap_or_default().to_owned();
    let mut accepted = Vec::new();
    if state["status"]["stage"] != "open" || commitment.is_empty() {
        return Ok(accepted);
    }
    for seat in state["your_seats"].as_array().cloned().unwrap_or_default() {
        let text = contribution(&commitment);
        let body = json!({"contribution": text, "seat": seat});
        client.post(&format!("/api/tables/{table}/contribution"), body).await?.ok()?;
        accepted.push(text);
    }
    Ok(accepted)
}

/// Waits until a table whose seats are all taken has started. If the server waits for contributions the players send
/// them.
pub async fn begin(table: &str, players: &mut [&mut Client]) -> Result<(), String> {
    for player in players.iter_mut() {
        contribute(player, table).await?;
    }
    let end = Instant::now() + PATIENCE;
    loop {
        let state = state(players[0], table).await?;
        if state["status"]["stage"] != "open" {
            return Ok(());
        }
        if Instant::now() > end {
            return Err(format!("table {table} does not start although every seat is taken"));
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Creates a table for two and seats both.
pub async fn make_for_two(one: &mut Client, two: &mut Client, table: Value) -> Result<String, String> {
    let id = make(one, table).await?;
    sit(two, &id).await?;
    begin(&id, &mut [one, two]).await?;
    Ok(id)
}

/// A client that watches one table at a time over a WebSocket and plays there.
#[derive(Debug)]
pub struct Player {
    /// The connection.
    pub socket: Socket,
    /// The watched table.
    pub table: String,
    /// Its own seat, if there is one.
    pub seat: Option<u64>,
    /// The last known version of the table.
    pub version: u64,
    /// The status at that version.
    pub now: Value,
    /// When it was received.
    pub heard_at: Instant,
    /// The version of its last move.
    acknowledged: u64,
    /// Does it ask for the legal moves?
    legal: bool,
    chance: GameRng,
}

impl Player {
    /// Watches a table, with the legal moves on its turn.
    pub async fn new(socket: Socket, table: &str) -> Result<Player, String> {
        Player::open(socket, table, true).await
    }

    /// Watches a table without the legal moves: for players who know what to play.
    pub async fn with_script(socket: Socket, table: &str) -> Result<Player, String> {
        Player::open(socket, table, false).await
    }

    async fn open(socket: Socket, table: &str, legal: bool) -> Result<Player, String> {
        let seed = u64::from_le_bytes(random());
        let mut player = Player {
            socket,
            table: String::new(),
            seat: None,
            version: 0,
            now: Value::Null,
            heard_at: Instant::now(),
            acknowledged: 0,
            legal,
            chance: GameRng::for_player(seed),
        };
        player.follow(table).await?;
        Ok(player)
    }

    /// Watches another table instead.
    pub async fn follow(&mut self, table: &str) -> Result<(), String> {
        if !self.table.is_empty() {
            self.socket.send(&json!({"type": "unwatch", "table": self.table})).await?;
        }
        self.table = table.to_owned();
        (self.version, self.acknowledged, self.now) = (0, 0, Value::Null);
        self.socket.ask(json!({"type": "watch", "table": table, "legal": self.legal}), PATIENCE).await?;
        while self.now.is_null() {
            self.advance(PATIENCE).await?;
        }
        Ok(())
    }

    /// Handles the next message.
    pub async fn advance(&mut self, limit: Duration) -> Result<(), String> {
        let heard = self.socket.receive_within(limit).await?;
        let json = &heard.json;
        match json["type"].as_str() {
            Some("state") if json["id"] == self.table.as_str() => self.seat = json["your_seats"][0].as_u64(),
            Some("update") if json["table"] == self.table.as_str() => {}
            _ => return Ok(()),
        }
        self.version = json["version"].as_u64().unwrap_or(0);
        self.now = json["status"].clone();
        self.heard_at = heard.at;
        Ok(())
    }

    /// Is the game live?
    pub fn is_live(&self) -> bool {
        self.now["stage"] == "live"
    }

    /// Is it our turn, as far as is known?
    pub fn is_my_turn(&self) -> bool {
        self.is_live()
            && self.version >= self.acknowledged
            && self.seat.is_some()
            && self.now["turn"].as_u64() == self.seat
    }

    /// Waits for our turn; false if the game ends first.
    pub async fn until_turn(&mut self, limit: Duration) -> Result<bool, String> {
        let end = Instant::now() + limit;
        while !self.is_my_turn() {
            if !matches!(self.now["stage"].as_str(), Some("live" | "open")) {
                return Ok(false);
            }
            self.advance(end.saturating_duration_since(Instant::now())).await?;
        }
        Ok(true)
    }

    /// A random legal move.
    pub fn choose(&mut self) -> Result<String, String> {
        let legal = self.now["legal"].as_array().filter(|legal| !legal.is_empty());
        let legal = legal.ok_or("the server sends no legal moves")?;
        let at = self.chance.below(legal.len() as u32) as usize;
        legal[at].as_str().map(str::to_owned).ok_or_else(|| "a legal move is not text".into())
    }

    /// Makes a move; returns the resulting version.
    pub async fn play(&mut self, text: &str) -> Result<u64, String> {
        let message = json!({"type": "move", "table": self.table, "at": self.version, "move": text});
        let done = self.socket.ask(message, PATIENCE).await?;
        self.acknowledged = done.json["version"].as_u64().unwrap_or(0);
        Ok(self.acknowledged)
    }

    /// Makes a random move when it is our turn; false if the game is over.
    pub async fn play_any(&mut self, limit: Duration) -> Result<bool, String> {
        if !self.until_turn(limit).await? {
            return Ok(false);
        }
        let text = self.choose()?;
        self.play(&text).await?;
        Ok(true)
    }

    /// What is left on our clock, in milliseconds.
    pub fn left_ms(&self) -> Option<u64> {
        self.now["clocks"][self.seat? as usize]["left_ms"].as_u64()
    }
}

/// Random bytes; zeros if the system provides none.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    let _ = getrandom::fill(&mut bytes);
    bytes
}
