//! Speed of ranking and of the solved showdown: `cargo run --release --example bench [deals per row]`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use floe_cards::{
    CardSet, Deck, Pairing, RankRules, ShortSplit, ShowdownRules, TieBreak, best_five, rank, solve,
    undominated_layouts,
};

/// A small source of chance (splitmix64), the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn pools(&mut self, black: usize, white: usize) -> (CardSet, CardSet) {
        let mut deck = Deck::ordered();
        deck.shuffle(|n| self.below(n));
        let mut take = |count| deck.deal_many(count).unwrap_or_default().into_iter().collect();
        (take(black), take(white))
    }
}

fn main() {
    let deals: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(400);
    rankings();
    let rules = ShowdownRules::default();
    println!("\ndefault rules, {deals} random deals a row");
    println!(
        "{:>8} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "pools", "mean ms", "max ms", "layouts", "most", "black wins"
    );
    let sizes =
        [(15, 15), (16, 16), (17, 17), (18, 18), (19, 19), (20, 20), (23, 19), (26, 26), (35, 17), (46, 6)];
    let small = (0..=14).map(|n| (n, n));
    for (black, white) in sizes.into_iter().chain(small) {
        row(black, white, deals, &rules);
    }
    any_sizes(deals * 10, &rules);
    println!("\nother switches");
    let literal = RankRules { tie_break: TieBreak::Literal, ..rules.rank };
    let short = RankRules { short_straights: true, ..rules.rank };
    let others = [
        ("free pairing", ShowdownRules { pairing: Pairing::Free, ..rules }),
        ("literal", ShowdownRules { rank: literal, ..rules }),
        ("short straights", ShowdownRules { rank: short, ..rules }),
        ("fill", ShowdownRules { short_split: ShortSplit::Fill, ..rules }),
        (
            "fill, free pairing",
            ShowdownRules { pairing: Pairing::Free, short_split: ShortSplit::Fill, ..rules },
        ),
        ("fill, short straights", ShowdownRules { rank: short, short_split: ShortSplit::Fill, ..rules }),
        (
            "balanced, short straights",
            ShowdownRules { rank: short, short_split: ShortSplit::Balanced, ..rules },
        ),
    ];
    for (name, rules) in others {
        println!("{name}");
        for (black, white) in [(12, 12), (14, 14), (15, 15), (18, 18), (23, 19), (26, 26)] {
            row(black, white, deals / 4, &rules);
        }
    }
}

fn rankings() {
    let mut chance = Chance(1);
    let hands: Vec<CardSet> = (0..1 << 14).map(|_| chance.pools(5, 0).0).collect();
    let rules = RankRules::default();
    let start = Instant::now();
    let mut sum = 0u64;
    let rounds = 2000;
    for _ in 0..rounds {
        for &hand in black_box(&hands) {
            sum = sum.wrapping_add(rank(hand, rules).map_or(0, |s| s.to_bits()));
        }
    }
    black_box(sum);
    report("rankings of random five-card hands", rounds * hands.len(), start.elapsed());

    for size in [8, 13, 30] {
        let sets: Vec<CardSet> = (0..1 << 14).map(|_| chance.pools(size, 0).0).collect();
        let start = Instant::now();
        let rounds = 200;
        for _ in 0..rounds {
            for &set in black_box(&sets) {
                sum = sum.wrapping_add(best_five(set, rules).map_or(0, |s| s.to_bits()));
            }
        }
        black_box(sum);
        report(&format!("best five of {size} random cards"), rounds * sets.len(), start.elapsed());
    }
}

fn report(what: &str, count: usize, time: Duration) {
    println!("{what}: {:.1} million/s", count as f64 / time.as_secs_f64() / 1e6);
}

/// Pools of any two sizes that one deck allows, 46 cards at most.
fn any_sizes(deals: usize, rules: &ShowdownRules) {
    let mut chance = Chance(99);
    let mut slowest = (Duration::ZERO, 0, 0);
    for _ in 0..deals {
        let black = chance.below(47);
        let white = chance.below(47.min(53 - black));
        let (black_pool, white_pool) = chance.pools(black, white);
        let start = Instant::now();
        let _ = black_box(solve(black_pool, white_pool, rules));
        slowest = slowest.max((start.elapsed(), black, white));
    }
    let (time, black, white) = slowest;
    println!("any sizes, {deals} deals: slowest {:.3} ms ({black}v{white})", time.as_secs_f64() * 1e3);
}

fn row(black: usize, white: usize, deals: usize, rules: &ShowdownRules) {
    let mut chance = Chance((black * 64 + white) as u64);
    let (mut total, mut longest) = (Duration::ZERO, Duration::ZERO);
    let (mut layouts, mut most, mut wins) = (0, 0, 0);
    for _ in 0..deals {
        let (black, white) = chance.pools(black, white);
        let start = Instant::now();
        let solved = solve(black, white, rules);
        let time = start.elapsed();
        total += time;
        longest = longest.max(time);
        wins += usize::from(solved.is_ok_and(|s| s.outcome == floe_cards::Outcome::Black));
        let count = undominated_layouts(black, rules).len();
        layouts += count;
        most = most.max(count);
    }
    println!(
        "{:>8} {:>10.3} {:>10.3} {:>10.1} {:>10} {:>9.1}%",
        format!("{black}v{white}"),
        total.as_secs_f64() * 1e3 / deals as f64,
        longest.as_secs_f64() * 1e3,
        layouts as f64 / deals as f64,
        most,
        100.0 * wins as f64 / deals as f64,
    );
}
