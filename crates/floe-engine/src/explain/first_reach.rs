//! Which seats can reach which cells, and which seat is first.

use floe_board::Bits;
use floe_games::slide::{Position, Rules};

/// The cells that each seat can reach, and reaches first.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstReach<B> {
    /// The open cells each seat can ever get to.
    pub reach: [B; 4],
    /// The open cells each seat gets to in fewer moves than any other.
    pub first: [B; 4],
}

impl<B: Bits> FirstReach<B> {
    pub(super) fn new<const H: usize>(rules: &Rules<B, H>, position: &Position<B>) -> FirstReach<B> {
        let seats = rules.summary().seats;
        let mut reach_map = FirstReach { reach: [B::EMPTY; 4], first: [B::EMPTY; 4] };
        let passable = rules.passable(position);
        // All seats flood in step: a cell that only one seat enters in a step, and no seat has entered before, is
        // reached first by that seat.
        let mut edge = [B::EMPTY; 4];
        let mut reached = [B::EMPTY; 4];
        for seat in (0..seats).filter(|&seat| rules.is_playing(position, seat)) {
            let own = position.own(seat);
            reach_map.reach[seat] = rules.rays.flood(own, passable) & position.open();
            edge[seat] = own;
        }
        let mut taken = B::EMPTY;
        while edge.iter().any(|edge| !edge.is_empty()) {
            let mut fresh = [B::EMPTY; 4];
            for seat in 0..seats {
                let slides =
                    edge[seat].cells().fold(B::EMPTY, |all, cell| all | rules.slides(position, cell));
                fresh[seat] = slides.without(reached[seat]);
                reached[seat] |= fresh[seat];
            }
            for seat in 0..seats {
                let others = (0..seats).filter(|&other| other != seat);
                let shared = others.fold(B::EMPTY, |all, other| all | fresh[other]);
                reach_map.first[seat] |= fresh[seat].without(taken).without(shared);
            }
            taken = fresh.iter().fold(taken, |all, &cells| all | cells);
            edge = fresh;
        }
        reach_map
    }

    /// What all seats except one can ever get to.
    pub(super) fn others(&self, seat: usize) -> B {
        (0..4).filter(|&other| other != seat).fold(B::EMPTY, |all, other| all | self.reach[other])
    }
}
