//! Watched bots: the handle that a player holds, and the one thread that watches all bots while there are any.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use super::proc_fs::{Identity, Proc};
use super::tree::Mark;
use super::watcher::Watcher;
use crate::{Fault, LaunchOptions};

/// Scanning may take one part in this many of a processor's time, …
const SHARE: u32 = 20;
/// … but scans are at least this frequent.
const MAX_INTERVAL: Duration = Duration::from_millis(250);
/// How long the end of the program waits for its bots to end.
const LAST_WAIT: Duration = Duration::from_secs(3);

/// The peak use so far, of one bot or of several.
#[derive(Debug, Default)]
pub struct Meter {
    memory_bytes: AtomicU64,
    processes: AtomicU32,
}

impl Meter {
    /// Memory of a bot and its descendants together; 0 if it could not be measured.
    pub fn memory_bytes(&self) -> u64 {
        self.memory_bytes.load(Ordering::Relaxed)
    }

    /// Concurrent processes; 0 if they could not be counted.
    pub fn processes(&self) -> u32 {
        self.processes.load(Ordering::Relaxed)
    }

    pub(super) fn record(&self, memory_bytes: u64, processes: u32) {
        self.memory_bytes.fetch_max(memory_bytes, Ordering::Relaxed);
        self.processes.fetch_max(processes, Ordering::Relaxed);
    }
}

/// A watched bot. When this is dropped, the bot is stopped with everything it has started.
pub(super) struct Watched {
    system: &'static System,
    mark: Mark,
    fault: Arc<OnceLock<Fault>>,
}

impl Watched {
    /// The limit that the bot has exceeded; it was stopped for that.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.fault.get().cloned()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // The thread runs as long as it has a bot to watch.
        let _sent = self.system.send(Message::End(self.mark));
    }
}

/// A message to the thread.
pub(super) enum Message {
    /// A bot has been started.
    Begin(Begin),
    /// A bot is no longer needed.
    End(Mark),
}

/// A bot that has been started.
pub(super) struct Begin {
    pub mark: Mark,
    pub root: Identity,
    pub launch: LaunchOptions,
    pub meter: Arc<Meter>,
    /// Where the exceeded limit is recorded.
    pub fault: Arc<OnceLock<Fault>>,
}

/// A mark for a new bot: different from any other, also of another program on this machine, and greater than any amount
/// of memory in KiB, since it is set as a limit on memory.
pub(super) fn new_mark() -> Mark {
    const BITS: u32 = 40;
    (1 << BITS) | (RandomState::new().hash_one(Instant::now()) >> (u64::BITS - BITS))
}

/// Watches a child process that was started with a mark. `Ok(None)` if the system cannot watch processes.
pub(super) fn watch(
    pid: u32,
    mark: Mark,
    launch: LaunchOptions,
    meter: Arc<Meter>,
) -> Result<Option<Watched>, Fault> {
    let Some(system) = system() else { return Ok(None) };
    let unseen = || Fault::NotStarted("cannot watch its process".into());
    let stat = i32::try_from(pid).ok().and_then(|pid| system.proc.stat(pid)).ok_or_else(unseen)?;
    limit_threads(stat.id.pid, launch, &system.proc);
    let fault = Arc::new(OnceLock::new());
    let begin = Begin { mark, root: stat.id, launch, meter, fault: Arc::clone(&fault) };
    system.send(Message::Begin(begin)).map_err(|error| Fault::NotStarted(error.to_string()))?;
    Ok(Some(Watched { system, mark, fault }))
}

/// Waits until the processes of all bots that are no longer needed have ended, for a few seconds at most. A program
/// should call it before it exits, once it has dropped its players.
pub fn wait_for_bots() {
    if let Some(system) = STARTED.get() {
        let queue = system.lock();
        // Anything still there after this time does not react to being killed.
        let waited = system.idle.wait_timeout_while(queue, LAST_WAIT, |queue| queue.is_running);
        drop(waited);
    }
}

/// The channel to the thread.
pub(super) struct System {
    proc: Proc,
    adopts: bool,
    queue: Mutex<Queue>,
    /// There is a message.
    sent: Condvar,
    /// The thread has ended.
    idle: Condvar,
}

#[derive(Default)]
struct Queue {
    messages: Vec<Message>,
    is_running: bool,
}

/// Set once a bot has been started under watch.
static STARTED: OnceLock<&'static System> = OnceLock::new();

/// The means to watch processes on this system; prints a note once if there are none.
fn system() -> Option<&'static System> {
    static SYSTEM: OnceLock<Option<System>> = OnceLock::new();
    let system = SYSTEM.get_or_init(|| {
        let Some(proc) = Proc::open() else {
            eprintln!(
                "floe: no usable /proc on this system, so the memory and the number of processes of bots are not limited"
            );
            return None;
        };
        Some(System {
            proc,
            adopts: adopt_orphans(),
            queue: Mutex::default(),
            sent: Condvar::new(),
            idle: Condvar::new(),
        })
    });
    system.as_ref()
}

impl System {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message and starts the thread if it is not running.
    fn send(&'static self, message: Message) -> std::io::Result<()> {
        let mut queue = self.lock();
        if !queue.is_running {
            std::thread::Builder::new().name("floe-bots".into()).spawn(|| self.run())?;
            queue.is_running = true;
            STARTED.get_or_init(|| self);
        }
        queue.messages.push(message);
        drop(queue);
        self.sent.notify_one();
        Ok(())
    }

    /// The thread: ends when there is nothing left to watch.
    fn run(&self) {
        let mut watcher = Watcher::new(self.proc.clone(), self.adopts);
        let mut due = Instant::now();
        while let Some(messages) = self.receive(due, watcher.is_idle()) {
            due = due.min(Instant::now() + watcher.take(messages));
            if Instant::now() < due {
                continue;
            }
            let before = processor_time();
            let wait = watcher.look();
            let cost = if wait.is_urgent { Duration::ZERO } else { processor_time().saturating_sub(before) };
            due = Instant::now() + wait.interval.max(cost * SHARE).min(MAX_INTERVAL);
        }
    }

    /// The messages so far, or those that come before the deadline; `None` if the thread is to end.
    fn receive(&self, due: Instant, is_idle: bool) -> Option<Vec<Message>> {
        let mut queue = self.lock();
        loop {
            if !queue.messages.is_empty() {
                return Some(std::mem::take(&mut queue.messages));
            }
            if is_idle {
                queue.is_running = false;
                self.idle.notify_all();
                return None;
            }
            let left = due.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Some(Vec::new());
            }
            queue = self.sent.wait_timeout(queue, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// The processor time of this thread: on a busy machine a scan takes longer, but does not cost more.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Makes orphans among the descendants of this process its children, so that they can be found.
#[cfg(target_os = "linux")]
fn adopt_orphans() -> bool {
    use rustix::process::{getpid, set_child_subreaper};
    set_child_subreaper(Some(getpid())).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn adopt_orphans() -> bool {
    false
}

/// A second line of defence for when the watching thread does not get to run: bounds the threads of the user while the
/// bot starts more. The kernel counts all threads of the user and exempts root, so this leaves room for all current
/// threads and many more.
#[cfg(target_os = "linux")]
fn limit_threads(pid: i32, launch: LaunchOptions, proc: &Proc) {
    use rustix::process::{Pid, Resource, getrlimit, prlimit};
    let (Some(processes), Some(threads)) = (launch.processes.count(), proc.threads_in_all()) else { return };
    let bound = threads + 16 * u64::from(processes) + 1024;
    let mut limit = getrlimit(Resource::Nproc);
    limit.current = Some(limit.current.map_or(bound, |current| current.min(bound)));
    limit.maximum = Some(limit.maximum.map_or(bound, |maximum| maximum.min(bound)));
    // Without it the thread still watches.
    let _set = prlimit(Pid::from_raw(pid), Resource::Nproc, limit);
}

#[cfg(not(target_os = "linux"))]
fn limit_threads(_pid: i32, _launch: LaunchOptions, _proc: &Proc) {}
