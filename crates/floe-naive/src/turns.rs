//! Whose turn it is, and when the game is over.

use crate::game::{Naive, Phase};
use crate::rules::End;

impl Naive {
    pub(crate) fn next_seat(&mut self) {
        self.turn = (self.turn + 1) % self.rules.seats;
    }

    /// Skips seats that cannot act and finished phases, until a seat or chance is to act or the game is over.
    pub(crate) fn settle(&mut self) {
        if self.phase == Phase::Laying && self.unlaid.is_empty() {
            // Seat 0 places first, whoever laid last.
            self.phase = Phase::Placing;
        }
        if self.phase == Phase::Placing {
            self.settle_placing();
        }
        if self.phase == Phase::Moving {
            match self.rules.end {
                End::NobodyMoves => self.skip_stuck(),
                End::LastMover => self.drop_stuck(),
                End::IdleTurns => self.count_idle(),
            }
        }
    }

    fn settle_placing(&mut self) {
        while let Some(&side) = self.placers.front() {
            self.turn = side;
            if self.eliminated[side] {
                self.placers.pop_front();
            } else if self.placings().is_empty() {
                self.eliminate(side);
            } else {
                return;
            }
        }
        self.phase = Phase::Moving;
        self.turn = match self.rules.last_placer_first && self.rules.placed {
            true => self.last_placer(),
            false => 0,
        };
    }

    /// The side that places last when each places in every round, leaving out those eliminated.
    fn last_placer(&self) -> usize {
        let backwards = self.rules.snake && self.rules.pieces.is_multiple_of(2);
        let mut order: Vec<usize> = (0..self.rules.seats).filter(|&side| !self.eliminated[side]).collect();
        if backwards {
            order.reverse();
        }
        order.last().copied().unwrap_or(0)
    }

    /// Eliminates a seat that has nowhere to place. Its cells stay and become open again.
    fn eliminate(&mut self, seat: usize) {
        self.eliminated[seat] = true;
        self.pieces[seat].clear();
        self.fish[seat] = 0;
        self.tiles[seat] = 0;
    }

    fn skip_stuck(&mut self) {
        for _ in 0..self.rules.seats {
            if !self.eliminated[self.turn] && !self.turns(self.turn).is_empty() {
                return;
            }
            self.next_seat();
        }
        self.phase = Phase::Over;
    }

    fn drop_stuck(&mut self) {
        while self.seats_left().len() > 1 {
            if self.seats_left().contains(&self.turn) {
                if !self.turns(self.turn).is_empty() {
                    return;
                }
                self.dropped[self.turn] = true;
            }
            self.next_seat();
        }
        self.phase = Phase::Over;
    }

    fn count_idle(&mut self) {
        if self.idle >= self.rules.end_turns || self.seats_left().is_empty() {
            self.phase = Phase::Over;
            return;
        }
        while self.eliminated[self.turn] {
            self.next_seat();
        }
    }

    /// The seats that have neither been eliminated nor dropped out.
    pub(crate) fn seats_left(&self) -> Vec<usize> {
        (0..self.rules.seats).filter(|&seat| !self.eliminated[seat] && !self.dropped[seat]).collect()
    }
}
