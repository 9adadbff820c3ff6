use super::Numbers;
use super::poker::cards;
use crate::cards::poker::Strength;
use crate::cards::{Card, Layout, LayoutRules, Poker, Split, deck, outcome, slots_won, solve};
use std::cmp::Ordering;

const USUAL: LayoutRules = LayoutRules {
    poker: Poker { literal: false, wheel: true, short_straights: false },
    ordered: true,
    split: Split::Free,
};

/// Two pools of a shuffled deck.
fn pools(numbers: &mut Numbers, black: usize, white: usize) -> [Vec<Card>; 2] {
    let mut deck = deck();
    numbers.shuffle(&mut deck);
    [deck[..black].to_vec(), deck[black..black + white].to_vec()]
}

/// Puts the first card in each place it can go to, then the next.
fn every_layout(
    rules: &LayoutRules,
    pool: &[Card],
    next: usize,
    hands: &mut Layout,
    all: &mut Vec<[Strength; 3]>,
) {
    let Some(&card) = pool.get(next) else {
        if rules.check(hands, pool).is_ok() {
            all.push(hands.strengths(rules.poker));
        }
        return;
    };
    // Of fifteen none can be left over.
    if pool.len() < 15 {
        every_layout(rules, pool, next + 1, hands, all);
    }
    for slot in 0..3 {
        if hands.0[slot].len() < 5 {
            hands.0[slot].push(card);
            every_layout(rules, pool, next + 1, hands, all);
            hands.0[slot].pop();
        }
    }
}

fn layouts(rules: &LayoutRules, pool: &[Card]) -> Vec<[Strength; 3]> {
    let mut all = Vec::new();
    every_layout(rules, pool, 0, &mut Layout(Default::default()), &mut all);
    all
}

/// The front holds only layouts, including one as strong as any.
fn check_front(rules: &LayoutRules, pool: &[Card]) {
    let mut all = layouts(rules, pool);
    all.sort_unstable();
    all.dedup();
    let front = rules.front(pool);
    assert!(front.iter().all(|layout| all.binary_search(layout).is_ok()));
    for layout in all {
        let covers = |other: &[Strength; 3]| layout.iter().zip(other).all(|(own, other)| own <= other);
        assert!(front.iter().any(covers), "{rules:?} {pool:?}");
    }
}

#[test]
fn fronts_cover_all_layouts() {
    let mut numbers = Numbers(1);
    for split in [Split::Free, Split::Fill, Split::Balanced] {
        for ordered in [true, false] {
            for literal in [true, false] {
                let poker = Poker { literal, wheel: true, short_straights: ordered };
                let rules = LayoutRules { poker, ordered, split };
                for size in [0, 1, 2, 4, 7] {
                    check_front(&rules, &pools(&mut numbers, size, 0)[0]);
                }
            }
        }
    }
    check_front(&LayoutRules { split: Split::Fill, ..USUAL }, &pools(&mut numbers, 9, 0)[0]);
    check_front(&USUAL, &pools(&mut numbers, 15, 0)[0]);
}

#[test]
fn solving_agrees_with_brute_force() {
    let mut numbers = Numbers(2);
    let mut seen = Vec::new();
    for round in 0..32 {
        let rules = LayoutRules { ordered: round % 2 == 0, ..USUAL };
        let pools = pools(&mut numbers, 1 + round % 4, 1 + round / 4 % 4);
        let [black, white] = [0, 1].map(|seat| layouts(&rules, &pools[seat]));
        let white_last = black.iter().map(|&b| white.iter().map(|&w| outcome(b, w)).min().unwrap()).max();
        let black_last = white.iter().map(|&w| black.iter().map(|&b| outcome(b, w)).max().unwrap()).min();
        assert_eq!(Some(solve(&rules, &pools, 1)), white_last);
        assert_eq!(Some(solve(&rules, &pools, 0)), black_last);
        seen.push(solve(&rules, &pools, 1));
    }
    for value in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
        assert!(seen.contains(&value), "no {value:?}");
    }
}

#[test]
fn pools_of_every_size() {
    let mut numbers = Numbers(3);
    for (black, white) in [(14, 13), (15, 15), (17, 18), (20, 22), (26, 24)] {
        let pools = pools(&mut numbers, black, white);
        // The player who lays out last does not do worse for it.
        assert!(solve(&USUAL, &pools, 1) <= solve(&USUAL, &pools, 0));
    }
    // No other hand can match the four royal flushes.
    let (high, rest): (Vec<Card>, Vec<Card>) = deck().into_iter().partition(|card| card.rank >= 10);
    assert_eq!(solve(&USUAL, &[high.clone(), rest.clone()], 1), Ordering::Greater);
    assert_eq!(solve(&USUAL, &[rest, high], 1), Ordering::Less);
}

#[test]
fn legal_layouts() {
    let pool = cards("AS AD AH KC KD QS QD 7H 7C 2D 3C 4C");
    let check = |rules: &LayoutRules, text: &str| rules.check(&Layout::read(text).unwrap(), &pool);
    let free = LayoutRules { ordered: false, ..USUAL };
    let fill = LayoutRules { split: Split::Fill, ..USUAL };
    let balanced = LayoutRules { split: Split::Balanced, ..USUAL };
    for (rules, text, legal) in [
        (USUAL, "AS AD AH KC KD | QS QD 7H 7C 2D | 3C 4C", true),
        (USUAL, "AS AD | QS QD | ", true),
        (USUAL, " | | ", true),
        (USUAL, "QS QD | AS AD | ", false),
        (free, "QS QD | AS AD | ", true),
        (USUAL, "AS AS | | ", false),
        (USUAL, "AS AC | | ", false),
        (USUAL, "AS AD AH KC KD QS | | ", false),
        (fill, "AS AD AH KC KD | QS QD 7H 7C 2D | 3C 4C", true),
        (fill, "AS AD AH KC KD | QS QD | ", true),
        (fill, "AS AD | QS QD | ", false),
        (balanced, "AS AD AH | QS QD | 7H 7C 2D", true),
        (balanced, "AS AD AH | QS QD | 7H 7C", true),
        (balanced, "AS AD AH | QS QD | 7H", false),
        (balanced, " | | ", true),
    ] {
        assert_eq!(check(&rules, text).is_ok(), legal, "{text}");
    }
    assert!(Layout::read("AS | KS").is_err());
    assert!(Layout::read("AS | KS | | ").is_err());
    assert!(Layout::read("AS | KX | ").is_err());
    // Fifteen cards make three full hands; what is left over is not used.
    let pool: Vec<Card> = deck().into_iter().take(16).collect();
    let full = Layout::read("AC KC QC JC TC | 9C 8C 7C 6C 5C | 4C 3C 2C 2D 3D").unwrap();
    assert_eq!(USUAL.check(&full, &pool), Ok(()));
    let short = Layout::read("AC KC QC JC TC | 9C 8C 7C 6C 5C | 4C 3C 2C 2D").unwrap();
    assert!(USUAL.check(&short, &pool).is_err());
}

#[test]
fn slots() {
    let won = |black: &str, white: &str| {
        let [black, white] = [black, white].map(|text| Layout::read(text).unwrap().strengths(USUAL.poker));
        slots_won(black, white)
    };
    assert_eq!(won("AS | JS | TS", "KS | QS | "), [2, 1]);
    assert_eq!(won("AS | | ", "KS | | "), [1, 0]);
    assert_eq!(won("AS | JS | ", "KS | QS | "), [1, 1]);
    assert_eq!(won(" | | ", " | | "), [0, 0]);
}
