//! The search: playouts guide a growing tree, results that are proved cut it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use floe_board::Bits;
use floe_cards::Outcome;
use floe_games::slide::{Move, Turn};

use super::endgame::{Effort, Endgame, is_late, settled};
use super::ground::{Deal, State};
use super::judge::{Judge, worth};
use super::playout::Player;
use super::taste::Taste;
use super::tree::{Node, Tree};
use crate::Rng;
use crate::math::exp;

/// How the search weighs things; the defaults are what measured best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// How much moves that look good or were hardly tried are preferred.
    pub explore: f32,
    /// How sharply looks tell moves apart: differences of so much count e-fold.
    pub looks: f32,
    /// How much less an untried move is thought to be worth than its position.
    pub untried: f32,
    /// After so many visits what came of a cell later counts as much as what came of the move.
    pub later: f32,
    /// From so many visits on only one in eight is noted like that when several threads share the tree.
    pub noted: u32,
    /// Moves looked at for each one that a playout makes.
    pub tries: u32,
    /// How much of a playout's result goes by the hands won instead of by who won.
    pub by_hands: f32,
    /// Positions with at most so many open cells are solved where that is cheap.
    pub late: u32,
    /// What that may cost.
    pub late_cost: i64,
    /// Results that are proved cut the tree.
    pub proofs: bool,
    /// The tree is kept from one move to the next.
    pub reuse: bool,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            explore: 0.7,
            looks: 25.0,
            untried: 0.1,
            later: 300.0,
            noted: 512,
            tries: 3,
            by_hands: 0.0,
            late: 7,
            late_cost: 300,
            proofs: true,
            reuse: true,
        }
    }
}

/// What all threads of a search share.
pub(super) struct Search<'s, T> {
    pub deal: &'s Deal<'s, T>,
    pub taste: &'s Taste,
    pub tree: &'s Tree,
    pub root: u32,
    pub state: State,
    pub weights: Weights,
    /// Playouts there may be, and how deep the tree may grow.
    pub most: u64,
    pub depth: u32,
    /// Playouts begun.
    pub begun: AtomicU64,
    /// Positions that endgames looked at.
    pub looked: AtomicU64,
    pub ended: AtomicBool,
}

/// What a thread of a search has for itself.
pub(super) struct Worker {
    pub rng: Rng,
    pub judge: Judge,
    pub endgame: Endgame,
}

impl<T: Turn> Search<'_, T> {
    /// Searches until it is over, or everything is proved, or there were enough playouts.
    pub fn run(&self, worker: &mut Worker, over: &dyn Fn() -> bool, mut on_progress: impl FnMut(u64)) {
        let mut player = Player::new(self.deal, self.taste);
        player.tries = self.weights.tries;
        let mut dive = Dive { path: Vec::new(), moves: Vec::new() };
        let root = self.tree.node(self.root);
        while !self.ended.load(Relaxed) {
            let number = self.begun.fetch_add(1, Relaxed);
            // One playout at least, so that there is something to say.
            if number >= self.most || number > 0 && over() || root.proof().is_some() {
                self.ended.store(true, Relaxed);
                break;
            }
            self.dive(worker, &mut player, &mut dive, over);
            on_progress(number + 1);
        }
        self.looked.fetch_add(worker.endgame.looked, Relaxed);
        worker.endgame.looked = 0;
    }

    /// Down the tree, out to the end, and back.
    fn dive(
        &self,
        worker: &mut Worker,
        player: &mut Player<'_, T>,
        dive: &mut Dive,
        over: &dyn Fn() -> bool,
    ) {
        let mut state = self.state;
        dive.path.clear();
        let mut at = self.root;
        let mut sought = [0; 2];
        let mut result = loop {
            let node = self.tree.node(at);
            let visits = node.visit();
            if let Some(outcome) = node.proof() {
                break worth(outcome);
            }
            if !node.has_children() && self.ripe(visits, dive.path.len()) && node.make() {
                self.grow(worker, player, dive, node, &state, over);
                if let Some(outcome) = node.proof() {
                    break worth(outcome);
                }
            }
            if !node.has_children() {
                player.play_out(&mut state, &mut worker.rng, &mut sought);
                break worker.judge.guess(self.deal.final_pools(&state), self.weights.by_hands);
            }
            let seat = state.board.turn() & 1;
            let number = self.select(node, seat);
            let child = self.tree.child(node, number);
            dive.path.push((at, child, seat));
            self.deal.apply(&mut state, self.tree.node(child).action());
            at = child;
        };
        for &(parent, child, seat) in dive.path.iter().rev() {
            let (parent, child) = (self.tree.node(parent), self.tree.node(child));
            let for_seat = if seat == 0 { result } else { 1.0 - result };
            child.add(for_seat);
            if let Some(cell) = self.deal.ground.about(child.action()) {
                sought[seat] |= u64::one(cell);
            }
            if self.weights.later > 0.0 {
                self.note_later(parent, sought[seat], for_seat);
            }
            if child.proof().is_some()
                && let Some(outcome) = self.proved(parent, seat)
            {
                parent.prove(outcome);
                result = worth(outcome);
            }
        }
        // The root's own mean is for Black.
        self.tree.node(self.root).add(result);
    }

    /// Is it time for a node to get children? Later the fuller the tree is.
    fn ripe(&self, visits: u32, depth: usize) -> bool {
        depth == 0
            || (depth as u32) < self.depth && visits > 0 && visits as f32 >= self.tree.fullness() * 40.0
    }

    fn grow(
        &self,
        worker: &mut Worker,
        player: &Player<'_, T>,
        dive: &mut Dive,
        node: &Node,
        state: &State,
        over: &dyn Fn() -> bool,
    ) {
        if state.is_over() {
            if let Some(outcome) = worker.judge.exact(self.deal.final_pools(state)) {
                node.prove(outcome);
            }
            return;
        }
        let below_root = !dive.path.is_empty();
        if self.weights.proofs && below_root {
            if let Some(outcome) = settled(self.deal, &worker.judge, state) {
                return node.prove(outcome);
            }
            if is_late(state, self.weights.late) {
                let mut effort = Effort { left: self.weights.late_cost, over };
                let solved = worker.endgame.solve(player, &mut worker.judge, state, &mut effort);
                if let Some(outcome) = solved {
                    return node.prove(outcome);
                }
            }
        }
        let mut moves = Vec::new();
        self.deal.ground.moves(&state.board, &mut moves);
        let looks: Vec<i32> = moves.iter().map(|&action| player.looks(state, action)).collect();
        let best = looks.iter().copied().max().unwrap_or(0);
        let scale = |looks: i32| exp(f64::from(looks - best) / f64::from(self.weights.looks)) as f32;
        dive.moves.clear();
        dive.moves.extend(moves.iter().zip(&looks).map(|(&action, &looks)| (action, scale(looks))));
        let sum: f32 = dive.moves.iter().map(|(_, prior)| prior).sum();
        dive.moves.iter_mut().for_each(|(_, prior)| *prior /= sum.max(1e-9));
        // Without room the node stays a leaf, and playouts go on from it.
        let _grown = self.tree.grow(node, &dive.moves);
    }

    fn select(&self, node: &Node, seat: usize) -> usize {
        let Weights { explore, untried, later, .. } = self.weights;
        let (won, lost) =
            if seat == 0 { (Outcome::Black, Outcome::White) } else { (Outcome::White, Outcome::Black) };
        let children = self.tree.children(node);
        let visits = node.visits() as f32;
        let spread = explore * visits.sqrt();
        // What the position is worth: the mean over its children.
        let (mut sum, mut count) = (0.0, 0.0);
        for (mean, visits) in children.iter().filter_map(Node::mean) {
            sum += mean * visits;
            count += visits;
        }
        let untried = if count > 0.0 { sum / count - untried } else { 0.5 };
        let mut best = (f32::MIN, 0);
        for (number, child) in children.iter().enumerate() {
            match child.proof() {
                Some(outcome) if outcome == won => return number,
                Some(outcome) if outcome == lost => continue,
                _ => {}
            }
            let (mean, tried) = child.mean().unwrap_or((untried, 0.0));
            let mut value = mean;
            if later > 0.0
                && let Some((late, noted)) = child.later_mean()
            {
                let trust = noted / (noted + tried + noted * tried / later);
                value += (late - value) * trust;
            }
            let score = value + spread * child.prior() / (1.0 + tried);
            if score > best.0 {
                best = (score, number);
            }
        }
        best.1
    }

    fn note_later(&self, parent: &Node, sought: u64, result: f32) {
        // Every child of a busy node gets notes, and threads would wait for each other's.
        let visits = parent.visits();
        if visits > self.weights.noted && !visits.is_multiple_of(8) {
            return;
        }
        for child in self.tree.children(parent) {
            if self.deal.ground.about(child.action()).is_some_and(|cell| sought.has(cell)) {
                child.add_later(result);
            }
        }
    }

    /// What is proved of a position by what is proved of its moves.
    pub fn proved(&self, node: &Node, seat: usize) -> Option<Outcome> {
        let (won, lost) =
            if seat == 0 { (Outcome::Black, Outcome::White) } else { (Outcome::White, Outcome::Black) };
        let mut all = Some(lost);
        for child in self.tree.children(node) {
            match child.proof() {
                Some(outcome) if outcome == won => return Some(won),
                Some(Outcome::Draw) => all = all.map(|_| Outcome::Draw),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    }
}

/// What one dive needs again and again.
struct Dive {
    /// Parent, child, and the seat that chose the child.
    path: Vec<(u32, u32, usize)>,
    moves: Vec<(Move, f32)>,
}
