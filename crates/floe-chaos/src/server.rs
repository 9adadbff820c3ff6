//! A `floe serve` process: started, watched, signalled, and killed when it is dropped.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// The timeout for starting a server.
const START: Duration = Duration::from_secs(20);
/// The timeout for stopping a server.
const STOP: Duration = Duration::from_secs(20);

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The `floe` program.
    pub program: PathBuf,
    /// The database path, as passed to the server.
    pub data: PathBuf,
    /// The port; 0 for a free one.
    pub port: u16,
    /// The folder it is started in; by default that of this process.
    pub folder: Option<PathBuf>,
    /// Its log file.
    pub log: PathBuf,
    settings: Vec<String>,
    environment: Vec<(String, String)>,
}

impl Setup {
    /// A server with default settings and a database in a folder.
    pub fn new(program: &Path, folder: &Path) -> Setup {
        Setup {
            program: program.to_owned(),
            data: folder.join("floe.db"),
            port: 0,
            folder: None,
            log: folder.join("server.log"),
            settings: vec!["log=warn".into(), "exhibition_games=0".into()],
            environment: Vec::new(),
        }
    }

    /// Adds a setting, as `--set` takes it.
    pub fn set(mut self, setting: &str) -> Setup {
        self.settings.push(setting.to_owned());
        self
    }

    /// Adds an environment variable.
    pub fn env(mut self, name: &str, value: &str) -> Setup {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Starts the server and waits until it serves; the error is its output.
    pub async fn start(&self) -> Result<Server, String> {
        let log = std::fs::File::create(&self.log).map_err(|error| format!("the log: {error}"))?;
        let mut command = Command::new(&self.program);
        command.args(["serve", "--port", &self.port.to_string(), "--data"]).arg(&self.data);
        for setting in &self.settings {
            command.args(["--set", setting]);
        }
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).kill_on_drop(true);
        let began = Instant::now();
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", self.program.display()))?;
        let stdout = child.stdout.take().ok_or("the server has no standard output")?;
        let mut line = String::new();
        let read = timeout(START, BufReader::new(stdout).read_line(&mut line)).await;
        let address = line.trim().strip_prefix("http://").and_then(|address| address.parse().ok());
        let Some(address) = address else {
            let _ = child.kill().await;
            let words = match read {
                Err(_) => format!("it did not start within {} s", START.as_secs()),
                Ok(_) => std::fs::read_to_string(&self.log).unwrap_or_default(),
            };
            return Err(words.trim().to_owned());
        };
        let pid = child.id().and_then(|id| Pid::from_raw(id as i32)).ok_or("the server has no process id")?;
        Ok(Server { child, pid, address, started_in: began.elapsed() })
    }
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    child: Child,
    pid: Pid,
    /// The address it listens on.
    pub address: SocketAddr,
    /// How long it took to start.
    pub started_in: Duration,
}

impl Server {
    /// Sends a signal.
    pub fn signal(&self, signal: Signal) -> Result<(), String> {
        kill_process(self.pid, signal).map_err(|error| format!("cannot signal the server: {error}"))
    }

    /// Waits until it has ended, in any way.
    pub async fn wait(&mut self) -> Result<(), String> {
        match timeout(STOP, self.child.wait()).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err(format!("the server did not end within {} s", STOP.as_secs())),
        }
    }

    /// Kills it and waits until it is gone.
    pub async fn kill(mut self) {
        let _ = self.child.kill().await;
    }

    /// Asks it to stop and waits until it has.
    pub async fn stop(mut self) -> Result<(), String> {
        self.signal(Signal::TERM)?;
        match timeout(STOP, self.child.wait()).await {
            Ok(Ok(status)) if status.success() => Ok(()),
            Ok(Ok(status)) => Err(format!("the server stopped with {status}")),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err(format!("the server did not stop within {} s", STOP.as_secs())),
        }
    }

    /// Its process id.
    pub fn process(&self) -> u32 {
        self.pid.as_raw_nonzero().get().unsigned_abs()
    }
}

/// The processor time of a process, in seconds.
fn cpu_seconds(process: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    seconds(after.split_whitespace().skip(11).take(2))
}

/// The processor time of all processes, in seconds.
fn machine_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let fields = stat.lines().next().unwrap_or_default().split_whitespace().skip(1);
    // The fourth and fifth are idle time.
    seconds(fields.enumerate().filter(|(place, _)| !matches!(place, 3 | 4)).map(|(_, field)| field).take(6))
}

fn seconds<'a>(ticks: impl Iterator<Item = &'a str>) -> f64 {
    let sum: u64 = ticks.filter_map(|field| field.parse::<u64>().ok()).sum();
    sum as f64 / rustix::param::clock_ticks_per_second() as f64
}

/// How many cores were busy, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Cores {
    /// The server.
    pub server: f64,
    /// The load generator.
    pub generator: f64,
    /// Unrelated programs.
    pub others: f64,
}

impl std::fmt::Display for Cores {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Cores { server, generator, others } = self;
        write!(f, "cores: server {server:.2}, generator {generator:.2}, other programs {others:.2}")
    }
}

/// Measures [`Cores`].
#[derive(Debug)]
pub struct CpuMeter {
    server: u32,
    generator: u32,
    began: Instant,
    /// The processor times of server, generator, this process and the machine.
    before: [f64; 4],
}

impl CpuMeter {
    /// Starts measuring, for a server and the process of a load generator.
    pub fn start(server: &Server, generator: u32) -> CpuMeter {
        let server = server.process();
        CpuMeter { server, generator, began: Instant::now(), before: Self::read(server, generator) }
    }

    fn read(server: u32, generator: u32) -> [f64; 4] {
        [
            cpu_seconds(&server.to_string()),
            cpu_seconds(&generator.to_string()),
            cpu_seconds("self"),
            machine_seconds(),
        ]
    }

    /// The cores since then.
    pub fn cores(&self) -> Cores {
        let took = self.began.elapsed().as_secs_f64().max(1e-3);
        let now = Self::read(self.server, self.generator);
        let of = |place: usize| (now[place] - self.before[place]) / took;
        let others = (of(3) - of(0) - of(1) - of(2)).max(0.0);
        Cores { server: of(0), generator: of(1), others }
    }
}
