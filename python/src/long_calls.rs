//! Calls that take long: without Python's lock, and ended by Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use floe_games::Refusal;
use pyo3::prelude::*;

use crate::errors::OrRefuse;

/// How often Python is asked for signals.
const TICK: Duration = Duration::from_millis(20);

/// Runs some work on a thread of its own. A signal sets `stop`, which the work has to heed, and is raised when it has ended.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> Result<T, Refusal> + Send,
) -> PyResult<T> {
    let (done, interrupted) = py.detach(|| {
        thread::scope(|scope| {
            let (send, receive) = channel();
            let worker = scope.spawn(move || {
                let done = work();
                let _ = send.send(());
                done
            });
            let mut interrupted = None;
            while let Err(RecvTimeoutError::Timeout) = receive.recv_timeout(TICK) {
                if interrupted.is_none() {
                    interrupted = Python::attach(|py| py.check_signals()).err();
                    stop.fetch_or(interrupted.is_some(), Ordering::Relaxed);
                }
            }
            let done = worker.join().unwrap_or_else(|_| Err(Refusal::failed("the work failed unexpectedly")));
            (done, interrupted)
        })
    });
    match interrupted {
        Some(error) => Err(error),
        None => done.or_refuse(),
    }
}
