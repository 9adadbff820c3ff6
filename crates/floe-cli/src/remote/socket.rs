//! A WebSocket to a server: a request of the client that becomes one, so that TLS, proxies and timeouts are the client's.

use futures_util::{SinkExt, StreamExt};
use reqwest::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use reqwest::{Method, StatusCode, Upgraded};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::{Limits, Pass, Remote, printable};

/// A WebSocket to a server.
pub struct Socket {
    stream: WebSocketStream<Upgraded>,
    limits: Limits,
}

impl Socket {
    pub(super) async fn open(server: &Remote, pass: &Pass) -> Result<Socket, String> {
        let key = generate_key();
        let request = server.request(Method::GET, "/api/socket", Some(pass))?;
        let request = request.header(CONNECTION, "Upgrade").header(UPGRADE, "websocket");
        let request = request.header(SEC_WEBSOCKET_VERSION, "13").header(SEC_WEBSOCKET_KEY, &key);
        let reply = request.send().await.map_err(|error| server.explain(&error))?;
        let accept = reply.headers().get(SEC_WEBSOCKET_ACCEPT);
        let accepted = accept.is_some_and(|accept| *accept == derive_accept_key(key.as_bytes()));
        if reply.status() != StatusCode::SWITCHING_PROTOCOLS || !accepted {
            return Err(format!("GET /api/socket: {}", server.rejection(reply).await));
        }
        let stream = reply.upgrade().await.map_err(|error| server.explain(&error))?;
        let limits = server.limits;
        // Messages are small, and a load generator has thousands of these.
        let config = WebSocketConfig::default()
            .read_buffer_size(4096)
            .write_buffer_size(0)
            .max_message_size(Some(limits.max_bytes))
            .max_frame_size(Some(limits.max_bytes));
        let stream = WebSocketStream::from_raw_socket(stream, Role::Client, Some(config)).await;
        Ok(Socket { stream, limits })
    }

    /// The next text; an error when the connection has ended or the server has been silent for too long.
    pub async fn next(&mut self) -> Result<Utf8Bytes, String> {
        let ended = "the connection ended";
        loop {
            let silence = self.limits.silence;
            let next = timeout(silence, self.stream.next()).await;
            match next.map_err(|_| format!("the server sent nothing for {} s", silence.as_secs_f64()))? {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(Some(frame)))) if !frame.reason.is_empty() => {
                    return Err(format!("{ended}: {}", printable(&frame.reason)));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(format!("{ended}: {}", printable(&error.to_string()))),
                None => return Err(ended.into()),
            }
        }
    }

    /// Sends a text.
    pub async fn send(&mut self, text: String) -> Result<(), String> {
        let sent = timeout(self.limits.reply, self.stream.send(Message::text(text))).await;
        let late = |_| format!("the server read nothing for {} s", self.limits.reply.as_secs_f64());
        sent.map_err(late)?.map_err(|error| error.to_string())
    }
}
