//! Fair play: nobody slows others down, gains time or chooses their cards.

mod deals;
mod limits;
mod time;

use serde_json::{Value, json};

use crate::support::Client;

/// Makes a table and gives its id.
async fn make(client: &mut Client, new: Value) -> String {
    client.post("/api/tables", new).await.ok()["id"].as_str().unwrap().to_owned()
}

/// A table as somebody sees it.
async fn state(client: &mut Client, table: &str) -> Value {
    client.get(&format!("/api/tables/{table}?legal=true")).await.ok()
}

async fn act(client: &mut Client, table: &str, act: &str) -> crate::support::Answer {
    client.post(&format!("/api/tables/{table}/acts"), json!({ "act": act })).await
}

/// Waits until a table is as it should be.
async fn until(client: &mut Client, table: &str, what: impl Fn(&Value) -> bool) -> Value {
    let began = std::time::Instant::now();
    loop {
        let state = state(client, table).await;
        if what(&state) {
            return state;
        }
        assert!(began.elapsed() < crate::support::PATIENCE, "it does not come to that: {state}");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}
