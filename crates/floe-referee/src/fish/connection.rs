//! A stream of JSON values to and from the other side, bounded in size; time is the caller's.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::Poll;

use floe_wire::fish::wire::{JsonLimits, Splitter, StreamError};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};

use super::fault::FishFault;

/// Anything bytes go through both ways: a socket, a pipe in memory.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// How much is read at once.
const CHUNK: usize = 4096;

/// How many chunks of white space are read before a call is made all the same.
const CHUNKS_BEFORE_A_CALL: usize = 16;

/// One side of a stream of JSON values. Holds one chunk and one value at most, whatever is sent.
pub struct Connection {
    stream: Box<dyn Stream>,
    splitter: Splitter,
    chunk: Box<[u8; CHUNK]>,
    /// What of the chunk was read and not yet looked at.
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

    /// The next value. Giving up in between loses nothing that was read.
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

    /// Looks at what has arrived without waiting for more: anything but white space was not asked for.
    pub async fn expect_silence(&mut self) -> Result<(), FishFault> {
        // Lets the runtime look at its sockets, so that what has arrived is seen.
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
