//! A bot as a child process: started with its limits, and stopped with everything it has started.

use std::io::ErrorKind;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::last_lines::LastLines;
use super::limits::LaunchOptions;
use super::proc_fs::MARK_VARIABLE;
use super::watch::{Meter, Watched, new_mark, watch};
use crate::Fault;
use crate::bot_command::BotCommand;

/// Where a bot's standard error goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Complaints {
    /// Nowhere.
    Dropped,
    /// Its last lines are kept.
    Kept,
    /// Its last lines are kept, and all of it goes to the standard error of this program.
    Shown,
}

impl Complaints {
    fn stdio(self) -> Stdio {
        match self {
            Complaints::Dropped => Stdio::null(),
            Complaints::Kept | Complaints::Shown => Stdio::piped(),
        }
    }
}

/// A bot's first process. When this is dropped, it is killed with all its descendants.
pub(super) struct BotProcess {
    child: Child,
    /// Enforces the limits and the end; `None` where the system cannot watch processes, and once the bot has ended.
    watched: Option<Watched>,
    /// The limit that it had exceeded when it ended.
    fault: Option<Fault>,
}

impl BotProcess {
    /// Starts a bot and returns the streams to and from it. Its error output goes to `stderr` where it is kept.
    pub(super) fn start(
        command: &BotCommand,
        launch: LaunchOptions,
        complaints: Complaints,
        stderr: &LastLines,
        meter: Arc<Meter>,
    ) -> Result<(BotProcess, ChildStdin, ChildStdout), Fault> {
        let mark = new_mark();
        let script = script(command, launch, mark);
        let start = |program: &mut Command| {
            program
                .args(["-c", &script])
                .env_clear()
                .env("PATH", std::env::var_os("PATH").unwrap_or_default())
                .env(MARK_VARIABLE, mark.to_string())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(complaints.stdio())
                .spawn()
        };
        // A separate session has no terminal, and Linux shares processors among sessions: a session full of processes
        // does not starve the watching thread. Without the `setsid` program the bot gets a process group.
        let mut child = match start(Command::new("setsid").arg("sh")) {
            Err(error) if error.kind() == ErrorKind::NotFound => start(Command::new("sh").process_group(0)),
            started => started,
        }
        .map_err(|error| Fault::NotStarted(error.to_string()))?;
        if let Some(stream) = child.stderr.take() {
            stderr.follow(stream, matches!(complaints, Complaints::Shown));
        }
        let ways = child.stdin.take().zip(child.stdout.take());
        let mut bot = BotProcess { child, watched: None, fault: None };
        let (to, from) = ways.ok_or_else(|| Fault::NotStarted("no pipes".into()))?;
        let pid = bot.child.id().ok_or_else(|| Fault::NotStarted("no process id".into()))?;
        bot.watched = watch(pid, mark, launch, meter)?;
        Ok((bot, to, from))
    }

    /// The limit that it has exceeded; it was stopped for that.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.watched.as_ref().map_or_else(|| self.fault.clone(), Watched::fault)
    }

    /// Waits for its end and kills what it leaves behind.
    pub(super) async fn ended(&mut self) -> Option<ExitStatus> {
        let group = self.group();
        let status = self.child.wait().await.ok();
        self.fault = self.fault();
        match (self.watched.take(), group) {
            (Some(watched), _) => drop(watched),
            // From now on its group has no name.
            (None, group) => kill_group(group),
        }
        status
    }

    /// Its process group, named after it; `None` once it has been waited for.
    fn group(&self) -> Option<Pid> {
        self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw)
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        // If it is watched, the watching thread stops it: it first freezes all descendants, so that none escapes.
        if self.watched.is_none() {
            kill_group(self.group());
            // It may not have a group yet.
            let _gone = self.child.start_kill();
        }
    }
}

fn kill_group(group: Option<Pid>) {
    if let Some(group) = group {
        // There may be nothing left to kill, which is fine.
        let _gone = kill_process_group(group, Signal::KILL);
    }
}

/// A shell script that sets the limits and then becomes the program. Limits that a shell cannot set stay as they are.
///
/// `ulimit -m` has no effect on Linux. It serves as the bot's mark: its children inherit it whatever they do to their
/// environment. The other mark is for systems that do not show limits. The score makes the kernel choose the bot, and
/// not another program, should the machine run out of memory before the bot has been checked.
fn script(command: &BotCommand, launch: LaunchOptions, mark: u64) -> String {
    let LaunchOptions { cpu_s, files, .. } = launch;
    format!(
        "{{ ulimit -t {cpu_s}; ulimit -n {files}; ulimit -m {mark}; echo 1000 >/proc/self/oom_score_adj; }} 2>/dev/null; {}",
        command.script()
    )
}
