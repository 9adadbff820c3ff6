//! Runs every console session in the documentation and compares its output.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages(folder: &Path, list: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            pages(&path, list);
        } else if path.extension().is_some_and(|end| end == "md") {
            list.push(path);
        }
    }
}

/// Commands and their output, from the ```console blocks of a page. A line `…` stands for any lines, and inside a line
/// for any text.
fn sessions(page: &str) -> Vec<(String, String)> {
    let mut sessions: Vec<(String, String)> = Vec::new();
    for block in page.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        for line in block.lines() {
            match (line.strip_prefix("$ "), sessions.last_mut()) {
                (Some(command), _) => sessions.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => *output += &format!("{line}\n"),
                (None, None) => panic!("a session begins with a command: {line}"),
            }
        }
    }
    sessions
}

/// Whether the output matches, where a line `…` may stand for any number of lines.
fn fits(expected: &[&str], output: &[&str]) -> bool {
    match (expected, output) {
        ([], []) => true,
        (["…", rest @ ..], _) => (0..=output.len()).any(|skip| fits(rest, &output[skip..])),
        ([first, rest @ ..], [line, more @ ..]) => {
            line_fits(first.trim_end(), line.trim_end()) && fits(rest, more)
        }
        _ => false,
    }
}

/// Inside a line, `…` stands for any text.
fn line_fits(expected: &str, line: &str) -> bool {
    match expected.split_once('…') {
        Some((start, end)) => {
            line.len() >= start.len() + end.len() && line.starts_with(start) && line.ends_with(end)
        }
        None => expected == line,
    }
}

#[test]
fn sessions_match_the_program() {
    let mut list = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    pages(&root().join("docs"), &mut list);
    let floe = Path::new(env!("CARGO_BIN_EXE_floe"));
    let path = format!("{}:{}", floe.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let mut seen = 0;
    let mut wrong = Vec::new();
    for page in list {
        let Ok(text) = fs::read_to_string(&page) else { continue };
        for (command, expected) in sessions(&text) {
            // A newcomer runs it like this, without an installation.
            let command = command.replace("cargo run --release -- ", "floe ");
            let output =
                Command::new("sh").args(["-c", &command]).env("PATH", &path).current_dir(root()).output();
            let output = output.unwrap();
            let text = format!(
                "{}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
            let (want, got) = (
                expected.trim_end().lines().collect::<Vec<_>>(),
                text.trim_end().lines().collect::<Vec<_>>(),
            );
            if !fits(&want, &got) {
                wrong.push(format!(
                    "{}: `{command}` prints\n{text}\nbut the page shows\n{expected}",
                    page.display()
                ));
            }
            seen += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= 5, "{seen} sessions are shown in the documentation");
}

/// Commands in blocks that are not run, since they serve, write files or take long: each part of a pipe.
fn shown(page: &str) -> Vec<String> {
    let mut block: Option<&str> = None;
    let mut commands = Vec::new();
    for line in page.lines() {
        match (line.trim_start().strip_prefix("```"), block) {
            (Some(_), Some(_)) => block = None,
            (Some(kind), None) => block = Some(kind),
            (None, Some("sh" | "text")) => {
                let line = line.strip_prefix("$ ").unwrap_or(line);
                // Text in quotes is an argument; text after `#` is a remark.
                let bare: String = line.split('"').step_by(2).collect();
                let bare = bare.split(" #").next().unwrap_or_default();
                let parts = bare.split(['|', '&', ';']).map(str::trim);
                commands.extend(parts.filter(|part| part.starts_with("floe ")).map(str::to_owned));
            }
            _ => {}
        }
    }
    commands
}

#[test]
fn commands_that_are_not_run_exist_with_their_options() {
    let mut list = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    pages(&root().join("docs"), &mut list);
    let help = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_floe")).args(words).arg("--help").output().unwrap();
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let mut helps: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut seen = 0;
    for page in list {
        for command in shown(&fs::read_to_string(&page).unwrap()) {
            let words: Vec<&str> = command.split_whitespace().skip(1).collect();
            // `fish xserver` is a command of two words; a game after a command does not change its help.
            let name = &words[..words.iter().take(2).take_while(|word| !word.starts_with('-')).count()];
            let text = helps
                .entry(name.join(" "))
                .or_insert_with(|| help(name).or_else(|| help(&name[..name.len().min(1)])));
            let place = page.display();
            let text = text.as_ref().unwrap_or_else(|| panic!("{place}: there is no `{command}`"));
            for option in words.iter().filter(|word| word.starts_with("--")) {
                let option = option.split('=').next().unwrap_or(option);
                let known = text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == option);
                assert!(known, "{place}: `{command}` has no option {option}");
            }
            seen += 1;
        }
    }
    assert!(seen >= 20, "{seen} commands are shown in the documentation");
}
