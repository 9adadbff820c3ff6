//! The programs that are used, and whether they are installed.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Where PostgreSQL's server is, as the tests that start one find it.
#[path = "../../crates/floe-store/src/postgres_server/programs.rs"]
mod postgres;

/// Where the NATS server is, in the same way.
#[path = "../../crates/floe-work/src/nats_server/programs.rs"]
mod nats;

pub use nats::nats_server_program;
pub use postgres::postgres_programs;

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A program by its name; cargo is the one that runs this.
pub fn named(name: &str) -> Command {
    match (name, env::var_os("CARGO")) {
        ("cargo", Some(cargo)) => Command::new(cargo),
        _ => Command::new(name),
    }
}

/// Cargo, in the root.
pub fn cargo() -> Command {
    let mut cargo = named("cargo");
    cargo.current_dir(root());
    cargo
}

/// The same command at the lowest priority, where there is a program that sets it.
pub fn in_spare_time(command: Command) -> Command {
    if !is_there("nice", &[]) {
        return command;
    }
    let mut nice = named("nice");
    nice.args(["-n", "19"]).arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        nice.current_dir(folder);
    }
    nice
}

/// A program in the web app's folder.
pub fn in_web(name: &str) -> Command {
    let mut command = named(name);
    command.current_dir(root().join("web"));
    command
}

/// Runs a command to its end; prints a message if it cannot be started.
pub fn run(mut command: Command) -> bool {
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("xtask: cannot start {}: {error}", command.get_program().to_string_lossy());
            false
        }
    }
}

/// Whether a program is installed: asks for its version.
pub fn is_there(name: &str, args: &[&str]) -> bool {
    let mut command = named(name);
    command.args(args).arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Checks that Node is recent enough to build the web app; returns what is missing, if anything.
pub fn missing_node() -> Option<String> {
    let output = named("node").arg("--version").output().ok().filter(|output| output.status.success());
    let Some(output) = output else {
        return Some("Node is missing; version 20 or later is needed".into());
    };
    let version = String::from_utf8_lossy(&output.stdout).trim().trim_start_matches('v').to_owned();
    let major: u32 = version.split('.').next().and_then(|major| major.parse().ok()).unwrap_or(0);
    if major < 20 {
        return Some(format!("Node {version} is too old; version 20 or later is needed"));
    }
    (!is_there("npm", &[])).then(|| "npm is missing; it comes with Node".into())
}

/// The browser for testing the web app.
pub fn chromium() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let folders = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.exists())
}
