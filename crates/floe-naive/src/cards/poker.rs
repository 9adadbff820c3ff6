//! How strong a hand of up to five cards is.

use super::card::Card;

/// What a hand is, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    HighCard,
    OnePair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
}

/// The strength of a hand; the derived order is the order of the game: first
/// the category, then the ranks, then the suits. A card that is missing is 0
/// and so below any card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength {
    pub category: Category,
    ranks: [u8; 5],
    suits: [u8; 5],
}

/// The switches that decide the strength of a hand.
#[derive(Clone, Copy, Debug)]
pub struct Poker {
    /// Hands of one category are compared card by card from the highest, as if
    /// pairs were nothing, and the ace is always high.
    pub literal: bool,
    /// The ace may be the low end of a straight.
    pub wheel: bool,
    /// Three or four cards are enough for straights and flushes.
    pub short_straights: bool,
}

impl Poker {
    /// The strength of a hand. Cards after the fifth are ignored.
    pub fn strength(&self, hand: &[Card]) -> Strength {
        let mut cards: Vec<Card> = hand.iter().copied().take(5).collect();
        let alike = |card: &Card| hand.iter().take(5).filter(|other| other.rank == card.rank).count();
        cards.sort_unstable_by_key(|card| std::cmp::Reverse((card.rank, card.suit)));
        let straight = self.straight(&cards);
        let category = self.category(&cards, straight);
        if !self.literal {
            match straight {
                // The ace is the lowest card of a wheel.
                Some(Straight::AceLow) => cards.rotate_left(1),
                // Larger groups first; the sort is stable.
                _ => cards.sort_by_key(|card| std::cmp::Reverse(alike(card))),
            }
        }
        let mut strength = Strength { category, ranks: [0; 5], suits: [0; 5] };
        for (index, card) in cards.iter().enumerate() {
            let low = !self.literal && straight == Some(Straight::AceLow) && card.rank == 14;
            strength.ranks[index] = if low { 1 } else { card.rank };
            strength.suits[index] = card.suit as u8 + 1;
        }
        strength
    }

    /// What the cards, from the highest rank down, are.
    fn category(&self, cards: &[Card], straight: Option<Straight>) -> Category {
        let mut groups: Vec<usize> =
            (2..=14).map(|rank| cards.iter().filter(|card| card.rank == rank).count()).collect();
        groups.sort_unstable_by(|a, b| b.cmp(a));
        let flush = self.enough(cards) && cards.iter().all(|card| card.suit == cards[0].suit);
        let royal = cards.len() == 5 && straight == Some(Straight::AceHigh);
        match (groups[0], groups[1]) {
            _ if flush && royal => Category::RoyalFlush,
            _ if flush && straight.is_some() => Category::StraightFlush,
            (4.., _) => Category::FourOfAKind,
            (3, 2) => Category::FullHouse,
            _ if flush => Category::Flush,
            _ if straight.is_some() => Category::Straight,
            (3, _) => Category::ThreeOfAKind,
            (2, 2) => Category::TwoPair,
            (2, _) => Category::OnePair,
            _ => Category::HighCard,
        }
    }

    fn enough(&self, cards: &[Card]) -> bool {
        cards.len() == 5 || self.short_straights && cards.len() >= 3
    }

    /// Whether the cards, from the highest rank down, follow each other.
    fn straight(&self, cards: &[Card]) -> Option<Straight> {
        if !self.enough(cards) {
            return None;
        }
        let follow = |cards: &[Card]| cards.windows(2).all(|two| two[0].rank == two[1].rank + 1);
        let ace = cards[0].rank == 14;
        if follow(cards) {
            Some(if ace { Straight::AceHigh } else { Straight::NoAce })
        } else if self.wheel && ace && cards[cards.len() - 1].rank == 2 && follow(&cards[1..]) {
            Some(Straight::AceLow)
        } else {
            None
        }
    }
}

/// The kinds of straights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Straight {
    AceHigh,
    NoAce,
    AceLow,
}
