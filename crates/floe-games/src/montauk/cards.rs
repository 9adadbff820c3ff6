//! Cards of one or two decks without order.

use std::fmt;

use floe_cards::{Card, CardSet};

use crate::GameRng;

/// Cards of at most two decks, so that a card may occur twice.
///
/// Two planes count in tally marks: `twice` is part of `once`. A card that occurs twice is two identical cards, and
/// chance is as likely to pick either as any other card.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cards {
    once: CardSet,
    twice: CardSet,
}

impl Cards {
    /// No cards.
    pub const EMPTY: Cards = Cards { once: CardSet::EMPTY, twice: CardSet::EMPTY };

    /// All cards of one or two decks.
    pub const fn decks(decks: u8) -> Cards {
        Cards { once: CardSet::FULL, twice: if decks > 1 { CardSet::FULL } else { CardSet::EMPTY } }
    }

    /// How many cards there are.
    pub const fn len(self) -> usize {
        self.once.len() + self.twice.len()
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.once.is_empty()
    }

    /// Whether the card occurs at least once.
    pub const fn has(self, card: Card) -> bool {
        self.once.contains(card)
    }

    /// The distinct cards.
    pub const fn faces(self) -> CardSet {
        self.once
    }

    /// Adds a card; a third copy is ignored.
    pub fn add(&mut self, card: Card) {
        if !self.once.insert(card) {
            self.twice.insert(card);
        }
    }

    /// Removes a card; false if it was not present.
    pub fn take(&mut self, card: Card) -> bool {
        self.twice.remove(card) || self.once.remove(card)
    }

    /// The union of both.
    #[must_use]
    pub fn plus(self, other: Cards) -> Cards {
        Cards { once: self.once | other.once, twice: self.twice | other.twice | self.once & other.once }
    }

    /// These cards minus the others, where present.
    #[must_use]
    pub fn minus(self, other: Cards) -> Cards {
        Cards { once: (self.once - other.once) | (self.twice - other.twice), twice: self.twice - other.once }
    }

    /// The intersection of both.
    #[must_use]
    pub fn common(self, other: Cards) -> Cards {
        Cards { once: self.once & other.once, twice: self.twice & other.twice }
    }

    /// Whether all of these cards are among the others.
    pub fn within(self, other: Cards) -> bool {
        self.once.is_subset(other.once) && self.twice.is_subset(other.twice)
    }

    /// The cards from greatest to least, with duplicates next to each other.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let twice = self.twice;
        self.once
            .into_iter()
            .flat_map(move |card| std::iter::repeat_n(card, if twice.contains(card) { 2 } else { 1 }))
    }

    /// Removes one card at random, all equally likely; `None` when there are none.
    pub fn draw(&mut self, chance: &mut GameRng) -> Option<Card> {
        if self.is_empty() {
            return None;
        }
        let pick = chance.below(self.len() as u32) as usize;
        let (plane, pick) = match pick.checked_sub(self.once.len()) {
            None => (self.once, pick),
            Some(pick) => (self.twice, pick),
        };
        let card = nth(plane, pick)?;
        self.take(card);
        Some(card)
    }

    /// Removes `count` cards at random, or all when there are fewer.
    pub fn draw_many(&mut self, count: usize, chance: &mut GameRng) -> Cards {
        let mut drawn = Cards::EMPTY;
        for _ in 0..count {
            let Some(card) = self.draw(chance) else { break };
            drawn.add(card);
        }
        drawn
    }
}

/// The card with `lower` lower ones in the set.
fn nth(set: CardSet, lower: usize) -> Option<Card> {
    let mut bits = set.bits();
    for _ in 0..lower {
        bits &= bits.wrapping_sub(1);
    }
    Card::from_index(bits.trailing_zeros() as u8)
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut all = Cards::EMPTY;
        cards.into_iter().for_each(|card| all.add(card));
        all
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: Vec<String> = self.iter().map(|card| card.to_string()).collect();
        f.pad(&cards.join(" "))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Cards {
        text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn counts_add_and_take_away() {
        let (two, one) = (parse("3H 3H KS"), parse("3H KS 2C"));
        assert_eq!(two.plus(parse("KS")), parse("3H 3H KS KS"));
        assert_eq!(two.minus(one), parse("3H"));
        assert_eq!(one.minus(two), parse("2C"));
        assert_eq!(two.common(one), parse("3H KS"));
        assert!(one.common(two).within(two) && !one.within(two));
        assert_eq!(two.to_string(), "KS 3H 3H");
        assert_eq!((Cards::decks(1).len(), Cards::decks(2).len()), (52, 104));
    }

    #[test]
    fn a_duplicated_card_is_drawn_twice_as_often() {
        let mut chance = GameRng::from_seed(1);
        let mut threes = 0;
        for _ in 0..30_000 {
            threes += u32::from(parse("3H 3H KS").draw(&mut chance).unwrap().to_string() == "3H");
        }
        assert!((19_500..20_500).contains(&threes), "{threes}");
        assert_eq!(parse("3H 3H KS").draw_many(9, &mut chance), parse("3H 3H KS"));
        assert_eq!(parse("").draw(&mut chance), None);
    }
}
