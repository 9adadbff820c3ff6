//! What a program printed last, for the people who have to find out why it died.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::time::{sleep, timeout};

use crate::names::is_harmful;

/// How many lines are kept.
const MAX_LINES: usize = 12;
/// Maximum length of a line that is kept, in characters.
const MAX_CHARS: usize = 200;
/// Lines are read in pieces of at most this many bytes.
const MAX_PIECE: u64 = 8 * 1024;
/// How long to wait for the last lines of a program that has died.
const LAST_WAIT: Duration = Duration::from_millis(300);

/// The last lines of a stream.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastLines(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    lines: VecDeque<String>,
    reading: bool,
}

impl LastLines {
    pub(crate) fn push(&self, line: &str) {
        let line = line.trim_end();
        if line.is_empty() {
            return;
        }
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.lines.len() == MAX_LINES {
            inner.lines.pop_front();
        }
        let mut kept: String = line.chars().filter(|&c| !is_harmful(c)).take(MAX_CHARS).collect();
        if kept.len() < line.len() && line.chars().count() > MAX_CHARS {
            kept.push('…');
        }
        inner.lines.push_back(kept);
    }

    /// The lines so far.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).lines.iter().cloned().collect()
    }

    /// The lines of a program that has died: waits a moment until all are read.
    pub(crate) async fn all(&self) -> Vec<String> {
        let _late = timeout(LAST_WAIT, async {
            while self.0.lock().unwrap_or_else(PoisonError::into_inner).reading {
                sleep(Duration::from_millis(5)).await;
            }
        })
        .await;
        self.lines()
    }

    /// Reads a stream to its end in the background, and shows it on standard error if wanted.
    pub(super) fn follow(&self, stream: impl AsyncRead + Send + Unpin + 'static, shown: bool) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).reading = true;
        let lines = self.clone();
        tokio::spawn(async move {
            let mut stream = BufReader::new(stream);
            let mut piece = Vec::new();
            loop {
                piece.clear();
                match (&mut stream).take(MAX_PIECE).read_until(b'\n', &mut piece).await {
                    Ok(0) | Err(_) => break,
                    Ok(_) => {}
                }
                if shown {
                    // Where standard error is closed there is nobody to tell.
                    let _closed = std::io::stderr().write_all(&piece);
                }
                lines.push(&String::from_utf8_lossy(&piece));
            }
            lines.0.lock().unwrap_or_else(PoisonError::into_inner).reading = false;
        });
    }
}

/// What a bot printed last, on both streams.
#[derive(Clone, Debug, Default)]
pub(crate) struct BotOutput {
    /// Standard output, as far as it was read.
    pub(crate) stdout: LastLines,
    /// Standard error; empty where it is not kept.
    pub(crate) stderr: LastLines,
}
