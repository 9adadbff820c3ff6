//! Twenty sockets of one address send frames that cost the server work for nothing. Two players elsewhere, and two at
//! the attackers' own address, wait to see each other's moves.

use super::Context;
use super::moves::Moves;
use crate::load::{FrameKind, Work};
use crate::report::Row;

const SOCKETS: usize = 20;

/// What is sent, and the maximum frames per second and socket. An empty frame has six bytes: half a million per second
/// and socket are 60 MB/s in total.
const KINDS: [(&str, FrameKind, u32); 4] = [
    ("pongs", FrameKind::Pong, 500_000),
    ("pings", FrameKind::Ping, 500_000),
    ("empty continuations", FrameKind::Continuation, 500_000),
    ("tiny messages", FrameKind::Text, 1_000),
];

pub async fn run(context: &Context) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (name, kind, per_second) in KINDS {
        context.progress(format!("frames: {name}"));
        let (server, _folder) = context.server("frames").await?;
        let mut moves = Moves::new(context, &server).await?;
        let sessions = context.sessions(&server, SOCKETS).await?;
        let seen = moves.under(&server, &sessions, Work::Frames { kind, per_second }).await?;
        server.kill().await;
        let sent = seen.load["sent"].as_f64().unwrap_or(0.0) / seen.seconds;
        let closed = match seen.load["closed"].as_u64() {
            Some(0) | None => "no socket was closed".to_owned(),
            Some(closed) => {
                let reason = seen.load["reasons"][0].as_str().unwrap_or_default();
                format!("sockets were closed {closed} times (\"{reason}\")")
            }
        };
        let note = format!(
            "{SOCKETS} sockets, at most {per_second} frames/s each; {sent:.0} frames/s were sent; {closed}"
        );
        rows.extend(seen.rows(&format!("frames/{name}"), &note));
    }
    Ok(rows)
}
