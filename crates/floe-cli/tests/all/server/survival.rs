//! The server is killed at random moments under the load of many games; nothing that was acknowledged is lost, nothing
//! is done twice, and every client comes back by itself. `SURVIVAL_KILLS` says how often; the long run is in
//! `docs/hosting/evidence.md`.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use floe_games::{Actor, Chance, Event, Record, Start, open, registry};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

struct Server {
    child: Child,
}

impl Server {
    fn start(port: u16, folder: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_floe"))
            .args(["serve", "--port", &port.to_string(), "--data"])
            .arg(folder.join("floe.db"))
            .args(["--set", "connections_per_address=5000", "--set", "newcomers_per_hour=100000"])
            .args(["--set", "burst=100000", "--set", "requests_per_second=100000.0", "--set", "log=warn"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("http://"), "the server did not start: {line}");
        Server { child }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A random game, as moves.
fn script(seed: u64) -> Vec<String> {
    let rules = registry::find("amazons").unwrap().default_rules();
    let (mut table, mut chance) = (open(&rules, Start::Seed(seed)).unwrap(), Chance::of_player(seed));
    let mut game = Vec::new();
    while let Actor::Seat(seat) = table.actor() {
        let mut legal = table.legal();
        let text = legal.swap_remove(chance.below(legal.len() as u32) as usize);
        table.play(seat, &text).unwrap();
        game.push(text);
    }
    game
}

/// One request; `None` while the server is away.
async fn request(port: u16, method: &str, path: &str, cookie: &str, body: &str) -> Option<(String, Value)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.to_owned(), serde_json::from_str(body).ok()?))
}

/// Asks again until the server answers.
async fn ask(port: u16, method: &str, path: &str, cookie: &str, body: &str) -> (String, Value) {
    loop {
        if let Some(answer) = request(port, method, path, cookie, body).await {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn guest(port: u16) -> String {
    let (head, _) = ask(port, "POST", "/api/guests", "", "").await;
    let cookie =
        head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a guest gets a cookie");
    cookie.split(';').next().unwrap().to_owned()
}

/// What the clients of a table know for certain.
#[derive(Default)]
struct Known {
    /// Moves that were acknowledged, by ply.
    acknowledged: Mutex<Vec<(usize, String)>>,
    /// The highest version anybody was told of.
    version: AtomicUsize,
}

struct Player {
    port: u16,
    cookie: String,
    table: String,
    seat: usize,
    script: Arc<Vec<String>>,
    known: Arc<Known>,
    stop: Arc<AtomicBool>,
    /// The version and the number of plies it has been told of.
    version: Option<u64>,
    plies: usize,
    live: bool,
    /// Until when it thinks about which ply.
    thinks: Option<(usize, Instant)>,
    resumed: Arc<AtomicUsize>,
}

impl Player {
    /// Plays, and comes back whenever the connection is lost, as any client would.
    async fn run(mut self) {
        while !self.stop.load(Ordering::Relaxed) {
            if self.connected().await.is_none() {
                tokio::time::sleep(Duration::from_millis(40)).await;
            }
        }
    }

    async fn connected(&mut self) -> Option<()> {
        let mut asked = format!("ws://127.0.0.1:{}/api/socket", self.port).into_client_request().ok()?;
        asked.headers_mut().insert("cookie", self.cookie.parse().ok()?);
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.ok()?;
        let (mut socket, _) = tokio_tungstenite::client_async(asked, stream).await.ok()?;
        let watch = json!({"do": "watch", "table": self.table, "from": self.version});
        socket.send(Message::text(watch.to_string())).await.ok()?;
        if self.version.is_some() {
            self.resumed.fetch_add(1, Ordering::Relaxed);
        }
        // What it may have missed comes first; a move names the version it was chosen at.
        self.live = false;
        let mut asked: Option<(usize, Option<u64>)> = None;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let mine = self.live && self.plies % 2 == self.seat && self.plies < self.script.len();
            if mine && asked != Some((self.plies, self.version)) {
                // Thinking goes on while the server is away.
                if self.thinks.is_none_or(|(ply, _)| ply != self.plies) {
                    let pause =
                        200 + (self.plies as u64 * 7919 + self.table.as_bytes()[0] as u64 * 131) % 1600;
                    self.thinks = Some((self.plies, Instant::now() + Duration::from_millis(pause)));
                }
                if let Some((_, until)) = self.thinks {
                    tokio::time::sleep_until(until.into()).await;
                }
                let text = &self.script[self.plies];
                let say = json!({"do": "move", "table": self.table, "at": self.version, "move": text, "id": self.plies});
                socket.send(Message::text(say.to_string())).await.ok()?;
                asked = Some((self.plies, self.version));
            }
            let Ok(frame) = tokio::time::timeout(Duration::from_secs(1), socket.next()).await else {
                continue;
            };
            let Message::Text(text) = frame?.ok()? else { continue };
            self.hear(&serde_json::from_str(&text).unwrap());
        }
    }

    fn hear(&mut self, told: &Value) {
        let version = || told["version"].as_u64();
        match told["is"].as_str().unwrap() {
            "state" => {
                self.plies = told["events"].as_array().unwrap().len();
                self.told(version().unwrap(), told);
            }
            "news" => {
                let from = told["from"].as_u64().unwrap();
                assert_eq!(Some(from), self.version, "nothing is missed and nothing comes twice");
                let entries = told["entries"].as_array().unwrap();
                self.plies += entries.iter().filter(|entry| entry["e"] == "game").count();
                self.told(version().unwrap(), told);
            }
            "ok" => {
                if let Some(ply) = told["id"].as_u64() {
                    let done = (ply as usize, self.script[ply as usize].clone());
                    self.known.acknowledged.lock().unwrap().push(done);
                }
            }
            // A move that was stored before its answer could be sent is refused as stale when it is sent again; the
            // news that come with coming back say that it was made.
            "refused" => assert_eq!(told["error"]["code"], "stale", "{told}"),
            _ => {}
        }
    }

    fn told(&mut self, version: u64, told: &Value) {
        self.version = Some(version);
        self.live = told["now"]["stage"] == "live";
        self.known.version.fetch_max(version as usize, Ordering::Relaxed);
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let number = |name: &str, usual: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (kills, tables) = (number("SURVIVAL_KILLS", 4), number("SURVIVAL_TABLES", 60));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(survive(kills, tables));
}

async fn survive(kills: usize, tables: usize) {
    let folder = Folder(std::env::temp_dir().join(format!("floe-survival-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut server = Server::start(port, &folder.0);
    let scripts: Vec<Arc<Vec<String>>> = (0..8).map(|seed| Arc::new(script(seed))).collect();
    let (stop, resumed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let mut players = tokio::task::JoinSet::new();
    let mut all = Vec::new();
    for number in 0..tables {
        let (one, two) = (guest(port).await, guest(port).await);
        let new = r#"{"game":"amazons","clock":"3600+5"}"#;
        let (_, made) = ask(port, "POST", "/api/tables", &one, new).await;
        let table = made["id"].as_str().unwrap().to_owned();
        let (_, sat) = ask(port, "POST", &format!("/api/tables/{table}/seat"), &two, "{}").await;
        assert!(sat["error"].is_null(), "{sat}");
        let (script, known) = (Arc::clone(&scripts[number % scripts.len()]), Arc::<Known>::default());
        for (seat, cookie) in [one, two].into_iter().enumerate() {
            let player = Player {
                port,
                cookie,
                table: table.clone(),
                seat,
                script: Arc::clone(&script),
                known: Arc::clone(&known),
                stop: Arc::clone(&stop),
                version: None,
                plies: 0,
                live: false,
                thinks: None,
                resumed: Arc::clone(&resumed),
            };
            players.spawn(player.run());
        }
        all.push((table, script, known));
    }
    let mut chance = Chance::of_player(std::process::id().into());
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(u64::from(300 + chance.below(1700)))).await;
        server.kill();
        server = tokio::task::block_in_place(|| Server::start(port, &folder.0));
    }
    let versions =
        || -> Vec<usize> { all.iter().map(|(_, _, known)| known.version.load(Ordering::Relaxed)).collect() };
    let before = versions();
    tokio::time::sleep(Duration::from_secs(6)).await;
    let after = versions();
    stop.store(true, Ordering::Relaxed);
    while let Some(done) = players.join_next().await {
        done.unwrap();
    }
    let (mut acknowledged, mut moved, mut over) = (0, 0, 0);
    for (number, (table, script, known)) in all.iter().enumerate() {
        let (_, record) = ask(port, "GET", &format!("/api/tables/{table}/record"), "", "").await;
        assert!(record["error"].is_null(), "{table}: {record}");
        let record: Record = serde_json::from_value(record).unwrap();
        record.replay().unwrap();
        let moves: Vec<&str> = record
            .events
            .iter()
            .map(|event| match event {
                Event::Move { text: Some(text), .. } => text.as_str(),
                other => panic!("{table}: {other}"),
            })
            .collect();
        // Exactly the game that was meant, as far as it went: nothing lost in between, nothing twice.
        assert_eq!(moves, script[..moves.len()], "{table}");
        for (ply, text) in known.acknowledged.lock().unwrap().iter() {
            assert_eq!(moves.get(*ply), Some(&text.as_str()), "{table}: ply {ply} was acknowledged");
            acknowledged += 1;
        }
        moved += moves.len();
        over += usize::from(moves.len() == script.len());
        assert!(after[number] > before[number] || moves.len() == script.len(), "{table} does not go on");
    }
    let resumed = resumed.load(Ordering::Relaxed);
    eprintln!(
        "{kills} kills, {tables} tables: {moved} moves stored, {acknowledged} acknowledged and all there, {over} games over, {resumed} connections resumed"
    );
    assert!(acknowledged > tables && resumed >= tables * kills.min(1));
}
