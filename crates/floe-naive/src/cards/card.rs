//! One playing card and its text.

use serde_json::Value;
use std::fmt;

/// The suits, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    fn letter(self) -> char {
        match self {
            Suit::Clubs => 'C',
            Suit::Diamonds => 'D',
            Suit::Hearts => 'H',
            Suit::Spades => 'S',
        }
    }
}

/// A card. The rank is the printed one: 2 to 10, then 11 to 14 for J, Q, K, A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    pub rank: u8,
    pub suit: Suit,
}

/// The texts of the ranks from 2 to the ace.
const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];

impl Card {
    /// Reads `KS`, `TH` or `10H`.
    pub fn read(text: &str) -> Result<Card, String> {
        let wrong = || format!("not a card: {text}");
        let suit = Suit::ALL.into_iter().find(|suit| text.ends_with(suit.letter())).ok_or_else(wrong)?;
        let rank = match text.trim_end_matches(suit.letter()) {
            "10" => "T",
            rank => rank,
        };
        let card = (2..).zip(RANKS).find(|(_, name)| *name == rank).map(|(rank, _)| Card { rank, suit });
        // Trimming takes off more than one letter: `KSS` is not a card.
        card.filter(|card| card.to_string() == text || text == format!("10{}", card.suit.letter()))
            .ok_or_else(wrong)
    }

    /// Reads a list of card texts.
    pub fn read_list(value: &Value) -> Result<Vec<Card>, String> {
        let list = value.as_array().ok_or_else(|| format!("not a list of cards: {value}"))?;
        list.iter()
            .map(|entry| Card::read(entry.as_str().ok_or_else(|| format!("not a card: {entry}"))?))
            .collect()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = usize::from(self.rank).checked_sub(2).and_then(|index| RANKS.get(index));
        write!(f, "{}{}", rank.unwrap_or(&"?"), self.suit.letter())
    }
}

/// The 52 cards.
pub fn deck() -> Vec<Card> {
    Suit::ALL.into_iter().flat_map(|suit| (2..=14).map(move |rank| Card { rank, suit })).collect()
}
