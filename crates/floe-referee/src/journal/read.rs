//! Reading, line by line, so that a long journal needs little memory.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use super::entry::{Header, JournalEntry, VERSION};
use super::error::JournalError;
use super::line::{MAX_LINE_BYTES, Sum, is_torn, unwrap};

/// What follows the last complete line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    Clean,
    /// A complete line without its newline.
    NoNewline,
    /// An incomplete line of this many bytes.
    Torn(u64),
}

/// A position in a journal from which it can be continued.
pub(super) struct End {
    pub(super) sum: Sum,
    /// Complete lines.
    pub(super) lines: u64,
    /// Bytes of complete lines.
    pub(super) bytes: u64,
    pub(super) tail: Tail,
}

/// The header of a journal.
pub fn header(path: &Path) -> Result<Header, JournalError> {
    let file = File::open(path).map_err(JournalError::file(path))?;
    let mut found = None;
    scan(path, &file, &mut |line, body| {
        if line == 1 {
            found = Some(read_header(path, body)?);
        }
        // One line is enough, but callers want to know of damage too.
        Ok(())
    })?;
    found.ok_or_else(|| JournalError::unfit(path, "no header: the journal was never started"))
}

/// Passes on all finished games of a journal in the order they were written, and returns how it ends.
pub fn games(
    path: &Path,
    visit: &mut dyn FnMut(JournalEntry) -> Result<(), JournalError>,
) -> Result<Tail, JournalError> {
    let file = File::open(path).map_err(JournalError::file(path))?;
    let end = scan(path, &file, &mut |line, body| match line {
        1 => read_header(path, body).map(drop),
        _ => visit(read_entry(path, line, body)?),
    })?;
    Ok(end.tail)
}

pub(super) fn read_header(path: &Path, body: &str) -> Result<Header, JournalError> {
    let header: Header =
        serde_json::from_str(body).map_err(|error| JournalError::damaged(path, 1, error.to_string()))?;
    if header.floe_journal != VERSION {
        let what = format!("it has version {}; only version {VERSION} can be read", header.floe_journal);
        return Err(JournalError::unfit(path, what));
    }
    Ok(header)
}

pub(super) fn read_entry(path: &Path, line: u64, body: &str) -> Result<JournalEntry, JournalError> {
    let entry: JournalEntry =
        serde_json::from_str(body).map_err(|error| JournalError::damaged(path, line, error.to_string()))?;
    entry.finished.check().map_err(|refusal| JournalError::damaged(path, line, refusal.to_string()))?;
    Ok(entry)
}

/// Checks every line and passes on its number and body.
pub(super) fn scan(
    path: &Path,
    file: &File,
    visit: &mut dyn FnMut(u64, &str) -> Result<(), JournalError>,
) -> Result<End, JournalError> {
    let mut reader = BufReader::new(file);
    let mut end = End { sum: Sum::default(), lines: 0, bytes: 0, tail: Tail::Clean };
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = MAX_LINE_BYTES as u64 + 1;
        let read =
            reader.by_ref().take(limit).read_until(b'\n', &mut line).map_err(JournalError::file(path))?;
        if read == 0 {
            return Ok(end);
        }
        let number = end.lines + 1;
        let damaged = |what: &str| JournalError::damaged(path, number, what);
        let newline = line.pop_if(|byte| *byte == b'\n').is_some();
        if !newline {
            if read as u64 == limit {
                return Err(damaged("it is longer than any journal line"));
            }
            // A crash of the machine can leave zeros where the rest of a line should be.
            let length = line.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
            line.truncate(length);
            if is_torn(&line) {
                end.tail = Tail::Torn(read as u64);
                return Ok(end);
            }
        }
        let (body, sum) = unwrap(&end.sum, &line).map_err(damaged)?;
        visit(number, body)?;
        end.sum = sum;
        end.lines = number;
        end.bytes += line.len() as u64 + u64::from(newline);
        if !newline {
            end.tail = Tail::NoNewline;
            return Ok(end);
        }
    }
}
