//! What the whole tree promises: rooms in order, an invariant for each, nothing of any machine in any file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The crates in the order of ARCHITECTURE.md: each may use those before it.
fn rooms() -> Vec<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let table = text.split("<!-- rooms -->").nth(1).expect("ARCHITECTURE.md marks the list of rooms");
    table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next().map(str::to_owned)).collect()
}

fn dependencies(manifest: &Path, section: &str) -> Vec<String> {
    let text = fs::read_to_string(manifest).unwrap();
    let body = text.split(&format!("[{section}]")).nth(1).unwrap_or_default();
    let body = body.split("\n[").next().unwrap_or_default();
    body.lines().filter_map(|line| line.split(['.', ' ', '=']).next()).map(str::to_owned).collect()
}

#[test]
fn crates_use_only_the_rooms_before_theirs() {
    let rooms = rooms();
    let place: BTreeMap<&str, usize> =
        rooms.iter().enumerate().map(|(at, room)| (room.as_str(), at)).collect();
    let mut seen = 0;
    for entry in fs::read_dir(root().join("crates")).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        let at = *place.get(name.as_str()).unwrap_or_else(|| panic!("ARCHITECTURE.md does not list {name}"));
        for dependency in dependencies(&entry.path().join("Cargo.toml"), "dependencies") {
            if let Some(&below) = place.get(dependency.as_str()) {
                assert!(below < at, "{name} uses {dependency}, which comes after it in ARCHITECTURE.md");
                assert_ne!(dependency, "floe-naive", "only tests use floe-naive");
                assert_ne!(dependency, "floe-chaos", "only tests use floe-chaos");
            }
        }
        seen += 1;
    }
    assert_eq!(seen, rooms.len(), "ARCHITECTURE.md lists the crates there are: {rooms:?}");
}

#[test]
fn every_room_has_its_invariant() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for room in rooms() {
        let section = text.split(&format!("## {room}\n")).nth(1);
        let section = section.and_then(|section| section.split("\n## ").next()).unwrap_or_default();
        assert!(section.contains("**Invariant:**"), "ARCHITECTURE.md has no invariant for {room}");
    }
}

/// Every file that git knows or would take.
fn files() -> Vec<PathBuf> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output();
    match output {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).lines().map(|line| root().join(line)).collect()
        }
        _ => {
            println!("skipped: this is no checkout of git");
            Vec::new()
        }
    }
}

#[test]
fn no_file_speaks_of_a_machine() {
    // Spelled so that this file does not speak of them either.
    let forbidden =
        ["/ro@ot/", "/ho@me/", "/wo@rk/", "/tm@p/", "regis@try+http"].map(|word| word.replace('@', ""));
    for file in files() {
        let lock = file.file_name().is_some_and(|name| name == "Cargo.lock");
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for word in &forbidden {
            // Folders of ours may have such names; a path of a machine begins with them.
            let within = |at: usize| {
                text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || "._-@}".contains(c))
            };
            let said = text.match_indices(word.as_str()).any(|(at, _)| !within(at) || !word.starts_with('/'));
            // The lock file names the registry for cargo, in cargo's own words.
            assert!(lock || !said, "{} speaks of {word}", file.display());
        }
    }
}

#[test]
fn files_are_of_a_size_to_be_read() {
    for file in files().into_iter().filter(|file| file.extension().is_some_and(|end| end == "rs")) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let lines = text.lines().count();
        assert!(lines <= 700, "{} has {lines} lines: split it along its ideas", file.display());
    }
}
