//! The tree of a Monte Carlo tree search, expanded by several threads without locks.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};

/// The number of nodes per block.
const BLOCK: usize = 1 << 16;
/// The maximum number of blocks: sixteen million nodes, half a gigabyte.
const MAX_BLOCKS: usize = 256;
/// The unit in which values are summed as integers.
const VALUE_UNITS: f32 = (1 << 20) as f32;

/// What is proved about a node, from the side of the seat that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Proof {
    /// Nothing yet.
    Unknown,
    /// It wins.
    Won,
    /// Nobody wins.
    Drawn,
    /// It loses.
    Lost,
}

/// A node: a step and its statistics. Values are from the side of the seat that chose it.
#[derive(Debug, Default)]
pub struct Node {
    step: AtomicU32,
    visits: AtomicU32,
    /// The sum of all values in units of [`VALUE_UNITS`].
    sum: AtomicI64,
    /// The prior, as the bits of a float.
    prior: AtomicU32,
    /// The static evaluation, as the bits of a float; negative before there is one.
    initial_value: AtomicU32,
    /// The minimax value of the static evaluations below, as the bits of a float (implicit minimax backups).
    minimax_value: AtomicU32,
    /// Where its children are and how many; [`LEAF`] and [`EXPANDING`] where there are none.
    children: AtomicU64,
    proof: AtomicU32,
}

const LEAF: u64 = 0;
const EXPANDING: u64 = u64::MAX;
/// Some children were pruned, so that nothing about all of them is proved.
const PRUNED: u64 = 1 << 63;

/// The initial state of a child.
#[derive(Clone, Copy, Debug)]
pub struct ChildInit {
    /// The step.
    pub step: u32,
    /// Its static evaluation for the seat that chooses it, from 0 to 1; negative if there is none.
    pub initial_value: f32,
    /// Its prior probability.
    pub prior: f32,
    /// What is proved.
    pub proof: Proof,
}

impl ChildInit {
    /// A child without a static evaluation.
    pub fn unevaluated(step: u32, prior: f32) -> ChildInit {
        ChildInit { step, initial_value: -1.0, prior, proof: Proof::Unknown }
    }
}

impl Node {
    /// The step.
    pub fn step(&self) -> u32 {
        self.step.load(Ordering::Relaxed)
    }
    /// How often it was visited.
    #[inline(always)]
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }
    /// Its mean value; the initial value counts as one visit.
    #[inline(always)]
    pub fn mean(&self) -> f32 {
        let sum = self.sum.load(Ordering::Relaxed) as f32 / VALUE_UNITS;
        (sum + self.initial_value()) / (self.visits() as f32 + 1.0)
    }
    /// Its static evaluation.
    #[inline(always)]
    pub fn initial_value(&self) -> f32 {
        f32::from_bits(self.initial_value.load(Ordering::Relaxed))
    }
    /// Has it no static evaluation yet?
    #[inline(always)]
    pub fn is_unevaluated(&self) -> bool {
        self.initial_value() < 0.0
    }
    /// Sets the static evaluation.
    #[inline(always)]
    pub fn set_initial_value(&self, value: f32) {
        self.initial_value.store(value.to_bits(), Ordering::Relaxed);
        self.set_minimax_value(value);
    }
    /// The minimax value of the static evaluations below it.
    #[inline(always)]
    pub fn minimax_value(&self) -> f32 {
        f32::from_bits(self.minimax_value.load(Ordering::Relaxed))
    }
    /// Updates the minimax value.
    #[inline(always)]
    pub fn set_minimax_value(&self, value: f32) {
        self.minimax_value.store(value.to_bits(), Ordering::Relaxed);
    }
    /// Its prior probability.
    #[inline(always)]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }
    /// What is proved about it.
    #[inline(always)]
    pub fn proof(&self) -> Proof {
        match self.proof.load(Ordering::Relaxed) {
            0 => Proof::Unknown,
            1 => Proof::Won,
            2 => Proof::Drawn,
            _ => Proof::Lost,
        }
    }
    /// Records a proof.
    pub fn prove(&self, proof: Proof) {
        match proof {
            Proof::Won => self.set_minimax_value(1.0),
            Proof::Drawn => self.set_minimax_value(0.5),
            Proof::Lost => self.set_minimax_value(0.0),
            Proof::Unknown => {}
        }
        self.proof.store(proof as u32, Ordering::Relaxed);
    }
    /// Starts a visit. Until it ends it counts as a loss (virtual loss), so that other threads go elsewhere.
    #[inline(always)]
    pub fn begin_visit(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }
    /// Ends a visit with a value.
    #[inline(always)]
    pub fn end_visit(&self, value: f32) {
        self.sum.fetch_add((value * VALUE_UNITS) as i64, Ordering::Relaxed);
    }

    fn reset(&self, init: &ChildInit) {
        self.step.store(init.step, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.sum.store(0, Ordering::Relaxed);
        self.prior.store(init.prior.to_bits(), Ordering::Relaxed);
        self.initial_value.store(init.initial_value.to_bits(), Ordering::Relaxed);
        self.minimax_value.store(init.initial_value.to_bits(), Ordering::Relaxed);
        self.children.store(LEAF, Ordering::Relaxed);
        self.proof.store(init.proof as u32, Ordering::Relaxed);
    }
}

/// The tree.
pub struct Tree {
    blocks: Box<[OnceLock<Box<[Node]>>]>,
    used: AtomicU32,
    capacity: u32,
}

/// The children of a node.
#[derive(Clone, Copy)]
pub struct Children<'a> {
    /// The children.
    pub nodes: &'a [Node],
    /// Where the first is.
    pub first: u32,
    /// Were other children pruned?
    pub pruned: bool,
}

impl Tree {
    /// A tree with a root and room for `capacity` nodes.
    pub fn new(capacity: u32) -> Tree {
        let capacity = capacity.clamp(2, (BLOCK * MAX_BLOCKS) as u32);
        let tree = Tree {
            blocks: (0..MAX_BLOCKS).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(1),
            capacity,
        };
        tree.node(0).reset(&ChildInit { step: 0, initial_value: 0.5, prior: 1.0, proof: Proof::Unknown });
        tree
    }

    /// The root.
    pub const ROOT: u32 = 0;

    /// A node by number.
    #[inline(always)]
    pub fn node(&self, at: u32) -> &Node {
        &self.block(at as usize / BLOCK)[at as usize % BLOCK]
    }

    #[inline(always)]
    fn block(&self, number: usize) -> &[Node] {
        self.blocks[number].get_or_init(|| (0..BLOCK).map(|_| Node::default()).collect())
    }

    /// Does it take long to free?
    pub fn is_large(&self) -> bool {
        self.used.load(Ordering::Relaxed) > 100_000
    }

    /// Is it full?
    pub fn is_full(&self) -> bool {
        self.used.load(Ordering::Relaxed) >= self.capacity
    }

    /// The children of a node, if it has been expanded.
    #[inline(always)]
    pub fn children(&self, at: u32) -> Option<Children<'_>> {
        let word = self.node(at).children.load(Ordering::Acquire);
        if word == LEAF || word == EXPANDING {
            return None;
        }
        let (first, count) = ((word & 0xffff_ffff) as u32, (word >> 32 & 0xffff) as usize);
        let start = first as usize % BLOCK;
        let nodes = &self.block(first as usize / BLOCK)[start..start + count];
        Some(Children { nodes, first, pruned: word & PRUNED != 0 })
    }

    /// Claims a leaf for expansion; only one thread succeeds.
    pub fn claim(&self, at: u32) -> bool {
        let node = self.node(at);
        node.children.compare_exchange(LEAF, EXPANDING, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Releases a claimed leaf unchanged.
    pub fn unclaim(&self, at: u32) {
        self.node(at).children.store(LEAF, Ordering::Release);
    }

    /// Expands a claimed leaf. If the tree is full it stays a leaf.
    pub fn expand(&self, at: u32, inits: &[ChildInit], pruned: bool) {
        let count = inits.len() as u32;
        let first = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            // Children lie in one block.
            let space = BLOCK as u32 - used % BLOCK as u32;
            let first = if count > space { used + space } else { used };
            (first + count <= self.capacity).then_some(first + count)
        });
        let Ok(before) = first else { return self.unclaim(at) };
        let space = BLOCK as u32 - before % BLOCK as u32;
        let first = if count > space { before + space } else { before };
        for (init, place) in inits.iter().zip(first..) {
            self.node(place).reset(init);
        }
        let word = u64::from(first) | u64::from(count) << 32 | if pruned { PRUNED } else { 0 };
        self.node(at).children.store(word, Ordering::Release);
    }

    /// A copy of the subtree of a node, which becomes the root: level by level, until `late`.
    /// `more` are the root's children that had been pruned.
    pub fn subtree(&self, at: u32, more: &[ChildInit], late: &dyn Fn() -> bool) -> Tree {
        let tree = Tree::new(self.capacity);
        tree.copy(Tree::ROOT, self, at);
        let mut edge = VecDeque::from([(Tree::ROOT, at)]);
        while let Some((to, from)) = edge.pop_front().filter(|_| !late()) {
            let Some(children) = self.children(from) else { continue };
            let mut inits: Vec<ChildInit> = children
                .nodes
                .iter()
                .map(|node| ChildInit {
                    step: node.step(),
                    initial_value: node.initial_value(),
                    prior: node.prior(),
                    proof: node.proof(),
                })
                .collect();
            if !tree.claim(to) {
                continue;
            }
            let root = to == Tree::ROOT;
            if root {
                inits.extend_from_slice(more);
            }
            tree.expand(to, &inits, children.pruned && !root);
            let Some(expanded) = tree.children(to) else { continue };
            for n in 0..children.nodes.len() as u32 {
                tree.copy(expanded.first + n, self, children.first + n);
                if children.nodes[n as usize].visits() > 0 {
                    edge.push_back((expanded.first + n, children.first + n));
                }
            }
        }
        tree
    }

    fn copy(&self, to: u32, other: &Tree, from: u32) {
        let (to, from) = (self.node(to), other.node(from));
        to.visits.store(from.visits(), Ordering::Relaxed);
        to.sum.store(from.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        to.initial_value.store(from.initial_value.load(Ordering::Relaxed), Ordering::Relaxed);
        to.minimax_value.store(from.minimax_value.load(Ordering::Relaxed), Ordering::Relaxed);
        to.proof.store(from.proof() as u32, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inits(count: u32) -> Vec<ChildInit> {
        let init = |step| ChildInit {
            step,
            initial_value: step as f32 / 64.0,
            prior: 1.0 / count as f32,
            proof: Proof::Unknown,
        };
        (0..count).map(init).collect()
    }

    #[test]
    fn expands_stores_and_keeps_a_subtree() {
        let tree = Tree::new(100);
        assert!(tree.claim(Tree::ROOT) && !tree.claim(Tree::ROOT));
        assert!(tree.children(Tree::ROOT).is_none());
        tree.expand(Tree::ROOT, &inits(40), true);
        let children = tree.children(Tree::ROOT).unwrap();
        assert_eq!((children.nodes.len(), children.pruned), (40, true));
        let (seventh, at) = (&children.nodes[7], children.first + 7);
        seventh.begin_visit();
        assert_eq!(seventh.mean(), 7.0 / 64.0 / 2.0, "a visit in progress counts as lost");
        seventh.end_visit(1.0);
        assert_eq!(seventh.mean(), (1.0 + 7.0 / 64.0) / 2.0);
        assert!(tree.claim(at));
        tree.expand(at, &inits(3), false);
        tree.children(at).unwrap().nodes[1].prove(Proof::Won);
        // No room for sixty more.
        assert!(tree.claim(children.first));
        tree.expand(children.first, &inits(60), false);
        assert!(tree.children(children.first).is_none() && tree.claim(children.first));
        let subtree = tree.subtree(at, &[], &|| false);
        assert_eq!(subtree.node(Tree::ROOT).mean(), seventh.mean());
        let saved = subtree.children(Tree::ROOT).unwrap();
        assert_eq!((saved.nodes.len(), saved.nodes[1].proof(), saved.nodes[2].step()), (3, Proof::Won, 2));
    }
}
