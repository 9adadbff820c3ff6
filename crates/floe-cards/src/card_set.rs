//! A set of cards in one word.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

use thiserror::Error;

use crate::card::{Card, CardTextError};

/// A set of cards; bit `i` stands for the card with index `i`.
///
/// Iteration and text run from the greatest card to the least.
///
/// ```
/// use floe_cards::CardSet;
/// let pair: CardSet = "2C 10H AS".parse()?;
/// assert_eq!(pair.to_string(), "AS TH 2C");
/// # Ok::<(), floe_cards::CardSetTextError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const FULL: CardSet = CardSet((1 << Card::COUNT) - 1);

    /// The set with these bits; `None` if a bit from 52 on is set.
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits & !CardSet::FULL.0 == 0 { Some(CardSet(bits)) } else { None }
    }

    /// For bits known to be cards.
    pub(crate) const fn of_bits(bits: u64) -> CardSet {
        debug_assert!(bits & !CardSet::FULL.0 == 0);
        CardSet(bits)
    }

    /// The set as bits, bit `i` for the card with index `i`.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards the set holds.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds this card.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 != 0
    }

    /// Whether every card of this set is in the other.
    pub const fn is_subset(self, other: CardSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets have no card in common.
    pub const fn is_disjoint(self, other: CardSet) -> bool {
        self.0 & other.0 == 0
    }

    /// Adds a card; false if it was already present.
    pub fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.index();
        new
    }

    /// Removes a card; false if it was not present.
    pub fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !(1 << card.index());
        there
    }

    /// The cards from greatest to least.
    pub fn iter(self) -> CardSetIter {
        CardSetIter(self.0)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        CardSet(cards.into_iter().fold(0, |bits, card| bits | 1 << card.index()))
    }
}

/// The cards of a [`CardSet`] from greatest to least.
#[derive(Clone, Debug)]
pub struct CardSetIter(u64);

impl Iterator for CardSetIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let top = self.0.checked_ilog2()?;
        self.0 ^= 1 << top;
        Card::from_index(top as u8)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for CardSetIter {}
impl FusedIterator for CardSetIter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;
    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: Vec<String> = self.iter().map(|card| card.to_string()).collect();
        f.pad(&cards.join(" "))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// Why a text is not a set of cards.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CardSetTextError {
    /// One of the words is not a card.
    #[error(transparent)]
    Card(#[from] CardTextError),
    /// A card is named twice.
    #[error("{0} is named twice; there is one deck")]
    Twice(Card),
}

impl FromStr for CardSet {
    type Err = CardSetTextError;

    /// Parses cards in any order, separated by spaces; an empty text is the empty set.
    fn from_str(text: &str) -> Result<CardSet, CardSetTextError> {
        let mut set = CardSet::EMPTY;
        for word in text.split_whitespace() {
            let card = word.parse()?;
            if !set.insert(card) {
                return Err(CardSetTextError::Twice(card));
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_knows_its_cards() {
        let mut set: CardSet = "3H TH KS".parse().unwrap();
        let king = "KS".parse().unwrap();
        assert_eq!(set.len(), 3);
        assert_eq!(set.iter().next(), Some(king));
        assert!(set.contains(king) && !set.insert(king));
        assert!(set.remove(king) && !set.remove(king));
        assert_eq!(set.to_string(), "TH 3H");
        assert_eq!((CardSet::FULL - set).len(), 50);
        assert!(set.is_subset(CardSet::FULL) && set.is_disjoint(CardSet::FULL - set));
        assert_eq!(CardSet::from_bits(1 << 52), None);
    }

    #[test]
    fn a_card_named_twice_is_refused() {
        assert_eq!("TH 2C 10H".parse::<CardSet>(), Err(CardSetTextError::Twice("TH".parse().unwrap())));
        assert!("TH,2C".parse::<CardSet>().is_err());
        assert_eq!(" ".parse(), Ok(CardSet::EMPTY));
    }
}
