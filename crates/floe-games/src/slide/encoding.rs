//! The slide family in fixed numbers.
//!
//! *Factored*, a turn is a piece, its target and, where there is one, its shot or claim: each is the number of a cell. *Joint*, a
//! turn is one number: the cells come first (a piece placed or retired, a tile laid), then every slide that an empty board
//! allows, by origin, target and shot. Both end with what is not a cell: no claim, pass, and tiles of a chosen kind.

use floe_board::Bits;

use super::axes::{Claim, Draw, End, Lay, Score, Setup};
use super::joint::JointMoves;
use super::kernel::Turn;
use super::moves::{Move, MoveKind};
use super::position::{MAX_FISH, Phase, Position, SwapStage};
use super::rules::{Rules, Tile};
use super::symmetry::{cell_symmetries, places};
use super::{ResolvedRules, Slide};
use crate::encoding::{
    ActionView, CellPlace, Encode, Encoding, LegalActions, PlaneKind, PlaneList, PlaneWriter, Step, Symmetry,
    relative,
};
use crate::{Actor, Game, Refusal};

/// What has been chosen of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Partial {
    /// Nothing.
    #[default]
    Nothing,
    /// The piece.
    Piece(u8),
    /// The piece and where it goes.
    Target(u8, u8),
}

/// The numbers of a game's actions and the points of its cells.
#[derive(Debug)]
pub struct SlideCodec {
    pub(crate) info: Encoding,
    /// Where each cell is on a plane.
    pub(crate) points: Vec<u16>,
    cells: usize,
    no_claim: Option<u32>,
    pass: Option<u32>,
    /// The first of the tiles of a chosen kind.
    lay: Option<u32>,
    swap: Option<u32>,
    max_fish: u8,
    joint: Option<JointMoves>,
}

impl SlideCodec {
    /// The numbers of the board play; a buffet adds its own planes and actions.
    pub(crate) fn new<B: Bits, const H: usize, T: Turn>(
        rules: &Rules<B, H>,
        view: Option<ActionView>,
    ) -> SlideCodec {
        let plan = &rules.plan;
        let cells = plan.board.cells();
        let (shoots, spans) = (rules.shoots::<T>(), rules.spans::<T>());
        let view = view.unwrap_or(if shoots || spans { ActionView::Factored } else { ActionView::Joint });
        let places = places(&plan.board);
        let rows = places.iter().map(|place| place.0 + 1).max().unwrap_or(1);
        let cols = places.iter().map(|place| place.1 + 1).max().unwrap_or(1);
        let joint = (view == ActionView::Joint).then(|| JointMoves::new(rules, shoots, spans, cells as u32));
        let mut next = joint.as_ref().map_or(cells as u32, JointMoves::end);
        let mut number = |wanted: bool, count: u32| {
            wanted.then(|| {
                next += count;
                next - count
            })
        };
        let no_claim = number(spans && joint.is_none(), 1);
        let pass = number(plan.end == End::IdleTurns, 1);
        let lays = plan.lay == Lay::Alternate;
        let chosen_kind = lays && plan.draw == Draw::Supply;
        let lay = number(chosen_kind, u32::from(MAX_FISH) * cells as u32);
        let swap = number(plan.balance.swap, 1);
        let max_fish = match plan.score {
            Score::LastMover if plan.claim == Claim::None => 0,
            Score::Poker => 0,
            _ => most_fish(plan),
        };
        let mut codec = SlideCodec {
            info: Encoding {
                view,
                actions: next as usize,
                chance_outcomes: if lays && plan.draw == Draw::Pile { usize::from(MAX_FISH) } else { 0 },
                rows,
                cols,
                planes: Vec::new(),
                cells: places
                    .iter()
                    .enumerate()
                    .map(|(cell, &(row, col))| CellPlace { name: plan.board.name(cell), row, col })
                    .collect(),
                max_steps: max_steps(plan, view),
            },
            points: Vec::new(),
            cells,
            no_claim,
            pass,
            lay,
            swap,
            max_fish,
            joint,
        };
        let mut planes = PlaneList::default();
        codec.add_planes(plan, &mut planes);
        codec.info.planes = planes.0;
        codec.set_points();
        codec
    }

    /// Where cells are on a plane, once its columns are known.
    pub(crate) fn set_points(&mut self) {
        let cols = self.info.cols;
        self.points = self.info.cells.iter().map(|cell| (cell.row * cols + cell.col) as u16).collect();
    }

    fn add_planes(&self, plan: &ResolvedRules, planes: &mut PlaneList) {
        use PlaneKind::{Board, Constant};
        planes.add_for_seats(Board, plan.seats, "pieces");
        planes.add(Board, "open");
        (1..=self.max_fish).for_each(|fish| planes.add(Board, format!("fish {fish}")));
        if plan.score == Score::Fish {
            planes.add_for_seats(Constant, plan.seats, "score/100");
        }
        planes.add_for_seats(Constant, plan.seats, "to act");
        if plan.lay == Lay::Alternate {
            planes.add(Constant, "laying");
            planes.add(Constant, "tile in hand/7");
        }
        if plan.setup == Setup::Placed {
            planes.add(Constant, "placing");
        }
        if plan.end == End::IdleTurns {
            planes.add(Constant, "idle turns/end turns");
        }
        if plan.balance.swap {
            planes.add(Constant, "swap offered");
            planes.add(Constant, "sides swapped");
        }
        if plan.balance.komi % 2 != 0 {
            planes.add_for_seats(Constant, plan.seats, "half a fish");
        }
        if self.joint.is_none() {
            planes.add(Board, "picked piece");
            planes.add(Board, "picked target");
        }
    }

    /// Writes the planes that [`SlideCodec::add_planes`] names; `actor` is the seat to act.
    #[inline(always)]
    pub(crate) fn write_planes<B: Bits, const H: usize>(
        &self,
        rules: &Rules<B, H>,
        position: &Position<B>,
        actor: Option<usize>,
        partial: &Partial,
        seat: usize,
        planes: &mut PlaneWriter<'_>,
    ) {
        let plan = &rules.plan;
        let seats = plan.seats;
        for other in relative(seat, seats) {
            planes.cells(&self.points, position.own(other));
        }
        planes.cells(&self.points, position.open);
        for fish in 1..=self.max_fish {
            planes.cells(&self.points, position.with_fish(fish));
        }
        if plan.score == Score::Fish {
            for other in relative(seat, seats) {
                planes.constant(position.score(other) as f32 / 100.0);
            }
        }
        for other in relative(seat, seats) {
            planes.constant(f32::from(u8::from(actor == Some(other))));
        }
        let laying = matches!(position.phase, Phase::Draw | Phase::Lay);
        if plan.lay == Lay::Alternate {
            planes.constant(f32::from(u8::from(laying)));
            planes.constant(if laying { f32::from(position.note) / 7.0 } else { 0.0 });
        }
        if plan.setup == Setup::Placed {
            planes.constant(f32::from(u8::from(position.phase == Phase::Place)));
        }
        if plan.end == End::IdleTurns {
            let idle = if position.phase == Phase::Move { f32::from(position.note) } else { 0.0 };
            planes.constant(idle / f32::from(plan.end_turns.max(1)));
        }
        if plan.balance.swap {
            planes.constant(f32::from(u8::from(position.may_swap())));
            planes.constant(f32::from(u8::from(position.swap_stage() == SwapStage::Swapped)));
        }
        if plan.balance.komi % 2 != 0 {
            for other in relative(seat, seats) {
                planes.constant(f32::from(u8::from(rules.half_fish(position, other) > 0)));
            }
        }
        if self.joint.is_none() {
            let (from, to) = match *partial {
                Partial::Nothing => (B::EMPTY, B::EMPTY),
                Partial::Piece(from) => (B::one(usize::from(from)), B::EMPTY),
                Partial::Target(from, to) => (B::one(usize::from(from)), B::one(usize::from(to))),
            };
            planes.cells(&self.points, from);
            planes.cells(&self.points, to);
        }
    }

    #[inline(always)]
    pub(crate) fn legal<B: Bits, const H: usize, T: Turn>(
        &self,
        rules: &Rules<B, H>,
        position: &Position<B>,
        partial: &Partial,
        out: &mut LegalActions,
    ) {
        match position.phase {
            Phase::Move => match &self.joint {
                Some(joint) => self.legal_moves::<B, H, T>(joint, rules, position, out),
                None => self.legal_parts::<B, H, T>(rules, position, partial, out),
            },
            Phase::Place => out.add_bits(rules.placeable(position).to_u128()),
            Phase::Lay => match self.lay {
                None => out.add_bits(rules.unlaid(position).to_u128()),
                Some(first) => {
                    for fish in rules.kinds(position) {
                        let first = first + (u32::from(fish) - 1) * self.cells as u32;
                        rules.unlaid(position).cells().for_each(|cell| out.push(first + cell as u32));
                    }
                }
            },
            Phase::Draw | Phase::Over => {}
        }
        if let (true, Some(swap), Partial::Nothing) = (position.may_swap(), self.swap, partial) {
            out.push(swap);
        }
    }

    #[inline(always)]
    fn legal_parts<B: Bits, const H: usize, T: Turn>(
        &self,
        rules: &Rules<B, H>,
        position: &Position<B>,
        partial: &Partial,
        out: &mut LegalActions,
    ) {
        match *partial {
            Partial::Nothing => {
                let pieces = rules.choosable::<T>(position);
                out.add_bits(pieces.to_u128());
                if let (true, Some(pass)) = (pieces.is_empty(), self.pass) {
                    out.push(pass);
                }
            }
            Partial::Piece(from) => {
                out.add_bits(rules.full_targets::<T>(position, usize::from(from)).to_u128());
            }
            Partial::Target(from, to) => {
                let (from, to) = (usize::from(from), usize::from(to));
                if rules.shoots::<T>() {
                    out.add_bits(rules.shots(position, from, to).to_u128());
                    return;
                }
                let claims = rules.spanned(position, from, to);
                out.add_bits(claims.to_u128());
                if let (true, Some(none)) = (claims.is_empty() || !rules.plan.must_claim, self.no_claim) {
                    out.push(none);
                }
            }
        }
    }

    fn legal_moves<B: Bits, const H: usize, T: Turn>(
        &self,
        joint: &JointMoves,
        rules: &Rules<B, H>,
        position: &Position<B>,
        out: &mut LegalActions,
    ) {
        let own = position.own(position.turn());
        if rules.hot.retire {
            out.add_bits(rules.stuck(position, own).to_u128());
        }
        for from in own.cells() {
            for to in rules.targets::<T>(position, from).cells() {
                if rules.shoots::<T>() {
                    let shots = rules.shots(position, from, to).cells();
                    shots.for_each(|at| out.push(joint.id(self.cells, from, to, Some(at))));
                    continue;
                }
                let claims = if rules.spans::<T>() { rules.spanned(position, from, to) } else { B::EMPTY };
                if claims.is_empty() || !rules.plan.must_claim {
                    out.push(joint.id(self.cells, from, to, None));
                }
                claims.cells().for_each(|at| out.push(joint.id(self.cells, from, to, Some(at))));
            }
        }
        if let (true, Some(pass)) = (out.is_empty(), self.pass) {
            out.push(pass);
        }
    }

    #[inline(always)]
    pub(crate) fn step<B: Bits, const H: usize, T: Turn>(
        &self,
        rules: &Rules<B, H>,
        position: &Position<B>,
        partial: &Partial,
        action: u32,
    ) -> Step<Partial, Move> {
        let cell = action as usize;
        let done = |kind: MoveKind| Step::Complete(Move::new(kind));
        if Some(action) == self.swap {
            return done(MoveKind::Swap);
        }
        if position.phase != Phase::Move {
            return done(match self.lay {
                Some(first) if position.phase == Phase::Lay => {
                    let at = (action - first) as usize;
                    MoveKind::Lay((at / self.cells) as u8 + 1, at % self.cells)
                }
                None if position.phase == Phase::Lay => {
                    MoveKind::Lay(rules.kinds(position).first().copied().unwrap_or(1), cell)
                }
                _ => MoveKind::Place(cell),
            });
        }
        if Some(action) == self.pass {
            return done(MoveKind::Pass);
        }
        if let Some(joint) = &self.joint {
            return done(match cell < self.cells {
                true => MoveKind::Retire(cell),
                false => match joint.decode(action) {
                    (from, to, None) => MoveKind::Slide(from, to),
                    (from, to, Some(at)) => MoveKind::Shoot(from, to, at),
                },
            });
        }
        match *partial {
            Partial::Nothing => match rules.hot.retire && rules.is_stuck(position, cell) {
                true => done(MoveKind::Retire(cell)),
                false => Step::Partial(Partial::Piece(action as u8)),
            },
            Partial::Piece(from) => {
                let chooses = rules.shoots::<T>()
                    || rules.spans::<T>() && !rules.spanned(position, usize::from(from), cell).is_empty();
                match chooses {
                    true => Step::Partial(Partial::Target(from, action as u8)),
                    false => done(MoveKind::Slide(usize::from(from), cell)),
                }
            }
            Partial::Target(from, to) => {
                let (from, to) = (usize::from(from), usize::from(to));
                match Some(action) == self.no_claim {
                    true => done(MoveKind::Slide(from, to)),
                    false => done(MoveKind::Shoot(from, to, cell)),
                }
            }
        }
    }

    /// What the rules say against the move that an illegal action would begin or make.
    pub(crate) fn why_illegal<B: Bits, const H: usize, T: Turn>(
        &self,
        rules: &Rules<B, H>,
        position: &Position<B>,
        partial: &Partial,
        action: u32,
    ) -> Refusal {
        let cell = action as usize;
        let other = usize::from(cell == 0);
        let fallback = || {
            let legal = match position.phase {
                Phase::Over => return Refusal::game_over("the game is over"),
                _ => self.label(rules, action),
            };
            Refusal::illegal_move(format!("{legal}: not a legal action here"))
        };
        let kind = match (position.phase, *partial) {
            _ if Some(action) == self.pass => MoveKind::Pass,
            _ if Some(action) == self.swap => MoveKind::Swap,
            (Phase::Lay, _) if self.lay.is_some_and(|first| action >= first) => {
                let at = (action - self.lay.unwrap_or(0)) as usize;
                MoveKind::Lay((at / self.cells) as u8 + 1, at % self.cells)
            }
            (Phase::Lay, _) if cell < self.cells => {
                MoveKind::Lay(rules.kinds(position).first().copied().unwrap_or(1), cell)
            }
            (Phase::Place, _) if cell < self.cells => MoveKind::Place(cell),
            (Phase::Move | Phase::Place, _) if self.joint.is_some() && cell >= self.cells => {
                match self
                    .joint
                    .as_ref()
                    .filter(|joint| action < joint.end())
                    .map(|joint| joint.decode(action))
                {
                    Some((from, to, None)) => MoveKind::Slide(from, to),
                    Some((from, to, Some(at))) => MoveKind::Shoot(from, to, at),
                    None => return fallback(),
                }
            }
            (Phase::Move, Partial::Nothing) if cell < self.cells => match rules.shoots::<T>() {
                true => MoveKind::Shoot(cell, other, cell),
                false => MoveKind::Slide(cell, other),
            },
            (Phase::Move, Partial::Piece(from)) if cell < self.cells => match rules.shoots::<T>() {
                true => MoveKind::Shoot(usize::from(from), cell, usize::from(from)),
                false => MoveKind::Slide(usize::from(from), cell),
            },
            (Phase::Move, Partial::Target(from, to)) if cell < self.cells => {
                MoveKind::Shoot(usize::from(from), usize::from(to), cell)
            }
            _ => return fallback(),
        };
        match rules.check::<T>(position, Move::new(kind)) {
            Err(refusal) => refusal,
            Ok(()) => fallback(),
        }
    }

    pub(crate) fn steps_of<B: Bits, const H: usize, T: Turn>(
        &self,
        rules: &Rules<B, H>,
        position: &Position<B>,
        action: Move,
    ) -> Vec<u32> {
        let joint = |from, to, at| self.joint.as_ref().map(|joint| joint.id(self.cells, from, to, at));
        match action.kind() {
            MoveKind::Draw(fish) => vec![u32::from(fish) - 1],
            MoveKind::Lay(fish, cell) => {
                vec![
                    self.lay.map_or(0, |first| first + (u32::from(fish) - 1) * self.cells as u32)
                        + cell as u32,
                ]
            }
            MoveKind::Place(cell) | MoveKind::Retire(cell) => vec![cell as u32],
            MoveKind::Pass => self.pass.into_iter().collect(),
            MoveKind::Swap => self.swap.into_iter().collect(),
            MoveKind::Slide(from, to) => match joint(from, to, None) {
                Some(id) => vec![id],
                None => {
                    let mut steps = vec![from as u32, to as u32];
                    let claims = rules.spans::<T>() && !rules.spanned(position, from, to).is_empty();
                    steps.extend(self.no_claim.filter(|_| claims));
                    steps
                }
            },
            MoveKind::Shoot(from, to, at) => match joint(from, to, Some(at)) {
                Some(id) => vec![id],
                None => vec![from as u32, to as u32, at as u32],
            },
        }
    }

    pub(crate) fn label<B: Bits, const H: usize>(&self, rules: &Rules<B, H>, action: u32) -> String {
        let cell = action as usize;
        if Some(action) == self.pass {
            return "pass".into();
        }
        if Some(action) == self.swap {
            return "swap".into();
        }
        if Some(action) == self.no_claim {
            return "no claim".into();
        }
        if let Some(first) = self.lay.filter(|&first| action >= first) {
            let at = (action - first) as usize;
            return rules.move_text(Move::new(MoveKind::Lay((at / self.cells) as u8 + 1, at % self.cells)));
        }
        match &self.joint {
            Some(joint) if cell >= self.cells => match joint.decode(action) {
                (from, to, None) => rules.move_text(Move::new(MoveKind::Slide(from, to))),
                (from, to, Some(at)) => rules.move_text(Move::new(MoveKind::Shoot(from, to, at))),
            },
            _ => rules.plan.board.name(cell),
        }
    }

    pub(crate) fn symmetries(&self, plan: &ResolvedRules) -> Vec<Symmetry> {
        let actions = |cells: &[usize]| -> Vec<u32> {
            (0..self.info.actions as u32)
                .map(|action| {
                    let at = action as usize;
                    if Some(action) == self.swap {
                        return action;
                    }
                    if at < self.cells {
                        return cells[at] as u32;
                    }
                    if let Some(first) = self.lay.filter(|&first| action >= first) {
                        let at = (action - first) as usize;
                        return first + (at / self.cells * self.cells + cells[at % self.cells]) as u32;
                    }
                    match self.joint.as_ref().filter(|joint| action < joint.end()) {
                        Some(joint) => {
                            let (from, to, at) = joint.decode(action);
                            joint.id(self.cells, cells[from], cells[to], at.map(|at| cells[at]))
                        }
                        None => action,
                    }
                })
                .collect()
        };
        let symmetries = cell_symmetries(plan).into_iter();
        symmetries.map(|cells| Symmetry { actions: actions(&cells), cells }).collect()
    }
}

/// What has been chosen so far, in the game's notation.
pub(crate) fn partial_text<B: Bits, const H: usize>(rules: &Rules<B, H>, partial: &Partial) -> String {
    match *partial {
        Partial::Nothing => String::new(),
        Partial::Piece(from) => rules.plan.board.name(usize::from(from)),
        Partial::Target(from, to) => {
            rules.move_text(Move::new(MoveKind::Slide(usize::from(from), usize::from(to))))
        }
    }
}

/// The most fish a cell can have.
fn most_fish(plan: &ResolvedRules) -> u8 {
    let supply = (1u8..).zip(plan.supply).filter(|&(_, count)| count > 0).map(|(fish, _)| fish).max();
    let tiles = plan.tiles.iter().map(|tile| match *tile {
        Tile::Fish(fish) | Tile::Random(fish) => fish,
        Tile::Supply => supply.unwrap_or(1),
        Tile::Hole => 0,
    });
    // A cell that gets nothing from the supply has one fish.
    tiles.chain(supply).max().unwrap_or(1).max(1)
}

/// A limit on the steps of a game: every turn takes a cell out of play, except for those without a claim.
fn max_steps(plan: &ResolvedRules, view: ActionView) -> usize {
    let cells = plan.board.cells();
    let turns = match plan.end {
        End::IdleTurns => (cells + 1) * usize::from(plan.end_turns.max(1)) + plan.seats,
        End::LastMover | End::NobodyMoves => cells + plan.seats * plan.pieces as usize,
    };
    let placed = plan.seats * plan.pieces as usize;
    let laid = if plan.lay == Lay::Alternate { 2 * cells } else { 0 };
    let steps = if view == ActionView::Factored { 3 } else { 1 };
    laid + placed + steps * turns
}

impl<B: Bits, const H: usize> Rules<B, H> {
    /// Does a piece stand with nothing open next to it?
    #[inline(always)]
    fn is_stuck(&self, position: &Position<B>, cell: usize) -> bool {
        (self.rays.neighbours(cell) & position.open).is_empty()
    }

    /// The pieces of the seat to act that begin a legal turn.
    #[inline(always)]
    fn choosable<T: Turn>(&self, position: &Position<B>) -> B {
        let own = position.own(position.turn());
        let retired = if self.hot.retire { self.stuck(position, own) } else { B::EMPTY };
        let exact = self.spans::<T>() && self.hot.align || self.shoots::<T>() && self.hot.block_left;
        let able = |cell: usize| match exact {
            true => !self.full_targets::<T>(position, cell).is_empty(),
            false => !self.is_stuck(position, cell),
        };
        own.cells().fold(retired, |set, cell| set | (B::one(cell) & B::when(able(cell))))
    }

    /// Where a piece may slide so that the turn can be completed.
    #[inline(always)]
    fn full_targets<T: Turn>(&self, position: &Position<B>, from: usize) -> B {
        let targets = self.targets::<T>(position, from);
        if !(self.shoots::<T>() && self.hot.block_left) {
            // A piece that leaves its cell open can always shoot back.
            return targets;
        }
        B::from_cells(targets.cells().filter(|&to| !self.shots(position, from, to).is_empty()))
    }
}

impl<B: Bits, const H: usize, T: Turn> Encode for Slide<B, H, T> {
    type Codec = SlideCodec;
    type Partial = Partial;

    fn codec(rules: &Rules<B, H>, view: Option<ActionView>) -> SlideCodec {
        SlideCodec::new::<B, H, T>(rules, view)
    }

    fn encoding(codec: &SlideCodec) -> &Encoding {
        &codec.info
    }

    #[inline(always)]
    fn legal(
        codec: &SlideCodec,
        rules: &Rules<B, H>,
        position: &Position<B>,
        partial: &Partial,
        out: &mut LegalActions,
    ) {
        out.clear();
        codec.legal::<B, H, T>(rules, position, partial, out);
    }

    #[inline(always)]
    fn step(
        codec: &SlideCodec,
        rules: &Rules<B, H>,
        position: &Position<B>,
        partial: &Partial,
        action: u32,
    ) -> Step<Partial, Move> {
        codec.step::<B, H, T>(rules, position, partial, action)
    }

    fn why_illegal(
        codec: &SlideCodec,
        rules: &Rules<B, H>,
        position: &Position<B>,
        partial: &Partial,
        action: u32,
    ) -> Refusal {
        codec.why_illegal::<B, H, T>(rules, position, partial, action)
    }

    fn chance_outcomes(
        _codec: &SlideCodec,
        rules: &Rules<B, H>,
        position: &Position<B>,
        _partial: &Partial,
        out: &mut Vec<(u32, f64)>,
    ) {
        if position.phase != Phase::Draw {
            return;
        }
        let left: u32 = rules.pile(position).map(|(_, count)| count).sum();
        let kinds = rules.pile(position).filter(|&(_, count)| count > 0);
        out.extend(kinds.map(|(fish, count)| (u32::from(fish) - 1, f64::from(count) / f64::from(left))));
    }

    fn chance_step(
        _codec: &SlideCodec,
        _rules: &Rules<B, H>,
        _position: &Position<B>,
        _partial: &Partial,
        outcome: u32,
    ) -> Step<Partial, Move> {
        Step::Complete(Move::new(MoveKind::Draw(outcome as u8 + 1)))
    }

    fn steps_of(codec: &SlideCodec, rules: &Rules<B, H>, position: &Position<B>, action: Move) -> Vec<u32> {
        codec.steps_of::<B, H, T>(rules, position, action)
    }

    fn partial_text(rules: &Rules<B, H>, _position: &Position<B>, partial: &Partial) -> String {
        partial_text(rules, partial)
    }

    fn chance_text(rules: &Rules<B, H>, _position: &Position<B>, outcome: u32) -> String {
        Self::move_text(rules, Move::new(MoveKind::Draw(outcome as u8 + 1)))
    }

    fn label(codec: &SlideCodec, rules: &Rules<B, H>, action: u32) -> String {
        codec.label(rules, action)
    }

    fn observe(
        codec: &SlideCodec,
        rules: &Rules<B, H>,
        position: &Position<B>,
        partial: &Partial,
        seat: usize,
        out: &mut [f32],
    ) {
        let mut planes = PlaneWriter::new(&codec.info, out);
        let actor = match Self::actor(rules, position) {
            Actor::Seat(seat) => Some(seat),
            _ => None,
        };
        codec.write_planes(rules, position, actor, partial, seat, &mut planes);
    }

    fn symmetries(codec: &SlideCodec, rules: &Rules<B, H>) -> Vec<Symmetry> {
        codec.symmetries(&rules.plan)
    }
}
