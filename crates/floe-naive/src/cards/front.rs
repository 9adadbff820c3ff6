//! The undominated layouts of a pool.

use super::card::Card;
use super::layout::LayoutRules;
use super::poker::Strength;

/// A hand that can be made from a pool; `cards` has a bit for each card.
struct Hand {
    cards: u64,
    size: usize,
    strength: Strength,
}

/// The six ways to give the strongest, second and third hand a slot.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl LayoutRules {
    /// The strengths, slot by slot, of layouts of the pool such that for every
    /// legal layout there is one of these that is at least as strong in each
    /// slot. A layout that is nowhere weaker never does worse, so these decide
    /// a showdown.
    pub fn front(&self, pool: &[Card]) -> Vec<[Strength; 3]> {
        let hands = self.hands(pool);
        let orders = if self.ordered { &ORDERS[..1] } else { &ORDERS[..] };
        orders.iter().flat_map(|&slots| self.front_in(pool.len(), &hands, slots)).collect()
    }

    /// The front of the layouts whose strongest hand is in slot `slots[0]`, the
    /// second in `slots[1]`, the third in `slots[2]`.
    fn front_in(&self, pool: usize, hands: &[Hand], slots: [usize; 3]) -> Vec<[Strength; 3]> {
        // Strongest, second, third.
        let mut found: Vec<[Strength; 3]> = Vec::new();
        // The second and third hands found that no other found pair covers.
        let mut pairs: Vec<[Strength; 2]> = Vec::new();
        // The loops may pick the same hand twice only if it is empty.
        for (i, one) in hands.iter().enumerate() {
            for (j, two) in hands.iter().enumerate().skip(i) {
                if one.cards & two.cards != 0 {
                    continue;
                }
                // Everything found so far is at least as strong in its first hand, because the first hands come
                // strongest first. So with this second hand only a third above `known` is new.
                let known = pairs.iter().filter(|old| old[0] >= two.strength).map(|old| old[1]).max();
                // The third hand is not above the second, nor is any later one.
                if known.is_some_and(|known| known >= two.strength) {
                    break;
                }
                let three = hands[j..]
                    .iter()
                    .take_while(|three| known.is_none_or(|known| three.strength > known))
                    .filter(|three| (one.cards | two.cards) & three.cards == 0)
                    .find(|three| {
                        let mut sizes = [0; 3];
                        for (slot, hand) in slots.into_iter().zip([one, two, three]) {
                            sizes[slot] = hand.size;
                        }
                        self.sizes_fit(pool, sizes)
                    });
                if let Some(three) = three {
                    found.push([one.strength, two.strength, three.strength]);
                    pairs.retain(|old| old[0] > two.strength || old[1] > three.strength);
                    pairs.push([two.strength, three.strength]);
                }
            }
        }
        let in_slots = |sorted: [Strength; 3]| {
            let mut strengths = sorted;
            for (slot, strength) in slots.into_iter().zip(sorted) {
                strengths[slot] = strength;
            }
            strengths
        };
        found.into_iter().map(in_slots).collect()
    }

    /// Every hand that can be made, strongest first.
    fn hands(&self, pool: &[Card]) -> Vec<Hand> {
        let least = if pool.len() >= 15 { 5 } else { 0 };
        let mut hands = Vec::new();
        let mut cards = Vec::new();
        self.add_hands(pool, 0, 0, least, &mut cards, &mut hands);
        hands.sort_unstable_by_key(|hand| std::cmp::Reverse(hand.strength));
        hands
    }

    /// Adds the hands that hold `cards` (with the bits `mask`) and any of the
    /// pool from `next` on.
    fn add_hands(
        &self,
        pool: &[Card],
        next: usize,
        mask: u64,
        least: usize,
        cards: &mut Vec<Card>,
        hands: &mut Vec<Hand>,
    ) {
        if cards.len() >= least {
            hands.push(Hand { cards: mask, size: cards.len(), strength: self.poker.strength(cards) });
        }
        if cards.len() == 5 {
            return;
        }
        for (index, &card) in pool.iter().enumerate().skip(next) {
            cards.push(card);
            self.add_hands(pool, index + 1, mask | 1 << index, least, cards, hands);
            cards.pop();
        }
    }
}
