//! Playing cards: what they are, how poker ranks them, and the showdown that
//! ends both buffets.

mod card;
mod front;
mod layout;
pub(crate) mod poker;
mod showdown;

pub(crate) use card::{Card, Suit, deck};
pub(crate) use layout::{Layout, LayoutRules, Split};
pub(crate) use poker::Poker;
pub(crate) use showdown::{outcome, reply, slots_won, solve};
