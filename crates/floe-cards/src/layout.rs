//! Three hands laid out from a pool, and which layouts the rules allow.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::card_set::{CardSet, CardSetTextError};
use crate::rank::{HandStrength, HandTooLarge, rank, rank_bits};
use crate::rules::{Pairing, RankRules, ShortSplit, ShowdownRules};

/// A pool of at least this many cards makes three full hands.
pub(crate) const FULL_POOL: usize = 15;

/// Three hands, hand 1 first. [`legal_layout`] checks whether they are legal.
///
/// Written as three groups with bars between: `AS AD AH KC KD | QS QD 7H 7C 2D | 9S`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layout {
    /// Hand 1, hand 2 and hand 3.
    pub hands: [CardSet; 3],
}

impl Layout {
    /// The strengths of the three hands; an error names the first hand that is too large.
    pub fn strengths(&self, rules: RankRules) -> Result<[HandStrength; 3], HandTooLarge> {
        let [a, b, c] = self.hands;
        Ok([rank(a, rules)?, rank(b, rules)?, rank(c, rules)?])
    }

    /// All cards laid out.
    pub fn cards(&self) -> CardSet {
        self.hands[0] | self.hands[1] | self.hands[2]
    }

    pub(crate) fn of_strengths(strengths: [HandStrength; 3]) -> Layout {
        Layout { hands: strengths.map(HandStrength::hand) }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.hands;
        // An empty hand leaves only the bars, without double spaces.
        let text = format!("{a} | {b} | {c}");
        f.pad(text.replace("|  |", "| |").trim())
    }
}

/// Why a text is not a layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutTextError {
    /// Not three groups.
    #[error("a layout is three hands with `|` between them (a hand may be empty); this one has {0}")]
    Hands(usize),
    /// One group is not a set of cards.
    #[error("hand {hand}: {error}")]
    Cards {
        /// Which hand, from 1.
        hand: usize,
        /// What is wrong with it.
        error: CardSetTextError,
    },
}

impl FromStr for Layout {
    type Err = LayoutTextError;

    fn from_str(text: &str) -> Result<Layout, LayoutTextError> {
        let count = text.split('|').count();
        if count != 3 {
            return Err(LayoutTextError::Hands(count));
        }
        let mut layout = Layout::default();
        for (index, group) in text.split('|').enumerate() {
            layout.hands[index] =
                group.parse().map_err(|error| LayoutTextError::Cards { hand: index + 1, error })?;
        }
        Ok(layout)
    }
}

/// The rule a layout breaks. Hands are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// Cards that the player does not have.
    #[error("hand {hand} uses {cards}, not in the pool; use only cards of {pool}")]
    NotInPool {
        /// The hand.
        hand: usize,
        /// The foreign cards.
        cards: CardSet,
        /// The available cards.
        pool: CardSet,
    },
    /// A card in two hands.
    #[error("{cards} is in hand {first} and in hand {second}; use a card in one hand only")]
    Shared {
        /// The cards in both.
        cards: CardSet,
        /// One hand.
        first: usize,
        /// The other.
        second: usize,
    },
    /// More than five cards in a hand.
    #[error("hand {hand} has {size} cards; a hand holds at most five")]
    TooLarge {
        /// The hand.
        hand: usize,
        /// Its number of cards.
        size: usize,
    },
    /// A short hand although the pool makes three full ones.
    #[error("hand {hand} has {size} cards; with a pool of {pool} (15 or more) every hand has exactly five")]
    NotFull {
        /// The hand.
        hand: usize,
        /// Its number of cards.
        size: usize,
        /// The number of cards in the pool.
        pool: usize,
    },
    /// Under `fill`, cards in a hand after one that is not full.
    #[error("hand {hand} has cards while hand {before} has {size}; fill hand {before} with five first")]
    NotFilled {
        /// The hand with cards.
        hand: usize,
        /// The hand before it.
        before: usize,
        /// The number of cards in that one.
        size: usize,
    },
    /// Under `balanced`, sizes too far apart.
    #[error(
        "hand {larger} has {larger_size} cards and hand {smaller} {smaller_size}; sizes may differ by at most one"
    )]
    NotBalanced {
        /// The largest hand.
        larger: usize,
        /// Its size.
        larger_size: usize,
        /// The smallest hand.
        smaller: usize,
        /// Its size.
        smaller_size: usize,
    },
    /// Under ordered pairing, a hand stronger than the one before it.
    #[error("hand {hand} ({stronger:?}) beats hand {before} ({weaker:?}); swap the two")]
    NotOrdered {
        /// The stronger hand that comes later.
        hand: usize,
        /// The hand before it.
        before: usize,
        /// The strength of the later one.
        stronger: HandStrength,
        /// The strength of the earlier one.
        weaker: HandStrength,
    },
}

/// Whether a player with this pool may lay out these hands. An error names the first rule that is broken: the
/// cards, then the sizes, then the order.
pub fn legal_layout(pool: CardSet, layout: &Layout, rules: &ShowdownRules) -> Result<(), LayoutError> {
    let hands = layout.hands;
    for (index, hand) in hands.into_iter().enumerate() {
        let foreign = hand - pool;
        if !foreign.is_empty() {
            return Err(LayoutError::NotInPool { hand: index + 1, cards: foreign, pool });
        }
    }
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        let cards = hands[first] & hands[second];
        if !cards.is_empty() {
            return Err(LayoutError::Shared { cards, first: first + 1, second: second + 1 });
        }
    }
    legal_sizes(hands.map(CardSet::len), pool.len(), rules.short_split)?;
    if rules.pairing == Pairing::Ordered {
        // No hand is too large to rank: the sizes were checked above.
        let strengths = hands.map(|hand| rank_bits(hand.bits(), rules.rank));
        for before in 0..2 {
            let (weaker, stronger) = (strengths[before], strengths[before + 1]);
            if stronger > weaker {
                return Err(LayoutError::NotOrdered {
                    hand: before + 2,
                    before: before + 1,
                    stronger,
                    weaker,
                });
            }
        }
    }
    Ok(())
}

/// Whether three hands from a pool of some size may have these sizes; an error names the first rule that is broken.
pub fn legal_sizes(sizes: [usize; 3], pool: usize, split: ShortSplit) -> Result<(), LayoutError> {
    for (index, size) in sizes.into_iter().enumerate() {
        let hand = index + 1;
        if size > 5 {
            return Err(LayoutError::TooLarge { hand, size });
        }
        if pool >= FULL_POOL && size < 5 {
            return Err(LayoutError::NotFull { hand, size, pool });
        }
    }
    if pool >= FULL_POOL {
        return Ok(());
    }
    match split {
        ShortSplit::Free => Ok(()),
        ShortSplit::Fill => match (0..2).find(|&before| sizes[before] < 5 && sizes[before + 1] > 0) {
            Some(before) => {
                Err(LayoutError::NotFilled { hand: before + 2, before: before + 1, size: sizes[before] })
            }
            None => Ok(()),
        },
        ShortSplit::Balanced => {
            let by_size = |&hand: &usize| sizes[hand];
            let (larger, smaller) =
                ((0..3).max_by_key(by_size).unwrap_or(0), (0..3).min_by_key(by_size).unwrap_or(0));
            if sizes[larger] > sizes[smaller] + 1 {
                return Err(LayoutError::NotBalanced {
                    larger: larger + 1,
                    larger_size: sizes[larger],
                    smaller: smaller + 1,
                    smaller_size: sizes[smaller],
                });
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(pool: &str, layout: &str, rules: ShowdownRules) -> String {
        match legal_layout(pool.parse().unwrap(), &layout.parse().unwrap(), &rules) {
            Ok(()) => "legal".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn each_broken_rule_is_named() {
        let rules = ShowdownRules::default();
        let free = ShowdownRules { pairing: Pairing::Free, ..rules };
        let fill = ShowdownRules { short_split: ShortSplit::Fill, ..rules };
        let balanced = ShowdownRules { short_split: ShortSplit::Balanced, ..rules };
        let pool = "AS AD KS KD QS 9D 8C 7H";
        let full = "AS AD KS KD QS QD JS JD TS TD 9S 9D 8S 8D 7S 7D";
        let table = [
            (pool, "AS AD | KS KD | QS", rules, "legal"),
            (pool, "| | ", rules, "legal"),
            (
                pool,
                "AS AC | KS KD | QS",
                rules,
                "hand 1 uses AC, not in the pool; use only cards of AS AD KS KD QS 9D 8C 7H",
            ),
            (pool, "AS AD | KS KD | KD", rules, "KD is in hand 2 and in hand 3; use a card in one hand only"),
            (pool, "AS AD KS KD QS 9D | | ", rules, "hand 1 has 6 cards; a hand holds at most five"),
            (
                pool,
                "KS KD | AS AD | QS",
                rules,
                "hand 2 (One Pair: AS AD) beats hand 1 (One Pair: KS KD); swap the two",
            ),
            (pool, "KS KD | AS AD | QS", free, "legal"),
            (
                pool,
                "AS AD | KS KD | QS",
                fill,
                "hand 2 has cards while hand 1 has 2; fill hand 1 with five first",
            ),
            (pool, "AS AD KS KD 9D | QS | ", fill, "legal"),
            (pool, "AS AD | KS KD | QS", balanced, "legal"),
            (
                pool,
                "AS AD QS | KS KD | 9D",
                balanced,
                "hand 1 has 3 cards and hand 3 1; sizes may differ by at most one",
            ),
            (
                full,
                "AS AD KS KD QS | QD JS JD TS TD | 9S 9D 8S 8D",
                rules,
                "hand 3 has 4 cards; with a pool of 16 (15 or more) every hand has exactly five",
            ),
            (full, "AS AD KS KD QS | QD JS JD TS TD | 9S 9D 8S 8D 7S", balanced, "legal"),
        ];
        for (pool, layout, rules, expected) in table {
            assert_eq!(says(pool, layout, rules), expected, "{layout}");
        }
    }

    #[test]
    fn layouts_round_trip() {
        for text in ["AS AH | KD | QC", "AS | |", "| |", "| | 2C", "| 2C |"] {
            let layout: Layout = text.parse().unwrap();
            assert_eq!(layout.to_string(), text);
        }
        assert_eq!("AS | KS".parse::<Layout>(), Err(LayoutTextError::Hands(2)));
        let error = "AS | KX | ".parse::<Layout>().unwrap_err();
        assert_eq!(error.to_string(), "hand 2: `KX` is not a card: the suit must be one of S H D C");
    }
}
