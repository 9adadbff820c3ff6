//! One playing card.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The four suits, weakest first, so that `Suit::Spades` is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, `C`, the lowest suit.
    Clubs,
    /// Diamonds, `D`.
    Diamonds,
    /// Hearts, `H`.
    Hearts,
    /// Spades, `S`, the highest suit.
    Spades,
}

impl Suit {
    /// All suits, lowest first.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The letter the suit is written with: `C`, `D`, `H` or `S`.
    pub const fn letter(self) -> char {
        b"CDHS"[self as usize] as char
    }

    /// The suit of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.letter() == letter.to_ascii_uppercase())
    }
}

/// The thirteen ranks in poker order, `Two` lowest and `Ace` highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All ranks, `Two` first.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// The letter the rank is written with; ten is `T`.
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// The rank of a letter, in either case; ten is `T` here (a card's text may also say `10`).
    pub fn from_letter(letter: char) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| rank.letter() == letter.to_ascii_uppercase())
    }

    /// The value of the rank in Montauk: ace to six count 1 to 6, seven to queen count 1 to 6 again, a king is a zero.
    pub const fn montauk_value(self) -> u8 {
        match self {
            Rank::Ace => 1,
            Rank::King => 0,
            // Two..Six are 0..=4 here and worth 2..=6; Seven..Queen are 5..=10 and worth 1..=6.
            low if (low as u8) <= Rank::Six as u8 => low as u8 + 2,
            high => high as u8 - 4,
        }
    }
}

/// One card of the 52.
///
/// Cards are ordered by rank and then by suit, so `AS` is the greatest and `2C` the least.
///
/// ```
/// use floe_cards::Card;
/// let ten: Card = "10H".parse()?;
/// assert_eq!(ten.to_string(), "TH");
/// assert!("2S".parse::<Card>()? > "2C".parse::<Card>()?);
/// # Ok::<(), floe_cards::CardTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The number of cards.
    pub const COUNT: usize = 52;

    /// The card of a rank and a suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(rank as u8 * 4 + suit as u8)
    }

    /// The card with this index, which is `4 * rank + suit`; `None` from 52 on.
    pub const fn from_index(index: u8) -> Option<Card> {
        if (index as usize) < Card::COUNT { Some(Card(index)) } else { None }
    }

    /// The card's index, 0 to 51, in the order of the cards.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The card's rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 / 4) as usize]
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }

    /// The value of the card in Montauk, 0 to 6; see [`Rank::montauk_value`].
    pub const fn montauk_value(self) -> u8 {
        self.rank().montauk_value()
    }

    /// All cards, weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        (0..Card::COUNT as u8).map(Card)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = [self.rank().letter() as u8, self.suit().letter() as u8];
        f.pad(std::str::from_utf8(&text).unwrap_or_default())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CardTextError {
    /// The text does not have the shape of a card.
    #[error("`{0}` is not a card: write a rank and a suit, such as 3H, TH or KS")]
    Shape(String),
    /// The rank is not one of the thirteen.
    #[error("`{0}` is not a card: the rank must be one of 2 3 4 5 6 7 8 9 T J Q K A (10 is read as T)")]
    Rank(String),
    /// The suit is not one of the four.
    #[error("`{0}` is not a card: the suit must be one of S H D C")]
    Suit(String),
}

impl FromStr for Card {
    type Err = CardTextError;

    /// Parses `3H`, `TH`, `10H`, `ks`; nothing may surround the card.
    fn from_str(text: &str) -> Result<Card, CardTextError> {
        let mut letters = text.chars();
        let Some(suit_letter) = letters.next_back() else {
            return Err(CardTextError::Shape(String::new()));
        };
        let rank = match letters.as_str() {
            "10" => Rank::Ten,
            rank_text => {
                let mut rank_letters = rank_text.chars();
                let (Some(letter), None) = (rank_letters.next(), rank_letters.next()) else {
                    // Echo only the start of a long text.
                    return Err(CardTextError::Shape(text.chars().take(16).collect()));
                };
                Rank::from_letter(letter).ok_or_else(|| CardTextError::Rank(text.to_owned()))?
            }
        };
        let suit = Suit::from_letter(suit_letter).ok_or_else(|| CardTextError::Suit(text.to_owned()))?;
        Ok(Card::new(rank, suit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_round_trips() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
            assert_eq!(Card::from_index(card.index()), Some(card));
        }
        assert_eq!("10H".parse(), Ok(Card::new(Rank::Ten, Suit::Hearts)));
        assert_eq!(Card::from_index(52), None);
    }

    #[test]
    fn invalid_cards_are_refused_with_the_reason() {
        for text in ["", "S", "AAS", "100H", "10", "🂡", "AS "] {
            assert!(text.parse::<Card>().is_err(), "{text:?}");
        }
        assert_eq!("1H".parse::<Card>(), Err(CardTextError::Rank("1H".into())));
        assert_eq!("AX".parse::<Card>(), Err(CardTextError::Suit("AX".into())));
        assert_eq!("A".parse::<Card>(), Err(CardTextError::Shape("A".into())));
    }

    #[test]
    fn montauk_values() {
        let values: String = "A23456789TJQK"
            .chars()
            .map(|c| char::from(b'0' + Rank::from_letter(c).unwrap().montauk_value()))
            .collect();
        assert_eq!(values, "1234561234560");
    }
}
