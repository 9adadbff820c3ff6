//! A board as sets of cells, with everything computed by walking lines one step at a time.

use std::collections::{BTreeMap, BTreeSet};

use floe_board::{Bits, Board};
use floe_games::slide::{Position, Rules};
use floe_games::switches::RuleSet;

pub(super) type Cells = BTreeSet<usize>;

#[derive(Clone)]
pub(super) struct Naive<'a> {
    pub board: &'a Board,
    pub set: &'a RuleSet,
    pub open: Cells,
    pub own: Vec<Cells>,
    pub fish: Vec<u32>,
    pub scores: Vec<u32>,
    pub holes: bool,
}

impl<'a> Naive<'a> {
    pub fn new<B: Bits, const H: usize>(rules: &'a Rules<B, H>, position: &Position<B>) -> Naive<'a> {
        let set = &rules.plan.set;
        let seats = set.get("players").as_u64().unwrap() as usize;
        let (block, claim) = (set.get("block"), set.get("claim"));
        Naive {
            board: &rules.plan.board,
            set,
            open: position.open().cells().collect(),
            own: (0..seats).map(|seat| position.own(seat).cells().collect()).collect(),
            fish: (0..rules.plan.board.cells()).map(|cell| u32::from(position.fish(cell))).collect(),
            scores: (0..seats).map(|seat| position.score(seat)).collect(),
            holes: block == "left" || block == "claimed" && claim == "left",
        }
    }

    pub fn near(&self, cell: usize) -> Cells {
        let steps = self.board.lattice().directions().iter();
        steps.filter_map(|&step| self.board.ray(cell, step).next()).collect()
    }

    pub fn ways(&self, cell: usize) -> usize {
        self.near(cell).intersection(&self.open).count()
    }

    pub fn slides(&self, cell: usize) -> Cells {
        let steps = self.board.lattice().directions().iter();
        steps
            .flat_map(|&step| self.board.ray(cell, step).take_while(|cell| self.open.contains(cell)))
            .collect()
    }

    /// The open cells that can be walked to, sooner or later.
    pub fn walk(&self, from: &Cells) -> Cells {
        let passes = |cell: &usize| {
            self.open.contains(cell) || !self.holes && self.own.iter().any(|own| own.contains(cell))
        };
        let mut seen = Cells::new();
        let mut edge: Vec<usize> = from.iter().copied().collect();
        while let Some(cell) = edge.pop() {
            for next in self.near(cell).into_iter().filter(passes) {
                if seen.insert(next) {
                    edge.push(next);
                }
            }
        }
        seen
    }

    pub fn reach(&self, seat: usize) -> Cells {
        self.walk(&self.own[seat]).intersection(&self.open).copied().collect()
    }

    pub fn others(&self, seat: usize) -> Cells {
        (0..self.own.len()).filter(|&other| other != seat).flat_map(|other| self.reach(other)).collect()
    }

    /// How many moves a seat needs to each cell.
    fn far(&self, seat: usize) -> BTreeMap<usize, u32> {
        let mut far = BTreeMap::new();
        let mut edge = self.own[seat].clone();
        for moves in 1.. {
            let next: Cells = edge.iter().flat_map(|&cell| self.slides(cell)).collect();
            edge = next.into_iter().filter(|cell| !far.contains_key(cell)).collect();
            if edge.is_empty() {
                break;
            }
            far.extend(edge.iter().map(|&cell| (cell, moves)));
        }
        far
    }

    /// The cells a seat needs fewer moves to than any other seat.
    pub fn first(&self, seat: usize) -> Cells {
        let far: Vec<_> = (0..self.own.len()).map(|seat| self.far(seat)).collect();
        let beats = |cell: &usize, other: usize| {
            other == seat || far[other].get(cell).is_none_or(|&moves| far[seat][cell] < moves)
        };
        far[seat].keys().copied().filter(|cell| (0..far.len()).all(|other| beats(cell, other))).collect()
    }

    pub fn sum(&self, cells: &Cells) -> u32 {
        cells.iter().map(|&cell| self.fish[cell]).sum()
    }

    /// The maximum that some pieces of one side can get with no one else around; moves where moves decide.
    pub fn alone(&self, pieces: &Cells) -> u32 {
        self.most(pieces, &self.open, &self.fish, &mut BTreeMap::new())
    }

    fn most(
        &self,
        pieces: &Cells,
        open: &Cells,
        fish: &[u32],
        known: &mut BTreeMap<(Cells, Cells, Vec<u32>), u32>,
    ) -> u32 {
        let key = (pieces.clone(), open.clone(), fish.to_vec());
        if let Some(&most) = known.get(&key) {
            return most;
        }
        let (block, claim) = (self.set.get("block"), self.set.get("claim"));
        let shoots = block == "shot" || claim == "shot";
        let counts_moves = self.set.get("score") == "last_mover";
        let here = Naive { open: open.clone(), ..self.clone() };
        let mut best = None;
        for &from in pieces {
            for to in here.slides(from) {
                let mut moved = pieces.clone();
                moved.remove(&from);
                moved.insert(to);
                let mut rest = open.clone();
                rest.remove(&to);
                if !self.holes {
                    rest.insert(from);
                }
                let shots: Vec<Option<usize>> = match shoots {
                    true => Naive { open: rest.clone(), ..self.clone() }
                        .slides(to)
                        .into_iter()
                        .map(Some)
                        .collect(),
                    false => vec![None],
                };
                for shot in shots {
                    let (mut rest, mut fish) = (rest.clone(), fish.to_vec());
                    let claimed = match claim.as_str().unwrap() {
                        "left" => Some(from),
                        "reached" => Some(to),
                        "shot" => shot,
                        _ => None,
                    };
                    let gain = claimed.map_or(0, |cell| std::mem::take(&mut fish[cell]));
                    if let Some(shot) = shot {
                        rest.remove(&shot);
                    }
                    let gain = if counts_moves { 1 } else { gain };
                    best = best.max(Some(gain + self.most(&moved, &rest, &fish, known)));
                }
            }
        }
        let under = self.set.get("claim_under") == true && !counts_moves;
        let most =
            best.unwrap_or_else(|| if under { pieces.iter().map(|&cell| fish[cell]).sum() } else { 0 });
        known.insert(key, most);
        most
    }

    /// Where the middle of some cells lies: row and column as fractions of the board.
    pub fn middle(&self, cells: &Cells) -> (f64, f64) {
        let mean = |place: &dyn Fn(usize) -> f64| {
            let all: Vec<f64> = (0..self.board.cells()).map(place).collect();
            let (least, most) =
                (all.iter().copied().fold(f64::MAX, f64::min), all.iter().copied().fold(f64::MIN, f64::max));
            let sum: f64 = cells.iter().map(|&cell| place(cell) - least).sum();
            if most > least { sum / cells.len() as f64 / (most - least) } else { 0.5 }
        };
        (mean(&|cell| self.board.row_and_index(cell).0 as f64), mean(&|cell| f64::from(self.board.x(cell))))
    }
}
