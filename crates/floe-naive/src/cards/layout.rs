//! Three hands out of a pool, and whether they may be laid out.

use super::card::Card;
use super::poker::{Poker, Strength};

/// How a pool that is too small for three full hands may be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Up to five cards per hand.
    Free,
    /// A hand may hold cards only if the one before it has five.
    Fill,
    /// No two hands differ by more than one card.
    Balanced,
}

/// The switches of a showdown that concern one layout.
#[derive(Clone, Copy, Debug)]
pub struct LayoutRules {
    pub poker: Poker,
    /// The hands have to go down in strength.
    pub ordered: bool,
    pub split: Split,
}

/// Three hands in the order of their slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout(pub [Vec<Card>; 3]);

impl Layout {
    /// Reads `AS AD | QS 7C | 2D`. A group may be empty (or a dash).
    pub fn read(text: &str) -> Result<Layout, String> {
        let mut hands = Vec::new();
        for group in text.split('|') {
            let names = group.split_whitespace().filter(|name| *name != "-");
            hands.push(names.map(Card::read).collect::<Result<Vec<Card>, String>>()?);
        }
        let hands = <[Vec<Card>; 3]>::try_from(hands);
        hands.map(Layout).map_err(|groups| format!("{} hands instead of three: {text}", groups.len()))
    }

    /// The strengths of the three hands.
    pub fn strengths(&self, poker: Poker) -> [Strength; 3] {
        [0, 1, 2].map(|slot| poker.strength(&self.0[slot]))
    }
}

impl LayoutRules {
    /// Whether hands of these sizes may be laid out from a pool of this size.
    pub fn sizes_fit(&self, pool: usize, sizes: [usize; 3]) -> bool {
        if pool >= 15 {
            return sizes == [5, 5, 5];
        }
        let [one, two, three] = sizes;
        sizes.iter().all(|&size| size <= 5)
            && match self.split {
                Split::Free => true,
                Split::Fill => (two == 0 || one == 5) && (three == 0 || two == 5),
                Split::Balanced => {
                    let sorted = (one.min(two).min(three), one.max(two).max(three));
                    sorted.1 - sorted.0 <= 1
                }
            }
    }

    /// Whether the layout may be laid out from the pool.
    pub fn check(&self, layout: &Layout, pool: &[Card]) -> Result<(), String> {
        let mut left = pool.to_vec();
        for card in layout.0.iter().flatten() {
            let at = left.iter().position(|other| other == card);
            let at = at.ok_or_else(|| format!("{card} is not in the pool, or is laid out twice"))?;
            left.swap_remove(at);
        }
        let sizes = [0, 1, 2].map(|slot| layout.0[slot].len());
        if !self.sizes_fit(pool.len(), sizes) {
            return Err(format!("hands of {sizes:?} cards from a pool of {}", pool.len()));
        }
        let [one, two, three] = layout.strengths(self.poker);
        if self.ordered && (one < two || two < three) {
            return Err("the hands do not go down in strength".to_string());
        }
        Ok(())
    }
}
