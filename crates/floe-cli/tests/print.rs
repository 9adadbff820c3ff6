//! `floe print`: the examples in its help work, files are not overwritten, the sheet has the numbers that `floe show`
//! deals.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder for one test, deleted with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("floe-print-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn floe(&self, line: &str) -> Output {
        let args = line.split(' ').filter(|word| !word.is_empty());
        Command::new(env!("CARGO_BIN_EXE_floe")).args(args).current_dir(&self.0).output().unwrap()
    }

    fn names(&self) -> Vec<String> {
        let names =
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _left = fs::remove_dir_all(&self.0);
    }
}

fn printed_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn record(path: &Path) {
    let floe = env!("CARGO_BIN_EXE_floe");
    let script = format!("'{floe}' trace paper-penguins --rules small --seed 3 | '{floe}' convert -");
    fs::write(path, Command::new("sh").args(["-c", &script]).output().unwrap().stdout).unwrap();
}

#[test]
fn the_examples_of_the_help_work() {
    let folder = Folder::new("help");
    record(&folder.0.join("game.json"));
    let help = printed_text(&folder.floe("print --help"));
    let examples = help.lines().filter_map(|line| line.strip_prefix("  floe "));
    let mut seen = 0;
    for line in examples {
        let output = folder.floe(line);
        assert_eq!(output.status.code(), Some(0), "floe {line}: {}", printed_text(&output));
        let file = line.rsplit(' ').next().unwrap();
        let bytes = fs::read(folder.0.join(file)).unwrap();
        assert!(bytes.starts_with(b"%PDF") || bytes.starts_with(b"<svg"), "{file}");
        seen += 1;
    }
    assert_eq!(seen, 9);
}

#[test]
fn a_sheet_has_the_numbers_that_show_deals() {
    let folder = Folder::new("seed");
    let printed = folder.floe("print paper-penguins --seed 71 --per-page 1 --out sheet.svg");
    assert_eq!(printed.status.code(), Some(0), "{}", printed_text(&printed));
    let svg = fs::read_to_string(folder.0.join("sheet.svg")).unwrap();
    assert!(svg.contains(">seed 71</text>"));
    let texts = svg.split("</text>").filter_map(|text| text.rsplit('>').next());
    let numbers: String = texts.filter(|text| ["1", "2", "3"].contains(text)).take(64).collect();
    let shown: Value =
        serde_json::from_slice(&folder.floe("show paper-penguins --seed 71 --json").stdout).unwrap();
    let board = shown["position"].as_str().unwrap().split(' ').next().unwrap().replace('/', "");
    assert_eq!(numbers, board);
}

#[test]
fn files_are_overwritten_only_with_force() {
    let folder = Folder::new("force");
    let line = "print paper-penguins --boards 3 --per-page 1 --out sheets.svg";
    let json: Value = serde_json::from_slice(&folder.floe(&format!("{line} --json")).stdout).unwrap();
    assert_eq!(json["pages"], 3);
    assert_eq!(folder.names(), ["sheets-1.svg", "sheets-2.svg", "sheets-3.svg"]);
    fs::remove_file(folder.0.join("sheets-1.svg")).unwrap();
    let refused = folder.floe(line);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        printed_text(&refused).contains("sheets-2.svg already exists; --force overwrites it"),
        "{}",
        printed_text(&refused)
    );
    assert_eq!(folder.names(), ["sheets-2.svg", "sheets-3.svg"], "nothing is written in that case");
    assert_eq!(folder.floe(&format!("{line} --force")).status.code(), Some(0));
    assert_eq!(folder.names().len(), 3);
}

#[test]
fn errors_explain_what_is_wrong() {
    let folder = Folder::new("wrong");
    fs::write(folder.0.join("game.json"), "{}").unwrap();
    for (line, expected) in [
        ("print amazons --out board.txt", "the file name must end in .pdf or .svg"),
        ("print chess --out board.pdf", "unknown game 'chess'"),
        ("print paper-penguins --per-page 9 --out sheet.pdf", "9 boards do not fit on a page; choose 1 to 6"),
        ("print paper-penguins --boards 9999 --out sheet.pdf", "9999 boards are too many; the limit is 200"),
        ("print paper-penguins --boards 0 --out sheet.pdf", "0 boards cannot be printed"),
        (
            "print penguins --boards 2 --out tiles.pdf",
            "--boards and --per-page apply only to paper-penguins sheets",
        ),
        ("print --record game.json --out game.pdf", "not a Floe record"),
        ("print --out game.pdf", "GAME"),
        ("print amazons --out nowhere/board.pdf", "nowhere/board.pdf"),
    ] {
        let output = folder.floe(line);
        assert_eq!(output.status.code(), Some(2), "floe {line}: {}", printed_text(&output));
        assert!(printed_text(&output).contains(expected), "floe {line}: {}", printed_text(&output));
    }
    assert_eq!(folder.names(), ["game.json"]);
}
