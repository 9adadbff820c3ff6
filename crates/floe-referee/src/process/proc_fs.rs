//! What `/proc` reports about processes.

use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;

/// Maximum bytes read of one file.
const MAX_BYTES: u64 = 4 << 20;
/// A flag in `stat`: forked, and has not executed another program since.
const FORKED_WITHOUT_EXEC: u64 = 0x40;
/// The variable in a bot's environment that holds its mark.
pub(super) const MARK_VARIABLE: &str = "FLOE_BOT";

/// A process. Its start time distinguishes it from a later one with the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Identity {
    pub pid: i32,
    /// Clock ticks since the system started.
    pub started: u64,
}

/// The state of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    pub id: Identity,
    pub parent: i32,
    pub group: i32,
    pub session: i32,
    pub threads: u64,
    /// It has ended, and its parent has not waited for it.
    pub is_dead: bool,
    /// It waits for something in the kernel that no signal interrupts, such as a child between `vfork` and `exec`.
    pub is_blocked: bool,
    /// Resident memory in bytes; shared memory counts in full.
    pub resident: u64,
    /// Address space in bytes.
    pub address_space: u64,
    /// Is it a copy of its parent that has not executed another program yet?
    pub is_copy: bool,
}

/// A `/proc`.
#[derive(Clone, Debug)]
pub(super) struct Proc {
    root: PathBuf,
    /// The process that reads.
    own: i32,
    page_bytes: u64,
    /// Do processes list their children here?
    lists_children: bool,
}

impl Proc {
    /// The system's; `None` if there is none, or one that describes other processes than ours.
    pub(super) fn open() -> Option<Proc> {
        let own = i32::try_from(std::process::id()).ok()?;
        Proc::at("/proc".into(), own, rustix::param::page_size() as u64)
    }

    fn at(root: PathBuf, own: i32, page_bytes: u64) -> Option<Proc> {
        let shown = fs::read_link(root.join("self")).ok()?;
        if shown.to_str()?.parse() != Ok(own) {
            return None;
        }
        let mut proc = Proc { root, own, page_bytes, lists_children: false };
        proc.stat(own)?;
        proc.lists_children = proc.read(&format!("{own}/task/{own}/children")).is_some();
        Some(proc)
    }

    pub(super) fn own(&self) -> i32 {
        self.own
    }

    /// Do processes list their children here? The kernel can be built without that.
    pub(super) fn lists_children(&self) -> bool {
        self.lists_children
    }

    /// The state of a process; `None` once it is gone.
    pub(super) fn stat(&self, pid: i32) -> Option<Stat> {
        let mut stat = self.read_stat(&format!("{pid}/stat"), pid)?;
        if stat.is_dead && stat.threads > 1 {
            // The first thread has ended but others run: they know what the process uses.
            let tasks = self.tasks(pid).into_iter().filter(|&task| task != pid);
            let living = |task| self.read_stat(&format!("{pid}/task/{task}/stat"), pid);
            let living = tasks.filter_map(living).find(|thread| !thread.is_dead)?;
            stat = Stat {
                is_dead: false,
                resident: living.resident,
                address_space: living.address_space,
                ..stat
            };
        }
        Some(stat)
    }

    fn read_stat(&self, path: &str, pid: i32) -> Option<Stat> {
        let text = self.read(path)?;
        // The name of the program is in brackets and may contain anything, including brackets.
        let after = text.iter().rposition(|&byte| byte == b')')? + 1;
        let text = String::from_utf8_lossy(&text[after..]);
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
        let id = |at: usize| fields.get(at)?.parse::<i32>().ok();
        Some(Stat {
            id: Identity { pid, started: number(19)? },
            parent: id(1)?,
            group: id(2)?,
            session: id(3)?,
            threads: number(17)?,
            is_dead: matches!(*fields.first()?, "Z" | "X"),
            is_blocked: *fields.first()? == "D",
            resident: number(21)?.saturating_mul(self.page_bytes),
            address_space: number(20)?,
            is_copy: number(6)? & FORKED_WITHOUT_EXEC != 0,
        })
    }

    /// The children of a process; the number of threads, if known, saves a read. A child that starts or ends at the
    /// same time may be missed.
    pub(super) fn children(&self, pid: i32, threads: Option<u64>) -> Vec<i32> {
        let tasks = if threads == Some(1) { vec![pid] } else { self.tasks(pid) };
        let mut children = Vec::new();
        for task in tasks {
            let text = self.read(&format!("{pid}/task/{task}/children")).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            children.extend(text.split_ascii_whitespace().filter_map(|child| child.parse::<i32>().ok()));
        }
        children
    }

    fn tasks(&self, pid: i32) -> Vec<i32> {
        self.numbers(&format!("{pid}/task"))
    }

    /// All processes.
    pub(super) fn all(&self) -> Vec<Stat> {
        self.numbers("").into_iter().filter_map(|pid| self.stat(pid)).collect()
    }

    fn numbers(&self, folder: &str) -> Vec<i32> {
        let entries = fs::read_dir(self.root.join(folder)).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
    }

    /// Resident memory in bytes; memory shared by N processes counts one Nth for each. The kernel goes through all
    /// pages for that: it takes milliseconds per GiB.
    pub(super) fn proportional(&self, pid: i32) -> Option<u64> {
        let text = self.read(&format!("{pid}/smaps_rollup"))?;
        let text = String::from_utf8_lossy(&text);
        let kib = text.lines().find_map(|line| line.strip_prefix("Pss:"))?.trim().strip_suffix("kB")?;
        kib.trim().parse::<u64>().ok()?.checked_mul(1024)
    }

    /// The marks of a process: in its resource limits and in its environment.
    pub(super) fn marks(&self, pid: i32) -> [Option<u64>; 2] {
        let limits = self.read(&format!("{pid}/limits")).unwrap_or_default();
        let limits = String::from_utf8_lossy(&limits);
        let hard = limits.lines().find_map(|line| line.strip_prefix("Max resident set"));
        let hard = hard.and_then(|line| line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok());
        let environment = self.read(&format!("{pid}/environ")).unwrap_or_default();
        let variable = environment.split(|&byte| byte == 0).find_map(|entry| {
            let value = entry.strip_prefix(MARK_VARIABLE.as_bytes())?.strip_prefix(b"=")?;
            std::str::from_utf8(value).ok()?.parse().ok()
        });
        [hard.map(|bytes| bytes / 1024), variable]
    }

    /// The number of threads of all users.
    pub(super) fn threads_in_all(&self) -> Option<u64> {
        let text = self.read("loadavg")?;
        let text = String::from_utf8_lossy(&text);
        text.split_ascii_whitespace().nth(3)?.split_once('/')?.1.parse().ok()
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(1024);
        File::open(self.root.join(path)).ok()?.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A `/proc` of files, deleted with the test.
    struct Fake(PathBuf);

    impl Fake {
        fn new(name: &str, files: &[(&str, &str)]) -> Fake {
            let root = std::env::temp_dir().join(format!("floe-proc-{name}-{}", std::process::id()));
            let fake = Fake(root);
            for (path, text) in files {
                let path = fake.0.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            std::os::unix::fs::symlink("7", fake.0.join("self")).unwrap();
            fake
        }

        fn open(&self) -> Option<Proc> {
            Proc::at(self.0.clone(), 7, 4096)
        }
    }

    impl Drop for Fake {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn stat(state: &str, flags: u64, threads: u64, resident: u64) -> String {
        format!(
            "(a) b) {state} 3 4 5 0 -1 {flags} 0 0 0 0 0 0 0 0 20 0 {threads} 0 555 8192 {resident} 18446744073709551615 0\n"
        )
    }

    #[test]
    fn files_are_parsed() {
        let limits = "Limit  Soft Limit  Hard Limit  Units\nMax resident set  77000  2048000  bytes\n";
        let fake = Fake::new(
            "files",
            &[
                ("7/stat", &format!("7 {}", stat("S", 0, 1, 10))),
                ("7/task/7/children", "8 9 \n"),
                ("8/stat", &format!("8 {}", stat("D", 0x40, 3, 10))),
                ("8/task/8/children", "11 "),
                ("8/task/12/children", ""),
                ("8/task/13/children", "14 15"),
                ("8/limits", limits),
                ("8/environ", "PATH=/bin\0FLOE_BOTS=1\0FLOE_BOT=31\0"),
                (
                    "8/smaps_rollup",
                    "0-1 ---p 0 00:00 0 [rollup]\nRss:   9 kB\nPss:                 519 kB\nPss_Dirty: 1 kB\n",
                ),
                ("9/stat", &format!("9 {}", stat("Z", 0, 2, 0))),
                ("9/task/9/stat", &format!("9 {}", stat("Z", 0, 2, 0))),
                ("9/task/10/stat", &format!("10 {}", stat("R", 0, 2, 20))),
                ("16/stat", "16 (cut"),
                ("loadavg", "0.00 0.01 0.05 2/345 678\n"),
            ],
        );
        let proc = fake.open().unwrap();
        assert!(proc.lists_children());
        let copy = proc.stat(8).unwrap();
        assert_eq!(copy.id, Identity { pid: 8, started: 555 });
        assert_eq!((copy.parent, copy.group, copy.session, copy.threads), (3, 4, 5, 3));
        assert_eq!((copy.resident, copy.address_space), (10 * 4096, 8192));
        assert!(copy.is_copy && copy.is_blocked && !copy.is_dead);
        // Its first thread is dead, another one lives.
        let headless = proc.stat(9).unwrap();
        assert_eq!((headless.id.pid, headless.is_dead, headless.resident), (9, false, 20 * 4096));
        assert_eq!((proc.stat(16), proc.stat(17)), (None, None));
        assert_eq!(proc.children(8, Some(1)), [11]);
        let mut children = proc.children(8, Some(3));
        children.sort_unstable();
        assert_eq!(children, [11, 14, 15]);
        assert_eq!(proc.marks(8), [Some(2000), Some(31)]);
        assert_eq!(proc.marks(9), [None, None]);
        assert_eq!((proc.proportional(8), proc.proportional(9)), (Some(519 * 1024), None));
        assert_eq!(proc.threads_in_all(), Some(345));
        assert_eq!(proc.all().len(), 3);
    }

    #[test]
    fn a_proc_of_other_processes_is_not_used() {
        let fake = Fake::new("other", &[("7/stat", &format!("7 {}", stat("S", 0, 1, 10)))]);
        assert!(fake.open().is_some_and(|proc| !proc.lists_children()));
        assert!(Proc::at(fake.0.clone(), 8, 4096).is_none());
        fs::remove_dir_all(fake.0.join("7")).unwrap();
        assert!(fake.open().is_none());
        assert!(Proc::at(fake.0.join("nowhere"), 7, 4096).is_none());
    }
}
