//! A match followed from its start: which pyramid stands where, how the last trick went, how finished rounds were scored.
//!
//! Positions do not tell pyramids of one colour apart where sizes do not matter, and forget tricks and rounds.

use floe_cards::Card;

use super::insight::{RoundInsight, VaultSlot};
use super::moves::Move;
use super::play::{self, Observer};
use super::position::{PYRAMIDS, Phase, Position, UNROLLED};
use super::rules::Rules;
use super::spend::Spend;

/// The pyramids by size, of the first colour before the second.
const LARGEST_FIRST: [usize; PYRAMIDS] = [2, 5, 1, 4, 0, 3];

/// The cards of a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlayedTrick {
    pub leader: usize,
    pub led: Card,
    pub followed: Option<Card>,
    pub extra: Option<Card>,
}

/// What is known of a match beside its position.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The box of each pyramid, 0 for off; empty before the dice.
    pub pyramids: [Vec<u8>; 2],
    /// The pyramids in each used slot.
    pub vaults: [Vec<VaultSlot>; 2],
    /// Pyramids borne off in this trick.
    pub borne: Vec<u8>,
    /// The last trick of this round that has ended.
    pub last_trick: Option<PlayedTrick>,
    /// The rounds that have ended.
    pub rounds: Vec<RoundInsight>,
    moved: [bool; PYRAMIDS],
}

impl History {
    /// Follows a match.
    pub fn new(rules: &Rules, start: &Position, moves: impl Iterator<Item = Move>) -> History {
        let mut history = History::at(rules, start);
        let mut position = *start;
        for action in moves {
            match action {
                Move::Dice { to, dice } => history.pyramids[usize::from(to & 1)] = dice.to_vec(),
                Move::Spend(spend) => history.spend(rules, &position, spend),
                _ => {}
            }
            play::apply_observed(rules, &mut position, action, &mut history);
        }
        history
    }

    /// What can be said where a match starts. Pyramids that look alike are the largest first.
    fn at(rules: &Rules, start: &Position) -> History {
        let order = if rules.sizes_matter() { [0, 1, 2, 3, 4, 5] } else { LARGEST_FIRST };
        let boxes = |seat: usize| {
            let mut places = vec![0; PYRAMIDS];
            for (&index, pyramid) in order.iter().zip(start.boards[seat]) {
                places[index] = pyramid.place();
            }
            if places.contains(&UNROLLED) { Vec::new() } else { places }
        };
        let pyramids = [boxes(0), boxes(1)];
        let mut borne = Vec::new();
        let vaults = [0, 1].map(|seat| {
            let mut off =
                (0..).zip(&pyramids[seat]).filter(|(_, place)| **place == 0).map(|(index, _)| index);
            let vault = start.vaults[seat];
            let used = vault.slots.iter().take(usize::from(vault.used));
            let slots = used
                .map(|slot| VaultSlot {
                    pyramids: off.by_ref().take(usize::from(slot.pyramids)).collect(),
                    null: slot.null,
                })
                .collect();
            if start.borne > 0 && seat == start.winner() {
                borne = off.take(usize::from(start.borne)).collect();
            }
            slots
        });
        let mut moved = [false; PYRAMIDS];
        for (&index, pyramid) in order.iter().zip(start.boards[start.winner()]) {
            moved[index] = pyramid.moved();
        }
        History { pyramids, vaults, borne, last_trick: None, rounds: Vec::new(), moved }
    }

    /// The pyramid that a spend moves.
    fn mover(&self, rules: &Rules, seat: usize, spend: Spend) -> Option<usize> {
        if let Some(named) = spend.named {
            return Some(usize::from(named.index) % PYRAMIDS);
        }
        let here = |index: &usize| self.pyramids[seat].get(*index) == Some(&spend.from);
        let fresh = |index: &usize| rules.stack_spends || !self.moved[*index];
        let mut largest = LARGEST_FIRST.into_iter().filter(here);
        largest.clone().find(fresh).or_else(|| largest.next())
    }

    /// The pyramid that a spend from a box would move, without a name.
    pub fn first_mover(&self, rules: &Rules, seat: usize, spend: Spend) -> Option<u8> {
        self.mover(rules, seat, Spend { named: None, ..spend }).map(|index| index as u8)
    }

    fn spend(&mut self, rules: &Rules, position: &Position, spend: Spend) {
        let seat = position.winner();
        let Some(index) = self.mover(rules, seat, spend) else { return };
        if let Some(place) = self.pyramids[seat].get_mut(index) {
            *place = spend.to;
        }
        self.moved[index] = true;
        if spend.to == 0 {
            self.borne.push(index as u8);
        }
    }
}

impl Observer for History {
    fn on_trick_end(&mut self, position: &Position) {
        self.last_trick = position.led.map(|led| PlayedTrick {
            leader: usize::from(position.leader),
            led,
            followed: position.followed,
            extra: position.extra,
        });
        // What is new in the vaults came off in this trick.
        let mut borne = std::mem::take(&mut self.borne).into_iter();
        for seat in [position.winner(), 1 - position.winner()] {
            let vault = position.vaults[seat];
            let known = &mut self.vaults[seat];
            known.resize_with(usize::from(vault.used), VaultSlot::default);
            for (known, slot) in known.iter_mut().zip(vault.slots) {
                let more = usize::from(slot.pyramids).saturating_sub(known.pyramids.len());
                known.pyramids.extend(borne.by_ref().take(more));
                known.null = slot.null;
            }
        }
        self.moved = [false; PYRAMIDS];
    }

    fn on_round_end(&mut self, position: &Position, points: [i32; 2]) {
        self.rounds.push(RoundInsight {
            round: position.round,
            points,
            off: [position.off(0), position.off(1)],
            nulls: position.vaults.map(|vault| vault.nulls()),
            first_home: position.first_home.map(usize::from),
        });
        self.pyramids = [Vec::new(), Vec::new()];
        self.vaults = [Vec::new(), Vec::new()];
        self.last_trick = None;
    }
}

/// The trick on the table.
pub(crate) fn on_table(position: &Position) -> Option<PlayedTrick> {
    let playing = matches!(position.phase, Phase::Follow | Phase::Spend | Phase::Draw);
    position.led.filter(|_| playing).map(|led| PlayedTrick {
        leader: usize::from(position.leader),
        led,
        followed: position.followed,
        extra: position.extra,
    })
}
