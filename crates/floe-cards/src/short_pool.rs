//! The undominated layouts of a pool too small for three full hands.

use std::ops::RangeInclusive;

use crate::card_set::CardSet;
use crate::layout::FULL_POOL;
use crate::rank::{HandStrength, rank_bits};
use crate::rules::{Pairing, RankRules, ShortSplit, ShowdownRules};
use crate::staircase::{ParetoFront, undominated};

/// The undominated triples of strengths of all layouts. Unless the split is `fill` they are sorted, strongest hand
/// first, and with free pairing represent all their orders; under `fill` they are in layout order.
pub(crate) fn short_pool(pool: CardSet, rules: &ShowdownRules) -> Vec<[HandStrength; 3]> {
    debug_assert!(pool.len() < FULL_POOL);
    let hands = HandTable::new(pool, rules.rank);
    let met = match rules.short_split {
        ShortSplit::Free => split_in_three(&hands, 0..=5),
        ShortSplit::Balanced => {
            // Balanced means that all sizes are `small` or one more, for some `small`.
            let largest = pool.len() / 3;
            // Without short straights another card never weakens a hand, so the largest sizes suffice.
            let least = if rules.rank.short_straights { 0 } else { largest };
            (least..=largest).flat_map(|small| split_in_three(&hands, small..=small + 1)).collect()
        }
        ShortSplit::Fill => filled_in_turn(&hands, rules.pairing),
    };
    hands.strengths(met)
}

/// A hand's index among all hands of the pool by strength, from 1 (the empty hand); 0 for no hand at all.
type Place = u16;

/// Every hand of a small pool with its index. Sets of the pool's cards are masks, bit `i` for its `i`-th card.
struct HandTable {
    pool_size: usize,
    /// By mask; 0 for masks of more than five cards.
    places: Vec<Place>,
    /// By index.
    by_place: Vec<(HandStrength, u16)>,
}

impl HandTable {
    fn new(pool: CardSet, rules: RankRules) -> HandTable {
        let pool_size = pool.len();
        let cards: Vec<u64> = pool.iter().map(|card| 1 << card.index()).collect();
        let mut by_place = vec![(HandStrength::EMPTY, 0)];
        for mask in 0..1u16 << pool_size {
            if mask.count_ones() <= 5 {
                let hand = ones(mask).fold(0, |hand, at| hand | cards[at]);
                by_place.push((rank_bits(hand, rules), mask));
            }
        }
        by_place[1..].sort_unstable();
        let mut places = vec![0; 1 << pool_size];
        for (place, &(_, mask)) in by_place.iter().enumerate().skip(1) {
            places[usize::from(mask)] = place as Place;
        }
        HandTable { pool_size, places, by_place }
    }

    fn all(&self) -> u16 {
        ((1u32 << self.pool_size) - 1) as u16
    }

    /// For each mask of at most `up_to` cards the index of the best hand within it that has an allowed size.
    fn best_within(&self, sizes: RangeInclusive<usize>, up_to: usize) -> Vec<Place> {
        let mut best = vec![0; self.places.len()];
        for mask in 0..=self.all() {
            let size = mask.count_ones() as usize;
            if size > up_to {
                continue;
            }
            let own = if sizes.contains(&size) { self.places[usize::from(mask)] } else { 0 };
            let smaller = ones(mask).map(|at| best[usize::from(mask ^ 1 << at)]);
            best[usize::from(mask)] = smaller.fold(own, Place::max);
        }
        best
    }

    fn strengths(&self, met: Vec<[Place; 3]>) -> Vec<[HandStrength; 3]> {
        let strength = |place: Place| self.by_place[usize::from(place)].0;
        undominated(met).into_iter().map(|triple| triple.map(strength)).collect()
    }
}

/// The positions of the bits of a mask.
fn ones(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (at < 16).then_some(at)
    })
}

/// The sorted layouts with hands of the allowed sizes, as indices; dominated ones may be included, but no undominated
/// one is missing.
///
/// Three hands of at most five cards out of at most fifteen grow into three parts of at most five that use up the pool.
/// So it is enough to enumerate those partitions and take from each part the best hand of an allowed size.
fn split_in_three(hands: &HandTable, sizes: RangeInclusive<usize>) -> Vec<[Place; 3]> {
    let best = hands.best_within(sizes, 5);
    let mut parts: Vec<(Place, u16)> = (0..=hands.all())
        .filter(|mask| mask.count_ones() <= 5 && hands.pool_size - mask.count_ones() as usize <= 10)
        .map(|mask| (best[usize::from(mask)], mask))
        .filter(|&(place, _)| place > 0)
        .collect();
    parts.sort_unstable_by(|a, b| b.cmp(a));

    let least_rest = hands.pool_size.saturating_sub(5);
    let splits: Vec<Vec<(u8, u8)>> = (least_rest..=hands.pool_size.min(10)).map(splits_in_two).collect();
    let mut met = Vec::new();
    let mut stairs = ParetoFront::new();
    for (first, part) in parts {
        // With the first strength falling, a second hand no better than an earlier third hand is dominated.
        if Some(first) <= stairs.peak() {
            break;
        }
        let rest = hands.all() ^ part;
        let (low, high) = spread(rest);
        for &(low_half, high_half) in &splits[rest.count_ones() as usize - least_rest] {
            let one = low[usize::from(low_half)] | high[usize::from(high_half)];
            let (one, other) = (best[usize::from(one)], best[usize::from(rest ^ one)]);
            let (second, third) = (one.max(other), one.min(other));
            // The strongest hand is the first; the other orders come with another first hand.
            if second <= first && third > 0 && stairs.add(second, third) {
                met.push([first, second, third]);
            }
        }
    }
    met
}

/// Each way to split `count` items into two parts of at most five, once: the part with the first item, as bits of the
/// first five items and bits of the others.
fn splits_in_two(count: usize) -> Vec<(u8, u8)> {
    (0..1u32 << count)
        .filter(|part| {
            let size = part.count_ones() as usize;
            size <= 5 && count - size <= 5 && (count == 0 || part & 1 != 0)
        })
        .map(|part| ((part & 31) as u8, (part >> 5) as u8))
        .collect()
}

/// Tables from the bits of a part, in halves of five, to the mask of the cards they represent.
fn spread(cards: u16) -> ([u16; 32], [u16; 32]) {
    let mut tables = [[0; 32]; 2];
    for (nth, at) in ones(cards).enumerate() {
        let (table, bit) = (&mut tables[nth / 5], 1 << (nth % 5));
        for below in 0..bit {
            table[bit | below] = table[below] | 1 << at;
        }
    }
    (tables[0], tables[1])
}

/// The layouts in which a hand has cards only after a full one, as indices in layout order; dominated ones may be
/// included, but no undominated one is missing.
///
/// The last hand with cards is always the best hand of the remaining cards, and under ordered pairing not above the
/// hand before it.
fn filled_in_turn(hands: &HandTable, pairing: Pairing) -> Vec<[Place; 3]> {
    let ordered = pairing == Pairing::Ordered;
    let best_short = hands.best_within(0..=4, hands.pool_size);
    let last_hand = |cards: u16, before: Place| {
        let best = best_short[usize::from(cards)];
        if ordered && best > before { best_up_to(hands, cards, before) } else { best }
    };
    let full: Vec<(Place, u16)> = (hands.by_place[1..].iter().rev())
        .filter(|&&(_, mask)| mask.count_ones() == 5)
        .map(|&(_, mask)| (hands.places[usize::from(mask)], mask))
        .collect();

    // Hand 1 alone may be any hand, so the best of all.
    let empty = hands.places[0];
    let mut met = vec![[(hands.by_place.len() - 1) as Place, empty, empty]];
    let mut stairs = ParetoFront::new();
    for &(first, first_cards) in &full {
        let rest = hands.all() ^ first_cards;
        // Hand 2 short, hand 3 empty.
        let second = last_hand(rest, first);
        if stairs.add(second, empty) {
            met.push([first, second, empty]);
        }
        // Hand 2 full, hand 3 of at most the four cards left.
        for &(second, second_cards) in &full {
            if second_cards & first_cards != 0 || ordered && second > first {
                continue;
            }
            if ordered && Some(second) <= stairs.peak() {
                break;
            }
            let third = last_hand(rest ^ second_cards, second);
            if stairs.add(second, third) {
                met.push([first, second, third]);
            }
        }
    }
    met
}

/// The index of the best hand of at most four of these cards that is no better than the limit.
fn best_up_to(hands: &HandTable, cards: u16, limit: Place) -> Place {
    let mut best = hands.places[0];
    let mut within = cards;
    while within != 0 {
        let place = hands.places[usize::from(within)];
        if place <= limit && within.count_ones() <= 4 {
            best = best.max(place);
        }
        within = (within - 1) & cards;
    }
    best
}
