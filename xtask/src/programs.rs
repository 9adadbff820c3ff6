//! The programs that are used, and whether they are there.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Where everything is.
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

/// A program in the page's folder.
pub fn in_web(name: &str) -> Command {
    let mut command = named(name);
    command.current_dir(root().join("web"));
    command
}

/// Runs a command to its end; says so where it cannot be started.
pub fn run(mut command: Command) -> bool {
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("xtask: {} cannot be started: {error}", command.get_program().to_string_lossy());
            false
        }
    }
}

/// Is a program there? It is asked for its version.
pub fn is_there(name: &str, words: &[&str]) -> bool {
    let mut command = named(name);
    command.args(words).arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Node, new enough to build the page: what is missing, if something is.
pub fn missing_node() -> Option<String> {
    let output = named("node").arg("--version").output().ok().filter(|output| output.status.success());
    let Some(output) = output else {
        return Some("Node is missing; version 20 or later would build it".into());
    };
    let version = String::from_utf8_lossy(&output.stdout).trim().trim_start_matches('v').to_owned();
    let major: u32 = version.split('.').next().and_then(|major| major.parse().ok()).unwrap_or(0);
    if major < 20 {
        return Some(format!("Node {version} is too old; version 20 or later would build it"));
    }
    (!is_there("npm", &[])).then(|| "npm is missing; it comes with Node".into())
}

/// The browser that the page is tested in.
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
