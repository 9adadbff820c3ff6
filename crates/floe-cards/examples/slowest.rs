//! Searches for pools that are slow to solve, by hill climbing from random and from crowded pools: `cargo run --release
//! --example slowest [steps per climb] [climbs per size]`.

use std::time::{Duration, Instant};

use floe_cards::{Card, CardSet, RankRules, ShowdownRules, TieBreak, undominated_layouts};

/// A small random generator (splitmix64), the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn card(&mut self, from: CardSet) -> Card {
        let nth = self.below(from.len());
        from.iter().nth(nth).expect("the set is not empty")
    }

    /// A pool of cards that are favoured one by one: by suit, by rank, or not at all.
    fn pool(&mut self, size: usize) -> CardSet {
        let favoured: Vec<Card> = match self.below(3) {
            0 => Card::all().filter(|c| c.suit() as usize == 3).collect(),
            1 => {
                let low = self.below(9);
                Card::all().filter(|c| (low..low + 5).contains(&(c.rank() as usize))).collect()
            }
            _ => Vec::new(),
        };
        let mut pool: CardSet = favoured.into_iter().take(size).collect();
        while pool.len() < size {
            pool.insert(self.card(CardSet::FULL - pool));
        }
        pool
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|n| n.parse::<usize>().ok());
    let steps = numbers.next().unwrap_or(150);
    let climbs = numbers.next().unwrap_or(4);
    let literal = RankRules { tie_break: TieBreak::Literal, ..RankRules::default() };
    let all = [
        ("default", ShowdownRules::default()),
        ("literal", ShowdownRules { rank: literal, ..ShowdownRules::default() }),
    ];
    for (name, rules) in all {
        println!("{name}: slowest pool found of each size");
        for size in 8..=46 {
            let mut chance = Chance(size as u64);
            let slowest = (0..climbs).map(|_| climb(&mut chance, size, steps, &rules)).max_by_key(|s| s.0);
            if let Some((time, pool)) = slowest {
                println!("{size:>3} {:>9.3} ms  {pool}", time.as_secs_f64() * 1e3);
            }
        }
    }
}

fn climb(chance: &mut Chance, size: usize, steps: usize, rules: &ShowdownRules) -> (Duration, CardSet) {
    let mut pool = chance.pool(size);
    let mut slowest = time(pool, rules);
    for _ in 0..steps {
        let mut other = pool;
        for _ in 0..=chance.below(3) {
            other.remove(chance.card(other));
            other.insert(chance.card(CardSet::FULL - other));
        }
        if other.len() != size {
            continue;
        }
        let taken = time(other, rules);
        if taken > slowest {
            // Measured again, in case the first measurement was disturbed.
            let again = time(other, rules).min(taken);
            if again > slowest {
                (pool, slowest) = (other, again);
            }
        }
    }
    (slowest, pool)
}

fn time(pool: CardSet, rules: &ShowdownRules) -> Duration {
    let start = Instant::now();
    std::hint::black_box(undominated_layouts(pool, rules));
    start.elapsed()
}
