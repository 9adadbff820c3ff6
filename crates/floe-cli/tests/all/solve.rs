//! `floe solve` as users run it: answers, errors, and strategies that a second implementation of the rules checks.

use std::process::{Command, Output};

use serde_json::Value;

fn floe(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_floe")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Solves with a strategy and returns the strategy.
fn strategy(name: &str, args: &[&str]) -> String {
    let folder = std::env::temp_dir().join(format!("floe-solve-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("strategy.txt");
    let mut all = vec!["solve", "amazons"];
    all.extend(args);
    all.extend(["--limit", "10m", "--certificate", file.to_str().unwrap()]);
    let output = floe(&all);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let strategy = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    strategy
}

#[test]
fn strategies_pass_a_second_implementation() {
    for (name, rules, leaf, winner) in [
        ("44", "rows=4,cols=4", "0", "black"),
        ("44b", "rows=4,cols=4", "5", "black"),
        ("45", "rows=4,cols=5", "6", "white"),
    ] {
        let strategy = strategy(name, &["--rules", rules, "--leaf", leaf]);
        assert!(strategy.contains(&format!("\nwinner {winner}\n")), "{rules}");
        let checked =
            floe_naive::check_solution(&strategy).unwrap_or_else(|error| panic!("{rules}: {error}"));
        assert!(checked.listed > 80, "{checked:?}");
        assert_eq!(checked.leaves == 0, leaf == "0", "{checked:?}");
    }
}

#[test]
fn a_forged_strategy_is_refused() {
    let strategy = strategy("forged", &["--rules", "rows=4,cols=4", "--leaf", "4"]);
    let lines: Vec<&str> = strategy.lines().collect();
    // A move other than the listed one, at several places in turn: illegal, or to a position that is not listed.
    for at in [5, lines.len() / 2, lines.len() - 2] {
        let (position, action) = lines[at].split_once(' ').unwrap();
        for other in ["a1-a2/a1", "b4-c4/a3", "c4-a4/b4"] {
            if other != action {
                let forged = strategy.replace(lines[at], &format!("{position} {other}"));
                assert!(floe_naive::check_solution(&forged).is_err(), "{position} {other}");
            }
        }
        // A position removed.
        let forged = strategy.replace(&format!("{}\n", lines[at]), "");
        let error = floe_naive::check_solution(&forged).unwrap_err();
        assert!(error.contains("no move is listed there"), "{error}");
    }
}

#[test]
fn answers_in_json() {
    let output = floe(&["solve", "paper-penguins", "--rules", "rows=3,cols=3,pieces=1", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["solved"], &json["exact"]), (&Value::Bool(true), &Value::Bool(true)));
    assert!(json["margin"].is_i64() && json["line"][0] == json["move"], "{json}");
}

#[test]
fn errors_and_unsolved_positions() {
    for (args, code, expected) in [
        (&["solve", "amazons", "--limit", "100ms"][..], 1, "floe: not solved within 100ms ("),
        (
            &["solve", "penguins", "--rules", "players=4"],
            2,
            "floe: only two-player games can be solved; this one is for 4",
        ),
        (&["solve", "penguins", "--rules", "slides"], 2, "floe: chance still has tiles to draw"),
        (&["solve", "penguin-buffet"], 2, "floe: penguin-buffet is not a pure slide game"),
        (&["solve", "amazons", "--limit", "soon"], 2, "floe: invalid value 'soon' for '--limit <TIME>'"),
        (&["solve", "amazons", "--memory", "much"], 2, "floe: invalid value 'much' for '--memory <SIZE>'"),
        (&["solve", "amazons", "--leaf", "3"], 2, "floe: the following required arguments were not provided"),
    ] {
        let output = floe(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).starts_with(expected), "{args:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}
