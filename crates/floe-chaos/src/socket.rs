//! A WebSocket with control over its frames: pings can be answered late, and any frame can be sent.

use std::collections::VecDeque;
use std::io::Cursor;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Control, Data, OpCode};

/// How many messages are queued before the socket stops reading.
const INBOX: usize = 4096;
/// Maximum size of a frame, in bytes.
const MAX_FRAME: usize = 4 << 20;

/// A message, and when it arrived.
#[derive(Clone, Debug)]
pub struct Message {
    /// When its last byte was read.
    pub at: Instant,
    /// The message.
    pub json: Value,
}

/// An open WebSocket. A separate task reads, so that the time of arrival does not depend on when a message is received.
#[derive(Debug)]
pub struct Socket {
    writer: Arc<Mutex<OwnedWriteHalf>>,
    inbox: mpsc::Receiver<Message>,
    /// Messages that came while waiting for the reply to another.
    passed_over: VecDeque<Message>,
    closed: Arc<OnceLock<String>>,
    reader: JoinHandle<()>,
    next_id: u64,
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

/// The bytes of a frame from a client. The mask is zero: it hides nothing here.
pub fn frame(opcode: OpCode, is_final: bool, payload: &[u8]) -> Vec<u8> {
    let header = FrameHeader { is_final, opcode, mask: Some([0; 4]), ..FrameHeader::default() };
    let mut bytes = Vec::with_capacity(payload.len() + 14);
    // Writing to a vector does not fail.
    let _ = header.format(payload.len() as u64, &mut bytes);
    bytes.extend_from_slice(payload);
    bytes
}

/// A text message in one frame.
pub fn text_frame(text: &str) -> Vec<u8> {
    frame(OpCode::Data(Data::Text), true, text.as_bytes())
}

/// Takes a complete frame off the front of the buffer. `Err` if the bytes are not a frame.
pub fn take_frame(bytes: &mut Vec<u8>) -> Result<Option<(OpCode, Vec<u8>)>, String> {
    let mut cursor = Cursor::new(&bytes[..]);
    let parsed = FrameHeader::parse(&mut cursor).map_err(|error| error.to_string())?;
    let Some((header, length)) = parsed else { return Ok(None) };
    let (start, length) = (cursor.position() as usize, length as usize);
    if length > MAX_FRAME {
        return Err(format!("a frame of {length} bytes"));
    }
    if bytes.len() < start + length {
        return Ok(None);
    }
    let payload = bytes[start..start + length].to_vec();
    bytes.drain(..start + length);
    Ok(Some((header.opcode, payload)))
}

/// The server's reason for closing.
pub fn close_reason(payload: &[u8]) -> String {
    match payload {
        [high, low, words @ ..] => {
            format!("{} {}", u16::from_be_bytes([*high, *low]), String::from_utf8_lossy(words))
        }
        _ => "closed without a reason".into(),
    }
}

impl Socket {
    /// A socket on a connection that has been upgraded, with what the server has already sent.
    pub fn new(stream: TcpStream, rest: Vec<u8>, pong_after: Duration) -> Socket {
        let (read, write) = stream.into_split();
        let writer = Arc::new(Mutex::new(write));
        let (sender, inbox) = mpsc::channel(INBOX);
        let closed = Arc::<OnceLock<String>>::default();
        let reader = {
            let (writer, closed) = (Arc::clone(&writer), Arc::clone(&closed));
            tokio::spawn(async move {
                let why = read_on(read, rest, writer, pong_after, sender).await;
                let _ = closed.set(why);
            })
        };
        Socket { writer, inbox, passed_over: VecDeque::new(), closed, reader, next_id: 1 }
    }

    /// Why the connection ended, if it has.
    pub fn closed(&self) -> Option<&str> {
        self.closed.get().map(String::as_str)
    }

    /// Sends raw bytes.
    pub async fn send_bytes(&self, bytes: &[u8]) -> Result<(), String> {
        self.writer.lock().await.write_all(bytes).await.map_err(|error| error.to_string())
    }

    /// Sends a message.
    pub async fn send(&self, message: &Value) -> Result<(), String> {
        self.send_bytes(&text_frame(&message.to_string())).await
    }

    /// The next message; `None` when the connection has ended.
    pub async fn receive(&mut self) -> Option<Message> {
        match self.passed_over.pop_front() {
            Some(heard) => Some(heard),
            None => self.inbox.recv().await,
        }
    }

    /// The next message within a time.
    pub async fn receive_within(&mut self, limit: Duration) -> Result<Message, String> {
        match timeout(limit, self.receive()).await {
            Ok(Some(heard)) => Ok(heard),
            Ok(None) => Err(format!("the connection ended: {}", self.closed().unwrap_or("no reason"))),
            Err(_) => Err(format!("no message within {} ms", limit.as_millis())),
        }
    }

    /// The next message of a kind, such as `news`; earlier ones are dropped.
    pub async fn until(&mut self, is: &str, limit: Duration) -> Result<Message, String> {
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let heard =
                self.receive_within(left).await.map_err(|error| format!("waiting for '{is}': {error}"))?;
            if heard.json["type"] == is {
                return Ok(heard);
            }
        }
    }

    /// Sends a message with an `id` and waits for its `ok`; other messages are queued for [`Socket::receive`].
    pub async fn ask(&mut self, mut message: Value, limit: Duration) -> Result<Message, String> {
        let id = self.next_id;
        self.next_id += 1;
        message["id"] = json!(id);
        self.send(&message).await?;
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let heard = match timeout(left, self.inbox.recv()).await {
                Ok(Some(heard)) => heard,
                Ok(None) => {
                    return Err(format!("the connection ended: {}", self.closed().unwrap_or("no reason")));
                }
                Err(_) => return Err(format!("no reply to {message} within {} ms", limit.as_millis())),
            };
            // A message that the server cannot parse is refused without its id.
            let unreadable = heard.json["type"] == "error" && heard.json["id"].is_null();
            if heard.json["id"] == id || unreadable {
                return match heard.json["error"]["message"].as_str() {
                    Some(words) => Err(words.to_owned()),
                    None => Ok(heard),
                };
            }
            self.passed_over.push_back(heard);
        }
    }
}

async fn read_on(
    mut read: OwnedReadHalf,
    mut bytes: Vec<u8>,
    writer: Arc<Mutex<OwnedWriteHalf>>,
    pong_after: Duration,
    inbox: mpsc::Sender<Message>,
) -> String {
    loop {
        loop {
            let (opcode, payload) = match take_frame(&mut bytes) {
                Ok(Some(frame)) => frame,
                Ok(None) => break,
                Err(error) => return error,
            };
            match opcode {
                OpCode::Data(Data::Text) => {
                    let Ok(json) = serde_json::from_slice(&payload) else {
                        return "a message is not JSON".into();
                    };
                    if inbox.send(Message { at: Instant::now(), json }).await.is_err() {
                        return "no longer read".into();
                    }
                }
                OpCode::Control(Control::Ping) => {
                    let (writer, pong) =
                        (Arc::clone(&writer), frame(OpCode::Control(Control::Pong), true, &payload));
                    tokio::spawn(async move {
                        tokio::time::sleep(pong_after).await;
                        let _ = writer.lock().await.write_all(&pong).await;
                    });
                }
                OpCode::Control(Control::Close) => return close_reason(&payload),
                _ => {}
            }
        }
        match read.read_buf(&mut bytes).await {
            Ok(0) => return "the connection ended".into(),
            Ok(_) => {}
            Err(error) => return error.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_round_trip() {
        let long = "x".repeat(70_000);
        let mut bytes = text_frame("{}");
        bytes.extend(frame(OpCode::Control(Control::Pong), true, b"ab"));
        bytes.extend(text_frame(&long));
        let cut = bytes.split_off(bytes.len() - 5);
        assert_eq!(take_frame(&mut bytes), Ok(Some((OpCode::Data(Data::Text), b"{}".to_vec()))));
        assert_eq!(take_frame(&mut bytes), Ok(Some((OpCode::Control(Control::Pong), b"ab".to_vec()))));
        assert_eq!(take_frame(&mut bytes), Ok(None));
        bytes.extend(cut);
        assert_eq!(take_frame(&mut bytes), Ok(Some((OpCode::Data(Data::Text), long.into_bytes()))));
        assert!(bytes.is_empty());
        assert_eq!(close_reason(&[3, 240, b'n', b'o']), "1008 no");
    }
}
