//! A server per test, and a client like a browser or a bot: HTTP/1.1 with a cookie or a token, and a WebSocket. It
//! shares no code with the server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use floe_server::{Config, ServerHandle, start};
use floe_store::{MemoryStore, Store};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

/// How long anything may take before a test fails.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A configuration for tests: a free port, one engine thread, and limits that tests do not hit by accident.
pub fn config() -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        engine_threads: 1,
        exhibition_games: 0,
        request_burst: 100_000,
        signups_per_hour: 10_000,
        password_attempts: 10_000,
        ..Config::default()
    }
}

/// A server with a store in memory.
pub async fn test_server() -> (ServerHandle, Arc<MemoryStore>) {
    let store = Arc::new(MemoryStore::new());
    (test_server_with(config(), Arc::clone(&store) as Arc<dyn Store>).await, store)
}

/// A server with this configuration and store.
pub async fn test_server_with(config: Config, store: Arc<dyn Store>) -> ServerHandle {
    start(config, store).await.expect("the server starts")
}

/// A client.
#[derive(Clone, Debug)]
pub struct Client {
    /// The address of the server.
    pub address: SocketAddr,
    /// The session cookie, as a browser would store it.
    pub session: Option<String>,
    /// The cookie that makes the browser known.
    pub device: Option<String>,
    /// The token of a bot.
    pub token: Option<String>,
    /// Headers of every request, such as `Origin`.
    pub headers: Vec<(String, String)>,
}

/// A response.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub text: String,
}

impl Answer {
    /// The first header of a name, in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body of a successful response; an empty one is null.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.text);
        match self.text.is_empty() {
            true => Value::Null,
            false => serde_json::from_str(&self.text).expect("the body is JSON"),
        }
    }

    /// The sentence of an error with this status and code.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> String {
        assert_eq!(self.status, status, "{}", self.text);
        let body: Value = serde_json::from_str(&self.text).expect("an error is JSON");
        assert_eq!(body["error"]["code"], code, "{}", self.text);
        body["error"]["message"].as_str().expect("an error has a message").to_owned()
    }
}

impl Client {
    /// A client without a user.
    pub fn new(address: SocketAddr) -> Client {
        Client { address, session: None, device: None, token: None, headers: Vec::new() }
    }

    /// A guest.
    pub async fn guest(address: SocketAddr) -> Client {
        let mut client = Client::new(address);
        client.post("/api/guests", Value::Null).await.ok();
        client
    }

    /// A client with a new account of this name; the password is `a long word of NAME`.
    pub async fn account(address: SocketAddr, name: &str) -> Client {
        let mut client = Client::new(address);
        let body = json!({ "name": name, "password": password(name) });
        client.post("/api/account", body).await.ok();
        client
    }

    /// The same, from an address behind a proxy.
    pub fn at(self, forwarded: &str) -> Client {
        Client { headers: vec![("X-Forwarded-For".into(), forwarded.into())], ..self }
    }

    /// A guest at an address behind a proxy.
    pub async fn guest_at(address: SocketAddr, forwarded: &str) -> Client {
        let mut client = Client::new(address).at(forwarded);
        client.post("/api/guests", Value::Null).await.ok();
        client
    }

    /// A bot with a token.
    pub fn program(address: SocketAddr, token: &str) -> Client {
        Client { token: Some(token.into()), ..Client::new(address) }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.call("GET", path, Value::Null).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.call("POST", path, body).await
    }

    pub async fn put(&mut self, path: &str, body: Value) -> Answer {
        self.call("PUT", path, body).await
    }

    pub async fn delete(&mut self, path: &str, body: Value) -> Answer {
        self.call("DELETE", path, body).await
    }

    fn own_headers(&self) -> Vec<(String, String)> {
        let mut headers = self.headers.clone();
        let session = self.session.as_ref().map(|session| format!("floe_session={session}"));
        let device = self.device.as_ref().map(|device| format!("floe_device={device}"));
        let cookies: Vec<String> = session.into_iter().chain(device).collect();
        if !cookies.is_empty() {
            headers.push(("Cookie".into(), cookies.join("; ")));
        }
        if let Some(token) = &self.token {
            headers.push(("Authorization".into(), format!("Bearer {token}")));
        }
        headers
    }

    /// One request on a new connection; null means no body.
    pub async fn call(&mut self, method: &str, path: &str, body: Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        for (name, value) in self.own_headers() {
            request += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            request += "Content-Type: application/json\r\n";
        }
        request += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let answer = timeout(PATIENCE, exchange(self.address, request)).await.expect("a response in time");
        let cookies = answer.headers.iter().filter(|(name, _)| name == "set-cookie");
        for (_, cookie) in cookies {
            if let Some(value) = cookie.strip_prefix("floe_session=").and_then(|rest| rest.split(';').next())
            {
                self.session = Some(value.to_owned()).filter(|value| !value.is_empty());
            }
            if let Some(value) = cookie.strip_prefix("floe_device=").and_then(|rest| rest.split(';').next()) {
                self.device = Some(value.to_owned());
            }
        }
        answer
    }

    /// Opens a WebSocket, or returns the status of the refusal.
    pub async fn socket(&self) -> Result<Socket, u16> {
        let mut request =
            format!("ws://{}/api/socket", self.address).into_client_request().expect("an address");
        for (name, value) in self.own_headers() {
            let name: tokio_tungstenite::tungstenite::http::HeaderName = name.parse().expect("a header");
            request.headers_mut().insert(name, value.parse().expect("a value"));
        }
        let stream = TcpStream::connect(self.address).await.expect("a connection");
        match timeout(PATIENCE, tokio_tungstenite::client_async(request, stream)).await.expect("in time") {
            Ok((stream, _)) => Ok(Socket { stream }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// The password that [`Client::account`] uses for a name.
pub fn password(name: &str) -> String {
    format!("a long word of {name}")
}

async fn exchange(address: SocketAddr, request: String) -> Answer {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("the request is sent");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("the answer is read");
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8(bytes[..end].to_vec()).expect("a head in UTF-8");
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let rest = &bytes[end + 4..];
    let body = if chunked { unchunked(rest) } else { rest.to_vec() };
    Answer { status, headers, text: String::from_utf8(body).expect("a body in UTF-8") }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let line = rest.windows(2).position(|two| two == b"\r\n").expect("the answer breaks off");
        let length = std::str::from_utf8(&rest[..line]).expect("a length");
        let length = usize::from_str_radix(length, 16).expect("a length");
        rest = &rest[line + 2..];
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&rest[..length]);
        rest = &rest[length + 2..];
    }
}

/// An open WebSocket.
pub struct Socket {
    pub stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Sends a message.
    pub async fn say(&mut self, say: Value) {
        self.stream.send(Message::text(say.to_string())).await.expect("it is sent");
    }

    /// The next message; `None` when the connection has ended.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("a message in time") {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("a message is JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of a kind, such as `news`; earlier ones are skipped.
    pub async fn until(&mut self, is: &str) -> Value {
        loop {
            let message = self.hear().await.unwrap_or_else(|| panic!("the connection ended before '{is}'"));
            if message["type"] == is {
                return message;
            }
        }
    }

    /// Waits for the server to close the connection.
    pub async fn ended(&mut self) {
        while self.hear().await.is_some() {}
    }
}
