//! How strong a hand of up to five cards is.

use std::fmt;

use thiserror::Error;

use crate::card::Card;
use crate::card_set::CardSet;
use crate::rules::{RankRules, TieBreak};

/// The ten kinds of hand, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Category {
    /// Nothing better; also the empty hand.
    HighCard,
    /// Two cards of one rank.
    OnePair,
    /// Two cards of one rank and two of another.
    TwoPair,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Ranks in sequence.
    Straight,
    /// One suit.
    Flush,
    /// Three cards of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// Ranks in sequence and one suit.
    StraightFlush,
    /// Ace, king, queen, jack and ten of one suit.
    RoyalFlush,
}

impl Category {
    /// All categories, weakest first.
    pub const ALL: [Category; 10] = [
        Category::HighCard,
        Category::OnePair,
        Category::TwoPair,
        Category::ThreeOfAKind,
        Category::Straight,
        Category::Flush,
        Category::FullHouse,
        Category::FourOfAKind,
        Category::StraightFlush,
        Category::RoyalFlush,
    ];

    /// The category's name.
    pub const fn name(self) -> &'static str {
        match self {
            Category::HighCard => "High Card",
            Category::OnePair => "One Pair",
            Category::TwoPair => "Two Pair",
            Category::ThreeOfAKind => "Three of a Kind",
            Category::Straight => "Straight",
            Category::Flush => "Flush",
            Category::FullHouse => "Full House",
            Category::FourOfAKind => "Four of a Kind",
            Category::StraightFlush => "Straight Flush",
            Category::RoyalFlush => "Royal Flush",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How strong a hand is: the greater strength wins. The empty hand is the weakest.
///
/// Under one set of [`RankRules`] different hands have different strengths, since suits decide last; so a strength also
/// identifies its hand. Strengths computed under different rules must not be compared.
// From the top: category, then five ranks of four bits, then five suits of two, both in comparing order. A rank is 2 to
// 14, 1 for an ace that counts low, 0 for a missing card. Suits are compared only between hands of equal ranks, thus of
// equal size, so a missing card needs no suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandStrength(u64);

const RANKS_AT: u32 = 10;
const CATEGORY_AT: u32 = RANKS_AT + 20;

impl HandStrength {
    /// The strength of a hand without cards.
    pub const EMPTY: HandStrength = HandStrength(0);

    /// The hand's category.
    pub fn category(self) -> Category {
        Category::ALL[(self.0 >> CATEGORY_AT) as usize]
    }

    /// The strength as a number that compares the same way, below 2^34.
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The hand of this strength.
    pub fn hand(self) -> CardSet {
        let mut bits = 0;
        for place in 0..5 {
            let rank = self.0 >> (RANKS_AT + 4 * place) & 15;
            let suit = self.0 >> (2 * place) & 3;
            match rank {
                0 => {}
                1 => bits |= 1 << (4 * 12 + suit),
                _ => bits |= 1 << (4 * (rank - 2) + suit),
            }
        }
        CardSet::of_bits(bits)
    }

    /// The cards of the hand in the order in which they are compared: the four, the three, the pairs, the others.
    pub fn cards_in_order(self) -> impl Iterator<Item = Card> {
        (0..5).rev().filter_map(move |place| {
            let rank = self.0 >> (RANKS_AT + 4 * place) & 15;
            let suit = self.0 >> (2 * place) & 3;
            let rank = match rank {
                0 => return None,
                1 => 12,
                rank => rank - 2,
            };
            CardSet::of_bits(1 << (4 * rank + suit)).iter().next()
        })
    }

    /// The strength of cards given in comparing order, as card indices; an ace counts high.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub(crate) fn of_ordered(category: Category, cards: [u32; 5]) -> HandStrength {
        let mut ranks = 0;
        let mut suits = 0;
        for card in cards {
            ranks = ranks << 4 | u64::from((card >> 2) + 2);
            suits = suits << 2 | u64::from(card & 3);
        }
        HandStrength((category as u64) << CATEGORY_AT | ranks << RANKS_AT | suits)
    }
}

impl fmt::Debug for HandStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.category(), self.hand())
    }
}

/// A hand of more than five cards, which has no strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} is a hand of {len} cards; a hand holds at most five", len = .0.len())]
pub struct HandTooLarge(pub CardSet);

/// The strength of a hand of at most five cards.
///
/// Straights, flushes and full houses need five cards, four of a kind and two pair four, three of a kind three,
/// a pair two. With [`RankRules::short_straights`] three or four cards are enough for a straight, a flush or a
/// straight flush; a Royal Flush still needs five.
///
/// ```
/// use floe_cards::{RankRules, rank};
/// let kings = rank("KS KD 10S".parse()?, RankRules::default())?;
/// let deuces = rank("AH 2S 2D 5C 6C".parse()?, RankRules::default())?;
/// assert!(kings > deuces);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank(hand: CardSet, rules: RankRules) -> Result<HandStrength, HandTooLarge> {
    if hand.len() > 5 {
        return Err(HandTooLarge(hand));
    }
    Ok(rank_bits(hand.bits(), rules))
}

/// The lowest suit of every rank; cards are ordered rank by rank, four bits each, so a shift by four is one rank.
pub(crate) const RANK_BITS: u64 = 0x1_1111_1111_1111;
/// Ace, five, four, three and two in [`RANK_BITS`].
const WHEEL_RANKS: u64 = 1 << 48 | 0x1111;
const ACES: u64 = 0xF << 48;

/// For each rank one bit (as in [`RANK_BITS`]) if the set holds at least two, three, four of it.
#[cfg_attr(target_arch = "x86_64", inline(always))]
pub(crate) fn groups(cards: u64) -> (u64, u64, u64) {
    let halves = cards - (cards >> 1 & 0x5_5555_5555_5555);
    let counts = (halves & 0x3_3333_3333_3333) + (halves >> 2 & 0x3_3333_3333_3333);
    let four = counts >> 2 & RANK_BITS;
    let two = counts >> 1 & RANK_BITS;
    (two | four, two & counts | four, four)
}

/// One bit (as in [`RANK_BITS`]) for every rank in the set.
#[cfg_attr(target_arch = "x86_64", inline(always))]
pub(crate) fn ranks_of(cards: u64) -> u64 {
    (cards | cards >> 1 | cards >> 2 | cards >> 3) & RANK_BITS
}

/// [`rank`] for a set known to hold at most five cards.
#[cfg_attr(target_arch = "x86_64", inline(always))]
pub(crate) fn rank_bits(hand: u64, rules: RankRules) -> HandStrength {
    let size = hand.count_ones();
    debug_assert!(size <= 5);
    let (pairs, trips, quads) = groups(hand);

    let category;
    // The cards in comparing order: all of `first`, then all of `second`, then the others.
    let mut first = 0;
    let mut second = 0;
    let mut ace_low = false;
    if pairs == 0 {
        let long_enough = size == 5 || rules.short_straights && size >= 3;
        if long_enough {
            let ranks = ranks_of(hand);
            let run = RANK_BITS & ((1 << (4 * size)) - 1);
            // The first size cards of the wheel: 3 2 A, 4 3 2 A or 5 4 3 2 A.
            let wheel_run = WHEEL_RANKS & (run >> 4 | ACES);
            let is_wheel = rules.wheel && ranks == wheel_run;
            let straight = is_wheel || ranks >> ranks.trailing_zeros() == run;
            let suit = hand.trailing_zeros() & 3;
            let flush = hand & !(RANK_BITS << suit) == 0;
            ace_low = is_wheel && rules.tie_break == TieBreak::Poker;
            category = match (straight, flush) {
                (true, true) if size == 5 && ranks & (1 << 32 | 1 << 48) == (1 << 32 | 1 << 48) => {
                    Category::RoyalFlush
                }
                (true, true) => Category::StraightFlush,
                (false, true) => Category::Flush,
                (true, false) => Category::Straight,
                (false, false) => Category::HighCard,
            };
        } else {
            category = Category::HighCard;
        }
        if ace_low {
            first = hand & !ACES;
        }
    } else {
        category = if quads != 0 {
            Category::FourOfAKind
        } else if trips != 0 {
            if pairs != trips { Category::FullHouse } else { Category::ThreeOfAKind }
        } else if pairs & (pairs - 1) != 0 {
            Category::TwoPair
        } else {
            Category::OnePair
        };
        if rules.tie_break == TieBreak::Poker {
            first = hand & (trips * 15);
            second = hand & (pairs * 15) & !first;
        }
    }
    let mut third = hand & !first & !second;

    let mut ranks = 0;
    let mut suits = 0;
    for _ in 0..size {
        let part = if first != 0 {
            &mut first
        } else if second != 0 {
            &mut second
        } else {
            &mut third
        };
        let card = u64::from(63 - part.leading_zeros());
        *part ^= 1 << card;
        ranks = ranks << 4 | ((card >> 2) + 2);
        suits = suits << 2 | (card & 3);
    }
    if ace_low {
        // The ace came last with the rank of a high one.
        ranks -= 13;
    }
    let missing = 5 - size;
    HandStrength(
        (category as u64) << CATEGORY_AT | ranks << (RANKS_AT + 4 * missing) | suits << (2 * missing),
    )
}

/// The strength of a wheel in the poker order, where its ace comes last and low.
pub(crate) fn wheel_strength(category: Category, five_to_ace: [u32; 5]) -> HandStrength {
    let high = HandStrength::of_ordered(category, five_to_ace);
    HandStrength(high.0 - (13 << RANKS_AT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strength(text: &str, rules: RankRules) -> HandStrength {
        rank(text.parse().unwrap(), rules).unwrap()
    }

    #[test]
    fn each_category_is_recognised() {
        let by_category = [
            ("", Category::HighCard),
            ("AS", Category::HighCard),
            ("AS KS QS JS", Category::HighCard),
            ("AS KS QS JS 9D", Category::HighCard),
            ("AS AD", Category::OnePair),
            ("AS AD KS KD", Category::TwoPair),
            ("3S 3D 3H 2C", Category::ThreeOfAKind),
            ("AS KS QS JS TD", Category::Straight),
            ("5S 4S 3C 2C AC", Category::Straight),
            ("2C 4C 6C 8C TC", Category::Flush),
            ("2C 2D 2H 3C 3D", Category::FullHouse),
            ("2C 2D 2H 2S", Category::FourOfAKind),
            ("5C 4C 3C 2C AC", Category::StraightFlush),
            ("KC QC JC TC 9C", Category::StraightFlush),
            ("AC KC QC JC TC", Category::RoyalFlush),
        ];
        for (hand, category) in by_category {
            assert_eq!(strength(hand, RankRules::default()).category(), category, "{hand}");
        }
    }

    #[test]
    fn short_straights_need_three_cards() {
        let rules = RankRules { short_straights: true, ..RankRules::default() };
        let by_category = [
            ("AS", Category::HighCard),
            ("AS KS", Category::HighCard),
            ("AS KS 2S", Category::Flush),
            ("AS KS QD", Category::Straight),
            ("3D 2S AS", Category::Straight),
            ("4D 3D 2S AS", Category::Straight),
            ("4D 3D 2S 2C", Category::OnePair),
            ("4D 3D AS", Category::HighCard),
            ("AS KS QS JS", Category::StraightFlush),
            ("3D 2D AD", Category::StraightFlush),
        ];
        for (hand, category) in by_category {
            assert_eq!(strength(hand, rules).category(), category, "{hand}");
        }
        assert!(strength("3D 2S AS", rules) < strength("4C 3C 2H", rules));
    }

    #[test]
    fn a_hand_of_six_is_refused() {
        let six: CardSet = "2C 3C 4C 5C 6C 7C".parse().unwrap();
        let error = rank(six, RankRules::default()).unwrap_err();
        assert_eq!(error.to_string(), "7C 6C 5C 4C 3C 2C is a hand of 6 cards; a hand holds at most five");
    }
}
