//! Who wins: at the end, or computed exactly when the players stop by agreement.

use floe_board::Bits;
use floe_solve::{Solo, TurnCell};

use super::axes::{Block, Claim, End, Score, Ties};
use super::position::{Phase, Position, SwapStage};
use super::rules::Rules;
use serde_json::{Value, json};

use crate::{Budget, EndReason, Outcome, Refusal};

/// The factor by which fish outweigh cells, so that fish decide first.
pub(super) const FISH: u32 = 1024;

impl<B: Bits, const H: usize> Rules<B, H> {
    /// The outcome of a finished position.
    pub(crate) fn outcome(&self, position: &Position<B>) -> Option<Outcome> {
        if position.phase != Phase::Over {
            return None;
        }
        let seats = self.plan.seats;
        if self.plan.score == Score::LastMover {
            let winner = match self.hot.end {
                End::LastMover => (0..seats).find(|&seat| position.stays(seat)),
                _ => position.last_mover().filter(|&seat| !position.is_eliminated(seat)),
            };
            return Some(self.last_mover_wins(winner, self.end_reason(position)));
        }
        let totals = (0..seats).map(|seat| self.total(position, seat)).collect();
        Some(self.most_fish_wins(position, totals, self.end_reason(position)))
    }

    /// What half a fish of komi adds to the total of the seat that has it; zero if the komi is whole.
    pub fn half_of_komi(&self) -> u32 {
        u32::from(self.plan.balance.komi % 2 != 0) * (FISH / 4)
    }

    /// What half a fish of komi adds to a seat's total of fish times 1024 plus cells: more than all cells, less than half
    /// of a fish, so that it decides where both have equally many fish and changes no margin. The whole fish of the komi
    /// are in the score from the start.
    pub fn half_fish(&self, position: &Position<B>, seat: usize) -> u32 {
        let role = usize::from(self.plan.balance.komi > 0);
        let holder = if position.swap_stage() == SwapStage::Swapped { 1 - role } else { role };
        u32::from(seat == holder) * self.half_of_komi()
    }

    /// The fish and the cells with fish that a seat has if the game ends here: claimed, and under its pieces where
    /// those count.
    pub fn claimed(&self, position: &Position<B>, seat: usize) -> (u32, u32) {
        let under = if self.plan.claim_under { position.own(seat) } else { B::EMPTY };
        let tiles = (under & position.cells_with_fish()).count();
        (position.score(seat) + position.fish_on(under), position.tiles(seat) + tiles)
    }

    /// The outcome when one of two players gives up: the other wins with the current scores.
    pub(crate) fn forfeit(&self, position: &Position<B>, seat: usize, end: EndReason) -> Outcome {
        if self.plan.score == Score::LastMover {
            return self.last_mover_wins((0..self.plan.seats).find(|&other| other != seat), end);
        }
        let winners = (0..self.plan.seats).filter(|&other| other != seat).collect();
        let scores = position.scores[..self.plan.seats].iter().map(|&score| i64::from(score)).collect();
        Outcome::new(winners, scores, end, &self.seat_name())
    }

    /// How sentences name a seat.
    fn seat_name(&self) -> impl Fn(usize) -> String {
        let names = self.plan.preset.terms.seats;
        move |seat| names[seat & 3].to_owned()
    }

    fn end_reason(&self, position: &Position<B>) -> EndReason {
        let seats = self.plan.seats;
        if (0..seats).all(|seat| position.is_eliminated(seat)) {
            return EndReason::AllOut;
        }
        match self.hot.end {
            End::IdleTurns => EndReason::IdleTurns { turns: u32::from(self.hot.end_turns) },
            End::NobodyMoves => EndReason::NobodyCanMove,
            End::LastMover => {
                let stuck: Vec<usize> = (0..seats).filter(|&seat| position.has_lost(seat)).collect();
                match stuck.is_empty() {
                    true => EndReason::OneLeft,
                    false => EndReason::CannotMove { seats: stuck },
                }
            }
        }
    }

    fn last_mover_wins(&self, winner: Option<usize>, end: EndReason) -> Outcome {
        let scores = (0..self.plan.seats).map(|seat| i64::from(Some(seat) == winner)).collect();
        Outcome::new(winner.into_iter().collect(), scores, end, &self.seat_name())
    }

    /// Totals are fish times [`FISH`] plus cells.
    fn most_fish_wins(&self, position: &Position<B>, totals: Vec<u32>, end: EndReason) -> Outcome {
        let counts = |seat: usize| {
            let total = if self.plan.ties == Ties::Tiles { totals[seat] } else { totals[seat] / FISH * FISH };
            total + self.half_fish(position, seat)
        };
        let playing = |seat: &usize| !position.is_eliminated(*seat);
        let best = (0..self.plan.seats).filter(playing).map(counts).max();
        let winners =
            (0..self.plan.seats).filter(playing).filter(|&seat| Some(counts(seat)) == best).collect();
        let scores = totals.iter().map(|total| i64::from(total / FISH)).collect();
        let mut outcome = Outcome::new(winners, scores, end, &self.seat_name());
        if self.plan.balance.komi != 0 {
            let holder =
                usize::from((self.plan.balance.komi > 0) != (position.swap_stage() == SwapStage::Swapped));
            outcome.more.insert("komi".into(), json!({"seat": holder, "fish": self.komi()}));
            let name = self.plan.preset.terms.seats[holder];
            outcome.reason += &format!("; {name} had {} fish of komi", self.komi());
        }
        outcome
    }

    /// The size of the komi, in fish.
    fn komi(&self) -> Value {
        match (self.plan.balance.komi.abs() / 2, self.plan.balance.komi % 2) {
            (whole, 0) => json!(whole),
            (whole, _) => json!(f64::from(whole) + 0.5),
        }
    }

    /// A cell that two players can still reach, if there is one. Where pieces leave open cells behind, they are not
    /// walls.
    pub(super) fn contested(&self, position: &Position<B>) -> Option<usize> {
        let passable = if self.hot.block_left { position.open } else { position.open | position.pieces };
        let mut reached = B::EMPTY;
        for seat in (0..self.plan.seats).filter(|&seat| position.stays(seat)) {
            let own = position.own(seat);
            let reach = self.rays.flood(own, passable) | if self.hot.block_left { B::EMPTY } else { own };
            let both = reached & reach;
            if !both.is_empty() {
                return Some(both.lowest());
            }
            reached |= reach;
        }
        None
    }

    /// Can a player's best solo result be computed exactly under these rules?
    pub(super) fn adjudicable(&self) -> Result<(), Refusal> {
        let plan = &self.plan;
        if plan.claim == Claim::Corners || plan.end == End::IdleTurns || plan.score == Score::Poker {
            return Err(Refusal::cannot_stop("these rules do not allow stopping by agreement"));
        }
        if plan.retire_stuck && (plan.score == Score::LastMover || plan.claim_under) {
            return Err(Refusal::cannot_stop(
                "not computed: retiring pieces counts under these rules, so the players cannot be solved separately",
            ));
        }
        if plan.end == End::LastMover && plan.score == Score::Fish {
            return Err(Refusal::cannot_stop(
                "not computed: under these rules the game ends when a player is stuck, before all fish are taken",
            ));
        }
        Ok(())
    }

    /// The exact outcome when all players agree to stop.
    pub(crate) fn adjudicate(&self, position: &Position<B>, budget: Budget) -> Result<Outcome, Refusal> {
        let plan = &self.plan;
        self.adjudicable()?;
        if position.is_swap_open() {
            return Err(Refusal::cannot_stop("sides can still be swapped; play on"));
        }
        if position.phase != Phase::Move {
            return Err(Refusal::cannot_stop("you can stop by agreement only once all pieces are placed"));
        }
        if let Some(cell) = self.contested(position) {
            return Err(Refusal::cannot_stop(format!(
                "two players can still reach {}; play on",
                plan.board.name(cell)
            )));
        }
        let most = self.most_alone(position, &mut { budget.positions }).ok_or_else(|| {
            Refusal::cannot_stop(format!(
                "not computed: the exact result needs more than {} positions; play on",
                budget.positions
            ))
        })?;
        if plan.score == Score::LastMover {
            // The player with the most moves left makes the last one; among equals, the one later in the turn order.
            let order = |seat: usize| (seat + plan.seats - position.turn()) % plan.seats;
            let winner = (0..plan.seats)
                .filter(|&seat| position.stays(seat))
                .max_by_key(|&seat| (most[seat], order(seat)));
            return Ok(self.last_mover_wins(winner, EndReason::Agreement));
        }
        let totals = (0..plan.seats).map(|seat| {
            u32::from(position.scores[seat]) * FISH + u32::from(position.tiles[seat]) + most[seat]
        });
        Ok(self.most_fish_wins(position, totals.collect(), EndReason::Agreement))
    }

    /// The exact maximum that each seat still gets when no one can reach what another can: fish and cells with fish,
    /// including those under its pieces. `None` while something is contested, where the rules do not allow solving each
    /// player separately, or when `positions`, which is counted down, runs out.
    pub fn remaining(&self, position: &Position<B>, positions: &mut u64) -> Option<[(u32, u32); 4]> {
        let plan = &self.plan;
        let plain = plan.score == Score::Fish
            && plan.end == End::NobodyMoves
            && plan.claim != Claim::Corners
            && !(plan.retire_stuck && plan.claim_under)
            && position.phase == Phase::Move
            && !position.is_swap_open();
        if !plain || self.contested(position).is_some() {
            return None;
        }
        Some(self.most_alone(position, positions)?.map(|most| (most / FISH, most % FISH)))
    }

    /// The maximum each seat can still get when no players can meet any more: moves where the last one decides,
    /// otherwise fish times 1024 plus cells. `None` if the budget of positions runs out.
    fn most_alone(&self, position: &Position<B>, positions: &mut u64) -> Option<[u32; 4]> {
        let mut most = [0; 4];
        for seat in (0..self.plan.seats).filter(|&seat| position.stays(seat)) {
            most[seat] = self.alone(position, seat).max_score(positions)?;
        }
        Some(most)
    }

    /// Can a seat no longer meet any other, so that the rest of its game is a solo problem?
    pub fn is_isolated(&self, position: &Position<B>, seat: usize) -> bool {
        let plan = &self.plan;
        if position.phase != Phase::Move || position.is_swap_open() || self.adjudicable().is_err() {
            return false;
        }
        let passable = if self.hot.block_left { position.open } else { position.open | position.pieces };
        let reach = |seat: usize| {
            let own = position.own(seat);
            self.rays.flood(own, passable) | if self.hot.block_left { B::EMPTY } else { own }
        };
        let own = reach(seat);
        let others = (0..plan.seats).filter(|&other| other != seat && position.stays(other));
        others.fold(B::EMPTY, |all, other| all | reach(other)) & own == B::EMPTY
    }

    /// The maximum that an isolated seat ends up with: moves still to come where the last one decides, otherwise all
    /// its fish times 1024 plus cells. `None` if the budget of positions runs out.
    pub fn max_for(&self, position: &Position<B>, seat: usize, positions: &mut u64) -> Option<u32> {
        let most = self.alone(position, seat).max_score(positions)?;
        if self.plan.score == Score::LastMover {
            return Some(most);
        }
        Some(u32::from(position.scores[seat]) * FISH + u32::from(position.tiles[seat]) + most)
    }

    /// The result of best play by all once no players can meet any more: by how much the seat ends up ahead (in moves,
    /// or fish times 1024 plus cells), above zero if and only if it wins. For two players; `None` while something is
    /// contested or `positions` is too small.
    pub fn solved_lead(&self, position: &Position<B>, seat: usize, positions: &mut u64) -> Option<i32> {
        let plan = &self.plan;
        let counted = plan.seats == 2
            && position.phase == Phase::Move
            && !position.is_swap_open()
            && self.adjudicable().is_ok();
        if !counted || self.contested(position).is_some() {
            return None;
        }
        let most = self.most_alone(position, positions)?;
        if plan.score == Score::LastMover {
            let (mover, waiter) = (most[position.turn()] as i32, most[1 - position.turn()] as i32);
            // With equal moves the player not to move makes the last one.
            let ahead = if mover > waiter { mover - waiter } else { mover - waiter - 1 };
            return Some(if seat == position.turn() { ahead } else { -ahead });
        }
        let total = |seat: usize| {
            (u32::from(position.scores[seat]) * FISH + u32::from(position.tiles[seat]) + most[seat]) as i32
        };
        Some(self.ahead(position, seat, total(seat), total(1 - seat)))
    }

    /// The difference of the totals of a seat and the other, fish times 1024 plus cells, as far as the rules count it.
    fn ahead(&self, position: &Position<B>, seat: usize, one: i32, other: i32) -> i32 {
        let fish = FISH as i32;
        let lead =
            if self.plan.ties == Ties::Tiles { one - other } else { (one / fish - other / fish) * fish };
        lead + self.half_fish(position, seat) as i32 - self.half_fish(position, 1 - seat) as i32
    }

    /// The fish in a lead of fish times 1024 plus cells. Cells count towards neither side of it: three fish more and two
    /// cells fewer is a lead of three fish.
    pub fn fish_lead(&self, lead: i32) -> i32 {
        let fish = FISH as i32;
        (lead + fish / 2).div_euclid(fish)
    }

    /// By how much a seat of two is ahead at the end, in the units of [`Rules::solved_lead`].
    pub fn final_lead(&self, position: &Position<B>, seat: usize) -> i32 {
        if self.plan.score == Score::LastMover {
            let winner = match self.hot.end {
                End::LastMover => (0..self.plan.seats).find(|&seat| position.stays(seat)),
                _ => position.last_mover().filter(|&seat| !position.is_eliminated(seat)),
            };
            return winner.map_or(0, |winner| if winner == seat { 1 } else { -1 });
        }
        let other = 1 - (seat & 1);
        self.ahead(position, seat, self.total(position, seat) as i32, self.total(position, other) as i32)
    }

    /// A seat's total at the end of the game: fish times [`FISH`] plus cells.
    fn total(&self, position: &Position<B>, seat: usize) -> u32 {
        let (fish, tiles) = self.claimed(position, seat);
        fish * FISH + tiles
    }

    /// A seat's remaining game as a solo problem.
    pub(super) fn alone(&self, position: &Position<B>, seat: usize) -> Solo<'_, B, H> {
        let plan = &self.plan;
        let mut values = [0; 128];
        let moves = plan.score == Score::LastMover;
        for cell in (position.open | position.pieces).cells() {
            let fish = u32::from(position.fish(cell));
            values[cell] = if moves { 1 } else { fish * FISH + u32::from(fish > 0) };
        }
        let blocks = if self.hot.block_left { TurnCell::Left } else { TurnCell::Shot };
        let scores = match plan.claim {
            // Each move takes one cell out of play: that is what is counted when moves decide.
            _ if moves => blocks,
            Claim::Left => TurnCell::Left,
            Claim::Reached => TurnCell::Reached,
            _ => TurnCell::Shot,
        };
        debug_assert!(plan.block != Block::Claimed || plan.claim != Claim::Corners);
        Solo {
            rays: &self.rays,
            open: position.open,
            pieces: position.own(seat),
            value: values,
            blocks,
            scores,
            scores_under_pieces: plan.claim_under && !moves,
        }
    }
}
