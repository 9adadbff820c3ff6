//! The hands that a pool holds, found one after the other.

use crate::best::best_five;
use crate::card_set::CardSet;
use crate::rank::{Category, HandStrength, rank, rank_bits};
use crate::rules::{RankRules, TieBreak};
use crate::strong_hands::choose;

/// Up to three hands of a pool: the best, then the best of the remaining cards, then again. Each has only the cards that
/// make it what it is, since the others of its five may still serve the next hand. A showdown may do better.
///
/// ```
/// use floe_cards::{RankRules, hands_in_sight};
/// let hands = hands_in_sight("9H 9D 3C 3D 4C 6C".parse()?, RankRules::default());
/// assert_eq!(hands[0], "9H 9D 3D 3C".parse()?);
/// # Ok::<(), floe_cards::CardSetTextError>(())
/// ```
pub fn hands_in_sight(pool: CardSet, rules: RankRules) -> Vec<CardSet> {
    let by_groups = RankRules { tie_break: TieBreak::Poker, ..rules };
    let mut left = pool;
    let mut hands = Vec::new();
    while hands.len() < 3 && !left.is_empty() {
        let best = best_hand(left, rules);
        let cards = core_size(best.category());
        let Ok(strength) = rank(best.hand(), by_groups) else { break };
        let hand: CardSet = strength.cards_in_order().take(cards).collect();
        left = left - hand;
        hands.push(hand);
    }
    hands
}

/// How many cards make a hand what it is.
fn core_size(category: Category) -> usize {
    match category {
        Category::HighCard => 1,
        Category::OnePair => 2,
        Category::ThreeOfAKind => 3,
        Category::TwoPair | Category::FourOfAKind => 4,
        _ => 5,
    }
}

fn best_hand(pool: CardSet, rules: RankRules) -> HandStrength {
    let mut best = best_five(pool, rules).unwrap_or_else(|| rank_bits(pool.bits(), rules));
    // More cards never hurt, except where three or four are enough for a straight.
    if rules.short_straights {
        for size in 3..=4 {
            choose(pool.bits(), size, 0, &mut |hand| best = best.max(rank_bits(hand, rules)));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_sight(pool: &str, rules: RankRules) -> Vec<(Category, CardSet)> {
        let hands = hands_in_sight(pool.parse().unwrap(), rules);
        hands.into_iter().map(|hand| (rank(hand, rules).unwrap().category(), hand)).collect()
    }

    #[test]
    fn hands_are_found_one_after_the_other() {
        let hands = in_sight("AS KS QS JS TS 7S 7H 7D 7C 2D 3C 3D 9H 9D 4C 6C", RankRules::default());
        let categories: Vec<Category> = hands.iter().map(|(category, _)| *category).collect();
        assert_eq!(categories, [Category::RoyalFlush, Category::FourOfAKind, Category::TwoPair]);
        assert_eq!(hands[2].1, "9H 9D 3D 3C".parse().unwrap());
    }

    #[test]
    fn few_cards_make_small_hands() {
        let hands: Vec<String> =
            in_sight("AS KD", RankRules::default()).iter().map(|(_, hand)| hand.to_string()).collect();
        assert_eq!(hands, ["AS", "KD"]);
        let short = RankRules { short_straights: true, ..RankRules::default() };
        assert_eq!(in_sight("9S 8D 7C 2C", short)[0], (Category::Straight, "9S 8D 7C".parse().unwrap()));
    }

    #[test]
    fn cards_stand_in_the_order_in_which_they_are_compared() {
        let order = |hand: &str| -> Vec<String> {
            let strength = rank(hand.parse().unwrap(), RankRules::default()).unwrap();
            strength.cards_in_order().map(|card| card.to_string()).collect()
        };
        assert_eq!(order("2D 7C 7S AH 7H"), ["7S", "7H", "7C", "AH", "2D"]);
        assert_eq!(order("AC 2C 3C 4S 5S"), ["5S", "4S", "3C", "2C", "AC"]);
        assert_eq!(order(""), [""; 0]);
    }
}
