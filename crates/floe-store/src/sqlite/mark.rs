//! The high-water mark: a small file beside the database that says how far the log had been acknowledged.
//!
//! It is overwritten in place after a commit and before the answers. It is never synced while the store runs, and need
//! not be: what a process has written survives the end of the process, and after a power cut the mark may be older than
//! the database, whose commits are synced before the mark is touched, but never newer. So a database that ends before
//! its mark has lost something.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::chain::Head;

const MAGIC: &[u8; 8] = b"FLOEMRK1";
const SIZE: usize = 88;

/// What the mark says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    pub head: Head,
    /// When the server was last alive.
    pub beat_ms: Option<i64>,
}

/// What lies where the mark should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Mark(Mark),
    /// There is no such file.
    Missing,
    /// There is one, but its checksum or its size is wrong.
    Unreadable,
}

impl Mark {
    fn bytes(&self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..16].copy_from_slice(&self.head.seq.to_be_bytes());
        bytes[16..48].copy_from_slice(&self.head.hash);
        bytes[48..56].copy_from_slice(&self.beat_ms.unwrap_or(i64::MIN).to_be_bytes());
        let sum = Sha256::digest(&bytes[..56]);
        bytes[56..].copy_from_slice(&sum);
        bytes
    }

    fn parse(bytes: &[u8]) -> Option<Mark> {
        let bytes: &[u8; SIZE] = bytes.try_into().ok()?;
        let sum = Sha256::digest(&bytes[..56]);
        if &bytes[..8] != MAGIC || bytes[56..] != sum[..] {
            return None;
        }
        let seq = u64::from_be_bytes(bytes[8..16].try_into().ok()?);
        let hash = bytes[16..48].try_into().ok()?;
        let beat = i64::from_be_bytes(bytes[48..56].try_into().ok()?);
        Some(Mark { head: Head { seq, hash }, beat_ms: (beat != i64::MIN).then_some(beat) })
    }

    /// Reads the mark at a path.
    pub(super) fn read(path: &Path) -> std::io::Result<Found> {
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Found::Missing),
            Err(error) => return Err(error),
        };
        let mut bytes = Vec::with_capacity(SIZE + 1);
        Read::by_ref(&mut file).take(SIZE as u64 + 1).read_to_end(&mut bytes)?;
        Ok(Mark::parse(&bytes).map_or(Found::Unreadable, Found::Mark))
    }
}

/// The file, open to be overwritten.
#[derive(Debug)]
pub(super) struct MarkFile {
    file: File,
    troubled: bool,
}

impl MarkFile {
    /// Opens or makes the file and syncs it, so that its room on the disk is taken before the disk can be full.
    pub(super) fn open(path: &Path, mark: &Mark) -> std::io::Result<MarkFile> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        file.write_all(&mark.bytes())?;
        file.set_len(SIZE as u64)?;
        file.sync_all()?;
        Ok(MarkFile { file, troubled: false })
    }

    /// Overwrites the mark. If that fails, the mark stays older than the database, which harms nothing but its
    /// watchfulness: it is said once, and what was committed stays committed.
    pub(super) fn write(&mut self, mark: &Mark) {
        let written = self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.write_all(&mark.bytes()));
        match written {
            Ok(()) => self.troubled = false,
            Err(error) if !self.troubled => {
                self.troubled = true;
                tracing::warn!(%error, "the mark beside the database cannot be written; it stays older");
            }
            Err(_) => {}
        }
    }

    /// Syncs it, at the end.
    pub(super) fn sync(&self) {
        if let Err(error) = self.file.sync_all() {
            tracing::warn!(%error, "the mark beside the database cannot be synced");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_comes_back_and_a_flipped_bit_is_seen() {
        let mark = Mark { head: Head { seq: 77, hash: [9; 32] }, beat_ms: Some(-5) };
        assert_eq!(Mark::parse(&mark.bytes()), Some(mark));
        let quiet = Mark { beat_ms: None, ..mark };
        assert_eq!(Mark::parse(&quiet.bytes()), Some(quiet));
        for at in 0..SIZE {
            let mut bytes = mark.bytes();
            bytes[at] ^= 4;
            assert_eq!(Mark::parse(&bytes), None, "byte {at}");
        }
        assert_eq!(Mark::parse(&mark.bytes()[..SIZE - 1]), None);
    }
}
