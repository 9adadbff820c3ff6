//! What the rules say about a position of the slide family: what each seat can still reach, what a move claims.

use floe_board::Bits;
use serde::{Deserialize, Serialize};

use super::axes::{Block, Claim};
use super::position::{Phase, Position};
use super::rules::Rules;
use super::territory::Territory;
use crate::insight::MoveCell;

/// What the rules say about a position of the slide family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SlideInsight {
    /// The cell of a move whose fish the mover gets; none where nothing is claimed.
    pub claims: Option<MoveCell>,
    /// The cell of a move that leaves play.
    pub removes: MoveCell,
    /// Whether a cell is shot at after every slide.
    pub shoots: bool,
    /// Whether cells have fish; without them they are only ground.
    pub has_fish: bool,
    /// Whether pieces are placed only on cells with one fish now: such a cell is free and the rules ask for it.
    pub places_on_ones: bool,
    /// Whether the fish under the pieces are in the scores of their owners, as they are at the end under some rules.
    pub counted_under: bool,
    /// What each seat can still reach.
    pub reach: Reach,
    /// Who gets to each cell first, and what nobody can take away any more; none before all pieces stand and after the end.
    pub territory: Option<Territory>,
}

/// What each seat can still reach, step by step over open cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reach {
    /// Cells by the seats that can reach them.
    pub areas: Vec<ReachArea>,
    /// What each seat can reach in all.
    pub totals: Vec<ReachTotal>,
    /// All fish that still lie open.
    pub open: u32,
}

/// Cells that the same seats can reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReachArea {
    /// The seats, in order.
    pub seats: Vec<usize>,
    /// The cells.
    pub cells: Vec<String>,
}

/// What a seat can reach: fish, or cells where there are no fish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReachTotal {
    /// In all.
    pub all: u32,
    /// Where no other seat can.
    pub own: u32,
}

impl<B: Bits, const H: usize> Rules<B, H> {
    pub(super) fn insight(&self, position: &Position<B>) -> SlideInsight {
        SlideInsight {
            claims: MoveCell::from_claim(self.plan.claim),
            removes: MoveCell::from_block(self.plan.block),
            shoots: self.plan.block == Block::Shot,
            has_fish: self.plan.claim != Claim::None,
            places_on_ones: position.phase == Phase::Place && self.places_on_ones(position),
            counted_under: self.counted_under(position),
            reach: self.reach_of_all(position),
            territory: self.territory(position),
        }
    }

    /// At the end the fish under pieces belong to their owners and are in the scores.
    fn counted_under(&self, position: &Position<B>) -> bool {
        position.phase == Phase::Over && self.plan.claim_under
    }

    fn reach_of_all(&self, position: &Position<B>) -> Reach {
        let seats = self.plan.seats;
        let reached: Vec<B> = (0..seats).map(|seat| self.reached_by(position, seat)).collect();
        let bare = if self.counted_under(position) { position.pieces } else { B::EMPTY };
        let worth = |cells: B| match self.plan.claim {
            Claim::None => cells.count(),
            _ => position.fish_on(cells.without(bare)),
        };
        let mut areas = Vec::new();
        let mut totals = vec![ReachTotal::default(); seats];
        for set in 1..1usize << seats {
            let among: Vec<usize> = (0..seats).filter(|seat| set >> seat & 1 == 1).collect();
            let cells = reached.iter().enumerate().fold(self.all, |cells, (seat, reached)| {
                if among.contains(&seat) { cells & *reached } else { cells.without(*reached) }
            });
            if cells.is_empty() {
                continue;
            }
            for &seat in &among {
                totals[seat].all += worth(cells);
            }
            if let [seat] = among[..] {
                totals[seat].own += worth(cells);
            }
            let cells = cells.cells().map(|cell| self.plan.board.name(cell)).collect();
            areas.push(ReachArea { seats: among, cells });
        }
        let open = position.fish_on((position.open | position.pieces).without(bare));
        Reach { areas, totals, open }
    }

    /// Floods from the pieces of a seat. A piece whose cell goes out of play with it is a wall for good; elsewhere only a
    /// stuck piece is.
    fn reached_by(&self, position: &Position<B>, seat: usize) -> B {
        let own = position.own(seat);
        let mobile = B::from_cells(
            position.pieces.cells().filter(|&cell| !(self.rays.neighbours(cell) & position.open).is_empty()),
        );
        let walls = self.plan.block == Block::Left;
        let passable = if walls { position.open } else { position.open | mobile };
        // Its own pieces stand on what it claims when it leaves; with nowhere to go they keep it only by other rules.
        let reached = self.rays.flood(own, passable) | own & mobile;
        reached & (position.open | own)
    }
}
