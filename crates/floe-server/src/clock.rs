//! Two kinds of time: the time of day, which can be set, and steady time, which only moves forward.

use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The time of day, in milliseconds since 1970. For dates, and for clocks that count days.
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// A server's clock.
#[derive(Clone)]
pub struct Clock {
    wall: Arc<dyn Fn() -> i64 + Send + Sync>,
    started: Instant,
    started_ms: i64,
}

impl Default for Clock {
    /// The clock of this machine.
    fn default() -> Clock {
        Clock::new(now_ms)
    }
}

impl Clock {
    /// A clock with its own time of day, for tests.
    pub fn new(wall: impl Fn() -> i64 + Send + Sync + 'static) -> Clock {
        Clock { started_ms: wall(), started: Instant::now(), wall: Arc::new(wall) }
    }

    /// The time of day, in milliseconds since 1970. It jumps when the machine's clock is set.
    pub fn wall_ms(&self) -> i64 {
        (self.wall)()
    }

    /// The time of day as if the clock had not been set since the server started. It only moves forward, at the speed
    /// of real time. For game clocks that count seconds.
    pub fn steady_ms(&self) -> i64 {
        self.started_ms + self.started.elapsed().as_millis() as i64
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;

    #[test]
    fn steady_time_does_not_jump() {
        let wall = Arc::new(AtomicI64::new(1_000_000));
        let set = Arc::clone(&wall);
        let clock = Clock::new(move || wall.load(Ordering::Relaxed));
        for hours in [1, -1] {
            let before = clock.steady_ms();
            set.fetch_add(hours * 3_600_000, Ordering::Relaxed);
            let passed = clock.steady_ms() - before;
            assert!((0..60_000).contains(&passed), "{passed} ms");
            assert_eq!(clock.wall_ms(), set.load(Ordering::Relaxed));
        }
    }
}
