//! Monte Carlo tree search (PUCT) for any number of players, with a static evaluation at the leaves instead of playouts.

use std::cmp;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;

use crate::ordering::{largest_first, smallest_first};
use crate::policy::softmax;
use crate::tree::{ChildInit, Proof, Tree};
use crate::{Limits, SearchControl};

/// The maximum number of seats.
pub const SEATS: usize = 4;

/// The value of a position to each seat, from 0 to 1.
pub type SeatValues = [f32; SEATS];

/// A game as the search sees it. A step is a whole move or a part of one.
pub trait SearchGame: Sync {
    /// The state of a game, possibly in the middle of a move.
    type State: Clone + Send + Sync;
    /// The seat that takes the next step; `None` when the game is over.
    fn to_act(&self, state: &Self::State) -> Option<usize>;
    /// Appends all legal steps.
    fn steps(&self, state: &Self::State, out: &mut Vec<u32>);
    /// Applies a step.
    fn apply(&self, state: &mut Self::State, step: u32);
    /// The static evaluation of a state for each seat, and whether it is proved.
    fn evaluate(&self, state: &Self::State) -> (SeatValues, bool);
    /// The policy's logit of each step, before any of them is evaluated; `false` if there is no policy.
    fn policy_logits(&self, _state: &Self::State, _steps: &[u32], _out: &mut Vec<f32>) -> bool {
        false
    }
    /// Is a move only partly made, so that an evaluation says little?
    fn is_partial(&self, _state: &Self::State) -> bool {
        false
    }
    /// A key that distinguishes states.
    fn key(&self, state: &Self::State) -> u64;
    /// The index of a step in the history table, below [`HISTORY_SIZE`]; the same for the same step in other states.
    fn history_index(&self, state: &Self::State, step: u32) -> usize;
}

/// The size of the history table.
pub const HISTORY_SIZE: usize = 1 << 16;

/// The parameters of the search, chosen by matches.
#[derive(Clone, Copy, Debug)]
pub struct MctsParams {
    /// The exploration constant of PUCT (Rosin 2011; Silver et al. 2017).
    pub c_puct: f32,
    /// The temperature of priors that are computed from static evaluations: the larger, the flatter.
    pub prior_temperature: f32,
    /// The maximum number of children of a node other than the root.
    pub max_children: usize,
    /// The weight of its best child in the value of a new leaf; the rest is the leaf's own static evaluation.
    pub best_child_weight: f32,
    /// The maximum number of children of a node far from the root: the steps with the best history or the highest prior.
    pub max_children_deep: usize,
    /// First-play urgency (Gelly & Wang 2006): how far below the mean of its siblings an unvisited step starts.
    pub fpu_reduction: f32,
    /// For two players: the weight of the minimax value against the mean (implicit minimax backups, Lanctot et al. 2014).
    pub implicit_minimax_weight: f32,
}

impl MctsParams {
    /// The unnormalised prior of a step whose evaluation is `behind` below the best one, whose prior is one.
    fn prior_weight(&self, behind: f32) -> f32 {
        let behind = (behind / self.prior_temperature).max(0.0);
        // Close to an exponential, and the same on every machine.
        1.0 / (1.0 + behind + behind * behind * 0.5 + behind * behind * behind * 0.17)
    }
}

impl Default for MctsParams {
    fn default() -> MctsParams {
        MctsParams {
            c_puct: 0.35,
            prior_temperature: 0.08,
            max_children: 48,
            best_child_weight: 1.0,
            max_children_deep: 16,
            fpu_reduction: 0.1,
            implicit_minimax_weight: 0.3,
        }
    }
}

/// A line from the root.
#[derive(Clone, Debug)]
pub struct RootLine {
    /// Its steps.
    pub steps: Vec<u32>,
    /// Its value to the seat to act, from 0 to 1.
    pub value: f32,
    /// What is proved about it.
    pub proof: Proof,
    /// The number of visits of its first step.
    pub visits: u32,
}

/// A search that keeps its tree from one position to the next.
pub struct Mcts<G: SearchGame> {
    params: MctsParams,
    tree: Tree,
    root: Option<G::State>,
    capacity: u32,
    /// A moving average of how far each step's evaluation was below the best of its node, as the bits of a float.
    history: Vec<AtomicU32>,
}

impl<G: SearchGame> Mcts<G> {
    /// A search whose tree has room for `capacity` nodes.
    pub fn new(params: MctsParams, capacity: u32) -> Mcts<G> {
        let history = (0..HISTORY_SIZE).map(|_| AtomicU32::new(0)).collect();
        Mcts { params, tree: Tree::new(capacity), root: None, capacity, history }
    }

    /// Clears the tree and the history: a new game starts.
    pub fn new_game(&mut self) {
        self.root = None;
        self.tree = Tree::new(self.capacity);
        self.history.iter_mut().for_each(|deficit| *deficit.get_mut() = 0);
    }

    /// Moves the root to a state and keeps the subtree below it, as far as a quarter of the time allows.
    fn advance_root(&mut self, game: &G, state: &G::State, limits: &Limits, control: &SearchControl<'_>) {
        let quarter = Limits { time: limits.time.map(|time| time / 4), ..Limits::default() };
        let late = || control.should_stop(&quarter);
        let key = game.key(state);
        let found = self.root.as_ref().and_then(|root| self.find(game, Tree::ROOT, root, key, 4, &late));
        let tree = match found {
            Some(at) => self.tree.subtree(at, &self.unexpanded(game, state, at), &late),
            None => Tree::new(self.capacity),
        };
        let old = std::mem::replace(&mut self.tree, tree);
        if old.is_large() {
            // Freeing the memory takes longer than a short search has; without threads it is done here.
            let _ = thread::Builder::new().spawn(move || drop(old));
        }
        self.root = Some(state.clone());
    }

    /// The steps of a state that were pruned when its node was expanded: a root needs them all.
    fn unexpanded(&self, game: &G, state: &G::State, at: u32) -> Vec<ChildInit> {
        let Some(children) = self.tree.children(at).filter(|children| children.pruned) else {
            return Vec::new();
        };
        let Some(seat) = game.to_act(state) else { return Vec::new() };
        let (mut steps, mut inits, mut policy_logits) = (Vec::new(), Vec::new(), Vec::new());
        game.steps(state, &mut steps);
        if game.policy_logits(state, &steps, &mut policy_logits) {
            softmax(&mut policy_logits);
            let known = |step: u32| children.nodes.iter().any(|node| node.step() == step);
            let all = steps.into_iter().zip(policy_logits).filter(|(step, _)| !known(*step));
            inits.extend(all.map(|(step, prior)| ChildInit::unevaluated(step, prior)));
            inits.sort_by(by_prior);
            return inits;
        }
        let best =
            children.nodes.iter().map(|node| (node.initial_value(), node.prior())).fold((0.0, 0.0), most);
        for step in steps {
            if children.nodes.iter().any(|node| node.step() == step) {
                continue;
            }
            let init = evaluate_step(game, state, seat, step).0;
            inits.push(ChildInit {
                prior: best.1 * self.params.prior_weight(best.0 - init.initial_value),
                ..init
            });
        }
        inits
    }

    /// The node of a state at most `steps` steps below another, along visited nodes.
    fn find(
        &self,
        game: &G,
        at: u32,
        state: &G::State,
        key: u64,
        steps: u32,
        late: &dyn Fn() -> bool,
    ) -> Option<u32> {
        if game.key(state) == key {
            return Some(at);
        }
        let children = self.tree.children(at).filter(|_| steps > 0 && !late())?;
        children.nodes.iter().zip(children.first..).filter(|(node, _)| node.visits() > 0).find_map(
            |(node, child)| {
                let mut next = state.clone();
                game.apply(&mut next, node.step());
                self.find(game, child, &next, key, steps - 1, late)
            },
        )
    }

    /// Searches until a limit is reached or the root is proved. Returns the number of evaluated states.
    pub fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        control: &SearchControl<'_>,
        on_progress: &(dyn Fn(&Mcts<G>, u64) + Sync),
    ) -> u64 {
        self.advance_root(game, state, limits, control);
        let nodes = AtomicU64::new(0);
        let this = &*self;
        let work = |first: bool| {
            let mut worker = Worker {
                search: this,
                game,
                last: 0,
                path: Vec::new(),
                steps: Vec::new(),
                ranked: Vec::new(),
                priors: Vec::new(),
                inits: Vec::new(),
                policy_inits: Vec::new(),
            };
            let mut rounds = 0u64;
            loop {
                let evaluated = worker.simulate(state);
                let all = nodes.fetch_add(evaluated, Ordering::Relaxed) + evaluated;
                rounds += 1;
                let enough = limits.nodes.is_some_and(|most| all >= most)
                    || limits.depth.is_some_and(|depth| rounds.is_multiple_of(64) && this.is_deep(depth));
                if enough || control.should_stop(limits) {
                    return;
                }
                // A root has thousands of steps, and scanning them costs as much as a simulation: the root can only have
                // become decided when the step just visited is proved, or at the start.
                if (rounds == 1 || worker.proved() || this.is_forced(limits.lines))
                    && this.decided(limits.lines)
                {
                    return;
                }
                // A full tree can still be improved, but not forever.
                if rounds > 50_000_000 {
                    return;
                }
                if first && rounds.is_power_of_two() && rounds >= 256 {
                    on_progress(this, all);
                }
            }
        };
        thread::scope(|scope| {
            let work = &work;
            for _ in 1..limits.threads.max(1) {
                scope.spawn(move || work(false));
            }
            work(true);
        });
        nodes.load(Ordering::Relaxed)
    }

    /// Is the best line longer than `depth` steps?
    fn is_deep(&self, depth: u32) -> bool {
        self.best_lines(1).first().is_some_and(|found| found.steps.len() > depth as usize)
    }

    /// Is there only one step, and was it visited often enough?
    fn is_forced(&self, lines: usize) -> bool {
        let children = self.tree.children(Tree::ROOT).filter(|children| !children.pruned);
        lines <= 1 && children.is_some_and(|all| all.nodes.len() == 1 && all.nodes[0].visits() > 64)
    }

    /// Is the root decided, so that more search changes nothing?
    fn decided(&self, lines: usize) -> bool {
        let Some(children) = self.tree.children(Tree::ROOT).filter(|children| !children.pruned) else {
            return false;
        };
        let sure = |proof| children.nodes.iter().any(|node| node.proof() == proof);
        let all = || children.nodes.iter().all(|node| node.proof() != Proof::Unknown);
        self.is_forced(lines) || lines <= 1 && sure(Proof::Won) || all()
    }

    /// Is it proved that a root step of this proof is the best there is?
    fn is_best(&self, proof: Proof) -> bool {
        match proof {
            Proof::Won => true,
            Proof::Unknown => false,
            // An unproved step may still be better.
            Proof::Drawn | Proof::Lost => self.tree.children(Tree::ROOT).is_some_and(|all| {
                !all.pruned && all.nodes.iter().all(|node| node.proof() != Proof::Unknown)
            }),
        }
    }

    /// The best `lines` lines, the best first.
    pub fn best_lines(&self, lines: usize) -> Vec<RootLine> {
        let Some(children) = self.tree.children(Tree::ROOT) else { return Vec::new() };
        let mut order: Vec<u32> = (children.first..).take(children.nodes.len()).collect();
        sort_best_first(&self.tree, &mut order);
        let mut found: Vec<RootLine> = order.into_iter().take(lines.max(1)).map(|at| self.line(at)).collect();
        // The proof of the best line is the proof of the position; those of the others are their own.
        if let Some(first) = found.first_mut().filter(|first| !self.is_best(first.proof)) {
            first.proof = Proof::Unknown;
        }
        found
    }

    /// The visit counts of the children of the root, or of one of those.
    pub fn visit_counts(&self, below: Option<u32>) -> Vec<(u32, u32)> {
        let list = |at: u32| self.tree.children(at).map_or(&[][..], |children| children.nodes);
        let nodes = match (below, self.tree.children(Tree::ROOT)) {
            (Some(step), Some(all)) => all
                .nodes
                .iter()
                .zip(all.first..)
                .find(|(node, _)| node.step() == step)
                .map_or(&[][..], |(_, at)| list(at)),
            _ => list(Tree::ROOT),
        };
        nodes.iter().map(|node| (node.step(), node.visits())).collect()
    }

    fn line(&self, at: u32) -> RootLine {
        let node = self.tree.node(at);
        let value = match node.proof() {
            Proof::Won => 1.0,
            Proof::Drawn => 0.5,
            Proof::Lost => 0.0,
            Proof::Unknown => node.mean().clamp(0.0, 1.0),
        };
        let mut steps = vec![node.step()];
        let mut below = at;
        while let Some(children) = self.tree.children(below).filter(|_| steps.len() < 24) {
            let best =
                (children.first..).take(children.nodes.len()).min_by(|&a, &b| better(&self.tree, a, b));
            let Some(best) = best.filter(|&best| steps.len() < 2 || self.tree.node(best).visits() > 1) else {
                break;
            };
            steps.push(self.tree.node(best).step());
            below = best;
        }
        RootLine { steps, value, proof: node.proof(), visits: node.visits() }
    }
}

/// Sorts nodes, the best first: by their proof, then by visits, then by value.
fn sort_best_first(tree: &Tree, nodes: &mut [u32]) {
    nodes.sort_by(|&one, &other| better(tree, one, other));
}

/// Orders two nodes by their proof, then by visits, then by value.
fn better(tree: &Tree, one: u32, other: u32) -> cmp::Ordering {
    let rank = |at: u32| {
        let node = tree.node(at);
        let proof = match node.proof() {
            Proof::Won => 2,
            Proof::Lost => 0,
            Proof::Unknown | Proof::Drawn => 1,
        };
        (proof, node.visits(), (node.mean() * 1e6) as i64)
    };
    rank(other).cmp(&rank(one)).then(one.cmp(&other))
}

/// The highest prior first, then by step.
fn by_prior(one: &ChildInit, other: &ChildInit) -> cmp::Ordering {
    other.prior.total_cmp(&one.prior).then(one.step.cmp(&other.step))
}

/// The highest evaluation first, then by step.
fn by_initial_value<V>((one, _): &(ChildInit, V), (other, _): &(ChildInit, V)) -> cmp::Ordering {
    other.initial_value.total_cmp(&one.initial_value).then(one.step.cmp(&other.step))
}

/// Nodes nearer to the root than this have all their steps evaluated.
const FULL_PLIES: usize = 2;

/// With a policy, nodes nearer to the root than this get `max_children` and not `max_children_deep`.
const WIDE_PLIES: usize = 6;

/// The larger of two by the first number.
fn most(one: (f32, f32), other: (f32, f32)) -> (f32, f32) {
    if other.0 > one.0 { other } else { one }
}

/// Evaluates the state after a step. The prior is not known yet.
fn evaluate_step<G: SearchGame>(
    game: &G,
    state: &G::State,
    seat: usize,
    step: u32,
) -> (ChildInit, SeatValues) {
    let mut next = state.clone();
    game.apply(&mut next, step);
    let (values, sure) = game.evaluate(&next);
    let initial_value = values[seat];
    let proof = if sure { proof_of(initial_value) } else { Proof::Unknown };
    (ChildInit { step, initial_value, prior: 0.0, proof }, values)
}

/// The proof that an exact value stands for.
fn proof_of(value: f32) -> Proof {
    match value {
        value if value > 0.75 => Proof::Won,
        value if value < 0.25 => Proof::Lost,
        _ => Proof::Drawn,
    }
}

struct Worker<'a, G: SearchGame> {
    search: &'a Mcts<G>,
    game: &'a G,
    /// The seat to act at the leaf that was reached.
    last: usize,
    /// The nodes of a descent, each with the seat that chose it.
    path: Vec<(u32, usize)>,
    steps: Vec<u32>,
    ranked: Vec<(f32, u32)>,
    /// Logits of the policy, then the priors made from them.
    priors: Vec<f32>,
    inits: Vec<(ChildInit, SeatValues)>,
    policy_inits: Vec<ChildInit>,
}

impl<G: SearchGame> Worker<'_, G> {
    /// One simulation: selects a leaf, expands it and backs its value up. Returns the number of evaluated states.
    fn simulate(&mut self, root: &G::State) -> u64 {
        let tree = &self.search.tree;
        let mut state = root.clone();
        let mut at = Tree::ROOT;
        self.path.clear();
        let (values, evaluated) = loop {
            let Some(seat) = self.game.to_act(&state) else {
                break (self.evaluate(at, &state), 1);
            };
            self.last = seat;
            let children = match tree.children(at) {
                Some(children) => children,
                None => match self.visit(at, &state, seat) {
                    Some(known) => break known,
                    None => continue,
                },
            };
            let chosen = self.select_puct(at, children.nodes);
            at = children.first + chosen as u32;
            let node = &children.nodes[chosen];
            node.begin_visit();
            self.path.push((at, seat));
            self.game.apply(&mut state, node.step());
            if node.proof() != Proof::Unknown {
                // A proved node needs no evaluation.
                let value = match node.proof() {
                    Proof::Won => 1.0,
                    Proof::Lost => 0.0,
                    _ => 0.5,
                };
                let mut values = [1.0 - value; SEATS];
                values[seat] = value;
                break (values, 1);
            }
        };
        for &(at, seat) in &self.path {
            let node = tree.node(at);
            node.end_visit(values[seat]);
            if node.is_unevaluated() {
                node.set_initial_value(values[seat]);
            }
        }
        tree.node(Tree::ROOT).begin_visit();
        self.backup_minimax();
        self.backup_proofs();
        evaluated
    }

    /// Is the root's step of the last descent proved?
    fn proved(&self) -> bool {
        let step = self.path.first().map(|&(at, _)| self.search.tree.node(at));
        step.is_some_and(|node| node.proof() != Proof::Unknown)
    }

    /// Visits a node without children. Returns its value and the number of evaluated states, or `None` if it was
    /// expanded by the policy and the descent continues.
    fn visit(&mut self, at: u32, state: &G::State, seat: usize) -> Option<(SeatValues, u64)> {
        let unevaluated = self.search.tree.node(at).is_unevaluated();
        if unevaluated && !self.game.is_partial(state) {
            return Some((self.evaluate(at, state), 1));
        }
        self.steps.clear();
        self.game.steps(state, &mut self.steps);
        if !self.game.policy_logits(state, &self.steps, &mut self.priors) || self.steps.is_empty() {
            return Some(self.expand(at, state, seat));
        }
        match self.expand_by_policy(at) {
            true => None,
            false => Some((self.game.evaluate(state).0, 1)),
        }
    }

    /// Evaluates a state and stores the value as the node's initial value if it has none.
    fn evaluate(&self, at: u32, state: &G::State) -> SeatValues {
        let (values, sure) = self.game.evaluate(state);
        let node = self.search.tree.node(at);
        if let Some(&(_, chooser)) = self.path.last().filter(|_| node.is_unevaluated()) {
            node.set_initial_value(values[chooser]);
            if sure {
                node.prove(proof_of(values[chooser]));
            }
        }
        values
    }

    /// Expands a leaf with unevaluated children, highest prior first. Returns whether it has children now.
    fn expand_by_policy(&mut self, at: u32) -> bool {
        let tree = &self.search.tree;
        if tree.is_full() || !tree.claim(at) {
            return false;
        }
        softmax(&mut self.priors);
        self.ranked.clear();
        self.ranked.extend(self.priors.iter().zip(&self.steps).map(|(&prior, &step)| (prior, step)));
        let params = &self.search.params;
        let limit = match self.path.len() {
            0 => usize::from(u16::MAX),
            near if near < WIDE_PLIES => params.max_children,
            _ => params.max_children_deep,
        };
        let pruned = self.ranked.len() > limit;
        if pruned {
            self.ranked.select_nth_unstable_by(limit, largest_first);
            self.ranked.truncate(limit);
        }
        self.ranked.sort_unstable_by(largest_first);
        self.policy_inits.clear();
        self.policy_inits
            .extend(self.ranked.iter().map(|&(prior, step)| ChildInit::unevaluated(step, prior)));
        tree.expand(at, &self.policy_inits, pruned);
        tree.children(at).is_some()
    }

    /// Selects a child by PUCT with first-play urgency and implicit minimax values.
    #[inline(always)]
    fn select_puct(&self, at: u32, children: &[crate::tree::Node]) -> usize {
        let params = &self.search.params;
        let visits = self.search.tree.node(at).visits() as f32 + 1.0;
        let exploration = params.c_puct * visits.sqrt();
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        let (mut sum, mut count) = (0.0, 0.0);
        for (number, node) in children.iter().enumerate() {
            let child_visits = node.visits() as f32;
            if child_visits == 0.0 && node.is_unevaluated() {
                // Those after it have no higher prior, and all start with the same value.
                let sibling_mean = if count > 0.0 { sum / count } else { 0.5 };
                if sibling_mean - params.fpu_reduction + exploration * node.prior() > best_score {
                    best = number;
                }
                break;
            }
            let score = match node.proof() {
                Proof::Lost => -1e6,
                _ => {
                    let mean = node.mean();
                    if !node.is_unevaluated() {
                        (sum, count) = (sum + mean * child_visits, count + child_visits);
                    }
                    mean + (node.minimax_value() - mean) * params.implicit_minimax_weight
                        + exploration * node.prior() / (child_visits + 1.0)
                }
            };
            if score > best_score {
                (best, best_score) = (number, score);
            }
        }
        best
    }

    /// Expands a leaf with the listed steps, each evaluated once. Its value is that of its best child.
    fn expand(&mut self, at: u32, state: &G::State, seat: usize) -> (SeatValues, u64) {
        let tree = &self.search.tree;
        if tree.is_full() || !tree.claim(at) {
            return (self.game.evaluate(state).0, 1);
        }
        self.inits.clear();
        let params = &self.search.params;
        let all = self.steps.len();
        if self.path.len() >= FULL_PLIES && all > params.max_children_deep {
            // Positions far from the root are like many others: steps with a bad history are pruned.
            let history = &self.search.history;
            let deficit = |step: u32| {
                f32::from_bits(history[self.game.history_index(state, step)].load(Ordering::Relaxed))
            };
            self.ranked.clear();
            self.ranked.extend(self.steps.iter().map(|&step| (deficit(step), step)));
            self.ranked.select_nth_unstable_by(params.max_children_deep, smallest_first);
            self.steps.clear();
            self.steps.extend(self.ranked[..params.max_children_deep].iter().map(|&(_, step)| step));
        }
        for &step in &self.steps {
            self.inits.push(evaluate_step(self.game, state, seat, step));
        }
        let evaluated = self.inits.len() as u64;
        self.inits.sort_by(by_initial_value);
        let limit = if at == Tree::ROOT { usize::from(u16::MAX) } else { params.max_children };
        if let Some(&(best, _)) = self.inits.first() {
            for (init, _) in &self.inits {
                let deficit = &self.search.history[self.game.history_index(state, init.step)];
                let before = f32::from_bits(deficit.load(Ordering::Relaxed));
                let behind = best.initial_value - init.initial_value;
                deficit.store((before + (behind - before) / 8.0).to_bits(), Ordering::Relaxed);
            }
        }
        let pruned = self.inits.len() > limit || self.inits.len() < all;
        self.inits.truncate(limit);
        let Some(&(best, values)) = self.inits.first() else {
            tree.unclaim(at);
            return (self.game.evaluate(state).0, 1);
        };
        // The prior falls with the distance from the best evaluation.
        let mut sum = 0.0;
        for (init, _) in &mut self.inits {
            init.prior = params.prior_weight(best.initial_value - init.initial_value);
            sum += init.prior;
        }
        let inits: Vec<ChildInit> =
            self.inits.iter().map(|(init, _)| ChildInit { prior: init.prior / sum, ..*init }).collect();
        tree.expand(at, &inits, pruned);
        if params.best_child_weight < 1.0 && best.proof == Proof::Unknown {
            let (own, _) = self.game.evaluate(state);
            let mixed =
                std::array::from_fn(|seat| own[seat] + (values[seat] - own[seat]) * params.best_child_weight);
            return (mixed, evaluated + 1);
        }
        (values, evaluated)
    }

    /// Backs the minimax values up the path, for two players (Lanctot et al. 2014).
    fn backup_minimax(&self) {
        let tree = &self.search.tree;
        for depth in (0..self.path.len()).rev() {
            let (at, chooser) = self.path[depth];
            let node = tree.node(at);
            let Some(children) = tree.children(at).filter(|_| node.proof() == Proof::Unknown) else {
                continue;
            };
            let next = match self.path.get(depth + 1) {
                Some(&(_, next)) => next,
                None => self.last,
            };
            let best = children.nodes.iter().map(|node| node.minimax_value()).fold(0.0, f32::max);
            node.set_minimax_value(if next == chooser { best } else { 1.0 - best });
        }
    }

    /// Backs proofs up the path (MCTS-Solver, Winands et al. 2008). For two players: with more, an evaluation never proves
    /// anything, so there is nothing to back up.
    fn backup_proofs(&mut self) {
        let tree = &self.search.tree;
        for depth in (0..self.path.len()).rev() {
            let (at, chooser) = self.path[depth];
            let node = tree.node(at);
            if node.proof() != Proof::Unknown {
                continue;
            }
            let Some(children) = tree.children(at) else { return };
            // The seat that chooses among the children.
            let Some(&(_, next)) = self.path.get(depth + 1) else {
                // A leaf that was just expanded: its chooser is not on the path; the next visit proves it.
                continue;
            };
            let proofs = || children.nodes.iter().map(|node| node.proof());
            let for_next = if proofs().any(|proof| proof == Proof::Won) {
                Proof::Won
            } else if children.pruned || proofs().any(|proof| proof == Proof::Unknown) {
                return;
            } else if proofs().any(|proof| proof == Proof::Drawn) {
                Proof::Drawn
            } else {
                Proof::Lost
            };
            node.prove(match (for_next, next == chooser) {
                (Proof::Won, false) => Proof::Lost,
                (Proof::Lost, false) => Proof::Won,
                (proof, _) => proof,
            });
        }
    }
}
