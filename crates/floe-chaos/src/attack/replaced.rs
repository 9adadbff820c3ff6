//! The database is taken away from a running server: removed, replaced by another file, or its write-ahead log removed.
//! From then on the server must not acknowledge a move that a restart does not find, and must report that it is not
//! ready.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use super::game::Game;
use super::{Context, VICTIM};
use crate::client::Client;
use crate::folder::Folder;
use crate::report::{Row, Verdict};
use crate::server::Setup;
use crate::table;

/// How soon the server must report that it is not ready.
const NOTICED: Duration = Duration::from_secs(2);
/// How many moves are made before, and for how long moves are tried after.
const BEFORE: usize = 6;
const AFTER: Duration = Duration::from_millis(2050);

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for way in ["removed", "exchanged", "write-ahead log removed"] {
        rows.push(one(context, way).await?);
    }
    Ok(rows)
}

async fn one(context: &Context, way: &str) -> Result<Row, String> {
    let folder = Folder::new("replaced").map_err(|error| error.to_string())?;
    let setup = Setup::new(&context.program, folder.path());
    // The replacement is a database of the same program, with a mark next to it.
    if way == "exchanged" {
        setup.start().await?.stop().await?;
        std::fs::copy(&setup.data, folder.file("other.db")).map_err(|error| error.to_string())?;
    }
    let server = setup.start().await?;
    let mut game = Game::new(server.address, VICTIM).await?;
    for _ in 0..BEFORE {
        game.play_one().await?;
    }
    take_away(way, &setup.data, &folder).map_err(|error| format!("{way}: {error}"))?;
    let taken = Instant::now();
    let mut watch = Client::new(server.address, VICTIM);
    let watching = async {
        while taken.elapsed() < NOTICED {
            if watch.get("/readyz").await.is_ok_and(|reply| reply.status == 503) {
                return Some(taken.elapsed());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        None
    };
    let playing = async {
        let mut last = None;
        let mut acknowledged = 0;
        while taken.elapsed() < AFTER {
            match game.play_one().await {
                Ok(version) => {
                    acknowledged += 1;
                    last = Some(version);
                }
                Err(_) => break,
            }
            // The last ones without a pause: what was acknowledged just before a crash counts, too.
            if taken.elapsed() < NOTICED {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        (acknowledged, last)
    };
    let (noticed, (acknowledged, last)) = tokio::join!(watching, playing);
    server.kill().await;
    let found = after_restart(&setup, &game.table).await;
    let there = found.as_ref().copied().unwrap_or(0);
    let lost = last.map_or(0, |last: u64| last.saturating_sub(there).min(acknowledged));
    let readiness = match noticed {
        Some(after) => format!("/readyz returned 503 after {} ms", after.as_millis()),
        None => format!("/readyz did not return 503 within {} s", NOTICED.as_secs()),
    };
    Ok(Row::new(format!("replaced/{way}"), Verdict::from_bound(lost == 0 && noticed.is_some()))
        .attacked(format!("{lost} of {acknowledged} moves acknowledged afterwards are lost"))
        .bound("0 lost, 503 within 2 s")
        .note(readiness)
        .note(match found {
            Ok(version) => format!("after a restart the table is at version {version}"),
            Err(words) => format!(
                "after a restart: {}",
                words.replace(&folder.path().display().to_string(), "FOLDER")
            ),
        })
        .figures(json!({
            "acknowledged": acknowledged, "lost": lost, "noticed_ms": noticed.map(|after| after.as_millis() as u64),
        })))
}

fn take_away(way: &str, data: &Path, folder: &Folder) -> std::io::Result<()> {
    match way {
        "removed" => std::fs::remove_file(data),
        "exchanged" => {
            std::fs::rename(data, folder.file("away.db"))?;
            std::fs::rename(folder.file("other.db"), data)
        }
        _ => std::fs::remove_file(format!("{}-wal", data.display())),
    }
}

/// The version of a table after a restart on the same path.
async fn after_restart(setup: &Setup, table: &str) -> Result<u64, String> {
    let server = setup.start().await.map_err(|words| words.lines().last().unwrap_or_default().to_owned())?;
    let mut client = Client::new(server.address, VICTIM);
    let state = table::state(&mut client, table).await;
    server.kill().await;
    state?["version"].as_u64().ok_or_else(|| "the table has no version".into())
}
