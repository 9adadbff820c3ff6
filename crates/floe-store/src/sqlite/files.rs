//! The files of a store: the database, and what lies beside it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::fault::io_fault;
use crate::StoreError;

/// "FLOE", in the header of every database of ours.
pub(super) const APPLICATION: u32 = 0x464c_4f45;

/// A file beside a database: its name with an ending.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Where the mark of a database lies.
pub(super) fn mark_of(path: &Path) -> PathBuf {
    beside(path, ".mark")
}

/// Held while a store uses its file. The system takes it back when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock(#[allow(dead_code, reason = "held, not used")] File);

impl Lock {
    /// Takes the lock of a database, or says who cannot have it.
    pub(super) fn take(path: &Path) -> Result<Lock, StoreError> {
        let lock = beside(path, ".lock");
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock)
            .map_err(|error| io_fault(&lock.display().to_string(), error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::Failed(format!(
                "{} is in use by another server; stop that one first, or give this one a file of its own",
                path.display()
            ))),
            Err(TryLockError::Error(error)) => Err(io_fault(&lock.display().to_string(), error)),
        }
    }
}

/// What the first bytes of a file say it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// There is nothing, or an empty file.
    Absent,
    /// A database of ours.
    Ours,
    /// A database of another program.
    Foreign,
    /// No database.
    Strange,
}

/// Looks at a file without SQLite, which might write to it.
pub(super) fn look(path: &Path) -> Result<Looks, StoreError> {
    let unusable = |error| io_fault(&path.display().to_string(), error);
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Looks::Absent),
        Err(error) => return Err(unusable(error)),
    };
    let mut header = Vec::with_capacity(100);
    Read::by_ref(&mut file).take(100).read_to_end(&mut header).map_err(unusable)?;
    Ok(match header.get(68..72) {
        None if header.is_empty() => Looks::Absent,
        _ if !header.starts_with(b"SQLite format 3\0") => Looks::Strange,
        Some(id) if id == APPLICATION.to_be_bytes() => Looks::Ours,
        Some(_) => Looks::Foreign,
        None => Looks::Strange,
    })
}

/// Refuses to write where something lies already, even if it is only what a database left behind: SQLite would take an
/// old write-ahead log for part of a new file.
pub(super) fn must_be_free(path: &Path) -> Result<(), StoreError> {
    for ending in ["", "-wal", "-journal", ".mark"] {
        let taken = beside(path, ending);
        if taken.symlink_metadata().is_ok() {
            return Err(StoreError::Failed(format!(
                "{} is there already and is not overwritten; move it away or choose another name",
                taken.display()
            )));
        }
    }
    Ok(())
}

/// Removes a database under a passing name, with what SQLite leaves beside it.
pub(super) fn clear(path: &Path) {
    for ending in ["", "-wal", "-shm", "-journal"] {
        // What is not there need not be removed; what cannot be removed is found when it is made anew.
        let _ = std::fs::remove_file(beside(path, ending));
    }
}

/// Makes sure that a file's content is on the disk.
pub(super) fn sync(path: &Path) -> Result<(), StoreError> {
    File::open(path)
        .and_then(|file| file.sync_all())
        .map_err(|error| io_fault(&path.display().to_string(), error))
}

/// Makes sure that the name of a file is on the disk as well.
pub(super) fn sync_folder_of(path: &Path) -> Result<(), StoreError> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Elsewhere folders cannot be opened, and need not be.
    if cfg!(unix) { sync(folder) } else { Ok(()) }
}

/// Gives a finished file its name, unless the name is taken.
pub(super) fn publish(part: &Path, to: &Path) -> Result<(), StoreError> {
    let unusable = |error| io_fault(&to.display().to_string(), error);
    // A second name is refused by the system if there is such a file, whatever happens meanwhile; where files cannot
    // have two names, looking first must do.
    match std::fs::hard_link(part, to) {
        Ok(()) => std::fs::remove_file(part).map_err(unusable)?,
        Err(_) => {
            must_be_free(to)?;
            std::fs::rename(part, to).map_err(unusable)?;
        }
    }
    sync_folder_of(to)
}
