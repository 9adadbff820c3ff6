//! `cargo xtask attack`, `cargo xtask history` and `cargo xtask cluster`: the server under attack and under faults, and
//! several of them, by a separate program (`crates/floe-chaos`).

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::programs::{cargo, root, run};

/// Builds what is needed and runs the command. Returns its exit status: 0 on success, 1 on failure, 2 for invalid
/// usage.
pub fn chaos(command: &str, args: &[String]) -> ExitCode {
    let names_server = args.iter().any(|word| word == "--server" || word.starts_with("--server="));
    let is_help = args.iter().any(|word| matches!(word.as_str(), "--help" | "-h"));
    let mut packages = vec!["floe-chaos"];
    if !names_server && !is_help {
        packages.push("floe-cli");
    }
    for package in packages {
        eprintln!("== building {package} (a few minutes the first time)");
        let mut build = cargo();
        build.args(["build", "--quiet", "--profile", "quick", "--package", package]);
        // As for `cargo xtask serve`, so that they share their builds.
        build.env("FLOE_EMBED", "0");
        if !run(build) {
            return ExitCode::from(2);
        }
    }
    let mut program = std::process::Command::new(built("floe-chaos"));
    program.arg(command);
    if !names_server && !is_help {
        program.arg("--server").arg(built("floe"));
    }
    match program.args(args).status() {
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2)),
        Err(error) => {
            eprintln!("xtask: cannot start floe-chaos: {error}");
            ExitCode::from(2)
        }
    }
}

/// A program built with the profile `quick`.
fn built(name: &str) -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("quick").join(name)
}
