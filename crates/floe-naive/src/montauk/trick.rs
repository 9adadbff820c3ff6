//! Two cards against each other: who wins, and what there is to spend.

use crate::cards::{Card, Suit};

/// A trick whose two cards are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trick {
    pub winner: usize,
    pub winning: Card,
    pub losing: Card,
    /// Whether the winner was finished before.
    pub was_finished: bool,
    /// Pyramids borne off in this trick.
    pub borne_off: u32,
    /// The values not spent yet of the present half.
    pub spends: Vec<u8>,
    pub extra: Option<Card>,
}

/// The point value of a card: A to 6, then 7 to Q again; K is 0.
pub fn value(card: Card) -> u8 {
    match card.rank {
        14 => 1,
        rank @ 2..=6 => rank,
        13 => 0,
        rank => rank - 6,
    }
}

/// The ring of suits.
pub fn beats(suit: Suit, other: Suit) -> bool {
    match suit {
        Suit::Spades => matches!(other, Suit::Hearts | Suit::Diamonds),
        Suit::Hearts => matches!(other, Suit::Diamonds | Suit::Clubs),
        Suit::Diamonds => other == Suit::Clubs,
        Suit::Clubs => other == Suit::Spades,
    }
}

/// Whether the leader wins; with equal suits the follower wins.
pub fn leader_wins(lead: Card, follow: Card) -> bool {
    beats(lead.suit, follow.suit)
}

/// Whether two cards have the same rank, by printed face or by value.
pub fn same_rank(by_face: bool, a: Card, b: Card) -> bool {
    if by_face { a.rank == b.rank } else { value(a) == value(b) }
}

/// The values to spend before the extra card.
pub fn spends_before(by_face: bool, winning: Card, losing: Card) -> Vec<u8> {
    let times = match (winning.suit == losing.suit, same_rank(by_face, winning, losing)) {
        (true, true) => 6,
        (false, true) => 4,
        (_, false) => return vec![value(winning), value(losing)],
    };
    vec![value(winning); times]
}

/// Whether there is an extra card.
pub fn has_extra(by_face: bool, winning: Card, losing: Card) -> bool {
    winning.suit == losing.suit || same_rank(by_face, winning, losing)
}

/// The values to spend after the extra card.
pub fn spends_after(by_face: bool, winning: Card, losing: Card, extra: Card) -> Vec<u8> {
    let exact = winning.suit == losing.suit && same_rank(by_face, winning, losing);
    let times = match (extra.suit == winning.suit, same_rank(by_face, extra, winning)) {
        _ if exact => 4,
        (true, true) => 6,
        (true, false) | (false, true) => 4,
        (false, false) => 1,
    };
    vec![value(extra); times]
}
