//! The engine of both buffets: a tree search with guided playouts, exact where little is left.
//!
//! | file | idea |
//! |---|---|
//! | `ground` | the board play as search sees it: a small state, its moves, what they claim |
//! | `judge` | who wins a showdown: a guess, a certainty, or exactly |
//! | `taste` | how much a card is wanted |
//! | `playout` | playing on to the end, quickly and not quite at random |
//! | `tree` | nodes that threads share without locks |
//! | `search` | down the tree, out to the end, and back |
//! | `endgame` | alpha-beta over what is left |
//! | `proof` | every move of a late position with its exact result |
//! | `laying` | the hands laid out at the table |
//! | `levels` | what the numbered levels are made of |

mod endgame;
mod ground;
mod judge;
mod laying;
mod levels;
mod playout;
mod proof;
mod search;
mod taste;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use floe_cards::Outcome;
use floe_games::buffet::{Buffet, Position, Rules};
use floe_games::slide::Turn;
use floe_games::{Chance, Game, Refusal};

use crate::simple::{read, to_act};
use crate::{
    Analysis, Engine, Evaluation, Level, LevelParams, Limits, Line, PositionView, Rng, SearchControl, noise,
};
use endgame::Endgame;
use ground::{Deal, Ground, State};
use judge::{Judge, worth};
use search::{Search, Weights, Worker};
use taste::Taste;
use tree::{Node, Tree};

pub(crate) use proof::values;

/// The most threads that are of use.
const MOST_THREADS: usize = 64;
/// A mean of few playouts is taken for less: as if so many more had gone somewhat worse than the rest.
const DOUBT: f32 = 4.0;

/// An engine for one set of rules.
pub(crate) struct BuffetMind<T> {
    ground: Ground<T>,
    taste: Taste,
    /// `None` is full strength.
    level_params: Option<LevelParams>,
    weights: Weights,
    rng: Rng,
    chance: Chance,
    workers: Vec<Worker>,
    tree: Tree,
    /// What the tree is about: the cards, the state at its root, and where that is.
    kept: Option<([u8; ground::CELLS], State, u32)>,
}

impl<T: Turn> BuffetMind<T> {
    pub(crate) fn new(rules: Rules, level: Level, seed: u64) -> BuffetMind<T> {
        let level_params = levels::level_params(level);
        let weights = Weights { reuse: level_params.is_none(), ..Weights::default() };
        BuffetMind {
            taste: Taste::new(rules.showdown().rank.wheel),
            ground: Ground::new(rules),
            level_params,
            weights,
            rng: Rng::new(seed),
            chance: Chance::of_player(seed),
            workers: Vec::new(),
            tree: Tree::new(),
            kept: None,
        }
    }

    fn search(
        &mut self,
        position: &Position,
        seat: usize,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Analysis, Refusal> {
        let deal = Deal::new(&self.ground, position);
        let state = deal.state(position);
        let root = take_root(&deal, &mut self.tree, &mut self.kept, &state, self.weights.reuse);
        let threads = limits.threads.clamp(1, MOST_THREADS);
        while self.workers.len() < threads {
            self.workers.push(Worker {
                rng: Rng::new(self.rng.word()),
                judge: Judge::new(*self.ground.showdown()),
                endgame: Endgame::new(),
            });
        }
        let own_limit = self.level_params.map(|level_params| level_params.nodes);
        let unlimited = limits.nodes.is_none() && limits.time.is_none() && own_limit.is_none();
        let most = [limits.nodes, own_limit, unlimited.then_some(levels::UNLIMITED)];
        let search = Search {
            deal: &deal,
            taste: &self.taste,
            tree: &self.tree,
            root,
            state,
            weights: Weights {
                noted: if threads > 1 { self.weights.noted } else { u32::MAX },
                ..self.weights
            },
            most: most.into_iter().flatten().min().unwrap_or(u64::MAX).max(1),
            depth: limits.depth.unwrap_or(u32::MAX).max(1),
            begun: AtomicU64::new(0),
            looked: AtomicU64::new(0),
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
        let noise = self.level_params.map_or(0.0, |level_params| level_params.noise);
        if let Some(line) = noise::choose(&analysis.lines, noise, &mut self.rng) {
            analysis.best = line.moves[0].clone();
        }
        analysis.lines.truncate(lines);
        if analysis.best.is_empty() {
            return Err(Refusal::new("there is no legal move here"));
        }
        Ok(analysis)
    }
}

impl<T: Turn> Engine for BuffetMind<T> {
    fn think(
        &mut self,
        view: PositionView<'_>,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Analysis, Refusal> {
        let position = read::<Buffet<T>>(&self.ground.rules, view, &mut self.chance)?;
        let seat = to_act::<Buffet<T>>(&self.ground.rules, &position)?;
        if Buffet::<T>::request(&self.ground.rules, &position).is_some() {
            return laying::lay_out::<T>(&self.ground.rules, &position, seat, &mut self.rng);
        }
        self.search(&position, seat, limits, control)
    }

    fn new_game(&mut self) {
        self.kept = None;
        self.workers.clear();
    }
}

/// The root for a state: where the tree has it already if that is wanted, otherwise a new one.
fn take_root<T: Turn>(
    deal: &Deal<'_, T>,
    tree: &mut Tree,
    kept: &mut Option<([u8; ground::CELLS], State, u32)>,
    state: &State,
    reuse: bool,
) -> u32 {
    let known = kept.take().filter(|(cards, ..)| reuse && *cards == deal.cards && tree.fullness() < 0.5);
    let found = known.and_then(|(_, before, root)| find(deal, tree, &before, root, state, 3));
    // A node that was proved without children has no moves to choose from.
    let root = found.filter(|&root| tree.node(root).has_children()).unwrap_or_else(|| tree.clear());
    *kept = Some((deal.cards, *state, root));
    root
}

/// Looks for a state in the tree, some moves below a node.
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

/// Says what a search has found.
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
        let usual = if count > 0.0 { sum / count } else { 0.5 };
        let mut order: Vec<&Node> = children.iter().collect();
        let for_seat = |outcome: Outcome| {
            let black = worth(outcome);
            if self.seat == 0 { black } else { 1.0 - black }
        };
        // Wins first and losses last where they are proved; otherwise what was tried most.
        let rank = |node: &Node| match node.proof().map(for_seat) {
            Some(1.0) => 2,
            Some(0.0) => 0,
            _ => 1,
        };
        order.sort_by(|a, b| {
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
                        let win = (mean * visits + (usual - 0.1) * DOUBT) / (visits + DOUBT);
                        Evaluation { win: f64::from(win.clamp(0.0, 1.0)), margin: None, exact: false }
                    }
                };
                Line { moves: self.line(node), evaluation }
            })
            .collect();
        let playouts = self.search.begun.load(Relaxed).min(self.search.most);
        Analysis {
            best: lines.first().map(|line| line.moves[0].clone()).unwrap_or_default(),
            depth: lines.first().map_or(0, |line| line.moves.len() as u32),
            nodes: playouts + self.search.looked.load(Relaxed),
            lines,
        }
    }

    /// A move and what was tried most after it.
    fn line(&self, first: &Node) -> Vec<String> {
        let (deal, tree) = (self.search.deal, self.search.tree);
        let mut moves = Vec::new();
        let mut node = first;
        loop {
            let text =
                Buffet::<T>::move_text(&deal.ground.rules, floe_games::buffet::Move::Board(node.action()));
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
