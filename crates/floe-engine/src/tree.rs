//! The tree of a best-first search, grown by several threads at once without locks.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};

/// Nodes come in blocks of so many.
const BLOCK: usize = 1 << 16;
/// The most blocks: sixteen million nodes, half a gigabyte.
const BLOCKS: usize = 256;
/// How finely values are summed.
const GRAIN: f32 = (1 << 20) as f32;

/// What is proved about a node, from the side of whoever chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Proof {
    /// Nothing yet.
    Open,
    /// It wins.
    Won,
    /// Nobody wins.
    Drawn,
    /// It loses.
    Lost,
}

/// A node: a choice, and how it did so far. Values are those of whoever made the choice.
#[derive(Debug, Default)]
pub struct Node {
    step: AtomicU32,
    visits: AtomicU32,
    /// The sum of all values in units of [`GRAIN`].
    sum: AtomicI64,
    /// The share of visits it is expected to get, as the bits of a float.
    prior: AtomicU32,
    /// What it was worth at a look, as the bits of a float.
    glance: AtomicU32,
    /// What it is worth if everybody below plays best by what was seen at a look, as the bits of a float.
    deep: AtomicU32,
    /// Where its children are and how many; [`LEAF`] and [`GROWING`] where there are none.
    children: AtomicU64,
    proof: AtomicU32,
}

const LEAF: u64 = 0;
const GROWING: u64 = u64::MAX;
/// Some children were left out, so that nothing about all of them is proved.
const CUT: u64 = 1 << 63;

/// A child about to be added.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    /// The choice.
    pub step: u32,
    /// What it is worth at a look to whoever makes it, from 0 to 1.
    pub glance: f32,
    /// The share of visits it is expected to get.
    pub prior: f32,
    /// What is proved.
    pub proof: Proof,
}

impl Seed {
    /// A child that nobody has looked at.
    pub fn unseen(step: u32, prior: f32) -> Seed {
        Seed { step, glance: -1.0, prior, proof: Proof::Open }
    }
}

impl Node {
    /// The choice.
    pub fn step(&self) -> u32 {
        self.step.load(Ordering::Relaxed)
    }
    /// How often it was visited.
    #[inline(always)]
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }
    /// Its mean value, the first look counted as one visit.
    #[inline(always)]
    pub fn mean(&self) -> f32 {
        let sum = self.sum.load(Ordering::Relaxed) as f32 / GRAIN;
        (sum + self.glance()) / (self.visits() as f32 + 1.0)
    }
    /// What it was worth at a look.
    #[inline(always)]
    pub fn glance(&self) -> f32 {
        f32::from_bits(self.glance.load(Ordering::Relaxed))
    }
    /// Has nobody looked at it yet?
    #[inline(always)]
    pub fn is_unseen(&self) -> bool {
        self.glance() < 0.0
    }
    /// Somebody has looked at it.
    #[inline(always)]
    pub fn see(&self, value: f32) {
        self.glance.store(value.to_bits(), Ordering::Relaxed);
        self.deepen(value);
    }
    /// What it is worth if everybody below plays best by what was seen at a look.
    #[inline(always)]
    pub fn deep(&self) -> f32 {
        f32::from_bits(self.deep.load(Ordering::Relaxed))
    }
    /// What is seen below has changed.
    #[inline(always)]
    pub fn deepen(&self, value: f32) {
        self.deep.store(value.to_bits(), Ordering::Relaxed);
    }
    /// The share of visits it is expected to get.
    #[inline(always)]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }
    /// What is proved about it.
    #[inline(always)]
    pub fn proof(&self) -> Proof {
        match self.proof.load(Ordering::Relaxed) {
            0 => Proof::Open,
            1 => Proof::Won,
            2 => Proof::Drawn,
            _ => Proof::Lost,
        }
    }
    /// It is proved.
    pub fn prove(&self, proof: Proof) {
        match proof {
            Proof::Won => self.deepen(1.0),
            Proof::Drawn => self.deepen(0.5),
            Proof::Lost => self.deepen(0.0),
            Proof::Open => {}
        }
        self.proof.store(proof as u32, Ordering::Relaxed);
    }
    /// A visit begins: until it ends it counts as lost, so that other threads look elsewhere.
    #[inline(always)]
    pub fn enter(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }
    /// The visit ends with a value.
    #[inline(always)]
    pub fn leave(&self, value: f32) {
        self.sum.fetch_add((value * GRAIN) as i64, Ordering::Relaxed);
    }

    fn plant(&self, seed: &Seed) {
        self.step.store(seed.step, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.sum.store(0, Ordering::Relaxed);
        self.prior.store(seed.prior.to_bits(), Ordering::Relaxed);
        self.glance.store(seed.glance.to_bits(), Ordering::Relaxed);
        self.deep.store(seed.glance.to_bits(), Ordering::Relaxed);
        self.children.store(LEAF, Ordering::Relaxed);
        self.proof.store(seed.proof as u32, Ordering::Relaxed);
    }
}

/// The tree.
pub struct Tree {
    blocks: Box<[OnceLock<Box<[Node]>>]>,
    used: AtomicU32,
    most: u32,
}

/// The children of a node.
#[derive(Clone, Copy)]
pub struct Children<'a> {
    /// The children.
    pub nodes: &'a [Node],
    /// Where the first is.
    pub first: u32,
    /// Are there others that were left out?
    pub cut: bool,
}

impl Tree {
    /// A tree with a root, of so many nodes at most.
    pub fn new(most: u32) -> Tree {
        let most = most.clamp(2, (BLOCK * BLOCKS) as u32);
        let tree =
            Tree { blocks: (0..BLOCKS).map(|_| OnceLock::new()).collect(), used: AtomicU32::new(1), most };
        tree.node(0).plant(&Seed { step: 0, glance: 0.5, prior: 1.0, proof: Proof::Open });
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

    /// Does it take long to give its memory back?
    pub fn is_large(&self) -> bool {
        self.used.load(Ordering::Relaxed) > 100_000
    }

    /// Is there no room for more?
    pub fn is_full(&self) -> bool {
        self.used.load(Ordering::Relaxed) >= self.most
    }

    /// The children of a node, if it has been grown.
    #[inline(always)]
    pub fn children(&self, at: u32) -> Option<Children<'_>> {
        let word = self.node(at).children.load(Ordering::Acquire);
        if word == LEAF || word == GROWING {
            return None;
        }
        let (first, count) = ((word & 0xffff_ffff) as u32, (word >> 32 & 0xffff) as usize);
        let start = first as usize % BLOCK;
        let nodes = &self.block(first as usize / BLOCK)[start..start + count];
        Some(Children { nodes, first, cut: word & CUT != 0 })
    }

    /// Claims a leaf for growing; no other thread will.
    pub fn claim(&self, at: u32) -> bool {
        let node = self.node(at);
        node.children.compare_exchange(LEAF, GROWING, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Gives a claimed leaf back as it was.
    pub fn unclaim(&self, at: u32) {
        self.node(at).children.store(LEAF, Ordering::Release);
    }

    /// Gives a claimed leaf its children. Without room it stays a leaf.
    pub fn grow(&self, at: u32, seeds: &[Seed], cut: bool) {
        let count = seeds.len() as u32;
        let first = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            // Children lie in one block.
            let space = BLOCK as u32 - used % BLOCK as u32;
            let first = if count > space { used + space } else { used };
            (first + count <= self.most).then_some(first + count)
        });
        let Ok(before) = first else { return self.unclaim(at) };
        let space = BLOCK as u32 - before % BLOCK as u32;
        let first = if count > space { before + space } else { before };
        for (seed, place) in seeds.iter().zip(first..) {
            self.node(place).plant(seed);
        }
        let word = u64::from(first) | u64::from(count) << 32 | if cut { CUT } else { 0 };
        self.node(at).children.store(word, Ordering::Release);
    }

    /// A tree of its own with what hangs below a node, which becomes the root: level by level, until it gets late.
    /// `more` are the root's children that had been left out.
    pub fn below(&self, at: u32, more: &[Seed], late: &dyn Fn() -> bool) -> Tree {
        let tree = Tree::new(self.most);
        tree.copy(Tree::ROOT, self, at);
        let mut edge = VecDeque::from([(Tree::ROOT, at)]);
        while let Some((to, from)) = edge.pop_front().filter(|_| !late()) {
            let Some(children) = self.children(from) else { continue };
            let mut seeds: Vec<Seed> = children
                .nodes
                .iter()
                .map(|node| Seed {
                    step: node.step(),
                    glance: node.glance(),
                    prior: node.prior(),
                    proof: node.proof(),
                })
                .collect();
            if !tree.claim(to) {
                continue;
            }
            let root = to == Tree::ROOT;
            if root {
                seeds.extend_from_slice(more);
            }
            tree.grow(to, &seeds, children.cut && !root);
            let Some(grown) = tree.children(to) else { continue };
            for n in 0..children.nodes.len() as u32 {
                tree.copy(grown.first + n, self, children.first + n);
                if children.nodes[n as usize].visits() > 0 {
                    edge.push_back((grown.first + n, children.first + n));
                }
            }
        }
        tree
    }

    fn copy(&self, to: u32, other: &Tree, from: u32) {
        let (to, from) = (self.node(to), other.node(from));
        to.visits.store(from.visits(), Ordering::Relaxed);
        to.sum.store(from.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        to.glance.store(from.glance.load(Ordering::Relaxed), Ordering::Relaxed);
        to.deep.store(from.deep.load(Ordering::Relaxed), Ordering::Relaxed);
        to.proof.store(from.proof() as u32, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds(count: u32) -> Vec<Seed> {
        let seed =
            |step| Seed { step, glance: step as f32 / 64.0, prior: 1.0 / count as f32, proof: Proof::Open };
        (0..count).map(seed).collect()
    }

    #[test]
    fn grows_remembers_and_is_cut_down() {
        let tree = Tree::new(100);
        assert!(tree.claim(Tree::ROOT) && !tree.claim(Tree::ROOT));
        assert!(tree.children(Tree::ROOT).is_none());
        tree.grow(Tree::ROOT, &seeds(40), true);
        let children = tree.children(Tree::ROOT).unwrap();
        assert_eq!((children.nodes.len(), children.cut), (40, true));
        let (seventh, at) = (&children.nodes[7], children.first + 7);
        seventh.enter();
        assert_eq!(seventh.mean(), 7.0 / 64.0 / 2.0, "a visit under way counts as lost");
        seventh.leave(1.0);
        assert_eq!(seventh.mean(), (1.0 + 7.0 / 64.0) / 2.0);
        assert!(tree.claim(at));
        tree.grow(at, &seeds(3), false);
        tree.children(at).unwrap().nodes[1].prove(Proof::Won);
        // No room for sixty more.
        assert!(tree.claim(children.first));
        tree.grow(children.first, &seeds(60), false);
        assert!(tree.children(children.first).is_none() && tree.claim(children.first));
        let below = tree.below(at, &[], &|| false);
        assert_eq!(below.node(Tree::ROOT).mean(), seventh.mean());
        let kept = below.children(Tree::ROOT).unwrap();
        assert_eq!((kept.nodes.len(), kept.nodes[1].proof(), kept.nodes[2].step()), (3, Proof::Won, 2));
    }
}
