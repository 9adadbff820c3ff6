//! Counting slides from many cells of one position, by table.

use std::sync::LazyLock;

use crate::{Bits, Board};

/// The length of the longest lane that the table covers: boards of up to 11 by 11.
const MAX_LENGTH: usize = 11;
/// The maximum number of lanes of a board.
const MAX_CELLS: usize = 128;
/// Room for the maximum number of places in a lane, each with every occupancy of the lane, rounded up to a power of
/// two.
const TABLE: usize = 1 << 15;

/// The straight runs of cells of a board, and for every occupancy of one how far a piece in it can go.
///
/// Finding the slides of a cell walks its lines one by one; where only their number matters, and for many cells of the
/// same position, one table lookup per line is several times faster. Shots are counted this way.
#[derive(Clone, Debug)]
pub struct Lanes<const H: usize> {
    /// For each cell, in each of the `H` axes, its lane and its place in it (shifted to index the table).
    places: Box<[[Place; H]]>,
    /// How far a piece gets in a lane, by its place and the occupancy: the same for every board.
    reach: &'static [u8; TABLE],
    /// Empty lanes: what lies past the end of a lane counts as occupied.
    bare: LaneOccupancy,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    lane: u8,
    at: u16,
}

/// Which places of each lane are occupied, one bit per place.
#[derive(Clone, Copy, Debug)]
pub struct LaneOccupancy([u16; MAX_CELLS]);

impl<const H: usize> Lanes<H> {
    /// The lanes of a board; `None` if one is too long, there are too many, or the board does not have `H` axes.
    pub fn new(board: &Board) -> Option<Lanes<H>> {
        if board.lattice().directions().len() != 2 * H {
            return None;
        }
        let mut places = vec![[Place::default(); H]; board.cells()];
        let mut bare = LaneOccupancy([u16::MAX >> (16 - MAX_LENGTH); MAX_CELLS]);
        let mut lanes = 0;
        // One of each pair of opposite directions is an axis.
        let axes = board.lattice().directions().iter().filter(|&&direction| direction > (0, 0));
        for (axis, &(down, right)) in axes.enumerate() {
            let starts = (0..board.cells()).filter(|&cell| board.ray(cell, (-down, -right)).next().is_none());
            for start in starts {
                if lanes == MAX_CELLS {
                    return None;
                }
                for (at, cell) in std::iter::once(start).chain(board.ray(start, (down, right))).enumerate() {
                    if at == MAX_LENGTH {
                        return None;
                    }
                    bare.0[lanes] ^= 1 << at;
                    places[cell][axis] = Place { lane: lanes as u8, at: (at << MAX_LENGTH) as u16 };
                }
                lanes += 1;
            }
        }
        Some(Lanes { places: places.into(), reach: &REACH, bare })
    }

    /// Marks the cells of a set as occupied.
    #[inline(always)]
    pub fn filled<B: Bits>(&self, taken: B) -> LaneOccupancy {
        let mut filled = self.bare;
        taken.cells().for_each(|cell| self.flip(&mut filled, cell));
        filled
    }

    /// Toggles a cell between free and occupied.
    #[inline(always)]
    pub fn flip(&self, filled: &mut LaneOccupancy, cell: usize) {
        for place in self.places[cell] {
            filled.0[usize::from(place.lane) % MAX_CELLS] ^= 1 << (place.at >> MAX_LENGTH);
        }
    }

    /// The number of cells a piece on `cell` can slide to.
    #[inline(always)]
    pub fn counts(&self, filled: &LaneOccupancy, cell: usize) -> u32 {
        let mut count = 0;
        for place in self.places[cell] {
            let taken = filled.0[usize::from(place.lane) % MAX_CELLS];
            count += u32::from(self.reach[usize::from(place.at | taken) % TABLE]);
        }
        count
    }
}

static REACH: LazyLock<Box<[u8; TABLE]>> = LazyLock::new(|| {
    let mut reach = Box::new([0; TABLE]);
    for at in 0..MAX_LENGTH {
        for taken in 0..1 << MAX_LENGTH {
            let free = |place: &usize| taken >> place & 1 == 0;
            let up = (at + 1..MAX_LENGTH).take_while(free).count();
            let down = (0..at).rev().take_while(free).count();
            reach[at << MAX_LENGTH | taken] = (up + down) as u8;
        }
    }
    reach
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lattice, Rays};
    use proptest::prelude::*;

    fn agrees<const H: usize>(lattice: Lattice, rows: &[Vec<bool>], open: u128) {
        let Ok(board) = Board::grid(lattice, rows) else { return };
        let (rays, lanes) = (Rays::<u128, H>::new(&board), Lanes::<H>::new(&board));
        let Some(lanes) = lanes else { return };
        let all = u128::from_cells(0..board.cells());
        let filled = lanes.filled(all & !open);
        for cell in 0..board.cells() {
            assert_eq!(lanes.counts(&filled, cell), rays.slides(cell, open & all).count());
        }
    }

    proptest! {
        #[test]
        fn the_table_counts_what_rays_reach(
            rows in proptest::collection::vec(proptest::collection::vec(proptest::bool::weighted(0.9), 1..11), 1..11),
            a: u128,
            b: u128,
        ) {
            agrees::<4>(Lattice::Square, &rows, a | b);
            agrees::<3>(Lattice::Hex, &rows, a | b);
            agrees::<3>(Lattice::HexColumns, &rows, a | b);
        }
    }

    #[test]
    fn boards_with_long_lanes_have_no_table() {
        assert!(Lanes::<4>::new(&Board::square(1, 11).unwrap()).is_some());
        assert!(Lanes::<4>::new(&Board::square(1, 12).unwrap()).is_none());
    }
}
