//! Exact answers for an isolated player: the maximum it can still collect, or the maximum number of moves it still has.
//!
//! The search tries every order of moves, split into parts that cannot affect each other, caches what it has solved,
//! and prunes only where a bound proves that nothing better is left. It returns no answer rather than a guess.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use floe_board::{Bits, Rays};

/// A cell of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnCell {
    /// The cell the piece left.
    Left,
    /// The cell the piece reached.
    Reached,
    /// The cell the moved piece then shot at, a slide away.
    Shot,
}

/// An isolated player: its pieces slide until none can, and each turn removes one cell from play and scores the value
/// of one.
#[derive(Clone, Debug)]
pub struct Solo<'a, B, const H: usize> {
    /// The lines of the board.
    pub rays: &'a Rays<B, H>,
    /// Cells in play with no piece on them.
    pub open: B,
    /// The player's pieces.
    pub pieces: B,
    /// The value of each cell, scored at most once.
    pub value: [u32; 128],
    /// The cell that leaves play: the one left, or the one shot.
    pub blocks: TurnCell,
    /// The cell that is scored.
    pub scores: TurnCell,
    /// Does the player also get the value under its pieces at the end?
    pub scores_under_pieces: bool,
}

/// A part of the board that is solved separately: open cells, pieces, and cells not scored yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Part<B> {
    open: B,
    pieces: B,
    rich: B,
}

struct Search<'a, B, const H: usize> {
    solo: &'a Solo<'a, B, H>,
    solved: HashMap<Part<B>, u32, BuildHasherDefault<Mix>>,
    left: u64,
}

impl<B: Bits, const H: usize> Solo<'_, B, H> {
    /// The maximum that can still be scored, visiting at most `positions` positions; `None` if that was not enough.
    /// `positions` is reduced by what was used, so that several calls can share a budget.
    pub fn max_score(&self, positions: &mut u64) -> Option<u32> {
        let worthy = B::from_cells((0..128.min(B::WIDTH)).filter(|&cell| self.value[cell] > 0));
        let mut search = Search { solo: self, solved: HashMap::default(), left: *positions };
        let whole = Part { open: self.open, pieces: self.pieces, rich: worthy };
        let most = search.whole(whole);
        *positions = search.left;
        most
    }

    fn shoots(&self) -> bool {
        self.blocks == TurnCell::Shot || self.scores == TurnCell::Shot
    }

    fn sum(&self, cells: B) -> u32 {
        cells.cells().map(|cell| self.value[cell]).sum()
    }
}

impl<B: Bits, const H: usize> Search<'_, B, H> {
    /// The maximum of all parts together.
    fn whole(&mut self, whole: Part<B>) -> Option<u32> {
        let mut total = 0;
        let mut rest = whole;
        while !rest.pieces.is_empty() {
            let part = self.part(rest);
            rest = Part {
                open: rest.open.without(part.open),
                pieces: rest.pieces.without(part.pieces),
                rich: rest.rich,
            };
            total += self.most(part)?;
        }
        Some(total)
    }

    /// The part around the first piece. Where the cell left stays open a piece is not a wall, so parts extend through
    /// pieces.
    fn part(&self, whole: Part<B>) -> Part<B> {
        let rays = self.solo.rays;
        let passable =
            if self.solo.blocks == TurnCell::Left { whole.open } else { whole.open | whole.pieces };
        let first = B::one(whole.pieces.lowest());
        let mut cells = rays.flood(first, passable);
        let mut pieces = first | cells & whole.pieces;
        if self.solo.blocks == TurnCell::Left {
            // Pieces belong to the same part when they are adjacent to the same open cells.
            let touching = |cells: B| {
                B::from_cells(
                    whole.pieces.cells().filter(|&piece| !(rays.neighbours(piece) & cells).is_empty()),
                )
            };
            loop {
                let more = pieces | touching(cells);
                if more == pieces {
                    break;
                }
                pieces = more;
                cells |= rays.flood(pieces, passable);
            }
        }
        let open = cells & whole.open;
        Part { open, pieces, rich: whole.rich & (open | pieces) }
    }

    /// The maximum of one part.
    fn most(&mut self, part: Part<B>) -> Option<u32> {
        if part.open.is_empty() {
            return Some(self.under(part));
        }
        if let Some(&most) = self.solved.get(&part) {
            return Some(most);
        }
        self.left = self.left.checked_sub(1)?;
        let bound = self.bound(part);
        let mut turns = self.turns(part);
        turns.sort_by_key(|turn| turn.0);
        // Moving is compulsory: only a player who cannot move may stop.
        let mut best = if turns.is_empty() { Some(self.under(part)) } else { None };
        for (_, gain, next) in turns {
            if best == Some(bound) {
                break;
            }
            if best.is_none_or(|best| gain + self.bound_of_whole(next) > best) {
                best = best.max(Some(gain + self.whole(next)?));
            }
        }
        let best = best.unwrap_or(0);
        self.solved.insert(part, best);
        Some(best)
    }

    /// All turns as (ordering score, gain, what is left). Short steps into corners first: they waste least.
    fn turns(&self, part: Part<B>) -> Vec<(u32, u32, Part<B>)> {
        let solo = self.solo;
        let mut turns = Vec::new();
        let gain = |cell: usize| if part.rich.has(cell) { solo.value[cell] } else { 0 };
        for from in part.pieces.cells() {
            for to in solo.rays.slides(from, part.open).cells() {
                let moved = (part.pieces ^ B::one(from)) | B::one(to);
                let near = u32::from(!solo.rays.neighbours(from).has(to));
                let mut open = part.open ^ B::one(to);
                if solo.blocks != TurnCell::Left {
                    open |= B::one(from);
                }
                if !solo.shoots() {
                    let claimed = if solo.scores == TurnCell::Left { from } else { to };
                    let exits = (solo.rays.neighbours(to) & open).count();
                    let next = Part { open, pieces: moved, rich: part.rich.without(B::one(claimed)) };
                    turns.push((near * 16 + exits, gain(claimed), next));
                    continue;
                }
                for shot in solo.rays.slides(to, open).cells() {
                    let claimed = match solo.scores {
                        TurnCell::Left => from,
                        TurnCell::Reached => to,
                        TurnCell::Shot => shot,
                    };
                    let shut = if solo.blocks == TurnCell::Shot { B::one(shot) } else { B::EMPTY };
                    let exits = (solo.rays.neighbours(shot) & open).count();
                    let next = Part {
                        open: open.without(shut),
                        pieces: moved,
                        rich: part.rich.without(B::one(claimed)),
                    };
                    turns.push((near * 16 + exits, gain(claimed), next));
                }
            }
        }
        turns
    }

    fn under(&self, part: Part<B>) -> u32 {
        if self.solo.scores_under_pieces { self.solo.sum(part.pieces & part.rich) } else { 0 }
    }

    fn bound_of_whole(&self, whole: Part<B>) -> u32 {
        let mut total = 0;
        let mut rest = whole;
        while !rest.pieces.is_empty() {
            let part = self.part(rest);
            rest = Part {
                open: rest.open.without(part.open),
                pieces: rest.pieces.without(part.pieces),
                rich: rest.rich,
            };
            total += if part.open.is_empty() { self.under(part) } else { self.bound(part) };
        }
        total
    }

    /// An upper bound: everything in reach, minus what must stay under the pieces.
    fn bound(&self, part: Part<B>) -> u32 {
        let solo = self.solo;
        match solo.scores {
            // Where pieces leave open cells behind, the cells under them can also be reached.
            TurnCell::Reached if solo.blocks == TurnCell::Left => {
                solo.sum(part.rich & part.open) + self.under(part)
            }
            TurnCell::Reached => solo.sum(part.rich),
            TurnCell::Left | TurnCell::Shot => {
                let all = solo.sum(part.rich & (part.open | part.pieces));
                // Where the scored cell stays in play, pieces may end on cells that were already scored.
                if solo.scores_under_pieces || solo.scores != solo.blocks {
                    return all;
                }
                // Each piece ends on a cell that is not scored: at best the cheapest ones.
                let mut values: Vec<u32> = (part.open | part.pieces)
                    .cells()
                    .map(|cell| if part.rich.has(cell) { solo.value[cell] } else { 0 })
                    .collect();
                values.sort_unstable();
                all - values.iter().take(part.pieces.count() as usize).sum::<u32>()
            }
        }
    }
}

/// Mixes words by multiplication: the keys are boards, not hostile input, so only speed matters.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}

#[cfg(test)]
mod tests;
