//! Bounds of positions, shared by all threads without locks.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// A table of fixed size. Two words per entry; the first is the key mixed with the second, so that an entry that two
/// threads wrote at once is not recognised instead of being trusted.
pub(super) struct MarginTable {
    words: Vec<AtomicU64>,
    mask: usize,
}

/// A position by two independent hashes: the slot in the table and the key compared there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    place: u64,
    check: u64,
}

/// The bounds of the margin still to come, and the index of the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub least: i32,
    pub most: i32,
    pub best: u16,
}

impl Key {
    pub fn new(position: &impl Hash) -> Key {
        let mut hasher = KeyHasher(0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344);
        position.hash(&mut hasher);
        Key { place: hasher.0 ^ hasher.0 >> 32, check: hasher.1 ^ hasher.1 >> 29 }
    }
}

/// Two multiplications per word: the keys are boards, not hostile input.
struct KeyHasher(u64, u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        let (first, second) = (self.0 ^ word, self.1 ^ word);
        self.0 = (first ^ first >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
        self.1 = (second ^ second >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31);
    }
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}

impl MarginTable {
    /// A table of at most `bytes` bytes, with at least one entry.
    pub fn new(bytes: usize) -> MarginTable {
        let entries = (bytes / 16).max(1);
        let entries = if entries.is_power_of_two() { entries } else { entries.next_power_of_two() / 2 };
        MarginTable { words: (0..entries * 2).map(|_| AtomicU64::new(0)).collect(), mask: entries - 1 }
    }

    fn entry(&self, key: Key) -> [&AtomicU64; 2] {
        let at = (key.place as usize & self.mask) * 2;
        [&self.words[at], &self.words[at + 1]]
    }

    pub fn probe(&self, key: Key) -> Option<Bounds> {
        let [mixed, value] = self.entry(key);
        let value = value.load(Ordering::Relaxed);
        let found = value != 0 && mixed.load(Ordering::Relaxed) ^ value == key.check;
        // Shifting up and down again extends the sign.
        let number = |word: u64| (word as i64) << 40 >> 40;
        found.then(|| Bounds {
            least: number(value) as i32,
            most: number(value >> 24) as i32,
            best: (value >> 48) as u16,
        })
    }

    pub fn store(&self, key: Key, bounds: Bounds) {
        let number = |number: i32| number as u64 & 0xff_ffff;
        let value = number(bounds.least) | number(bounds.most) << 24 | u64::from(bounds.best) << 48;
        let [mixed, place] = self.entry(key);
        mixed.store(key.check ^ value, Ordering::Relaxed);
        place.store(value, Ordering::Relaxed);
    }
}
