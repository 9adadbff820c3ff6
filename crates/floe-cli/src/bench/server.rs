//! `floe bench server`: a server in its own process, and bots that play at many tables at once.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use floe_games::{Actor, GameRng, Start, open, registry};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;

use crate::output::{CliResult, Failure, Output};
use crate::remote::{Pass, Remote, Socket};

/// Measure the server: Amazons tables with two bots each, the time from a move until the opponent receives it, and the
/// memory used. The server runs in its own process; this one generates the load on the same machine.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  floe bench server --tables 100 --seconds 2
  floe bench server --tables 1000,2500,5000 --seconds 20")]
pub struct Args {
    /// Numbers of tables, measured one after the other.
    #[arg(long, value_delimiter = ',', default_value = "1000,2500,5000", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    tables: Vec<u32>,
    /// Seconds to measure each number of tables.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=120))]
    seconds: u64,
    /// Milliseconds between two moves at a table.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(10..=60_000))]
    pace_ms: u64,
}

/// The server's process and its file. Dropping this stops the one and deletes the other.
struct Server {
    child: Child,
    remote: Remote,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Server {
    fn start() -> Result<Server, Failure> {
        let broken = |error: std::io::Error| Failure::Negative(format!("cannot start the server: {error}"));
        let folder = std::env::temp_dir().join(format!("floe-bench-server-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(broken)?;
        let mut child = Command::new(std::env::current_exe().map_err(broken)?)
            .args(["serve", "--port", "0", "--data"])
            .arg(folder.join("floe.db"))
            .args(["--set", "max_connections=100000", "--set", "max_connections_per_address=100000"])
            .args([
                "--set",
                "signups_per_hour=1000000",
                "--set",
                "request_burst=1000000",
                "--set",
                "log=warn",
            ])
            .args(["--set", "requests_per_second=1000000.0", "--set", "entry_burst=1000000000"])
            .args(["--set", "frame_burst=1000000000"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(broken)?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line).map_err(broken)?;
        }
        match Remote::new(line.trim(), None) {
            Ok(remote) => Ok(Server { child, remote, folder }),
            Err(_) => {
                let _ = child.wait();
                Err(Failure::Negative("the server did not start".into()))
            }
        }
    }

    /// Resident memory in bytes, where the system reports it.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes.unwrap_or(0) * 1024
    }

    /// Processor time used so far, in seconds.
    fn busy(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let after = stat.rsplit(')').next().unwrap_or_default();
        let ticks: u64 =
            after.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
        ticks as f64 / 100.0
    }
}

pub fn run(args: &Args, out: &mut Output) -> CliResult {
    crate::serve::many_files();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Negative(format!("no threads: {error}")))?;
    let server = Server::start()?;
    let games: Arc<Vec<Vec<String>>> = Arc::new(scripts()?);
    if !out.json {
        out.line(&format!(
            "{:>7} {:>9} {:>9} {:>9} {:>9} {:>10} {:>10} {:>7}",
            "tables", "moves/s", "p50 ms", "p99 ms", "worst ms", "KB/socket", "KB/table", "cores"
        ))?;
        out.flush()?;
    }
    for &tables in &args.tables {
        let figure = runtime
            .block_on(measure(&server, tables, args, &games))
            .map_err(|message| Failure::Negative(format!("the load: {message}")))?;
        if out.json {
            out.value(&json!({
                "tables": tables, "moves_per_second": figure.moves_a_second, "p50_ms": figure.p50, "p99_ms": figure.p99,
                "worst_ms": figure.worst, "kb_a_socket": figure.socket_kb, "kb_a_table": figure.table_kb,
                "server_cores": figure.cores, "moves": figure.moves,
            }))?;
        } else {
            out.line(&format!(
                "{tables:>7} {:>9.0} {:>9.1} {:>9.1} {:>9.1} {:>10.1} {:>10.1} {:>7.2}",
                figure.moves_a_second,
                figure.p50,
                figure.p99,
                figure.worst,
                figure.socket_kb,
                figure.table_kb,
                figure.cores
            ))?;
        }
        out.flush()?;
    }
    Ok(())
}

struct Measured {
    moves: usize,
    moves_a_second: f64,
    p50: f64,
    p99: f64,
    worst: f64,
    socket_kb: f64,
    table_kb: f64,
    cores: f64,
}

/// Some long random games, prepared so that choosing moves costs the load generator nothing.
fn scripts() -> Result<Vec<Vec<String>>, Failure> {
    let rules = registry::find("amazons")?.default_rules();
    let mut games = Vec::new();
    for seed in 0..24 {
        let (mut table, mut chance) = (open(&rules, Start::Seed(seed))?, GameRng::for_player(seed));
        let mut game = Vec::new();
        while let Actor::Seat(seat) = table.actor() {
            let mut legal = table.legal_moves();
            let text = legal.swap_remove(chance.below(legal.len() as u32) as usize);
            table.play(seat, &text)?;
            game.push(text);
        }
        games.push(game);
    }
    games.sort_by_key(|game| std::cmp::Reverse(game.len()));
    games.truncate(12);
    Ok(games)
}

async fn measure(
    server: &Server,
    tables: u32,
    args: &Args,
    games: &Arc<Vec<Vec<String>>>,
) -> Result<Measured, String> {
    let idle = server.memory();
    let mut pairs = Vec::new();
    let mut making = tokio::task::JoinSet::new();
    // A few at a time: real players do not all arrive in the same millisecond.
    for _ in 0..tables {
        while making.len() >= 64 {
            pairs.extend(joined(making.join_next().await)?);
        }
        let server = server.remote.clone();
        making.spawn(
            async move { Ok::<_, String>([Bot::connect(&server).await?, Bot::connect(&server).await?]) },
        );
    }
    while !making.is_empty() {
        pairs.extend(joined(making.join_next().await)?);
    }
    let connected = server.memory();
    let mut seating = tokio::task::JoinSet::new();
    let mut seated = Vec::new();
    for pair in pairs {
        while seating.len() >= 64 {
            seated.extend(joined(seating.join_next().await)?);
        }
        let server = server.remote.clone();
        seating.spawn(async move { Table::open(&server, pair).await });
    }
    while !seating.is_empty() {
        seated.extend(joined(seating.join_next().await)?);
    }
    let began = Instant::now();
    let busy = server.busy();
    let end = began + Duration::from_secs(args.seconds);
    let pace = Duration::from_millis(args.pace_ms);
    let (latencies, mut measured) = mpsc::unbounded_channel();
    let mut playing = tokio::task::JoinSet::new();
    for (number, table) in seated.into_iter().enumerate() {
        let (latencies, games) = (latencies.clone(), Arc::clone(games));
        // Spread over the interval, so that moves come evenly.
        let offset = pace.mul_f64(number as f64 / f64::from(tables));
        playing.spawn(async move {
            table.play(&games[number % games.len()], began + offset, pace, end, &latencies).await
        });
    }
    drop(latencies);
    let mut late: Vec<f64> = Vec::new();
    while let Some(took) = measured.recv().await {
        late.push(Duration::as_secs_f64(&took) * 1e3);
    }
    let took = began.elapsed().as_secs_f64();
    let cores = (server.busy() - busy) / took;
    let full = server.memory();
    while let Some(done) = playing.join_next().await {
        done.map_err(|error| error.to_string())??;
    }
    late.sort_by(f64::total_cmp);
    let at = |share: f64| {
        late.get(((late.len() as f64 * share) as usize).min(late.len().saturating_sub(1))).copied()
    };
    let kilobytes =
        |from: u64, to: u64, count: u32| to.saturating_sub(from) as f64 / 1024.0 / f64::from(count);
    Ok(Measured {
        moves: late.len(),
        moves_a_second: late.len() as f64 / took,
        p50: at(0.5).unwrap_or(0.0),
        p99: at(0.99).unwrap_or(0.0),
        worst: late.last().copied().unwrap_or(0.0),
        socket_kb: kilobytes(idle, connected, 2 * tables),
        table_kb: kilobytes(connected, full, tables),
        cores,
    })
}

type Joined<T> = Option<Result<Result<T, String>, tokio::task::JoinError>>;

fn joined<T>(done: Joined<T>) -> Result<Option<T>, String> {
    match done {
        Some(done) => done.map_err(|error| error.to_string())?.map(Some),
        None => Ok(None),
    }
}

/// One bot: a guest with a socket.
struct Bot {
    pass: Pass,
    socket: Socket,
}

/// The fields that a bot reads from the server's messages.
#[derive(Deserialize)]
struct Heard {
    #[serde(rename = "type")]
    kind: String,
    version: Option<u64>,
    error: Option<serde_json::Value>,
}

impl Bot {
    async fn connect(server: &Remote) -> Result<Bot, String> {
        let pass = Pass::guest(server).await?;
        let socket = server.connect(&pass).await?;
        let mut bot = Bot { pass, socket };
        bot.hear("hello").await?;
        Ok(bot)
    }

    /// The next message of a kind; any others are dropped.
    async fn hear(&mut self, kind: &str) -> Result<Heard, String> {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(60), self.socket.next());
            let text = next.await.map_err(|_| format!("no '{kind}' within a minute"))??;
            let heard: Heard = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            if let Some(error) = heard.error {
                return Err(error.to_string());
            }
            if heard.kind == kind {
                return Ok(heard);
            }
        }
    }

    async fn say(&mut self, say: serde_json::Value) -> Result<(), String> {
        self.socket.send(say.to_string()).await
    }
}

/// A table with two bots.
struct Table {
    id: String,
    bots: [Bot; 2],
    version: u64,
}

impl Table {
    async fn open(server: &Remote, mut bots: [Bot; 2]) -> Result<Table, String> {
        let new = r#"{"game":"amazons","clock":"3600+10"}"#;
        let body = server.post("/api/tables", &bots[0].pass, new).await?;
        let body: serde_json::Value = serde_json::from_str(&body).map_err(|error| error.to_string())?;
        let id = body["id"].as_str().ok_or_else(|| body.to_string())?.to_owned();
        bots[1].say(json!({"type": "sit", "table": id})).await?;
        bots[1].hear("ok").await?;
        let mut version = 0;
        for bot in &mut bots {
            bot.say(json!({"type": "watch", "table": id})).await?;
            version = bot.hear("ok").await?.version.ok_or("no version")?;
        }
        Ok(Table { id, bots, version })
    }

    /// Plays a game at a fixed pace until `end`, and reports how long each move took to reach the opponent.
    async fn play(
        mut self,
        game: &[String],
        from: Instant,
        pace: Duration,
        end: Instant,
        latencies: &mpsc::UnboundedSender<Duration>,
    ) -> Result<(), String> {
        let mut next = from;
        for (ply, text) in game.iter().enumerate() {
            tokio::time::sleep_until(next.into()).await;
            if Instant::now() >= end {
                break;
            }
            next += pace;
            let [first, second] = &mut self.bots;
            let (mover, other) = if ply % 2 == 0 { (first, second) } else { (second, first) };
            let sent = Instant::now();
            mover.say(json!({"type": "move", "table": self.id, "at": self.version, "move": text})).await?;
            let version = other.hear("update").await?.version.ok_or("no version")?;
            let _ = latencies.send(sent.elapsed());
            mover.hear("ok").await?;
            self.version = version;
        }
        Ok(())
    }
}
