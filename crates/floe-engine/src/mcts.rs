//! Best-first search for any number of players: a tree that grows where it pays, values at its leaves by a look.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;

use crate::hunch::shares;
use crate::tree::{Proof, Seed, Tree};
use crate::{Limits, Watch};

/// The most seats there are.
pub const SEATS: usize = 4;

/// What a position is worth to each seat, from 0 to 1.
pub type Shares = [f32; SEATS];

/// What the search asks about a game. A step is a whole move or a part of one.
pub trait Walk: Sync {
    /// Where the game stands, perhaps within a move.
    type State: Clone + Send + Sync;
    /// Who takes the next step; nobody when the game is over.
    fn seat(&self, state: &Self::State) -> Option<usize>;
    /// Adds all steps there are.
    fn steps(&self, state: &Self::State, out: &mut Vec<u32>);
    /// Takes a step.
    fn take(&self, state: &mut Self::State, step: u32);
    /// What a state is worth to each seat at a look, and whether that is proved.
    fn glance(&self, state: &Self::State) -> (Shares, bool);
    /// How much each of some steps is wished for before any of them is looked at, as logarithms of chances; `false`
    /// where there is no hunch.
    fn wishes(&self, _state: &Self::State, _steps: &[u32], _out: &mut Vec<f32>) -> bool {
        false
    }
    /// Is a state within a move, so that a look at it says little?
    fn is_between(&self, _state: &Self::State) -> bool {
        false
    }
    /// A key that tells states apart.
    fn key(&self, state: &Self::State) -> u64;
    /// A number below [`SLOTS`] for a step, the same wherever it is as good: where it is remembered how it looked.
    fn slot(&self, state: &Self::State, step: u32) -> usize;
}

/// How many slots steps are remembered in.
pub const SLOTS: usize = 1 << 16;

/// How the search weighs things; found by matches.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How much is explored.
    pub curiosity: f32,
    /// How strongly the first look decides where to go: the larger, the broader.
    pub breadth: f32,
    /// The most children of a node that is not the root.
    pub most: usize,
    /// How much a leaf is worth what its best child is, and not what it looked like itself.
    pub hope: f32,
    /// How many steps of a node far from the root are looked at: those that looked best elsewhere, or that are wished
    /// for most.
    pub narrow: usize,
    /// How much worse than its siblings a step is taken to be that was not looked at.
    pub doubt: f32,
    /// For two players: how much what best play leads to counts beside the mean (implicit minimax backups, after
    /// Lanctot, Winands, Pepels and Sturtevant, 2014).
    pub foresight: f32,
}

impl Manner {
    /// How often a step is expected to be visited that looks so much worse than the best, which is one.
    fn share(&self, behind: f32) -> f32 {
        let behind = (behind / self.breadth).max(0.0);
        // The same everywhere and nearly an exponential.
        1.0 / (1.0 + behind + behind * behind * 0.5 + behind * behind * behind * 0.17)
    }
}

impl Default for Manner {
    fn default() -> Manner {
        Manner { curiosity: 0.35, breadth: 0.08, most: 48, hope: 1.0, narrow: 16, doubt: 0.1, foresight: 0.3 }
    }
}

/// A line found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its steps.
    pub steps: Vec<u32>,
    /// What it is worth to the seat to act, from 0 to 1.
    pub value: f32,
    /// What is proved about it.
    pub proof: Proof,
    /// How often it was tried.
    pub visits: u32,
}

/// A search that keeps its tree from one position to the next.
pub struct Mcts<W: Walk> {
    manner: Manner,
    tree: Tree,
    root: Option<W::State>,
    room: u32,
    /// How far behind the best of its node each step looked, of late, as the bits of a float.
    looks: Vec<AtomicU32>,
}

impl<W: Walk> Mcts<W> {
    /// A search with room for so many nodes.
    pub fn new(manner: Manner, room: u32) -> Mcts<W> {
        let looks = (0..SLOTS).map(|_| AtomicU32::new(0)).collect();
        Mcts { manner, tree: Tree::new(room), root: None, room, looks }
    }

    /// Another game begins.
    pub fn forget(&mut self) {
        self.root = None;
        self.tree = Tree::new(self.room);
        self.looks.iter_mut().for_each(|look| *look.get_mut() = 0);
    }

    /// Moves the root to a state, keeping what is known below it, as much as a quarter of the time allows.
    fn turn_to(&mut self, walk: &W, state: &W::State, limits: &Limits, watch: &Watch<'_>) {
        let quarter = Limits { time: limits.time.map(|time| time / 4), ..Limits::default() };
        let late = || watch.over(&quarter);
        let key = walk.key(state);
        let found = self.root.as_ref().and_then(|root| self.find(walk, Tree::ROOT, root, key, 4, &late));
        let tree = match found {
            Some(at) => self.tree.below(at, &self.left_out(walk, state, at), &late),
            None => Tree::new(self.room),
        };
        let old = std::mem::replace(&mut self.tree, tree);
        if old.is_large() {
            // Giving the memory back takes longer than a short thought has; where there are no threads it is done here.
            let _ = thread::Builder::new().spawn(move || drop(old));
        }
        self.root = Some(state.clone());
    }

    /// The steps of a state that its node was grown without, each looked at: a root has them all.
    fn left_out(&self, walk: &W, state: &W::State, at: u32) -> Vec<Seed> {
        let Some(children) = self.tree.children(at).filter(|children| children.cut) else {
            return Vec::new();
        };
        let Some(seat) = walk.seat(state) else { return Vec::new() };
        let (mut steps, mut seeds, mut wishes) = (Vec::new(), Vec::new(), Vec::new());
        walk.steps(state, &mut steps);
        if walk.wishes(state, &steps, &mut wishes) {
            shares(&mut wishes);
            let known = |step: u32| children.nodes.iter().any(|node| node.step() == step);
            let all = steps.into_iter().zip(wishes).filter(|(step, _)| !known(*step));
            seeds.extend(all.map(|(step, prior)| Seed::unseen(step, prior)));
            seeds.sort_by(|one, other| other.prior.total_cmp(&one.prior).then(one.step.cmp(&other.step)));
            return seeds;
        }
        let best = children.nodes.iter().map(|node| (node.glance(), node.prior())).fold((0.0, 0.0), most);
        for step in steps {
            if children.nodes.iter().any(|node| node.step() == step) {
                continue;
            }
            let seed = look(walk, state, seat, step).0;
            seeds.push(Seed { prior: best.1 * self.manner.share(best.0 - seed.glance), ..seed });
        }
        seeds
    }

    /// The node of a state not more than so many steps below another, along what was visited.
    fn find(
        &self,
        walk: &W,
        at: u32,
        state: &W::State,
        key: u64,
        steps: u32,
        late: &dyn Fn() -> bool,
    ) -> Option<u32> {
        if walk.key(state) == key {
            return Some(at);
        }
        let children = self.tree.children(at).filter(|_| steps > 0 && !late())?;
        children.nodes.iter().zip(children.first..).filter(|(node, _)| node.visits() > 0).find_map(
            |(node, child)| {
                let mut next = state.clone();
                walk.take(&mut next, node.step());
                self.find(walk, child, &next, key, steps - 1, late)
            },
        )
    }

    /// Searches until a limit is reached or the root is proved. Says how many states were looked at.
    pub fn search(
        &mut self,
        walk: &W,
        state: &W::State,
        limits: &Limits,
        watch: &Watch<'_>,
        tell: &(dyn Fn(&Mcts<W>, u64) + Sync),
    ) -> u64 {
        self.turn_to(walk, state, limits, watch);
        let nodes = AtomicU64::new(0);
        let this = &*self;
        let work = |first: bool| {
            let mut worker = Worker {
                search: this,
                walk,
                last: 0,
                path: Vec::new(),
                steps: Vec::new(),
                ranked: Vec::new(),
                wishes: Vec::new(),
                seeds: Vec::new(),
                sprouts: Vec::new(),
            };
            let mut rounds = 0u64;
            loop {
                let looked = worker.simulate(state);
                let all = nodes.fetch_add(looked, Ordering::Relaxed) + looked;
                rounds += 1;
                let enough = limits.nodes.is_some_and(|most| all >= most)
                    || limits.depth.is_some_and(|depth| rounds.is_multiple_of(64) && this.is_deep(depth));
                if enough || watch.over(limits) {
                    return;
                }
                // A root has thousands of steps, and asking them all costs as much as a simulation: only when one that
                // was just tried is proved, and once at the start, can it have become clear.
                if (rounds == 1 || worker.proved() || this.is_forced(limits.lines))
                    && this.decided(limits.lines)
                {
                    return;
                }
                // With a tree that is full there is still something to learn, but not for ever.
                if rounds > 50_000_000 {
                    return;
                }
                if first && rounds.is_power_of_two() && rounds >= 256 {
                    tell(this, all);
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

    /// Is the best line longer than so many steps?
    fn is_deep(&self, depth: u32) -> bool {
        self.found(1).first().is_some_and(|found| found.steps.len() > depth as usize)
    }

    /// Is there but one step, and has it been looked at long enough?
    fn is_forced(&self, lines: usize) -> bool {
        let children = self.tree.children(Tree::ROOT).filter(|children| !children.cut);
        lines <= 1 && children.is_some_and(|all| all.nodes.len() == 1 && all.nodes[0].visits() > 64)
    }

    /// Is there nothing more to find out about the root?
    fn decided(&self, lines: usize) -> bool {
        let Some(children) = self.tree.children(Tree::ROOT).filter(|children| !children.cut) else {
            return false;
        };
        let sure = |proof| children.nodes.iter().any(|node| node.proof() == proof);
        let all = || children.nodes.iter().all(|node| node.proof() != Proof::Open);
        self.is_forced(lines) || lines <= 1 && sure(Proof::Won) || all()
    }

    /// Is it proved that a root step of this proof is the best there is?
    fn is_best(&self, proof: Proof) -> bool {
        match proof {
            Proof::Won => true,
            Proof::Open => false,
            // Something better may hide among those not proved yet.
            Proof::Drawn | Proof::Lost => self
                .tree
                .children(Tree::ROOT)
                .is_some_and(|all| !all.cut && all.nodes.iter().all(|node| node.proof() != Proof::Open)),
        }
    }

    /// The best lines, the best first: all of them where that many are asked for.
    pub fn found(&self, lines: usize) -> Vec<Found> {
        let Some(children) = self.tree.children(Tree::ROOT) else { return Vec::new() };
        let mut order: Vec<u32> = (children.first..).take(children.nodes.len()).collect();
        order.sort_by(|&one, &other| self.better(one, other));
        let mut found: Vec<Found> = order.into_iter().take(lines.max(1)).map(|at| self.line(at)).collect();
        // The best line says what the position is worth; the others only what they are.
        if let Some(first) = found.first_mut().filter(|first| !self.is_best(first.proof)) {
            first.proof = Proof::Open;
        }
        found
    }

    /// Sorts what is proved by that, the rest by visits, then by value.
    fn better(&self, one: u32, other: u32) -> std::cmp::Ordering {
        let rank = |at: u32| {
            let node = self.tree.node(at);
            let proof = match node.proof() {
                Proof::Won => 2,
                Proof::Lost => 0,
                Proof::Open | Proof::Drawn => 1,
            };
            (proof, node.visits(), (node.mean() * 1e6) as i64)
        };
        rank(other).cmp(&rank(one)).then(one.cmp(&other))
    }

    /// The children of the root, or of one of them: each step and how often it was tried.
    pub fn tried(&self, below: Option<u32>) -> Vec<(u32, u32)> {
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

    fn line(&self, at: u32) -> Found {
        let node = self.tree.node(at);
        let value = match node.proof() {
            Proof::Won => 1.0,
            Proof::Drawn => 0.5,
            Proof::Lost => 0.0,
            Proof::Open => node.mean().clamp(0.0, 1.0),
        };
        let mut steps = vec![node.step()];
        let mut below = at;
        while let Some(children) = self.tree.children(below).filter(|_| steps.len() < 24) {
            let best = (children.first..).take(children.nodes.len()).min_by(|&a, &b| self.better(a, b));
            let Some(best) = best.filter(|&best| steps.len() < 2 || self.tree.node(best).visits() > 1) else {
                break;
            };
            steps.push(self.tree.node(best).step());
            below = best;
        }
        Found { steps, value, proof: node.proof(), visits: node.visits() }
    }
}

/// Nodes less than so many steps from the root have all their steps looked at.
const NEAR: usize = 2;

/// Where hunches say where to look, nodes less than so many steps from the root have more children than others.
const WIDE: usize = 6;

/// The larger of two by the first number.
fn most(one: (f32, f32), other: (f32, f32)) -> (f32, f32) {
    if other.0 > one.0 { other } else { one }
}

/// Looks at what a step of a seat leads to. How many visits are expected is not known yet.
fn look<W: Walk>(walk: &W, state: &W::State, seat: usize, step: u32) -> (Seed, Shares) {
    let mut next = state.clone();
    walk.take(&mut next, step);
    let (shares, sure) = walk.glance(&next);
    let glance = shares[seat];
    let proof = if sure { proof_of(glance) } else { Proof::Open };
    (Seed { step, glance, prior: 0.0, proof }, shares)
}

/// What a sure value proves.
fn proof_of(value: f32) -> Proof {
    match value {
        value if value > 0.75 => Proof::Won,
        value if value < 0.25 => Proof::Lost,
        _ => Proof::Drawn,
    }
}

struct Worker<'a, W: Walk> {
    search: &'a Mcts<W>,
    walk: &'a W,
    /// Who chooses at the leaf that was reached.
    last: usize,
    /// The nodes of a descent, each with the seat that chose it.
    path: Vec<(u32, usize)>,
    steps: Vec<u32>,
    ranked: Vec<(f32, u32)>,
    wishes: Vec<f32>,
    seeds: Vec<(Seed, Shares)>,
    sprouts: Vec<Seed>,
}

impl<W: Walk> Worker<'_, W> {
    /// Goes down to a leaf, grows it and carries its value up. Says how many states were looked at.
    fn simulate(&mut self, root: &W::State) -> u64 {
        let tree = &self.search.tree;
        let mut state = root.clone();
        let mut at = Tree::ROOT;
        self.path.clear();
        let (shares, looked) = loop {
            let Some(seat) = self.walk.seat(&state) else {
                break (self.glance(at, &state), 1);
            };
            self.last = seat;
            let children = match tree.children(at) {
                Some(children) => children,
                None => match self.visit(at, &state, seat) {
                    Some(known) => break known,
                    None => continue,
                },
            };
            let chosen = self.choose(at, children.nodes);
            at = children.first + chosen as u32;
            let node = &children.nodes[chosen];
            node.enter();
            self.path.push((at, seat));
            self.walk.take(&mut state, node.step());
            if node.proof() != Proof::Open {
                // A proved value needs no further look.
                let value = match node.proof() {
                    Proof::Won => 1.0,
                    Proof::Lost => 0.0,
                    _ => 0.5,
                };
                let mut shares = [1.0 - value; SEATS];
                shares[seat] = value;
                break (shares, 1);
            }
        };
        for &(at, seat) in &self.path {
            let node = tree.node(at);
            node.leave(shares[seat]);
            if node.is_unseen() {
                node.see(shares[seat]);
            }
        }
        tree.node(Tree::ROOT).enter();
        self.foresee();
        self.prove();
        looked
    }

    /// Is the root's step of the last descent proved?
    fn proved(&self) -> bool {
        let step = self.path.first().map(|&(at, _)| self.search.tree.node(at));
        step.is_some_and(|node| node.proof() != Proof::Open)
    }

    /// Comes to a node without children: what it is worth and how many states were looked at to see that, or nothing
    /// if it has got children to go on to.
    fn visit(&mut self, at: u32, state: &W::State, seat: usize) -> Option<(Shares, u64)> {
        let unseen = self.search.tree.node(at).is_unseen();
        if unseen && !self.walk.is_between(state) {
            return Some((self.glance(at, state), 1));
        }
        self.steps.clear();
        self.walk.steps(state, &mut self.steps);
        if !self.walk.wishes(state, &self.steps, &mut self.wishes) || self.steps.is_empty() {
            return Some(self.grow(at, state, seat));
        }
        match self.sprout(at) {
            true => None,
            false => Some((self.walk.glance(state).0, 1)),
        }
    }

    /// Looks at a state, and remembers what was seen if nobody had looked.
    fn glance(&self, at: u32, state: &W::State) -> Shares {
        let (shares, sure) = self.walk.glance(state);
        let node = self.search.tree.node(at);
        if let Some(&(_, chooser)) = self.path.last().filter(|_| node.is_unseen()) {
            node.see(shares[chooser]);
            if sure {
                node.prove(proof_of(shares[chooser]));
            }
        }
        shares
    }

    /// Gives a leaf children that nobody has looked at, the most wished for first. Says whether it has some now.
    fn sprout(&mut self, at: u32) -> bool {
        let tree = &self.search.tree;
        if tree.is_full() || !tree.claim(at) {
            return false;
        }
        shares(&mut self.wishes);
        self.ranked.clear();
        self.ranked.extend(self.wishes.iter().zip(&self.steps).map(|(&wish, &step)| (wish, step)));
        let order =
            |one: &(f32, u32), other: &(f32, u32)| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1));
        let manner = &self.search.manner;
        let most = match self.path.len() {
            0 => usize::from(u16::MAX),
            near if near < WIDE => manner.most,
            _ => manner.narrow,
        };
        let cut = self.ranked.len() > most;
        if cut {
            self.ranked.select_nth_unstable_by(most, order);
            self.ranked.truncate(most);
        }
        self.ranked.sort_unstable_by(order);
        self.sprouts.clear();
        self.sprouts.extend(self.ranked.iter().map(|&(prior, step)| Seed::unseen(step, prior)));
        tree.grow(at, &self.sprouts, cut);
        tree.children(at).is_some()
    }

    #[inline(always)]
    fn choose(&self, at: u32, children: &[crate::tree::Node]) -> usize {
        let manner = &self.search.manner;
        let visits = self.search.tree.node(at).visits() as f32 + 1.0;
        let wonder = manner.curiosity * visits.sqrt();
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        let (mut sum, mut count) = (0.0, 0.0);
        for (number, node) in children.iter().enumerate() {
            let seen = node.visits() as f32;
            if seen == 0.0 && node.is_unseen() {
                // None of those after it is wished for more, and all are taken to be as good.
                let usual = if count > 0.0 { sum / count } else { 0.5 };
                if usual - manner.doubt + wonder * node.prior() > most {
                    best = number;
                }
                break;
            }
            let worth = match node.proof() {
                Proof::Lost => -1e6,
                _ => {
                    let mean = node.mean();
                    if !node.is_unseen() {
                        (sum, count) = (sum + mean * seen, count + seen);
                    }
                    mean + (node.deep() - mean) * manner.foresight + wonder * node.prior() / (seen + 1.0)
                }
            };
            if worth > most {
                (best, most) = (number, worth);
            }
        }
        best
    }

    /// Gives a leaf its children, the steps that were listed, each looked at once. It is worth what its best child is.
    fn grow(&mut self, at: u32, state: &W::State, seat: usize) -> (Shares, u64) {
        let tree = &self.search.tree;
        if tree.is_full() || !tree.claim(at) {
            return (self.walk.glance(state).0, 1);
        }
        self.seeds.clear();
        let manner = &self.search.manner;
        let all = self.steps.len();
        if self.path.len() >= NEAR && all > manner.narrow {
            // Positions far from the root are like many others: what looked bad there is not looked at again.
            let looks = &self.search.looks;
            let look = |step: u32| f32::from_bits(looks[self.walk.slot(state, step)].load(Ordering::Relaxed));
            self.ranked.clear();
            self.ranked.extend(self.steps.iter().map(|&step| (look(step), step)));
            self.ranked.select_nth_unstable_by(manner.narrow, |one, other| {
                one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))
            });
            self.steps.clear();
            self.steps.extend(self.ranked[..manner.narrow].iter().map(|&(_, step)| step));
        }
        for &step in &self.steps {
            self.seeds.push(look(self.walk, state, seat, step));
        }
        let looked = self.seeds.len() as u64;
        self.seeds.sort_by(|(one, _), (other, _)| {
            other.glance.total_cmp(&one.glance).then(one.step.cmp(&other.step))
        });
        let most = if at == Tree::ROOT { usize::from(u16::MAX) } else { manner.most };
        if let Some(&(best, _)) = self.seeds.first() {
            for (seed, _) in &self.seeds {
                let look = &self.search.looks[self.walk.slot(state, seed.step)];
                let before = f32::from_bits(look.load(Ordering::Relaxed));
                let behind = best.glance - seed.glance;
                look.store((before + (behind - before) / 8.0).to_bits(), Ordering::Relaxed);
            }
        }
        let cut = self.seeds.len() > most || self.seeds.len() < all;
        self.seeds.truncate(most);
        let Some(&(best, shares)) = self.seeds.first() else {
            tree.unclaim(at);
            return (self.walk.glance(state).0, 1);
        };
        // Each is expected to be visited by how close it comes to the best.
        let mut sum = 0.0;
        for (seed, _) in &mut self.seeds {
            seed.prior = manner.share(best.glance - seed.glance);
            sum += seed.prior;
        }
        let seeds: Vec<Seed> =
            self.seeds.iter().map(|(seed, _)| Seed { prior: seed.prior / sum, ..*seed }).collect();
        tree.grow(at, &seeds, cut);
        if manner.hope < 1.0 && best.proof == Proof::Open {
            let (own, _) = self.walk.glance(state);
            let mixed = std::array::from_fn(|seat| own[seat] + (shares[seat] - own[seat]) * manner.hope);
            return (mixed, looked + 1);
        }
        (shares, looked)
    }

    /// Carries what best play leads to upwards, for two players.
    fn foresee(&self) {
        let tree = &self.search.tree;
        for depth in (0..self.path.len()).rev() {
            let (at, chooser) = self.path[depth];
            let node = tree.node(at);
            let Some(children) = tree.children(at).filter(|_| node.proof() == Proof::Open) else { continue };
            let next = match self.path.get(depth + 1) {
                Some(&(_, next)) => next,
                None => self.last,
            };
            let best = children.nodes.iter().map(|node| node.deep()).fold(0.0, f32::max);
            node.deepen(if next == chooser { best } else { 1.0 - best });
        }
    }

    /// Carries what is proved about the last nodes of the path upwards, for two players.
    fn prove(&mut self) {
        let tree = &self.search.tree;
        for depth in (0..self.path.len()).rev() {
            let (at, chooser) = self.path[depth];
            let node = tree.node(at);
            if node.proof() != Proof::Open {
                continue;
            }
            let Some(children) = tree.children(at) else { return };
            // Who chooses among the children: the next of the path, or whoever the game says.
            let Some(&(_, next)) = self.path.get(depth + 1) else {
                // A leaf just grown: its chooser is not on the path; the next visit proves it.
                continue;
            };
            let proofs = || children.nodes.iter().map(|node| node.proof());
            let for_next = if proofs().any(|proof| proof == Proof::Won) {
                Proof::Won
            } else if children.cut || proofs().any(|proof| proof == Proof::Open) {
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
