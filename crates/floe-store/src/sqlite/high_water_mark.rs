//! The high-water mark: a small file next to the database that records how far the log had been acknowledged, and from
//! where it has to be checked at the next start.
//!
//! It is overwritten in place after a commit and before the replies. It is never synced while the store runs, and need
//! not be: what a process has written survives the end of the process. After a power cut the mark may be older than the
//! database, whose commits are synced before the mark is touched, but never newer. So a database that ends before its
//! mark has lost something.
//!
//! The same holds for the seal, which is written with the mark and never lies beyond it: the entry that it names was
//! committed and synced before. See [`super::seal`] for its position.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::chain::Head;

const MAGIC: &[u8; 8] = b"FLOEMRK2";
const SIZE: usize = 128;
/// The first format had no seal. It is still read.
const MAGIC_1: &[u8; 8] = b"FLOEMRK1";
const SIZE_1: usize = 88;
/// A checksum of everything before it ends the file.
const SUM: usize = 32;
/// No log has this many entries: as a seal it means that there is none.
const NO_SEAL: u64 = u64::MAX;

/// The contents of the mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HighWaterMark {
    pub head: Head,
    /// When the server was last alive.
    pub beat_ms: Option<i64>,
    /// The log need not be checked up to here before the next start; without a seal, everything is checked.
    pub seal: Option<Head>,
}

/// The state of the mark's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkStatus {
    Mark(HighWaterMark),
    /// There is no such file.
    Missing,
    /// It exists, but its checksum or its size is wrong.
    Unreadable,
}

impl MarkStatus {
    /// The mark, or one that requires nothing.
    pub(super) fn or_default(&self) -> HighWaterMark {
        if let MarkStatus::Mark(mark) = self { *mark } else { HighWaterMark::default() }
    }
}

impl HighWaterMark {
    fn bytes(&self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        let seal = self.seal.unwrap_or(Head { seq: NO_SEAL, hash: [0; 32] });
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..16].copy_from_slice(&self.head.seq.to_be_bytes());
        bytes[16..48].copy_from_slice(&self.head.hash);
        bytes[48..56].copy_from_slice(&self.beat_ms.unwrap_or(i64::MIN).to_be_bytes());
        bytes[56..64].copy_from_slice(&seal.seq.to_be_bytes());
        bytes[64..96].copy_from_slice(&seal.hash);
        let sum = Sha256::digest(&bytes[..SIZE - SUM]);
        bytes[SIZE - SUM..].copy_from_slice(&sum);
        bytes
    }

    fn parse(bytes: &[u8]) -> Option<HighWaterMark> {
        let sealed = match (bytes.get(..8)?, bytes.len()) {
            (magic, SIZE) if magic == MAGIC => true,
            (magic, SIZE_1) if magic == MAGIC_1 => false,
            _ => return None,
        };
        let (content, sum) = bytes.split_at(bytes.len() - SUM);
        if Sha256::digest(content)[..] != *sum {
            return None;
        }
        let head = |at: usize| -> Option<Head> {
            let seq = u64::from_be_bytes(content[at..at + 8].try_into().ok()?);
            Some(Head { seq, hash: content[at + 8..at + 40].try_into().ok()? })
        };
        let beat = i64::from_be_bytes(content[48..56].try_into().ok()?);
        let seal = if sealed { Some(head(56)?).filter(|seal| seal.seq != NO_SEAL) } else { None };
        Some(HighWaterMark { head: head(8)?, beat_ms: (beat != i64::MIN).then_some(beat), seal })
    }

    /// Reads the mark at a path.
    pub(super) fn read(path: &Path) -> std::io::Result<MarkStatus> {
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(MarkStatus::Missing),
            Err(error) => return Err(error),
        };
        let mut bytes = Vec::with_capacity(SIZE + 1);
        Read::by_ref(&mut file).take(SIZE as u64 + 1).read_to_end(&mut bytes)?;
        Ok(HighWaterMark::parse(&bytes).map_or(MarkStatus::Unreadable, MarkStatus::Mark))
    }
}

/// The file, open for overwriting.
#[derive(Debug)]
pub(super) struct MarkFile {
    file: File,
    troubled: bool,
}

impl MarkFile {
    /// Opens or creates the file and syncs it, so that its space is allocated before the disk can be full.
    pub(super) fn open(path: &Path, mark: &HighWaterMark) -> std::io::Result<MarkFile> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        file.write_all(&mark.bytes())?;
        file.set_len(SIZE as u64)?;
        file.sync_all()?;
        Ok(MarkFile { file, troubled: false })
    }

    /// Overwrites the mark. If that fails, the mark stays older than the database, which harms only its vigilance: a
    /// warning is logged once, and what was committed stays committed.
    pub(super) fn write(&mut self, mark: &HighWaterMark) {
        let written = self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.write_all(&mark.bytes()));
        match written {
            Ok(()) => self.troubled = false,
            Err(error) if !self.troubled => {
                self.troubled = true;
                tracing::warn!(%error, "cannot write the high-water mark; it stays older");
            }
            Err(_) => {}
        }
    }

    /// Syncs it, at the end.
    pub(super) fn sync(&self) {
        if let Err(error) = self.file.sync_all() {
            tracing::warn!(%error, "cannot sync the high-water mark");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_round_trips_and_a_flipped_bit_is_detected() {
        let head = Head { seq: 77, hash: [9; 32] };
        let mark = HighWaterMark { head, beat_ms: Some(-5), seal: Some(Head { seq: 70, hash: [8; 32] }) };
        assert_eq!(HighWaterMark::parse(&mark.bytes()), Some(mark));
        for other in [
            HighWaterMark { beat_ms: None, ..mark },
            HighWaterMark { seal: None, ..mark },
            HighWaterMark::default(),
        ] {
            assert_eq!(HighWaterMark::parse(&other.bytes()), Some(other));
        }
        for at in 0..SIZE {
            let mut bytes = mark.bytes();
            bytes[at] ^= 4;
            assert_eq!(HighWaterMark::parse(&bytes), None, "byte {at}");
        }
        for length in 0..SIZE {
            assert_eq!(HighWaterMark::parse(&mark.bytes()[..length]), None, "{length} bytes");
        }
    }

    #[test]
    fn a_mark_of_the_first_format_is_read_and_has_no_seal() {
        let mut bytes = [0; SIZE_1];
        bytes[..8].copy_from_slice(MAGIC_1);
        bytes[8..16].copy_from_slice(&77_u64.to_be_bytes());
        bytes[16..48].fill(9);
        bytes[48..56].copy_from_slice(&5_i64.to_be_bytes());
        let sum = Sha256::digest(&bytes[..56]);
        bytes[56..].copy_from_slice(&sum);
        let mark = HighWaterMark { head: Head { seq: 77, hash: [9; 32] }, beat_ms: Some(5), seal: None };
        assert_eq!(HighWaterMark::parse(&bytes), Some(mark));
        bytes[20] ^= 1;
        assert_eq!(HighWaterMark::parse(&bytes), None);
    }
}
