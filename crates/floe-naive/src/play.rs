//! What an action does to the game.

use crate::action::Action;
use crate::board::Spot;
use crate::game::Naive;
use crate::rules::{Block, Claim};

impl Naive {
    /// Carries out an action of the seat to act, then finds who is next.
    pub(crate) fn perform(&mut self, action: Action) {
        let seat = self.turn;
        match action {
            Action::Lay { fish, at } => self.lay(fish, at),
            Action::Place { at } => self.place(seat, at),
            Action::Slide { from, to, extra } => {
                let claimed = self.slide(seat, from, to, extra);
                self.idle = if claimed { 0 } else { self.idle + 1 };
                self.last_mover = Some(seat);
            }
            Action::Retire { from } => {
                self.pieces[seat].retain(|&spot| spot != from);
                self.cells.remove(&from);
                self.idle += 1;
                self.last_mover = Some(seat);
            }
            Action::Pass => self.idle += 1,
            Action::Swap => self.swapped = true,
        }
        // With pieces to place the opening move is the first piece; laying comes before it.
        if !matches!(action, Action::Lay { .. }) {
            self.opening += 1;
            self.opener = self.opener.or(Some(seat));
        }
        if action == Action::Swap {
            // The same side is to act, played by the other seat.
            return;
        }
        self.next_seat();
        self.settle();
    }

    fn lay(&mut self, fish: u32, at: Spot) {
        for (denomination, left) in (1..).zip(&mut self.supply) {
            if denomination == fish {
                *left = left.saturating_sub(1);
            }
        }
        self.unlaid.remove(&at);
        self.cells.insert(at, fish);
        self.drawn = None;
    }

    fn place(&mut self, seat: usize, at: Spot) {
        self.pieces[seat].push(at);
        self.placers.pop_front();
        if self.rules.claim == Claim::Reached {
            self.claim(seat, at);
            if self.rules.block == Block::Claimed {
                self.cells.remove(&at);
            }
        }
    }

    /// Moves a piece, scores, removes a cell from play, in this order. Returns whether anything was claimed.
    fn slide(&mut self, seat: usize, from: Spot, to: Spot, extra: Option<Spot>) -> bool {
        for spot in &mut self.pieces[seat] {
            if *spot == from {
                *spot = to;
            }
        }
        let target = match self.rules.claim {
            Claim::None => None,
            Claim::Left => Some(from),
            Claim::Reached => Some(to),
            Claim::Shot | Claim::Corners => extra,
        };
        let claimed = target.is_some_and(|spot| self.claim(seat, spot));
        let gone = match self.rules.block {
            Block::Left => Some(from),
            Block::Shot => extra,
            Block::Claimed => target,
        };
        if let Some(spot) = gone {
            self.cells.remove(&spot);
        }
        claimed
    }

    /// Scores the fish of a cell, which can happen once only: afterwards the
    /// cell has none. Returns whether there were any.
    fn claim(&mut self, seat: usize, spot: Spot) -> bool {
        match self.cells.get_mut(&spot) {
            Some(fish) if *fish > 0 => {
                self.fish[seat] += i64::from(*fish);
                self.tiles[seat] += 1;
                *fish = 0;
                true
            }
            _ => false,
        }
    }
}
