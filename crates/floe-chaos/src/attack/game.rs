//! A game of two clients, played move by move: what some attacks disturb.

use std::net::{IpAddr, SocketAddr};

use serde_json::json;

use crate::client::Client;
use crate::table::{self, PATIENCE, Player};
use crate::victim::script;

/// A game of Amazons between two guests.
pub struct Game {
    /// The table.
    pub table: String,
    players: [Player; 2],
    script: Vec<String>,
    ply: usize,
}

impl Game {
    /// Two guests at an address.
    pub async fn new(server: SocketAddr, from: impl Into<IpAddr>) -> Result<Game, String> {
        let from = from.into();
        let mut one = Client::guest(server, from).await?;
        let mut two = Client::guest(server, from).await?;
        let table = table::make_for_two(&mut one, &mut two, json!({"game": "amazons"})).await?;
        let players = [
            Player::with_script(one.socket().await?, &table).await?,
            Player::with_script(two.socket().await?, &table).await?,
        ];
        Ok(Game { table, players, script: script(5)?, ply: 0 })
    }

    /// One move; returns the version at which it was acknowledged.
    pub async fn play_one(&mut self) -> Result<u64, String> {
        let player = &mut self.players[self.ply % 2];
        if !player.until_turn(PATIENCE).await? {
            return Err("the game is over".into());
        }
        let text = self.script.get(self.ply).ok_or("the game is over")?;
        let version = player.play(text).await?;
        self.ply += 1;
        Ok(version)
    }
}
