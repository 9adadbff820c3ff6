//! `floe puzzle --check`: proofs of bundled puzzles and of files.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn floe(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_floe")).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A file of the test with the first bundled puzzle of Montauk, changed.
fn changed_puzzle(name: &str, from: &str, to: &str) -> PathBuf {
    let puzzles =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../floe-engine/puzzles/montauk.jsonl"));
    let line = puzzles.unwrap().lines().next().unwrap().to_owned();
    assert!(line.contains(from), "{line}");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, line.replacen(from, to, 1)).unwrap();
    path
}

#[test]
fn bundled_puzzles_are_proved_again_by_game() {
    let (status, out, _) = floe(&["puzzle", "montauk", "--check", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(status, Some(0), "{report}");
    assert!(report["puzzles"].as_u64().unwrap() >= 50, "{report}");
    assert_eq!(report["proved"], report["puzzles"]);
    assert_eq!(report["errors"], serde_json::json!([]));
}

#[test]
fn a_file_with_a_forged_puzzle_is_refused_with_the_reason() {
    let genuine = changed_puzzle("genuine.jsonl", "\"best\":", "\"best\":");
    let (status, out, error) = floe(&["puzzle", "--check", genuine.to_str().unwrap()]);
    assert_eq!((status, error.as_str()), (Some(0), ""), "{out}");
    assert!(out.starts_with("1 of 1 puzzles proved"), "{out}");
    let forged = changed_puzzle("forged.jsonl", "\"best\":-", "\"best\":");
    let (status, out, error) = floe(&["puzzle", "--check", forged.to_str().unwrap()]);
    assert_eq!(status, Some(1), "{out}{error}");
    assert!(out.starts_with("montauk-001: "), "{out}");
    assert!(error.contains("1 puzzles are not proved"), "{error}");
}

#[test]
fn a_check_takes_a_file_or_a_game() {
    let (status, out, error) = floe(&["puzzle", "montauk", "--check", "new.jsonl"]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(error.contains("give --check either a file or a game"), "{error}");
    let (status, _, error) = floe(&["puzzle", "chess", "--check"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("unknown game 'chess'"), "{error}");
}
