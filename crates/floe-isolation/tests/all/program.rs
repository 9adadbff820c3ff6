//! The program with the game in it, as a process.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::naive::Naive;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_floe-isolation");

/// A folder of a test's own, which is gone when the test is over.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("floe-isolation-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Exit status, standard output and standard error.
fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(PROGRAM);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// What is printed by a command that succeeds.
#[track_caller]
fn floe(args: &[&str], input: &str) -> String {
    let (code, out, err) = run(args, input);
    assert_eq!(code, 0, "{args:?}: {err}");
    out
}

/// The sentence of a command that is refused.
#[track_caller]
fn refused(args: &[&str]) -> String {
    let (code, _, err) = run(args, "");
    assert_eq!(code, 2, "{args:?}: {err}");
    assert!(err.starts_with("floe: ") && !err.contains("panicked"), "{err}");
    err
}

#[test]
fn it_is_listed_and_shown() {
    let list = floe(&["games"], "");
    assert!(list.contains("\nisolation        Isolation\n"), "{list}");
    let about = floe(&["games", "isolation"], "");
    assert!(
        about.contains("cols") && about.contains("3 to 8 (default 8)") && about.contains("small"),
        "{about}"
    );
    let games: Value = serde_json::from_str(&floe(&["games", "--json"], "")).unwrap();
    assert_eq!(games[9]["id"], "isolation");
    let shown = floe(&["show", "isolation", "--rules", "small", "--moves", "b1-b2/a1"], "");
    assert!(shown.contains("4 · · B ·\n3 · · · ·\n2 · W · ·\n1   · · ·\n  a b c d\n"), "{shown}");
    let perft = floe(&["perft", "isolation", "--depth", "2", "--json"], "");
    assert!(perft.contains(&Naive::new(6, 8).perft(2).to_string()), "{perft}");
    assert_eq!(
        refused(&["show", "isolation", "--rules", "rows=2"]),
        "floe: rows cannot be 2; expected 3 to 8\n"
    );
}

#[test]
fn traces_replay_and_convert() {
    let folder = Folder::new("traces");
    for policy in ["random", "greedy", "3"] {
        let trace = floe(&["trace", "isolation", "--seed", "4", "--policy", policy], "");
        let last: Value = serde_json::from_str(trace.lines().last().unwrap()).unwrap();
        assert_eq!(last["result"]["winners"].as_array().unwrap().len(), 1);
        let json = floe(&["convert", "-"], &trace);
        let text = floe(&["convert", "-", "--to", "text"], &json);
        assert!(text.starts_with("floe record 1\ngame: isolation\n"), "{text}");
        assert_eq!(floe(&["convert", "-"], &text), json, "as text and back");
        let moves = floe(&["convert", "-", "--to", "moves"], &json);
        assert_eq!(moves.split_whitespace().count(), trace.lines().count() - 2);
        let replayed = floe(&["replay", "-", "--json"], &json);
        assert!(replayed.contains(last["result"]["reason"].as_str().unwrap()), "{replayed}");
        std::fs::write(folder.file("game.json"), &json).unwrap();
        let review = floe(&["review", &folder.file("game.json"), "--nodes", "50", "--json"], "");
        assert!(serde_json::from_str::<Value>(&review).unwrap()["moves"].is_array(), "{review}");
        let svg = folder.file(&format!("{policy}.svg"));
        floe(&["print", "--record", &folder.file("game.json"), "--out", &svg], "");
    }
    let svg = folder.file("position.svg");
    floe(&["print", "isolation", "--moves", "d1-d2/e4", "--out", &svg], "");
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    floe(&["print", "isolation", "--out", &folder.file("kit.pdf")], "");
}

#[test]
fn the_referee_lets_levels_meet() {
    let bot = format!("cmd:{PROGRAM} engine isolation --level 2");
    let args = ["match", "isolation", "--games", "4", "--time", "10s", "--json", "--players", "6", &bot];
    let report = floe(&args, "");
    let games: Vec<Value> = report
        .lines()
        .filter(|line| line.starts_with("{\"game\""))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(games.len() >= 4, "{report}");
    assert!(!report.contains("\"cause\""), "no faults: {report}");
    let checked = floe(&["check-bot", "isolation", "--player", &bot, "--games", "1", "--time", "10s"], "");
    assert!(checked.ends_with("All checks passed.\n"), "{checked}");
}

#[test]
fn the_engine_speaks_ugi() {
    let session = "ugi\nisready\nposition startpos moves d1-d2/e4\ngo nodes 500\nquit\n";
    let said = floe(&["engine", "isolation"], session);
    assert!(said.contains("ugiok") && said.contains("readyok"), "{said}");
    let best = said.lines().find_map(|line| line.strip_prefix("bestmove ")).unwrap();
    let legal = floe(&["show", "isolation", "--moves", &format!("d1-d2/e4 {best}")], "");
    assert!(legal.contains('W') && legal.contains('B'), "{legal}");
    let small = "position fen 0B0/o00/Aoo 0\ngo nodes 5000\nquit\n";
    let said = floe(&["engine", "isolation", "--rules", "rows=3,cols=3"], small);
    // Black can only go to a2: White wins by standing there or by removing it.
    let best = said.lines().find_map(|line| line.strip_prefix("bestmove ")).unwrap();
    assert!(best.starts_with("a1-a2/") || best.ends_with("/a2"), "{said}");
    let analysis = floe(
        &["analyze", "isolation", "--rules", "rows=3,cols=3", "--nodes", "100000", "--lines", "1", "--json"],
        "",
    );
    let last: Value = serde_json::from_str(analysis.lines().last().unwrap()).unwrap();
    assert_eq!(last["lines"][0]["exact"], true, "{analysis}");
}

#[test]
fn it_is_played_line_by_line() {
    let folder = Folder::new("lines");
    let saved = folder.file("game.floe");
    let input = format!("moves\nd1-d3/a1\nd1-d2/e4\nhint\nsave {saved}\nundo\nresign\nyes\nquit\n");
    let said = floe(&["play", "isolation", "--plain"], &input);
    assert!(said.contains("d1-d2/a1") && said.contains("d3 is more than one step away"), "{said}");
    let record = std::fs::read_to_string(saved).unwrap();
    assert!(record.contains("game: isolation\n") && record.contains("d1-d2/e4"), "{record}");
}

#[test]
fn what_knows_only_the_nine_refuses_with_a_sentence() {
    assert!(refused(&["solve", "isolation"]).contains("isolation is not a pure slide game"));
    let (code, _, err) = run(&["match", "isolation", "--players", "baseline:uct", "1", "--games", "1"], "");
    assert!(code == 1 && err.contains("baseline:uct: not started: no baseline plays this game"), "{err}");
    assert!(refused(&["puzzle", "isolation"]).contains("no puzzle"));
    assert!(
        refused(&["print", "isolation", "--boards", "2", "--out", "unused.pdf"]).contains("paper-penguins")
    );
    let folder = Folder::new("puzzles");
    let file = folder.file("puzzles.jsonl");
    let find = refused(&["puzzle", "isolation", "--find", "1", "--out", &file]);
    assert!(find.contains("isolation names no rules to find puzzles with"), "{find}");
}
