//! Playing a position out in every way: whoever is to move wins if some move leaves the other without a win.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::squares::{Grid, Squares};

/// Positions remembered before all are forgotten, to stay within memory.
const MOST: usize = 30_000_000;

/// Plays out, and remembers what it has seen.
pub struct PlayOut<'a> {
    grid: &'a Grid,
    seen: HashMap<(u64, u64, u64), bool, BuildHasherDefault<Mix>>,
    /// How many positions were looked at.
    pub looked_at: u64,
}

impl<'a> PlayOut<'a> {
    pub fn new(grid: &'a Grid) -> PlayOut<'a> {
        PlayOut { grid, seen: HashMap::default(), looked_at: 0 }
    }

    /// Does the side to move win?
    pub fn wins(&mut self, at: Squares, side: usize) -> bool {
        // Only what can still be entered matters, and whose pieces are the mover's.
        let key = (at.empty, at.amazons[side], at.amazons[1 - side]);
        if let Some(&wins) = self.seen.get(&key) {
            return wins;
        }
        self.looked_at += 1;
        let mut replies = Vec::new();
        self.grid.each_move(at, side, |from, to, shot| replies.push(at.after(side, from, to, shot)));
        // Which order is tried changes nothing but the time: first what leaves the other least room.
        if at.empty.count_ones() > 3 {
            replies
                .sort_by_cached_key(|&next| self.room(next, 1 - side) as i32 - self.room(next, side) as i32);
        }
        let wins = replies.into_iter().any(|next| !self.wins(next, 1 - side));
        if at.empty.count_ones() > 2 {
            if self.seen.len() >= MOST {
                self.seen.clear();
            }
            self.seen.insert(key, wins);
        }
        wins
    }

    fn room(&self, at: Squares, side: usize) -> u32 {
        let mut squares = 0;
        for from in 0..64 {
            if at.amazons[side] >> from & 1 == 1 {
                self.grid.walk(at.empty, from, |_| squares += 1);
            }
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
