//! Checks of the whole tree: crates in order, an invariant for each, no machine-specific paths in any file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_metadata::{DependencyKind, MetadataCommand, Package};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The crates in the order of ARCHITECTURE.md: each may depend only on those before it.
fn crates() -> Vec<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let table = text.split("<!-- crates -->").nth(1).expect("ARCHITECTURE.md marks the list of crates");
    table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next().map(str::to_owned)).collect()
}

/// The packages under `crates/`, as cargo reads them.
fn packages() -> Vec<Package> {
    let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec().unwrap();
    let folder = metadata.workspace_root.join("crates");
    metadata.packages.into_iter().filter(|package| package.manifest_path.starts_with(&folder)).collect()
}

#[test]
fn crates_depend_only_on_crates_before_them() {
    let crates = crates();
    let place: BTreeMap<&str, usize> =
        crates.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let packages = packages();
    for package in &packages {
        let name = package.name.as_str();
        let at = *place.get(name).unwrap_or_else(|| panic!("ARCHITECTURE.md does not list {name}"));
        // Tests may use any crate: they are built last.
        for dependency in package.dependencies.iter().filter(|one| one.kind != DependencyKind::Development) {
            let dependency = dependency.name.as_str();
            if let Some(&below) = place.get(dependency) {
                assert!(
                    below < at,
                    "{name} depends on {dependency}, which comes after it in ARCHITECTURE.md"
                );
                assert_ne!(dependency, "floe-naive", "only tests use floe-naive");
                assert_ne!(dependency, "floe-chaos", "only tests use floe-chaos");
            }
        }
    }
    assert_eq!(packages.len(), crates.len(), "ARCHITECTURE.md lists exactly the existing crates: {crates:?}");
}

#[test]
fn every_crate_has_its_invariant() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for name in crates() {
        let section = text.split(&format!("## {name}\n")).nth(1);
        let section = section.and_then(|section| section.split("\n## ").next()).unwrap_or_default();
        assert!(section.contains("**Invariant:**"), "ARCHITECTURE.md has no invariant for {name}");
    }
}

/// Every file that git tracks or would add.
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
            println!("skipped: this is not a git checkout");
            Vec::new()
        }
    }
}

#[test]
fn no_file_contains_machine_paths() {
    // Spelled so that this file does not contain them either.
    let forbidden =
        ["/ro@ot/", "/ho@me/", "/wo@rk/", "/tm@p/", "regis@try+http"].map(|word| word.replace('@', ""));
    for file in files() {
        let lock = file.file_name().is_some_and(|name| name == "Cargo.lock");
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for word in &forbidden {
            // Our own folders may have such names; a machine's path begins with them.
            let within = |at: usize| {
                text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || "._-@}".contains(c))
            };
            let found =
                text.match_indices(word.as_str()).any(|(at, _)| !within(at) || !word.starts_with('/'));
            // The lock file names the registry in cargo's notation.
            assert!(lock || !found, "{} contains {word}", file.display());
        }
    }
}

#[test]
fn files_are_not_too_long() {
    for file in files().into_iter().filter(|file| file.extension().is_some_and(|end| end == "rs")) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let lines = text.lines().count();
        assert!(lines <= 700, "{} has {lines} lines; split it by topic", file.display());
    }
}

/// What takes too long for a test is a command or an example, which people can find and which says how to call it.
#[test]
fn no_test_is_ignored() {
    // Spelled so that this file does not contain it either.
    let attribute = "#[ign@ore".replace('@', "");
    for file in files().into_iter().filter(|file| file.extension().is_some_and(|end| end == "rs")) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for (number, line) in text.lines().enumerate() {
            let ignored = line.trim_start().starts_with(&attribute);
            assert!(!ignored, "{}:{}: make it a command or an example", file.display(), number + 1);
        }
    }
}

/// Where games may be distinguished by their ids: their own folders, Fish's protocol, and code that is about one game
/// on purpose.
const MAY_NAME_GAMES: &[&str] = &[
    "crates/floe-cli/src/bench/",
    "crates/floe-cli/src/fish/",
    "crates/floe-referee/src/fish/",
    // Independent implementations, and attacks: they deliberately know nothing of the registry.
    "crates/floe-naive/",
    "crates/floe-chaos/",
];

/// Facts about a game belong in its manifest: code that asks for a game's id lacks a field there.
#[test]
fn no_code_compares_with_the_id_of_a_game() {
    let registry = fs::read_to_string(root().join("crates/floe-games/src/registry.rs")).unwrap();
    let folders: Vec<&str> = registry
        .lines()
        .filter_map(|line| line.trim().strip_suffix("MANIFEST,").and_then(|line| line.split("::").next()))
        .collect();
    assert!(folders.len() >= 9, "{folders:?}");
    let mut ids: Vec<String> = folders.iter().map(|folder| folder.replace('_', "-")).collect();
    ids.push("pauper".into());
    // A switch, a unit and a kind of score have the same names.
    let ambiguous = ["fish"];
    let mut named = Vec::new();
    for file in files() {
        let path = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
        let python = path.starts_with("python/src/") || path.starts_with("python/floe/");
        let source = path.starts_with("crates/") && path.ends_with(".rs") && path.contains("/src/") || python;
        let own = folders.iter().any(|folder| path.starts_with(&format!("crates/floe-games/src/{folder}/")));
        let test = path.contains("/tests/") || path.ends_with("/tests.rs");
        if !source || own || test || MAY_NAME_GAMES.iter().any(|prefix| path.starts_with(prefix)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let found = |id: &String| {
                let literal = format!("\"{id}\"");
                let compares = ["==", "!=", "=>", "matches!", "| \""].iter().any(|sign| line.contains(sign));
                let game = !ambiguous.contains(&id.as_str()) || line.contains("game") || line.contains(".id");
                line.contains(&literal) && compares && game || line.contains("game.ends_with(")
            };
            if !line.trim_start().starts_with("//") && ids.iter().any(found) {
                named.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert!(named.is_empty(), "ask the manifest instead:\n{}", named.join("\n"));
}
