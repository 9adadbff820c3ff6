//! Playing with people over real sockets: one's own games, notifications, following, challenges, quick pairing, and games of
//! engines where nobody plays.

mod meeting;
mod mine;
mod notifications;

use serde_json::{Value, json};

use crate::support::Client;

/// A small game of two, which `one` opens and `two` joins.
async fn game(one: &mut Client, two: &mut Client, clock: Value) -> String {
    let wish = json!({ "game": "amazons", "rules": "rows=5,cols=5", "clock": clock });
    let id = one.post("/api/tables", wish).await.ok()["id"].as_str().unwrap().to_owned();
    two.post(&format!("/api/tables/{id}/seat"), json!({})).await.ok();
    id
}

/// Moves, if it is the client's turn.
async fn moves(client: &mut Client, table: &str) {
    let state = client.get(&format!("/api/tables/{table}?legal=true")).await.ok();
    let text = state["status"]["legal"][0].as_str().expect("it is their turn");
    let moving = json!({ "at": state["version"], "move": text });
    client.post(&format!("/api/tables/{table}/moves"), moving).await.ok();
}

/// The caller's games: table, and whether it waits for them.
async fn mine(client: &mut Client) -> Vec<(String, bool)> {
    let all = client.get("/api/me/games").await.ok();
    let games = all["games"].as_array().unwrap().iter();
    games.map(|game| (game["id"].as_str().unwrap().to_owned(), game["waits"].as_bool().unwrap())).collect()
}
