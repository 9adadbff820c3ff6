//! The database files that this process has open.
//!
//! A process loses all its POSIX locks on a file, and so SQLite's, when it closes any descriptor of that file. SQLite
//! handles that for its own descriptors. Everything else that opens a database file does so here, and a descriptor that
//! must not be closed yet is parked until the last use of the file has ended.

use std::collections::HashMap;
use std::fs::{File, Metadata, TryLockError};
use std::io::{self, Seek, SeekFrom};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The identity of a file, whatever its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FileId {
    device: u64,
    inode: u64,
}

impl FileId {
    fn new(metadata: &Metadata) -> FileId {
        FileId { device: metadata.dev(), inode: metadata.ino() }
    }

    /// The file that has this name now; `None` if there is none.
    pub(super) fn at(path: &Path) -> io::Result<Option<FileId>> {
        match std::fs::metadata(path) {
            Ok(metadata) => Ok(Some(FileId::new(&metadata))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[derive(Debug, Default)]
struct Uses {
    claimed: bool,
    readers: usize,
    parked: Vec<File>,
}

type Files = HashMap<FileId, Uses>;

static FILES: LazyLock<Mutex<Files>> = LazyLock::new(Mutex::default);

fn files() -> MutexGuard<'static, Files> {
    // Nothing is half done when a lock is poisoned: each change is one step.
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Closes a descriptor, or parks it if SQLite may have locks on the file.
fn close(files: &mut Files, id: FileId, file: File) {
    if let Some(uses) = files.get_mut(&id) {
        uses.parked.push(file);
    }
}

fn end_use(files: &mut Files, id: FileId) {
    if files.get(&id).is_some_and(|uses| !uses.claimed && uses.readers == 0) {
        files.remove(&id);
    }
}

/// The outcome of claiming a file.
pub(super) enum Claimed {
    Claim(Claim),
    /// There is no such file.
    Missing,
    /// It is in use, in this process or in another.
    Taken,
}

/// A database file that is locked for one store, whatever its name. Taken before SQLite opens the file and released
/// after SQLite has closed it.
#[derive(Debug)]
pub(super) struct Claim {
    id: FileId,
    file: Option<File>,
}

impl Claim {
    /// Locks the file that has this name.
    pub(super) fn take(path: &Path) -> io::Result<Claimed> {
        let mut files = files();
        let Some(id) = FileId::at(path)? else { return Ok(Claimed::Missing) };
        if files.get(&id).is_some_and(|uses| uses.claimed) {
            return Ok(Claimed::Taken);
        }
        let file = regular(path)?;
        // Another file may have taken the name in the meantime.
        let id = FileId::new(&file.metadata()?);
        // On other systems such a lock and SQLite's own, on the same file, exclude each other.
        let locked = if cfg!(target_os = "linux") { file.try_lock() } else { Ok(()) };
        match locked {
            Ok(()) if !files.get(&id).is_some_and(|uses| uses.claimed) => {
                files.entry(id).or_default().claimed = true;
                Ok(Claimed::Claim(Claim { id, file: Some(file) }))
            }
            Ok(()) | Err(TryLockError::WouldBlock) => {
                close(&mut files, id, file);
                Ok(Claimed::Taken)
            }
            Err(TryLockError::Error(error)) => {
                close(&mut files, id, file);
                Err(error)
            }
        }
    }

    /// The descriptor that holds the lock.
    #[cfg(test)]
    pub(super) fn descriptor(&self) -> &File {
        self.file.as_ref().expect("a claim has its descriptor until it is dropped")
    }

    /// Which file it is.
    pub(super) fn id(&self) -> FileId {
        self.id
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let mut files = files();
        if let Some(uses) = files.get_mut(&self.id) {
            uses.claimed = false;
        }
        if let Some(file) = self.file.take() {
            // A parked descriptor would keep the lock. If it cannot be released here, closing releases it.
            let _ = file.unlock();
            close(&mut files, self.id, file);
        }
        end_use(&mut files, self.id);
    }
}

/// A database file that SQLite reads in this process without having claimed it.
#[derive(Debug)]
pub(super) struct Reading(FileId);

impl Reading {
    /// Records that a file is going to be read; `None` if there is no such file.
    pub(super) fn begin(path: &Path) -> io::Result<Option<Reading>> {
        let mut files = files();
        let Some(id) = FileId::at(path)? else { return Ok(None) };
        files.entry(id).or_default().readers += 1;
        Ok(Some(Reading(id)))
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        let mut files = files();
        if let Some(uses) = files.get_mut(&self.0) {
            uses.readers -= 1;
        }
        end_use(&mut files, self.0);
    }
}

/// Opens a file, reads it and closes it, without harming locks on it.
pub(super) fn peek<T>(path: &Path, read: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
    let mut files = files();
    let parked = match FileId::at(path)? {
        Some(id) => files.get_mut(&id).and_then(|uses| uses.parked.last_mut()),
        None => return Err(io::ErrorKind::NotFound.into()),
    };
    if let Some(file) = parked {
        file.seek(SeekFrom::Start(0))?;
        return read(file);
    }
    let mut file = regular(path)?;
    let (found, id) = (read(&mut file), FileId::new(&file.metadata()?));
    close(&mut files, id, file);
    found
}

/// Opens a file for reading. Only regular files are accepted: opening a pipe would wait for its other end.
fn regular(path: &Path) -> io::Result<File> {
    match std::fs::metadata(path)?.is_file() {
        true => File::open(path),
        false => Err(io::Error::other("it is not a regular file")),
    }
}
