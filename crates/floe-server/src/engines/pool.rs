//! Threads that do engine work in the order of the queue. Running work yields to work that is clearly more urgent: it
//! pauses, and resumes when its turn comes again. So a move that takes five seconds does not delay one that takes five
//! milliseconds, and loses only the time it waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use floe_engine::Timer;

use super::queue::{Class, FairQueue, Source};

/// Maximum amount of waiting work.
const QUEUE: usize = 20_000;
/// How many jobs may be paused at once: each holds a thread and the memory of its search.
const PAUSED: usize = 4;
/// How often running work checks whether something more urgent waits.
const LOOK: Duration = Duration::from_millis(10);

/// A job for a thread of the pool.
type Work = Box<dyn FnOnce(&Turn) + Send>;

/// Paused work.
struct Paused {
    number: u64,
    class: Class,
    source: Source,
    /// How much longer it is expected to take.
    left: Duration,
}

struct State {
    queue: FairQueue<(Work, Arc<AtomicBool>)>,
    paused: Vec<Paused>,
    /// How many more jobs may run now.
    free: usize,
    /// Threads waiting for work.
    idle: usize,
    next_number: u64,
    closed: bool,
}

impl State {
    /// Is the next job a waiting one, rather than a paused one? Paused work is finished first unless something clearly
    /// more urgent waits; otherwise it would pile up.
    fn begins_new(&self, now: Instant) -> bool {
        match (self.queue.first(now), self.first_paused(now)) {
            (Some((waiting, _)), Some((paused, _))) => waiting.displaces(&paused),
            (waiting, None) => waiting.is_some(),
            (None, _) => false,
        }
    }

    /// Does the same address, or the same account if the address is unknown, already have a paused job? Then it lets
    /// running work finish, so that no single source fills the places for paused work.
    fn has_paused(&self, source: &Source) -> bool {
        self.paused.iter().any(|one| match (one.source.address, source.address) {
            (Some(one), Some(other)) => one == other,
            _ => one.source.account == source.account,
        })
    }

    fn first_paused(&self, now: Instant) -> Option<(super::queue::Rank, u64)> {
        let rank = |one: &Paused| self.queue.rank(one.class, &one.source, one.left, now);
        let mut best: Option<(super::queue::Rank, u64)> = None;
        for one in &self.paused {
            let rank = rank(one);
            if best.as_ref().is_none_or(|(known, _)| rank.is_before(known)) {
                best = Some((rank, one.number));
            }
        }
        best
    }
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// The pool.
pub(super) struct Pool {
    shared: Arc<Shared>,
}

/// Submitted work; dropping it cancels the work.
pub(super) struct Ticket {
    unwanted: Arc<AtomicBool>,
    shared: Arc<Shared>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
        self.shared.changed.notify_all();
    }
}

impl Pool {
    /// A pool that runs `running` jobs at once, at a low scheduling priority.
    pub(super) fn start(name: &str, running: usize, niceness: i32) -> Pool {
        let state = State {
            queue: FairQueue::default(),
            paused: Vec::new(),
            free: running,
            idle: 0,
            next_number: 0,
            closed: false,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        for number in 0..running + PAUSED {
            let shared = Arc::clone(&shared);
            thread::Builder::new()
                .name(format!("{name} {number}"))
                .spawn(move || {
                    // Tables come first. On Linux this applies to the thread only.
                    let _ = rustix::process::nice(niceness);
                    work(&shared);
                })
                .expect("cannot start an engine thread");
        }
        Pool { shared }
    }

    /// Queues work that is expected to take this long. `None` if too much work is waiting, or the pool is closed.
    pub(super) fn submit(
        &self,
        class: Class,
        source: Source,
        expected: Duration,
        work: impl FnOnce(&Turn) + Send + 'static,
    ) -> Option<Ticket> {
        let mut state = self.shared.state();
        if state.closed || state.queue.len() >= QUEUE {
            return None;
        }
        let unwanted = Arc::new(AtomicBool::new(false));
        state.queue.push(class, source, expected, (Box::new(work), Arc::clone(&unwanted)));
        drop(state);
        self.shared.changed.notify_all();
        Some(Ticket { unwanted, shared: Arc::clone(&self.shared) })
    }

    /// Does it accept no more work?
    pub(super) fn is_closed(&self) -> bool {
        self.shared.state().closed
    }

    /// Accepts no more work, drops waiting work and cancels running work.
    pub(super) fn close(&self) {
        let mut state = self.shared.state();
        state.closed = true;
        state.queue.clear();
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

/// One thread of the pool.
fn work(shared: &Arc<Shared>) {
    loop {
        let mut state = shared.state();
        state.idle += 1;
        let (class, source, expected, (work, unwanted), hurried) = loop {
            if state.closed {
                return;
            }
            let now = Instant::now();
            if state.free > 0
                && state.begins_new(now)
                && let Some((class, source, expected, work)) = state.queue.pop(now)
            {
                let hurried = state.queue.len() > 0 || !state.paused.is_empty();
                break (class, source, expected, work, hurried);
            }
            state = shared.wait(state);
        };
        state.free -= 1;
        state.idle -= 1;
        let number = state.next_number;
        state.next_number += 1;
        drop(state);
        let turn = Turn {
            shared: Arc::clone(shared),
            number,
            class,
            source,
            expected,
            hurried,
            unwanted,
            time: Mutex::new(TurnTime::start()),
        };
        if !turn.unwanted.load(Ordering::Relaxed) {
            // Work that panics fails only for its own table.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&turn)));
        }
        turn.finish();
    }
}

struct TurnTime {
    /// Since when it has been running without a pause.
    segment: Instant,
    /// How long it ran before that.
    before: Duration,
    looked: Instant,
    /// Does it count as running? Cancelled work runs to its end without counting.
    counted: bool,
}

impl TurnTime {
    fn start() -> TurnTime {
        let now = Instant::now();
        TurnTime { segment: now, before: Duration::ZERO, looked: now, counted: true }
    }
}

/// The turn of a job: its clock, which stops while it is paused, and whether the result is still wanted.
pub(super) struct Turn {
    shared: Arc<Shared>,
    number: u64,
    class: Class,
    source: Source,
    expected: Duration,
    /// Was other work waiting when it started?
    pub(super) hurried: bool,
    /// Set when the result is no longer needed.
    pub(super) unwanted: Arc<AtomicBool>,
    time: Mutex<TurnTime>,
}

impl Turn {
    /// Was the pool closed? Then the result was cut short and must not be used.
    pub(super) fn is_closed(&self) -> bool {
        self.shared.state().closed
    }

    fn time(&self) -> MutexGuard<'_, TurnTime> {
        self.time.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Waits while something clearly more urgent needs the thread.
    fn give_way(&self, time: &mut TurnTime) {
        let now = Instant::now();
        time.looked = now;
        let mut state = self.shared.state();
        if state.closed {
            self.unwanted.store(true, Ordering::Relaxed);
        }
        let ran = now - time.segment;
        let cost = self.expected.saturating_sub(time.before).max(ran);
        let mine = state.queue.rank(self.class, &self.source, cost, now);
        let displaced = time.counted
            // Another thread has to take over.
            && state.idle > state.free
            && state.queue.first(now).is_some_and(|(first, source)| first.displaces(&mine) && !state.has_paused(source));
        if !displaced {
            return;
        }
        state.queue.charge(&self.source, ran, now);
        state.free += 1;
        state.paused.push(Paused {
            number: self.number,
            class: self.class,
            source: self.source.clone(),
            left: self.expected.saturating_sub(time.before + ran),
        });
        self.shared.changed.notify_all();
        loop {
            state = self.shared.wait(state);
            let now = Instant::now();
            let first = state.first_paused(now).is_some_and(|(_, number)| number == self.number);
            let turn = state.free > 0 && first && !state.begins_new(now);
            if turn || state.closed || self.unwanted.load(Ordering::Relaxed) {
                break;
            }
        }
        state.paused.retain(|one| one.number != self.number);
        let counted = state.free > 0;
        state.free -= usize::from(counted);
        if state.closed {
            self.unwanted.store(true, Ordering::Relaxed);
        }
        *time = TurnTime { before: time.before + ran, counted, ..TurnTime::start() };
    }

    fn finish(self) {
        let (ran, counted) = {
            let time = self.time();
            (time.segment.elapsed(), time.counted)
        };
        let mut state = self.shared.state();
        state.queue.charge(&self.source, ran, Instant::now());
        state.free += usize::from(counted);
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl Timer for Turn {
    fn elapsed(&self) -> Duration {
        let mut time = self.time();
        if time.looked.elapsed() >= LOOK {
            self.give_way(&mut time);
        }
        time.before + time.segment.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(20);

    fn source(address: u8) -> Source {
        Source { address: Some(IpAddr::from([127, 0, 0, address])), account: address.to_string() }
    }

    /// Spins until it is cancelled or has run for `time` by its own clock.
    fn spin(turn: &Turn, time: Duration) {
        while turn.elapsed() < time && !turn.unwanted.load(Ordering::Relaxed) {
            thread::yield_now();
        }
    }

    #[test]
    fn long_work_pauses_for_a_person_and_resumes_afterwards() {
        let pool = Pool::start("test", 1, 0);
        let (events, received) = mpsc::channel();
        let (began, ended) = (events.clone(), events.clone());
        let long = pool.submit(Class::GuestsEnginesOnly, source(1), Duration::ZERO, move |turn| {
            began.send("long began").unwrap();
            // An hour by its own clock, unless cancelled.
            spin(turn, Duration::from_secs(3600));
            ended.send("long ended").unwrap();
        });
        assert_eq!(received.recv_timeout(PATIENCE), Ok("long began"));
        let short =
            pool.submit(Class::Person, source(2), Duration::ZERO, move |_| events.send("short").unwrap());
        assert_eq!(
            received.recv_timeout(PATIENCE),
            Ok("short"),
            "the only place is taken by work that yields"
        );
        drop(long);
        assert_eq!(received.recv_timeout(PATIENCE), Ok("long ended"), "paused work resumes");
        drop(short);
    }

    #[test]
    fn heavy_users_do_not_delay_a_light_one() {
        let pool = Pool::start("test", 1, 0);
        let guest = |name: String| Source { address: source(1).address, account: name };
        let hour = Duration::from_secs(3600);
        let (events, received) = mpsc::channel();
        let _much: Vec<_> = (0..3 * PAUSED)
            .map(|number| {
                let began = events.clone();
                pool.submit(Class::Guest, guest(number.to_string()), hour, move |turn| {
                    began.send("much").unwrap();
                    spin(turn, hour);
                })
            })
            .collect();
        assert_eq!(received.recv_timeout(PATIENCE), Ok("much"));
        for _ in 0..3 * PAUSED {
            thread::sleep(LOOK);
            let answered = events.clone();
            let _little = pool.submit(Class::Guest, guest("modest".into()), Duration::ZERO, move |_| {
                answered.send("little").unwrap();
            });
            assert_eq!(
                received.recv_timeout(PATIENCE),
                Ok("little"),
                "no second job starts before the first ends"
            );
        }
    }

    #[test]
    fn the_clock_of_paused_work_stops() {
        let pool = Pool::start("test", 1, 0);
        let (events, received) = mpsc::channel();
        let (out, gate) = mpsc::channel::<()>();
        let first = events.clone();
        let _long = pool.submit(Class::EnginesOnly, source(1), Duration::ZERO, move |turn| {
            let began = Instant::now();
            first.send(Duration::ZERO).unwrap();
            spin(turn, Duration::from_millis(100));
            first.send(began.elapsed()).unwrap();
        });
        assert_eq!(received.recv_timeout(PATIENCE), Ok(Duration::ZERO));
        let _short = pool.submit(Class::Person, source(2), Duration::ZERO, move |_| {
            events.send(Duration::from_nanos(1)).unwrap();
            gate.recv().unwrap();
        });
        assert_eq!(received.recv_timeout(PATIENCE), Ok(Duration::from_nanos(1)));
        let held = Duration::from_millis(300);
        thread::sleep(held);
        out.send(()).unwrap();
        let wall = received.recv_timeout(PATIENCE).unwrap();
        assert!(wall >= held, "it ran for {wall:?} while it should have waited for {held:?} of them");
    }

    #[test]
    fn cancelled_work_is_not_started_and_a_panic_harms_no_other_work() {
        let pool = Pool::start("test", 1, 0);
        let (events, received) = mpsc::channel();
        let (out, gate) = mpsc::channel::<()>();
        let _first = pool.submit(Class::Person, source(1), Duration::ZERO, move |_| gate.recv().unwrap());
        let second = pool.submit(Class::Person, source(2), Duration::ZERO, |_| panic!("the engine failed"));
        let sender = events.clone();
        let third = pool.submit(Class::Person, source(3), Duration::ZERO, move |_| sender.send(3).unwrap());
        let _fourth = pool.submit(Class::Guest, source(4), Duration::ZERO, move |_| events.send(4).unwrap());
        drop(third);
        out.send(()).unwrap();
        assert_eq!(received.recv_timeout(PATIENCE), Ok(4));
        drop(second);
    }

    #[test]
    fn a_closed_pool_accepts_nothing_and_ends_running_work() {
        let pool = Pool::start("test", 1, 0);
        let (events, received) = mpsc::channel();
        let began = events.clone();
        let _long = pool.submit(Class::Person, source(1), Duration::ZERO, move |turn| {
            began.send(false).unwrap();
            spin(turn, Duration::from_secs(3600));
            began.send(turn.is_closed()).unwrap();
        });
        assert_eq!(received.recv_timeout(PATIENCE), Ok(false));
        pool.close();
        assert_eq!(received.recv_timeout(PATIENCE), Ok(true));
        assert!(pool.submit(Class::Person, source(1), Duration::ZERO, move |_| drop(events)).is_none());
    }
}
