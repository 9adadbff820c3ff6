//! The transposition table of the baselines.

use floe_board::Bits;
use floe_games::slide::{Move, Position};

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// The stored entry of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TtEntry {
    key: u64,
    pub(super) value: i32,
    pub(super) best: Move,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// A table of fixed size; the deeper search, or otherwise the later one, is stored.
pub(super) struct BaselineTable {
    entries: Vec<Option<TtEntry>>,
}

/// Half a million entries, about twelve megabytes.
const ENTRIES: usize = 1 << 19;

impl BaselineTable {
    pub(super) fn new() -> BaselineTable {
        BaselineTable { entries: vec![None; ENTRIES] }
    }

    fn slot(key: u64) -> usize {
        (key >> 45) as usize & (ENTRIES - 1)
    }

    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.entries.get(BaselineTable::slot(key)).copied().flatten().filter(|entry| entry.key == key)
    }

    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, value: i32, best: Move, depth: u32, bound: Bound) {
        let depth = depth.min(255) as u8;
        if let Some(slot) = self.entries.get_mut(BaselineTable::slot(key)) {
            let shallow = slot.is_none_or(|old| old.key != key || old.depth <= depth);
            if shallow {
                *slot = Some(TtEntry { key, value, best, depth, bound });
            }
        }
    }
}

/// A key for a two-player position; another `board` gives other keys.
#[inline(always)]
pub(super) fn key<B: Bits>(position: &Position<B>, board: u64) -> u64 {
    let fold = |set: B, odd: u64, key: u64| {
        let bits = set.to_u128();
        let mut key = (key ^ bits as u64).wrapping_mul(odd);
        key ^= key >> 29;
        if B::WIDTH > 64 {
            key = (key ^ (bits >> 64) as u64).wrapping_mul(odd);
            key ^= key >> 31;
        }
        key
    };
    let rest = board << 44
        ^ (position.turn() as u64) << 40
        ^ u64::from(position.score(0)) << 20
        ^ u64::from(position.score(1));
    let mut key = fold(position.open(), 0x9e37_79b9_7f4a_7c15, rest.wrapping_mul(0xd6e8_feb8_6659_fd93));
    key = fold(position.own(0), 0xbf58_476d_1ce4_e5b9, key);
    key = fold(position.own(1), 0x94d0_49bb_1331_11eb, key);
    key = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^ key >> 32
}
