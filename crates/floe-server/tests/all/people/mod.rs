//! Users over real sockets: the whole life of an account, every refusal on the way, and what stays private.

mod account;
mod others;
mod privacy;
mod programs;

use serde_json::{Value, json};

use crate::support::{Answer, Client};

fn credentials(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

async fn sign_in(client: &mut Client, name: &str, password: &str) -> Answer {
    client.post("/api/session", credentials(name, password)).await
}

/// A small board of Amazons between two players; the first creates it.
async fn amazons(one: &mut Client, two: &mut Client) -> String {
    let wish = json!({ "game": "amazons", "rules": "rows=5,cols=5" });
    let id = one.post("/api/tables", wish).await.ok()["id"].as_str().unwrap().to_owned();
    two.post(&format!("/api/tables/{id}/seat"), json!({})).await.ok();
    id
}

/// Plays the first legal move of the player to move.
async fn play_on(one: &mut Client, two: &mut Client, table: &str) {
    for client in [one, two] {
        let state = client.get(&format!("/api/tables/{table}?legal=true")).await.ok();
        if let Some(text) = state["status"]["legal"][0].as_str() {
            let moving = json!({ "at": state["version"], "move": text });
            client.post(&format!("/api/tables/{table}/moves"), moving).await.ok();
            return;
        }
    }
    panic!("nobody can move");
}
