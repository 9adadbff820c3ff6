//! Floods of requests, pipelined on persistent connections, and of connections that are closed immediately.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::{Job, RequestKind};
use crate::client::{Client, connect};

/// How often requests are written.
const TICK: Duration = Duration::from_millis(20);
/// How long a closed connection waits before it reconnects.
const AWAY: Duration = Duration::from_millis(100);

/// The totals of all connections.
#[derive(Default)]
struct Totals {
    sent: u64,
    statuses: BTreeMap<String, u64>,
    closed: u64,
}

type Shared = Arc<Mutex<Totals>>;

/// Runs the flood.
pub async fn flood(
    mut job: Job,
    kind: RequestKind,
    connections: u32,
    per_second: u32,
) -> Result<Value, String> {
    let sum = Shared::default();
    let client = job.clients().into_iter().next().unwrap_or(Client::new(job.spec.server, job.spec.from));
    let each = (f64::from(per_second) / f64::from(connections) * TICK.as_secs_f64()).ceil() as usize;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..connections {
        let (client, sum, mut stop) = (client.clone(), Arc::clone(&sum), job.stop.clone());
        tasks.spawn(async move {
            while !*stop.borrow() {
                match kind {
                    RequestKind::Connect => connect_and_close(&client, each, &sum, &mut stop).await,
                    _ => one_connection(&client, kind, each, &sum, &mut stop).await,
                }
                let _ = timeout(AWAY, stop.wait_for(|stop| *stop)).await;
            }
        });
    }
    let _ = job.ready.send(Value::Null);
    let _ = job.stop.wait_for(|stop| *stop).await;
    tasks.abort_all();
    let sum = sum.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok(json!({"sent": sum.sent, "statuses": sum.statuses, "closed": sum.closed}))
}

fn change(sum: &Mutex<Totals>, how: impl FnOnce(&mut Totals)) {
    how(&mut sum.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
}

/// One request as bytes.
fn request(client: &Client, kind: RequestKind) -> String {
    match kind {
        RequestKind::BadBody => {
            let body = format!("{{\"game\": \"amazons\", \"rules\": [{}", "[1,".repeat(300));
            let head = client.head("POST", "/api/tables");
            format!("{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len())
        }
        RequestKind::Page => client.head("GET", "/") + "\r\n",
        RequestKind::Ready => client.head("GET", "/readyz") + "\r\n",
        RequestKind::Metrics => client.head("GET", "/metrics") + "\r\n",
        RequestKind::Tables | RequestKind::Connect => client.head("GET", "/api/tables") + "\r\n",
    }
}

/// Requests on one connection until the server closes it. The next ones wait until the last ones are answered.
async fn one_connection(
    client: &Client,
    kind: RequestKind,
    each: usize,
    sum: &Mutex<Totals>,
    stop: &mut watch::Receiver<bool>,
) {
    let Ok(stream) = connect(client.from, client.server).await else {
        change(sum, |sum| sum.closed += 1);
        return;
    };
    let (mut read, mut write) = stream.into_split();
    let batch = request(client, kind).repeat(each);
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut buffer = vec![0; 64 * 1024];
    let mut seen = Statuses::default();
    let working = async {
        loop {
            ticks.tick().await;
            if write.write_all(batch.as_bytes()).await.is_err() {
                return;
            }
            change(sum, |sum| sum.sent += each as u64);
            let mut answered = 0;
            while answered < each {
                let count = match read.read(&mut buffer).await {
                    Ok(0) | Err(_) => return,
                    Ok(count) => count,
                };
                for status in seen.find(&buffer[..count]) {
                    answered += 1;
                    change(sum, |sum| *sum.statuses.entry(status).or_default() += 1);
                }
            }
        }
    };
    tokio::select! {
        () = working => change(sum, |sum| sum.closed += 1),
        _ = stop.wait_for(|stop| *stop) => {}
    }
}

async fn connect_and_close(
    client: &Client,
    each: usize,
    sum: &Mutex<Totals>,
    stop: &mut watch::Receiver<bool>,
) {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !*stop.borrow() {
        ticks.tick().await;
        for _ in 0..each {
            let Ok(stream) = connect(client.from, client.server).await else {
                change(sum, |sum| sum.closed += 1);
                return;
            };
            // Closed with a reset, so that this machine does not run out of ports.
            let _ = stream.set_zero_linger();
            change(sum, |sum| sum.sent += 1);
        }
    }
}

/// Finds the statuses of responses in a stream of bytes, also where a line is cut in two.
#[derive(Default)]
struct Statuses {
    tail: Vec<u8>,
}

const START: &[u8] = b"HTTP/1.1 ";

impl Statuses {
    fn find(&mut self, bytes: &[u8]) -> Vec<String> {
        self.tail.extend_from_slice(bytes);
        let mut found = Vec::new();
        let mut at = 0;
        let whole = START.len() + 3;
        while let Some(next) = self.tail[at..].windows(whole).position(|part| part.starts_with(START)) {
            let start = at + next + START.len();
            found.push(String::from_utf8_lossy(&self.tail[start..start + 3]).into_owned());
            at = start + 3;
        }
        // The start of a line may be in the rest.
        let keep = (self.tail.len() - at).min(whole - 1);
        self.tail.drain(..self.tail.len() - keep);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_found_wherever_the_stream_is_cut() {
        let stream = b"HTTP/1.1 200 OK\r\n\r\nready\nHTTP/1.1 429 Too Many\r\n\r\n{}HTTP/1.1 503 No\r\n\r\n";
        for cut in 0..stream.len() {
            let mut seen = Statuses::default();
            let mut found = seen.find(&stream[..cut]);
            found.extend(seen.find(&stream[cut..]));
            assert_eq!(found, ["200", "429", "503"], "cut at {cut}");
        }
    }
}
