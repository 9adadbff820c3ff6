//! Limits of bots, with real processes: a bot that exceeds them is stopped and leaves nothing behind, and others play
//! on.

mod bots;
mod memory;
mod processes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use floe_games::registry;
use floe_games::switches::parse_rule_args;
use floe_referee::game::{ChanceSource, GameSpec, play};
use floe_referee::{Fault, LaunchOptions, Observers, Player, TimeControl, UgiPlayer};

/// A test's folder with a bot in it; deleted with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("floe-limits-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a Python bot with extra code before `ugi` is read (`at_start`) and at the first `go` (`at_go`), and
    /// returns the command that starts it; `None` and a note if there is no Python.
    fn python(&self, at_start: &str, at_go: &str) -> Option<String> {
        let python = python()?;
        let script = self.path("bot.py");
        fs::write(&script, bots::python(&self.0, at_start, at_go)).unwrap();
        Some(format!("{python} {}", script.display()))
    }

    /// The processes of bots in this folder.
    fn processes(&self) -> Vec<String> {
        let folder = self.0.to_str().unwrap();
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
        lines
            .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
            .filter(|line| line.contains(folder))
            .collect()
    }

    /// Waits until no process of a bot in this folder is left.
    async fn is_left_empty(&self) {
        let began = Instant::now();
        while !self.processes().is_empty() && began.elapsed() < Duration::from_secs(10) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(self.processes(), Vec::<String>::new(), "nothing of the bot is left");
    }

    /// The lines that processes of the bot have written in a file.
    fn lines(&self, name: &str) -> Vec<String> {
        fs::read_to_string(self.path(name)).unwrap_or_default().lines().map(str::to_owned).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Does this program exist? If not, the test is skipped and says so.
fn present(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: no {program}");
    }
    found
}

/// The interpreter itself: the first one in the path may be a script that starts it indirectly.
fn python() -> Option<String> {
    let found = present("python3").then(|| {
        let output = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        String::from_utf8(output.unwrap().stdout).unwrap().trim().to_owned()
    })?;
    // Without it nothing is watched, and there is nothing to test.
    let watched = Path::new("/proc/self/stat").exists();
    if !watched {
        eprintln!("skipped: no /proc");
    }
    watched.then_some(found)
}

fn limits(memory: &str, processes: &str) -> LaunchOptions {
    LaunchOptions {
        memory: memory.parse().unwrap(),
        processes: processes.parse().unwrap(),
        ..LaunchOptions::default()
    }
}

/// How a game went.
struct Result {
    faults: Vec<(usize, Fault)>,
    winners: Vec<usize>,
    moves: usize,
}

impl Result {
    /// The bot in seat 0 has played to the end.
    fn is_whole(&self) {
        assert_eq!(self.faults, []);
        assert!(self.moves >= 8, "{} moves", self.moves);
    }

    /// The bot in seat 0 lost by a fault with this text, and no one else failed.
    fn is_lost_by(&self, cause: &str, words: &str) {
        let [(0, fault)] = &self.faults[..] else { panic!("{:?}", self.faults) };
        assert_eq!(fault.cause(), cause, "{fault}");
        assert!(fault.to_string().contains(words), "'{fault}' should say '{words}'");
        assert_eq!(self.winners, [1]);
    }
}

/// Lets a bot play against an honest one, each with its own limits.
async fn meet(bot: &str, launch: LaunchOptions) -> Result {
    static MEETINGS: AtomicU32 = AtomicU32::new(0);
    let folder = Folder::new(&format!("honest-{}", MEETINGS.fetch_add(1, Ordering::Relaxed)));
    let honest = folder.python("", "").unwrap();
    let players = [(bot, launch), (honest.as_str(), LaunchOptions::default())]
        .map(|(bot, launch)| Box::new(UgiPlayer::launch(bot, launch).unwrap()) as Box<dyn Player>);
    // The time limits are generous: the machine that runs the tests may be busy.
    let fixture = GameSpec {
        rules: registry::find("paper-penguins").unwrap().rules(&parse_rule_args("small").unwrap()).unwrap(),
        source: ChanceSource::Seed(1),
        control: TimeControl::per_move(Duration::from_secs(30)),
        handshake_timeout: Duration::from_secs(30),
        substitute: None,
        time_margin: Duration::ZERO,
        agreement: None,
    };
    let played = play(&fixture, players.into(), &mut Observers::new()).await.unwrap();
    Result {
        faults: played.faults,
        winners: played.record.result.unwrap().winners,
        moves: played.record.events.len(),
    }
}
