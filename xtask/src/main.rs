//! Set-up, build, test: `cargo xtask help`.

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask serve    build and serve the platform at http://127.0.0.1:7878; what follows goes to `floe serve`
cargo xtask test     every check there is: format, lints, tests, licences
cargo xtask api      write the API's OpenAPI document and TypeScript types anew
cargo xtask help     this";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["serve", ..] => serve(&words[1..]),
        ["api"] => api(),
        ["help" | "--help"] => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("xtask: '{}' is not known here\n\n{HELP}", words.join(" "));
            ExitCode::from(2)
        }
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// Builds and serves, from wherever it is called: the data file is in the folder it is called from.
fn serve(words: &[String]) -> ExitCode {
    println!("== building floe (a few minutes the first time)");
    println!(
        "== the page: the small one that is part of the program; it needs neither Node nor anything else to build"
    );
    let manifest = root().join("Cargo.toml");
    let mut run = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    run.args(["run", "--quiet", "--profile", "quick", "--package", "floe-cli", "--manifest-path"]);
    run.arg(manifest).args(["--", "serve"]).args(words);
    match run.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: cargo cannot be started: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes what is generated from the wire types.
fn api() -> ExitCode {
    let done = cargo()
        .args(["test", "--quiet", "-p", "floe-server", "--test", "api"])
        .env("FLOE_WRITE_API", "1")
        .status();
    if done.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A check: its name, the command, and what to say when its tool is missing (then it is skipped).
struct Check {
    name: &'static str,
    command: &'static [&'static str],
    without: Option<&'static str>,
}

const CHECKS: &[Check] = &[
    Check {
        name: "format",
        command: &["fmt", "--all", "--check"],
        without: Some("rustup component add rustfmt"),
    },
    Check {
        name: "lints",
        command: &["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"],
        without: Some("rustup component add clippy"),
    },
    Check { name: "tests", command: &["test", "--workspace", "--quiet"], without: None },
    Check {
        name: "licences, bans, sources",
        command: &["deny", "--log-level", "error", "check", "licenses", "bans", "sources"],
        without: Some("cargo install cargo-deny"),
    },
];

/// Runs every check, even after one has failed, and says what was skipped and why.
fn test() -> ExitCode {
    let mut failed = Vec::new();
    let mut skipped = Vec::new();
    for Check { name, command, without } in CHECKS {
        let there = without.is_none()
            || cargo().arg(command[0]).arg("--version").output().is_ok_and(|output| output.status.success());
        if !there {
            println!("== {name}: skipped, {} would add it", without.unwrap_or_default());
            skipped.push(*name);
            continue;
        }
        println!("== {name}: cargo {}", command.join(" "));
        let began = Instant::now();
        let passed = cargo().args(*command).status().is_ok_and(|status| status.success());
        println!("== {name}: {} in {:.0?}", if passed { "passed" } else { "FAILED" }, began.elapsed());
        if !passed {
            failed.push(*name);
        }
    }
    if !skipped.is_empty() {
        println!("skipped: {}", skipped.join(", "));
    }
    if failed.is_empty() {
        println!("all checks passed");
        return ExitCode::SUCCESS;
    }
    println!("failed: {}", failed.join(", "));
    ExitCode::FAILURE
}
