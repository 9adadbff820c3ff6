//! All five-card hands of a pool above a given strength.

use crate::rank::{Category, HandStrength, RANK_BITS, groups, rank_bits, ranks_of};
use crate::rules::RankRules;

/// The five-card hands of the pool that are stronger than `floor`, strongest first, with their cards as bits.
///
/// Large pools have more than a million hands but few strong ones, so the categories from straight up are generated
/// from their pattern. Below that all hands are enumerated: 27 cards leave a flush (17 cards always hold one) for the
/// third hand, so a lower floor means a pool of 26 cards at most, with 65 780 hands.
pub(crate) fn strong_hands(pool: u64, floor: HandStrength, rules: RankRules) -> Vec<(HandStrength, u64)> {
    let mut hands = Vec::new();
    let mut meet = |hand: u64| {
        let strength = rank_bits(hand, rules);
        if strength > floor {
            hands.push((strength, hand));
        }
    };
    let lowest = floor.category();
    if lowest < Category::Straight {
        choose(pool, 5, 0, &mut meet);
    } else {
        // A pattern also generates hands of higher categories (five in sequence may be of one suit). Each category is
        // taken only from its own pattern, so that no hand occurs twice.
        let mut of = |category: Category, hand: u64| {
            let is = |strength: HandStrength| match strength.category() {
                Category::RoyalFlush => Category::StraightFlush,
                other => other,
            };
            if is(rank_bits(hand, rules)) == category {
                meet(hand);
            }
        };
        straight_flushes(pool, rules, &mut |hand| of(Category::StraightFlush, hand));
        if lowest <= Category::FourOfAKind {
            fours(pool, &mut |hand| of(Category::FourOfAKind, hand));
        }
        if lowest <= Category::FullHouse {
            full_houses(pool, &mut |hand| of(Category::FullHouse, hand));
        }
        if lowest <= Category::Flush {
            for suit in 0..4 {
                choose(pool & RANK_BITS << suit, 5, 0, &mut |hand| of(Category::Flush, hand));
            }
        }
        if lowest <= Category::Straight {
            straights(pool, rules, &mut |hand| of(Category::Straight, hand));
        }
    }
    hands.sort_unstable_by(|a, b| b.cmp(a));
    hands
}

/// All ways to add `count` cards of a set to a hand.
pub(crate) fn choose(cards: u64, count: u32, hand: u64, meet: &mut impl FnMut(u64)) {
    if count == 0 {
        return meet(hand);
    }
    let mut rest = cards;
    while rest.count_ones() >= count {
        let card = rest & rest.wrapping_neg();
        rest ^= card;
        choose(rest, count - 1, hand | card, meet);
    }
}

/// The bits of a word, each as a word.
fn single_bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = word & word.wrapping_neg();
        word ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// The ranks of every straight, each rank with all four suits.
fn sequences(rules: RankRules) -> impl Iterator<Item = u64> {
    let wheel = rules.wheel.then_some(0xF << 48 | 0xFFFF);
    (0..9).map(|low| 0xF_FFFF << (4 * low)).chain(wheel)
}

fn straight_flushes(pool: u64, rules: RankRules, meet: &mut impl FnMut(u64)) {
    for sequence in sequences(rules) {
        for suit in 0..4 {
            let run = sequence & RANK_BITS << suit;
            if run & !pool == 0 {
                meet(run);
            }
        }
    }
}

fn fours(pool: u64, meet: &mut impl FnMut(u64)) {
    let (_, _, quads) = groups(pool);
    for rank in single_bits(quads) {
        for kicker in single_bits(pool & !(rank * 15)) {
            meet((rank * 15) | kicker);
        }
    }
}

fn full_houses(pool: u64, meet: &mut impl FnMut(u64)) {
    let (pairs, trips, _) = groups(pool);
    for three in single_bits(trips) {
        choose(pool & (three * 15), 3, 0, &mut |hand| {
            for two in single_bits(pairs & !three) {
                choose(pool & (two * 15), 2, hand, meet);
            }
        });
    }
}

fn straights(pool: u64, rules: RankRules, meet: &mut impl FnMut(u64)) {
    for sequence in sequences(rules) {
        let cards = pool & sequence;
        let ranks = ranks_of(cards);
        if ranks.count_ones() == 5 {
            one_of_each(cards, ranks, 0, meet);
        }
    }
}

/// All ways to add one card of each rank to a hand.
fn one_of_each(cards: u64, ranks: u64, hand: u64, meet: &mut impl FnMut(u64)) {
    if ranks == 0 {
        return meet(hand);
    }
    let rank = ranks & ranks.wrapping_neg();
    for card in single_bits(cards & (rank * 15)) {
        one_of_each(cards, ranks ^ rank, hand | card, meet);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::TieBreak;

    /// The patterns must give the same hands as enumerating all of them.
    #[test]
    fn patterns_miss_nothing() {
        let pools = [
            "AS KS QS JS TS 9S 5S 4S 3S 2S AD AH AC KD KH 5D 4C 3H 2D 2H 2C",
            "9S 8S 7S 6S 5S 9D 8D 7D 6D 5D 9C 8C 7C 6C 5C 9H 8H 7H 6H 5H AS 2S 3S 4S",
            "AS KD QH JC TS AD KH QC JS TD 2S 3D 4H 5C 2D 3H 4C 5S",
        ];
        for pool in pools {
            let pool = pool.parse::<crate::CardSet>().unwrap().bits();
            for tie_break in [TieBreak::Poker, TieBreak::Literal] {
                for wheel in [true, false] {
                    let rules = RankRules { tie_break, wheel, short_straights: false };
                    let mut all = Vec::new();
                    choose(pool, 5, 0, &mut |hand| all.push((rank_bits(hand, rules), hand)));
                    all.sort_unstable_by(|a, b| b.cmp(a));
                    let above: Vec<_> =
                        all.iter().copied().filter(|h| h.0.category() >= Category::Straight).collect();
                    for floor in above.iter().step_by(7) {
                        let expected: Vec<_> = all.iter().copied().filter(|h| h.0 > floor.0).collect();
                        assert_eq!(strong_hands(pool, floor.0, rules), expected);
                    }
                }
            }
        }
    }
}
