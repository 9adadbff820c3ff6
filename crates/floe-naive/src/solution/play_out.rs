//! Playing a position out in every way: the side to move wins if some move leaves the other without a win.
//!
//! The only shortcut is counting. Where arrows keep the other out permanently, a player has exactly as many moves as it
//! can make alone; elsewhere no side has more moves than there are empty squares, since each move takes one. A side
//! whose certain moves outnumber all that the other can ever have has won.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::squares::{Grid, Squares, each};

/// The number of cached positions before the cache is cleared, to bound memory.
const MAX_NODES: usize = 30_000_000;

/// Plays out positions with a cache.
pub struct PlayOut<'a> {
    grid: &'a Grid,
    seen: HashMap<(u64, u64, u64), bool, BuildHasherDefault<Mix>>,
    /// The maximum number of moves of isolated amazons, by empty squares and amazons.
    alone: HashMap<(u64, u64), u32, BuildHasherDefault<Mix>>,
    /// The number of positions visited.
    pub looked_at: u64,
}

impl<'a> PlayOut<'a> {
    pub fn new(grid: &'a Grid) -> PlayOut<'a> {
        PlayOut { grid, seen: HashMap::default(), alone: HashMap::default(), looked_at: 0 }
    }

    /// Does the side to move win?
    pub fn wins(&mut self, at: Squares, side: usize) -> bool {
        if let Some(wins) = self.counted(at, side) {
            return wins;
        }
        let key = (at.empty, at.amazons[side], at.amazons[1 - side]);
        if let Some(&wins) = self.seen.get(&key) {
            return wins;
        }
        self.looked_at += 1;
        let mut replies = Vec::new();
        self.grid.each_move(at, side, |from, to, shot| replies.push(at.after(side, from, to, shot)));
        // The order affects only the time: first what is known, then what leaves the other the least room.
        let known = |next: &Squares| {
            let key = (next.empty, next.amazons[1 - side], next.amazons[side]);
            self.seen.get(&key) == Some(&false)
        };
        if replies.iter().any(known) {
            self.seen.insert(key, true);
            return true;
        }
        if at.empty.count_ones() > 3 {
            replies
                .sort_by_cached_key(|&next| self.room(next, 1 - side) as i32 - self.room(next, side) as i32);
        }
        let wins = replies.into_iter().any(|next| !self.wins(next, 1 - side));
        if at.empty.count_ones() > 2 {
            if self.seen.len() >= MAX_NODES {
                self.seen.clear();
            }
            self.seen.insert(key, wins);
        }
        wins
    }

    /// Does the side to move win, where counting shows it?
    fn counted(&mut self, at: Squares, side: usize) -> Option<bool> {
        let mut certain = [0, 0];
        let mut disputed = 0;
        let mut rest = at.amazons[0] | at.amazons[1];
        while rest != 0 {
            let region = self.grid.region(at, rest & rest.wrapping_neg());
            rest &= !region;
            let empty = at.empty & region;
            match at.amazons.map(|amazons| amazons & region) {
                [white, 0] => certain[0] += self.most_alone(empty, white),
                [0, black] => certain[1] += self.most_alone(empty, black),
                _ => disputed += empty.count_ones(),
            }
        }
        let (mine, theirs) = (certain[side], certain[1 - side]);
        if mine > theirs + disputed {
            Some(true)
        } else if theirs >= mine + disputed {
            Some(false)
        } else {
            None
        }
    }

    /// The maximum number of moves that amazons can make among empty squares that no one else can reach.
    fn most_alone(&mut self, empty: u64, amazons: u64) -> u32 {
        if let Some(&most) = self.alone.get(&(empty, amazons)) {
            return most;
        }
        self.looked_at += 1;
        let at = Squares { empty, amazons: [amazons, 0] };
        let mut best = 0;
        for (from, to, shot) in self.grid.moves(at, 0) {
            let next = at.after(0, from, to, shot);
            best = best.max(1 + self.most_alone(next.empty, next.amazons[0]));
            // Every move permanently takes a square.
            if best == empty.count_ones() {
                break;
            }
        }
        self.alone.insert((empty, amazons), best);
        best
    }

    fn room(&self, at: Squares, side: usize) -> u32 {
        let mut squares = 0;
        for from in each(at.amazons[side]) {
            self.grid.walk(at.empty, from, |_| squares += 1);
        }
        squares
    }
}

/// Mixes by multiplication; the standard hash takes longer than the rest of a step.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(25) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
