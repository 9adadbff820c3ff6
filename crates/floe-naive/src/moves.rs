//! What the player to act can do.

use crate::action::Action;
use crate::board::Spot;
use crate::game::{Naive, Phase};
use crate::rules::{Block, Claim, Draw, End};
use std::collections::HashSet;

impl Naive {
    /// Every action of the seat to act, in no particular order.
    pub(crate) fn actions(&self) -> Vec<Action> {
        let mut actions = self.actions_on_board();
        if self.may_swap() {
            actions.push(Action::Swap);
        }
        actions
    }

    fn actions_on_board(&self) -> Vec<Action> {
        match self.phase {
            Phase::Laying => self.layings(),
            Phase::Placing => self.placings().into_iter().map(|at| Action::Place { at }).collect(),
            Phase::Moving => {
                let mut turns = self.turns(self.turn);
                if turns.is_empty() && self.rules.end == End::IdleTurns {
                    turns.push(Action::Pass);
                }
                turns
            }
            Phase::Over => Vec::new(),
        }
    }

    fn layings(&self) -> Vec<Action> {
        let tiles: Vec<u32> = match self.rules.draw {
            Draw::Pile => self.drawn.into_iter().collect(),
            Draw::Supply => self.denominations(),
            Draw::Highest => self.denominations().into_iter().max().into_iter().collect(),
        };
        let mut actions = Vec::new();
        for fish in tiles {
            for &at in &self.unlaid {
                actions.push(Action::Lay { fish, at });
            }
        }
        actions
    }

    /// The cells a piece may be placed on, the same for every seat.
    pub(crate) fn placings(&self) -> Vec<Spot> {
        let open = self.open();
        let ones: Vec<Spot> = open.iter().copied().filter(|spot| self.cells.get(spot) == Some(&1)).collect();
        if self.rules.ones_first && !ones.is_empty() { ones } else { open.into_iter().collect() }
    }

    /// The real moves (no pass) that `seat` would have if it were to move.
    pub(crate) fn turns(&self, seat: usize) -> Vec<Action> {
        let open = self.open();
        let mut actions = Vec::new();
        for &from in &self.pieces[seat] {
            let slides = self.board.walk(&open, from);
            if slides.is_empty() && self.rules.retire_stuck {
                actions.push(Action::Retire { from });
            }
            for to in slides {
                if self.rules.shoots() {
                    for shot in self.shots(&open, from, to) {
                        let extra = Some(shot);
                        actions.push(Action::Slide { from, to, extra });
                    }
                } else {
                    let extra = None;
                    actions.push(Action::Slide { from, to, extra });
                    if self.rules.claim == Claim::Corners {
                        for cell in self.corners(seat, &open, from, to) {
                            let extra = Some(cell);
                            actions.push(Action::Slide { from, to, extra });
                        }
                    }
                }
            }
        }
        actions
    }

    /// What is open once a piece has gone from `from` to `to`.
    fn open_after(&self, open: &HashSet<Spot>, from: Spot, to: Spot) -> HashSet<Spot> {
        let mut open = open.clone();
        open.remove(&to);
        // The cell left is free again, unless it is the one that leaves play.
        // (A cell can also have left play under its piece: claimed on arrival.)
        if self.rules.block != Block::Left && self.cells.contains_key(&from) {
            open.insert(from);
        }
        open
    }

    fn shots(&self, open: &HashSet<Spot>, from: Spot, to: Spot) -> Vec<Spot> {
        self.board.walk(&self.open_after(open, from, to), to)
    }

    /// The cells that the two pieces of `seat` span after a slide and that can still be claimed. What stands between a
    /// piece and the cell does not matter.
    fn corners(&self, seat: usize, open: &HashSet<Spot>, from: Spot, to: Spot) -> Vec<Spot> {
        let open = self.open_after(open, from, to);
        let Some(&other) = self.pieces[seat].iter().find(|&&spot| spot != from) else {
            return Vec::new();
        };
        let spanned: Vec<Spot> = if to.0 == other.0 {
            let (low, high) = (to.1.min(other.1), to.1.max(other.1));
            (low + 1..high).map(|x| (to.0, x)).collect()
        } else if to.1 == other.1 {
            let (low, high) = (to.0.min(other.0), to.0.max(other.0));
            (low + 1..high).map(|row| (row, to.1)).collect()
        } else {
            vec![(to.0, other.1), (other.0, to.1)]
        };
        spanned.into_iter().filter(|spot| open.contains(spot) && self.cells.get(spot) > Some(&0)).collect()
    }
}
