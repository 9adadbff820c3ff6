//! From the dice of a round to its score.

use super::rules::{Reshuffle, Scoring, TieLead};
use super::{Montauk, Side, Step};
use std::cmp::Ordering;

impl Montauk {
    pub(super) fn begin_round(&mut self) {
        let shuffled = match self.rules.reshuffle {
            Reshuffle::Every(rounds) => self.round.is_multiple_of(rounds),
            Reshuffle::Short => self.round == 0,
        };
        if shuffled {
            self.pile.gather();
        }
        self.round += 1;
        self.sides = Default::default();
        self.first_home = None;
        self.tricks = 0;
        self.step = Step::Dice(0);
    }

    /// The boards are set up: who leads, if it does not have to be drawn?
    pub(super) fn find_leader(&mut self) {
        let leader = match (self.totals[0].cmp(&self.totals[1]), self.rules.tie_lead) {
            (Ordering::Less, _) => Some(0),
            (Ordering::Greater, _) => Some(1),
            (Ordering::Equal, TieLead::Random) => None,
            (Ordering::Equal, TieLead::PreviousLeader) => self.round_leader,
            (Ordering::Equal, TieLead::Alternate) => self.round_leader.map(|seat| 1 - seat),
        };
        match leader {
            Some(seat) => self.set_leader(seat),
            None => self.step = Step::Lead,
        }
    }

    pub(super) fn set_leader(&mut self, seat: usize) {
        self.round_leader = Some(seat);
        self.leader = seat;
        self.pile.before_deal();
        self.step = Step::Deal(seat);
    }

    pub(super) fn end_round(&mut self) {
        for hand in &mut self.hands {
            self.pile.discard(hand.drain(..));
        }
        for seat in [0, 1] {
            self.totals[seat] = self.totals[seat].saturating_add(self.round_score(seat));
        }
        let level = self.totals[0] == self.totals[1];
        if self.round < self.rules.rounds || level && self.rules.extra_round {
            self.begin_round();
        } else {
            self.step = Step::Over;
        }
    }

    fn round_score(&self, seat: usize) -> i64 {
        let home = self.first_home == Some(seat);
        let off = self.sides[seat].pyramids.iter().filter(|pyramid| pyramid.at.is_none());
        let pyramids: i64 = match self.rules.scoring {
            // The first home scores the boxes the other has still to go.
            Scoring::Race => return if home { spots_left(&self.sides[1 - seat]) } else { 0 },
            Scoring::Flat => off.map(|_| self.rules.per_pyramid).sum(),
            Scoring::Pips => off.map(|pyramid| i64::from(pyramid.size)).sum(),
        };
        let bonus = if home { self.rules.first_home } else { 0 };
        pyramids + bonus + self.rules.per_null * self.sides[seat].nulls
    }
}

fn spots_left(side: &Side) -> i64 {
    side.pyramids.iter().filter_map(|pyramid| pyramid.at).map(i64::from).sum()
}
