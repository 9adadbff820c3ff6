//! The heuristic value of a card: what it adds to nearly complete hands of one side, and what it denies the other.

use floe_cards::CardSet;

/// By how many cards of its rank each side has: towards four and three of a kind.
const OF_A_KIND: [[i32; 4]; 4] = [[2, 1, 1, 0], [4, 3, 1, 0], [8, 7, 0, 0], [18, 0, 0, 0]];
/// By how many of the other four cards of a straight flush one has.
const IN_A_RUN: [i32; 5] = [0, 1, 4, 10, 20];

/// The four other cards of each straight flush that a card can be in; unused entries repeat the first.
pub(super) struct CardValues {
    runs: Vec<[u64; 5]>,
}

impl CardValues {
    pub fn new(wheel: bool) -> CardValues {
        let sequences: Vec<u64> =
            (0..9).map(|low| 0x1_1111u64 << (4 * low)).chain(wheel.then_some(1 << 48 | 0x1111)).collect();
        let runs = (0..52)
            .map(|card| {
                let own = sequences
                    .iter()
                    .map(|run| run << (card & 3))
                    .filter(|run| run >> card & 1 == 1)
                    .collect::<Vec<u64>>();
                // Every card is in a run: the lowest in the lowest one.
                std::array::from_fn(|at| own.get(at).or(own.first()).map_or(!0, |run| run & !(1 << card)))
            })
            .collect();
        CardValues { runs }
    }

    /// The gain of a pool from a card, as far as the other pool allows.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub fn pool_gain(&self, card: u8, own: u64, other: u64) -> i32 {
        let rank = u64::from(card & !3);
        let count = |pool: u64| (pool >> rank & 15).count_ones() as usize & 3;
        let mut run = 0;
        for cards in &self.runs[usize::from(card)] {
            if cards & other == 0 {
                run = run.max((cards & own).count_ones() as usize);
            }
        }
        let suited = (own >> (card & 3) & 0x1_1111_1111_1111).count_ones() as i32;
        OF_A_KIND[count(own)][count(other)] * 2
            + IN_A_RUN[run.min(4)] * 2
            + suited.min(6)
            + i32::from(card >> 4)
    }

    /// The value of a card to a seat: its own gain, and the gain it denies the other.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub fn value_to(&self, card: u8, pools: &[CardSet; 2], seat: usize) -> i32 {
        let (own, other) = (pools[seat].bits(), pools[1 - seat].bits());
        self.pool_gain(card, own, other) * 3 + self.pool_gain(card, other, own) * 2
    }
}
