//! Temporary folders, and small file systems that can be filled.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder under the system's temporary folder; removed when it is dropped.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    mounted: bool,
}

static NUMBER: AtomicU32 = AtomicU32::new(0);

impl Folder {
    /// A new folder.
    pub fn new(name: &str) -> io::Result<Folder> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("floe-chaos-{}-{number}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path)?;
        Ok(Folder { path, mounted: false })
    }

    /// A new folder on a file system in memory of this size. Needs root; the error says what is missing.
    pub fn small(name: &str, megabytes: u32) -> Result<Folder, String> {
        if !is_root() {
            return Err("only root can mount a small file system".into());
        }
        let mut folder = Folder::new(name).map_err(|error| error.to_string())?;
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={megabytes}m,mode=700"), "floe-chaos"])
            .arg(&folder.path)
            .stderr(Stdio::null())
            .status();
        match mounted {
            Ok(status) if status.success() => {
                folder.mounted = true;
                Ok(folder)
            }
            _ => Err("cannot mount a tmpfs".into()),
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.mounted {
            unmount(&self.path);
        }
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Does this process run as root?
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Unmounts a file system, also while a process that is about to end still uses it.
pub fn unmount(path: &Path) {
    let _ = Command::new("umount").arg("-l").arg(path).stderr(Stdio::null()).status();
}

/// A file that takes all the free space until it is dropped.
#[derive(Debug)]
pub struct Ballast(PathBuf);

impl Ballast {
    /// Fills the file system of a folder to the last byte.
    pub fn fill(folder: &Path) -> io::Result<Ballast> {
        let path = folder.join("ballast");
        let mut file = File::create(&path)?;
        for size in [1 << 20, 4096, 1] {
            let block = vec![0; size];
            while file.write_all(&block).is_ok() {}
        }
        Ok(Ballast(path))
    }
}

impl Drop for Ballast {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
