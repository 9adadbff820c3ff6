//! Which side reaches which cells first: distances by slides and by steps, for all cells at once.

use floe_board::{Bits, Shifts};

/// How `S` sides relate to the open cells of a board, by one kind of distance.
#[derive(Clone, Copy, Debug)]
pub struct Reach<B, const S: usize> {
    /// The cells each side reaches before any other.
    pub first: [B; S],
    /// The cells each side reaches at least two moves before any other.
    pub safe: [B; S],
    /// The cells that the nearest sides reach at the same time.
    pub tied: B,
    /// The cells each side can ever reach.
    pub whole: [B; S],
    /// The cells each side reaches in one, two, three and four moves and no sooner.
    pub waves: [[B; 4]; S],
}

impl<B: Bits, const S: usize> Reach<B, S> {
    /// Counts slides; `one` is what each side reaches with one slide.
    #[inline(always)]
    pub fn by_slides<const H: usize>(steps: &Shifts<B, H>, one: [B; S], open: B) -> Reach<B, S> {
        Reach::spread(one, open, |edge| steps.slides(edge, open))
    }

    /// Counts steps from cell to cell.
    #[inline(always)]
    pub fn by_steps<const H: usize>(steps: &Shifts<B, H>, own: [B; S], open: B) -> Reach<B, S> {
        Reach::spread(own.map(|own| steps.near(own) & open), open, |edge| steps.near(edge) & open)
    }

    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // Sides are numbers in several arrays at once.
    fn spread(one: [B; S], open: B, next: impl Fn(B) -> B) -> Reach<B, S> {
        let mut reach = Reach {
            first: [B::EMPTY; S],
            safe: [B::EMPTY; S],
            tied: B::EMPTY,
            whole: [B::EMPTY; S],
            waves: [[B::EMPTY; 4]; S],
        };
        // What each side was first to reach in the previous wave.
        let mut before = [B::EMPTY; S];
        let mut edge = one;
        // Cells that no side has reached yet.
        let mut free = open;
        for wave in 0.. {
            let mut reached = B::EMPTY;
            let mut twice = B::EMPTY;
            let mut on = false;
            for side in 0..S {
                if edge[side].is_empty() {
                    continue;
                }
                if wave > 0 {
                    edge[side] = next(edge[side]).without(reach.whole[side]);
                }
                reach.whole[side] |= edge[side];
                twice |= reached & edge[side];
                reached |= edge[side];
                if wave < 4 {
                    reach.waves[side][wave] = edge[side];
                }
                on |= !edge[side].is_empty();
            }
            for side in 0..S {
                let others = (0..S).filter(|&other| other != side);
                let met = others.fold(B::EMPTY, |met, other| met | reach.whole[other]);
                reach.safe[side] |= before[side].without(met);
                before[side] = edge[side] & free.without(twice);
                reach.first[side] |= before[side];
            }
            if !on {
                return reach;
            }
            reach.tied |= twice & free;
            free = free.without(reached);
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use floe_board::{Board, Lattice, Rays};
    use proptest::prelude::*;

    use super::*;

    /// Distances of one side by walking from cell to cell.
    fn distances<const H: usize>(rays: &Rays<u64, H>, own: u64, open: u64, slides: bool) -> Vec<u32> {
        let mut distance = vec![u32::MAX; 64];
        let mut edge: Vec<usize> = own.cells().collect();
        for wave in 1.. {
            let mut next = Vec::new();
            for cell in edge {
                let to = if slides { rays.slides(cell, open) } else { rays.neighbours(cell) & open };
                for cell in to.cells() {
                    if distance[cell] == u32::MAX {
                        distance[cell] = wave;
                        next.push(cell);
                    }
                }
            }
            if next.is_empty() {
                return distance;
            }
            edge = next;
        }
        distance
    }

    proptest! {
        #[test]
        fn whoever_is_nearer_is_first(a: u64, b: u64, c: u64, d: u64, slides: bool) {
            let board = Board::full(Lattice::Square, 8, 8).unwrap();
            let (rays, steps) = (Rays::<u64, 4>::new(&board), Shifts::<u64, 4>::new(&board));
            let own = [a & b & c & d, a & b & !c & d & !(1 << 7), !a & b & c & d];
            let open = (a | b | c) & !(own[0] | own[1] | own[2]);
            let reach = match slides {
                true => Reach::by_slides(&steps, own.map(|own| steps.slides(own, open)), open),
                false => Reach::by_steps(&steps, own, open),
            };
            let distance = own.map(|own| distances(&rays, own, open, slides));
            for cell in open.cells() {
                let at = [0, 1, 2].map(|side| distance[side][cell]);
                let least = *at.iter().min().unwrap();
                let nearest = at.iter().filter(|&&d| d == least).count();
                for side in 0..3 {
                    prop_assert_eq!(reach.whole[side].has(cell), at[side] != u32::MAX);
                    let first = at[side] == least && nearest == 1 && least != u32::MAX;
                    prop_assert_eq!(reach.first[side].has(cell), first);
                    let next = (0..3).filter(|&other| other != side).map(|other| at[other]).min().unwrap();
                    let safe = first && next - at[side] >= 2;
                    prop_assert_eq!(reach.safe[side].has(cell), safe);
                    for wave in 0..4 {
                        prop_assert_eq!(reach.waves[side][wave].has(cell), at[side] == wave as u32 + 1);
                    }
                }
                prop_assert_eq!(reach.tied.has(cell), nearest > 1 && least != u32::MAX);
            }
        }
    }
}
