//! Flags that keep the folders of this machine out of what is built, so that the same sources give the same bytes anywhere.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Replaces the folder of the sources and those of the crates. The compiler takes the last that fits, and crates may lie in
/// the folder of the sources.
pub fn flags(root: &Path) -> io::Result<Vec<String>> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let registries = fs::read_dir(home.unwrap_or_default().join("registry/src")).into_iter().flatten();
    let mut registries: Vec<PathBuf> = registries.flatten().map(|entry| entry.path()).collect();
    registries.sort();
    let folders = [(fs::canonicalize(root)?, "floe")].into_iter();
    let folders = folders.chain(registries.into_iter().map(|folder| (folder, "crates")));
    Ok(folders.map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())).collect())
}
