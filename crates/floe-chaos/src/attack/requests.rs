//! One address sends requests that need no session, requests that are refused, and connections without data. Two
//! players elsewhere, and two at the attackers' own address, wait to see each other's moves.

use super::Context;
use super::moves::Moves;
use crate::load::{RequestKind, Work};
use crate::report::Row;

const CONNECTIONS: u32 = 20;

/// What is sent, and the maximum rate per second.
const KINDS: [(&str, RequestKind, u32); 6] = [
    ("GET /", RequestKind::Page, 200_000),
    ("GET /readyz", RequestKind::Ready, 200_000),
    ("GET /metrics", RequestKind::Metrics, 200_000),
    ("GET /api/tables", RequestKind::Tables, 200_000),
    ("POST with a bad body", RequestKind::BadBody, 200_000),
    ("connect and close", RequestKind::Connect, 5_000),
];

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (name, kind, per_second) in KINDS {
        context.progress(format!("requests: {name}"));
        let (server, _folder) = context.server("requests").await?;
        let mut moves = Moves::new(context, &server).await?;
        let sessions = context.sessions(&server, 1).await?;
        let work = Work::Requests { kind, connections: CONNECTIONS, per_second };
        let seen = moves.under(&server, &sessions, work).await?;
        server.kill().await;
        let sent = seen.load["sent"].as_f64().unwrap_or(0.0) / seen.seconds;
        let statuses = &seen.load["statuses"];
        let refused = statuses["429"].as_u64().unwrap_or(0) + statuses["503"].as_u64().unwrap_or(0);
        let note = format!(
            "{CONNECTIONS} connections, at most {per_second}/s; {sent:.0}/s were sent; {refused} were refused with 429 \
             or 503, {} connections were closed; statuses {statuses}",
            seen.load["closed"]
        );
        rows.extend(seen.rows(&format!("requests/{name}"), &note));
    }
    Ok(rows)
}
