//! The engine of both buffets: a tree search with guided playouts, exact near the end.
//!
//! | file | idea |
//! |---|---|
//! | `board` | the board play as the search sees it: a small state, its moves, what they claim |
//! | `showdown_eval` | who wins a showdown: an estimate, a certainty, or exactly |
//! | `card_value` | the heuristic value of a card |
//! | `playout` | fast guided playouts |
//! | `tree` | nodes that threads share without locks |
//! | `search` | selection, expansion, playout and backup |
//! | `endgame` | alpha-beta over the rest of the game |
//! | `proof` | every move of a late position with its exact result |
//! | `layout` | the hands laid out at the table |
//! | `sound` | moves and layouts that are wrong at sight |

mod board;
mod card_value;
mod endgame;
mod layout;
mod playout;
mod proof;
mod search;
mod showdown_eval;
mod sound;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use floe_cards::ShowdownResult;
use floe_games::buffet::{Buffet, Move, Position, Rules};
use floe_games::slide::Turn;
use floe_games::sort::sort_by;
use floe_games::{Game, GameRng, Refusal};

use crate::dominated::without_faults;
use crate::{
    Analysis, Engine, Evaluation, LevelParams, Limits, Line, Rng, SearchControl, SearchRequest, noise,
};
use board::{BoardTables, Deal, State};
use card_value::CardValues;
use endgame::Endgame;
use search::{Search, Worker};
use showdown_eval::{ShowdownEvaluator, outcome_value};
use tree::{Node, Tree};

pub(crate) use proof::values;
pub use search::BuffetParams;
pub(crate) use sound::{faults, layout_fault};

/// The maximum number of useful threads.
const MAX_THREADS: usize = 64;
/// Virtual visits with a value somewhat below the mean, which discount lines with few playouts.
const PRIOR_VISITS: f32 = 4.0;

/// The number of playouts of a search without limits.
const UNLIMITED: u64 = 100_000;

/// An engine for one set of rules.
pub(crate) struct BuffetEngine<T> {
    tables: BoardTables<T>,
    card_values: CardValues,
    /// `None` is full strength.
    level_params: Option<LevelParams>,
    params: BuffetParams,
    rng: Rng,
    chance: GameRng,
    workers: Vec<Worker>,
    tree: Tree,
    /// The cards, the root state and the root node of the tree.
    saved: Option<([u8; board::CELLS], State, u32)>,
}

impl<T: Turn> BuffetEngine<T> {
    pub(crate) fn new(rules: Rules, level_params: Option<LevelParams>, seed: u64) -> BuffetEngine<T> {
        let params = BuffetParams { reuse: level_params.is_none(), ..BuffetParams::default() };
        BuffetEngine {
            card_values: CardValues::new(rules.showdown().rank.wheel),
            tables: BoardTables::new(rules),
            level_params,
            params,
            rng: Rng::new(seed),
            chance: GameRng::for_player(seed),
            workers: Vec::new(),
            tree: Tree::new(),
            saved: None,
        }
    }

    /// An engine of full strength with these parameters.
    pub(crate) fn with_params(rules: Rules, params: BuffetParams, seed: u64) -> BuffetEngine<T> {
        BuffetEngine { params, ..BuffetEngine::new(rules, None, seed) }
    }

    fn search(
        &mut self,
        position: &Position,
        seat: usize,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Analysis, Refusal> {
        let deal = Deal::new(&self.tables, position);
        let state = deal.state(position);
        let root = take_root(&deal, &mut self.tree, &mut self.saved, &state, self.params.reuse);
        let threads = limits.threads.clamp(1, MAX_THREADS);
        while self.workers.len() < threads {
            self.workers.push(Worker {
                rng: Rng::new(self.rng.next_u64()),
                evaluator: ShowdownEvaluator::new(*self.tables.showdown()),
                endgame: Endgame::new(),
            });
        }
        let own_limit = self.level_params.map(|level_params| level_params.nodes);
        let unlimited = limits.nodes.is_none() && limits.time.is_none() && own_limit.is_none();
        let most = [limits.nodes, own_limit, unlimited.then_some(UNLIMITED)];
        let search = Search {
            deal: &deal,
            card_values: &self.card_values,
            tree: &self.tree,
            root,
            state,
            params: BuffetParams {
                rave_full_visits: if threads > 1 { self.params.rave_full_visits } else { u32::MAX },
                ..self.params
            },
            max_playouts: most.into_iter().flatten().min().unwrap_or(u64::MAX).max(1),
            depth: limits.depth.unwrap_or(u32::MAX).max(1),
            begun: AtomicU64::new(0),
            endgame_nodes: AtomicU64::new(0),
            ended: AtomicBool::new(false),
        };
        let over = || control.should_stop(limits);
        let report = Report { search: &search, seat };
        let lines = limits.lines.max(1);
        if let Some((first, others)) = self.workers[..threads].split_first_mut() {
            std::thread::scope(|scope| {
                for worker in others {
                    scope.spawn(|| search.run(worker, &over, |_| {}));
                }
                search.run(first, &over, |number| {
                    if number >= 1024 && number.is_power_of_two() {
                        (control.on_progress)(&report.analysis(lines));
                    }
                });
            });
        }
        let mut analysis = report.analysis(usize::MAX);
        if let Some(level_params) = self.level_params {
            let mut steps = Vec::new();
            deal.tables.moves(&state.board, &mut steps);
            let evaluator = &self.workers[0].evaluator;
            let faults = sound::step_faults(&deal, evaluator, &state, &steps);
            let at_fault: Vec<String> = steps
                .into_iter()
                .zip(faults)
                .filter(|(_, fault)| fault.is_some())
                .map(|(step, _)| Buffet::<T>::move_text(&self.tables.rules, Move::Board(step)))
                .collect();
            let sound = without_faults(&analysis.lines, |text| at_fault.iter().any(|fault| fault == text));
            if let Some(line) = noise::choose(&sound, level_params.noise, &mut self.rng) {
                analysis.best = line.moves[0].clone();
            }
        }
        analysis.lines.truncate(lines);
        if analysis.best.is_empty() {
            return Err(Refusal::game_over("there is no legal move here"));
        }
        Ok(analysis)
    }
}

impl<T: Turn> Engine for BuffetEngine<T> {
    fn analyze(&mut self, request: SearchRequest<'_>) -> Result<Analysis, Refusal> {
        let SearchRequest { view, limits, control } = request;
        let (position, seat) = view.turn::<Buffet<T>>(&self.tables.rules, &mut self.chance)?;
        if Buffet::<T>::placeholder_move(&self.tables.rules, &position).is_some() {
            return layout::lay_out::<T>(&self.tables.rules, &position, seat, &mut self.rng);
        }
        self.search(&position, seat, limits, control)
    }

    fn new_game(&mut self) {
        self.saved = None;
        self.workers.clear();
    }
}

/// The root for a state: its node in the saved tree if reuse is on, otherwise a new one.
fn take_root<T: Turn>(
    deal: &Deal<'_, T>,
    tree: &mut Tree,
    saved: &mut Option<([u8; board::CELLS], State, u32)>,
    state: &State,
    reuse: bool,
) -> u32 {
    let known = saved.take().filter(|(cards, ..)| reuse && *cards == deal.cards && tree.fullness() < 0.5);
    let found = known.and_then(|(_, before, root)| find(deal, tree, &before, root, state, 3));
    // A node that was proved without children has no moves to choose from.
    let root = found.filter(|&root| tree.node(root).has_children()).unwrap_or_else(|| tree.clear());
    *saved = Some((deal.cards, *state, root));
    root
}

/// Finds a state in the tree, some moves below a node.
fn find<T: Turn>(
    deal: &Deal<'_, T>,
    tree: &Tree,
    from: &State,
    node: u32,
    wanted: &State,
    depth: u32,
) -> Option<u32> {
    if from == wanted {
        return Some(node);
    }
    if depth == 0 {
        return None;
    }
    let parent = tree.node(node);
    for (number, child) in tree.children(parent).iter().enumerate() {
        if child.visits() == 0 {
            continue;
        }
        let mut next = *from;
        deal.apply(&mut next, child.action());
        if let Some(found) = find(deal, tree, &next, tree.child(parent, number), wanted, depth - 1) {
            return Some(found);
        }
    }
    None
}

/// Turns the tree into an analysis.
struct Report<'r, T> {
    search: &'r Search<'r, T>,
    seat: usize,
}

impl<T: Turn> Report<'_, T> {
    fn analysis(&self, most: usize) -> Analysis {
        let tree = self.search.tree;
        let root = tree.node(self.search.root);
        let children = tree.children(root);
        let (mut sum, mut count) = (0.0, 0.0);
        for (mean, visits) in children.iter().filter_map(Node::mean) {
            sum += mean * visits;
            count += visits;
        }
        let overall = if count > 0.0 { sum / count } else { 0.5 };
        let mut order: Vec<&Node> = children.iter().collect();
        let for_seat = |outcome: ShowdownResult| {
            let black = outcome_value(outcome);
            if self.seat == 0 { black } else { 1.0 - black }
        };
        // Proved wins first and proved losses last; otherwise by visits.
        let rank = |node: &Node| match node.proof().map(for_seat) {
            Some(1.0) => 2,
            Some(0.0) => 0,
            _ => 1,
        };
        sort_by(&mut order, |a, b| {
            let tried = |node: &Node| (rank(node), node.visits());
            let prior = b.prior().total_cmp(&a.prior());
            tried(b).cmp(&tried(a)).then(prior).then(a.action().cmp(&b.action()))
        });
        order.truncate(most);
        let lines: Vec<Line> = order
            .iter()
            .map(|node| {
                let evaluation = match node.proof() {
                    Some(outcome) => {
                        Evaluation { win: f64::from(for_seat(outcome)), margin: None, exact: true }
                    }
                    None => {
                        let (mean, visits) = node.mean().unwrap_or((0.0, 0.0));
                        let win = (mean * visits + (overall - 0.1) * PRIOR_VISITS) / (visits + PRIOR_VISITS);
                        Evaluation { win: f64::from(win.clamp(0.0, 1.0)), margin: None, exact: false }
                    }
                };
                Line { moves: self.line(node), evaluation }
            })
            .collect();
        let playouts = self.search.begun.load(Relaxed).min(self.search.max_playouts);
        Analysis {
            best: lines.first().map(|line| line.moves[0].clone()).unwrap_or_default(),
            depth: lines.first().map_or(0, |line| line.moves.len() as u32),
            nodes: playouts + self.search.endgame_nodes.load(Relaxed),
            lines,
        }
    }

    /// A move and the most visited line after it.
    fn line(&self, first: &Node) -> Vec<String> {
        let (deal, tree) = (self.search.deal, self.search.tree);
        let mut moves = Vec::new();
        let mut node = first;
        loop {
            let text = Buffet::<T>::move_text(&deal.tables.rules, Move::Board(node.action()));
            moves.push(text);
            let next =
                tree.children(node).iter().max_by_key(|child| (child.visits(), child.prior().to_bits()));
            match next.filter(|next| next.visits() > 0 && moves.len() < 12) {
                Some(next) => node = next,
                None => return moves,
            }
        }
    }
}
