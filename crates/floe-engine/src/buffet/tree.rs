//! The tree of a search: nodes that several threads read and write without locks.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use floe_cards::ShowdownResult;
use floe_games::slide::{Move, MoveKind};

/// Nodes are allocated in chunks of this size, when they are needed.
const CHUNK: u32 = 1 << 14;
/// The maximum number of chunks: four million nodes, 128 MiB.
const MAX_CHUNKS: usize = 1 << 8;

/// Results are summed in parts of this size, so that draws and shared wins are integers.
pub(super) const WHOLE: f32 = 60.0;

/// A move and its statistics, from the side of the seat that makes it.
#[derive(Default)]
pub(super) struct Node {
    action: AtomicU32,
    prior: AtomicU32,
    visits: AtomicU32,
    sum: AtomicU32,
    /// The RAVE statistics: how often, and with what results, the seat went for that cell later in the simulation.
    rave_visits: AtomicU32,
    rave_sum: AtomicU32,
    /// The index of the first child.
    first: AtomicU32,
    /// How many there are (bits 0–15), whether a thread claimed them (16), what is proved (17–18).
    state: AtomicU32,
}

const CLAIMED: u32 = 1 << 16;
const PROOF_AT: u32 = 17;

impl Node {
    fn reset(&self, action: Move, prior: f32) {
        self.action.store(pack(action), Relaxed);
        self.prior.store(prior.to_bits(), Relaxed);
        for zero in [&self.visits, &self.sum, &self.rave_visits, &self.rave_sum, &self.first, &self.state] {
            zero.store(0, Relaxed);
        }
    }

    pub fn action(&self) -> Move {
        unpack(self.action.load(Relaxed))
    }

    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The mean result and its number of visits.
    pub fn mean(&self) -> Option<(f32, f32)> {
        mean(&self.visits, &self.sum)
    }

    /// The mean RAVE result and its number of visits.
    pub fn rave_mean(&self) -> Option<(f32, f32)> {
        mean(&self.rave_visits, &self.rave_sum)
    }

    /// Starts a visit. Until the result is in it counts as a loss (virtual loss), so that threads spread.
    pub fn visit(&self) -> u32 {
        self.visits.fetch_add(1, Relaxed)
    }

    pub fn add(&self, result: f32) {
        self.sum.fetch_add((result * WHOLE + 0.5) as u32, Relaxed);
    }

    pub fn add_rave(&self, result: f32) {
        self.rave_visits.fetch_add(1, Relaxed);
        self.rave_sum.fetch_add((result * WHOLE + 0.5) as u32, Relaxed);
    }

    pub fn has_children(&self) -> bool {
        self.state.load(std::sync::atomic::Ordering::Acquire) & 0xffff != 0
    }

    pub fn proof(&self) -> Option<ShowdownResult> {
        match self.state.load(Relaxed) >> PROOF_AT & 3 {
            1 => Some(ShowdownResult::Black),
            2 => Some(ShowdownResult::White),
            3 => Some(ShowdownResult::Draw),
            _ => None,
        }
    }

    pub fn prove(&self, outcome: ShowdownResult) {
        let bits = match outcome {
            ShowdownResult::Black => 1,
            ShowdownResult::White => 2,
            ShowdownResult::Draw => 3,
        };
        self.state.fetch_or(bits << PROOF_AT, Relaxed);
    }

    /// Claims the expansion of the node: true for one thread only.
    pub fn claim(&self) -> bool {
        self.state.fetch_or(CLAIMED, Relaxed) & CLAIMED == 0
    }
}

fn mean(count: &AtomicU32, sum: &AtomicU32) -> Option<(f32, f32)> {
    let count = count.load(Relaxed);
    (count > 0).then(|| (sum.load(Relaxed) as f32 / WHOLE / count as f32, count as f32))
}

/// All nodes.
pub(super) struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    used: AtomicU32,
}

impl Tree {
    pub fn new() -> Tree {
        Tree { chunks: (0..MAX_CHUNKS).map(|_| OnceLock::new()).collect(), used: AtomicU32::new(0) }
    }

    /// Clears the tree and returns the new root.
    pub fn clear(&mut self) -> u32 {
        *self.used.get_mut() = 0;
        let root = self.reserve(1).unwrap_or(0);
        self.node(root).reset(Move::new(MoveKind::Pass), 1.0);
        root
    }

    /// How full it is, from 0 to 1.
    pub fn fullness(&self) -> f32 {
        self.used.load(Relaxed) as f32 / (CHUNK * MAX_CHUNKS as u32) as f32
    }

    pub fn node(&self, at: u32) -> &Node {
        &self.chunk((at / CHUNK) as usize)[(at % CHUNK) as usize]
    }

    pub fn children(&self, node: &Node) -> &[Node] {
        let count = (node.state.load(std::sync::atomic::Ordering::Acquire) & 0xffff) as usize;
        if count == 0 {
            return &[];
        }
        let first = node.first.load(Relaxed);
        let at = (first % CHUNK) as usize;
        &self.chunk((first / CHUNK) as usize)[at..at + count]
    }

    /// The index of a child.
    pub fn child(&self, node: &Node, number: usize) -> u32 {
        node.first.load(Relaxed) + number as u32
    }

    /// Expands a node; false if the tree is full.
    pub fn expand(&self, node: &Node, moves: &[(Move, f32)]) -> bool {
        let Some(first) = self.reserve(moves.len() as u32) else { return false };
        for (at, &(action, prior)) in moves.iter().enumerate() {
            self.node(first + at as u32).reset(action, prior);
        }
        node.first.store(first, Relaxed);
        node.state.fetch_or(moves.len() as u32, std::sync::atomic::Ordering::Release);
        true
    }

    /// Allocates some adjacent nodes.
    fn reserve(&self, count: u32) -> Option<u32> {
        let place = |used: u32| {
            let first = if used % CHUNK + count > CHUNK { used.next_multiple_of(CHUNK) } else { used };
            (count < CHUNK && first + count <= CHUNK * MAX_CHUNKS as u32).then_some(first)
        };
        let used = self.used.fetch_update(Relaxed, Relaxed, |used| place(used).map(|first| first + count));
        used.ok().and_then(place)
    }

    fn chunk(&self, at: usize) -> &[Node] {
        self.chunks[at].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect())
    }
}

/// A move in 32 bits: a kind, then up to three cells.
fn pack(action: Move) -> u32 {
    let cells =
        |kind: u32, a: usize, b: usize, c: usize| kind << 24 | (a as u32) << 16 | (b as u32) << 8 | c as u32;
    match action.kind() {
        MoveKind::Place(cell) => cells(0, cell, 0, 0),
        MoveKind::Slide(from, to) => cells(1, from, to, 0),
        MoveKind::Shoot(from, to, at) => cells(2, from, to, at),
        MoveKind::Retire(cell) => cells(3, cell, 0, 0),
        _ => cells(4, 0, 0, 0),
    }
}

fn unpack(packed: u32) -> Move {
    let cell = |at: u32| (packed >> at & 255) as usize;
    Move::new(match packed >> 24 {
        0 => MoveKind::Place(cell(16)),
        1 => MoveKind::Slide(cell(16), cell(8)),
        2 => MoveKind::Shoot(cell(16), cell(8), cell(0)),
        3 => MoveKind::Retire(cell(16)),
        _ => MoveKind::Pass,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_survive_packing() {
        let steps = [
            MoveKind::Place(47),
            MoveKind::Slide(3, 40),
            MoveKind::Shoot(1, 2, 3),
            MoveKind::Shoot(1, 2, 0),
            MoveKind::Pass,
        ];
        for step in steps {
            assert_eq!(unpack(pack(Move::new(step))), Move::new(step));
        }
    }

    #[test]
    fn a_tree_allocates_until_it_is_full() {
        let mut tree = Tree::new();
        let root = tree.clear();
        let moves = vec![(Move::new(MoveKind::Slide(1, 2)), 0.5); 4000];
        let mut expanded = 0;
        while tree.expand(tree.node(root), &moves) {
            expanded += 1;
            assert!(expanded < 2000);
        }
        // Chunks have room for four times four thousand nodes, the first one minus a root.
        assert_eq!(expanded, 4 * MAX_CHUNKS);
    }
}
