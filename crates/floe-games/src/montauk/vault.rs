//! The vault past box 1: three slots for the results of won tricks.

use super::position::Position;
use super::rules::{Nulls, Rules};

/// Slots in a vault.
pub const SLOTS: usize = 3;

/// One player's vault. Slots are used in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vault {
    /// The slots.
    pub slots: [Slot; SLOTS],
    /// How many are used.
    pub used: u8,
}

/// What lies in a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slot {
    /// Pyramids borne off.
    pub pyramids: u8,
    /// Whether a null marker lies there.
    pub null: bool,
}

impl Vault {
    /// How many null markers lie in it.
    pub fn nulls(&self) -> u8 {
        self.slots.iter().filter(|slot| slot.null).count() as u8
    }

    /// How many pyramids lie in it.
    pub fn pyramids(&self) -> u8 {
        self.slots.iter().map(|slot| slot.pyramids).sum()
    }

    fn full(&self) -> bool {
        usize::from(self.used) >= SLOTS
    }

    /// Uses the next slot, or adds to the last when all are used.
    fn put(&mut self, slot: Slot) {
        let next = usize::from(self.used).min(SLOTS - 1);
        self.slots[next].pyramids += slot.pyramids;
        self.slots[next].null |= slot.null;
        self.used = next as u8 + 1;
    }
}

/// What the trick on the table adds to the vaults, once its winner has spent.
pub(crate) fn settle(rules: &Rules, position: &mut Position) {
    let winner = position.winner();
    let loser = 1 - winner;
    let borne = position.borne;
    let finished = position.vaults[winner].full() || position.off(winner) - borne == 6;
    let nothing = Slot { pyramids: 0, null: true };
    if borne > 0 {
        position.vaults[winner].put(Slot { pyramids: borne, null: false });
    } else if !finished && rules.nulls != Nulls::Off {
        position.vaults[winner].put(nothing);
    }
    if finished && rules.nulls == Nulls::Slots && !position.vaults[loser].full() && !position.home(loser) {
        position.vaults[loser].put(nothing);
    }
}
