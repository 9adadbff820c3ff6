//! The fast ranking against the naive one.

use floe_cards::{Card, CardSet, RankRules, TieBreak, best_five, rank};
use proptest::prelude::*;

use crate::naive::{self, Chance, all_rank_rules, key};

fn strength(text: &str, rules: RankRules) -> floe_cards::HandStrength {
    rank(text.parse().unwrap(), rules).unwrap()
}

#[test]
fn known_comparisons() {
    let poker = RankRules::default();
    let literal = RankRules { tie_break: TieBreak::Literal, ..poker };
    // (rules, the stronger hand, the weaker hand)
    let table = [
        (poker, "KS KD 10S", "AH 2S 2D 5C 6C"),
        (literal, "AH 2S 2D 5C 6C", "KS KD 10S"),
        (poker, "6C 5C 4C 3H 2S", "5S 4S 3C 2C AC"),
        (literal, "5S 4S 3C 2C AC", "6C 5C 4C 3H 2S"),
        (literal, "AC KC QC JC TD", "5S 4S 3C 2C AH"),
        (poker, "KS KD 7H 5C 2C", "KH KC 7D 5D 2D"),
        (poker, "KS KD 7H 5C 2C", "KH KC 7S 5D"),
        (poker, "2C 2D 3C 3D", "AS AD"),
        (poker, "2C 2D 3C 3D", "AS AD KC QD JH"),
        (poker, "2C", ""),
        (poker, "AS AC 2C 2D 3C", "AH AD 2S 2H"),
        (poker, "AS AC 2C 2D 3C", "AH AD 2S 2H 3S"),
        (poker, "KC QC JC TC 9C", "5S 4S 3S 2S AS"),
        (literal, "5C 4C 3C 2C AC", "KS QS JS TS 9S"),
        (poker, "3C 3D 3H 2C 2D", "2S 2H AC AD AS KD".split_at(11).0),
        (literal, "2C 2D 2H 2S AC", "KC KD KH KS QC"),
    ];
    for (rules, stronger, weaker) in table {
        assert!(strength(stronger, rules) > strength(weaker, rules), "{stronger} > {weaker}");
    }
}

/// Hands of every size, the naive keys in the same order as the fast strengths, and each strength identifying its hand.
#[test]
fn same_order_as_naive() {
    let mut chance = Chance(1);
    for rules in all_rank_rules() {
        let mut hands: Vec<CardSet> = Vec::new();
        for _ in 0..6000 {
            let size = if chance.below(3) == 0 { chance.below(5) } else { 5 };
            hands.push(chance.pools(size, 0).0);
        }
        hands.sort();
        hands.dedup();
        hands.sort_by_cached_key(|&hand| key(hand, rules));
        let strengths: Vec<_> = hands.iter().map(|&hand| rank(hand, rules).unwrap()).collect();
        for (hand, strength) in hands.iter().zip(&strengths) {
            assert_eq!(strength.hand(), *hand);
            assert_eq!(strength.category() as u8, key(*hand, rules).0);
        }
        assert!(strengths.is_sorted_by(|a, b| a < b), "{rules:?}");
    }
}

/// All 2 598 960 hands have different strengths and the well-known number of each category.
#[test]
fn all_five_card_hands() {
    let rules = RankRules::default();
    let mut strengths = Vec::with_capacity(2_598_960);
    let mut counts = [0; 10];
    let cards: Vec<u64> = Card::all().map(|c| 1 << c.index()).collect();
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        let bits = cards[a] | cards[b] | cards[c] | cards[d] | cards[e];
                        let strength = rank(CardSet::from_bits(bits).unwrap(), rules).unwrap();
                        counts[strength.category() as usize] += 1;
                        strengths.push(strength);
                    }
                }
            }
        }
    }
    assert_eq!(counts, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]);
    strengths.sort_unstable();
    assert!(strengths.is_sorted_by(|a, b| a < b));
}

/// The best five against brute force on sets of up to 12 cards; larger sets against the best of their subsets, since
/// the best hand of a set is the best hand of some subset.
#[test]
fn best_five_is_the_best() {
    let mut chance = Chance(2);
    for rules in all_rank_rules() {
        for round in 0..150 {
            let size = 5 + round % 8;
            let set = chance.pools(size, 0).0;
            let hands = naive::Hands::new(set, rules);
            let best = (0..hands.place.len())
                .filter(|m| m.count_ones() == 5)
                .max_by_key(|&m| hands.place[m])
                .map(|m| hands.hand[hands.place[m].unwrap() as usize]);
            assert_eq!(best_five(set, rules).map(|s| s.hand()), best, "{set}");
        }
        for _ in 0..300 {
            let size = 6 + chance.below(41);
            let set = chance.pools(size, 0).0;
            let best = best_five(set, rules);
            // A hand of five lacks one of any six cards.
            let less: Vec<_> =
                set.iter().take(6).map(|c| best_five(set - [c].into_iter().collect(), rules)).collect();
            assert_eq!(best, less.into_iter().max().unwrap(), "{set}");
        }
    }
    assert_eq!(best_five("AS KS QS JS".parse().unwrap(), RankRules::default()), None);
}

fn any_set() -> impl Strategy<Value = CardSet> {
    any::<u64>().prop_map(|bits| CardSet::from_bits(bits & CardSet::FULL.bits()).unwrap())
}

fn any_hand() -> impl Strategy<Value = CardSet> {
    proptest::collection::vec(0u8..52, 0..=5)
        .prop_map(|cards| cards.into_iter().filter_map(Card::from_index).collect())
}

fn any_rank_rules() -> impl Strategy<Value = RankRules> {
    proptest::sample::select(all_rank_rules())
}

proptest! {
    #[test]
    fn sets_read_back(set in any_set()) {
        prop_assert_eq!(set.to_string().parse::<CardSet>().unwrap(), set);
        prop_assert_eq!(set.iter().collect::<CardSet>(), set);
        prop_assert_eq!(set.iter().len(), set.len());
    }

    #[test]
    fn no_text_panics(text in ".{0,12}") {
        let _ = text.parse::<Card>();
        let _ = text.parse::<CardSet>();
        let _ = text.parse::<floe_cards::Layout>();
    }

    #[test]
    fn strength_is_a_total_order(a in any_hand(), b in any_hand(), rules in any_rank_rules()) {
        let (x, y) = (rank(a, rules).unwrap(), rank(b, rules).unwrap());
        prop_assert_eq!(x == y, a == b);
        prop_assert_eq!(x.cmp(&y), key(a, rules).cmp(&key(b, rules)));
    }

    #[test]
    fn a_further_card_never_weakens(hand in any_hand(), card in 0u8..52, rules in any_rank_rules()) {
        let rules = RankRules { short_straights: false, ..rules };
        let mut more = hand;
        more.insert(Card::from_index(card).unwrap());
        prop_assume!(more.len() <= 5);
        prop_assert!(rank(more, rules).unwrap() >= rank(hand, rules).unwrap());
    }
}
