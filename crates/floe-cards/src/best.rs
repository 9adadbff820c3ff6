//! The strongest five cards of a larger set.

use crate::card_set::CardSet;
use crate::rank::{Category, HandStrength, RANK_BITS, groups, rank_bits, ranks_of, wheel_strength};
use crate::rules::{RankRules, TieBreak};

/// The strength of the strongest hand of exactly five cards in a set; `None` if the set has fewer.
///
/// ```
/// use floe_cards::{CardSet, RankRules, best_five};
/// let best = best_five("AS AD AH KC KD QS QD 7H".parse()?, RankRules::default());
/// assert_eq!(best.map(|s| s.hand()), Some("AS AH AD KD KC".parse::<CardSet>()?));
/// # Ok::<(), floe_cards::CardSetTextError>(())
/// ```
pub fn best_five(cards: CardSet, rules: RankRules) -> Option<HandStrength> {
    (cards.len() >= 5).then(|| best_five_bits(cards.bits(), rules))
}

/// [`best_five`] for a set known to hold five cards or more.
///
/// Categories are tried from the top. So when one is reached, nothing better exists in the set, and choosing
/// the highest suit for every rank cannot make the hand into something else.
#[cfg_attr(target_arch = "x86_64", inline(always))]
pub(crate) fn best_five_bits(cards: u64, rules: RankRules) -> HandStrength {
    debug_assert!(cards.count_ones() >= 5);
    if let Some(strength) = straight_flush(cards, rules) {
        return strength;
    }
    let (pairs, trips, quads) = groups(cards);
    if quads != 0 {
        return four_of_a_kind(cards, quads, rules);
    }
    if trips != 0 && pairs & (pairs - 1) != 0 {
        return full_house(cards, trips, pairs, rules);
    }
    if let Some(strength) = flush(cards) {
        return strength;
    }
    if let Some(strength) = straight(cards, rules) {
        return strength;
    }
    if rules.tie_break == TieBreak::Literal {
        // Few cards are left to choose from: no rank twice except the groups.
        return literal_low_hand(cards, pairs, trips, rules);
    }
    let mut rest = cards;
    if trips != 0 {
        // One rank only, or there would be a full house.
        let [a, b, c] = take_rank(&mut rest, top(trips));
        let (d, e) = (take_top_rank(&mut rest), take_top_rank(&mut rest));
        return HandStrength::of_ordered(Category::ThreeOfAKind, [a, b, c, d, e]);
    }
    if pairs == 0 {
        let five = [(); 5].map(|()| take_top(&mut rest));
        return HandStrength::of_ordered(Category::HighCard, five);
    }
    let high = top(pairs);
    let [a, b] = take_rank(&mut rest, high);
    let lower = pairs ^ 1 << high;
    if lower != 0 {
        let [c, d] = take_rank(&mut rest, top(lower));
        return HandStrength::of_ordered(Category::TwoPair, [a, b, c, d, take_top(&mut rest)]);
    }
    let (c, d, e) = (take_top(&mut rest), take_top(&mut rest), take_top(&mut rest));
    HandStrength::of_ordered(Category::OnePair, [a, b, c, d, e])
}

/// The highest card of a set that is not empty.
#[cfg_attr(target_arch = "x86_64", inline(always))]
fn top(cards: u64) -> u32 {
    63 - cards.leading_zeros()
}

#[cfg_attr(target_arch = "x86_64", inline(always))]
fn take_top(cards: &mut u64) -> u32 {
    let card = top(*cards);
    *cards ^= 1 << card;
    card
}

/// The highest card, with its whole rank removed.
#[cfg_attr(target_arch = "x86_64", inline(always))]
fn take_top_rank(cards: &mut u64) -> u32 {
    let card = top(*cards);
    *cards &= !(15 << (card & !3));
    card
}

/// The `N` highest suits of a rank (given by its bit in `RANK_BITS`), with the whole rank removed.
#[cfg_attr(target_arch = "x86_64", inline(always))]
fn take_rank<const N: usize>(cards: &mut u64, rank_bit: u32) -> [u32; N] {
    let mut suits = *cards & 15 << rank_bit;
    *cards &= !(15 << rank_bit);
    [(); N].map(|()| take_top(&mut suits))
}

#[cfg_attr(target_arch = "x86_64", inline(always))]
fn straight_flush(cards: u64, rules: RankRules) -> Option<HandStrength> {
    // A bit for the lowest card of every run of five in one suit; the top one has the highest ranks and, among
    // those, the highest suit.
    let runs = cards & cards >> 4 & cards >> 8 & cards >> 12 & cards >> 16;
    let wheels =
        if rules.wheel { cards >> 48 & cards & cards >> 4 & cards >> 8 & cards >> 12 & 15 } else { 0 };
    if runs | wheels == 0 {
        return None;
    }
    let literal = rules.tie_break == TieBreak::Literal;
    // The highest run starts at a ten only if it is royal; a literal wheel has an ace high, so comes next.
    if runs != 0 && (wheels == 0 || !literal || top(runs) >= 32) {
        let low = top(runs);
        let category = if low >= 32 { Category::RoyalFlush } else { Category::StraightFlush };
        return Some(HandStrength::of_ordered(category, [low + 16, low + 12, low + 8, low + 4, low]));
    }
    let suit = top(wheels);
    Some(if literal {
        HandStrength::of_ordered(Category::StraightFlush, [suit + 48, suit + 12, suit + 8, suit + 4, suit])
    } else {
        wheel_strength(Category::StraightFlush, [suit + 12, suit + 8, suit + 4, suit, suit + 48])
    })
}

fn four_of_a_kind(cards: u64, quads: u64, rules: RankRules) -> HandStrength {
    let with_kicker = |rank_bit: u32| {
        let mut rest = cards;
        let [a, b, c, d] = take_rank(&mut rest, rank_bit);
        (a, b, c, d, top(rest))
    };
    if rules.tie_break == TieBreak::Poker {
        let (a, b, c, d, e) = with_kicker(top(quads));
        return HandStrength::of_ordered(Category::FourOfAKind, [a, b, c, d, e]);
    }
    strongest(
        bits(quads).map(|rank_bit| {
            let (a, b, c, d, e) = with_kicker(rank_bit);
            [a, b, c, d, e].into_iter().fold(0, |hand, card| hand | 1 << card)
        }),
        rules,
    )
}

fn full_house(cards: u64, trips: u64, pairs: u64, rules: RankRules) -> HandStrength {
    let house = |three: u32, two: u32| {
        let mut rest = cards;
        let [a, b, c] = take_rank(&mut rest, three);
        let [d, e] = take_rank(&mut rest, two);
        [a, b, c, d, e]
    };
    if rules.tie_break == TieBreak::Poker {
        let three = top(trips);
        return HandStrength::of_ordered(Category::FullHouse, house(three, top(pairs ^ 1 << three)));
    }
    let houses = bits(trips).flat_map(|three| bits(pairs ^ 1 << three).map(move |two| (three, two)));
    strongest(
        houses.map(|(three, two)| house(three, two).into_iter().fold(0, |hand, card| hand | 1 << card)),
        rules,
    )
}

#[cfg_attr(target_arch = "x86_64", inline(always))]
fn flush(cards: u64) -> Option<HandStrength> {
    let mut best = None;
    for suit in 0..4 {
        let mut suited = cards & RANK_BITS << suit;
        if suited.count_ones() >= 5 {
            let five = [(); 5].map(|()| take_top(&mut suited));
            best = best.max(Some(HandStrength::of_ordered(Category::Flush, five)));
        }
    }
    best
}

#[cfg_attr(target_arch = "x86_64", inline(always))]
fn straight(cards: u64, rules: RankRules) -> Option<HandStrength> {
    let ranks = ranks_of(cards);
    let runs = ranks & ranks >> 4 & ranks >> 8 & ranks >> 12 & ranks >> 16;
    let wheel = rules.wheel && ranks >> 48 & ranks & ranks >> 4 & ranks >> 8 & ranks >> 12 & 1 != 0;
    if runs == 0 && !wheel {
        return None;
    }
    let highest_of = |rank_bit: u32| top(cards & 15 << rank_bit);
    let literal = rules.tie_break == TieBreak::Literal;
    if runs != 0 && (!wheel || !literal || top(runs) >= 32) {
        let low = top(runs);
        return Some(HandStrength::of_ordered(
            Category::Straight,
            [low + 16, low + 12, low + 8, low + 4, low].map(highest_of),
        ));
    }
    Some(if literal {
        HandStrength::of_ordered(Category::Straight, [48, 12, 8, 4, 0].map(highest_of))
    } else {
        wheel_strength(Category::Straight, [12, 8, 4, 0, 48].map(highest_of))
    })
}

/// The best three of a kind, two pair, pair or high card when all cards are compared by rank alone.
fn literal_low_hand(cards: u64, pairs: u64, trips: u64, rules: RankRules) -> HandStrength {
    // With trips there is no other pair, and with pairs no trips: the groups to keep are one or two ranks, the
    // kickers the highest of the other ranks.
    let with_kickers = |groups: u64| {
        let mut hand = cards & groups;
        let mut rest = cards & !groups;
        while hand.count_ones() < 5 {
            hand |= 1 << take_top_rank(&mut rest);
        }
        hand
    };
    if trips != 0 || pairs & pairs.wrapping_sub(1) == 0 {
        return rank_bits(with_kickers(pairs * 15), rules);
    }
    let two_pairs = bits(pairs).flat_map(|a| bits(pairs & ((1 << a) - 1)).map(move |b| 15 << a | 15 << b));
    strongest(two_pairs.map(with_kickers), rules)
}

/// The strongest of hands given as bits; there must be one.
fn strongest(hands: impl Iterator<Item = u64>, rules: RankRules) -> HandStrength {
    hands.map(|hand| rank_bits(hand, rules)).max().unwrap_or(HandStrength::EMPTY)
}

/// The positions of the bits of a word.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || (word != 0).then(|| take_top(&mut word)))
}
