//! A connection that is read at a limited rate: bytes beyond its share stay in the network until the rate allows them.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

/// The bytes a connection may send in a burst, then per second. A request has at most 64 KiB, a message 16, and clients
/// that play send a few hundred bytes per move.
const BURST: f64 = 256.0 * 1024.0;
const PER_SECOND: f64 = 64.0 * 1024.0;

/// The bytes a connection has received.
#[derive(Clone, Debug, Default)]
pub struct Received(Arc<Counted>);

#[derive(Debug, Default)]
struct Counted {
    bytes: AtomicU64,
    limited: AtomicBool,
}

impl Received {
    /// The number of bytes.
    pub fn bytes(&self) -> u64 {
        self.0.bytes.load(Ordering::Relaxed)
    }

    /// From now on the connection is read no faster than its share.
    pub fn limit(&self) {
        self.0.limited.store(true, Ordering::Relaxed);
    }
}

/// A throttled connection.
pub struct Throttled {
    stream: TcpStream,
    received: Received,
    left: f64,
    at: Instant,
    pause: Option<Pin<Box<Sleep>>>,
}

impl Throttled {
    /// Wraps a connection; `received` counts its bytes.
    pub fn new(stream: TcpStream, received: Received) -> Throttled {
        Throttled { stream, received, left: BURST, at: Instant::now(), pause: None }
    }
}

impl AsyncRead for Throttled {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(pause) = &mut self.pause {
            if pause.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            self.pause = None;
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let bytes = buffer.filled().len() - before;
        if bytes > 0 {
            self.received.0.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
            if !self.received.0.limited.load(Ordering::Relaxed) {
                return read;
            }
            let now = Instant::now();
            let refilled = self.left + (now - self.at).as_secs_f64() * PER_SECOND;
            (self.left, self.at) = (refilled.min(BURST) - bytes as f64, now);
            if self.left < 0.0 {
                let wait = Duration::from_secs_f64(-self.left / PER_SECOND);
                self.pause = Some(Box::pin(tokio::time::sleep(wait)));
            }
        }
        read
    }
}

impl AsyncWrite for Throttled {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_flood_is_read_no_faster_than_its_share() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let flood = tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let _ = stream.write_all(&vec![0; 4 << 20]).await;
        });
        let (stream, _) = listener.accept().await.unwrap();
        let received = Received::default();
        received.limit();
        let mut throttled = Throttled::new(stream, received.clone());
        let began = Instant::now();
        let mut buffer = vec![0; 16 * 1024];
        let goal = BURST + PER_SECOND / 4.0;
        while (received.bytes() as f64) < goal {
            assert!(throttled.read(&mut buffer).await.unwrap() > 0);
        }
        // The burst immediately, then a quarter of a second for a quarter of a second's share.
        let fastest = (goal - BURST - buffer.len() as f64) / PER_SECOND;
        let took = began.elapsed().as_secs_f64();
        assert!(took >= fastest * 0.9, "{took} s for {goal} bytes");
        flood.abort();
    }
}
