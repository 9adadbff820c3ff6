//! `floe worker`, and the commands that have games played by workers.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

use floe_work::NatsServer;
use serde_json::Value;

fn floe(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_floe")).args(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A `floe worker` process that is at work.
struct Worker(Option<Child>);

impl Worker {
    fn start(url: &str) -> Worker {
        let mut child = Command::new(env!("CARGO_BIN_EXE_floe"))
            .args(["worker", "--threads", "1", "--json"])
            .env("FLOE_NATS_URL", url)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !line.contains("working") {
            line.clear();
            assert!(log.read_line(&mut line).unwrap() > 0, "the worker has ended");
        }
        // What it logs later must not fill the pipe.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Worker(Some(child))
    }

    fn pid(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(self.0.as_ref().unwrap())
    }

    /// Asks it to end, as the system does, and returns its summary.
    fn end(mut self) -> Value {
        rustix::process::kill_process(self.pid(), rustix::process::Signal::TERM).unwrap();
        let output = self.0.take().unwrap().wait_with_output().unwrap();
        assert!(output.status.success());
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[test]
fn what_workers_play_is_what_this_machine_plays() {
    let Some(server) = NatsServer::start("") else { return };
    let url = server.url();
    let workers = [Worker::start(&url), Worker::start(&url)];
    let lab = ["lab", "paper-penguins", "--rules", "small", "--level", "1", "--games", "10"];
    let compare = ["match", "paper-penguins", "--rules", "small", "--games", "8", "--time", "60s", "--json"];
    let players = ["--players", "random", "greedy", "Ann=1"];
    let commands = [
        lab.to_vec(),
        [&lab[..], &["--switches", "pieces=2", "--json"]].concat(),
        [&compare[..], &players].concat(),
    ];
    for command in commands {
        let local = floe(&command);
        let remote = floe(&[&command[..], &["--workers", &url]].concat());
        assert_eq!(text(&local.stdout), text(&remote.stdout), "{command:?}: {}", text(&remote.stderr));
        assert!(local.status.success() && remote.status.success());
    }
    let summaries = workers.map(Worker::end);
    let done = |kind: &str| -> u64 {
        summaries.iter().map(|summary| summary["done"][kind].as_u64().unwrap_or(0)).sum()
    };
    // The second experiment begins with the games of the first.
    assert_eq!(done("lab"), 20, "{summaries:?}");
    assert!(done("game") >= 8, "{summaries:?}");
}

#[test]
fn what_cannot_be_given_away_is_said_in_a_sentence() {
    let refused = |words: &[&str], expected: &str| {
        let output = floe(words);
        let error = text(&output.stderr);
        assert!(!output.status.success() && error.contains(expected), "{words:?}: {error}");
    };
    refused(
        &["match", "amazons", "--players", "1", "cmd:true", "--workers", "nats://127.0.0.1:1"],
        "cmd:true is a program on this machine, and workers play only with built-in players",
    );
    refused(
        &["lab", "amazons", "--games", "1", "--workers", "nats://ann:secret@127.0.0.1:1"],
        "floe: cannot connect to NATS at nats://127.0.0.1:1: ",
    );
    refused(&["lab", "amazons", "--workers", "queue.example"], "does not begin with nats:// or tls://");
    refused(
        &["worker", "--nats-url", "nats://127.0.0.1:1", "--kinds", "move,labs"],
        "unknown kind of job 'labs' (did you mean lab?); use move, review, game, lab",
    );
}
