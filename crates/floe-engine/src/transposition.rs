//! A transposition table that all threads of a search share without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// The stored entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// Its score for the seat to act, or a bound.
    pub value: i16,
    /// The depth of the search.
    pub depth: u8,
    /// The kind of `value`.
    pub bound: Bound,
    /// The index of the best move in move order.
    pub best: u16,
}

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true value is equal.
    Exact,
    /// The true value is this or more (fail high).
    Lower,
    /// The true value is this or less (fail low).
    Upper,
}

/// A table of fixed size that always replaces.
///
/// A slot is two words, key and entry, and the key is stored XORed with the entry (Hyatt & Mann 2002): if two threads
/// write at once and the words do not belong together, the slot matches no key.
pub struct TranspositionTable {
    slots: Box<[[AtomicU64; 2]]>,
}

impl TranspositionTable {
    /// A table of 2^`bits` slots of 16 bytes.
    pub fn new(bits: u32) -> TranspositionTable {
        TranspositionTable {
            slots: (0..1usize << bits).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect(),
        }
    }

    /// Clears all entries.
    pub fn clear(&mut self) {
        for [key, entry] in &mut self.slots {
            (*key.get_mut(), *entry.get_mut()) = (0, 0);
        }
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        // The high bits choose the slot, so that the low ones are left to distinguish keys.
        &self.slots
            [(key >> (64 - self.slots.len().trailing_zeros().max(1))) as usize & (self.slots.len() - 1)]
    }

    /// Looks a key up.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        let [check, word] = self.slot(key);
        let word = word.load(Ordering::Relaxed);
        if check.load(Ordering::Relaxed) ^ word != key || word == 0 {
            return None;
        }
        let bound = match word >> 40 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Some(TtEntry { value: word as i16, depth: (word >> 32) as u8, bound, best: (word >> 16) as u16 })
    }

    /// Stores an entry.
    #[inline(always)]
    pub fn store(&self, key: u64, entry: TtEntry) {
        // The top bit distinguishes an entry from an empty slot.
        let word = u64::from(entry.value as u16)
            | u64::from(entry.best) << 16
            | u64::from(entry.depth) << 32
            | (entry.bound as u64) << 40
            | 1 << 63;
        let [check, slot] = self.slot(key);
        check.store(key ^ word, Ordering::Relaxed);
        slot.store(word, Ordering::Relaxed);
    }
}

/// Hashes words into a key.
#[inline(always)]
pub fn hash_words(words: impl IntoIterator<Item = u128>) -> u64 {
    let mut key = 0x243f_6a88_85a3_08d3u64;
    for word in words {
        let (low, high) = (word as u64 ^ key, (word >> 64) as u64 ^ 0x9e37_79b9_7f4a_7c15);
        // The product of two words folded: every bit of both reaches every bit of the sum.
        let product = u128::from(low ^ 0xa076_1d64_78bd_642f) * u128::from(high ^ key.rotate_left(32) | 1);
        key = (product as u64 ^ (product >> 64) as u64).wrapping_add(low.rotate_left(29));
        // The factor is odd, which loses its lowest bit: that one is added here.
        key ^= (word >> 64 & 1) as u64 * 0x2545_f491_4f6c_dd1d;
    }
    key ^= key >> 32;
    key = key.wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^ key >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_entry_is_found_until_it_is_replaced() {
        let mut table = TranspositionTable::new(4);
        let entry = |value| TtEntry { value, depth: 9, bound: Bound::Lower, best: 700 };
        assert_eq!(table.probe(12345), None);
        table.store(12345, entry(-77));
        assert_eq!(table.probe(12345), Some(entry(-77)));
        assert_eq!(table.probe(12346), None, "the same slot, another key");
        table.store(12346, entry(0));
        assert_eq!((table.probe(12345), table.probe(12346)), (None, Some(entry(0))));
        table.clear();
        assert_eq!(table.probe(12346), None);
    }

    #[test]
    fn keys_differ() {
        let mut keys: Vec<u64> = (0..20_000u128).map(|n| hash_words([n, n << 70, 3])).collect();
        keys.extend((0..128).map(|bit| hash_words([1 << bit, 0, 0])));
        keys.extend((0..128).map(|bit| hash_words([(1 << 127) - 1, 0, 1 << bit])));
        keys.extend((0..20_000u128).map(|n| hash_words([n << 1, 0, n << 64])));
        keys.sort_unstable();
        let before = keys.len();
        keys.dedup();
        assert_eq!(keys.len(), before);
        let low: std::collections::HashSet<u64> = keys.iter().map(|key| key & 0xffff).collect();
        assert!(low.len() > 25_000, "{}", low.len());
    }
}
