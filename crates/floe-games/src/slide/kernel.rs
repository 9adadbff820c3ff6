//! The one kernel: laying, placing, sliding, shooting, claiming, skipping and ending for every game of the family.

use floe_board::Bits;

use super::axes::{Claim, Draw, End, Lay, MovesFirst, PlaceOn, PlaceOrder, Setup};
use super::moves::{Move, MoveKind};
use super::position::{Phase, Position, SwapStage};
use super::rules::{Rules, Tile};
use crate::{GameRng, Refusal};

/// The parts of a turn besides the slide, fixed by type so that loops over moves do not branch on them.
pub trait Turn: Send + Sync + 'static {
    /// The moved piece shoots at a cell a slide away; `None`: decided by the rules at run time.
    const SHOT: Option<bool>;
    /// The mover may claim a cell that its two pieces span; `None`: decided by the rules at run time.
    const CORNERS: Option<bool>;
}

/// A turn is a slide.
pub struct Plain;
impl Turn for Plain {
    const SHOT: Option<bool> = Some(false);
    const CORNERS: Option<bool> = Some(false);
}

/// A turn is a slide and a shot.
pub struct Shooting;
impl Turn for Shooting {
    const SHOT: Option<bool> = Some(true);
    const CORNERS: Option<bool> = Some(false);
}

/// A turn is a slide and optionally a claim at a corner.
pub struct Spanning;
impl Turn for Spanning {
    const SHOT: Option<bool> = Some(false);
    const CORNERS: Option<bool> = Some(true);
}

/// A turn is decided by the rules at run time: one kernel for all games, where code size matters more than speed.
pub struct RuntimeTurn;
impl Turn for RuntimeTurn {
    const SHOT: Option<bool> = None;
    const CORNERS: Option<bool> = None;
}

impl<B: Bits, const H: usize> Rules<B, H> {
    /// Does a piece that has slid shoot?
    #[inline(always)]
    pub fn shoots<T: Turn>(&self) -> bool {
        T::SHOT.unwrap_or(self.hot.shoots)
    }

    /// May a mover claim what its two pieces span?
    #[inline(always)]
    pub fn spans<T: Turn>(&self) -> bool {
        T::CORNERS.unwrap_or(self.hot.claim == Claim::Corners)
    }

    /// The position before the first move.
    pub(crate) fn start(&self, chance: &mut GameRng) -> Result<Position<B>, Refusal> {
        let plan = &self.plan;
        plan.check_room()?;
        if plan.setup == Setup::Fixed && plan.fixed.is_none() {
            let (rows, cols) = (plan.board.rows().len(), plan.set.get("cols"));
            return Err(Refusal::invalid_rules(format!(
                "a board of {rows} rows and {cols} columns has no standard start; give one, such as --rules start=\"a2 b1 | a4 b5\", or a position"
            )));
        }
        let mut position = Position::bare(Phase::Place);
        if plan.balance.swap {
            position.set_swap_stage(SwapStage::First);
        }
        let (seat, halves) = (usize::from(plan.balance.komi > 0), plan.balance.komi.unsigned_abs());
        position.scores[seat] = (halves / 2) as u16;
        if plan.lay == Lay::Alternate {
            position.phase = Phase::Lay;
            self.next_tile(&mut position);
            return Ok(position);
        }
        position.open = B::from_cells(plan.playable());
        self.deal(&mut position, chance);
        if let Some(fixed) = &plan.fixed {
            for (seat, cells) in fixed.iter().enumerate() {
                cells.iter().for_each(|&cell| position.place_piece(seat, cell));
            }
        }
        Ok(position)
    }

    /// Holes, then fish, then the minimum number of ones.
    fn deal(&self, position: &mut Position<B>, chance: &mut GameRng) {
        let plan = &self.plan;
        if plan.holes > 0 {
            let mut cells: Vec<usize> = position.open.cells().collect();
            chance.shuffle(&mut cells);
            cells.truncate(plan.holes);
            position.open = position.open.without(B::from_cells(cells));
        }
        let mut pile: Vec<u8> =
            (1u8..).zip(plan.supply).flat_map(|(fish, n)| vec![fish; usize::from(n)]).collect();
        chance.shuffle(&mut pile);
        for cell in position.open.cells() {
            let fish = match plan.tiles[cell] {
                Tile::Fish(fish) => fish,
                Tile::Supply => pile.pop().unwrap_or(1),
                Tile::Random(most) => 1 + chance.below(u32::from(most)) as u8,
                Tile::Hole => 0,
            };
            position.set_fish(cell, fish);
        }
        let ones = (position.with_fish(1) & position.open).count() as usize;
        if ones < plan.min_ones {
            let mut others: Vec<usize> = position.open.without(position.with_fish(1)).cells().collect();
            chance.shuffle(&mut others);
            others.iter().take(plan.min_ones - ones).for_each(|&cell| position.set_fish(cell, 1));
        }
    }

    /// Lets the first seat begin after a start with fixed pieces.
    pub(crate) fn begin<T: Turn>(&self, position: &mut Position<B>) {
        if position.phase == Phase::Place && self.plan.setup == Setup::Fixed {
            self.begin_moving::<T>(position);
        }
    }

    fn begin_moving<T: Turn>(&self, position: &mut Position<B>) {
        position.phase = Phase::Move;
        position.note = 0;
        let seats = self.hot.seats;
        let first = match self.plan.balance.moves_first {
            MovesFirst::FirstPlacer => 0,
            MovesFirst::LastPlacer => {
                (0..seats).rev().find(|&seat| self.placed_last(position, seat)).unwrap_or(0)
            }
        };
        let first = if position.swap_stage() == SwapStage::Swapped { 1 - first } else { first };
        position.set_turn((first + seats - 1) % seats);
        self.advance_turn::<T>(position);
    }

    /// Is a seat, in the order before any swap, the one that places last?
    fn placed_last(&self, position: &Position<B>, seat: usize) -> bool {
        match self.plan.balance.place_order {
            // The last round of a snake goes backwards if the number of rounds is even.
            PlaceOrder::Snake if self.plan.pieces.is_multiple_of(2) => {
                (0..self.hot.seats).find(|&seat| !position.is_eliminated(seat)) == Some(seat)
            }
            _ => !position.is_eliminated(seat),
        }
    }

    /// The cells that are still to be laid.
    pub(crate) fn unlaid(&self, position: &Position<B>) -> B {
        match position.phase {
            Phase::Draw | Phase::Lay => B::from_cells(self.plan.playable()).without(position.open),
            _ => B::EMPTY,
        }
    }

    /// How many tiles of each kind are still to be laid.
    pub(crate) fn pile(&self, position: &Position<B>) -> impl Iterator<Item = (u8, u32)> {
        (1u8..).zip(self.plan.supply).map(|(fish, count)| {
            (fish, u32::from(count) - (position.with_fish(fish) & position.open).count())
        })
    }

    /// What the player to lay may lay.
    pub(super) fn kinds(&self, position: &Position<B>) -> Vec<u8> {
        let left = || self.pile(position).filter(|&(_, count)| count > 0).map(|(fish, _)| fish);
        match self.plan.draw {
            Draw::Pile => vec![position.note],
            Draw::Supply => left().collect(),
            Draw::Highest => left().last().into_iter().collect(),
        }
    }

    fn next_tile(&self, position: &mut Position<B>) {
        let pile = self.plan.draw == Draw::Pile;
        position.phase = if pile { Phase::Draw } else { Phase::Lay };
    }

    /// Where the seat to act may place a piece.
    pub(crate) fn placeable(&self, position: &Position<B>) -> B {
        if self.places_on_ones(position) { position.with_fish(1) & position.open } else { position.open }
    }

    /// Must a piece be placed on one fish? Only while such a cell is free.
    pub(crate) fn places_on_ones(&self, position: &Position<B>) -> bool {
        self.plan.place_on == PlaceOn::One && !(position.with_fish(1) & position.open).is_empty()
    }

    /// How many players.
    #[inline(always)]
    pub fn seats(&self) -> usize {
        self.hot.seats
    }

    /// How many pieces each player has once all are placed.
    pub fn pieces_each(&self) -> u32 {
        self.plan.pieces
    }

    /// What is claimed by a turn.
    #[inline(always)]
    pub fn claim(&self) -> Claim {
        self.hot.claim
    }

    /// Does the last move decide instead of the fish?
    #[inline(always)]
    pub fn last_move_wins(&self) -> bool {
        self.plan.score == super::axes::Score::LastMover
    }

    /// Does the cell that a piece leaves go out of play? Then pieces are permanent walls.
    #[inline(always)]
    pub fn leaves_holes(&self) -> bool {
        self.hot.block_left
    }

    /// Do the fish under a player's own pieces count for it at the end?
    pub fn claims_under(&self) -> bool {
        self.plan.claim_under
    }

    /// The pieces of the seat to act that can move.
    #[inline(always)]
    pub fn movable(&self, position: &Position<B>) -> B {
        let own = position.own(position.turn());
        own.without(self.stuck(position, own))
    }

    /// Where a piece can slide.
    #[inline(always)]
    pub fn slides(&self, position: &Position<B>, from: usize) -> B {
        self.rays.slides(from, position.open)
    }

    /// Where a piece can shoot after a slide.
    #[inline(always)]
    pub fn shots(&self, position: &Position<B>, from: usize, to: usize) -> B {
        self.rays.slides(to, self.open_after(position.open, from, to))
    }

    /// The position in the middle of a turn: the piece has slid and has not shot yet.
    #[inline(always)]
    pub fn after_slide(&self, position: &Position<B>, from: usize, to: usize) -> Position<B> {
        let mut next = *position;
        let seat = position.turn();
        next.remove_piece(from);
        next.place_piece(seat, to);
        next.open = self.open_after(position.open, from, to);
        next
    }

    /// The open cells after a slide, before the shot: the cell left too, unless it leaves play.
    #[inline(always)]
    pub(crate) fn open_after(&self, open: B, from: usize, to: usize) -> B {
        let rest = open ^ B::one(to);
        if self.hot.block_left { rest } else { rest | B::one(from) }
    }

    /// All moves of the seat to act, or all outcomes of chance, in order.
    pub(crate) fn moves<T: Turn>(&self, position: &Position<B>, out: &mut Vec<Move>) {
        match position.phase {
            Phase::Over => {}
            Phase::Draw => {
                let kinds = self.pile(position).filter(|&(_, count)| count > 0);
                out.extend(kinds.map(|(fish, _)| Move::new(MoveKind::Draw(fish))));
            }
            Phase::Lay => {
                for fish in self.kinds(position) {
                    out.extend(
                        self.unlaid(position).cells().map(|cell| Move::new(MoveKind::Lay(fish, cell))),
                    );
                }
            }
            Phase::Place => {
                out.extend(self.placeable(position).cells().map(|cell| Move::new(MoveKind::Place(cell))))
            }
            Phase::Move => self.turns::<T>(position, out),
        }
        if position.may_swap() {
            out.push(Move::new(MoveKind::Swap));
        }
    }

    fn turns<T: Turn>(&self, position: &Position<B>, out: &mut Vec<Move>) {
        let before = out.len();
        let own = position.own(position.turn());
        for from in own.cells() {
            for to in self.targets::<T>(position, from).cells() {
                if self.shoots::<T>() {
                    let shots = self.shots(position, from, to).cells();
                    out.extend(shots.map(|at| Move::new(MoveKind::Shoot(from, to, at))));
                    continue;
                }
                let claims = if self.spans::<T>() { self.spanned(position, from, to) } else { B::EMPTY };
                if claims.is_empty() || !self.plan.must_claim {
                    out.push(Move::new(MoveKind::Slide(from, to)));
                }
                out.extend(claims.cells().map(|at| Move::new(MoveKind::Shoot(from, to, at))));
            }
        }
        if self.hot.retire {
            out.extend(self.stuck(position, own).cells().map(|cell| Move::new(MoveKind::Retire(cell))));
        }
        if self.hot.end == End::IdleTurns && out.len() == before {
            out.push(Move::new(MoveKind::Pass));
        }
    }

    #[inline(always)]
    pub(super) fn stuck(&self, position: &Position<B>, own: B) -> B {
        let stuck =
            |cell: usize| B::one(cell) & B::when((self.rays.neighbours(cell) & position.open).is_empty());
        own.cells().fold(B::EMPTY, |set, cell| set | stuck(cell))
    }

    /// How many moves there are, without making a list.
    #[inline(always)]
    pub(crate) fn count<T: Turn>(&self, position: &Position<B>) -> u64 {
        if position.phase != Phase::Move
            || self.spans::<T>()
            || self.hot.end == End::IdleTurns
            || self.hot.retire
            || position.may_swap()
        {
            let mut moves = Vec::new();
            self.moves::<T>(position, &mut moves);
            return moves.len() as u64;
        }
        let own = position.own(position.turn());
        if !self.shoots::<T>() {
            return own.cells().map(|from| u64::from(self.rays.slides(from, position.open).count())).sum();
        }
        let mut count = 0;
        self.count_shots(position, |_, _, shots| count += u64::from(shots));
        count
    }

    /// Calls back with the number of shots after each slide of the seat to act.
    #[inline(always)]
    pub fn count_shots(&self, position: &Position<B>, mut on_slide: impl FnMut(usize, usize, u32)) {
        // Slides from a cell do not pass over it, so whether the target of a move is open makes no difference to the
        // shots from there; only the cell left does.
        let own = position.own(position.turn());
        let Some(lanes) = &self.lanes else {
            for from in own.cells() {
                let after = if self.hot.block_left { position.open } else { position.open | B::one(from) };
                for to in self.rays.slides(from, position.open).cells() {
                    on_slide(from, to, self.rays.slides(to, after).count());
                }
            }
            return;
        };
        let mut filled = lanes.filled(self.all.without(position.open));
        for from in own.cells() {
            if !self.hot.block_left {
                lanes.flip(&mut filled, from);
            }
            for to in self.rays.slides(from, position.open).cells() {
                on_slide(from, to, lanes.counts(&filled, to));
            }
            if !self.hot.block_left {
                lanes.flip(&mut filled, from);
            }
        }
    }

    /// Can a seat make any move?
    #[inline(always)]
    pub(crate) fn can_move<T: Turn>(&self, position: &Position<B>, seat: usize) -> bool {
        let own = position.own(seat);
        if self.spans::<T>() && self.hot.align {
            let mut its_turn = *position;
            its_turn.set_turn(seat);
            return own.cells().any(|from| !self.targets::<T>(&its_turn, from).is_empty());
        }
        if self.shoots::<T>() && self.hot.block_left {
            // The cell left is removed before the shot, so a slide may leave nothing to shoot at.
            return (self.hot.retire && !self.stuck(position, own).is_empty())
                || own.cells().any(|from| {
                    self.rays.slides(from, position.open).cells().any(|to| {
                        !(self.rays.neighbours(to) & self.open_after(position.open, from, to)).is_empty()
                    })
                });
        }
        (self.hot.retire && !own.is_empty())
            || own.cells().any(|cell| !(self.rays.neighbours(cell) & position.open).is_empty())
    }

    /// Makes a legal move.
    #[inline(always)]
    pub(crate) fn apply<T: Turn>(&self, position: &mut Position<B>, action: Move) {
        let seat = position.turn();
        match action.kind() {
            MoveKind::Slide(from, to) => {
                let claimed = self.slide::<T>(position, seat, from, to, None);
                self.turn_made::<T>(position, seat, claimed);
            }
            MoveKind::Shoot(from, to, at) => {
                let claimed = self.slide::<T>(position, seat, from, to, Some(at));
                self.turn_made::<T>(position, seat, claimed);
            }
            rest => self.apply_rare::<T>(position, seat, rest),
        }
        if position.is_swap_open() {
            self.advance_swap(position, seat);
        }
    }

    /// After a move of `seat`: the first move offers the other player to swap sides, the answer to it ends the offer.
    #[inline(never)]
    fn advance_swap(&self, position: &mut Position<B>, seat: usize) {
        let stage = match position.swap_stage() {
            SwapStage::First => match position.phase {
                Phase::Draw | Phase::Lay => SwapStage::First,
                Phase::Place if position.pieces.is_empty() => SwapStage::First,
                Phase::Place | Phase::Move if position.turn() != seat => SwapStage::Offered,
                _ => SwapStage::None,
            },
            SwapStage::Offered => SwapStage::None,
            stage => stage,
        };
        position.set_swap_stage(stage);
    }

    #[inline(never)]
    fn apply_rare<T: Turn>(&self, position: &mut Position<B>, seat: usize, step: MoveKind) {
        match step {
            MoveKind::Draw(fish) => {
                position.note = fish;
                position.phase = Phase::Lay;
            }
            MoveKind::Lay(fish, cell) => {
                position.set_fish(cell, fish);
                position.open |= B::one(cell);
                self.tile_laid::<T>(position, seat);
            }
            MoveKind::Place(cell) => {
                if self.hot.claim == Claim::Reached {
                    position.claim_cell(seat, cell);
                }
                position.place_piece(seat, cell);
                self.piece_placed::<T>(position, seat);
            }
            MoveKind::Retire(cell) => {
                position.remove_piece(cell);
                position.set_fish(cell, 0);
                self.turn_made::<T>(position, seat, false);
            }
            MoveKind::Pass => self.turn_over::<T>(position, false),
            MoveKind::Swap => {
                position.swap_sides();
                match position.phase {
                    Phase::Place => self.piece_placed::<T>(position, seat),
                    _ => self.advance_turn::<T>(position),
                }
            }
            MoveKind::Slide(..) | MoveKind::Shoot(..) => unreachable!("made in apply"),
        }
    }

    /// Slides, blocks and claims; returns whether fish were claimed.
    #[inline(always)]
    fn slide<T: Turn>(
        &self,
        position: &mut Position<B>,
        seat: usize,
        from: usize,
        to: usize,
        at: Option<usize>,
    ) -> bool {
        position.remove_piece(from);
        let claimed_under = self.spans::<T>() && self.hot.under_pawn && position.fish(from) == 0;
        if !self.hot.block_left && !claimed_under {
            position.open |= B::one(from);
        }
        position.place_piece(seat, to);
        let mut claimed = match self.hot.claim {
            Claim::Left => position.claim_cell(seat, from),
            Claim::Reached => position.claim_cell(seat, to),
            Claim::None | Claim::Shot | Claim::Corners => false,
        };
        if self.hot.wastes {
            self.waste(position, from, at);
        }
        if let (true, Some(at)) = (self.shoots::<T>() || self.spans::<T>(), at) {
            if matches!(self.hot.claim, Claim::Shot | Claim::Corners) {
                claimed |= position.claim_cell(seat, at);
            }
            if self.hot.block_at {
                position.open = position.open.without(B::one(at));
            }
        }
        claimed
    }

    /// Fish that leave play with their cell before anyone claims them are lost.
    #[inline(never)]
    fn waste(&self, position: &mut Position<B>, from: usize, at: Option<usize>) {
        if self.hot.block_left {
            position.set_fish(from, 0);
        }
        if let Some(at) = at.filter(|_| self.hot.block_at && self.hot.claim != Claim::Shot) {
            position.set_fish(at, 0);
        }
    }

    #[inline(always)]
    fn turn_made<T: Turn>(&self, position: &mut Position<B>, seat: usize, claimed: bool) {
        if self.hot.tracks_last {
            position.set_last_mover(Some(seat));
        }
        self.turn_over::<T>(position, claimed);
    }

    #[inline(always)]
    fn turn_over<T: Turn>(&self, position: &mut Position<B>, claimed: bool) {
        if self.hot.end == End::IdleTurns {
            position.note = if claimed { 0 } else { position.note + 1 };
            if position.note >= self.hot.end_turns {
                return self.end(position);
            }
        }
        self.advance_turn::<T>(position);
    }

    /// Gives the turn to the next seat that can move, or ends the game.
    #[inline(always)]
    pub(crate) fn advance_turn<T: Turn>(&self, position: &mut Position<B>) {
        let seats = self.hot.seats;
        let mut seat = position.turn();
        for _ in 0..seats {
            seat = if seat + 1 == seats { 0 } else { seat + 1 };
            if !position.stays(seat) {
                continue;
            }
            if self.hot.end == End::LastMover && (0..seats).filter(|&seat| position.stays(seat)).count() == 1
            {
                break;
            }
            if self.hot.end == End::IdleTurns || self.can_move::<T>(position, seat) {
                position.set_turn(seat);
                return;
            }
            if self.hot.end == End::LastMover {
                position.gone |= 16 << seat;
            }
        }
        self.end(position);
    }

    fn end(&self, position: &mut Position<B>) {
        position.phase = Phase::Over;
        position.set_turn(0);
    }

    fn tile_laid<T: Turn>(&self, position: &mut Position<B>, seat: usize) {
        if self.unlaid(position).is_empty() {
            position.note = 0;
            position.phase = Phase::Place;
            position.set_turn(self.hot.seats - 1);
            return self.piece_placed::<T>(position, self.hot.seats - 1);
        }
        position.note = 0;
        self.next_tile(position);
        let next = (1..=self.hot.seats)
            .map(|step| (seat + step) % self.hot.seats)
            .find(|&s| !position.is_eliminated(s));
        match next {
            Some(next) => position.set_turn(next),
            None => self.end(position),
        }
    }

    /// After a seat placed: the next seat with a piece in hand places, or moving begins. A seat that finds no cell to
    /// place on is eliminated.
    fn piece_placed<T: Turn>(&self, position: &mut Position<B>, seat: usize) {
        let seats = self.hot.seats;
        let mut seat = seat;
        loop {
            let waits =
                |s: &usize| !position.is_eliminated(*s) && position.own(*s).count() < self.plan.pieces;
            let next = match self.plan.balance.place_order {
                PlaceOrder::Alternate => (1..=seats).map(|step| (seat + step) % seats).find(waits),
                PlaceOrder::Snake => self.next_of_snake(position, waits),
            };
            let Some(next) = next else {
                break;
            };
            if !self.placeable(position).is_empty() {
                position.set_turn(next);
                return;
            }
            self.remove(position, next);
            seat = next;
        }
        if (0..seats).any(|seat| !position.is_eliminated(seat)) {
            self.begin_moving::<T>(position);
        } else {
            self.end(position);
        }
    }

    /// Who places next if every round goes the opposite way: of those with the fewest pieces the first, or in every other
    /// round the last.
    fn next_of_snake(&self, position: &Position<B>, waits: impl Fn(&usize) -> bool) -> Option<usize> {
        let placed = |seat: &usize| position.own(*seat).count();
        let round = (0..self.hot.seats).filter(&waits).map(|seat| placed(&seat)).min()?;
        let mut left = (0..self.hot.seats).filter(|seat| waits(seat) && placed(seat) == round);
        let is_swapped = position.swap_stage() == SwapStage::Swapped;
        let backwards = round.is_multiple_of(2) == is_swapped;
        if backwards { left.next_back() } else { left.next() }
    }

    /// Removes a seat's pieces; the cells under them become open.
    fn remove(&self, position: &mut Position<B>, seat: usize) {
        let own = position.own(seat);
        position.gone |= 1 << seat;
        position.scores[seat] = 0;
        position.tiles[seat] = 0;
        own.cells().for_each(|cell| position.remove_piece(cell));
        position.open |= own;
    }

    /// Eliminates a seat; the others play on.
    pub(crate) fn eliminate<T: Turn>(&self, position: &mut Position<B>, seat: usize) {
        if position.phase == Phase::Over || position.is_eliminated(seat) {
            return;
        }
        self.remove(position, seat);
        let seats = self.hot.seats;
        if (0..seats).all(|seat| position.is_eliminated(seat)) {
            return self.end(position);
        }
        let its_turn = position.turn() == seat;
        match position.phase {
            Phase::Draw | Phase::Lay if its_turn => {
                let next = (1..seats).map(|step| (seat + step) % seats).find(|&s| !position.is_eliminated(s));
                position.set_turn(next.unwrap_or(0));
            }
            Phase::Place if its_turn => self.piece_placed::<T>(position, seat),
            Phase::Move if its_turn => self.advance_turn::<T>(position),
            Phase::Move
                if self.hot.end == End::LastMover
                    && (0..seats).filter(|&seat| position.stays(seat)).count() == 1 =>
            {
                self.end(position);
            }
            _ => {}
        }
    }

    /// Gives a position that was set up the turn it should have: a seat that cannot move is skipped.
    pub(crate) fn settle<T: Turn>(&self, position: &mut Position<B>) {
        if position.phase != Phase::Move {
            return;
        }
        let seat = position.turn();
        position.set_turn((seat + self.hot.seats - 1) % self.hot.seats);
        self.advance_turn::<T>(position);
    }
}
