//! Fair play: no one slows others down, gains time or chooses their cards.

mod deals;
mod limits;
mod time;

use serde_json::{Value, json};

use crate::support::Client;

/// Creates a table and returns its id.
async fn make(client: &mut Client, new: Value) -> String {
    client.post("/api/tables", new).await.ok()["id"].as_str().unwrap().to_owned()
}

/// A table as a user sees it.
async fn state(client: &mut Client, table: &str) -> Value {
    client.get(&format!("/api/tables/{table}?legal=true")).await.ok()
}

async fn act(client: &mut Client, table: &str, act: &str) -> crate::support::Answer {
    client.post(&format!("/api/tables/{table}/actions"), json!({ "act": act })).await
}

/// Waits until a table meets a condition.
async fn until(client: &mut Client, table: &str, what: impl Fn(&Value) -> bool) -> Value {
    let began = std::time::Instant::now();
    loop {
        let state = state(client, table).await;
        if what(&state) {
            return state;
        }
        assert!(began.elapsed() < crate::support::PATIENCE, "the condition was not met: {state}");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}
