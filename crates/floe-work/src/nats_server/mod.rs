//! A NATS server with JetStream of its own for a test program: on a free port of the loopback address, in a temporary
//! folder, and ended with the program, however that ends.

mod programs;

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

pub use programs::nats_server_program;

const SUPERVISE: &str = include_str!("supervise.sh");

/// A running server.
#[derive(Debug)]
pub struct NatsServer {
    port: u16,
    supervisor: Mutex<Supervisor>,
}

#[derive(Debug)]
struct Supervisor {
    process: Child,
    /// Closing it ends the server.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl NatsServer {
    /// A new server with additional settings, as lines of its configuration file. `None`, with a message, where it is
    /// not installed.
    ///
    /// # Panics
    ///
    /// If it is installed and does not start.
    pub fn start(settings: &str) -> Option<NatsServer> {
        let Some(program) = nats_server_program() else {
            println!("skipped: nats-server is not installed");
            return None;
        };
        let mut process = Command::new("sh")
            .args(["-c", SUPERVISE, "supervise"])
            .args([program.as_os_str(), OsStr::new(settings)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let mut supervisor = Supervisor { process, input, output: BufReader::new(output.expect("a pipe")) };
        let answer = supervisor.answer();
        let port = answer.parse().unwrap_or_else(|_| panic!("the server does not start: {answer}"));
        Some(NatsServer { port, supervisor: Mutex::new(supervisor) })
    }

    /// Its address, which stays the same when it is started again.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Starts it again after [`stop`](Self::stop) or [`crash`](Self::crash), on the same port and with its streams.
    pub fn restart(&self) {
        self.tell("start");
    }

    /// Stops it in order: connections are ended and everything is written.
    pub fn stop(&self) {
        self.tell("stop");
    }

    /// Ends it at once, as a crash does.
    pub fn crash(&self) {
        self.tell("crash");
    }

    /// Stops it in the middle of what it does, with its connections open, until [`resume`](Self::resume).
    pub fn pause(&self) {
        self.tell("pause");
    }

    /// Lets it go on after [`pause`](Self::pause).
    pub fn resume(&self) {
        self.tell("resume");
    }

    fn tell(&self, command: &str) {
        let mut supervisor = self.supervisor.lock().expect("a running server");
        let input = supervisor.input.as_mut().expect("it is open until the end");
        writeln!(input, "{command}").expect("a supervisor");
        let answer = supervisor.answer();
        assert_eq!(answer, "done", "{command}");
    }
}

impl Drop for NatsServer {
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
