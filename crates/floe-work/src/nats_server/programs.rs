//! Where the NATS server is. Distributions put it where only administrators look.

use std::path::{Path, PathBuf};

/// The program `nats-server`: on the path, or in the folders for servers. `None` if it is not installed.
pub fn nats_server_program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"].map(Path::new).map(PathBuf::from);
    std::env::split_paths(&path)
        .chain(folders)
        .map(|folder| folder.join("nats-server"))
        .find(|file| file.is_file())
}
