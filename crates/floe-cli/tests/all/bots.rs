//! The example bots play without faults, and `floe check-bot` finds what is wrong with bad ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub const FLOE: &str = env!("CARGO_BIN_EXE_floe");

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots").join(name)
}

/// Whether a program is installed. If not, its bot is skipped, and the test prints so.
pub fn present(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: there is no {program} here");
    }
    found
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("floe-bots-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The exit status and everything printed.
pub fn floe(args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(FLOE).args(args).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

/// Checks a bot, and makes it play the others without a fault.
fn plays_well(game: &str, rules: &str, bot: &str, others: &[&str]) {
    // Generous, because the machine that runs the tests may be busy.
    let checked =
        floe(&["check-bot", game, "--rules", rules, "--player", bot, "--games", "2", "--time", "10s"]);
    assert_eq!(checked.0, Some(0), "{}", checked.1);
    assert!(checked.1.ends_with("All checks passed.\n"), "{}", checked.1);
    let mut args =
        vec!["match", game, "--rules", rules, "--games", "4", "--time", "10s", "--json", "--players", bot];
    args.extend(others);
    let (code, text) = floe(&args);
    assert_eq!(code, Some(0), "{text}");
    let games: Vec<&str> = text.lines().filter(|line| line.starts_with("{\"game\"")).collect();
    assert!(games.len() >= 4, "{text}");
    assert!(!text.contains("\"cause\""), "a fault: {text}");
}

#[test]
fn the_python_bot_plays() {
    if present("python3") {
        let bot = format!("cmd:python3 {}", example("paper_penguins.py").display());
        plays_well("paper-penguins", "rows=8", &bot, &["greedy"]);
        plays_well("paper-penguins", "small,players=3", &bot, &["greedy", "random"]);
    }
}

#[test]
fn the_javascript_bot_plays() {
    if present("node") {
        let bot = format!("cmd:node {}", example("penguins.js").display());
        plays_well("penguins", "players=2", &bot, &["greedy"]);
        plays_well("penguins", "players=3", &bot, &["greedy", "random"]);
        plays_well("penguins", "players=4", &bot, &["greedy", "random", "random"]);
    }
}

#[test]
fn the_c_bot_plays() {
    if present("cc") {
        let folder = folder("c");
        let program = folder.join("amazons-bot");
        let built = Command::new("cc")
            .args(["-O2", "-std=c99", "-Wall", "-Wextra", "-Werror", "-o"])
            .args([&program, &example("amazons.c")])
            .status();
        assert!(built.unwrap().success());
        let bot = format!("cmd:{}", program.display());
        plays_well("amazons", "rows=10", &bot, &["random"]);
        plays_well("amazons", "6x6", &bot, &["greedy"]);
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn examples_are_short() {
    for name in ["paper_penguins.py", "penguins.js", "amazons.c"] {
        let lines = fs::read_to_string(example(name)).unwrap().lines().count();
        assert!(lines < 100, "{name} has {lines} lines");
    }
}

/// A bot as a shell script that behaves well until `go`, with extra cases.
fn script(cases: &str, after: &str) -> String {
    format!(
        "while read -r a b; do case \"$a\" in {cases} ugi) echo ugiok;; isready) echo readyok;; esac; done\n{after}"
    )
}

#[test]
fn check_bot_explains_what_is_wrong() {
    let folder = folder("bad");
    let good = "quit) exit;;";
    let bad = [
        ("mute", "cat > /dev/null".into(), "WRONG answers `ugi`: no answer came in 1 s; expected `ugiok`"),
        (
            "not-ready",
            script(&format!("isready) ;; {good}"), ""),
            "WRONG gets ready for a game: no answer came in 1 s; expected `readyok`",
        ),
        (
            "eager",
            script(&format!("position|go) echo bestmove a1;; {good}"), ""),
            "WRONG waits for `go`: it sent `bestmove a1` after `position`, before `go`; expected no move",
        ),
        (
            "off-the-board",
            script(&format!("go) echo bestmove z9;; {good}"), ""),
            "WRONG answers `go`: `bestmove z9` is illegal: 'z9': there is no cell z9, in the position 2",
        ),
        (
            "stubborn",
            script(&format!("go) echo bestmove a1;; {good}"), ""),
            "seat 1, seed 0: it made an illegal move: a1: a1 is taken by your own piece, at its move 2 in the position",
        ),
        (
            "twice",
            script(&format!("go) echo bestmove a1; echo bestmove a2;; {good}"), ""),
            "WRONG answers once: a second `bestmove a2` came for one `go`; expected one `bestmove` for each `go`",
        ),
        (
            "bare",
            script(&format!("go) echo a1;; {good}"), ""),
            "WRONG answers `go`: only `a1` came in 300 ms; expected `bestmove` and one of 36 legal moves such as a1",
        ),
        (
            "slow",
            script(&format!("go) sleep 9;; {good}"), ""),
            "seat 0, seed 0: it ran out of time: no move after 300 ms, with 300 ms left, at its move 1 in the position 2",
        ),
        (
            "flood",
            script(&format!("go) yes;; {good}"), ""),
            "WRONG answers `go`: it flooded the referee with output; expected `bestmove`",
        ),
        (
            "crash",
            script(&format!("go) exit 3;; {good}"), ""),
            "WRONG answers `go`: the program ended (exit status: 3); expected `bestmove`",
        ),
        (
            "dies-early",
            "echo hello; echo oops >&2; exit 3".into(),
            "      the last it printed on standard output:\n        hello\n      the last it printed on standard error:\n        oops\n",
        ),
        (
            "dies-loudly",
            script(&format!("go) echo on its way; echo out of ideas >&2; exit 4;; {good}"), ""),
            "      the last it printed on standard output:\n        ugiok\n        readyok\n        on its way\n      the last it printed on standard error:\n        out of ideas\n",
        ),
        (
            "stays",
            script("", "sleep 9"),
            "WRONG stops when its input ends: it is still running after 1 s; expected that",
        ),
        (
            "deaf",
            script("go) echo bestmove a1;;", ""),
            "WRONG stops on `quit`: it is still running after 1 s; expected that",
        ),
    ];
    for (name, text, expected) in bad {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        let bot = format!("cmd:sh {}", path.display());
        // A flood is stopped by its size, however long a busy machine takes to read it.
        let time = if name == "flood" { "10s" } else { "300ms" };
        let (code, output) = check(&bot, time, &[]);
        assert_eq!(code, Some(1), "{name}: {output}");
        assert!(output.contains(expected), "{name} should get: {expected}\nbut it gets\n{output}");
    }
    let (code, output) = check("cmd:./there-is-no-such-bot", "300ms", &[]);
    assert_eq!(code, Some(1));
    assert!(output.contains("WRONG answers `ugi`: the shell found no such program"), "{output}");
    fs::remove_dir_all(folder).unwrap();
}

fn check(bot: &str, time: &str, more: &[&str]) -> (Option<i32>, String) {
    let mut args = vec!["check-bot", "paper-penguins", "--rules", "small", "--player", bot];
    args.extend(["--games", "2", "--time", time, "--timeout", "1"]);
    args.extend(more);
    floe(&args)
}

#[test]
fn check_bot_prints_json() {
    // A bot that thinks little: this test does not measure how long a busy machine keeps it waiting.
    let bot = format!("cmd:{FLOE} engine paper-penguins --level greedy");
    let (code, text) = check(&bot, "10s", &["--json"]);
    assert_eq!(code, Some(0), "{text}");
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["ok"], true);
    // Its resource use is among the findings where that can be measured.
    let watched = Path::new("/proc/self/stat").exists();
    assert_eq!(value["findings"].as_array().map(Vec::len), Some(if watched { 14 } else { 12 }), "{text}");
    let (code, text) = check("random", "10s", &[]);
    assert_eq!(code, Some(2));
    assert!(text.contains("random is built in and needs no check"), "{text}");
}
