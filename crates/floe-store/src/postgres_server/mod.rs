//! A PostgreSQL server of its own for a test program: in a temporary folder, reached over a socket in it, and ended with
//! the program, however that ends.

mod programs;

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;

pub use programs::postgres_programs;

const SUPERVISE: &str = include_str!("supervise.sh");

/// A running server.
#[derive(Debug)]
pub struct PostgresServer {
    programs: PathBuf,
    folder: PathBuf,
    supervisor: Mutex<Supervisor>,
}

#[derive(Debug)]
struct Supervisor {
    process: Child,
    /// Closing it ends the server.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl PostgresServer {
    /// The server that the tests of a program share. `None`, with a message, where PostgreSQL is not installed.
    ///
    /// # Panics
    ///
    /// If it is installed and does not start.
    pub fn shared() -> Option<&'static PostgresServer> {
        static SHARED: OnceLock<Option<PostgresServer>> = OnceLock::new();
        SHARED.get_or_init(|| PostgresServer::start("")).as_ref()
    }

    /// A new server with additional settings, as lines of `postgresql.conf`.
    ///
    /// # Panics
    ///
    /// If PostgreSQL is installed and does not start.
    pub fn start(settings: &str) -> Option<PostgresServer> {
        PostgresServer::supervise(settings, Path::new(""))
    }

    /// A server on a base backup, which is moved, and recovered as the settings say.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn restore(data: &Path, settings: &str) -> Option<PostgresServer> {
        PostgresServer::supervise(settings, data)
    }

    fn supervise(settings: &str, data: &Path) -> Option<PostgresServer> {
        let Some(programs) = postgres_programs() else {
            println!("skipped: PostgreSQL is not installed");
            return None;
        };
        let settings = format!("max_connections = 200\nshared_buffers = 32MB\n{settings}");
        let mut process = as_server("sh".as_ref())
            .args(["-c", SUPERVISE, "supervise"])
            .args([programs.as_os_str(), OsStr::new(&settings), data.as_os_str()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let mut supervisor = Supervisor { process, input, output: BufReader::new(output.expect("a pipe")) };
        let folder = PathBuf::from(supervisor.answer());
        assert!(folder.is_absolute(), "the server does not start: {}", folder.display());
        Some(PostgresServer { programs, folder, supervisor: Mutex::new(supervisor) })
    }

    /// Its folder: the socket is here, and `data` is the data folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://floe@localhost/{database}?host={}", self.folder.display())
    }

    /// Creates a database; returns its address.
    ///
    /// # Panics
    ///
    /// If that fails.
    pub async fn new_database(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let options: PgConnectOptions = self.url("postgres").parse().expect("a valid address");
        let mut conn = options.connect().await.expect("a connection");
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(create).execute(&mut conn).await.expect("a new database");
        self.url(&name)
    }

    /// One of PostgreSQL's programs, run by the user who runs the server.
    pub fn program(&self, name: &str) -> Command {
        as_server(self.programs.join(name).as_os_str())
    }

    /// Starts it again.
    pub fn restart(&self) {
        self.tell("start");
    }

    /// Stops it in order: connections are ended and everything is written.
    pub fn stop(&self) {
        self.tell("stop");
    }

    /// Ends it at once, as a crash does: its write-ahead log is replayed at the next start.
    pub fn crash(&self) {
        self.tell("crash");
    }

    fn tell(&self, command: &str) {
        let mut supervisor = self.supervisor.lock().expect("a running server");
        let input = supervisor.input.as_mut().expect("it is open until the end");
        writeln!(input, "{command}").expect("a supervisor");
        let answer = supervisor.answer();
        assert_eq!(answer, "done", "{command}");
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        if let Ok(supervisor) = self.supervisor.get_mut() {
            supervisor.input = None;
            let _ = supervisor.process.wait();
        }
    }
}

impl Supervisor {
    fn answer(&mut self) -> String {
        let mut line = String::new();
        let _ = self.output.read_line(&mut line);
        line.trim_end().to_owned()
    }
}

/// A program run by the user who runs the server: PostgreSQL refuses to be run by root.
fn as_server(program: &OsStr) -> Command {
    let output =
        |arg: &[&str]| Command::new("id").args(arg).output().ok().filter(|output| output.status.success());
    let is_root = output(&["-u"]).is_some_and(|output| output.stdout.trim_ascii() == b"0");
    if !is_root {
        return Command::new(program);
    }
    // The package creates the first one.
    let user = if output(&["-u", "postgres"]).is_some() { "postgres" } else { "nobody" };
    let group = output(&["-gn", user])
        .map_or(user.to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let mut command = Command::new("setpriv");
    command.arg(format!("--reuid={user}")).arg(format!("--regid={group}"));
    command.args(["--clear-groups", "--"]).arg(program);
    // Its own folder may not be readable by that user.
    command.current_dir("/");
    command
}
