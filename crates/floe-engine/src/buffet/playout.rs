//! Fast guided playouts: each move is the best of a few random candidates.

use floe_board::Bits;
use floe_cpu::dispatch;
use floe_games::slide::{Move, MoveKind, Phase, Turn};

use super::board::{Deal, State};
use super::card_value::CardValues;
use crate::Rng;

/// The default number of candidates per move.
const PLAYOUT_CANDIDATES: u32 = 3;
/// The penalty for moving to a dead end.
const DEAD_END: i32 = 60;

/// The playout policy of one thread.
pub(super) struct PlayoutPolicy<'d, T> {
    pub deal: &'d Deal<'d, T>,
    pub card_values: &'d CardValues,
    pub playout_candidates: u32,
    moves: Vec<Move>,
}

impl<'d, T: Turn> PlayoutPolicy<'d, T> {
    pub fn new(deal: &'d Deal<'d, T>, card_values: &'d CardValues) -> PlayoutPolicy<'d, T> {
        PlayoutPolicy { deal, card_values, playout_candidates: PLAYOUT_CANDIDATES, moves: Vec::new() }
    }

    /// Plays to the end and records the cells that each seat went for.
    pub fn play_out(&mut self, state: &mut State, rng: &mut Rng, sought: &mut [u64; 2]) {
        dispatch!({
            while !state.is_over() {
                let action = self.pick(state, rng);
                if let Some(cell) = self.deal.tables.about(action) {
                    sought[state.board.turn() & 1] |= u64::one(cell);
                }
                self.deal.apply(state, action);
            }
        });
    }

    /// The heuristic score of a move.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub fn move_score(&self, state: &State, action: Move) -> i32 {
        let seat = state.board.turn() & 1;
        let tables = self.deal.tables;
        let Some(cell) = tables.about(action) else { return 0 };
        let mut score = self.card_values.value_to(self.deal.cards[cell], &state.pools, seat);
        if tables.claims_left {
            score += self.exits(state, action, cell);
        }
        score
    }

    /// A piece gets its card only if it can leave it again.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn exits(&self, state: &State, action: Move, to: usize) -> i32 {
        let left = match action.kind() {
            MoveKind::Slide(from, _) | MoveKind::Shoot(from, _, _) => u64::one(from),
            _ => 0,
        };
        let exits = self.deal.tables.board().rays.neighbours(to) & state.board.open() & !left;
        match exits.count() {
            0 => -DEAD_END,
            exits => 3 * exits as i32,
        }
    }

    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn pick(&mut self, state: &State, rng: &mut Rng) -> Move {
        let board = &state.board;
        if board.phase() == Phase::Place {
            let open = board.open();
            return self
                .best_of(state, rng, |_, rng| Move::new(MoveKind::Place(open.nth(rng.below(open.count())))));
        }
        if self.deal.tables.board().shoots::<T>() {
            return self.pick_listed(state, rng);
        }
        if self.deal.tables.board().spans::<T>() {
            return self.pick_spanning(state, rng);
        }
        let movable = self.deal.tables.board().movable(board);
        if movable == 0 {
            return Move::new(MoveKind::Pass);
        }
        let slides = movable.cells().fold([(0usize, 0u64); 2], |mut slides, from| {
            let at = usize::from(slides[0].1 != 0);
            slides[at] = (from, self.deal.tables.board().slides(board, from));
            slides
        });
        if movable.count() > 2 {
            return self.pick_listed(state, rng);
        }
        let [(_, first), (_, second)] = slides;
        let (few, all) = (first.count(), first.count() + second.count());
        self.best_of(state, rng, |_, rng| {
            let draw = rng.below(all);
            let (from, to) = if draw < few {
                (slides[0].0, first.nth(draw))
            } else {
                (slides[1].0, second.nth(draw - few))
            };
            Move::new(MoveKind::Slide(from, to))
        })
    }

    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn best_of(&self, state: &State, rng: &mut Rng, draw: impl Fn(u32, &mut Rng) -> Move) -> Move {
        let first = draw(0, rng);
        if self.playout_candidates < 2 {
            return first;
        }
        let mut best = (self.move_score(state, first), first);
        for attempt in 1..self.playout_candidates {
            let action = draw(attempt, rng);
            let score = self.move_score(state, action);
            if score > best.0 {
                best = (score, action);
            }
        }
        best.1
    }

    /// Where pieces span, slides are sampled and the best claim of each is evaluated.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn pick_spanning(&mut self, state: &State, rng: &mut Rng) -> Move {
        let (board, tables) = (&state.board, self.deal.tables);
        let seat = board.turn() & 1;
        let mut targets = [(0usize, 0u64); 16];
        let (mut pieces, mut all) = (0, 0);
        for from in board.own(board.turn()).cells().take(targets.len()) {
            targets[pieces] = (from, tables.targets(board, from));
            all += targets[pieces].1.count();
            pieces += 1;
        }
        if all == 0 {
            return self.pick_listed(state, rng);
        }
        let mut best = (i32::MIN, Move::new(MoveKind::Pass));
        for _ in 0..self.playout_candidates.max(1) {
            let mut draw = rng.below(all);
            for &(from, cells) in &targets[..pieces] {
                if draw >= cells.count() {
                    draw -= cells.count();
                    continue;
                }
                let to = cells.nth(draw);
                let claims = tables.claims(board, from, to);
                if claims == 0 && best.0 < 0 {
                    best = (0, Move::new(MoveKind::Slide(from, to)));
                }
                for at in claims.cells() {
                    let score = 1 + self.card_values.value_to(self.deal.cards[at], &state.pools, seat);
                    if score > best.0 {
                        best = (score, Move::new(MoveKind::Shoot(from, to, at)));
                    }
                }
                break;
            }
        }
        best.1
    }

    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn pick_listed(&mut self, state: &State, rng: &mut Rng) -> Move {
        let mut moves = std::mem::take(&mut self.moves);
        self.deal.tables.moves(&state.board, &mut moves);
        let action = match moves.len() as u32 {
            // The seat to move always has a move, if only a pass.
            0 => Move::new(MoveKind::Pass),
            count => self.best_of(state, rng, |_, rng| moves[rng.below(count) as usize]),
        };
        self.moves = moves;
        action
    }
}
