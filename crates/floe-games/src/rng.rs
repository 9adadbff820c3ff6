//! The source of shuffles and draws.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A random stream that is the same everywhere for the same key: ChaCha with twelve rounds and draws defined here, so
/// that no new version of a library changes an old seed.
///
/// Engines have their own generators; this one is for the game itself.
#[derive(Clone, Debug)]
pub struct GameRng(ChaCha12Rng);

impl GameRng {
    /// The stream from which the start of a game is dealt, from a short seed as people type it.
    pub fn from_seed(seed: u64) -> GameRng {
        GameRng::of_seed_for(seed, *b"floe deal")
    }

    /// The stream of chance events during a game.
    pub fn in_game(seed: u64) -> GameRng {
        GameRng::of_seed_for(seed, *b"floe play")
    }

    /// The stream of a player that plays at random.
    pub fn for_player(seed: u64) -> GameRng {
        GameRng::of_seed_for(seed, *b"floe seat")
    }

    /// Streams for different purposes share nothing, so that knowing one reveals nothing about another.
    fn of_seed_for(seed: u64, end: [u8; 9]) -> GameRng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..17].copy_from_slice(&end);
        GameRng::from_key(key)
    }

    /// The stream of a full 256-bit key.
    pub fn from_key(key: [u8; 32]) -> GameRng {
        GameRng(ChaCha12Rng::from_seed(key))
    }

    /// Has anything been drawn from it?
    pub fn was_used(&self) -> bool {
        self.0.get_word_pos() != 0
    }

    /// A number below `bound`, all equally likely. `bound` is at least 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        // Lemire's method: the high half of a product, rejecting the few values that would favour some results.
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts a list in random order, all orders equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_draws() {
        let mut chance = GameRng::from_seed(7);
        let draws: Vec<u32> = (0..8).map(|_| chance.below(100)).collect();
        assert_eq!(draws, EXPECTED, "old seeds must keep their games");
    }

    const EXPECTED: [u32; 8] = [14, 33, 81, 4, 7, 38, 1, 28];

    #[test]
    fn draws_are_even() {
        let mut chance = GameRng::from_seed(1);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[chance.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
    }
}
