//! The table of known positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// Entries that share a cache line.
const WAYS: usize = 4;
/// The proof number of what cannot be proved.
pub(super) const INFINITE: u32 = (1 << 24) - 1;

/// A table of fixed size. Two words per entry; the first is the key mixed with the second, so that an entry that two
/// threads wrote at once is not recognised instead of being trusted.
pub(super) struct ProofTable {
    words: Vec<AtomicU64>,
    mask: usize,
}

#[inline(always)]
fn mix64(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// Proof numbers (Allis et al. 1994): the minimum work for a proof and a disproof of the mover's win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub win: u32,
    pub loss: u32,
}

/// The mover wins with `wins_from` free moves or more, and loses with fewer than `loses_below`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub loses_below: i8,
    pub wins_from: i8,
}

impl Known {
    pub const NOTHING: Known = Known { loses_below: i8::MIN, wins_from: i8::MAX };

    pub fn verdict(self, spare: i32) -> Option<bool> {
        if spare >= i32::from(self.wins_from) {
            Some(true)
        } else if spare < i32::from(self.loses_below) {
            Some(false)
        } else {
            None
        }
    }
}

/// The key of a position in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PositionKey {
    /// The position without the free moves, in 57 bits.
    code: u64,
    /// Its slot.
    place: u64,
    /// The mover's free moves minus the other's.
    pub spare: i8,
}

impl PositionKey {
    /// The key of open cells, own and other pieces on a board of `cells` cells.
    #[inline(always)]
    pub fn new([open, mine, theirs]: [u64; 3], spare: i32, cells: u32) -> PositionKey {
        let (first, second) = (open | mine, open | theirs);
        if 2 * cells <= 56 {
            // The code is unique: no two positions share it.
            let code = first | second << cells;
            return PositionKey { code, place: mix64(code), spare: spare as i8 };
        }
        // Larger boards are distinguished by two independent hashes: 57 bits here, and the slot.
        let code = mix64(first ^ mix64(second)) >> 7;
        PositionKey { code, place: mix64(second ^ mix64(first ^ 0x5851_f42d_4c95_7f2d)), spare: spare as i8 }
    }

    /// The key of the numbers for these free moves. Codes leave the upper seven bits to it.
    fn key(self) -> u64 {
        self.code | ((self.spare as i64 & 63) as u64 | 64) << 57
    }

    /// The key of the bounds for any number of free moves.
    fn known_key(self) -> u64 {
        self.code
    }

    /// For marking which thread works where.
    pub fn mark(self) -> u64 {
        self.key()
    }
}

impl ProofTable {
    /// A table of at most `bytes` bytes, with at least one line.
    pub fn new(bytes: usize) -> ProofTable {
        let lines = (bytes / (16 * WAYS)).max(1);
        let lines = if lines.is_power_of_two() { lines } else { lines.next_power_of_two() / 2 };
        ProofTable { words: (0..lines * WAYS * 2).map(|_| AtomicU64::new(0)).collect(), mask: lines - 1 }
    }

    fn line(&self, position: PositionKey) -> &[AtomicU64] {
        let at = (position.place as usize & self.mask) * WAYS * 2;
        &self.words[at..at + WAYS * 2]
    }

    /// The stored bounds of a position for any number of free moves, and the proof numbers for these.
    #[inline(always)]
    pub fn probe(&self, position: PositionKey) -> (Known, Option<ProofNumbers>) {
        let (mut known, mut proof_numbers) = (Known::NOTHING, None);
        for entry in self.line(position).chunks_exact(2) {
            let value = entry[1].load(Ordering::Relaxed);
            let key = entry[0].load(Ordering::Relaxed) ^ value;
            if key == position.key() {
                proof_numbers = Some(ProofNumbers {
                    win: value as u32 & INFINITE,
                    loss: (value >> 24) as u32 & INFINITE,
                });
            } else if key == position.known_key() && value != 0 {
                known = Known { loses_below: value as u8 as i8, wins_from: (value >> 8) as u8 as i8 };
            }
        }
        (known, proof_numbers)
    }

    /// Stores the numbers of an unfinished search with its cost.
    pub fn store(&self, position: PositionKey, proof_numbers: ProofNumbers, work: u64) {
        self.write(
            position,
            position.key(),
            u64::from(proof_numbers.win) | u64::from(proof_numbers.loss) << 24,
            work,
            false,
        );
    }

    /// Stores that the mover wins, or loses, with these free moves.
    pub fn solved(&self, position: PositionKey, wins: bool, work: u64) {
        let (mut known, _) = self.probe(position);
        if wins {
            known.wins_from = known.wins_from.min(position.spare);
        } else {
            known.loses_below = known.loses_below.max(position.spare + 1);
        }
        let value = u64::from(known.loses_below as u8) | u64::from(known.wins_from as u8) << 8;
        self.write(position, position.known_key(), value, work, true);
    }

    fn write(&self, position: PositionKey, key: u64, value: u64, work: u64, solved: bool) {
        // Work counts by its number of bits; solved entries count a little more than unsolved ones.
        let weight = u64::from(64 - work.leading_zeros()) * 2 + u64::from(solved) + 1;
        let value = value | weight << 56;
        let (mut victim, mut least) = (0, u64::MAX);
        for (way, entry) in self.line(position).chunks_exact(2).enumerate() {
            let old = entry[1].load(Ordering::Relaxed);
            let old_key = entry[0].load(Ordering::Relaxed) ^ old;
            // The proof numbers of a solved position are no longer needed.
            if old_key == key || solved && old_key == position.key() {
                (victim, least) = (way, 0);
                if old_key == key {
                    break;
                }
            } else if old >> 56 < least {
                (victim, least) = (way, old >> 56);
            }
        }
        let entry = &self.line(position)[victim * 2..victim * 2 + 2];
        entry[0].store(key ^ value, Ordering::Relaxed);
        entry[1].store(value, Ordering::Relaxed);
    }
}
