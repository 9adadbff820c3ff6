//! The undominated layouts of a pool that makes three full hands.

use crate::best::best_five_bits;
use crate::rank::HandStrength;
use crate::rules::RankRules;
use crate::staircase::{ParetoFront, undominated};
use crate::strong_hands::strong_hands;

/// The undominated triples of strengths, strongest hand first, of all layouts of three disjoint five-card hands.
///
/// Hands are paired as first and second by falling strength; the third is the best of what is left. Why this is
/// complete:
///
/// * *The third hand.* If a better third hand is possible, the layout with it, sorted, dominates.
/// * *The floor.* Let `g` be the layout that takes the best hand three times over. Its first strength is the greatest
///   possible, so `g` dominates every layout whose second hand (hence third) is no better than `g`'s third. So first
///   and second hands come from the list above that floor.
/// * *The rising floor.* The same holds later with any earlier layout in place of `g`, since first strengths fall:
///   second hands up to the best third strength found so far are done.
/// * *The upper bound.* With the first hand set aside, take any card of the rest: the second or the third hand lacks
///   it, and the third is the weaker. So the third is at most the best hand without that card. Once the earlier layouts
///   cover that upper bound for a second strength, lower second hands add nothing.
pub(crate) fn full_pool(pool: u64, rules: RankRules) -> Vec<[HandStrength; 3]> {
    debug_assert!(pool.count_ones() >= 15);
    let best = |cards: u64| best_five_bits(cards, rules);
    let bits = |strength: HandStrength| strength.hand().bits();

    let first = best(pool);
    let second = best(pool & !bits(first));
    let third = best(pool & !bits(first) & !bits(second));
    let mut met = vec![[first, second, third]];
    let mut stairs = ParetoFront::new();
    stairs.add(second, third);

    let hands = strong_hands(pool, third, rules);
    // The index of the first hand no better than the floor; it only moves up.
    let mut end = hands.len();
    let mut index = 0;
    while index < end {
        let (first, first_cards) = hands[index];
        index += 1;
        let rest = pool & !first_cards;
        let top = best(rest);
        let cover = stairs.cover(top.min(first));
        let mut ceiling = top.min(first);
        let mut cards = bits(top);
        while cards != 0 && cover < Some(ceiling) {
            let card = cards & cards.wrapping_neg();
            cards ^= card;
            ceiling = ceiling.min(best(rest & !card));
        }
        if cover >= Some(ceiling) {
            continue;
        }
        let mut next = index;
        while next < end {
            let (second, second_cards) = hands[next];
            next += 1;
            if second_cards & first_cards != 0 {
                continue;
            }
            let cover = stairs.cover(second);
            if cover >= Some(ceiling) {
                break;
            }
            let third = best(rest & !second_cards);
            if third <= second && Some(third) > cover {
                stairs.add(second, third);
                met.push([first, second, third]);
                let floor = stairs.peak();
                while end > 0 && Some(hands[end - 1].0) <= floor {
                    end -= 1;
                }
            }
        }
    }
    undominated(met)
}
