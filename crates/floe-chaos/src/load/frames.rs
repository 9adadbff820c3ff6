//! Floods of WebSocket frames. A socket that the server closes reconnects after a while.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::OwnedReadHalf;
use tokio::sync::{oneshot, watch};
use tokio::time::{MissedTickBehavior, interval};
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Control, Data, OpCode};

use super::{FrameKind, Job};
use crate::client::Client;
use crate::socket::{close_reason, frame, take_frame, text_frame};

/// How often frames are written, all of a tick at once.
const TICK: Duration = Duration::from_millis(20);
/// How long a closed socket waits before it reconnects.
const AWAY: Duration = Duration::from_millis(500);

/// The totals of all sockets.
#[derive(Default)]
struct Totals {
    sent: u64,
    closed: u64,
    reasons: Vec<String>,
    refused: u64,
}

/// Sends frames over one socket per session.
pub async fn flood(mut job: Job, kind: FrameKind, per_second: u32) -> Result<Value, String> {
    let sum = Arc::<Mutex<Totals>>::default();
    let mut sockets = tokio::task::JoinSet::new();
    for client in job.clients() {
        let (sum, mut stop) = (Arc::clone(&sum), job.stop.clone());
        sockets.spawn(async move {
            while !*stop.borrow() {
                one_socket(&client, kind, per_second, &sum, &mut stop).await;
                let _ = tokio::time::timeout(AWAY, stop.wait_for(|stop| *stop)).await;
            }
        });
    }
    let _ = job.ready.send(Value::Null);
    let _ = job.stop.wait_for(|stop| *stop).await;
    sockets.abort_all();
    let sum = sum.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok(
        json!({"sent": sum.sent, "closed": sum.closed, "refused": sum.refused, "reasons": sum.reasons.iter().take(3).collect::<Vec<_>>()}),
    )
}

async fn one_socket(
    client: &Client,
    kind: FrameKind,
    per_second: u32,
    sum: &Mutex<Totals>,
    stop: &mut watch::Receiver<bool>,
) {
    let note = |change: &dyn Fn(&mut Totals)| {
        change(&mut sum.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
    };
    let Ok((stream, rest)) = client.upgrade().await else {
        note(&|sum| sum.refused += 1);
        return;
    };
    let (read, mut write) = stream.into_split();
    let (report, mut ended) = oneshot::channel();
    let reader = tokio::spawn(async move {
        let _ = report.send(until_closed(read, rest).await);
    });
    let each = (f64::from(per_second) * TICK.as_secs_f64()).ceil() as usize;
    let (first, one) = frames_of(kind);
    let batch = one.repeat(each);
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut next = first;
    let why = loop {
        let sending = async {
            ticks.tick().await;
            write.write_all(&next).await
        };
        tokio::select! {
            written = sending => if written.is_err() {
                break None;
            },
            why = &mut ended => break why.ok(),
            _ = stop.wait_for(|stop| *stop) => {
                reader.abort();
                return;
            }
        }
        if next.len() == batch.len() {
            note(&|sum| sum.sent += each as u64);
        }
        next.clone_from(&batch);
    };
    let why = match why {
        Some(why) => why,
        None => ended.await.unwrap_or_default(),
    };
    reader.abort();
    note(&|sum| {
        sum.closed += 1;
        if !sum.reasons.contains(&why) {
            sum.reasons.push(why.clone());
        }
    });
}

/// What is sent once, and what is sent repeatedly.
fn frames_of(kind: FrameKind) -> (Vec<u8>, Vec<u8>) {
    match kind {
        FrameKind::Pong => (Vec::new(), frame(OpCode::Control(Control::Pong), true, b"")),
        FrameKind::Ping => (Vec::new(), frame(OpCode::Control(Control::Ping), true, b"")),
        FrameKind::Continuation => {
            (frame(OpCode::Data(Data::Text), false, b"{"), frame(OpCode::Data(Data::Continue), false, b""))
        }
        FrameKind::Text => (Vec::new(), text_frame("{\"type\":\"ping\"}")),
    }
}

/// Reads until the server closes; returns its reason.
async fn until_closed(mut read: OwnedReadHalf, mut bytes: Vec<u8>) -> String {
    loop {
        loop {
            match take_frame(&mut bytes) {
                Ok(Some((OpCode::Control(Control::Close), payload))) => return close_reason(&payload),
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) => return error,
            }
        }
        match read.read_buf(&mut bytes).await {
            Ok(0) => return "closed without a reason".into(),
            Ok(_) => {}
            Err(error) => return error.to_string(),
        }
    }
}
