//! The result of a trick for every pair of cards.

use floe_cards::Card;
use floe_games::montauk::{Rules, Trick, beats};

use super::boards::{Key, key, key_of_two};

/// A card by its number.
pub(crate) type CardNo = u8;
/// The number of distinct cards.
pub(crate) const CARDS: usize = Card::COUNT;
/// Spends beyond this many points in a trick are hardly useful.
const ENOUGH: f32 = 14.0;

/// How the winning and the losing card of a trick match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardMatch {
    /// No match: no extra card.
    None,
    /// Same suit.
    Suit,
    /// Same rank.
    Rank,
    /// The same card.
    Both,
}

/// Two cards in a trick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrickPair {
    /// How they match.
    pub card_match: CardMatch,
    /// The spends of the first half.
    pub first: Option<Key>,
    /// The approximate sum of the spends in points.
    pub power: f32,
}

/// Tables of all pairs of cards.
#[derive(Debug)]
pub(crate) struct CardTables {
    /// The value of each card.
    pub value: [u8; CARDS],
    /// By the winning and the losing card.
    pairs: Vec<TrickPair>,
    /// By the winning card and the extra card: its value and how often it is spent.
    extras: Vec<(u8, u8)>,
    /// 1 where the first card beats the second, 0 where the second beats the first, ½ where suits are equal.
    pub beats: Vec<f32>,
    /// The first card of each class that the rules do not distinguish.
    pub kind: [CardNo; CARDS],
}

impl CardTables {
    /// The tables under these rules.
    pub fn new(rules: &Rules) -> CardTables {
        let cards: Vec<Card> = Card::all().collect();
        let mut card_tables = CardTables {
            value: [0; CARDS],
            pairs: Vec::new(),
            extras: Vec::new(),
            beats: Vec::new(),
            kind: [0; CARDS],
        };
        for (at, card) in cards.iter().enumerate() {
            card_tables.value[at] = card.montauk_value();
        }
        for &won in &cards {
            for &lost in &cards {
                // With equal suits the follower wins; otherwise it does not matter who led.
                let trick = Trick { leader_wins: false, won, lost };
                let half = trick.first_half(rules);
                let suit = won.suit() == lost.suit();
                let (card_match, first) = match (half[0].1, suit) {
                    (6, _) => (CardMatch::Both, key(half[0].0, 6)),
                    (4, _) => (CardMatch::Rank, key(half[0].0, 4)),
                    (_, true) => (CardMatch::Suit, key_of_two(half[0].0, half[1].0)),
                    (_, false) => (CardMatch::None, key_of_two(half[0].0, half[1].0)),
                };
                let mut power: f32 = half.iter().map(|&(value, times)| f32::from(value * times)).sum();
                if trick.draws(rules) {
                    let extra = |card: &Card| {
                        let [(value, times), _] = trick.second_half(rules, *card);
                        f32::from(value * times)
                    };
                    power += cards.iter().map(extra).sum::<f32>() / CARDS as f32;
                }
                card_tables.pairs.push(TrickPair { card_match, first, power: power.min(ENOUGH) });
                // A second deck has the same card again, which matches in suit and rank.
                let plain = Trick { leader_wins: false, won, lost: other_suit(won, &cards) };
                card_tables.extras.push(plain.second_half(rules, lost)[0]);
                card_tables.beats.push(match (beats(won.suit(), lost.suit()), suit) {
                    (true, _) => 1.0,
                    (false, true) => 0.5,
                    (false, false) => 0.0,
                });
            }
        }
        for at in 0..CARDS {
            let alike = |other: &usize| card_tables.alike(at, *other);
            card_tables.kind[at] = (0..at).find(alike).unwrap_or(at) as CardNo;
        }
        card_tables
    }

    fn alike(&self, one: usize, other: usize) -> bool {
        (0..CARDS).all(|third| {
            let same = |a: TrickPair, b: TrickPair| a.card_match == b.card_match && a.first == b.first;
            let (one, other, third) = (one as CardNo, other as CardNo, third as CardNo);
            same(self.pair(one, third), self.pair(other, third))
                && same(self.pair(third, one), self.pair(third, other))
                && self.extra(one, third, false) == self.extra(other, third, false)
                && self.extra(third, one, false) == self.extra(third, other, false)
                && self.beats(one, third) == self.beats(other, third)
        })
    }

    /// The result of a winning and a losing card.
    pub fn pair(&self, won: CardNo, lost: CardNo) -> TrickPair {
        self.pairs[usize::from(won) * CARDS + usize::from(lost)]
    }

    /// The value of an extra card and how often it is spent after a card won, against the same card or another.
    pub fn extra(&self, won: CardNo, extra: CardNo, over_the_same: bool) -> (u8, u8) {
        let (value, times) = self.extras[usize::from(won) * CARDS + usize::from(extra)];
        (value, if over_the_same { 4 } else { times })
    }

    /// 1 where the first card beats the second, 0 where it is beaten, ½ where suits are equal.
    pub fn beats(&self, one: CardNo, other: CardNo) -> f32 {
        self.beats[usize::from(one) * CARDS + usize::from(other)]
    }
}

/// A card of another suit and rank, so that nothing matches.
fn other_suit(card: Card, cards: &[Card]) -> Card {
    let unlike = |other: &&Card| other.suit() != card.suit() && other.montauk_value() != card.montauk_value();
    cards.iter().find(unlike).copied().unwrap_or(card)
}
