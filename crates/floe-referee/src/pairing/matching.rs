//! Pairs in a graph: Edmonds' algorithm, which finds a perfect matching whenever one exists.

use std::collections::VecDeque;

/// A graph of players who may meet, and pairs among them that have no player in common.
pub(super) struct Matching {
    edges: Vec<Vec<usize>>,
    mate: Vec<Option<usize>>,
    /// Players who are paired permanently.
    settled: Vec<bool>,
}

impl Matching {
    /// A perfect matching of `count` players, of whom two may meet if `may` allows it; `None` if there is none.
    pub(super) fn perfect(count: usize, may: &dyn Fn(usize, usize) -> bool) -> Option<Matching> {
        let edges = (0..count).map(|a| (0..count).filter(|&b| a != b && may(a, b)).collect()).collect();
        let mut matching = Matching { edges, mate: vec![None; count], settled: vec![false; count] };
        let complete = (0..count).all(|player| matching.mate[player].is_some() || matching.pair_up(player));
        complete.then_some(matching)
    }

    /// Pairs two players permanently if everyone else can still be paired.
    pub(super) fn settle(&mut self, a: usize, b: usize) -> bool {
        if self.settled[a] || self.settled[b] || !self.edges[a].contains(&b) {
            return false;
        }
        let (Some(mate_a), Some(mate_b)) = (self.mate[a], self.mate[b]) else { return false };
        (self.settled[a], self.settled[b]) = (true, true);
        if mate_a == b {
            return true;
        }
        // Their partners are free now: one path between them makes all others pairs again.
        (self.mate[mate_a], self.mate[mate_b]) = (None, None);
        if self.pair_up(mate_a) {
            (self.mate[a], self.mate[b]) = (Some(b), Some(a));
            return true;
        }
        (self.mate[mate_a], self.mate[mate_b]) = (Some(a), Some(b));
        (self.settled[a], self.settled[b]) = (false, false);
        false
    }

    /// Finds a partner for a free player by changing the pairs along a path to another free one.
    fn pair_up(&mut self, player: usize) -> bool {
        let mut tree = Tree::new(player, self.mate.len());
        let Some(mut end) = tree.grow(self) else { return false };
        loop {
            let Some(before) = tree.parent[end] else { return true };
            let next = self.mate[before];
            (self.mate[end], self.mate[before]) = (Some(before), Some(end));
            let Some(next) = next else { return true };
            end = next;
        }
    }
}

/// Alternating paths from a free player. Odd circles are shrunk to their base.
struct Tree {
    root: usize,
    base: Vec<usize>,
    parent: Vec<Option<usize>>,
    reached: Vec<bool>,
    queue: VecDeque<usize>,
}

impl Tree {
    fn new(root: usize, count: usize) -> Tree {
        let mut reached = vec![false; count];
        reached[root] = true;
        let (base, parent) = ((0..count).collect(), vec![None; count]);
        Tree { root, base, parent, reached, queue: VecDeque::from([root]) }
    }

    /// Another free player at the end of a path, if there is one.
    fn grow(&mut self, matching: &Matching) -> Option<usize> {
        let mate = &matching.mate;
        while let Some(from) = self.queue.pop_front() {
            for &to in &matching.edges[from] {
                if matching.settled[to] || self.base[from] == self.base[to] || mate[from] == Some(to) {
                    continue;
                }
                if to == self.root || mate[to].is_some_and(|mate| self.parent[mate].is_some()) {
                    self.shrink(from, to, mate);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(from);
                    let Some(mate) = mate[to] else { return Some(to) };
                    self.reached[mate] = true;
                    self.queue.push_back(mate);
                }
            }
        }
        None
    }

    /// Shrinks the odd circle that the edge between `a` and `b` closes.
    fn shrink(&mut self, a: usize, b: usize, mate: &[Option<usize>]) {
        let base = self.common_base(a, b, mate);
        let mut inside = vec![false; self.base.len()];
        self.mark(a, base, b, mate, &mut inside);
        self.mark(b, base, a, mate, &mut inside);
        for player in 0..self.base.len() {
            if inside[self.base[player]] {
                self.base[player] = base;
                if !self.reached[player] {
                    self.reached[player] = true;
                    self.queue.push_back(player);
                }
            }
        }
    }

    /// Where the paths from two players to the root meet.
    fn common_base(&self, a: usize, b: usize, mate: &[Option<usize>]) -> usize {
        let up = |player: usize| mate[player].and_then(|mate| self.parent[mate]);
        let mut passed = vec![false; self.base.len()];
        let mut at = Some(a);
        while let Some(player) = at {
            let base = self.base[player];
            passed[base] = true;
            at = up(base);
        }
        let mut at = Some(b);
        while let Some(player) = at {
            let base = self.base[player];
            if passed[base] {
                return base;
            }
            at = up(base);
        }
        self.base[self.root]
    }

    /// Marks one side of a circle from a player down to the base, and turns its parents around.
    fn mark(
        &mut self,
        player: usize,
        base: usize,
        child: usize,
        mate: &[Option<usize>],
        inside: &mut [bool],
    ) {
        let (mut player, mut child) = (player, child);
        while self.base[player] != base {
            let Some(partner) = mate[player] else { return };
            inside[self.base[player]] = true;
            inside[self.base[partner]] = true;
            self.parent[player] = Some(child);
            child = partner;
            let Some(next) = self.parent[partner] else { return };
            player = next;
        }
    }
}
