//! Monte Carlo tree search with guided playouts, RAVE and proofs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use floe_board::Bits;
use floe_cards::ShowdownResult;
use floe_games::Refusal;
use floe_games::slide::{Move, Turn};

use super::board::{Deal, State};
use super::card_value::CardValues;
use super::endgame::{Endgame, EndgameBudget, decided_outcome, is_late};
use super::playout::PlayoutPolicy;
use super::showdown_eval::{ShowdownEvaluator, outcome_value};
use super::tree::{Node, Tree};
use crate::Rng;
use crate::math::exp;

/// The parameters of the search; the defaults measured best.
#[derive(Clone, Copy, Debug)]
pub struct BuffetParams {
    /// The exploration constant of PUCT (Rosin 2011; Silver et al. 2017).
    pub c_puct: f32,
    /// The temperature of the softmax that turns move scores into priors.
    pub prior_temperature: f32,
    /// First-play urgency (Gelly & Wang 2006): how far below the mean of its siblings an unvisited move starts.
    pub fpu_reduction: f32,
    /// The equivalence parameter of RAVE (Gelly & Silver 2007); zero turns RAVE off.
    pub rave_equivalence: f32,
    /// Above this number of visits RAVE is updated on only one visit in eight, where several threads share the tree.
    pub rave_full_visits: u32,
    /// The number of candidate moves of which a playout takes the best.
    pub playout_candidates: u32,
    /// The weight of the margin in hands in the result of a playout; the rest is the win.
    pub hand_margin_weight: f32,
    /// Positions with at most this many open cells are solved if that is cheap.
    pub endgame_cells: u32,
    /// The node budget of solving a position.
    pub endgame_budget: i64,
    /// Are proofs backed up?
    pub proofs: bool,
    /// Is the tree reused from one move to the next?
    pub reuse: bool,
}

impl Default for BuffetParams {
    fn default() -> BuffetParams {
        BuffetParams {
            c_puct: 0.7,
            prior_temperature: 25.0,
            fpu_reduction: 0.1,
            rave_equivalence: 300.0,
            rave_full_visits: 512,
            playout_candidates: 3,
            hand_margin_weight: 0.0,
            endgame_cells: 7,
            endgame_budget: 300,
            proofs: true,
            reuse: true,
        }
    }
}

impl BuffetParams {
    /// Refuses values with which a search would divide by zero or have no move to choose.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let numbers = [
            ("c_puct", self.c_puct),
            ("prior_temperature", self.prior_temperature),
            ("fpu_reduction", self.fpu_reduction),
            ("rave_equivalence", self.rave_equivalence),
            ("hand_margin_weight", self.hand_margin_weight),
        ];
        for (name, number) in numbers {
            if !(number.is_finite() && number >= 0.0) {
                return Err(Refusal::invalid_request(format!("{name} is {number}; use 0 or more")));
            }
        }
        if self.prior_temperature == 0.0 {
            return Err(Refusal::invalid_request("prior_temperature is 0; use a number above 0"));
        }
        if self.playout_candidates == 0 {
            return Err(Refusal::invalid_request("playout_candidates is 0; use a number from 1"));
        }
        Ok(())
    }
}

/// What all threads of a search share.
pub(super) struct Search<'s, T> {
    pub deal: &'s Deal<'s, T>,
    pub card_values: &'s CardValues,
    pub tree: &'s Tree,
    pub root: u32,
    pub state: State,
    pub params: BuffetParams,
    /// The maximum number of playouts, and the maximum depth of the tree.
    pub max_playouts: u64,
    pub depth: u32,
    /// Playouts started.
    pub begun: AtomicU64,
    /// Positions searched by the endgame solver.
    pub endgame_nodes: AtomicU64,
    pub ended: AtomicBool,
}

/// The state of one search thread.
pub(super) struct Worker {
    pub rng: Rng,
    pub evaluator: ShowdownEvaluator,
    pub endgame: Endgame,
}

impl<T: Turn> Search<'_, T> {
    /// Searches until it is stopped, everything is proved, or there were enough playouts.
    pub fn run(&self, worker: &mut Worker, over: &dyn Fn() -> bool, mut on_progress: impl FnMut(u64)) {
        let mut policy = PlayoutPolicy::new(self.deal, self.card_values);
        policy.playout_candidates = self.params.playout_candidates;
        let mut simulation = Simulation { path: Vec::new(), moves: Vec::new() };
        let root = self.tree.node(self.root);
        while !self.ended.load(Relaxed) {
            let number = self.begun.fetch_add(1, Relaxed);
            // At least one playout, so that there is a result.
            if number >= self.max_playouts || number > 0 && over() || root.proof().is_some() {
                self.ended.store(true, Relaxed);
                break;
            }
            self.simulate(worker, &mut policy, &mut simulation, over);
            on_progress(number + 1);
        }
        self.endgame_nodes.fetch_add(worker.endgame.nodes, Relaxed);
        worker.endgame.nodes = 0;
    }

    /// One simulation: selection, expansion, playout and backup.
    fn simulate(
        &self,
        worker: &mut Worker,
        policy: &mut PlayoutPolicy<'_, T>,
        simulation: &mut Simulation,
        over: &dyn Fn() -> bool,
    ) {
        let mut state = self.state;
        simulation.path.clear();
        let mut at = self.root;
        let mut sought = [0; 2];
        let mut result = loop {
            let node = self.tree.node(at);
            let visits = node.visit();
            if let Some(outcome) = node.proof() {
                break outcome_value(outcome);
            }
            if !node.has_children() && self.should_expand(visits, simulation.path.len()) && node.claim() {
                self.expand(worker, policy, simulation, node, &state, over);
                if let Some(outcome) = node.proof() {
                    break outcome_value(outcome);
                }
            }
            if !node.has_children() {
                policy.play_out(&mut state, &mut worker.rng, &mut sought);
                break worker
                    .evaluator
                    .estimate(self.deal.final_pools(&state), self.params.hand_margin_weight);
            }
            let seat = state.board.turn() & 1;
            let number = self.select(node, seat);
            let child = self.tree.child(node, number);
            simulation.path.push((at, child, seat));
            self.deal.apply(&mut state, self.tree.node(child).action());
            at = child;
        };
        for &(parent, child, seat) in simulation.path.iter().rev() {
            let (parent, child) = (self.tree.node(parent), self.tree.node(child));
            let for_seat = if seat == 0 { result } else { 1.0 - result };
            child.add(for_seat);
            if let Some(cell) = self.deal.tables.about(child.action()) {
                sought[seat] |= u64::one(cell);
            }
            if self.params.rave_equivalence > 0.0 {
                self.update_rave(parent, sought[seat], for_seat);
            }
            if child.proof().is_some()
                && let Some(outcome) = self.proved(parent, seat)
            {
                parent.prove(outcome);
                result = outcome_value(outcome);
            }
        }
        // The root's own mean is for Black.
        self.tree.node(self.root).add(result);
    }

    /// Should a node be expanded? The fuller the tree, the later.
    fn should_expand(&self, visits: u32, depth: usize) -> bool {
        depth == 0
            || (depth as u32) < self.depth && visits > 0 && visits as f32 >= self.tree.fullness() * 40.0
    }

    fn expand(
        &self,
        worker: &mut Worker,
        policy: &PlayoutPolicy<'_, T>,
        simulation: &mut Simulation,
        node: &Node,
        state: &State,
        over: &dyn Fn() -> bool,
    ) {
        if state.is_over() {
            if let Some(outcome) = worker.evaluator.exact(self.deal.final_pools(state)) {
                node.prove(outcome);
            }
            return;
        }
        let below_root = !simulation.path.is_empty();
        if self.params.proofs && below_root {
            if let Some(outcome) = decided_outcome(self.deal, &worker.evaluator, state) {
                return node.prove(outcome);
            }
            if is_late(state, self.params.endgame_cells) {
                let mut budget = EndgameBudget { left: self.params.endgame_budget, over };
                let solved = worker.endgame.solve(policy, &mut worker.evaluator, state, &mut budget);
                if let Some(outcome) = solved {
                    return node.prove(outcome);
                }
            }
        }
        let mut moves = Vec::new();
        self.deal.tables.moves(&state.board, &mut moves);
        let scores: Vec<i32> = moves.iter().map(|&action| policy.move_score(state, action)).collect();
        let best = scores.iter().copied().max().unwrap_or(0);
        let scale =
            |score: i32| exp(f64::from(score - best) / f64::from(self.params.prior_temperature)) as f32;
        simulation.moves.clear();
        simulation.moves.extend(moves.iter().zip(&scores).map(|(&action, &score)| (action, scale(score))));
        let sum: f32 = simulation.moves.iter().map(|(_, prior)| prior).sum();
        simulation.moves.iter_mut().for_each(|(_, prior)| *prior /= sum.max(1e-9));
        // Without room the node stays a leaf, and playouts continue from it.
        let _expanded = self.tree.expand(node, &simulation.moves);
    }

    fn select(&self, node: &Node, seat: usize) -> usize {
        let BuffetParams { c_puct, fpu_reduction, rave_equivalence, .. } = self.params;
        let (won, lost) = if seat == 0 {
            (ShowdownResult::Black, ShowdownResult::White)
        } else {
            (ShowdownResult::White, ShowdownResult::Black)
        };
        let children = self.tree.children(node);
        let visits = node.visits() as f32;
        let spread = c_puct * visits.sqrt();
        // The value of the position: the mean over its children.
        let (mut sum, mut count) = (0.0, 0.0);
        for (mean, visits) in children.iter().filter_map(Node::mean) {
            sum += mean * visits;
            count += visits;
        }
        let unvisited = if count > 0.0 { sum / count - fpu_reduction } else { 0.5 };
        let mut best = (f32::MIN, 0);
        for (number, child) in children.iter().enumerate() {
            match child.proof() {
                Some(outcome) if outcome == won => return number,
                Some(outcome) if outcome == lost => continue,
                _ => {}
            }
            let (mean, tried) = child.mean().unwrap_or((unvisited, 0.0));
            let mut value = mean;
            if rave_equivalence > 0.0
                && let Some((rave, rave_visits)) = child.rave_mean()
            {
                let weight = rave_visits / (rave_visits + tried + rave_visits * tried / rave_equivalence);
                value += (rave - value) * weight;
            }
            let score = value + spread * child.prior() / (1.0 + tried);
            if score > best.0 {
                best = (score, number);
            }
        }
        best.1
    }

    fn update_rave(&self, parent: &Node, sought: u64, result: f32) {
        // Every child of a busy node is updated, and threads would wait for each other.
        let visits = parent.visits();
        if visits > self.params.rave_full_visits && !visits.is_multiple_of(8) {
            return;
        }
        for child in self.tree.children(parent) {
            if self.deal.tables.about(child.action()).is_some_and(|cell| sought.has(cell)) {
                child.add_rave(result);
            }
        }
    }

    /// Derives the proof of a position from the proofs of its moves.
    pub fn proved(&self, node: &Node, seat: usize) -> Option<ShowdownResult> {
        let (won, lost) = if seat == 0 {
            (ShowdownResult::Black, ShowdownResult::White)
        } else {
            (ShowdownResult::White, ShowdownResult::Black)
        };
        let mut all = Some(lost);
        for child in self.tree.children(node) {
            match child.proof() {
                Some(outcome) if outcome == won => return Some(won),
                Some(ShowdownResult::Draw) => all = all.map(|_| ShowdownResult::Draw),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    }
}

/// The reusable buffers of a simulation.
struct Simulation {
    /// Parent, child, and the seat that chose the child.
    path: Vec<(u32, u32, usize)>,
    moves: Vec<(Move, f32)>,
}
