//! Scans the processes of bots, enforces their limits, and stops them.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, kill_process_group, waitpid};

use super::limits::excess_text;
use super::proc_fs::{Identity, Proc, Stat};
use super::tree::{Mark, Tree, Trees};
use super::watch::{Begin, Message};
use crate::Fault;

/// How often bots are scanned.
const INTERVAL: Duration = Duration::from_millis(50);
/// The same while one uses more than half of its memory, and while one is being stopped.
const SHORT_INTERVAL: Duration = Duration::from_millis(10);
/// How long a bot that keeps starting processes is chased before the others are scanned again.
const CHASE: Duration = Duration::from_millis(500);
/// After this long a killed process is no longer waited for: it can be stuck in the kernel.
const GIVE_UP: Duration = Duration::from_secs(10);

/// When to scan again.
pub(super) struct Wait {
    pub interval: Duration,
    /// Must it be then, whatever the scan costs?
    pub is_urgent: bool,
}

/// All watched bots.
pub(super) struct Watcher {
    trees: Trees,
    bots: HashMap<Mark, Bot>,
}

struct Bot {
    begin: Begin,
    /// It used too much memory at the last scan.
    is_over: bool,
    /// What has been killed.
    killed: HashSet<Identity>,
    /// When it was no longer needed.
    ended: Option<Instant>,
    /// Nothing of it was found at the last scan. One scan may miss a process that gets another parent at that moment.
    is_empty: bool,
}

impl Bot {
    /// Is everything that belongs to it to be killed?
    fn is_stopped(&self) -> bool {
        self.ended.is_some() || self.begin.fault.get().is_some()
    }
}

impl Watcher {
    pub(super) fn new(proc: Proc, adopts: bool) -> Watcher {
        Watcher { trees: Trees::new(proc, adopts), bots: HashMap::new() }
    }

    /// Is there nothing to watch?
    pub(super) fn is_idle(&self) -> bool {
        self.bots.is_empty()
    }

    /// Adds new bots and stops those that are no longer needed. Returns when to scan again at the latest.
    pub(super) fn take(&mut self, messages: Vec<Message>) -> Duration {
        let mut ended = HashSet::new();
        for message in messages {
            match message {
                Message::Begin(begin) => {
                    self.trees.add(begin.mark, begin.root);
                    let bot =
                        Bot { begin, is_over: false, killed: HashSet::new(), ended: None, is_empty: false };
                    self.bots.insert(bot.begin.mark, bot);
                }
                Message::End(mark) => {
                    if let Some(bot) = self.bots.get_mut(&mark) {
                        bot.ended = Some(Instant::now());
                        ended.insert(mark);
                    }
                }
            }
        }
        if ended.is_empty() {
            return INTERVAL;
        }
        self.stop(&ended);
        self.clean_up();
        SHORT_INTERVAL
    }

    /// Scans all bots.
    pub(super) fn look(&mut self) -> Wait {
        let mut wait = Wait { interval: INTERVAL, is_urgent: false };
        let mut counts: HashMap<Mark, u32> = HashMap::new();
        let (bots, own) = (&self.bots, self.trees.proc().own());
        // One more than allowed is enough to know: the rest of a fork bomb need not be counted.
        let count = |mark, member: &Stat| {
            let count = counts.entry(mark).or_default();
            *count += u32::from(is_counted(member, own));
            let limit = bots.get(&mark).and_then(|bot: &Bot| bot.begin.launch.processes.count());
            limit.is_none_or(|limit| *count <= limit)
        };
        self.trees.update(|_| true, count);
        let mut stopped = HashSet::new();
        for (&mark, bot) in &mut self.bots {
            let Some(tree) = self.trees.get(mark) else { continue };
            if !bot.is_stopped() {
                let limit = bot.begin.launch.memory.bytes();
                let now = Use::measure(self.trees.proc(), tree, limit);
                bot.judge(now);
                if limit.is_some_and(|limit| now.memory > limit / 2) {
                    wait.interval = SHORT_INTERVAL;
                }
                wait.is_urgent |= bot.is_over;
            }
            if bot.is_stopped() {
                wait = Wait { interval: SHORT_INTERVAL, is_urgent: true };
                // Killed processes may take a while to disappear; only others are chased again.
                if tree.living().any(|member| !bot.killed.contains(&member.id)) {
                    stopped.insert(mark);
                }
            }
        }
        if !stopped.is_empty() {
            self.stop(&stopped);
        }
        self.clean_up();
        wait
    }

    /// Freezes everything that belongs to some bots, so that none of it can start another process, and then kills it.
    fn stop(&mut self, marks: &HashSet<Mark>) {
        let deadline = Instant::now() + CHASE;
        // Whole groups first: everything in a group is frozen at once.
        for group in self.groups(marks) {
            let _gone = kill_process_group(group, Signal::STOP);
        }
        let mut frozen = HashSet::new();
        loop {
            let before = frozen.len();
            let freeze = |_, member: &Stat| {
                if !member.is_dead && frozen.insert(member.id) {
                    signal(member.id, Signal::STOP);
                }
                true
            };
            self.trees.update(|mark| marks.contains(&mark), freeze);
            if frozen.len() == before || Instant::now() > deadline {
                break;
            }
        }
        self.record(marks);
        self.kill(marks);
    }

    /// The process groups that bots created: those led by a process of the same bot. Others must not be signalled as a
    /// group, for a process can join any group of its session.
    fn groups(&self, marks: &HashSet<Mark>) -> HashSet<Pid> {
        let trees = marks.iter().filter_map(|mark| self.trees.get(*mark));
        let groups = trees.flat_map(|tree| {
            let groups = tree.living().map(|member| member.group);
            groups.filter(|group| *group == tree.root.pid || tree.members.contains_key(group))
        });
        groups.filter_map(Pid::from_raw).collect()
    }

    /// Records what bots use at their end.
    fn record(&self, marks: &HashSet<Mark>) {
        for mark in marks {
            let (Some(tree), Some(bot)) = (self.trees.get(*mark), self.bots.get(mark)) else { continue };
            if bot.begin.fault.get().is_none() {
                let last = Use::measure(self.trees.proc(), tree, bot.begin.launch.memory.bytes());
                bot.begin.meter.record(last.memory, last.processes);
            }
        }
    }

    /// Kills the processes of some bots.
    fn kill(&mut self, marks: &HashSet<Mark>) {
        for mark in marks {
            let (Some(tree), Some(bot)) = (self.trees.get(*mark), self.bots.get_mut(mark)) else { continue };
            for member in tree.living().filter(|member| bot.killed.insert(member.id)) {
                signal(member.id, Signal::KILL);
            }
        }
    }

    /// Reaps orphans that have ended, and drops bots of which nothing is left.
    fn clean_up(&mut self) {
        let mut ended = Vec::new();
        let mut gone = Vec::new();
        for (&mark, bot) in &mut self.bots {
            let Some(tree) = self.trees.get(mark) else { continue };
            let orphans = tree.members.values().filter(|member| self.trees.is_adopted(tree, member));
            ended.extend(orphans.filter(|member| member.is_dead).map(|member| (mark, member.id.pid)));
            // The first process is a child that the player waits for.
            let was_empty = bot.is_empty;
            bot.is_empty = tree.members.values().all(|member| member.is_dead && member.id == tree.root);
            let is_gone = |since: Instant| was_empty && bot.is_empty || since.elapsed() > GIVE_UP;
            if bot.ended.is_some_and(is_gone) {
                gone.push(mark);
            }
        }
        for (mark, pid) in ended {
            let _status = waitpid(Pid::from_raw(pid), WaitOptions::NOHANG);
            self.trees.forget(mark, pid);
        }
        for mark in gone {
            self.bots.remove(&mark);
            self.trees.remove(mark);
        }
    }
}

impl Bot {
    /// Records what it uses, and the limit that it has exceeded.
    fn judge(&mut self, now: Use) {
        self.begin.meter.record(now.memory, now.processes);
        let launch = &self.begin.launch;
        if let Some(limit) = launch.processes.count().filter(|&limit| now.processes > limit) {
            let message = format!("{} processes at the same time; the limit is {limit}", now.processes);
            let _first = self.begin.fault.set(Fault::TooManyProcesses(message));
        }
        let excess = launch.memory.bytes().filter(|&limit| now.memory > limit);
        // Two scans must agree: while a process executes another program its memory can be counted twice.
        match excess {
            Some(limit) if self.is_over => {
                let _first = self.begin.fault.set(Fault::TooMuchMemory(excess_text(now.memory, limit)));
            }
            excess => self.is_over = excess.is_some(),
        }
    }
}

/// What a bot uses at one moment.
#[derive(Clone, Copy)]
struct Use {
    /// Bytes of memory.
    memory: u64,
    processes: u32,
}

impl Use {
    /// Measures a bot. Shared pages count for each process that has them; only if that exceeds the limit is each share
    /// computed, since this takes far longer.
    fn measure(proc: &Proc, tree: &Tree, limit: Option<u64>) -> Use {
        let processes = tree.members.values().filter(|member| is_counted(member, proc.own())).count();
        let processes = u32::try_from(processes).unwrap_or(u32::MAX);
        let own_memory = || tree.living().filter(|member| !tree.borrows_memory(member));
        let mut memory = own_memory().map(|member| member.resident).sum();
        if limit.is_some_and(|limit| memory > limit) {
            let share = |member: &Stat| proc.proportional(member.id.pid).unwrap_or(member.resident);
            memory = own_memory().map(share).sum();
        }
        Use { memory, processes }
    }
}

/// Does a process count? A child that has ended counts until the bot has waited for it; waiting for an orphan is not
/// the bot's job.
fn is_counted(member: &Stat, own: i32) -> bool {
    !member.is_dead || member.parent != own
}

/// Sends a signal to a process that was just seen.
fn signal(id: Identity, signal: Signal) {
    if let Some(pid) = Pid::from_raw(id.pid) {
        // It may be gone, which is fine.
        let _gone = kill_process(pid, signal);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};
    use std::sync::{Arc, OnceLock};

    use super::super::watch::new_mark;
    use super::*;
    use crate::LaunchOptions;

    /// A child that ends with the test, also when the test fails.
    struct Running(Child);

    impl Running {
        fn start(program: &str, args: &[&str]) -> Running {
            Running(Command::new(program).args(args).stdout(Stdio::piped()).spawn().unwrap())
        }

        fn pid(&self) -> i32 {
            self.0.id() as i32
        }

        /// Waits for a line of its output: everything it starts before that exists by then.
        fn wait_for_line(&mut self) {
            BufReader::new(self.0.stdout.as_mut().unwrap()).read_line(&mut String::new()).unwrap();
        }
    }

    impl Drop for Running {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// Starts a shell with a mark, and watches it without a thread.
    fn begin(watcher: &mut Watcher, script: &str, processes: &str) -> (Running, Mark, Arc<OnceLock<Fault>>) {
        let mark = new_mark();
        let child = Running::start("sh", &["-c", &format!("ulimit -m {mark}; {script}")]);
        let root = watcher.trees.proc().stat(child.pid()).unwrap().id;
        let fault = Arc::new(OnceLock::new());
        let launch = LaunchOptions { processes: processes.parse().unwrap(), ..LaunchOptions::default() };
        let begin = Begin { mark, root, launch, meter: Arc::default(), fault: Arc::clone(&fault) };
        watcher.take(vec![Message::Begin(begin)]);
        (child, mark, fault)
    }

    fn living(watcher: &Watcher, mark: Mark) -> Vec<i32> {
        watcher.trees.get(mark).unwrap().living().map(|member| member.id.pid).collect()
    }

    #[test]
    fn every_process_is_checked_where_there_are_no_lists_of_children() {
        let Some(proc) = Proc::open() else { return eprintln!("skipped: no /proc") };
        let mut watcher = Watcher::new(proc.clone(), false);
        // Two of its processes have no living parent, and one of these has no environment; another belongs to no bot.
        let script = "(sleep 600 & env -i PATH=\"$PATH\" sleep 600 &) ; sleep 600 & echo; wait";
        let mut stranger = Running::start("sleep", &["600"]);
        let (mut bot, mark, fault) = begin(&mut watcher, script, "64");
        bot.wait_for_line();
        watcher.look();
        let members = living(&watcher, mark);
        assert_eq!((members.len(), fault.get()), (4, None), "{members:?}");
        assert!(!members.contains(&stranger.pid()));
        watcher.take(vec![Message::End(mark)]);
        bot.0.wait().unwrap();
        let began = Instant::now();
        while !watcher.is_idle() && began.elapsed() < GIVE_UP / 2 {
            watcher.look();
        }
        assert!(watcher.is_idle());
        let is_left = |pid: &i32| proc.stat(*pid).is_some_and(|stat| !stat.is_dead);
        assert!(!members.iter().any(is_left), "{members:?}");
        assert!(stranger.0.try_wait().unwrap().is_none(), "others are left alone");
    }

    #[test]
    fn children_that_the_bot_has_not_waited_for_count() {
        let Some(proc) = Proc::open() else { return eprintln!("skipped: no /proc") };
        let mut watcher = Watcher::new(proc.clone(), false);
        // The shell becomes a program that waits for none of its children.
        let script = "sleep 0.2 & sleep 0.2 & sleep 0.2 & echo; exec sleep 600";
        let (mut bot, _, fault) = begin(&mut watcher, script, "3");
        bot.wait_for_line();
        let began = Instant::now();
        let dead = || proc.all().iter().filter(|stat| stat.parent == bot.pid() && stat.is_dead).count();
        while dead() < 3 && began.elapsed() < GIVE_UP {
            std::thread::sleep(SHORT_INTERVAL);
        }
        assert_eq!((dead(), fault.get()), (3, None));
        watcher.look();
        let message = "4 processes at the same time; the limit is 3".to_owned();
        assert_eq!(fault.get(), Some(&Fault::TooManyProcesses(message)));
        assert!(bot.0.wait().unwrap().code().is_none(), "it was killed");
    }
}
