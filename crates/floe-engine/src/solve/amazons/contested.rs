//! What is still contested, separated from what is already safe.
//!
//! Arrows split the board into parts. A part with pieces of only one player is worth exactly the maximum number of
//! moves that player can make there: as a sum of games it is that integer. So a position is the parts that both players
//! can reach, and one number: the free moves of the mover minus those of the other.

use std::sync::atomic::{AtomicBool, Ordering};

use super::shape::Shape;
use super::table::PositionKey;

/// The contested part of a position, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contested {
    /// Open cells of the parts that both players can reach.
    pub open: u64,
    /// The mover's pieces there.
    pub mine: u64,
    /// The other's pieces there.
    pub theirs: u64,
    /// The mover's free moves elsewhere minus the other's.
    pub spare: i32,
}

/// A cache of the maximum number of moves of an isolated player: a table of fixed size, one per thread.
pub(super) struct SoloMoves<'a> {
    cached: Vec<(u64, u64, u32)>,
    stop: &'a AtomicBool,
    /// It was stopped while counting, so nothing counted since is valid.
    pub spoiled: bool,
}

impl<'a> SoloMoves<'a> {
    pub fn new(stop: &'a AtomicBool) -> SoloMoves<'a> {
        SoloMoves { cached: vec![(0, 0, 0); 1 << 16], stop, spoiled: false }
    }

    /// The maximum number of moves of pieces among open cells that no one else can reach.
    pub fn most<const H: usize>(&mut self, shape: &Shape<H>, open: u64, pieces: u64) -> u32 {
        let (mut rest, mut total) = (pieces, 0);
        while rest != 0 {
            let first = rest & rest.wrapping_neg();
            let part = shape.flood(first, open | pieces) | first;
            rest &= !part;
            total += self.most_of_part(shape, open & part, pieces & part);
        }
        total
    }

    fn most_of_part<const H: usize>(&mut self, shape: &Shape<H>, open: u64, pieces: u64) -> u32 {
        let bound = open.count_ones();
        if bound <= 1 {
            return bound;
        }
        let [open, pieces, _] = shape.pushed_up([open, pieces, 0]);
        let mixed = (open ^ pieces.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = (mixed >> 48) as usize;
        if let (cached_open, cached_pieces, most) = self.cached[at]
            && cached_open == open
            && cached_pieces == pieces
        {
            return most;
        }
        let most = self.search(shape, open, pieces, bound);
        if !self.spoiled {
            self.cached[at] = (open, pieces, most);
        }
        most
    }

    fn search<const H: usize>(&mut self, shape: &Shape<H>, open: u64, pieces: u64, bound: u32) -> u32 {
        // A large region that cannot be filled takes long, so the caller must be able to stop it.
        if self.spoiled || self.stop.load(Ordering::Relaxed) {
            self.spoiled = true;
            return 0;
        }
        let mut best = 0;
        // Steps to a neighbour and shots at dead ends waste least, and the cell just left is the best dead end.
        for near_only in [true, false] {
            for from in cells(pieces) {
                let near = shape.rays.neighbours(from);
                let targets = shape.rays.slides(from, open);
                for to in cells(if near_only { targets & near } else { targets & !near }) {
                    let after = open & !(1 << to) | 1 << from;
                    let moved = pieces & !(1 << from) | 1 << to;
                    for at in cells(shape.rays.slides(to, after)) {
                        let rest = after & !(1 << at);
                        // Each piece's part counts at most its open cells.
                        let most = 1 + self.most(shape, rest, moved);
                        if most > best {
                            best = most;
                            if best == bound {
                                return best;
                            }
                        }
                    }
                }
            }
        }
        best
    }
}

/// The cells of a set in order.
#[inline(always)]
pub(super) fn cells(set: u64) -> impl Iterator<Item = usize> {
    floe_board::Bits::cells(set)
}

impl Contested {
    /// Splits off what only one player can reach and counts it.
    pub fn new<const H: usize>(shape: &Shape<H>, solo: &mut SoloMoves<'_>, whole: Contested) -> Contested {
        let mut rest = whole.open | whole.mine | whole.theirs;
        let mut contested = Contested { open: 0, mine: 0, theirs: 0, spare: whole.spare };
        let passable = rest;
        loop {
            let pieces = rest & (whole.mine | whole.theirs);
            if pieces == 0 {
                return contested;
            }
            let first = pieces & pieces.wrapping_neg();
            let part = shape.flood(first, passable) | first;
            rest &= !part;
            let (open, mine, theirs) = (whole.open & part, whole.mine & part, whole.theirs & part);
            if open == 0 {
                continue;
            }
            if mine != 0 && theirs != 0 {
                contested.open |= open;
                contested.mine |= mine;
                contested.theirs |= theirs;
            } else if mine != 0 {
                contested.spare += solo.most(shape, open, mine) as i32;
            } else {
                contested.spare -= solo.most(shape, open, theirs) as i32;
            }
        }
    }

    /// The same for the other player.
    pub fn turned(self) -> Contested {
        Contested { open: self.open, mine: self.theirs, theirs: self.mine, spare: -self.spare }
    }

    /// The position after the mover used one of its free moves.
    pub fn waited(self) -> Contested {
        Contested { spare: self.spare - 1, ..self }.turned()
    }

    /// The position after a move of the mover.
    #[inline(always)]
    pub fn moved<const H: usize>(
        self,
        shape: &Shape<H>,
        solo: &mut SoloMoves<'_>,
        (from, to, at): (usize, usize, usize),
    ) -> Contested {
        let open = (self.open & !(1 << to) | 1 << from) & !(1 << at);
        let mine = self.mine & !(1 << from) | 1 << to;
        Contested::new(shape, solo, Contested { open, mine, ..self }).turned()
    }

    /// The key that all equivalent positions share.
    #[inline(always)]
    pub fn key<const H: usize>(&self, shape: &Shape<H>) -> PositionKey {
        PositionKey::new(shape.normal([self.open, self.mine, self.theirs]), self.spare, shape.cells)
    }

    /// Does the mover win, if counting decides?
    pub fn verdict<const H: usize>(&self, shape: &Shape<H>, solo: &mut SoloMoves<'_>) -> Option<bool> {
        let open = self.open.count_ones() as i32;
        if open == 0 {
            return Some(self.spare > 0);
        }
        // Each move in the contested part permanently takes one of its open cells.
        if self.spare > open {
            return Some(true);
        }
        if -self.spare >= open {
            return Some(false);
        }
        // A player keeps what is behind its own lines while the other can use only the rest.
        let (safe, left) = behind(shape, solo, self.open, self.mine, self.theirs);
        if self.spare + safe > left {
            return Some(true);
        }
        let (safe, left) = behind(shape, solo, self.open, self.theirs, self.mine);
        if safe - self.spare >= left {
            return Some(false);
        }
        None
    }
}

/// The moves a player can certainly make behind its own pieces if the guards stand still, and the maximum the other can
/// make meanwhile.
fn behind<const H: usize>(
    shape: &Shape<H>,
    solo: &mut SoloMoves<'_>,
    open: u64,
    own: u64,
    other: u64,
) -> (i32, i32) {
    let reached = shape.flood(other, open);
    let safe = open & !reached;
    let left = reached.count_ones() as i32;
    if safe == 0 {
        return (0, left);
    }
    let guards = own & shape.near(reached | other);
    let inner = own & !guards;
    let mut total = if inner == 0 { 0 } else { solo.most(shape, safe, inner) as i32 };
    // Where no piece stands inside, a guard can step back and shoot at the cell it left, which closes the region.
    let mut empty = safe & !shape.flood(inner, safe | inner);
    let mut free = guards;
    while empty != 0 {
        let first = empty & empty.wrapping_neg();
        let part = shape.flood(first, safe) | first;
        empty &= !part;
        let mut best = (0, 0);
        for from in cells(free & shape.near(part)) {
            for to in cells(shape.rays.slides(from, part)) {
                let moves = 1 + solo.most(shape, part & !(1 << to), 1 << to) as i32;
                if moves > best.0 {
                    best = (moves, 1u64 << from);
                }
            }
        }
        total += best.0;
        free &= !best.1;
    }
    (total, left)
}
