//! Who gets to a cell first, which regions only one seat can still enter, and why the players cannot stop yet.

use floe_board::Bits;
use floe_solve::Solo;
use serde::{Deserialize, Serialize};

use super::adjudication::FISH;
use super::axes::{Block, Claim, Score};
use super::insight::ReachArea;
use super::position::{Phase, Position};
use super::rules::Rules;

/// How many positions the solver may visit for one insight. Views are made with every move: what takes longer is left open.
const POSITIONS: u64 = 3_000;

/// Whose the cells are, once all pieces stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Territory {
    /// What belongs to each seat.
    pub totals: Vec<TerritoryTotal>,
    /// What several seats reach in the same number of moves: fish, or cells where there are no fish.
    pub contested: u32,
    /// What nobody can reach.
    pub unreachable: u32,
    /// Open cells by the seats that get there with the fewest moves; several seats where they need equally many.
    pub first: Vec<ReachArea>,
    /// Regions that only one seat can still enter.
    pub sealed: Vec<SealedRegion>,
    /// Why the players cannot stop and count; none where they can.
    pub stop: Option<StopProblem>,
}

/// What belongs to a seat: fish, or cells where there are no fish. Seats, contested and unreachable cells add up to the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TerritoryTotal {
    /// What it has scored.
    pub claimed: u32,
    /// What lies under its pieces and can still be scored.
    pub under: u32,
    /// What it gets to first.
    pub first: u32,
}

/// A region that only one seat can enter: nobody else will ever stand there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SealedRegion {
    /// The seat.
    pub seat: usize,
    /// Its cells, those under pieces among them.
    pub cells: Vec<String>,
    /// The most that the seat still gets there, exactly: fish, or moves where there are no fish. None where working it out
    /// would take too long, or where these rules do not let a region be solved by itself.
    pub most: Option<u32>,
}

/// Why the players cannot stop and count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum StopProblem {
    /// Under these rules the result cannot be worked out for each player alone.
    Rules,
    /// Two seats can still reach a cell.
    Contested {
        /// The cell.
        cell: String,
    },
}

/// Pieces that can still meet, and where they can go.
struct Group<B> {
    pieces: B,
    cells: B,
}

impl<B: Bits, const H: usize> Rules<B, H> {
    /// Whose the cells are; none before all pieces stand and after the end.
    pub(super) fn territory(&self, position: &Position<B>) -> Option<Territory> {
        if position.phase != Phase::Move {
            return None;
        }
        let seats = self.plan.seats;
        let worth = |cells: B| match self.plan.claim {
            Claim::None => cells.count(),
            _ => position.fish_on(cells),
        };
        let mut totals: Vec<TerritoryTotal> = (0..seats)
            .map(|seat| TerritoryTotal {
                claimed: position.score(seat),
                under: self.under(position, seat),
                first: 0,
            })
            .collect();
        let mut contested = 0;
        let mut reached = B::EMPTY;
        let mut first = Vec::new();
        for (among, cells) in self.first_to_reach(position) {
            reached |= cells;
            match among[..] {
                [seat] => totals[seat].first += worth(cells),
                _ => contested += worth(cells),
            }
            first.push(ReachArea { seats: among, cells: self.names(cells) });
        }
        let unreachable = worth(position.open.without(reached));
        let sealed = self.sealed(position);
        let stop = match (self.adjudicable(), self.contested(position)) {
            (Err(_), _) => Some(StopProblem::Rules),
            (Ok(()), Some(cell)) => Some(StopProblem::Contested { cell: self.plan.board.name(cell) }),
            (Ok(()), None) => None,
        };
        Some(Territory { totals, contested, unreachable, first, sealed, stop })
    }

    fn names(&self, cells: B) -> Vec<String> {
        cells.cells().map(|cell| self.plan.board.name(cell)).collect()
    }

    /// The fish under the pieces of a seat that it can still score.
    fn under(&self, position: &Position<B>, seat: usize) -> u32 {
        let counts =
            self.plan.claim == Claim::Left || self.plan.claim_under && self.plan.claim != Claim::None;
        if counts { position.fish_on(position.own(seat)) } else { 0 }
    }

    /// Open cells by the seats that need the fewest moves to get there. Pieces of others stay where they are.
    fn first_to_reach(&self, position: &Position<B>) -> Vec<(Vec<usize>, B)> {
        let playing: Vec<usize> = (0..self.plan.seats).filter(|&seat| position.stays(seat)).collect();
        let mut edges: Vec<B> = playing.iter().map(|&seat| position.own(seat)).collect();
        let mut seen = vec![B::EMPTY; playing.len()];
        let mut taken = B::EMPTY;
        let mut areas: Vec<(Vec<usize>, B)> = Vec::new();
        while edges.iter().any(|edge| !edge.is_empty()) {
            for (edge, seen) in edges.iter_mut().zip(&mut seen) {
                let next =
                    edge.cells().fold(B::EMPTY, |all, cell| all | self.rays.slides(cell, position.open));
                *edge = next.without(*seen);
                *seen |= next;
            }
            let fresh = edges.iter().fold(B::EMPTY, |all, edge| all | *edge).without(taken);
            for set in 1..1usize << playing.len() {
                let cells = edges.iter().enumerate().fold(fresh, |cells, (at, edge)| {
                    if set >> at & 1 == 1 { cells & *edge } else { cells.without(*edge) }
                });
                if cells.is_empty() {
                    continue;
                }
                let among: Vec<usize> = playing
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| set >> at & 1 == 1)
                    .map(|(_, &seat)| seat)
                    .collect();
                match areas.iter_mut().find(|(seats, _)| *seats == among) {
                    Some((_, all)) => *all |= cells,
                    None => areas.push((among, cells)),
                }
            }
            taken |= fresh;
        }
        areas
    }

    /// Regions of open cells that the pieces of only one seat can enter, with what it still gets there.
    fn sealed(&self, position: &Position<B>) -> Vec<SealedRegion> {
        let walls = self.plan.block == Block::Left;
        let passable = if walls { position.open } else { position.open | position.pieces };
        let mut groups: Vec<Group<B>> = Vec::new();
        for cell in position.pieces.cells() {
            let piece = B::one(cell);
            let cells = self.rays.flood(piece, passable) & position.open;
            if cells.is_empty() {
                continue;
            }
            let mut group = Group { pieces: piece, cells };
            groups.retain(|other| {
                let meets = !(other.cells & group.cells).is_empty();
                if meets {
                    group.pieces |= other.pieces;
                    group.cells |= other.cells;
                }
                !meets
            });
            groups.push(group);
        }
        let solvable = self.adjudicable().is_ok();
        let mut positions = POSITIONS;
        let owner = |group: &Group<B>| {
            (0..self.plan.seats)
                .find(|&seat| position.stays(seat) && group.pieces.without(position.own(seat)).is_empty())
        };
        let mut sealed: Vec<SealedRegion> = groups
            .iter()
            .filter_map(|group| {
                let seat = owner(group)?;
                let alone = Solo { open: group.cells, pieces: group.pieces, ..self.alone(position, seat) };
                let most = solvable.then(|| alone.max_score(&mut positions)).flatten();
                let unit = if self.plan.score == Score::LastMover { 1 } else { FISH };
                let most = most.map(|most| most / unit);
                Some(SealedRegion { seat, cells: self.names(group.cells | group.pieces), most })
            })
            .collect();
        sealed.sort_by_key(|region| region.seat);
        sealed
    }
}
