//! Load generators: separate processes at the lowest priority, so that the server's latency is measured and not theirs.
//! A generator reads its work as one line of JSON, answers with a line when it is ready, works until its standard input
//! ends, and reports in one more line.

mod engines;
mod frames;
mod requests;

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::net::{IpAddr, SocketAddr};
use std::process::Stdio;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{oneshot, watch};
use tokio::time::timeout;

use crate::client::Client;

/// The timeout for getting ready.
const READY: Duration = Duration::from_secs(60);
/// The timeout for stopping.
const STOP: Duration = Duration::from_secs(10);

/// The cookies of one session.
pub type Cookies = BTreeMap<String, String>;

/// What a generator does.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Spec {
    /// The server.
    pub server: SocketAddr,
    /// The address it attacks from.
    pub from: IpAddr,
    /// The sessions it uses.
    pub sessions: Vec<Cookies>,
    /// What it does with them.
    pub work: Work,
}

/// The kinds of load.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// Every session opens tables between two engines of the highest level.
    EngineTables {
        /// How many per session.
        tables_each: u32,
    },
    /// Every session plays against an engine of the highest level and moves immediately on its turn.
    EnginePlayers,
    /// The first session, an account's, hosts a tournament of engines of the highest level.
    EngineTournament {
        /// How many engines.
        entrants: u32,
    },
    /// Every session opens a WebSocket and sends frames.
    Frames {
        /// Their kind.
        kind: FrameKind,
        /// Maximum frames per second and socket.
        per_second: u32,
    },
    /// Requests over persistent connections, several at a time.
    Requests {
        /// Their kind.
        kind: RequestKind,
        /// How many connections.
        connections: u32,
        /// Maximum requests per second in total.
        per_second: u32,
    },
}

/// The kinds of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrameKind {
    /// Unsolicited pongs.
    Pong,
    /// Pings, each of which the server answers.
    Ping,
    /// Empty frames of an endless message.
    Continuation,
    /// Tiny messages.
    Text,
}

/// The kinds of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// `GET /`.
    Page,
    /// `GET /readyz`.
    Ready,
    /// `GET /metrics`.
    Metrics,
    /// `GET /api/tables`.
    Tables,
    /// `POST /api/tables` with a body that is not JSON.
    BadBody,
    /// A connection that is closed immediately.
    Connect,
}

/// The handle to a generator. Dropping it kills it.
#[derive(Debug)]
pub struct Generator {
    child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    /// Its output when it was ready.
    pub ready: Value,
}

impl Generator {
    /// Starts a generator and waits until it is working.
    pub async fn start(spec: &Spec) -> Result<Generator, String> {
        let failed = |error: std::io::Error| format!("cannot start a load generator: {error}");
        let program = std::env::current_exe().map_err(failed)?;
        let mut child = Command::new(program)
            .arg("load")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        let mut stdin = child.stdin.take().ok_or("a load generator has no standard input")?;
        let stdout = child.stdout.take().ok_or("a load generator has no standard output")?;
        let line = serde_json::to_string(spec).map_err(|error| error.to_string())? + "\n";
        stdin.write_all(line.as_bytes()).await.map_err(failed)?;
        let mut lines = BufReader::new(stdout).lines();
        let ready = next_line(&mut lines, READY).await?;
        Ok(Generator { child, stdin, lines, ready })
    }

    /// Its process id; 0 if it has ended.
    pub fn process(&self) -> u32 {
        self.child.id().unwrap_or(0)
    }

    /// Stops the generator; returns its report.
    pub async fn stop(self) -> Result<Value, String> {
        let Generator { mut child, stdin, mut lines, .. } = self;
        drop(stdin);
        let report = next_line(&mut lines, STOP).await;
        let _ = child.kill().await;
        report
    }
}

async fn next_line(lines: &mut Lines<BufReader<ChildStdout>>, limit: Duration) -> Result<Value, String> {
    let line = timeout(limit, lines.next_line()).await.map_err(|_| "the load generator does not answer")?;
    let line = line.map_err(|error| error.to_string())?.ok_or("the load generator has ended")?;
    let said: Value = serde_json::from_str(&line).map_err(|error| error.to_string())?;
    match said["error"].as_str() {
        Some(error) => Err(format!("the load generator: {error}")),
        None => Ok(said),
    }
}

/// What every kind of work gets.
struct Job {
    spec: Spec,
    ready: oneshot::Sender<Value>,
    stop: watch::Receiver<bool>,
}

impl Job {
    fn clients(&self) -> Vec<Client> {
        let Spec { server, from, .. } = self.spec;
        self.spec.sessions.iter().map(|cookies| Client::with_cookies(server, from, cookies.clone())).collect()
    }
}

/// Runs as a generator: takes its work from standard input.
pub fn run() -> Result<(), String> {
    // On Linux the threads that are started from here inherit it.
    let _ = rustix::process::nice(19);
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(|error| error.to_string())?;
    let spec: Spec = serde_json::from_str(&line).map_err(|error| error.to_string())?;
    let (stop_sender, stop) = watch::channel(false);
    std::thread::spawn(move || {
        let mut rest = String::new();
        while std::io::stdin().lock().read_line(&mut rest).is_ok_and(|read| read > 0) {}
        let _ = stop_sender.send(true);
    });
    // One thread: a generator never takes more than one core.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let report = runtime.block_on(async move {
        let (ready, is_ready) = oneshot::channel();
        let listener = tokio::spawn(async move {
            if let Ok(value) = is_ready.await {
                say(&json!({"ready": value}));
            }
        });
        let work = spec.work.clone();
        let job = Job { spec, ready, stop };
        let report = match work {
            Work::EngineTables { tables_each } => engines::tables(job, tables_each).await,
            Work::EnginePlayers => engines::players(job).await,
            Work::EngineTournament { entrants } => engines::tournament(job, entrants).await,
            Work::Frames { kind, per_second } => frames::flood(job, kind, per_second).await,
            Work::Requests { kind, connections, per_second } => {
                requests::flood(job, kind, connections, per_second).await
            }
        };
        let _ = listener.await;
        report
    });
    say(&report.unwrap_or_else(|error| json!({"error": error})));
    Ok(())
}

fn say(value: &Value) {
    let mut out = std::io::stdout().lock();
    // The parent process may be gone; then the report is not needed.
    let _ = writeln!(out, "{value}").and_then(|()| out.flush());
}
