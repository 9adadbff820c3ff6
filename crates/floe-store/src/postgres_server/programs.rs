//! Where the programs of PostgreSQL's server are. Distributions do not put them on the path.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What is used of them.
const PROGRAMS: [&str; 4] = ["postgres", "initdb", "pg_isready", "pg_basebackup"];

/// The folder with the programs: on the path, where `pg_config` says, or where Debian puts them, the newest version first.
/// `None` if PostgreSQL is not installed.
pub fn postgres_programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let configured = Command::new("pg_config").arg("--bindir").output().ok().map(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        PathBuf::from(folder)
    });
    let versions = std::fs::read_dir(Path::new("/usr/lib/postgresql")).into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    let number = |folder: &PathBuf| -> Option<u32> { folder.parent()?.file_name()?.to_str()?.parse().ok() };
    versions.sort_by_key(|folder| std::cmp::Reverse(number(folder)));
    let folders = std::env::split_paths(&path).chain(configured).chain(versions);
    folders.into_iter().find(|folder| PROGRAMS.iter().all(|name| folder.join(name).exists()))
}
