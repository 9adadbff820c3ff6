//! Ordinary players whose latency is measured while others attack.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use floe_games::{Actor, GameRng, Start, open, registry};
use serde_json::json;

use crate::client::Client;
use crate::measure::Latencies;
use crate::table::{self, PATIENCE, Player};

/// How long an opponent may take to see a move; longer waits count as this long.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// Two players at a table. The measured time is from one's move until the other sees it.
pub struct Pair {
    clients: [Client; 2],
    players: [Player; 2],
    script: Vec<String>,
    ply: usize,
    /// Tables created beforehand, so that only moves are sent while others attack.
    prepared: Vec<String>,
}

impl Pair {
    /// Two guests at an address, seated and ready.
    pub async fn new(server: SocketAddr, from: impl Into<IpAddr>) -> Result<Pair, String> {
        let from = from.into();
        let mut clients = [Client::guest(server, from).await?, Client::guest(server, from).await?];
        let first = new_table(&mut clients).await?;
        let players = [
            Player::with_script(clients[0].socket().await?, &first).await?,
            Player::with_script(clients[1].socket().await?, &first).await?,
        ];
        Ok(Pair { clients, players, script: script(1)?, ply: 0, prepared: Vec::new() })
    }

    /// Creates tables for at least this many moves.
    pub async fn prepare(&mut self, moves: usize) -> Result<(), String> {
        while self.script.len() * (self.prepared.len() + 1) < self.ply + moves {
            self.prepared.push(new_table(&mut self.clients).await?);
        }
        Ok(())
    }

    /// Plays for a while, one move every `pace`.
    pub async fn measure(&mut self, time: Duration, pace: Duration) -> Result<Latencies, String> {
        let began = Instant::now();
        let mut times = Vec::new();
        while began.elapsed() < time {
            let due = Instant::now() + pace;
            times.push(self.one_move().await?);
            tokio::time::sleep_until(due.into()).await;
        }
        Ok(times.into_iter().collect())
    }

    async fn one_move(&mut self) -> Result<Duration, String> {
        if self.ply == self.script.len() {
            let next = match self.prepared.pop() {
                Some(table) => table,
                None => new_table(&mut self.clients).await?,
            };
            for player in &mut self.players {
                player.follow(&next).await?;
            }
            self.ply = 0;
        }
        let mover = self.ply % 2;
        let [first, second] = &mut self.players;
        let (mover, other) = if mover == 0 { (first, second) } else { (second, first) };
        let before = other.version;
        let message = json!({
            "type": "move", "table": mover.table, "at": mover.version, "move": self.script[self.ply],
        });
        let sent = Instant::now();
        mover.socket.send(&message).await?;
        while other.version == before {
            other.advance(PATIENCE * 2).await?;
        }
        let took = other.heard_at.saturating_duration_since(sent);
        while mover.version < other.version {
            mover.advance(PATIENCE * 2).await?;
        }
        self.ply += 1;
        Ok(took.min(MAX_WAIT))
    }
}

async fn new_table(clients: &mut [Client; 2]) -> Result<String, String> {
    let [one, two] = clients;
    table::make_for_two(one, two, json!({"game": "amazons", "clock": "3600+10", "private": true})).await
}

/// A random game of Amazons, as moves.
pub fn script(seed: u64) -> Result<Vec<String>, String> {
    let rules = registry::find("amazons").map_err(|refusal| refusal.to_string())?.default_rules();
    let mut table = open(&rules, Start::Seed(seed)).map_err(|refusal| refusal.to_string())?;
    let mut chance = GameRng::for_player(seed);
    let mut game = Vec::new();
    while let Actor::Seat(seat) = table.actor() {
        let mut legal = table.legal_moves();
        let text = legal.swap_remove(chance.below(legal.len() as u32) as usize);
        table.play(seat, &text).map_err(|refusal| refusal.to_string())?;
        game.push(text);
    }
    Ok(game)
}

/// A player of Amazons against an engine of level 3. The measured time is from the move to the engine's answer.
pub struct EngineGuest {
    client: Client,
    player: Player,
    prepared: Vec<String>,
    /// How often this player's own, modest requests were refused.
    pub refused: Vec<String>,
}

impl EngineGuest {
    /// A guest at an address, at a table with an engine, and with this many further tables for later.
    pub async fn new(
        server: SocketAddr,
        from: impl Into<IpAddr>,
        further: usize,
    ) -> Result<EngineGuest, String> {
        let mut client = Client::guest(server, from).await?;
        let first = engine_table(&mut client).await?;
        let mut prepared = Vec::new();
        for _ in 0..further {
            prepared.push(engine_table(&mut client).await?);
        }
        let player = Player::new(client.socket().await?, &first).await?;
        Ok(EngineGuest { client, player, prepared, refused: Vec::new() })
    }

    /// Plays for a while, thinking for `pace` before each move. An answer that takes longer than `max_wait` counts as
    /// that long.
    pub async fn measure(
        &mut self,
        time: Duration,
        pace: Duration,
        max_wait: Duration,
    ) -> Result<Latencies, String> {
        let began = Instant::now();
        let mut times = Vec::new();
        while began.elapsed() < time || times.is_empty() {
            match self.one_answer(pace, max_wait).await? {
                Some(took) => times.push(took),
                None => self.next_table().await?,
            }
            if times.last().is_some_and(|took| *took >= max_wait) {
                break;
            }
        }
        Ok(times.into_iter().collect())
    }

    /// The time of one answer; `None` if the game is over.
    async fn one_answer(&mut self, pace: Duration, max_wait: Duration) -> Result<Option<Duration>, String> {
        // After a wait that timed out the engine may still be thinking.
        if !self.player.until_turn(max_wait).await? {
            return Ok(None);
        }
        let text = self.player.choose()?;
        tokio::time::sleep(pace).await;
        let sent = Instant::now();
        self.player.play(&text).await?;
        match self.player.until_turn(max_wait).await {
            Ok(true) => Ok(Some(self.player.heard_at.saturating_duration_since(sent))),
            Ok(false) => Ok(None),
            Err(_) if sent.elapsed() >= max_wait => Ok(Some(max_wait)),
            Err(error) => Err(error),
        }
    }

    async fn next_table(&mut self) -> Result<(), String> {
        let next = match self.prepared.pop() {
            Some(table) => table,
            None => match engine_table(&mut self.client).await {
                Ok(table) => table,
                Err(words) => {
                    self.refused.push(words.clone());
                    return Err(words);
                }
            },
        };
        self.player.follow(&next).await
    }
}

async fn engine_table(client: &mut Client) -> Result<String, String> {
    let seats = json!([{"kind": "me"}, {"kind": "engine", "level": "3"}]);
    let id = table::make(client, json!({"game": "amazons", "private": true, "seats": seats})).await?;
    table::begin(&id, &mut [client]).await?;
    Ok(id)
}
