//! An ordered pile of cards to shuffle and deal from.

use crate::card::Card;
use crate::card_set::CardSet;

/// A pile of cards, dealt from the top.
///
/// The order is secret in most games: nothing here prints it, and `Debug` shows only how many cards are left.
#[derive(Clone, PartialEq, Eq)]
pub struct Deck {
    /// Bottom first, so that dealing pops the end.
    pile: Vec<Card>,
}

impl Deck {
    /// The 52 cards in order, the greatest on top.
    pub fn ordered() -> Deck {
        Deck { pile: Card::all().collect() }
    }

    /// A pile with the last card of the slice on top.
    pub fn stacked(bottom_to_top: &[Card]) -> Deck {
        Deck { pile: bottom_to_top.to_vec() }
    }

    /// Shuffles the pile with the caller's random numbers: `below(n)` must return a uniform number below `n`.
    ///
    /// The same numbers give the same order. A number that is too large counts as `n - 1`.
    pub fn shuffle(&mut self, mut below: impl FnMut(usize) -> usize) {
        for last in (1..self.pile.len()).rev() {
            self.pile.swap(last, below(last + 1).min(last));
        }
    }

    /// Takes the top card, if there is one.
    pub fn deal(&mut self) -> Option<Card> {
        self.pile.pop()
    }

    /// Takes the top `count` cards, first dealt first; `None`, with the pile untouched, if there are too few.
    pub fn deal_many(&mut self, count: usize) -> Option<Vec<Card>> {
        let rest = self.pile.len().checked_sub(count)?;
        let mut dealt = self.pile.split_off(rest);
        dealt.reverse();
        Some(dealt)
    }

    /// How many cards are left.
    pub fn len(&self) -> usize {
        self.pile.len()
    }

    /// Whether the pile is empty.
    pub fn is_empty(&self) -> bool {
        self.pile.is_empty()
    }

    /// The cards left, without their order.
    pub fn cards(&self) -> CardSet {
        self.pile.iter().copied().collect()
    }
}

impl std::fmt::Debug for Deck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Deck({} cards)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dealing_takes_the_top() {
        let mut deck = Deck::ordered();
        assert_eq!(deck.deal(), "AS".parse().ok());
        assert_eq!(deck.deal_many(2), Some(vec!["AH".parse().unwrap(), "AD".parse().unwrap()]));
        assert_eq!(deck.deal_many(50), None);
        assert_eq!(deck.len(), 49);
    }

    #[test]
    fn shuffling_keeps_the_cards() {
        let mut deck = Deck::ordered();
        deck.shuffle(|n| n / 3);
        assert_eq!(deck.cards(), CardSet::FULL);
        assert_ne!(deck, Deck::ordered());
        deck.shuffle(|_| usize::MAX);
        assert_eq!(deck.cards(), CardSet::FULL);
        assert!(!format!("{deck:?}").contains('S'));
    }
}
