//! A client: plain HTTP over a socket, and a bot that plays through streams.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;

/// A client with a token, or with a session cookie.
#[derive(Clone, Debug)]
pub struct Client {
    pub address: SocketAddr,
    pub token: String,
}

impl Client {
    async fn send(&self, method: &str, path: &str, body: Option<&Value>) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let body = body.map(Value::to_string).unwrap_or_default();
        let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        let who = match self.token.as_str() {
            "" => String::new(),
            cookie if cookie.starts_with("floe_session=") => format!("Cookie: {cookie}\r\n"),
            token => format!("Authorization: Bearer {token}\r\n"),
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: floe\r\nConnection: close\r\n{who}{kind}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream
    }

    async fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        let mut stream = self.send(method, path, body).await;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let text = String::from_utf8(answer).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    pub async fn get(&self, path: &str) -> (u16, Value) {
        self.ask("GET", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.ask("POST", path, Some(&body)).await
    }

    /// The same, for a request that must succeed.
    pub async fn done(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.post(path, body).await;
        assert!(matches!(status, 200 | 201), "{path}: {status} {answer}");
        answer
    }

    /// The lines of a stream.
    pub async fn stream(&self, path: &str) -> Stream {
        let stream = self.send("GET", path, None).await;
        Stream { lines: BufReader::new(stream).lines() }
    }

    /// The state of a tournament.
    pub async fn tournament(&self, id: &str) -> Value {
        let (status, state) = self.get(&format!("/api/tournaments/{id}")).await;
        assert_eq!(status, 200, "{state}");
        state
    }

    /// Polls until a tournament meets a condition.
    pub async fn until(&self, id: &str, what: impl Fn(&Value) -> bool) -> Value {
        let began = std::time::Instant::now();
        loop {
            let state = self.tournament(id).await;
            if what(&state) {
                return state;
            }
            assert!(began.elapsed().as_secs() < 40, "the condition was not met: {state}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits for the end of a tournament.
    pub async fn over(&self, id: &str) -> Value {
        self.until(id, |state| state["stage"] == "over").await
    }
}

/// JSON lines from a stream.
pub struct Stream {
    lines: Lines<BufReader<TcpStream>>,
}

impl Stream {
    /// The next message; `None` when the stream has ended.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            // Between messages come the head and the chunk lengths.
            let line = self.lines.next_line().await.ok()??;
            if line.starts_with('{') {
                return serde_json::from_str(&line).ok();
            }
        }
    }
}

/// A bot: it waits for its games and plays the last legal move each time, until its stream ends.
pub async fn play(client: Client) {
    let mut mine = client.stream("/api/stream").await;
    let mut known = std::collections::HashSet::new();
    let mut games = tokio::task::JoinSet::new();
    while let Some(message) = mine.next().await {
        if let ("your_table", Some(table)) =
            (message["type"].as_str().unwrap_or(""), message["table"].as_str())
            && known.insert(table.to_owned())
        {
            games.spawn(play_at(client.clone(), table.to_owned()));
        }
    }
}

async fn play_at(client: Client, table: String) {
    let mut stream = client.stream(&format!("/api/tables/{table}/stream?legal=true")).await;
    while let Some(message) = stream.next().await {
        if !matches!(message["type"].as_str(), Some("state" | "update")) {
            continue;
        }
        if matches!(message["status"]["stage"].as_str(), Some("over" | "aborted")) {
            return;
        }
        if let Some(text) = message["status"]["legal"].as_array().and_then(|legal| legal.last()) {
            let moving = json!({ "at": message["version"], "move": text });
            client.post(&format!("/api/tables/{table}/moves"), moving).await;
        }
    }
}
