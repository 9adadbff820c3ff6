//! Principal-variation alpha-beta search for two players with a shared transposition table.

use std::cmp;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use floe_games::sort::sort_by;
use floe_games::{Actor, Game};

use crate::math::ln;
use crate::ordering::best_first;
use crate::transposition::{Bound, TranspositionTable, TtEntry};
use crate::{Limits, SearchControl};

/// The score of a won position, to which the margin is added.
pub const WIN_SCORE: i32 = 20_000;
/// Scores of at least this size are proved.
pub const PROVED_SCORE: i32 = 19_000;
/// Larger than every score.
const INFINITE_SCORE: i32 = 32_000;
/// The stored depth of proved scores: nothing is searched deeper.
const MAX_DEPTH: i32 = 120;
/// The maximum ply.
const MAX_PLY: usize = 128;

/// A game for two players with its evaluation, as the search sees it.
pub trait Evaluator: Sync {
    /// The game.
    type Game: Game;
    /// Its rules.
    fn rules(&self) -> &<Self::Game as Game>::Rules;
    /// A key that distinguishes positions.
    fn key(&self, position: &<Self::Game as Game>::Position) -> u64;
    /// The static evaluation of a position for a seat, between -[`PROVED_SCORE`] and [`PROVED_SCORE`]; outside of that
    /// it is proved.
    fn static_eval(&self, position: &<Self::Game as Game>::Position, seat: usize) -> i32;
    /// The score of a finished game for a seat: at least [`WIN_SCORE`], 0, or at most -[`WIN_SCORE`].
    fn terminal_score(&self, position: &<Self::Game as Game>::Position, seat: usize) -> i32;
    /// The score of a move for move ordering; larger is better.
    fn order_score(
        &self,
        position: &<Self::Game as Game>::Position,
        action: <Self::Game as Game>::Move,
    ) -> i32;
    /// The index of a move in the history table; the same in every position.
    fn history_index(&self, action: <Self::Game as Game>::Move) -> usize;
}

/// The move type of an evaluator's game.
type MoveOf<E> = <<E as Evaluator>::Game as Game>::Move;

/// The size of the history table of a seat.
pub const HISTORY_SIZE: usize = 1 << 14;

/// A principal variation: its moves and its score for the seat to act.
#[derive(Clone, Debug)]
pub struct PvLine<M> {
    /// Its score.
    pub value: i32,
    /// Its moves.
    pub line: Vec<M>,
}

/// The highest score first.
fn by_value<M>(one: &PvLine<M>, other: &PvLine<M>) -> cmp::Ordering {
    other.value.cmp(&one.value)
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The best lines, the best first.
    pub lines: Vec<PvLine<M>>,
    /// The completed depth.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
}

/// A search and what it keeps from one position to the next.
pub struct AlphaBeta<M> {
    bits: u32,
    /// Allocated at the first search: it is large, and not every game needs it.
    tt: Option<TranspositionTable>,
    /// One for each thread.
    ordering: Vec<OrderingTables<M>>,
}

impl<M: Copy + Ord + Send> AlphaBeta<M> {
    /// A search with a table of 2^`bits` slots of 16 bytes.
    pub fn new(bits: u32) -> AlphaBeta<M> {
        AlphaBeta { bits, tt: None, ordering: Vec::new() }
    }

    /// Clears the tables: a new game starts.
    pub fn new_game(&mut self) {
        self.ordering.clear();
        if let Some(tt) = &mut self.tt {
            tt.clear();
        }
    }

    /// Searches by iterative deepening until a limit is reached or the score is proved.
    pub fn search<E>(
        &mut self,
        evaluator: &E,
        position: &<E::Game as Game>::Position,
        limits: &Limits,
        control: &SearchControl<'_>,
        on_progress: &(dyn Fn(&SearchResult<M>) + Sync),
    ) -> SearchResult<M>
    where
        E: Evaluator,
        E::Game: Game<Move = M>,
    {
        let shared = Shared { nodes: AtomicU64::new(0), stopped: AtomicBool::new(false) };
        self.ordering.resize_with(limits.threads.max(1), OrderingTables::new);
        let mut best = SearchResult { lines: Vec::new(), depth: 0, nodes: 0 };
        let tt = &*self.tt.get_or_insert_with(|| TranspositionTable::new(self.bits));
        let reductions = reductions();
        thread::scope(|scope| {
            let mut searches = self.ordering.iter_mut().map(|ordering| {
                ordering.age();
                let shared = &shared;
                Search {
                    evaluator,
                    tt,
                    limits,
                    control,
                    shared,
                    nodes: 0,
                    reported: 0,
                    stopped: false,
                    ordering,
                    reductions,
                }
            });
            let main = searches.next();
            for (helper, mut search) in searches.enumerate() {
                // Helper threads start at other depths, so that they leave useful entries in the table.
                scope.spawn(move || search.iterative_deepening(position, 2 - helper % 2, &|_| {}));
            }
            if let Some(mut main) = main {
                best = main.iterative_deepening(position, 1, on_progress);
            }
            shared.stopped.store(true, Ordering::Relaxed);
        });
        best.nodes = shared.nodes.load(Ordering::Relaxed);
        best
    }
}

/// The move-ordering tables of one thread: history, killers and principal variations.
struct OrderingTables<M> {
    /// The history heuristic's scores.
    history: Vec<i32>,
    killers: Vec<[Option<M>; 2]>,
    /// The principal variation from each ply on.
    pv_table: Vec<Vec<M>>,
}

impl<M: Copy> OrderingTables<M> {
    fn new() -> OrderingTables<M> {
        OrderingTables {
            history: vec![0; 2 * HISTORY_SIZE],
            killers: vec![[None; 2]; MAX_PLY + 1],
            pv_table: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Ages the history for the next search.
    fn age(&mut self) {
        self.history.iter_mut().for_each(|score| *score /= 4);
        self.killers.fill([None; 2]);
    }
}

/// Late-move reductions by depth and move number.
fn reductions() -> &'static [[u8; 64]; 64] {
    static TABLE: OnceLock<[[u8; 64]; 64]> = OnceLock::new();
    TABLE.get_or_init(|| {
        let reduction = |depth: usize, number: usize| {
            let product = ln(depth.max(1) as f64) * ln(number.max(1) as f64);
            (0.4 + product / 2.2) as u8
        };
        std::array::from_fn(|depth| std::array::from_fn(|number| reduction(depth, number)))
    })
}

struct Shared {
    nodes: AtomicU64,
    stopped: AtomicBool,
}

struct Search<'a, E: Evaluator> {
    evaluator: &'a E,
    tt: &'a TranspositionTable,
    limits: &'a Limits,
    control: &'a SearchControl<'a>,
    shared: &'a Shared,
    nodes: u64,
    /// How many of them are already in the shared count.
    reported: u64,
    stopped: bool,
    ordering: &'a mut OrderingTables<<E::Game as Game>::Move>,
    reductions: &'a [[u8; 64]; 64],
}

/// The number of nodes between two checks of the clock.
const POLL_INTERVAL: u64 = 128;

impl<E: Evaluator> Search<'_, E> {
    /// Counts a node; returns whether to continue.
    #[inline(always)]
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes - self.reported >= POLL_INTERVAL {
            let all = self.report_nodes();
            self.stopped |= self.control.should_stop(self.limits)
                || self.shared.stopped.load(Ordering::Relaxed)
                || self.limits.nodes.is_some_and(|nodes| all >= nodes);
        }
        !self.stopped
    }

    /// Adds the new nodes to the shared count; returns the total of all threads.
    fn report_nodes(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    fn iterative_deepening(
        &mut self,
        position: &<E::Game as Game>::Position,
        first: usize,
        on_progress: &dyn Fn(&SearchResult<MoveOf<E>>),
    ) -> SearchResult<<E::Game as Game>::Move> {
        let mut roots = Vec::new();
        E::Game::moves(self.evaluator.rules(), position, &mut roots);
        let multi_pv = self.limits.lines.clamp(1, roots.len().max(1));
        let mut result = SearchResult { lines: Vec::new(), depth: 0, nodes: 0 };
        let deepest = self.limits.depth.map_or(MAX_DEPTH as u32 - 20, |depth| depth.clamp(1, 100)) as usize;
        for depth in first..=deepest {
            let mut found: Vec<PvLine<<E::Game as Game>::Move>> = Vec::new();
            for number in 0..multi_pv {
                let guess = result.lines.get(number).map(|found: &PvLine<_>| found.value);
                let Some(line) = self.root(position, &roots, &found, depth as i32, guess) else { break };
                found.push(line);
            }
            if self.stopped && found.len() < result.lines.len().max(1) {
                // A best move found before the time was up is better than the one of the previous depth.
                if let Some(better) = found.into_iter().next()
                    && multi_pv == 1
                {
                    result.lines = vec![better];
                }
                break;
            }
            if found.is_empty() {
                break;
            }
            sort_by(&mut found, by_value);
            let proved = found.iter().all(|found| found.value.abs() >= PROVED_SCORE);
            result = SearchResult { lines: found, depth: depth as u32, nodes: self.report_nodes() };
            on_progress(&result);
            if self.stopped || proved || roots.len() == 1 && self.limits.depth.is_none() && depth >= 4 {
                break;
            }
        }
        if result.lines.is_empty()
            && let Some(&first) = roots.first()
        {
            result.lines = vec![PvLine { value: 0, line: vec![first] }];
        }
        self.report_nodes();
        result
    }

    /// The best root move that is not among `excluded`, searched with an aspiration window.
    fn root(
        &mut self,
        position: &<E::Game as Game>::Position,
        roots: &[<E::Game as Game>::Move],
        excluded: &[PvLine<<E::Game as Game>::Move>],
        depth: i32,
        guess: Option<i32>,
    ) -> Option<PvLine<<E::Game as Game>::Move>> {
        let Actor::Seat(seat) = E::Game::actor(self.evaluator.rules(), position) else { return None };
        let mut order: Vec<(i32, <E::Game as Game>::Move)> = roots
            .iter()
            .filter(|action| excluded.iter().all(|found| found.line[0] != **action))
            .map(|&action| {
                let next = self.after(position, action);
                let stored = self.tt.probe(self.evaluator.key(&next));
                let value = match E::Game::actor(self.evaluator.rules(), &next) {
                    Actor::Seat(to_act) => match stored {
                        Some(entry) if to_act == seat => i32::from(entry.value),
                        Some(entry) => -i32::from(entry.value),
                        None => self.evaluator.static_eval(&next, seat),
                    },
                    _ => self.evaluator.terminal_score(&next, seat),
                };
                (value, action)
            })
            .collect();
        // The best move so far first, then by the table's scores.
        let hint = self.tt.probe(self.evaluator.key(position)).map(|entry| usize::from(entry.best));
        if let Some(&best) = hint.and_then(|best| roots.get(best)) {
            order
                .iter_mut()
                .filter(|(_, action)| *action == best)
                .for_each(|(value, _)| *value = INFINITE_SCORE);
        }
        order.sort_by(best_first);
        let mut margin = 300;
        let (mut alpha, mut beta) = match guess {
            Some(guess) if guess.abs() < PROVED_SCORE && depth > 2 => (guess - margin, guess + margin),
            _ => (-INFINITE_SCORE, INFINITE_SCORE),
        };
        loop {
            let found = self.root_window(position, roots, &order, seat, depth, alpha, beta);
            if self.stopped {
                return found.filter(|found| found.value > alpha);
            }
            let found = found?;
            margin *= 4;
            if found.value <= alpha && alpha > -INFINITE_SCORE {
                alpha = (found.value - margin).max(-INFINITE_SCORE);
            } else if found.value >= beta && beta < INFINITE_SCORE {
                beta = (found.value + margin).min(INFINITE_SCORE);
            } else {
                return Some(found);
            }
            if margin > 5000 {
                (alpha, beta) = (-INFINITE_SCORE, INFINITE_SCORE);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn root_window(
        &mut self,
        position: &<E::Game as Game>::Position,
        roots: &[<E::Game as Game>::Move],
        order: &[(i32, <E::Game as Game>::Move)],
        seat: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Option<PvLine<<E::Game as Game>::Move>> {
        let mut best: Option<PvLine<<E::Game as Game>::Move>> = None;
        let mut best_alpha = alpha;
        for (number, &(_, action)) in order.iter().enumerate() {
            let next = self.after(position, action);
            let value = self.search_child(&next, seat, depth, number, best_alpha, beta, 0);
            if self.stopped {
                break;
            }
            if best.as_ref().is_none_or(|best| value > best.value) {
                let mut line = vec![action];
                line.extend_from_slice(&self.ordering.pv_table[1]);
                best = Some(PvLine { value, line });
                best_alpha = best_alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        if let (Some(found), false) = (&best, self.stopped) {
            let at = roots.iter().position(|action| *action == found.line[0]).unwrap_or(0);
            let bound = match found.value {
                value if value >= beta => Bound::Lower,
                value if value <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            if order.len() == roots.len() {
                self.store(self.evaluator.key(position), found.value, depth, bound, at);
            }
        }
        best
    }

    #[inline(always)]
    fn after(
        &self,
        position: &<E::Game as Game>::Position,
        action: <E::Game as Game>::Move,
    ) -> <E::Game as Game>::Position {
        let mut next = position.clone();
        E::Game::apply(self.evaluator.rules(), &mut next, action);
        next
    }

    /// The score of a position for the seat that moved to it: principal-variation search, with late moves first searched
    /// with a reduced depth (late-move reductions) and a null window.
    #[allow(clippy::too_many_arguments)]
    fn search_child(
        &mut self,
        next: &<E::Game as Game>::Position,
        seat: usize,
        depth: i32,
        number: usize,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.ordering.pv_table[ply + 1].clear();
        let Actor::Seat(to_act) = E::Game::actor(self.evaluator.rules(), next) else {
            return self.evaluator.terminal_score(next, seat);
        };
        // If the other seat is skipped, the same seat moves again.
        let same = to_act == seat;
        let with_window = |search: &mut Self, depth: i32, alpha: i32, beta: i32| -> i32 {
            if same {
                search.negamax(next, seat, depth, alpha, beta, ply + 1)
            } else {
                -search.negamax(next, to_act, depth, -beta, -alpha, ply + 1)
            }
        };
        let full = depth - 1;
        if number == 0 {
            return with_window(self, full, alpha, beta);
        }
        let reduced = if depth >= 3 && number >= 2 {
            full - i32::from(self.reductions[depth.min(63) as usize][number.min(63)])
        } else {
            full
        };
        let mut value = with_window(self, reduced, alpha, alpha + 1);
        if value > alpha && reduced < full {
            value = with_window(self, full, alpha, alpha + 1);
        }
        if value > alpha && value < beta {
            value = with_window(self, full, alpha, beta);
        }
        value
    }

    /// Negamax: the score of a position for the seat to act, within a window.
    fn negamax(
        &mut self,
        position: &<E::Game as Game>::Position,
        seat: usize,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if !self.count_node() {
            return alpha;
        }
        let key = self.evaluator.key(position);
        let is_pv = beta - alpha > 1;
        let stored = self.tt.probe(key);
        if let Some(entry) = stored
            && (i32::from(entry.depth) >= depth)
            && !is_pv
        {
            let value = i32::from(entry.value);
            match entry.bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                _ => {}
            }
        }
        if depth <= 0 || ply >= MAX_PLY {
            let value = self.evaluator.static_eval(position, seat);
            if value.abs() >= PROVED_SCORE {
                self.store(key, value, MAX_DEPTH, Bound::Exact, 0);
            }
            return value;
        }
        // The static evaluation already proves what is decided.
        let static_value = self.evaluator.static_eval(position, seat);
        if static_value.abs() >= PROVED_SCORE {
            self.store(key, static_value, MAX_DEPTH, Bound::Exact, 0);
            return static_value;
        }
        let mut moves = Vec::new();
        E::Game::moves(self.evaluator.rules(), position, &mut moves);
        let mut order = self.order(position, seat, &moves, stored, depth, ply);
        let (start, mut best, mut best_at) = (alpha, -INFINITE_SCORE, 0);
        for number in 0..order.len() {
            // Cutoffs come early: moves that are never tried are never sorted.
            let next = (number..order.len()).max_by_key(|&at| order[at].0).unwrap_or(number);
            order.swap(number, next);
            let (order_score, at) = order[number];
            // Late-move pruning: near the horizon the late moves of a null-window node are skipped.
            if !is_pv
                && depth <= 2
                && number >= 6 * depth as usize + 4
                && best > -PROVED_SCORE
                && order_score < INFINITE_SCORE
            {
                break;
            }
            let action = moves[usize::from(at)];
            let after = self.after(position, action);
            let value = self.search_child(&after, seat, depth, number, alpha, beta, ply);
            if self.stopped {
                return best.max(alpha);
            }
            if value <= best {
                continue;
            }
            (best, best_at) = (value, at);
            if value <= alpha {
                continue;
            }
            alpha = value;
            if is_pv {
                let (head, tail) = self.ordering.pv_table.split_at_mut(ply + 1);
                head[ply].clear();
                head[ply].push(action);
                head[ply].extend_from_slice(&tail[0]);
            }
            if value >= beta {
                self.update_history(action, &moves, &order[..number], seat, depth, ply);
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > start => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store(key, best, depth, bound, usize::from(best_at));
        best
    }

    fn store(&self, key: u64, value: i32, depth: i32, bound: Bound, best: usize) {
        let sure =
            value >= PROVED_SCORE && bound != Bound::Upper || value <= -PROVED_SCORE && bound != Bound::Lower;
        let depth = if sure { MAX_DEPTH } else { depth.clamp(0, MAX_DEPTH - 1) };
        self.tt.store(key, TtEntry { value: value as i16, depth: depth as u8, bound, best: best as u16 });
    }

    /// Orders the moves: the table's move first, then by static evaluation far from the leaves and by history near them.
    fn order(
        &mut self,
        position: &<E::Game as Game>::Position,
        seat: usize,
        moves: &[<E::Game as Game>::Move],
        stored: Option<TtEntry>,
        depth: i32,
        ply: usize,
    ) -> Vec<(i32, u16)> {
        let hint = stored.map(|entry| usize::from(entry.best));
        let killers = self.ordering.killers[ply];
        (0..moves.len().min(usize::from(u16::MAX)))
            .map(|at| {
                let action = moves[at];
                if hint == Some(at) {
                    return (INFINITE_SCORE, at as u16);
                }
                let score = if depth >= 3 {
                    let next = self.after(position, action);
                    match E::Game::actor(self.evaluator.rules(), &next) {
                        Actor::Seat(_) => {
                            self.nodes += 1;
                            self.evaluator.static_eval(&next, seat)
                        }
                        _ => self.evaluator.terminal_score(&next, seat),
                    }
                } else {
                    self.evaluator.order_score(position, action)
                        + self.ordering.history
                            [seat % 2 * HISTORY_SIZE + self.evaluator.history_index(action) % HISTORY_SIZE]
                            / 8
                };
                let killer = if killers.contains(&Some(action)) { 400 } else { 0 };
                ((score + killer).min(INFINITE_SCORE - 1), at as u16)
            })
            .collect()
    }

    /// After a cutoff: raises the history score of the move and lowers those of the moves tried before it.
    fn update_history(
        &mut self,
        action: <E::Game as Game>::Move,
        moves: &[<E::Game as Game>::Move],
        before: &[(i32, u16)],
        seat: usize,
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.ordering.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let bonus = (depth * depth).min(400);
        let base = seat % 2 * HISTORY_SIZE;
        let (evaluator, history) = (self.evaluator, &mut self.ordering.history);
        let mut learn = |action, by: i32| {
            let score = &mut history[base + evaluator.history_index(action) % HISTORY_SIZE];
            // Decays towards its limit, so that it stays bounded.
            *score += by * 16 - *score * by.abs() / 512;
        };
        learn(action, bonus);
        for &(_, at) in before {
            learn(moves[usize::from(at)], -bonus);
        }
    }
}
