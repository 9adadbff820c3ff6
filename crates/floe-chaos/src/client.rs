//! An external client of a server: HTTP/1.1 with a cookie jar, from a chosen address of this machine. It shares no code
//! with the server.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::socket::Socket;

/// How long a request may take.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The largest reply that is read, in bytes.
const MAX_REPLY: u64 = 16 << 20;

/// Opens a connection from an address of this machine.
pub async fn connect(from: IpAddr, server: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(server).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// An HTTP client.
#[derive(Clone, Debug)]
pub struct Client {
    /// The server.
    pub server: SocketAddr,
    /// The address the requests come from.
    pub from: IpAddr,
    /// Cookies, stored and sent back as a browser does.
    pub cookies: BTreeMap<String, String>,
    /// Headers of every request, such as `X-Forwarded-For`.
    pub headers: Vec<(String, String)>,
}

/// A response.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status, such as 200.
    pub status: u16,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub text: String,
}

impl Reply {
    /// The body as JSON; null if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// Was the request accepted?
    pub fn is_ok(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body of an accepted request; otherwise the server's sentence.
    pub fn ok(&self) -> Result<Value, String> {
        match self.is_ok() {
            true => Ok(self.json()),
            false => Err(self.refusal()),
        }
    }

    /// The status and the server's sentence.
    pub fn refusal(&self) -> String {
        let json = self.json();
        match json["error"]["message"].as_str() {
            Some(message) => format!("{} {message}", self.status),
            None => format!("{} {}", self.status, self.text.chars().take(200).collect::<String>()),
        }
    }

    /// Does the refusal say why in a sentence?
    pub fn has_words(&self) -> bool {
        self.json()["error"]["message"].as_str().is_some_and(|message| message.len() > 10)
    }
}

impl Client {
    /// A client without a session.
    pub fn new(server: SocketAddr, from: impl Into<IpAddr>) -> Client {
        Client { server, from: from.into(), cookies: BTreeMap::new(), headers: Vec::new() }
    }

    /// A guest.
    pub async fn guest(server: SocketAddr, from: impl Into<IpAddr>) -> Result<Client, String> {
        let mut client = Client::new(server, from);
        client.post("/api/guests", Value::Null).await?.ok()?;
        Ok(client)
    }

    /// A client with a new account; the password is [`password`] of the name.
    pub async fn account(server: SocketAddr, from: impl Into<IpAddr>, name: &str) -> Result<Client, String> {
        let mut client = Client::new(server, from);
        let body = json!({"name": name, "password": password(name)});
        client.post("/api/account", body).await?.ok()?;
        Ok(client)
    }

    /// A client with known cookies.
    pub fn with_cookies(server: SocketAddr, from: IpAddr, cookies: BTreeMap<String, String>) -> Client {
        Client { cookies, ..Client::new(server, from) }
    }

    /// `GET`.
    pub async fn get(&mut self, path: &str) -> Result<Reply, String> {
        self.request("GET", path, Value::Null).await
    }

    /// `POST`; null sends no body.
    pub async fn post(&mut self, path: &str, body: Value) -> Result<Reply, String> {
        self.request("POST", path, body).await
    }

    /// One request on a new connection; null sends no body.
    pub async fn request(&mut self, method: &str, path: &str, body: Value) -> Result<Reply, String> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut text = self.head(method, path);
        if !body.is_empty() {
            text += "Content-Type: application/json\r\n";
        }
        text += &format!("Connection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        let reply = timeout(TIMEOUT, exchange(self.from, self.server, text))
            .await
            .map_err(|_| format!("{method} {path}: no reply within {} s", TIMEOUT.as_secs()))?
            .map_err(|error| format!("{method} {path}: {error}"))?;
        self.keep_cookies(&reply);
        Ok(reply)
    }

    /// The head of a request, without the empty line that ends it.
    pub fn head(&self, method: &str, path: &str) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.server);
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !self.cookies.is_empty() {
            let pairs: Vec<String> =
                self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            head += &format!("Cookie: {}\r\n", pairs.join("; "));
        }
        head
    }

    fn keep_cookies(&mut self, reply: &Reply) {
        for (_, cookie) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let Some((name, value)) = cookie.split(';').next().and_then(|pair| pair.split_once('=')) else {
                continue;
            };
            match value.is_empty() {
                true => self.cookies.remove(name),
                false => self.cookies.insert(name.to_owned(), value.to_owned()),
            };
        }
    }

    /// Opens a WebSocket that answers pings immediately.
    pub async fn socket(&self) -> Result<Socket, String> {
        self.socket_with(Duration::ZERO).await
    }

    /// Opens a WebSocket that answers pings after a delay.
    pub async fn socket_with(&self, pong_after: Duration) -> Result<Socket, String> {
        let (stream, rest) = self.upgrade().await?;
        Ok(Socket::new(stream, rest, pong_after))
    }

    /// A connection that has been upgraded to a WebSocket, and what the server has already sent.
    pub async fn upgrade(&self) -> Result<(TcpStream, Vec<u8>), String> {
        let text = self.head("GET", "/api/socket")
            + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
               Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        let opened = timeout(TIMEOUT, async {
            let mut stream = connect(self.from, self.server).await?;
            stream.write_all(text.as_bytes()).await?;
            let mut bytes = Vec::new();
            let end = loop {
                if let Some(end) = end_of_head(&bytes) {
                    break end;
                }
                if stream.read_buf(&mut bytes).await? == 0 {
                    return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
                }
            };
            Ok((stream, bytes, end))
        });
        let (stream, mut bytes, end) = opened
            .await
            .map_err(|_| "the WebSocket: no reply in time".to_owned())?
            .map_err(|error| format!("the WebSocket: {error}"))?;
        let rest = bytes.split_off(end);
        match status_of(&bytes) {
            Some(101) => Ok((stream, rest)),
            status => {
                let body: Value = serde_json::from_slice(&rest).unwrap_or_default();
                let words = body["error"]["message"].as_str().unwrap_or("no upgrade");
                Err(format!("{} {words}", status.unwrap_or(0)))
            }
        }
    }
}

/// The password that [`Client::account`] uses for a name.
pub fn password(name: &str) -> String {
    format!("a long word of {name}")
}

fn end_of_head(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4)
}

fn status_of(head: &[u8]) -> Option<u16> {
    std::str::from_utf8(head.get(9..12)?).ok()?.parse().ok()
}

async fn exchange(from: IpAddr, server: SocketAddr, request: String) -> io::Result<Reply> {
    let mut stream = connect(from, server).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.take(MAX_REPLY).read_to_end(&mut bytes).await?;
    let broken = || io::Error::new(io::ErrorKind::InvalidData, "the reply is not HTTP");
    let end = end_of_head(&bytes).ok_or_else(broken)?;
    let status = status_of(&bytes).ok_or_else(broken)?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let headers: Vec<(String, String)> = head
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = match chunked {
        true => join_chunks(&bytes[end..]).ok_or_else(broken)?,
        false => bytes[end..].to_vec(),
    };
    Ok(Reply { status, headers, text: String::from_utf8_lossy(&body).into_owned() })
}

fn join_chunks(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let line = rest.windows(2).position(|two| two == b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..line]).ok()?.trim(), 16).ok()?;
        rest = rest.get(line + 2..)?;
        if length == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(..length)?);
        rest = rest.get(length + 2..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_joined_and_broken_ones_are_refused() {
        assert_eq!(join_chunks(b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"), Some(b"abcde".to_vec()));
        for broken in [&b"3\r\nab"[..], b"zz\r\n", b"", b"5\r\nabc\r\n"] {
            assert_eq!(join_chunks(broken), None);
        }
    }

    #[test]
    fn cookies_are_stored_and_an_empty_one_is_deleted() {
        let mut client = Client::new(([127, 0, 0, 1], 1).into(), [127, 0, 0, 2]);
        let reply = |cookie: &str| Reply {
            status: 200,
            headers: vec![("set-cookie".into(), cookie.into())],
            text: String::new(),
        };
        client.keep_cookies(&reply("floe_session=abc; Path=/; HttpOnly"));
        client.keep_cookies(&reply("device=x=y; Max-Age=3"));
        assert!(client.head("GET", "/").contains("Cookie: device=x=y; floe_session=abc\r\n"));
        client.keep_cookies(&reply("floe_session=; Max-Age=0"));
        assert!(client.head("GET", "/").contains("Cookie: device=x=y\r\n"));
    }
}
