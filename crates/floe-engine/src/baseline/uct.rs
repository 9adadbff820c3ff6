//! UCT as in Amazons programs: a slide and its shot are two plies of the tree, moves are added by progressive widening
//! in the order of a territory evaluation, and the same evaluation replaces playouts.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use floe_board::Bits;
use floe_games::slide::{Move, MoveKind, Phase, Position, Rules, Slide, Turn};
use floe_games::{Game, GameRng, Refusal};

use super::amazons_eval::phased_value;
use super::board::BoardShifts;
use super::eval_state::{CellValues, EvalState};
use super::{DEFAULT_NODES, UNIT, answer, moves_to_search};
use crate::math::{ln, logistic};
use crate::ordering::largest_first;
use crate::{Analysis, Engine, Limits, Rng, SearchControl, SearchRequest};

/// The exploration constant of UCT (Kocsis & Szepesvári 2006).
const EXPLORATION: f64 = 0.05;
/// The lead in cells that makes a win `e` times as likely.
const SCALE: f64 = 6.0;
/// The maximum number of children of a node.
const MAX_CHILDREN: usize = 48;
/// The maximum number of nodes, about eighty megabytes.
const MAX_TREE_NODES: usize = 2_500_000;

pub(super) struct Uct<B: Bits, const H: usize, T> {
    rules: Rules<B, H>,
    shifts: BoardShifts<B, H>,
    tree: Vec<Node>,
    rng: Rng,
    chance: GameRng,
    turn: PhantomData<T>,
}

/// A move in the tree, or half of one.
#[derive(Clone, Copy)]
struct Node {
    /// A slide that has yet to shoot, or a whole move.
    action: Move,
    /// Its initial value for the seat that makes it.
    prior: f32,
    /// The sum of all visits, for the seat that makes it.
    sum: f64,
    visits: u32,
    first: u32,
    count: u16,
    /// The seat that makes it.
    seat: u8,
    open: bool,
}

impl<B: Bits, const H: usize, T: Turn> Uct<B, H, T> {
    pub(super) fn new(rules: Rules<B, H>, seed: u64) -> Uct<B, H, T> {
        Uct {
            shifts: BoardShifts::new(&rules.plan.board, &rules.rays),
            rules,
            tree: Vec::new(),
            rng: Rng::new(seed),
            chance: GameRng::for_player(seed),
            turn: PhantomData,
        }
    }
}

impl<B: Bits, const H: usize, T: Turn> Engine for Uct<B, H, T> {
    fn analyze(&mut self, request: SearchRequest<'_>) -> Result<Analysis, Refusal> {
        let SearchRequest { view, limits, control } = request;
        let (position, seat) = view.turn::<Slide<B, H, T>>(&self.rules, &mut self.chance)?;
        let moves = match moves_to_search::<B, H, T>(&self.rules, &position, &mut self.rng)? {
            ControlFlow::Continue(moves) => moves,
            ControlFlow::Break(analysis) => return Ok(analysis),
        };
        let text = |action: Move| Slide::<B, H, T>::move_text(&self.rules, action);
        self.tree.clear();
        self.tree.push(Node::new(moves[0], 0.5, 1 - seat));
        let values = CellValues::new(&self.rules, &position);
        let mut search = TreeSearch::<B, H, T> {
            rules: &self.rules,
            shifts: &self.shifts,
            values: &values,
            tree: &mut self.tree,
            moves: Vec::new(),
            list: Vec::new(),
            nodes: 0,
            max_nodes: limits.nodes.unwrap_or(if limits.time.is_some() { u64::MAX } else { DEFAULT_NODES }),
            limits,
            control,
            stopped: false,
            leaves: self.rules.plan.set.get("block").as_str() == Some("left"),
            turn: PhantomData,
        };
        let deepest = search.run(&position);
        let (nodes, best) = (search.nodes, search.best());
        let best = best.filter(|(action, _)| moves.binary_search(action).is_ok());
        let (action, win) = best.unwrap_or((moves[0], 0.5));
        let value =
            (ln(win.clamp(0.001, 0.999) / (1.0 - win.clamp(0.001, 0.999))) * SCALE * f64::from(UNIT)) as i32;
        Ok(answer(text(action), value, deepest, nodes))
    }

    fn new_game(&mut self) {
        self.tree.clear();
    }
}

impl Node {
    fn new(action: Move, prior: f32, seat: usize) -> Node {
        Node { action, prior, sum: 0.0, visits: 0, first: 0, count: 0, seat: seat as u8, open: false }
    }

    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    fn mean(&self) -> f64 {
        if self.visits == 0 { f64::from(self.prior) } else { self.sum / f64::from(self.visits) }
    }
}

/// One search.
struct TreeSearch<'a, B, const H: usize, T> {
    rules: &'a Rules<B, H>,
    shifts: &'a BoardShifts<B, H>,
    values: &'a CellValues<B>,
    tree: &'a mut Vec<Node>,
    moves: Vec<Move>,
    list: Vec<(f32, Move)>,
    nodes: u64,
    max_nodes: u64,
    limits: &'a Limits,
    control: &'a SearchControl<'a>,
    stopped: bool,
    /// Is the cell that a piece leaves removed from play?
    leaves: bool,
    turn: PhantomData<T>,
}

impl<B: Bits, const H: usize, T: Turn> TreeSearch<'_, B, H, T> {
    /// Runs simulations until the limit; returns the depth in whole moves.
    fn run(&mut self, root: &Position<B>) -> u32 {
        let mut deepest = 0;
        let mut path = Vec::new();
        while !self.stopped && self.tree.len() < MAX_TREE_NODES {
            let mut position = *root;
            path.clear();
            path.push(0);
            // The value of the leaf for seat 0.
            let mut slid = None;
            let value = loop {
                let here = path[path.len() - 1];
                if position.phase() == Phase::Over {
                    break self.result(&position);
                }
                let fresh = !self.tree[here].open;
                if fresh {
                    self.open(here, &position, slid);
                }
                let Some(next) = self.choose(here) else { break 0.5 };
                // A leaf is a whole move: an evaluation between slide and shot is too inaccurate.
                let node = self.tree[next];
                if fresh && !matches!(node.action.kind(), MoveKind::Slide(..)) {
                    let value = f64::from(node.prior);
                    break if node.seat == 0 { value } else { 1.0 - value };
                }
                path.push(next);
                slid = match node.action.kind() {
                    MoveKind::Slide(from, to) => Some((from, to)),
                    _ => {
                        Slide::<B, H, T>::apply(self.rules, &mut position, node.action);
                        None
                    }
                };
                if self.stopped {
                    break 0.5;
                }
            };
            if self.stopped && self.tree[0].visits > 0 {
                break;
            }
            deepest = deepest.max(path.len() as u32 / 2);
            for &at in &path {
                let node = &mut self.tree[at];
                node.visits += 1;
                node.sum += if node.seat == 0 { value } else { 1.0 - value };
            }
            // A visit counts as well: a tree with only terminal leaves no longer grows.
            self.nodes += 1;
            self.stopped |= self.nodes >= self.max_nodes || self.control.should_stop(self.limits);
        }
        deepest
    }

    /// The child to visit: a new one while there are fewer than progressive widening allows, otherwise the most
    /// promising.
    fn choose(&self, at: usize) -> Option<usize> {
        let node = &self.tree[at];
        let visits = f64::from(node.visits);
        let wide = 1 + (0.7 * visits.sqrt()) as usize;
        let log = ln(visits + 1.0);
        let mut best: Option<(f64, usize)> = None;
        for child in node.children().take(wide) {
            let known = &self.tree[child];
            if known.visits == 0 {
                return Some(child);
            }
            let value = known.mean() + EXPLORATION * (log / f64::from(known.visits)).sqrt();
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, child));
            }
        }
        best.map(|(_, child)| child)
    }

    /// Lists the steps of a node in the order of their evaluation.
    fn open(&mut self, at: usize, position: &Position<B>, slid: Option<(usize, usize)>) {
        self.list.clear();
        let seat = position.turn() & 1;
        match (slid, position.phase()) {
            (Some((from, to)), _) => {
                for shot in self.rules.shots(position, from, to).cells() {
                    let value = self.value_after(position, from, to, Some(shot));
                    self.list.push((value, Move::new(MoveKind::Shoot(from, to, shot))));
                }
            }
            (None, Phase::Move) => {
                for from in self.rules.movable(position).cells() {
                    for to in self.rules.slides(position, from).cells() {
                        if self.rules.shots(position, from, to).is_empty() {
                            continue;
                        }
                        let value = self.value_after(position, from, to, None);
                        self.list.push((value, Move::new(MoveKind::Slide(from, to))));
                    }
                }
            }
            _ => {
                self.moves.clear();
                Slide::<B, H, T>::moves(self.rules, position, &mut self.moves);
                for n in 0..self.moves.len() {
                    let mut next = *position;
                    Slide::<B, H, T>::apply(self.rules, &mut next, self.moves[n]);
                    let state = EvalState::new(&next, self.values);
                    let value = self.evaluate(&state);
                    self.list.push((if next.turn() == seat { value } else { 1.0 - value }, self.moves[n]));
                }
            }
        }
        self.list.sort_by(largest_first);
        self.list.truncate(MAX_CHILDREN);
        let first = self.tree.len();
        let children = self.list.iter().map(|&(prior, action)| Node::new(action, prior, seat));
        self.tree.extend(children);
        let node = &mut self.tree[at];
        (node.first, node.count, node.open) = (first as u32, self.list.len() as u16, true);
    }

    /// The value of a slide, and its shot, for the seat to act.
    #[inline(always)]
    fn value_after(&mut self, position: &Position<B>, from: usize, to: usize, shot: Option<usize>) -> f32 {
        let mut state = EvalState::new(position, self.values);
        state.turn_over(self.values, from, to, shot, self.leaves);
        1.0 - self.evaluate(&state)
    }

    /// The probability that the seat to act wins.
    #[inline(always)]
    fn evaluate(&mut self, state: &EvalState<B>) -> f32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(64) && self.control.should_stop(self.limits) {
            self.stopped = true;
        }
        let value = phased_value(self.shifts, self.values, state);
        logistic(f64::from(value) / SCALE) as f32
    }

    /// The result of a finished game for seat 0.
    fn result(&self, position: &Position<B>) -> f64 {
        let outcome = Slide::<B, H, T>::outcome(self.rules, position);
        match outcome.map(|outcome| (outcome.winners.contains(&0), outcome.winners.len())) {
            Some((true, 1)) => 1.0,
            Some((false, 1)) => 0.0,
            _ => 0.5,
        }
    }

    /// The most visited move and its win rate.
    fn best(&self) -> Option<(Move, f64)> {
        let mut at = 0;
        loop {
            let most = |&child: &usize| (self.tree[child].visits, std::cmp::Reverse(child));
            let next = self.tree[at].children().max_by_key(most)?;
            at = next;
            let node = &self.tree[at];
            if !matches!(node.action.kind(), MoveKind::Slide(..)) {
                return Some((node.action, node.mean()));
            }
        }
    }
}
