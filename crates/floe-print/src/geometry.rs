//! Where the cells of a game are: its outline in units of one cell, and how it fits an area of paper.

use floe_board::{Bits, Board, Lattice};
use floe_games::registry::{FamilyVisitor, visit};
use floe_games::slide::{self, Turn};
use floe_games::switches::RuleSet;
use floe_games::{Refusal, buffet, montauk, standalone};

use crate::page::{Anchor, GREY, Page, Type};
use crate::path::corners;
use crate::sheets::Area;

/// A board on paper.
pub(crate) struct BoardGeometry {
    board: Board,
    /// The distance between neighbouring cells, in millimetres.
    pub step: f32,
    x: f32,
    y: f32,
    /// The whole area, including the labels.
    pub area: Area,
}

/// A spot: its row from the top, its number in the row, its cell if it has one, its centre.
pub(crate) type Spot = (usize, usize, Option<usize>, (f32, f32));

/// The board of a game; Montauk has none. A game of no family without a board is refused.
pub(crate) fn board(rules: &RuleSet) -> Result<Option<Board>, Refusal> {
    struct Find;
    impl FamilyVisitor for Find {
        type Output = Result<Option<Board>, Refusal>;
        fn slide<B: Bits, const H: usize, T: Turn>(self, rules: slide::Rules<B, H>) -> Self::Output {
            Ok(Some(rules.plan.board))
        }
        fn buffet<T: Turn>(self, rules: buffet::Rules) -> Self::Output {
            Ok(Some(rules.board().plan.board.clone()))
        }
        fn montauk(self, _rules: montauk::Rules) -> Self::Output {
            Ok(None)
        }
        fn standalone(self, rules: standalone::Rules) -> Self::Output {
            let board = rules.board().cloned();
            board
                .map(Some)
                .ok_or_else(|| Refusal::unsupported("this game has no board that could be drawn on paper"))
        }
    }
    visit(rules, Find)?
}

/// The centre of a spot in units of one step.
fn middle(lattice: Lattice, row: usize, x: i32) -> (f32, f32) {
    let (row, x, root) = (row as f32, x as f32, 3f32.sqrt());
    match lattice {
        Lattice::Square => (x, row),
        Lattice::Hex => (x / 2.0, row * root / 2.0),
        // One step is the height of a hex: its side is 1/√3, columns are one and a half sides apart.
        Lattice::HexColumns => (x * root / 2.0, row / 2.0),
    }
}

/// How far a cell extends from its centre, horizontally and vertically, in steps.
fn reach(lattice: Lattice) -> (f32, f32) {
    let long = 1.0 / 3f32.sqrt();
    match lattice {
        Lattice::Square => (0.5, 0.5),
        Lattice::Hex => (0.5, long),
        Lattice::HexColumns => (long, 0.5),
    }
}

impl BoardGeometry {
    /// The board as large as the area allows, centred horizontally and at its top; no step is longer than `max_step`.
    pub(crate) fn fit(board: Board, area: Area, max_step: f32) -> BoardGeometry {
        let lattice = board.lattice();
        let (across, down) = reach(lattice);
        let mut bounds = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
        for row in 0..board.rows().len() {
            for spot in board.xs(row) {
                let (x, y) = middle(lattice, row, spot);
                bounds = [
                    bounds[0].min(x - across),
                    bounds[1].min(y - down),
                    bounds[2].max(x + across),
                    bounds[3].max(y + down),
                ];
            }
        }
        // Space for letters and numbers, as a fraction of a cell.
        let (left, foot) = match lattice {
            Lattice::Square => (0.55, 0.55),
            _ => (0.0, 0.0),
        };
        let (wide, tall) = (bounds[2] - bounds[0] + left, bounds[3] - bounds[1] + foot);
        let step = (area.width / wide).min(area.height / tall).min(max_step);
        let x = area.x + (area.width - wide * step) / 2.0;
        let area = Area { x, y: area.y, width: wide * step, height: tall * step };
        BoardGeometry { step, x: x + (left - bounds[0]) * step, y: area.y - bounds[1] * step, area, board }
    }

    pub(crate) fn lattice(&self) -> Lattice {
        self.board.lattice()
    }

    /// All spots.
    pub(crate) fn spots(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        for (row, cells) in self.board.rows().enumerate() {
            for (at, (cell, x)) in cells.zip(self.board.xs(row)).enumerate() {
                let (u, v) = middle(self.lattice(), row, x);
                spots.push((row, at, cell, (self.x + u * self.step, self.y + v * self.step)));
            }
        }
        spots
    }

    pub(crate) fn name(&self, cell: usize) -> String {
        self.board.name(cell)
    }

    /// The corners of the cell around a centre, shrunk by a factor.
    pub(crate) fn corners(&self, (x, y): (f32, f32), part: f32) -> Vec<(f32, f32)> {
        cell(self.lattice(), (x, y), self.step * part)
    }

    /// Letters and numbers: around a board of squares, inside the cells of others.
    pub(crate) fn coordinates(&self, page: &mut Page) {
        let text_style = |points: f32| Type::plain(points).shade(GREY);
        if self.lattice() != Lattice::Square {
            let points = (self.step * 0.42).clamp(3.6, 7.0);
            for (_, _, cell, (x, y)) in self.spots() {
                let Some(cell) = cell else { continue };
                let name = self.name(cell);
                let name = name.trim_matches(['[', ']']);
                let down = if self.lattice() == Lattice::Hex { 0.46 } else { 0.4 };
                page.text(x, y + self.step * down, Anchor::Middle, text_style(points), name);
            }
            return;
        }
        let points = (self.step * 1.0).clamp(5.0, 11.0);
        let rows = self.board.rows().len();
        for row in 0..rows {
            let y = self.y + row as f32 * self.step;
            page.centred(self.area.x + self.step * 0.25, y, text_style(points), &(rows - row).to_string());
        }
        let foot = self.y + (rows as f32 - 0.5 + 0.3) * self.step;
        // A column has the name of its lowest cell.
        let mut named = std::collections::BTreeSet::new();
        for (_, _, cell, (x, _)) in self.spots().into_iter().rev() {
            let Some(cell) = cell else { continue };
            if named.insert(self.board.x(cell)) {
                let name = self.name(cell);
                let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
                page.centred(x, foot, text_style(points), letters);
            }
        }
    }
}

/// The corners of one cell of a lattice, `step` from its neighbours.
pub(crate) fn cell(lattice: Lattice, (x, y): (f32, f32), step: f32) -> Vec<(f32, f32)> {
    match lattice {
        Lattice::Square => {
            let half = step / 2.0;
            vec![(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        }
        Lattice::Hex => corners(x, y, step / 3f32.sqrt(), 6, 0.0),
        Lattice::HexColumns => corners(x, y, step / 3f32.sqrt(), 6, 1.0 / 12.0),
    }
}
