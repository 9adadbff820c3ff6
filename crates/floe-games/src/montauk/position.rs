//! The state of a match.

use floe_cards::Card;
use strum::{EnumString, IntoStaticStr, VariantNames};

use super::cards::Cards;
use super::rules::Rules;
use super::spend::Spends;
use super::trick::Trick;
use super::vault::Vault;

/// Pyramids a player has: small, medium and large of the first colour, then of the second.
pub const PYRAMIDS: usize = 6;
/// Cards in a hand and tricks in a round.
pub const HAND_SIZE: usize = 6;
/// The box of a pyramid whose die has not been rolled.
pub const UNROLLED: u8 = 7;

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Phase {
    /// Dice are rolled for the first player whose pyramids have no boxes.
    Dice,
    /// The leader of the round is drawn.
    Leader,
    /// Six cards are dealt to the leader of the round, or to the other once the leader has them.
    Deal,
    /// The leader plays face down.
    Lead,
    /// The other plays face up, and the leader's card is turned.
    Follow,
    /// The winner of the trick spends.
    Spend,
    /// The extra card is drawn.
    Draw,
    /// The match is over.
    Over,
}

impl Phase {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Everything that changes in a match.
///
/// Cards have no order: chance picks any card of the pile when one is due, which is equivalent to having shuffled the
/// pile. Where sizes do not matter, a player's pyramids are sorted, so that equivalent positions are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// What happens next.
    pub phase: Phase,
    /// The round, from 1.
    pub round: u8,
    /// The trick of the round, from 1.
    pub trick: u8,
    /// Who leads the first trick of the round; `None` while it has to be drawn.
    pub opener: Option<u8>,
    /// Who leads this trick.
    pub leader: u8,
    /// Points of finished rounds.
    pub scores: [i32; 2],
    /// Who bore off all six first in this round.
    pub first_home: Option<u8>,
    /// The pyramids of each player; see [`Pyramid`].
    pub boards: [[Pyramid; PYRAMIDS]; 2],
    /// The vaults.
    pub vaults: [Vault; 2],
    /// The spends left in this half of the trick.
    pub spends: Spends,
    /// Pyramids the winner has borne off in this trick.
    pub borne: u8,
    /// The card that was led, face down while the other has not played.
    pub led: Option<Card>,
    /// The card that followed.
    pub followed: Option<Card>,
    /// The extra card.
    pub extra: Option<Card>,
    /// The hands, without a card that lies on the table.
    pub hands: [Cards; 2],
    /// The pile that cards are dealt and drawn from.
    pub pile: Cards,
    /// The part of the pile that lies above a discard shuffled under it; empty except during such a deal.
    pub top: Cards,
    /// The discard that both players have seen.
    pub seen: Cards,
    /// The cards each player discarded unseen when a round ended early.
    pub unseen: [Cards; 2],
    /// What players who count cards know; see [`Memory`].
    pub memory: Memory,
}

/// What a player with a good memory still knows after the discard was shuffled into the pile mid-round: the cards they
/// had seen discarded are not in a hand that was dealt before.
///
/// Cards are *old* where they have been hidden since before that shuffle, in a hand or left over from one. An old card
/// can be any that its viewer had not seen then; any other hidden card can also be one that went through the shuffle.
/// All of it is empty after a shuffle of all cards. Two things are simplified, both rare: a second such shuffle forgets
/// what the first left in unseen discards, and with two decks the two copies of a card are not distinguished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// Cards in hands and unseen discards that are old.
    pub old: Cards,
    /// Cards that each player had discarded unseen and that went through the shuffle: that player alone knew them.
    pub origin: [Cards; 2],
}

impl Memory {
    /// Records that a card has been revealed to all.
    pub(crate) fn reveal(&mut self, card: Card) {
        self.old.take(card);
        self.origin.iter_mut().for_each(|origin| {
            origin.take(card);
        });
    }
}

/// Where a pyramid stands: its box, 0 when it is off, [`UNROLLED`]; and whether it was moved in this trick, which is
/// stored only where spends must go to different pyramids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pyramid(u8);

impl Pyramid {
    const MOVED: u8 = 8;

    /// A pyramid in a box.
    pub const fn at(place: u8) -> Pyramid {
        Pyramid(place & 7)
    }

    /// The box.
    pub const fn place(self) -> u8 {
        self.0 & 7
    }

    /// Whether it stands in a box.
    pub const fn on_board(self) -> bool {
        let place = self.place();
        0 < place && place < UNROLLED
    }

    /// Whether it was moved in this trick.
    pub const fn moved(self) -> bool {
        self.0 & Pyramid::MOVED != 0
    }

    /// The same, moved or not.
    #[must_use]
    pub const fn marked(self, moved: bool) -> Pyramid {
        Pyramid(self.place() | if moved { Pyramid::MOVED } else { 0 })
    }
}

// Engines copy millions of positions.
const _: () = assert!(size_of::<Position>() <= 224);

impl Position {
    /// Whether all pyramids of a player are off.
    pub fn home(&self, seat: usize) -> bool {
        self.boards[seat].iter().all(|pyramid| pyramid.place() == 0)
    }

    /// How many pyramids of a player are off.
    pub fn off(&self, seat: usize) -> u8 {
        self.boards[seat].iter().filter(|pyramid| pyramid.place() == 0).count() as u8
    }

    /// The trick on the table once both cards lie there.
    pub fn table(&self) -> Option<Trick> {
        Some(Trick::new(self.led?, self.followed?))
    }

    /// Who won the trick on the table; the leader while there is none.
    pub fn winner(&self) -> usize {
        let leader = usize::from(self.leader);
        match self.table() {
            Some(trick) if !trick.leader_wins => 1 - leader,
            _ => leader,
        }
    }

    /// Whose dice are rolled in [`Phase::Dice`].
    pub(crate) fn roller(&self) -> usize {
        usize::from(self.boards[0][0].place() != UNROLLED)
    }

    /// Who is dealt to in [`Phase::Deal`].
    pub(crate) fn dealt_to(&self) -> usize {
        let opener = usize::from(self.opener.unwrap_or(0));
        if self.hands[opener].is_empty() { opener } else { 1 - opener }
    }

    /// How many cards of the next deal come from the top of a pile that is short. Cards are dealt one at a time, the
    /// leader of the round first: the leader gets every other card of the top, then the rest of it is the other's.
    pub(crate) fn dealt_from_top(&self) -> usize {
        let opener = self.hands.iter().all(|hand| hand.is_empty());
        if opener { self.top.len().div_ceil(2) } else { self.top.len() }
    }

    /// Puts a player's pyramids in canonical order.
    pub(crate) fn sort(&mut self, rules: &Rules, seat: usize) {
        if !rules.sizes_matter() {
            self.boards[seat].sort_unstable_by(|one, other| other.cmp(one));
        }
    }
}
