//! Sets of cells as machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cells, one bit per cell: `u64` for boards of up to 64 cells, `u128` for up to 128.
///
/// Boards choose the width once, by type, so that no inner loop has to branch on the size of the board.
pub trait Bits:
    Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
{
    /// The maximum number of cells.
    const WIDTH: usize;
    /// No cell.
    const EMPTY: Self;
    /// Every cell.
    const FULL: Self;

    /// The set of one cell.
    fn one(cell: usize) -> Self;
    /// Is the cell in the set?
    fn has(self, cell: usize) -> bool;
    /// The number of cells in the set.
    fn count(self) -> u32;
    /// The first cell; `WIDTH` for the empty set.
    fn lowest(self) -> usize;
    /// The set without its first cell; the empty set stays empty.
    fn without_lowest(self) -> Self;
    /// All cells up to and including the first of the set; every cell when the set is empty.
    fn up_to_lowest(self) -> Self;
    /// All cells from the last of the set onwards; every cell when the set is empty.
    fn down_to_highest(self) -> Self;
    /// The `n`-th cell of the set, counted from 0. Only for `n < count`.
    fn nth(self, n: u32) -> usize;
    /// Every cell's number raised by `by`, which is less than `WIDTH`; cells that would pass the end are dropped.
    fn raised(self, by: u32) -> Self;
    /// Every cell's number lowered by `by`, which is less than `WIDTH`; cells that would fall below 0 are dropped.
    fn lowered(self, by: u32) -> Self;
    /// The set as a number, for hashing and for text.
    fn to_u128(self) -> u128;
    /// The lowest `WIDTH` bits of a number as a set.
    fn from_u128(bits: u128) -> Self;

    /// Is there no cell in the set?
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// The set without the cells of another.
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }
    /// `FULL` if the condition holds, else `EMPTY`.
    #[inline(always)]
    fn when(condition: bool) -> Self {
        if condition { Self::FULL } else { Self::EMPTY }
    }
    /// The cells in order.
    #[inline(always)]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
    /// The set of some cells.
    fn from_cells(cells: impl IntoIterator<Item = usize>) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::one(cell))
    }
}

/// Walks the cells of a set in order.
#[derive(Clone, Copy, Debug)]
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(cell)
    }
}

impl Bits for u64 {
    const WIDTH: usize = 64;
    const EMPTY: u64 = 0;
    const FULL: u64 = u64::MAX;

    #[inline(always)]
    fn one(cell: usize) -> u64 {
        1 << (cell & 63)
    }
    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        self >> (cell & 63) & 1 != 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }
    #[inline(always)]
    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn up_to_lowest(self) -> u64 {
        self ^ self.wrapping_sub(1)
    }
    #[inline(always)]
    fn down_to_highest(self) -> u64 {
        // An arithmetic shift smears the sign down to the highest bit.
        (i64::MIN >> (self | 1).leading_zeros()) as u64
    }
    #[inline(always)]
    fn nth(self, mut n: u32) -> usize {
        // Halve the word four times by population count, then walk the last nibble: only the last short loop branches
        // on the data.
        let mut word = self;
        let mut base = 0;
        for width in [32, 16, 8, 4] {
            let low = (word & ((1 << width) - 1)).count_ones();
            let beyond = u32::from(n >= low);
            n -= low * beyond;
            base += width * beyond;
            word >>= width * beyond;
        }
        for _ in 0..n {
            word &= word.wrapping_sub(1);
        }
        (base + word.trailing_zeros()) as usize
    }
    #[inline(always)]
    fn raised(self, by: u32) -> u64 {
        self << (by & (u64::BITS - 1))
    }
    #[inline(always)]
    fn lowered(self, by: u32) -> u64 {
        self >> (by & (u64::BITS - 1))
    }
    fn to_u128(self) -> u128 {
        u128::from(self)
    }
    fn from_u128(bits: u128) -> u64 {
        bits as u64
    }
}

impl Bits for u128 {
    const WIDTH: usize = 128;
    const EMPTY: u128 = 0;
    const FULL: u128 = u128::MAX;

    #[inline(always)]
    fn one(cell: usize) -> u128 {
        1 << (cell & 127)
    }
    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        self >> (cell & 127) & 1 != 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }
    #[inline(always)]
    fn without_lowest(self) -> u128 {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn up_to_lowest(self) -> u128 {
        self ^ self.wrapping_sub(1)
    }
    #[inline(always)]
    fn down_to_highest(self) -> u128 {
        // Each half on its own: a 128-bit shift by a variable costs more than these two.
        let (high, low) = ((self >> 64) as u64, self as u64);
        let low_mask = if high == 0 { low.down_to_highest() } else { 0 };
        let high_mask = if high == 0 { u64::MAX } else { high.down_to_highest() };
        u128::from(high_mask) << 64 | u128::from(low_mask)
    }
    #[inline(always)]
    fn nth(self, n: u32) -> usize {
        let low = self as u64;
        let below = low.count_ones();
        if n < below { low.nth(n) } else { 64 + ((self >> 64) as u64).nth(n - below) }
    }
    #[inline(always)]
    fn raised(self, by: u32) -> u128 {
        self << (by & (u128::BITS - 1))
    }
    #[inline(always)]
    fn lowered(self, by: u32) -> u128 {
        self >> (by & (u128::BITS - 1))
    }
    fn to_u128(self) -> u128 {
        self
    }
    fn from_u128(bits: u128) -> u128 {
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The specification of each operation, restated on a plain list of cells.
    fn promises<B: Bits>(bits: B) {
        let cells: Vec<usize> = (0..B::WIDTH).filter(|&cell| bits.to_u128() >> cell & 1 == 1).collect();
        assert_eq!(bits.cells().collect::<Vec<_>>(), cells);
        assert_eq!(bits.count() as usize, cells.len());
        assert_eq!(bits.lowest(), cells.first().copied().unwrap_or(B::WIDTH));
        assert_eq!(bits.without_lowest(), B::from_cells(cells.iter().copied().skip(1)));
        for (n, &cell) in cells.iter().enumerate() {
            assert_eq!(bits.nth(n as u32), cell);
            assert!(bits.has(cell));
        }
        let up = cells.first().map_or(B::FULL, |&first| B::from_cells(0..=first));
        assert_eq!(bits.up_to_lowest(), up);
        for by in [1, 7, B::WIDTH as u32 - 1] {
            let moved = |cell: &usize| (cell + (by as usize) < B::WIDTH).then_some(cell + by as usize);
            assert_eq!(bits.raised(by), B::from_cells(cells.iter().filter_map(moved)));
            assert_eq!(
                bits.lowered(by),
                B::from_cells(cells.iter().filter_map(|cell| cell.checked_sub(by as usize)))
            );
        }
        let down = cells.last().map_or(B::FULL, |&last| B::from_cells(last..B::WIDTH));
        assert_eq!(bits.down_to_highest(), down);
    }

    proptest! {
        #[test]
        fn sets_of_64(bits: u64) { promises(bits) }
        #[test]
        fn sparse_sets_of_64(a: u64, b: u64, c: u64) { promises(a & b & c) }
        #[test]
        fn sets_of_128(bits: u128) { promises(bits) }
        #[test]
        fn sparse_sets_of_128(a: u128, b: u128, c: u128) { promises(a & b & c) }
    }

    #[test]
    fn edges() {
        for cell in 0..64 {
            promises(u64::one(cell));
        }
        for cell in 0..128 {
            promises(u128::one(cell));
        }
        promises(0u64);
        promises(0u128);
        promises(u64::MAX);
        promises(u128::MAX);
    }
}
