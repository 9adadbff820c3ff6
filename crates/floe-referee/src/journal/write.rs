//! Writing: a line counts when it is on disk.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::entry::{Header, JournalEntry};
use super::error::JournalError;
use super::line::{MAX_LINE_BYTES, Sum, wrap};
use super::read::{Tail, read_entry, read_header, scan};
use crate::stats::FinishedGame;

/// A journal open for writing. The file is locked: a second writer is refused.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    sum: Sum,
    /// Bytes of acknowledged lines.
    bytes: u64,
    fixtures: HashSet<u64>,
    /// Set when the file could not be restored to its last complete line: nothing may follow.
    broken: bool,
}

/// What was found in a resumed journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Resumed {
    /// The finished games in the order they were written.
    pub finished: Vec<FinishedGame>,
    /// Bytes of a torn last line that were cut off.
    pub cut_bytes: u64,
    /// The names of the entrants when it was started; empty in a journal of an older version.
    pub names: Vec<String>,
}

impl Resumed {
    /// The fixtures that are finished.
    pub fn fixtures(&self) -> HashSet<u64> {
        self.finished.iter().map(|game| game.fixture).collect()
    }
}

/// Resumes a journal: checks every line, cuts off a torn last one and returns the finished games. The description must
/// be the original one; the names are written if not even the first line was.
pub fn open_for_resume(
    path: &Path,
    description: &Value,
    names: &[String],
) -> Result<(Journal, Resumed), JournalError> {
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).open(path).map_err(JournalError::file(path))?;
    lock(path, &file)?;
    let mut finished = Vec::new();
    let mut fixtures = HashSet::new();
    let expected = Header::new(description, names);
    let mut first_names = Vec::new();
    let end = scan(path, &file, &mut |line, body| {
        if line == 1 {
            let header = read_header(path, body)?;
            if header.hash != expected.hash {
                return Err(JournalError::unfit(path, other_tournament(&header.description, description)));
            }
            first_names = header.names;
            return Ok(());
        }
        let game = read_entry(path, line, body)?.finished;
        if !fixtures.insert(game.fixture) {
            let what = format!("game {} appears twice", game.fixture);
            return Err(JournalError::damaged(path, line, what));
        }
        finished.push(game);
        Ok(())
    })?;
    let mut journal =
        Journal { path: path.into(), file, sum: end.sum, bytes: end.bytes, fixtures, broken: false };
    let mut cut_bytes = 0;
    match end.tail {
        Tail::Clean => {}
        Tail::NoNewline => {
            journal.cut()?;
            journal.write(b"\n")?;
        }
        Tail::Torn(bytes) => {
            cut_bytes = bytes;
            journal.cut()?;
        }
    }
    if end.lines == 0 {
        // Killed before the header was complete: nothing was acknowledged, so it starts again.
        journal.add(&expected)?;
        first_names = expected.names;
    }
    journal.file.seek(SeekFrom::Start(journal.bytes)).map_err(JournalError::file(path))?;
    Ok((journal, Resumed { finished, cut_bytes, names: first_names }))
}

impl Journal {
    /// Creates a journal in a new file; an existing file is never overwritten.
    pub fn create(path: &Path, description: &Value, names: &[String]) -> Result<Journal, JournalError> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(JournalError::file(path))?;
        lock(path, &file)?;
        let mut journal = Journal {
            path: path.into(),
            file,
            sum: Sum::default(),
            bytes: 0,
            fixtures: HashSet::new(),
            broken: false,
        };
        journal.add(&Header::new(description, names))?;
        sync_folder(path);
        Ok(journal)
    }

    /// Appends a finished game. When this returns, the line is on disk.
    pub fn append(&mut self, entry: &JournalEntry) -> Result<(), JournalError> {
        self.append_all(std::slice::from_ref(entry))
    }

    /// Appends finished games with a single sync: all are on disk when this returns.
    pub fn append_all(&mut self, entries: &[JournalEntry]) -> Result<(), JournalError> {
        let mut text = String::new();
        let mut sum = self.sum.clone();
        let mut new = HashSet::new();
        for entry in entries {
            let fixture = entry.finished.fixture;
            if self.fixtures.contains(&fixture) || !new.insert(fixture) {
                return Err(self.unfit(format!("game {fixture} is already in the journal")));
            }
            entry.finished.check().map_err(|refusal| self.unfit(refusal.to_string()))?;
            let line;
            (line, sum) = self.line(&sum, entry)?;
            text += &line;
        }
        self.write(text.as_bytes())?;
        self.sum = sum;
        self.fixtures.extend(new);
        Ok(())
    }

    /// The number of games in it.
    pub fn games(&self) -> usize {
        self.fixtures.len()
    }

    fn add(&mut self, header: &Header) -> Result<(), JournalError> {
        let (line, sum) = self.line(&Sum::default(), header)?;
        self.write(line.as_bytes())?;
        self.sum = sum;
        Ok(())
    }

    fn line(&self, before: &Sum, content: &impl Serialize) -> Result<(String, Sum), JournalError> {
        let body = serde_json::to_string(content).map_err(|error| self.unfit(error.to_string()))?;
        let (line, sum) = wrap(before, &body);
        if line.len() > MAX_LINE_BYTES {
            let what = format!("a line of {} bytes; the limit is {MAX_LINE_BYTES}", line.len());
            return Err(self.unfit(what));
        }
        Ok((line, sum))
    }

    /// Writes and syncs. After a failure the file is restored to its last complete line, so that a full disk does not
    /// leave half a line in the middle of the file.
    fn write(&mut self, bytes: &[u8]) -> Result<(), JournalError> {
        if self.broken {
            return Err(self.unfit("an earlier line could not be written; resume from the file"));
        }
        let written = self.file.write_all(bytes).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            self.broken = self.cut().is_err();
            return Err(JournalError::File { path: self.path.clone(), error });
        }
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Cuts off what follows the last complete line.
    fn cut(&mut self) -> Result<(), JournalError> {
        self.file
            .set_len(self.bytes)
            .and_then(|()| self.file.seek(SeekFrom::Start(self.bytes)))
            .and_then(|_| self.file.sync_data())
            .map_err(JournalError::file(&self.path))
    }

    fn unfit(&self, what: impl Into<String>) -> JournalError {
        JournalError::unfit(&self.path, what)
    }
}

/// How long to wait for a lock. A child process that is just being started holds its parent's locks for a moment.
const LOCK_TRIES: u32 = 50;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

fn lock(path: &Path, file: &File) -> Result<(), JournalError> {
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            // A file system without locks must not prevent play.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
    Err(JournalError::unfit(path, "another process is writing it"))
}

/// A new file is durable once its folder is synced. Some folders cannot be synced; then there is nothing more to do.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Names what differs, so that a reader sees which option was forgotten.
fn other_tournament(written: &Value, requested: &Value) -> String {
    let mut different: Vec<&str> = Vec::new();
    if let (Value::Object(written), Value::Object(requested)) = (written, requested) {
        for key in written.keys().chain(requested.keys().filter(|key| !written.contains_key(*key))) {
            if written.get(key) != requested.get(key) {
                different.push(key);
            }
        }
    }
    match different.is_empty() {
        true => "this is the journal of another tournament".into(),
        false => {
            format!("this is the journal of another tournament: it differs in {}", different.join(", "))
        }
    }
}
