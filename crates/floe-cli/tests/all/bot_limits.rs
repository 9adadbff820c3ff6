//! Bot limits given as options, and a check that no bot outlives the program.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::bots::{FLOE, floe, folder, present};

/// A Python bot for Paper Pen-guins that runs some extra code when it starts.
fn bot(folder: &Path, name: &str, at_start: &str) -> Option<String> {
    if !present("python3") || !Path::new("/proc/self/stat").exists() {
        eprintln!("skipped: bots are not watched here, or there is no Python");
        return None;
    }
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/paper_penguins.py");
    let text = fs::read_to_string(example).unwrap();
    let script = folder.join(name);
    fs::write(&script, format!("import os, sys, time\n{at_start}\n{text}")).unwrap();
    Some(format!("cmd:python3 {}", script.display()))
}

/// Processes that name a folder in their command line, apart from the program itself.
fn processes(folder: &Path) -> Vec<String> {
    let folder = folder.to_str().unwrap();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(folder) && !line.starts_with(FLOE)).collect()
}

const MATCH: [&str; 9] =
    ["match", "paper-penguins", "--rules", "small", "--games", "2", "--time", "20s", "--players"];

#[test]
fn a_match_has_limits_for_its_bots() {
    let folder = folder("limits");
    let Some(greedy) = bot(&folder, "greedy.py", "kept = b'x' * (200 << 20); time.sleep(0.5)") else {
        return;
    };
    let play = |more: &[&str]| floe(&[&MATCH[..], &["greedy", &greedy], more].concat());
    let (code, text) = play(&["--bot-memory", "64M"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("2  too much memory"), "{text}");
    let (code, text) = play(&["--bot-memory", "64M", "--json"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("of memory; the limit is 64 MiB\""), "{text}");
    let (code, text) = play(&[]);
    assert_eq!((code, text.contains("faults:")), (Some(0), false), "{text}");
    // Games with other limits belong to another match.
    let journal = folder.join("journal").display().to_string();
    let (code, text) = play(&["--bot-memory", "64M", "--journal", &journal]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = play(&["--bot-memory", "1G", "--journal", &journal]);
    assert_eq!(code, Some(2), "{text}");
    let (code, text) = play(&["--bot-processes", "0"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("invalid number of processes '0'; use 1 to 100000, or none"), "{text}");
    let (code, text) = play(&["--bot-memory", "much"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("invalid memory limit 'much'; use 512M, 2G or none"), "{text}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn command_line_limits_override_those_in_the_tournament_file() {
    let folder = folder("cup");
    let helpers =
        "import subprocess\nkept = [subprocess.Popen(['sleep', '600']) for _ in range(3)]\ntime.sleep(0.5)";
    let Some(helpers) = bot(&folder, "helpers.py", helpers) else { return };
    let file = folder.join("cup.toml");
    let run = |limits: &str, more: &[&str]| {
        let text = format!(
            "game = \"paper-penguins\"\nrules = \"small\"\nplayers = [\"random\", \"{helpers}\"]\ntime = \"20s\"\n\
             format = {{ format = \"round-robin\", rounds = 1 }}\n{limits}\n"
        );
        fs::write(&file, text).unwrap();
        floe(&[&["tournament", file.to_str().unwrap()], more].concat())
    };
    let (code, text) = run("bot_processes = 3", &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("2  too many processes"), "{text}");
    for (limits, more) in [
        ("bot_processes = 3", ["--bot-processes", "none"]),
        ("bot_processes = \"none\"", ["--bot-memory", "none"]),
        ("bot_memory = \"4M\"", ["--bot-memory", "1G"]),
    ] {
        let (code, text) = run(limits, &more);
        assert_eq!((code, text.contains("faults:")), (Some(0), false), "{limits}: {text}");
    }
    for (limits, expected) in [
        ("bot_memory = \"2\"", "bot_memory: invalid memory limit '2'; use 512M, 2G or none"),
        ("bot_processes = -1", "bot_processes: invalid number of processes '-1'; use 1 to 100000, or none"),
        ("bot_processes = [1]", "bot_processes: invalid number of processes '[1]'"),
    ] {
        let (code, text) = run(limits, &[]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains(expected), "{text}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn check_bot_reports_what_a_bot_uses() {
    let folder = folder("usage");
    let Some(quiet) = bot(&folder, "quiet.py", "") else { return };
    let check = |bot: &str, more: &[&str]| {
        let args = ["check-bot", "paper-penguins", "--rules", "small", "--player", bot, "--games", "2"];
        floe(&[&args[..], &["--time", "20s"], more].concat())
    };
    let (code, text) = check(&quiet, &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("ok    memory: at most ") && text.contains(" MiB; the limit is 2 GiB\n"), "{text}");
    assert!(text.contains("ok    processes: at most ") && text.contains("; the limit is 64\n"), "{text}");
    let (code, text) = check(&quiet, &["--bot-memory", "none", "--bot-processes", "none"]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(text.matches("; there is no limit\n").count(), 2, "{text}");
    // 170 to 190 MiB of 200.
    let Some(full) = bot(&folder, "full.py", "kept = b'x' * (160 << 20); time.sleep(0.3)") else { return };
    let (code, text) = check(&full, &["--bot-memory", "200M"]);
    assert_eq!(code, Some(0), "{text}");
    let near = text.lines().find(|line| line.starts_with("warn  memory: at most 1"));
    assert!(near.is_some_and(|line| line.ends_with(" MiB; the limit is 200 MiB, which is close")), "{text}");
    let (code, text) = check(&full, &["--bot-memory", "200M", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let memory = value["findings"].as_array().unwrap().iter().find(|finding| finding["step"] == "memory");
    assert_eq!((code, &memory.unwrap()["warning"]), (Some(0), &serde_json::json!(true)), "{text}");
    let (code, text) = check(&full, &["--bot-memory", "100M"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("WRONG answers `ugi`: it used 1"), "{text}");
    assert!(text.contains(" of memory; the limit is 100 MiB; expected "), "{text}");
    fs::remove_dir_all(folder).unwrap();
}

/// A process in its own session, without a parent and without a connection to the bot.
fn escape(folder: &Path) -> String {
    format!(
        "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        os.close(1)\n        \
         os.execve(sys.executable, [sys.executable, '-c', 'import time; time.sleep(600)', '{}'], {{}})\n    \
         os._exit(0)\nos.wait()",
        folder.display()
    )
}

#[test]
fn no_bot_process_outlives_the_program() {
    let folder = folder("left");
    let Some(bot) = bot(&folder, "left.py", &escape(&folder)) else { return };
    let (code, text) = floe(&[&MATCH[..], &["random", &bot]].concat());
    assert_eq!((code, text.contains("faults:")), (Some(0), false), "{text}");
    assert_eq!(processes(&folder), Vec::<String>::new());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn bots_play_where_sessions_cannot_be_created() {
    let folder = folder("bare");
    let shell = Command::new("sh").args(["-c", "command -v sh"]).output().unwrap().stdout;
    std::os::unix::fs::symlink(String::from_utf8(shell).unwrap().trim(), folder.join("sh")).unwrap();
    let bot = format!("cmd:{FLOE} engine paper-penguins --level greedy");
    let program =
        Command::new(FLOE).args(MATCH).args(["random", &bot]).env("PATH", &folder).output().unwrap();
    let text = String::from_utf8([program.stdout, program.stderr].concat()).unwrap();
    assert_eq!((program.status.code(), text.contains("faults:")), (Some(0), false), "{text}");
    fs::remove_dir_all(folder).unwrap();
}

/// A bot that ignores the end of its input and polite signals, and creates a file once it runs.
fn stubborn(folder: &Path) -> Option<(String, PathBuf)> {
    let there = folder.join("there");
    let code = format!(
        "import signal\n[signal.signal(one, signal.SIG_IGN) for one in (1, 2, 15)]\n{}\n\
         open('{}', 'w').close()\ntime.sleep(600)",
        escape(folder),
        there.display()
    );
    Some((bot(folder, "stubborn.py", &code)?, there))
}

/// A server that runs for one test.
struct Server(Child, String);

impl Server {
    fn start(data: &Path) -> Server {
        let serve = ["serve", "--port", "0", "--set", "log=warn", "--data"];
        let mut child = Command::new(FLOE).args(serve).arg(data).stdout(Stdio::piped()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Server(child, address.trim().into())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_signal_to_the_program_stops_the_bot_as_well() {
    let folder = folder("signal");
    let Some((bot, there)) = stubborn(&folder) else { return };
    let server = Server::start(&folder.join("floe.db"));
    let play = [&MATCH[..], &["random", &bot]].concat();
    let check = ["check-bot", "paper-penguins", "--timeout", "600", "--player", &bot];
    // The bot is started before an opponent has joined.
    let join = ["join", &server.1, "--game", "paper-penguins", "--player", &bot];
    for args in [&play[..], &check, &join] {
        for signal in ["INT", "TERM", "HUP"] {
            let mut program =
                Command::new(FLOE).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            let began = Instant::now();
            while !there.exists() && began.elapsed() < Duration::from_secs(30) {
                std::thread::sleep(Duration::from_millis(5));
            }
            assert!(there.exists(), "{} starts the bot", args[0]);
            let sent = Command::new("kill").args(["-s", signal, &program.id().to_string()]).status();
            assert!(sent.unwrap().success());
            assert_eq!(program.wait().unwrap().code(), Some(1), "{} stops on its own", args[0]);
            assert_eq!(processes(&folder), Vec::<String>::new(), "{} and {signal}", args[0]);
            fs::remove_file(&there).unwrap();
        }
    }
    drop(server);
    fs::remove_dir_all(folder).unwrap();
}
