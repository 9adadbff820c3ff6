//! A stream of JSON values in both directions, bounded in size; timeouts are up to the caller.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::Poll;

use floe_wire::fish::wire::{JsonLimits, Splitter, StreamError};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};

use super::fault::FishFault;

/// Any two-way byte stream: a socket, a pipe in memory.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// How much is read at once.
const CHUNK: usize = 4096;

/// How many chunks of white space are read before a call is made regardless.
const CHUNKS_BEFORE_A_CALL: usize = 16;

/// One side of a stream of JSON values. It holds at most one chunk and one value, whatever is sent.
pub struct Connection {
    stream: Box<dyn Stream>,
    splitter: Splitter,
    chunk: Box<[u8; CHUNK]>,
    /// The part of the chunk that is not parsed yet.
    unread: std::ops::Range<usize>,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").field("unread", &self.unread).finish_non_exhaustive()
    }
}

impl From<StreamError> for FishFault {
    fn from(error: StreamError) -> FishFault {
        match error {
            StreamError::IllFormed => FishFault::IllFormed,
            StreamError::TooLong | StreamError::TooDeep => FishFault::TooMuch,
            StreamError::Unfinished => FishFault::Closed,
        }
    }
}

impl Connection {
    /// Speaks JSON over a stream.
    pub fn new(stream: impl Stream + 'static, limits: JsonLimits) -> Connection {
        Connection {
            stream: Box::new(stream),
            splitter: Splitter::new(limits),
            chunk: Box::new([0; CHUNK]),
            unread: 0..0,
        }
    }

    /// Sends a value and a line feed.
    pub async fn send(&mut self, value: &Value) -> io::Result<()> {
        let mut text = value.to_string();
        text.push('\n');
        self.stream.write_all(text.as_bytes()).await?;
        self.stream.flush().await
    }

    /// The next value. Cancelling it loses no data.
    pub async fn receive(&mut self) -> Result<Value, FishFault> {
        loop {
            if let Some(value) = self.split()? {
                return Ok(value);
            }
            match self.stream.read(&mut self.chunk[..]).await {
                Ok(0) => return self.splitter.finish()?.ok_or(FishFault::Closed),
                Ok(size) => self.unread = 0..size,
                Err(_) => return Err(FishFault::Closed),
            }
        }
    }

    /// Checks what has arrived without waiting for more: anything but white space is unsolicited.
    pub async fn expect_silence(&mut self) -> Result<(), FishFault> {
        // Lets the runtime poll its sockets, so that arrived data is seen.
        tokio::task::yield_now().await;
        let mut chunks = 0;
        poll_fn(|context| {
            loop {
                match self.split() {
                    Ok(None) if self.splitter.is_idle() => {}
                    Ok(_) => return Poll::Ready(Err(FishFault::OutOfTurn)),
                    Err(error) => return Poll::Ready(Err(error.into())),
                }
                if chunks == CHUNKS_BEFORE_A_CALL {
                    return Poll::Ready(Ok(()));
                }
                chunks += 1;
                let mut buffer = ReadBuf::new(&mut self.chunk[..]);
                match Pin::new(&mut self.stream).poll_read(context, &mut buffer) {
                    Poll::Pending => return Poll::Ready(Ok(())),
                    Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                        self.unread = 0..buffer.filled().len();
                    }
                    Poll::Ready(_) => return Poll::Ready(Err(FishFault::Closed)),
                }
            }
        })
        .await
    }

    fn split(&mut self) -> Result<Option<Value>, StreamError> {
        let (eaten, value) = self.splitter.feed(&self.chunk[self.unread.clone()])?;
        self.unread.start += eaten;
        Ok(value)
    }
}
