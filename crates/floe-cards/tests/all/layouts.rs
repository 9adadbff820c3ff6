//! The undominated layouts against brute force.

use floe_cards::{
    CardSet, Layout, Pairing, RankRules, ShortSplit, ShowdownRules, legal_layout, undominated_layouts,
};

use crate::naive::{self, Chance, all_rank_rules, all_rules};

fn check(pool: CardSet, rules: &ShowdownRules) {
    let fast = undominated_layouts(pool, rules);
    for layout in &fast {
        assert_eq!(legal_layout(pool, layout, rules), Ok(()), "{layout}");
    }
    assert_eq!(fast, naive::undominated(pool, rules), "{pool} {rules:?}");
}

#[test]
fn small_pools_with_every_switch() {
    let mut chance = Chance(3);
    for rules in all_rules() {
        for size in 0..=9 {
            for _ in 0..if size < 8 { 8 } else { 2 } {
                check(chance.pools(size, 0).0, &rules);
            }
        }
    }
}

#[test]
fn pools_just_under_fifteen() {
    let mut chance = Chance(4);
    for (round, rules) in all_rules().into_iter().enumerate() {
        check(chance.pools(10, 0).0, &rules);
        if round % 4 == 0 {
            check(chance.pools(11, 0).0, &rules);
        }
    }
    for &short_split in ShortSplit::ALL {
        for short_straights in [false, true] {
            let rank = RankRules { short_straights, ..RankRules::default() };
            check(chance.pools(12, 0).0, &ShowdownRules { rank, short_split, ..Default::default() });
        }
    }
    check(chance.pools(13, 0).0, &ShowdownRules::default());
}

/// Ordered pairing; the sorted layouts also cover free pairing, which is tested on small pools.
fn check_full(pool: CardSet, rank: RankRules, floor: bool) {
    let rules = ShowdownRules { rank, ..Default::default() };
    let fast = undominated_layouts(pool, &rules);
    for layout in &fast {
        assert_eq!(legal_layout(pool, layout, &rules), Ok(()), "{layout}");
    }
    assert_eq!(fast, naive::undominated_full(pool, rank, floor), "{pool} {rules:?}");
}

#[test]
fn fifteen_cards_both_ways() {
    let mut chance = Chance(5);
    for rank in all_rank_rules() {
        for pairing in [Pairing::Ordered, Pairing::Free] {
            check(chance.pools(15, 0).0, &ShowdownRules { rank, pairing, ..Default::default() });
        }
    }
}

#[test]
fn full_pools() {
    let mut chance = Chance(9);
    for rank in all_rank_rules() {
        for (size, pools) in [(15, 24), (16, 6), (17, 2)] {
            for _ in 0..pools {
                check_full(chance.pools(size, 0).0, rank, false);
            }
        }
    }
    for size in [18, 19, 20] {
        check_full(chance.pools(size, 0).0, RankRules::default(), false);
    }
}

#[test]
fn large_pools() {
    let mut chance = Chance(10);
    for rank in all_rank_rules() {
        for size in 15..=26 {
            for _ in 0..8 {
                check_full(chance.pools(size, 0).0, rank, true);
            }
        }
        let size = 27 + chance.below(6);
        check_full(chance.pools(size, 0).0, rank, true);
    }
    for size in [34, 38, 42, 46] {
        check_full(chance.pools(size, 0).0, RankRules::default(), true);
    }
}

/// Pools found to be slow: one long suit, low pairs, many runs.
#[test]
fn crowded_pools() {
    let pools = [
        "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S 6H 5D QH",
        "AS KS KD QS JS TS 9S 9C 8S 7S 6S 6H 5S 4S 4C 3S 2S 2H",
        "2S 2H 3S 3H 4D 4C 5D 5C 7S 7H 8S 8H 9D 9C TD TC",
        "2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C AS",
        "AS KD QH JC TS AD KH QC JS TD 2S 3D 4H 5C 2D 3H 4C 5S",
        "KC QC JS JH JD JC TS 8D 7S 5D 4D 3C 2S AH 9H",
    ];
    for pool in pools {
        for rank in all_rank_rules() {
            check_full(pool.parse().unwrap(), rank, true);
        }
    }
}

/// A random layout is legal exactly when the naive rules say so.
#[test]
fn legality_of_random_layouts() {
    let mut chance = Chance(11);
    let mut legal = 0;
    for _ in 0..400 {
        for rules in all_rules() {
            let size = chance.below(18);
            let (pool, others) = chance.pools(size, 1);
            let mut hands = [CardSet::EMPTY; 3];
            for card in pool {
                let to = chance.below(4);
                if to < 3 && (pool.len() < 15 || hands[to].len() < 5) {
                    hands[to].insert(card);
                }
            }
            hands.sort_by_key(|&hand| std::cmp::Reverse(naive::key(hand, rules.rank)));
            match chance.below(8) {
                0 => hands.swap(0, 1),
                1 => hands[2] = hands[2] | others,
                2 => hands[1] = hands[1] | hands[0].iter().take(1).collect(),
                _ => {}
            }
            let keys = hands.map(|hand| naive::key(hand, rules.rank));
            let expected = (0..3).all(|i| hands[i].is_subset(pool))
                && [(0, 1), (0, 2), (1, 2)].iter().all(|&(i, j)| hands[i].is_disjoint(hands[j]))
                && naive::sizes_are_legal(hands.map(|hand| hand.len() as u32), pool.len(), rules.short_split)
                && (rules.pairing == Pairing::Free || keys[0] >= keys[1] && keys[1] >= keys[2]);
            let layout = Layout { hands };
            assert_eq!(layout.to_string().parse(), Ok(layout));
            assert_eq!(legal_layout(pool, &layout, &rules).is_ok(), expected, "{pool}: {layout} {rules:?}");
            legal += usize::from(expected);
        }
    }
    // Both answers must have occurred often.
    assert!((2_000..17_000).contains(&legal), "{legal}");
}
