//! Who probably wins a showdown, in a microsecond or two: a few good layouts of each pool instead of all of them.
//!
//! The layouts found here are legal, and no layout exceeds the upper bounds. So a result of [`certain_outcome`] is
//! exact; [`quick_outcome`] is a good estimate.

use floe_cpu::dispatch;

use crate::best::best_five_bits;
use crate::card_set::CardSet;
use crate::rank::{Category, HandStrength, RANK_BITS, groups, rank_bits, ranks_of};
use crate::rules::{Adjust, Pairing, RankRules, ShortSplit, ShowdownRules};
use crate::showdown::ShowdownResult;

/// The maximum number of layouts stored for a pool.
const MAX_LAYOUTS: usize = 12;

/// A few good layouts of a pool: the hands are at least as strong as stated; kickers are left out where they hardly
/// ever matter.
#[derive(Clone, Copy, Debug)]
pub struct QuickLayouts {
    layouts: [[HandStrength; 3]; MAX_LAYOUTS],
    count: usize,
}

/// Whether the quick functions support these rules: hands in order, compared as in poker, short pools split freely.
/// Otherwise use [`solve`](crate::solve).
pub fn quick_applies(rules: &ShowdownRules) -> bool {
    let ShowdownRules { rank, pairing, short_split, .. } = rules;
    *pairing == Pairing::Ordered
        && rank.tie_break == crate::TieBreak::Poker
        && !rank.short_straights
        && *short_split == ShortSplit::Free
}

impl QuickLayouts {
    /// Finds the layouts of a pool.
    pub fn new(pool: CardSet, rules: RankRules) -> QuickLayouts {
        dispatch!(QuickLayouts::new_inline(pool, rules))
    }

    #[inline(always)]
    fn new_inline(pool: CardSet, rules: RankRules) -> QuickLayouts {
        let mut promise = QuickLayouts { layouts: [[HandStrength::EMPTY; 3]; MAX_LAYOUTS], count: 0 };
        let pool = pool.bits();
        let firsts = Choices::new(pool, rules);
        for &(first, first_cards) in firsts.iter() {
            let rest = pool & !first_cards;
            let seconds = Choices::new(rest, rules);
            for &(second, second_cards) in seconds.iter() {
                let third = best_of(rest & !second_cards, rules);
                let mut hands = [first, second, third];
                hands.sort_unstable_by(|a, b| b.cmp(a));
                promise.add(hands);
            }
        }
        promise
    }

    /// The layouts, none of which is dominated by another.
    pub fn layouts(&self) -> &[[HandStrength; 3]] {
        &self.layouts[..self.count]
    }

    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn add(&mut self, hands: [HandStrength; 3]) {
        let covers =
            |a: &[HandStrength; 3], b: &[HandStrength; 3]| a[0] >= b[0] && a[1] >= b[1] && a[2] >= b[2];
        let mut kept = 0;
        for at in 0..self.count {
            let other = self.layouts[at];
            if covers(&other, &hands) {
                return;
            }
            if !covers(&hands, &other) {
                self.layouts[kept] = other;
                kept += 1;
            }
        }
        self.count = kept;
        if self.count < MAX_LAYOUTS {
            self.layouts[self.count] = hands;
            self.count += 1;
        }
    }
}

/// The best hand of at most five cards.
#[cfg_attr(target_arch = "x86_64", inline(always))]
fn best_of(cards: u64, rules: RankRules) -> HandStrength {
    if cards.count_ones() >= 5 { best_five_bits(cards, rules) } else { rank_bits(cards, rules) }
}

/// The candidates for one hand, each with no more cards than it needs.
struct Choices {
    hands: [(HandStrength, u64); 8],
    count: usize,
}

impl Choices {
    fn iter(&self) -> std::slice::Iter<'_, (HandStrength, u64)> {
        self.hands[..self.count].iter()
    }

    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn add(&mut self, hand: u64, strength: HandStrength) {
        if self.count < self.hands.len() {
            self.hands[self.count] = (strength, hand);
            self.count += 1;
        }
    }

    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn rank(&mut self, hand: u64, rules: RankRules) {
        self.add(hand, rank_bits(hand, rules));
    }

    /// The best of each kind, without kickers: two players never have the same four or three of a kind.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn new(cards: u64, rules: RankRules) -> Choices {
        let mut choices = Choices { hands: [(HandStrength::EMPTY, 0); 8], count: 0 };
        let (pairs, trips, quads) = groups(cards);
        if let Some(run) = straight_flush(cards, rules) {
            choices.rank(run, rules);
        }
        if quads != 0 {
            choices.rank(rank_of(top(quads)) & cards, rules);
        }
        if trips != 0 && pairs.count_ones() > 1 {
            let three = top(trips);
            let others = pairs & !(1 << three);
            // The pair is never compared, so the least useful one is enough: a plain pair before part of a larger
            // group.
            let mere = others & !trips;
            let two = if mere != 0 { mere.trailing_zeros() } else { others.trailing_zeros() };
            let (threes, twos) = (highest(rank_of(three) & cards, 3), lowest(rank_of(two) & cards, 2));
            let [a, b, c] = falling(threes);
            let [d, e] = falling(twos);
            choices.add(threes | twos, HandStrength::of_ordered(Category::FullHouse, [a, b, c, d, e]));
        }
        for suit in 0..4 {
            let suited = cards & RANK_BITS << suit;
            if suited.count_ones() >= 5 {
                let five = highest(suited, 5);
                // A straight flush was already found.
                choices.add(five, HandStrength::of_ordered(Category::Flush, falling(five)));
            }
        }
        if let Some(run) = straight(cards, rules) {
            choices.rank(run, rules);
        }
        if choices.count > 0 {
            return choices;
        }
        // Nothing with five cards or four of a kind: keep the groups and leave the kickers for the other hands.
        if trips != 0 {
            choices.rank(rank_of(top(trips)) & cards, rules);
        }
        if pairs.count_ones() > 1 {
            let high = top(pairs);
            choices.rank((rank_of(high) | rank_of(top(pairs & !(1 << high)))) & cards, rules);
        }
        if pairs != 0 {
            choices.rank(rank_of(top(pairs)) & cards, rules);
        }
        if choices.count == 0 || cards.count_ones() >= 10 {
            let hand = if cards.count_ones() >= 5 {
                best_five_bits(cards, rules).hand().bits()
            } else {
                highest(cards, 1)
            };
            choices.rank(hand, rules);
        }
        choices
    }
}

#[cfg_attr(target_arch = "x86_64", inline(always))]
fn top(bits: u64) -> u32 {
    63 - bits.leading_zeros()
}

/// The `N` cards of a set from the highest down.
#[cfg_attr(target_arch = "x86_64", inline(always))]
fn falling<const N: usize>(mut cards: u64) -> [u32; N] {
    [(); N].map(|()| {
        let card = top(cards);
        cards ^= 1 << card;
        card
    })
}

#[cfg_attr(target_arch = "x86_64", inline(always))]
fn rank_of(rank_bit: u32) -> u64 {
    15 << rank_bit
}

#[cfg_attr(target_arch = "x86_64", inline(always))]
fn highest(mut cards: u64, count: u32) -> u64 {
    let all = cards;
    for _ in 0..count {
        if cards != 0 {
            cards ^= 1 << top(cards);
        }
    }
    all & !cards
}

#[cfg_attr(target_arch = "x86_64", inline(always))]
fn lowest(mut cards: u64, count: u32) -> u64 {
    let all = cards;
    for _ in 0..count {
        cards &= cards.wrapping_sub(1);
    }
    all & !cards
}

/// The highest straight flush.
#[cfg_attr(target_arch = "x86_64", inline(always))]
fn straight_flush(cards: u64, rules: RankRules) -> Option<u64> {
    let runs = cards & cards >> 4 & cards >> 8 & cards >> 12 & cards >> 16;
    if runs != 0 {
        return Some(0x1_1111 << top(runs));
    }
    let wheels = cards >> 48 & cards & cards >> 4 & cards >> 8 & cards >> 12 & 15;
    (rules.wheel && wheels != 0).then(|| (1 << 48 | 0x1111) << top(wheels))
}

/// The highest straight, of cards with little other use.
#[cfg_attr(target_arch = "x86_64", inline(always))]
fn straight(cards: u64, rules: RankRules) -> Option<u64> {
    let ranks = ranks_of(cards);
    let runs = ranks & ranks >> 4 & ranks >> 8 & ranks >> 12 & ranks >> 16;
    let wheel = rules.wheel && ranks >> 48 & ranks & ranks >> 4 & ranks >> 8 & ranks >> 12 & 1 != 0;
    let span = match runs {
        0 if wheel => 1 << 48 | 0x1111,
        0 => return None,
        _ => 0x1_1111 << top(runs),
    };
    let counts: [u32; 4] = std::array::from_fn(|suit| (cards & RANK_BITS << suit).count_ones());
    let mut hand = 0;
    let mut left: u64 = span;
    while left != 0 {
        let rank_bit = left.trailing_zeros();
        left &= left - 1;
        let mut suits = cards & rank_of(rank_bit);
        let mut least = (u32::MAX, 0);
        while suits != 0 {
            let card = suits.trailing_zeros();
            suits &= suits - 1;
            least = least.min((counts[(card & 3) as usize], card));
        }
        hand |= 1 << least.1;
    }
    Some(hand)
}

/// How many more hands the first layout wins.
fn lead(one: &[HandStrength; 3], other: &[HandStrength; 3]) -> i32 {
    (0..3).map(|slot| one[slot].cmp(&other[slot]) as i32).sum()
}

/// Who probably wins, from a few layouts of each: the first player needs one that no layout of the other beats.
pub fn quick_outcome(black: &QuickLayouts, white: &QuickLayouts, rules: &ShowdownRules) -> ShowdownResult {
    match quick_lead(black, white, rules) {
        1.. => ShowdownResult::Black,
        0 => ShowdownResult::Draw,
        _ => ShowdownResult::White,
    }
}

/// By how many hands Black probably leads, from -3 to 3, when both try to win as many hands as possible.
pub fn quick_lead(black: &QuickLayouts, white: &QuickLayouts, rules: &ShowdownRules) -> i32 {
    let (first, last, sign) = match rules.adjust {
        Adjust::BlackLast => (white, black, -1),
        _ => (black, white, 1),
    };
    let mut best = -3;
    for opening in first.layouts() {
        let mut worst = 3;
        for reply in last.layouts() {
            worst = worst.min(lead(opening, reply));
            if worst <= best {
                break;
            }
        }
        best = best.max(worst);
    }
    best * sign
}

/// Upper bounds of the layouts of a pool, hand by hand.
///
/// One of two hands lacks any given card, and one of three lacks any two, so the weaker ones are no better than the
/// best hand without such cards.
pub fn upper_bounds(pool: CardSet, rules: RankRules) -> [HandStrength; 3] {
    dispatch!(upper_bounds_inline(pool, rules))
}

#[inline(always)]
fn upper_bounds_inline(pool: CardSet, rules: RankRules) -> [HandStrength; 3] {
    let pool = pool.bits();
    let first = best_of(pool, rules);
    let (mut second, mut without) = (first, 0);
    let mut cards = first.hand().bits();
    while cards != 0 {
        let card = cards & cards.wrapping_neg();
        cards ^= card;
        let best = best_of(pool & !card, rules);
        if best < second {
            (second, without) = (best, card);
        }
    }
    let mut third = second;
    let mut cards = second.hand().bits();
    while cards != 0 {
        let card = cards & cards.wrapping_neg();
        cards ^= card;
        third = third.min(best_of(pool & !card & !without, rules));
    }
    [first, second, third]
}

/// The exact result where it is certain: one player has a layout with two hands above everything the other could have.
pub fn certain_outcome(
    black: (&QuickLayouts, &[HandStrength; 3]),
    white: (&QuickLayouts, &[HandStrength; 3]),
) -> Option<ShowdownResult> {
    let above = |one: &QuickLayouts, upper_bounds: &[HandStrength; 3]| {
        one.layouts().iter().any(|hands| (0..3).filter(|&slot| hands[slot] > upper_bounds[slot]).count() >= 2)
    };
    if above(black.0, white.1) {
        Some(ShowdownResult::Black)
    } else if above(white.0, black.1) {
        Some(ShowdownResult::White)
    } else {
        None
    }
}
