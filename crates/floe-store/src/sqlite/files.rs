//! The files of a store: the database, and the files next to it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::errors::io_fault;
use super::in_use::{Claim, Claimed, FileId, peek};
use crate::StoreError;

/// "FLOE", in the header of every Floe database.
pub(super) const APPLICATION: u32 = 0x464c_4f45;

/// A file next to a database: its name with a suffix.
pub(super) fn sibling_path(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// The path of a database's high-water mark.
pub(super) fn mark_of(path: &Path) -> PathBuf {
    sibling_path(path, ".mark")
}

/// The file that a path means: absolute and without links, so that the other files are always next to the database file
/// itself. The file need not exist yet, but its folder must.
pub(super) fn resolve(path: &Path) -> Result<PathBuf, StoreError> {
    let unusable = |error| io_fault(&path.display().to_string(), error);
    let mut path = path.to_owned();
    // As many links as Linux follows.
    for _ in 0..40 {
        match path.canonicalize() {
            Ok(path) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(unusable(error)),
        }
        let Some(name) = path.file_name() else {
            return Err(unusable(std::io::ErrorKind::NotFound.into()));
        };
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = folder.canonicalize().map_err(unusable)?;
        match path.read_link() {
            // A link to a file that does not exist yet.
            Ok(target) => path = folder.join(target),
            Err(_) => return Ok(folder.join(name)),
        }
    }
    Err(unusable(std::io::Error::other("too many symbolic links")))
}

/// Held while a store uses its file. The system releases it when the process ends, however it ends.
///
/// There are two locks. The one on the file `.lock` belongs to the name and exists before the database does; the one on
/// the database itself belongs to the file, whatever path leads to it.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    claim: Option<Claim>,
    lock: File,
}

impl Lock {
    /// Takes the locks of a database, or returns why it cannot. The path must be resolved.
    pub(super) fn take(path: &Path) -> Result<Lock, StoreError> {
        let lock = sibling_path(path, ".lock");
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock)
            .map_err(|error| io_fault(&lock.display().to_string(), error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(path)),
            Err(TryLockError::Error(error)) => return Err(io_fault(&lock.display().to_string(), error)),
        }
        let mut lock = Lock { path: path.to_owned(), claim: None, lock: file };
        lock.claim()?;
        Ok(lock)
    }

    /// Locks the database itself, if it exists: called again once it has been created.
    pub(super) fn claim(&mut self) -> Result<(), StoreError> {
        self.claim = None;
        match Claim::take(&self.path) {
            Ok(Claimed::Claim(claim)) => self.claim = Some(claim),
            Ok(Claimed::Missing) => {}
            Ok(Claimed::Taken) => return Err(in_use(&self.path)),
            Err(error) => return Err(io_fault(&self.path.display().to_string(), error)),
        }
        Ok(())
    }

    /// The database that is locked.
    pub(super) fn database(&self) -> Option<FileId> {
        self.claim.as_ref().map(Claim::id)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.claim = None;
        // Closing the file is not enough. A child process that another thread is just starting shares the lock until it
        // runs its program, and the next store would find the file in use.
        let _ = self.lock.unlock();
    }
}

fn in_use(path: &Path) -> StoreError {
    StoreError::Unusable(format!(
        "{} is in use by another server, perhaps through another path; stop that server first, or use another file \
         for this one",
        path.display()
    ))
}

/// Refuses a database with several names. SQLite puts the write-ahead log next to the name that it was given, so what
/// is written through one name is lost for the others.
pub(super) fn must_have_one_name(path: &Path) -> Result<(), StoreError> {
    let names = match path.metadata() {
        Ok(metadata) => metadata.nlink(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(io_fault(&path.display().to_string(), error)),
    };
    if names > 1 {
        let shown = shell(path);
        return Err(StoreError::Unusable(format!(
            "{} has {names} names (hard links), but the write-ahead log of a database lies next to one name only; \
             `find FOLDER -samefile {shown}` lists the others: keep the name with `-wal` or `.mark` next to it, and \
             remove the others",
            path.display()
        )));
    }
    Ok(())
}

/// A path quoted for a shell.
pub(super) fn shell(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+,:@%=".contains(letter);
    match !path.is_empty() && path.chars().all(plain) {
        true => path,
        false => format!("'{}'", path.replace('\'', r"'\''")),
    }
}

/// The kind of a file, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// No file, or an empty one.
    Absent,
    /// A Floe database.
    Ours,
    /// A database of another program.
    Foreign,
    /// Not a database.
    Strange,
}

/// Classifies a file without SQLite, which might write to it.
pub(super) fn classify(path: &Path) -> Result<FileKind, StoreError> {
    let header = peek(path, |file| {
        let mut header = Vec::with_capacity(100);
        Read::by_ref(file).take(100).read_to_end(&mut header)?;
        Ok(header)
    });
    let header = match header {
        Ok(header) => header,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(FileKind::Absent),
        Err(error) => return Err(io_fault(&path.display().to_string(), error)),
    };
    Ok(match header.get(68..72) {
        None if header.is_empty() => FileKind::Absent,
        _ if !header.starts_with(b"SQLite format 3\0") => FileKind::Strange,
        Some(id) if id == APPLICATION.to_be_bytes() => FileKind::Ours,
        Some(_) => FileKind::Foreign,
        None => FileKind::Strange,
    })
}

/// Refuses to write where a file already exists, even if it is only left over from a database: SQLite would take an old
/// write-ahead log for part of a new file.
pub(super) fn must_be_free(path: &Path) -> Result<(), StoreError> {
    for ending in ["", "-wal", "-journal", ".mark"] {
        let taken = sibling_path(path, ending);
        if taken.symlink_metadata().is_ok() {
            return Err(StoreError::Unusable(format!(
                "{} already exists and will not be overwritten; move it or choose another name",
                taken.display()
            )));
        }
    }
    Ok(())
}

/// Removes a database under a temporary name, with what SQLite leaves next to it.
pub(super) fn clear(path: &Path) {
    for ending in ["", "-wal", "-shm", "-journal"] {
        // A missing file need not be removed; one that cannot be removed is found when it is created again.
        let _ = std::fs::remove_file(sibling_path(path, ending));
    }
}

/// Syncs a file's content to disk.
pub(super) fn sync(path: &Path) -> Result<(), StoreError> {
    File::open(path)
        .and_then(|file| file.sync_all())
        .map_err(|error| io_fault(&path.display().to_string(), error))
}

/// Syncs the name of a file to disk as well.
pub(super) fn sync_folder_of(path: &Path) -> Result<(), StoreError> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // On other systems folders cannot be opened, and need not be.
    if cfg!(unix) { sync(folder) } else { Ok(()) }
}

/// Gives a finished file its name, unless the name is taken.
pub(super) fn publish(part: &Path, to: &Path) -> Result<(), StoreError> {
    let unusable = |error| io_fault(&to.display().to_string(), error);
    // The system refuses a second name if the file exists, even in a race; where files cannot have two names, checking
    // first must do.
    match std::fs::hard_link(part, to) {
        Ok(()) => std::fs::remove_file(part).map_err(unusable)?,
        Err(_) => {
            must_be_free(to)?;
            std::fs::rename(part, to).map_err(unusable)?;
        }
    }
    sync_folder_of(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that is being started has copies of all descriptors of its parent, and so shares its locks.
    #[test]
    fn a_copy_of_the_descriptor_does_not_keep_the_lock() {
        let folder = std::env::temp_dir().join(format!("floe-lock-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("floe.db");
        std::fs::write(&path, "").unwrap();
        let lock = Lock::take(&path).unwrap();
        let copies =
            [lock.lock.try_clone().unwrap(), lock.claim.as_ref().unwrap().descriptor().try_clone().unwrap()];
        assert!(Lock::take(&path).is_err(), "it is held");
        drop(lock);
        let again = Lock::take(&path).map(drop);
        drop(copies);
        std::fs::remove_dir_all(&folder).unwrap();
        again.unwrap();
    }
}
