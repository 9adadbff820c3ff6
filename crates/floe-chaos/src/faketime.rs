//! A wall clock that jumps, for one process: libfaketime, where it is installed.

use std::path::{Path, PathBuf};

use crate::server::Setup;

/// The message if the library is missing.
pub const MISSING: &str = "libfaketime is missing; on Debian `apt-get install faketime` installs it";

/// A controlled wall clock. Monotonic clocks stay true.
#[derive(Clone, Debug)]
pub struct FakeClock {
    library: PathBuf,
    file: PathBuf,
}

impl FakeClock {
    /// A clock that is controlled by a file in a folder; `None` if the library is missing.
    pub fn new(folder: &Path) -> Result<FakeClock, String> {
        let library = library().ok_or(MISSING)?;
        let clock = FakeClock { library, file: folder.join("faketime") };
        clock.jump(0)?;
        Ok(clock)
    }

    /// A server that reads this clock.
    pub fn applied_to(&self, setup: Setup) -> Setup {
        setup
            .env("LD_PRELOAD", &self.library.display().to_string())
            .env("FAKETIME_TIMESTAMP_FILE", &self.file.display().to_string())
            .env("FAKETIME_NO_CACHE", "1")
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
            .env("FAKETIME_DONT_RESET", "1")
    }

    /// From now on the wall clock is this many seconds off.
    pub fn jump(&self, offset_seconds: i64) -> Result<(), String> {
        // Renamed into place, so that no half-written offset is ever read.
        let part = self.file.with_extension("part");
        std::fs::write(&part, format!("{offset_seconds:+}\n"))
            .and_then(|()| std::fs::rename(&part, &self.file))
            .map_err(|error| format!("cannot write the clock file: {error}"))
    }
}

fn library() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?;
    let paths = folders.flatten().map(|folder| folder.path().join("faketime"));
    let mut paths: Vec<PathBuf> = paths.chain([PathBuf::from("/usr/lib/faketime")]).collect();
    paths.sort();
    paths
        .iter()
        .flat_map(|path| [path.join("libfaketimeMT.so.1"), path.join("libfaketime.so.1")])
        .find(|path| path.exists())
}
