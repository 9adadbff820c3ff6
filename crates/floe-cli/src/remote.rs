//! A client of a server: requests, guests, sockets.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A socket connected to a server.
pub type Socket = WebSocketStream<TcpStream>;

/// The credentials for a server: a header with a cookie or a token.
#[derive(Clone, Debug)]
pub struct Pass {
    name: &'static str,
    value: String,
}

impl Pass {
    /// With a token.
    pub fn token(token: &str) -> Pass {
        Pass { name: "authorization", value: format!("Bearer {token}") }
    }

    /// As a new guest.
    pub async fn guest(address: &str) -> Result<Pass, String> {
        let (head, _) = request(address, "POST", "/api/guests", None, "").await?;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let value =
            cookie.and_then(|cookie| cookie.split(';').next()).ok_or("the server returned no session")?;
        Ok(Pass { name: "cookie", value: value.to_owned() })
    }
}

/// The host and port of an address such as `http://127.0.0.1:7878`.
pub fn host(address: &str) -> Result<String, String> {
    if address.starts_with("https:") {
        return Err(
            "only http is supported; for a server behind TLS run a local proxy, such as socat or stunnel"
                .into(),
        );
    }
    let host = address.strip_prefix("http://").unwrap_or(address).trim_end_matches('/');
    match host.is_empty() || host.contains('/') {
        true => Err(format!("invalid address '{address}'; expected http://HOST:PORT")),
        false if host.contains(':') => Ok(host.to_owned()),
        false => Ok(format!("{host}:80")),
    }
}

/// Makes one request on its own connection; returns the head and the body of the response.
pub async fn request(
    address: &str,
    method: &str,
    path: &str,
    pass: Option<&Pass>,
    body: &str,
) -> Result<(String, String), String> {
    let failed = |error: std::io::Error| format!("{address}: {error}");
    let mut stream = TcpStream::connect(address).await.map_err(failed)?;
    let pass = pass.map_or(String::new(), |pass| format!("{}: {}\r\n", pass.name, pass.value));
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\n{pass}content-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.map_err(failed)?;
    let mut response = String::new();
    stream.read_to_string(&mut response).await.map_err(failed)?;
    let (head, body) = response.split_once("\r\n\r\n").ok_or("the server sent no response")?;
    match head.split(' ').nth(1) {
        Some("200" | "201" | "204") => Ok((head.to_owned(), body.to_owned())),
        _ => {
            let json: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
            let message = json["error"]["message"].as_str().unwrap_or(body).to_owned();
            Err(format!("{method} {path}: {message}"))
        }
    }
}

/// Opens a socket.
pub async fn connect(address: &str, pass: &Pass) -> Result<Socket, String> {
    let failed = |error: tokio_tungstenite::tungstenite::Error| format!("{address}: {error}");
    let mut upgrade = format!("ws://{address}/api/socket").into_client_request().map_err(failed)?;
    let value = pass.value.parse().map_err(|_| "the token contains invalid characters".to_owned())?;
    upgrade.headers_mut().insert(pass.name, value);
    let stream = TcpStream::connect(address).await.map_err(|error| format!("{address}: {error}"))?;
    let _ = stream.set_nodelay(true);
    // Messages are small, and a load generator has thousands of these.
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let (socket, _) = client_async_with_config(upgrade, stream, Some(config)).await.map_err(failed)?;
    Ok(socket)
}
