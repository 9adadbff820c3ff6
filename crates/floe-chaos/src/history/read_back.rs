//! The final state: tables as servers show them, and logs as the store has them.

use std::path::Path;

use floe_games::Record;
use floe_store::{PostgresOptions, PostgresStore, SqliteStore, Store};
use serde_json::Value;

use super::check::Kind;
use super::{Entry, Final, History, Violation};
use crate::client::Client;

/// Asks a server about every table. A finished game is replayed from its record.
pub async fn from_server(
    history: &mut History,
    client: &mut Client,
    node: usize,
) -> Result<Vec<Violation>, String> {
    let mut violations = Vec::new();
    for (id, table) in &mut history.tables {
        let state = client.get(&format!("/api/tables/{id}")).await?.ok()?;
        let record = client.get(&format!("/api/tables/{id}/record")).await?.ok()?;
        let over = state["status"]["stage"] == "over";
        if over {
            let replayed = serde_json::from_value::<Record>(record.clone())
                .map_err(|error| error.to_string())
                .and_then(|record| record.replay().map(drop).map_err(|refusal| refusal.to_string()));
            if let Err(words) = replayed {
                let words = format!("cannot replay the record: {words}");
                violations.push(Violation { kind: Kind::Disagreement, table: id.clone(), words });
            }
        }
        table.finals.push(Final {
            node,
            version: state["version"].as_u64().unwrap_or(0),
            events: record["events"].as_array().cloned().unwrap_or_default(),
            result: Some(state["status"]["result"].clone()).filter(|result| !result.is_null()),
        });
    }
    Ok(violations)
}

/// Reads every log from the file of a server that has stopped. The store checks itself when it is opened.
pub async fn from_file(history: &mut History, data: &Path) -> Result<(), String> {
    let store = SqliteStore::open(data, floe_store::Options::default()).await.map_err(failed)?;
    from_store(history, &store).await
}

/// Reads every log from a database, and checks the chains of all of them.
pub async fn from_database(history: &mut History, url: &str) -> Result<(), String> {
    floe_store::check_postgres(url, &mut |_| {}).await.map_err(failed)?;
    let store = PostgresStore::open(url, PostgresOptions::default()).await.map_err(failed)?;
    from_store(history, &store).await
}

fn failed(error: floe_store::StoreError) -> String {
    format!("the store: {error}")
}

async fn from_store(history: &mut History, store: &dyn Store) -> Result<(), String> {
    for (id, table) in &mut history.tables {
        let entries = store.entries(id, 0).await.map_err(failed)?;
        table.log = entries
            .iter()
            .zip(1..)
            .map(|(entry, version)| Entry {
                version,
                body: serde_json::from_str(&entry.body).unwrap_or(Value::Null),
            })
            .collect();
    }
    store.close().await;
    Ok(())
}
