//! A bot as a child process: started with its limits, and stopped with all that it has started.

use std::io::ErrorKind;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::limits::LaunchOptions;
use super::proc_fs::MARK_VARIABLE;
use super::watch::{Meter, Watched, new_mark, watch};
use crate::Fault;

/// Where what a bot writes to standard error goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Complaints {
    /// Nowhere.
    Dropped,
    /// To the standard error of this program.
    Shown,
}

impl Complaints {
    fn stdio(self) -> Stdio {
        match self {
            Complaints::Dropped => Stdio::null(),
            Complaints::Shown => Stdio::inherit(),
        }
    }
}

/// A bot's first process. When this is dropped, it is killed with all its descendants.
pub(super) struct BotProcess {
    child: Child,
    /// Sees to the limits and to the end; `None` where the system gives no way to watch processes, and once it has ended.
    watched: Option<Watched>,
    /// The limit that it had exceeded when it ended.
    fault: Option<Fault>,
}

impl BotProcess {
    /// Starts a bot and gives the way to it and the way back.
    pub(super) fn start(
        command: &str,
        launch: LaunchOptions,
        complaints: Complaints,
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
        // A session of its own has no terminal, and Linux shares a processor among sessions: one full of processes does not
        // keep the watching thread from it. Where there is no such program, it gets a process group.
        let mut child = match start(Command::new("setsid").arg("sh")) {
            Err(error) if error.kind() == ErrorKind::NotFound => start(Command::new("sh").process_group(0)),
            started => started,
        }
        .map_err(|error| Fault::NotStarted(error.to_string()))?;
        let ways = child.stdin.take().zip(child.stdout.take());
        let mut bot = BotProcess { child, watched: None, fault: None };
        let (to, from) = ways.ok_or_else(|| Fault::NotStarted("no pipes".into()))?;
        let pid = bot.child.id().ok_or_else(|| Fault::NotStarted("it has no process".into()))?;
        bot.watched = watch(pid, mark, launch, meter)?;
        Ok((bot, to, from))
    }

    /// The limit that it has exceeded; it has been stopped for that.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.watched.as_ref().map_or_else(|| self.fault.clone(), Watched::fault)
    }

    /// Waits for its end; what it leaves behind is killed.
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
        // Where it is watched, the watching thread stops it: it first freezes all descendants, so that none gets away.
        if self.watched.is_none() {
            kill_group(self.group());
            // It may not have a group yet.
            let _gone = self.child.start_kill();
        }
    }
}

fn kill_group(group: Option<Pid>) {
    if let Some(group) = group {
        // There may be nothing left to kill; that is what is wanted.
        let _gone = kill_process_group(group, Signal::KILL);
    }
}

/// A shell script that sets the limits and then becomes the program. What a shell cannot set it leaves as it is.
///
/// `ulimit -m` has no effect on Linux. It is the bot's mark: its children inherit it whatever they do to their
/// environment. The other mark is for systems that do not show limits. The score makes the kernel choose the bot, and
/// not another program, should the machine run out of memory before the bot has been looked at.
fn script(command: &str, launch: LaunchOptions, mark: u64) -> String {
    let LaunchOptions { cpu_s, files, .. } = launch;
    format!(
        "{{ ulimit -t {cpu_s}; ulimit -n {files}; ulimit -m {mark}; echo 1000 >/proc/self/oom_score_adj; }} 2>/dev/null; exec {command}"
    )
}
