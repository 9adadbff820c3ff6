//! Alpha-beta by iterative deepening with a table, killers and a history: the framework of three baselines, which
//! differ in their evaluation, their depth and the number of moves they consider.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use floe_board::Bits;
use floe_games::slide::{Move, MoveKind, Phase, Position, Rules, Slide, Turn};
use floe_games::{Game, GameRng, Refusal};

use super::board::BoardShifts;
use super::eval_state::{CellValues, EvalState};
use super::transposition::{BaselineTable, Bound, key};
use super::{DEFAULT_NODES, UNIT, answer, moves_to_search};
use crate::ordering::best_first;
use crate::{Analysis, Engine, Limits, Rng, SearchControl, SearchRequest};

/// The settings in which the programs of this framework differ.
pub(super) struct SearchConfig<B, const H: usize> {
    /// The evaluation of a position for the seat to act, in fractions of a fish or a cell.
    pub(super) value: fn(&BoardShifts<B, H>, &CellValues<B>, &EvalState<B>) -> i32,
    /// The maximum number of moves searched at a node; the rest are pruned by their static value.
    pub(super) width: usize,
    /// The maximum depth.
    pub(super) depth: u32,
    /// The depth from which moves are ordered by their static value instead of by the history alone.
    pub(super) sorted_from: u32,
}

/// The score of a won game, above every evaluation.
const WIN_SCORE: i32 = 10_000_000;
/// Larger than every value.
const INFINITE_SCORE: i32 = 100_000_000;

pub(super) struct AlphaBeta<B: Bits, const H: usize, T> {
    rules: Rules<B, H>,
    shifts: BoardShifts<B, H>,
    config: SearchConfig<B, H>,
    table: BaselineTable,
    values: Option<CellValues<B>>,
    /// Numbers the boards, so that entries of one board are not used for another.
    board: u64,
    rng: Rng,
    chance: GameRng,
    turn: PhantomData<T>,
}

impl<B: Bits, const H: usize, T: Turn> AlphaBeta<B, H, T> {
    pub(super) fn new(rules: Rules<B, H>, config: SearchConfig<B, H>, seed: u64) -> AlphaBeta<B, H, T> {
        AlphaBeta {
            shifts: BoardShifts::new(&rules.plan.board, &rules.rays),
            rules,
            config,
            table: BaselineTable::new(),
            values: None,
            board: 0,
            rng: Rng::new(seed),
            chance: GameRng::for_player(seed),
            turn: PhantomData,
        }
    }
}

impl<B: Bits, const H: usize, T: Turn> Engine for AlphaBeta<B, H, T> {
    fn analyze(&mut self, request: SearchRequest<'_>) -> Result<Analysis, Refusal> {
        let SearchRequest { view, limits, control } = request;
        let (position, seat) = view.turn::<Slide<B, H, T>>(&self.rules, &mut self.chance)?;
        let moves = match moves_to_search::<B, H, T>(&self.rules, &position, &mut self.rng)? {
            ControlFlow::Continue(moves) => moves,
            ControlFlow::Break(analysis) => return Ok(analysis),
        };
        let text = |action: Move| Slide::<B, H, T>::move_text(&self.rules, action);
        let values = CellValues::new(&self.rules, &position);
        if !self.values.as_ref().is_some_and(|known| known.fits(&values, position.open())) {
            self.board += 1;
        }
        let values = self.values.insert(values);
        let cells = self.rules.plan.board.cells();
        let mut search = Search::<B, H, T> {
            rules: &self.rules,
            shifts: &self.shifts,
            config: &self.config,
            table: &mut self.table,
            values,
            board: self.board,
            slides: vec![0; cells * cells],
            shots: vec![0; if self.rules.shoots::<T>() { cells * cells } else { 0 }],
            killers: Vec::new(),
            lists: Vec::new(),
            nodes: 0,
            max_nodes: match limits {
                Limits { nodes: None, depth: None, time: None, .. } => DEFAULT_NODES,
                _ => limits.nodes.unwrap_or(u64::MAX),
            },
            limits,
            control,
            stopped: false,
            turn: PhantomData,
        };
        let (best, value, depth) = search.iterative_deepening(&position, seat, &moves);
        let nodes = search.nodes;
        Ok(answer(text(best), value, depth, nodes))
    }

    fn new_game(&mut self) {
        self.values = None;
    }
}

/// One search.
struct Search<'a, B, const H: usize, T> {
    rules: &'a Rules<B, H>,
    shifts: &'a BoardShifts<B, H>,
    config: &'a SearchConfig<B, H>,
    table: &'a mut BaselineTable,
    values: &'a CellValues<B>,
    board: u64,
    /// How often a slide, and a shot from its target, caused a cutoff.
    slides: Vec<u32>,
    shots: Vec<u32>,
    killers: Vec<[Option<Move>; 2]>,
    /// Move lists, reused for the next node at the same ply.
    lists: Vec<Vec<(i32, Move)>>,
    nodes: u64,
    max_nodes: u64,
    limits: &'a Limits,
    control: &'a SearchControl<'a>,
    stopped: bool,
    turn: PhantomData<T>,
}

impl<B: Bits, const H: usize, T: Turn> Search<'_, B, H, T> {
    /// Iterative deepening; returns the best move, its value and the completed depth.
    fn iterative_deepening(
        &mut self,
        position: &Position<B>,
        seat: usize,
        moves: &[Move],
    ) -> (Move, i32, u32) {
        let mut order: Vec<(i32, Move)> = Vec::new();
        for &action in moves {
            let next = self.after(position, action);
            let value = self.child(&next, seat, 0, -INFINITE_SCORE, INFINITE_SCORE, 1);
            if self.stopped {
                break;
            }
            order.push((value, action));
        }
        order.sort_by(best_first);
        let Some(&(mut value, mut best)) = order.first() else { return (moves[0], 0, 0) };
        if self.config.width < order.len() {
            // At the root a few more moves are cheap, and pruning the best move there costs most.
            order.truncate(2 * self.config.width);
        }
        let deepest = self.limits.depth.unwrap_or(u32::MAX).min(self.config.depth).max(1);
        let mut done = 1;
        // Every move removes a cell or places a piece, so no game is longer than this.
        let longest = 2 * self.rules.plan.board.cells() as u32;
        for depth in 2..=deepest.min(longest) {
            if self.stopped || value.abs() >= WIN_SCORE {
                break;
            }
            let mut alpha = -INFINITE_SCORE;
            let mut finished = Vec::with_capacity(order.len());
            for &(_, action) in &order {
                let next = self.after(position, action);
                let mut found = -INFINITE_SCORE;
                if alpha > -INFINITE_SCORE {
                    found = self.child(&next, seat, depth - 1, alpha, alpha + 1, 1);
                }
                if alpha == -INFINITE_SCORE || found > alpha && !self.stopped {
                    found = self.child(&next, seat, depth - 1, alpha, INFINITE_SCORE, 1);
                }
                if self.stopped {
                    break;
                }
                finished.push((found, action));
                if found > alpha {
                    alpha = found;
                    (value, best) = (found, action);
                }
            }
            if self.stopped {
                break;
            }
            done = depth;
            // Only moves that became the best have meaningful values; the others keep their order behind them.
            let place = finished.iter().position(|&(_, action)| action == best).unwrap_or(0);
            finished[..=place].rotate_right(1);
            order = finished;
        }
        (best, value, done)
    }

    #[inline(always)]
    fn after(&self, position: &Position<B>, action: Move) -> Position<B> {
        let mut next = *position;
        Slide::<B, H, T>::apply(self.rules, &mut next, action);
        next
    }

    /// The value of a position for `me`, who moved last.
    fn child(
        &mut self,
        position: &Position<B>,
        me: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if position.phase() == Phase::Over {
            return self.result(position, me);
        }
        let again = position.turn() == me;
        if depth == 0 {
            let value = self.evaluate(position);
            return if again { value } else { -value };
        }
        if again {
            self.search(position, depth, alpha, beta, ply)
        } else {
            -self.search(position, depth, -beta, -alpha, ply)
        }
    }

    /// The evaluation of a position for the seat to act.
    #[inline(always)]
    fn evaluate(&mut self, position: &Position<B>) -> i32 {
        self.count();
        (self.config.value)(self.shifts, self.values, &EvalState::new(position, self.values))
    }

    #[inline(always)]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.max_nodes
            || self.nodes.is_multiple_of(64) && self.control.should_stop(self.limits)
        {
            self.stopped = true;
        }
    }

    /// The result of a finished game for a seat.
    fn result(&mut self, position: &Position<B>, me: usize) -> i32 {
        self.count();
        let Some(outcome) = Slide::<B, H, T>::outcome(self.rules, position) else { return 0 };
        let margin = (outcome.scores[me] - outcome.scores[1 - me]) as i32 * UNIT;
        match (outcome.winners.contains(&me), outcome.winners.len()) {
            (true, 1) => WIN_SCORE + margin,
            (false, 1) => margin - WIN_SCORE,
            _ => margin,
        }
    }

    fn search(&mut self, position: &Position<B>, depth: u32, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let key = key(position, self.board);
        let known = self.table.probe(key);
        if let Some(entry) = known.filter(|entry| u32::from(entry.depth) >= depth) {
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if settles {
                self.count();
                return entry.value;
            }
        }
        let (me, floor) = (position.turn(), alpha);
        while self.killers.len() <= ply {
            self.killers.push([None; 2]);
            self.lists.push(Vec::new());
        }
        let mut best: Option<(i32, Move)> = None;
        // Moves that caused cutoffs elsewhere are tried before the moves are generated, so their legality has to be
        // checked.
        let first = [known.map(|entry| entry.best), self.killers[ply][0], self.killers[ply][1]];
        for (n, action) in first.into_iter().enumerate() {
            let Some(action) = action.filter(|_| depth > 1 || self.config.width == usize::MAX) else {
                continue;
            };
            let twice = first[..n].contains(&Some(action));
            if twice || Slide::<B, H, T>::check(self.rules, position, action).is_err() {
                continue;
            }
            let found = self.step(position, me, action, depth, alpha, beta, ply, best.is_none());
            if self.stopped {
                return 0;
            }
            if best.is_none_or(|(most, _)| found > most) {
                best = Some((found, action));
            }
            alpha = alpha.max(found);
            if alpha >= beta {
                self.cut(key, found, action, depth, ply);
                return found;
            }
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        self.list(position, me, depth, &mut list);
        let by_value = self.is_sorted(depth);
        let width = if by_value { list.len().min(self.config.width) } else { list.len() };
        for n in 0..width {
            if self.stopped {
                break;
            }
            if !by_value && n < 12 {
                // Sorting by history is only useful for moves that have one.
                let most = (n..list.len()).max_by_key(|&at| (list[at].0, std::cmp::Reverse(at))).unwrap_or(n);
                list.swap(n, most);
            }
            let (value, action) = list[n];
            if first.contains(&Some(action))
                && best.is_some_and(|_| depth > 1 || self.config.width == usize::MAX)
            {
                continue;
            }
            let found = if depth == 1 && by_value {
                value
            } else {
                self.step(position, me, action, depth, alpha, beta, ply, best.is_none())
            };
            if self.stopped {
                break;
            }
            if best.is_none_or(|(most, _)| found > most) {
                best = Some((found, action));
            }
            alpha = alpha.max(found);
            if alpha >= beta {
                self.cut(key, found, action, depth, ply);
                self.lists[ply] = list;
                return found;
            }
        }
        self.lists[ply] = list;
        let Some((value, action)) = best.filter(|_| !self.stopped) else { return 0 };
        self.table.store(key, value, action, depth, if value > floor { Bound::Exact } else { Bound::Upper });
        value
    }

    fn is_sorted(&self, depth: u32) -> bool {
        depth >= self.config.sorted_from
    }

    /// Lists the moves of a position, the most promising first where they are ordered by value.
    fn list(&mut self, position: &Position<B>, me: usize, depth: u32, list: &mut Vec<(i32, Move)>) {
        list.clear();
        let mut moves = Vec::new();
        Slide::<B, H, T>::moves(self.rules, position, &mut moves);
        if !self.is_sorted(depth) {
            list.extend(moves.into_iter().map(|action| (self.history(action), action)));
            return;
        }
        for action in moves {
            let next = self.after(position, action);
            list.push((self.child(&next, me, 0, -INFINITE_SCORE, INFINITE_SCORE, 0), action));
            if self.stopped {
                return;
            }
        }
        list.sort_unstable_by(best_first);
    }

    /// Searches one move; moves after the first get a null window that only tests whether they are better.
    #[expect(clippy::too_many_arguments, reason = "they are the state of the node")]
    fn step(
        &mut self,
        position: &Position<B>,
        me: usize,
        action: Move,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: usize,
        first: bool,
    ) -> i32 {
        let next = self.after(position, action);
        if first || depth == 1 {
            return self.child(&next, me, depth - 1, alpha, beta, ply + 1);
        }
        let found = self.child(&next, me, depth - 1, alpha, alpha + 1, ply + 1);
        if found > alpha && found < beta && !self.stopped {
            return self.child(&next, me, depth - 1, alpha, beta, ply + 1);
        }
        found
    }

    /// Records a cutoff.
    fn cut(&mut self, key: u64, value: i32, action: Move, depth: u32, ply: usize) {
        self.table.store(key, value, action, depth, Bound::Lower);
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let cells = self.rules.plan.board.cells();
        let weight = depth * depth;
        match action.kind() {
            MoveKind::Slide(from, to) => self.slides[from * cells + to] += weight,
            MoveKind::Shoot(from, to, at) => {
                self.slides[from * cells + to] += weight;
                if let Some(shot) = self.shots.get_mut(to * cells + at) {
                    *shot += weight;
                }
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn history(&self, action: Move) -> i32 {
        let cells = self.rules.plan.board.cells();
        let weight = match action.kind() {
            MoveKind::Slide(from, to) => self.slides[from * cells + to],
            MoveKind::Shoot(from, to, at) => {
                self.slides[from * cells + to] + self.shots.get(to * cells + at).copied().unwrap_or(0)
            }
            _ => 0,
        };
        weight.min(1 << 30) as i32
    }
}
