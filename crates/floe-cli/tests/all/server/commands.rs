//! `floe serve`, `join`, `backup`, `restore` and `bench server`.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

fn floe(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_floe")).args(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("floe-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &str) -> Server {
        Server::start_on(&["--data", data])
    }

    fn start_on(store: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_floe"))
            .args(["serve", "--port", "0", "--set", "log=warn"])
            .args(store)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("http://127.0.0.1:"), "{line}");
        Server { child, address: line.trim().into() }
    }

    fn stop(mut self) {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(asked.success());
        assert!(self.child.wait().unwrap().success(), "a server that is asked to stop exits cleanly");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn curl(address: &str, path: &str) -> Value {
    ask(address, &format!("GET {path}"), "", "").1
}

/// Sends a request with extra headers and a body; returns the head and the body of the response.
fn ask(address: &str, what: &str, headers: &str, body: &str) -> (String, Value) {
    let (head, body) = send(address, what, headers, body);
    let value = serde_json::from_str(&body).unwrap_or_else(|error| panic!("{what}: {error} in {body}"));
    (head, value)
}

/// The same for a response that may not be JSON.
fn plain(address: &str, what: &str) -> (String, String) {
    send(address, what, "", "")
}

fn send(address: &str, what: &str, headers: &str, body: &str) -> (String, String) {
    use std::io::{Read, Write};
    let host = address.strip_prefix("http://").unwrap();
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    let length = body.len();
    write!(
        stream,
        "{what} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.into(), body.into())
}

#[test]
fn two_bots_play_and_their_game_survives_everything() {
    let folder = Folder::new("serve");
    let data = folder.file("floe.db");
    let server = Server::start(&data);
    let waiting = Command::new(env!("CARGO_BIN_EXE_floe"))
        .args([
            "join",
            &server.address,
            "--game",
            "paper-penguins",
            "--rules",
            "rows=5,cols=5,pieces=2",
            "--player",
            "2",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let table = loop {
        let open = curl(&server.address, "/api/tables?stage=open");
        if let Some(id) = open["tables"][0]["id"].as_str() {
            break id.to_owned();
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    let watching = Command::new(env!("CARGO_BIN_EXE_floe"))
        .args(["play", "--watch", &format!("{}/t/{table}", server.address)])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let bot = format!("cmd:{} engine paper-penguins", env!("CARGO_BIN_EXE_floe"));
    let joined = floe(&["join", &server.address, "--table", &table, "--player", &bot]);
    assert!(joined.status.success(), "{}", text(&joined.stderr));
    assert!(text(&joined.stdout).contains("won by"), "{}", text(&joined.stdout));
    assert!(text(&waiting.wait_with_output().unwrap().stdout).contains("won by"));
    let seen = text(&watching.wait_with_output().unwrap().stdout);
    let end = seen.lines().last().unwrap_or_default();
    assert!(end.contains(" wins, ") || end.contains("share the win"), "a spectator sees the end: {seen}");
    let nowhere = floe(&["play", "--watch", &format!("{}/t/aaaaaaaaaaaaaaaa", server.address)]);
    assert_eq!(nowhere.status.code(), Some(1), "{}", text(&nowhere.stderr));
    let refused = floe(&["join", &server.address, "--table", &table, "--player", "1"]);
    assert_eq!(
        (refused.status.code(), text(&refused.stderr)),
        (Some(1), "floe: no seat at this table is free\n".into())
    );

    // A backup works while the server runs; the same file cannot be served twice.
    let copy = folder.file("copy.db");
    assert!(floe(&["backup", "--data", &data, "--to", &copy]).status.success());
    let second = floe(&["serve", "--port", "0", "--data", &data]);
    assert_eq!(second.status.code(), Some(1), "{}", text(&second.stderr));
    let over = floe(&["backup", "--data", &data, "--to", &copy]);
    assert_eq!(over.status.code(), Some(1), "a backup overwrites nothing");
    let record = curl(&server.address, &format!("/api/tables/{table}/record"));
    server.stop();

    let back = folder.file("back.db");
    assert!(floe(&["restore", "--from", &copy, "--data", &back]).status.success());
    let server = Server::start(&back);
    assert_eq!(curl(&server.address, &format!("/api/tables/{table}/record")), record);
    server.stop();
}

/// Plays a game between two engines to its end on a server.
/// Plays a game between engines; returns its table.
fn play_a_game(server: &Server) -> String {
    let engines = r#"{"game":"penguins","seats":[{"kind":"engine","level":"random"},{"kind":"engine","level":"random"}]}"#;
    let (guest, _) = ask(&server.address, "POST /api/guests", "", "");
    let cookie = guest.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let headers = format!("cookie: {cookie}\r\ncontent-type: application/json\r\n");
    let (head, made) = ask(&server.address, "POST /api/tables", &headers, engines);
    assert!(made["id"].is_string(), "{head} {made}");
    loop {
        let over = curl(&server.address, "/api/tables?stage=over");
        if let Some(id) = over["tables"][0]["id"].as_str() {
            return id.to_owned();
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

/// The `floe` commands that a message suggests, between backquotes.
fn suggested(words: &str) -> Vec<String> {
    let commands: Vec<String> = words
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|command| command.starts_with("floe "))
        .map(str::to_owned)
        .collect();
    assert!(!commands.is_empty(), "{words}");
    commands
}

/// Runs a suggested command as a user would: in a shell, with file names in place of the words in capitals.
fn paste(command: &str, backup: &str, new: &str) -> Output {
    let command = command.replace("BACKUP", &format!("'{backup}'")).replace("NEW", &format!("'{new}'"));
    let floe = Path::new(env!("CARGO_BIN_EXE_floe")).parent().unwrap().display();
    let path = format!("{floe}:{}", std::env::var("PATH").unwrap_or_default());
    Command::new("sh").args(["-c", &command]).env("PATH", path).output().unwrap()
}

#[test]
fn a_damaged_file_is_refused_with_suggested_commands() {
    let folder = Folder::new("damage");
    let (data, backup) = (folder.file("my floe.db"), folder.file("backup.db"));
    let server = Server::start(&data);
    play_a_game(&server);
    server.stop();
    assert!(floe(&["backup", "--data", &data, "--to", &backup]).status.success());
    flip(Path::new(&data));
    let refused = floe(&["serve", "--port", "0", "--data", &data]);
    let words = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{words}");
    // The suggested commands can be pasted as they are.
    let commands = suggested(&words);
    assert_eq!(commands.len(), 2, "{words}");
    for (number, command) in commands.iter().enumerate() {
        let new = folder.file(&format!("new-{number}.db"));
        let done = paste(command, &backup, &new);
        assert!(done.status.success(), "{command}: {}", text(&done.stderr));
        Server::start(&new).stop();
    }
    // The full check reports the same and exits with 1.
    let checked = floe(&["store", "verify", "--data", &data]);
    let said = text(&checked.stderr);
    assert_eq!((checked.status.code(), checked.stdout.is_empty()), (Some(1), true), "{said}");
    assert!(words.contains(said.strip_prefix("floe: ").unwrap()), "{words} / {said}");
    let checked = floe(&["store", "verify", "--data", &data, "--json"]);
    assert_eq!(checked.status.code(), Some(1));
    let value: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(value["sound"], false);
    assert!(value["damage"].as_str().unwrap().contains("does not match its hash"), "{value}");
    let saved = folder.file("saved.db");
    let salvaged = floe(&["restore", "--salvage", "--from", &data, "--data", &saved]);
    assert!(salvaged.status.success(), "{}", text(&salvaged.stderr));
    Server::start(&saved).stop();
}

#[test]
fn a_file_can_be_verified_while_it_is_served() {
    let folder = Folder::new("verify");
    let data = folder.file("floe.db");
    let server = Server::start(&data);
    play_a_game(&server);
    let running = floe(&["store", "verify", "--data", &data, "--json"]);
    assert_eq!(running.status.code(), Some(0), "{}", text(&running.stderr));
    let value: Value = serde_json::from_slice(&running.stdout).unwrap();
    let entries = value["entries"].as_u64().unwrap();
    assert!(value["sound"] == true && entries > 10, "{value}");
    assert_eq!(value["checked"], serde_json::json!(["structure", "log", "mark", "seal"]));
    server.stop();
    let closed = floe(&["store", "verify", "--data", &data]);
    assert_eq!((closed.status.code(), text(&closed.stderr)), (Some(0), String::new()));
    let (said, hash) = (text(&closed.stdout), value["hash"].as_str().unwrap());
    for line in [
        format!("{data}: sound"),
        format!("entries    {entries}"),
        format!("last hash  {hash}"),
        "checked    structure, log, mark, seal".to_owned(),
    ] {
        assert!(said.lines().any(|said| said == line), "{line}: {said}");
    }
    std::fs::remove_file(folder.file("floe.db.mark")).unwrap();
    let said = text(&floe(&["store", "verify", "--data", &data]).stdout);
    assert!(said.contains("checked    structure, log\nThe file has no high-water mark"), "{said}");
    // What cannot be checked is not damaged.
    std::fs::write(folder.file("letter.txt"), "Dear database").unwrap();
    for (name, words) in [("none.db", "no database at"), ("letter.txt", "not an SQLite database")] {
        let refused = floe(&["store", "verify", "--data", &folder.file(name)]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(words), "{}", text(&refused.stderr));
    }
    assert_eq!(floe(&["store"]).status.code(), Some(2));
}

#[test]
fn a_server_on_postgresql_goes_on_after_a_kill_and_moves_to_a_file() {
    let Some(postgres) = floe_store::PostgresServer::shared() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let url = runtime.block_on(postgres.new_database());
    let folder = Folder::new("postgres");
    let server = Server::start_on(&["--database-url", &url]);
    assert_eq!(plain(&server.address, "GET /readyz").1, "ready\n");
    let table = play_a_game(&server);
    let record = curl(&server.address, &format!("/api/tables/{table}/record"));
    let moved = folder.file("moved.db");
    let refused = floe(&["store", "migrate", "--from", &url, "--to", &moved]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("in use by a server"), "{}", text(&refused.stderr));
    let verified = floe(&["store", "verify", "--database-url", &url, "--json"]);
    let value: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert!(value["sound"] == true && value["logs"] == 1, "{value}");
    // A backup is a file, made while the server runs.
    let backup = folder.file("backup.db");
    let copied = floe(&["backup", "--database-url", &url, "--to", &backup]);
    assert!(copied.status.success(), "{}", text(&copied.stderr));
    assert!(floe(&["store", "verify", "--data", &backup]).status.success());
    // Killed: nothing acknowledged is lost.
    drop(server);
    let server = Server::start_on(&["--database-url", &url]);
    assert_eq!(curl(&server.address, &format!("/api/tables/{table}/record")), record);
    server.stop();
    let migrated = floe(&["store", "migrate", "--from", &url, "--to", &moved, "--json"]);
    assert!(migrated.status.success(), "{}", text(&migrated.stderr));
    let migrated: Value = serde_json::from_slice(&migrated.stdout).unwrap();
    assert_eq!((&migrated["logs"], &migrated["entries"]), (&value["logs"], &value["entries"]));
    assert_eq!(migrated["hash"], value["hash"]);
    let server = Server::start(&moved);
    assert_eq!(curl(&server.address, &format!("/api/tables/{table}/record")), record);
    server.stop();
    let unreachable = "postgres://floe:secret@127.0.0.1:1/floe";
    let refused = floe(&["serve", "--port", "0", "--database-url", unreachable]);
    let words = text(&refused.stderr);
    assert!(
        refused.status.code() == Some(1) && words.contains("cannot connect to postgres://floe@127.0.0.1")
    );
    let shown = floe(&["serve", "--database-url", unreachable, "--print-config"]);
    assert!(!words.contains("secret") && !text(&shown.stdout).contains("secret"), "{}", text(&shown.stdout));
}

#[test]
fn one_file_is_served_once_and_only_where_it_is() {
    let folder = Folder::new("once");
    let (data, backup) = (folder.file("floe.db"), folder.file("backup.db"));
    let (link, second) = (folder.file("link.db"), folder.file("second name.db"));
    let server = Server::start(&data);
    assert!(floe(&["backup", "--data", &data, "--to", &backup]).status.success());
    std::os::unix::fs::symlink(&data, &link).unwrap();
    let refused = floe(&["serve", "--port", "0", "--data", &link]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("in use by another server"), "{}", text(&refused.stderr));
    std::fs::hard_link(&data, &second).unwrap();
    let refused = floe(&["serve", "--port", "0", "--data", &second]);
    let words = text(&refused.stderr);
    assert_eq!((refused.status.code(), words.contains("has 2 names")), (Some(1), true), "{words}");
    // A copy made through that name would lack the latest writes.
    let copied = floe(&["backup", "--data", &second, "--to", &folder.file("one-name.db")]);
    assert_eq!(copied.status.code(), Some(1));
    assert!(text(&copied.stderr).contains("has 2 names"), "{}", text(&copied.stderr));
    // The file is removed under the server, which reports it within a second or two.
    std::fs::remove_file(&second).unwrap();
    std::fs::remove_file(&data).unwrap();
    let words = loop {
        let (head, body) = plain(&server.address, "GET /readyz");
        if head.starts_with("HTTP/1.1 503 ") {
            let value: Value = serde_json::from_str(&body).unwrap();
            break value["error"]["message"].as_str().unwrap().to_owned();
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    };
    assert!(words.contains("was removed or replaced while it was in use"), "{words}");
    let (head, _) = ask(&server.address, "POST /api/guests", "", "");
    assert!(head.starts_with("HTTP/1.1 503 "), "nothing is acknowledged: {head}");
    for command in suggested(&words) {
        let command = command.replace("floe serve", "floe serve --print-config");
        let done = paste(&command, &backup, &folder.file("restored.db"));
        assert!(done.status.success(), "{command}: {}", text(&done.stderr));
    }
    server.stop();
    Server::start(&folder.file("restored.db")).stop();
}

/// Changes a character in the middle of a move in the log.
fn flip(data: &Path) {
    let mut bytes = std::fs::read(data).unwrap();
    let found = bytes.windows(8).rposition(|eight| eight == b"\"move\":\"").expect("a move is in the file");
    bytes[found + 8] ^= 1;
    std::fs::write(data, bytes).unwrap();
}

#[test]
fn settings_come_from_files_environment_and_flags() {
    let folder = Folder::new("settings");
    std::fs::write(folder.file("floe.toml"), "max_tables = 7\nrequest_burst = 5\nlog = 'warn'\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_floe"))
        .args(["serve", "--config", &folder.file("floe.toml"), "--set", "log=error", "--print-config"])
        .env("FLOE_REQUEST_BURST", "6")
        .output()
        .unwrap();
    let shown = text(&output.stdout);
    for line in ["max_tables = 7", "request_burst = 6", "log = \"error\"", "listen = \"127.0.0.1:7878\""] {
        assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
    }
    for (words, why) in [
        (vec!["serve", "--set", "colour=red"], "unknown setting 'colour'"),
        (vec!["serve", "--set", "max_tables=many", "--print-config"], "invalid value 'many'"),
        (vec!["serve", "--listen", "nowhere", "--print-config"], "the configuration"),
    ] {
        let output = floe(&words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    }
}

#[test]
fn the_load_generator_measures() {
    let output = floe(&["bench", "server", "--tables", "20", "--seconds", "2", "--pace-ms", "200", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let figure: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(figure["tables"], 20);
    assert!(figure["moves"].as_u64().unwrap() > 100, "{figure}");
    assert!(figure["p99_ms"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_server_that_is_not_floe_is_reported() {
    use std::io::{Read, Write};
    let stranger = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = stranger.local_addr().unwrap().to_string();
    let answering = std::thread::spawn(move || {
        let (mut stream, _) = stranger.accept().unwrap();
        let mut asked = [0; 4096];
        assert_ne!(stream.read(&mut asked).unwrap(), 0);
        stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n<p>Welcome!</p>").unwrap();
    });
    let joined = floe(&["join", &address, "--token", "floe_x", "--game", "amazons", "--player", "random"]);
    answering.join().unwrap();
    let said = text(&joined.stderr);
    assert!(!joined.status.success(), "{said}");
    assert!(said.contains(&format!("{address} returned no table id")), "{said}");
}
