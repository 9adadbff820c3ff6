//! The draw pile and the discard. The order of the pile is unknown, so it is only a multiset of cards here: a card can
//! be drawn if it is in it.

use crate::cards::{Card, deck};

/// The cards that are in no hand and not in the current trick.
#[derive(Clone, Debug)]
pub struct Pile {
    decks: u64,
    cards: Vec<Card>,
    discard: Vec<Card>,
    /// What was left of the pile before the discard went under it for the
    /// deal in progress.
    on_top: Vec<Card>,
}

impl Pile {
    pub fn new(decks: u64) -> Pile {
        let cards = (0..decks).flat_map(|_| deck()).collect();
        Pile { decks, cards, discard: Vec::new(), on_top: Vec::new() }
    }

    /// Gathers all cards and shuffles. No hand may hold any.
    pub fn gather(&mut self) {
        *self = Pile::new(self.decks);
    }

    pub fn discard(&mut self, cards: impl IntoIterator<Item = Card>) {
        self.discard.extend(cards);
    }

    /// Ensures that there are twelve cards for a deal: if the pile is short, the discard goes under it.
    pub fn before_deal(&mut self) {
        self.on_top.clear();
        if self.cards.len() < 12 {
            self.on_top.clone_from(&self.cards);
            self.cards.append(&mut self.discard);
        }
    }

    /// Takes these cards out of the pile.
    pub fn take(&mut self, cards: &[Card]) -> Result<(), String> {
        self.cards = without(&self.cards, cards).map_err(|card| {
            format!("{card} is not in the pile: it is in a hand, in the discard or not there")
        })?;
        Ok(())
    }

    /// The extra card: from the pile or, if that is empty, from the discard
    /// made into a new one.
    pub fn draw(&mut self, card: Card) -> Result<(), String> {
        let mut next = self.clone();
        if next.cards.is_empty() {
            next.cards.append(&mut next.discard);
        }
        next.take(&[card])?;
        *self = next;
        Ok(())
    }

    /// Checks a finished deal: cards that lay on top must have been dealt
    /// before others, one at a time, beginning with the leader.
    pub fn after_deal(&self, leader: &[Card], other: &[Card]) -> Result<(), String> {
        let top = self.on_top.len();
        let both: Vec<Card> = leader.iter().chain(other).copied().collect();
        without(&both, &self.on_top)
            .map_err(|card| format!("{card} lay on top of the pile and was not dealt"))?;
        for (hand, share) in [(leader, top.div_ceil(2)), (other, top / 2)] {
            let mut left = self.on_top.clone();
            let from_top = hand.iter().filter(|card| remove(&mut left, **card)).count();
            if from_top < share {
                return Err(format!("{from_top} cards of a hand were on top of the pile instead of {share}"));
            }
        }
        Ok(())
    }
}

/// Takes out one such card, if there is one.
fn remove(cards: &mut Vec<Card>, card: Card) -> bool {
    let at = cards.iter().position(|other| *other == card);
    at.map(|at| cards.swap_remove(at)).is_some()
}

/// What is left without these cards, or the first one that is not there.
fn without(cards: &[Card], taken: &[Card]) -> Result<Vec<Card>, Card> {
    let mut left = cards.to_vec();
    taken.iter().try_for_each(|card| if remove(&mut left, *card) { Ok(()) } else { Err(*card) })?;
    Ok(left)
}
