//! Two clients at a table.

use std::net::SocketAddr;

use floe_games::GameRng;
use serde_json::{Value, json};

use crate::support::{Client, Socket};

/// A player with a socket that watches one table.
pub struct Player {
    pub client: Client,
    pub socket: Socket,
    pub table: String,
    /// The last status received: from `state`, or the `now` of an update.
    pub now: Value,
    pub version: u64,
}

impl Player {
    /// Watches a table, with the legal moves.
    pub async fn watch(client: &Client, table: &str) -> Player {
        let mut socket = client.socket().await.unwrap();
        socket.say(json!({"type": "watch", "table": table, "legal": true})).await;
        let state = socket.until("state").await;
        let version = state["version"].as_u64().unwrap();
        Player { client: client.clone(), socket, table: table.into(), now: state["status"].clone(), version }
    }

    /// The next update.
    pub async fn update(&mut self) -> Value {
        let update = self.socket.until("update").await;
        assert_eq!(update["from"].as_u64(), Some(self.version), "no version is skipped");
        self.version = update["version"].as_u64().unwrap();
        self.now = update["status"].clone();
        update
    }

    /// Makes a move and waits for the reply; the update comes before or after it.
    pub async fn play(&mut self, text: &str) -> Result<(), Value> {
        self.socket
            .say(json!({"type": "move", "table": self.table, "at": self.version, "move": text, "id": 7}))
            .await;
        let (mut done, mut told) = (false, false);
        while !(done && told) {
            let heard = self.socket.hear().await.expect("the connection stays");
            match heard["type"].as_str().unwrap() {
                "error" => return Err(heard["error"].clone()),
                "ok" => done = true,
                "update" => {
                    told = true;
                    self.version = heard["version"].as_u64().unwrap();
                    self.now = heard["status"].clone();
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub fn legal(&self) -> Vec<String> {
        let list = self.now["legal"].as_array().expect("it is this player's turn");
        list.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    }
}

/// Two guests at a new table.
pub async fn pair(address: SocketAddr, new: Value) -> [Player; 2] {
    let (mut one, mut two) = (Client::guest(address).await, Client::guest(address).await);
    let table = one.post("/api/tables", new).await.ok()["id"].as_str().unwrap().to_owned();
    two.post(&format!("/api/tables/{table}/seat"), json!({})).await.ok();
    [Player::watch(&one, &table).await, Player::watch(&two, &table).await]
}

/// Plays at random until the game is over or `most` moves are made; returns the number of moves.
pub async fn play_on(players: &mut [Player; 2], chance: &mut GameRng, most: usize) -> usize {
    let mut made = 0;
    while made < most && players[0].now["stage"] == "live" {
        let turn = players[0].now["turn"].as_u64().unwrap() as usize;
        let mut legal = players[turn].legal();
        let text = legal.swap_remove(chance.below(legal.len() as u32) as usize);
        players[turn].play(&text).await.unwrap();
        players[1 - turn].update().await;
        made += 1;
    }
    made
}
