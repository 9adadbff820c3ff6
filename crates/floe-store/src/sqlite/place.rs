//! Is the database still where it was? A file that is removed or replaced stays open under its former name, and
//! whatever is written to it then is lost with the process. So the names are checked after every commit, before
//! anything is acknowledged.

use std::path::{Path, PathBuf};

use super::files::{shell, sibling_path};
use super::in_use::FileId;
use crate::StoreError;

/// The files of a store in use, by name and by their identity when SQLite opened them.
#[derive(Clone, Debug)]
pub(super) struct Place {
    path: PathBuf,
    files: Vec<(PathBuf, FileId)>,
}

impl Place {
    /// Records where a database is. It is locked, and SQLite has it open.
    pub(super) fn new(path: &Path, database: FileId) -> Result<Place, StoreError> {
        let mut files = vec![(path.to_owned(), database)];
        for ending in ["-wal", "-shm"] {
            let name = sibling_path(path, ending);
            match FileId::at(&name) {
                Ok(Some(id)) => files.push((name, id)),
                Ok(None) => return Err(moved(path, &name, "it is gone")),
                Err(error) => return Err(moved(path, &name, &error.to_string())),
            }
        }
        let place = Place { path: path.to_owned(), files };
        place.check()?;
        Ok(place)
    }

    /// Checks whether every name still leads to the same file.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        for (name, id) in &self.files {
            match FileId::at(name) {
                Ok(Some(found)) if found == *id => {}
                Ok(Some(_)) => return Err(moved(&self.path, name, "another file is in its place")),
                Ok(None) => return Err(moved(&self.path, name, "it is gone")),
                Err(error) => return Err(moved(&self.path, name, &error.to_string())),
            }
        }
        Ok(())
    }

    /// After closing: if the database has lost its name but its write-ahead log has not, the log is renamed, so that
    /// SQLite does not take it for part of the next file of that name.
    pub(super) fn set_log_aside(&self) {
        let is_ours =
            |at: usize| FileId::at(&self.files[at].0).is_ok_and(|found| found == Some(self.files[at].1));
        if is_ours(0) || !is_ours(1) {
            return;
        }
        let (log, aside) = (&self.files[1].0, sibling_path(&self.path, "-wal.orphan"));
        match std::fs::rename(log, &aside) {
            Ok(()) => tracing::error!(
                log = %aside.display(),
                "the write-ahead log of a database that was moved or removed has been moved to this name"
            ),
            Err(error) => tracing::error!(
                log = %log.display(),
                %error,
                "the write-ahead log belongs to a database that was moved or removed: remove it from there"
            ),
        }
    }
}

fn moved(path: &Path, name: &Path, what: &str) -> StoreError {
    let remedy = match name == path {
        true => "Stop the server and put the file back",
        false => {
            "Stop the server with SIGTERM or Ctrl-C, so that it writes what it still holds into the database"
        }
    };
    StoreError::Failed(format!(
        "{} was removed or replaced while it was in use ({what}); nothing more is stored. {remedy}, or restore a backup \
         with `floe restore --from BACKUP --data NEW`; then start it with `floe serve --data {}`, or with the new file",
        name.display(),
        shell(path)
    ))
}
