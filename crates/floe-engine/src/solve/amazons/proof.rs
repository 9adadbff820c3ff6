//! Depth-first proof-number search (df-pn, Nagai 2002): who wins, guided by proof numbers towards the least work.
//!
//! Every position has two numbers: the minimum number of leaves that must still be proved to show that the mover wins,
//! and that it loses. The search always expands the position where the smaller of them can be reached, depth first, and
//! stores its results in a table that all threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::contested::{Contested, SoloMoves, cells};
use super::shape::Shape;
use super::table::{INFINITE, PositionKey, ProofNumbers, ProofTable};
use crate::solve::SolveLimits;

/// The maximum number of plies for which thread marks are stored.
const MAX_PLY: usize = 192;

/// What all threads of a proof share.
pub(super) struct Prover<'a, const H: usize> {
    pub shape: Shape<H>,
    table: ProofTable,
    /// The position each thread works on, ply by ply, so that others go elsewhere.
    paths: Vec<Vec<AtomicU64>>,
    limits: &'a SolveLimits<'a>,
    /// One thread has the answer; the others may stop.
    done: AtomicBool,
}

/// One thread of a proof.
pub(super) struct Searcher<'a, const H: usize> {
    pub shared: &'a Prover<'a, H>,
    thread: usize,
    pub solo: SoloMoves<'a>,
    nodes: u64,
    spare_lists: Vec<Vec<Child>>,
}

#[derive(Clone, Copy)]
struct Child {
    contested: Contested,
    key: PositionKey,
    proof_numbers: ProofNumbers,
}

const WON: ProofNumbers = ProofNumbers { win: 0, loss: INFINITE };
const LOST: ProofNumbers = ProofNumbers { win: INFINITE, loss: 0 };

impl<'a, const H: usize> Prover<'a, H> {
    /// A proof on a board with `open` open cells at the start, which bounds the useful size of the table.
    pub fn new(shape: Shape<H>, open: u32, limits: &'a SolveLimits<'a>) -> Prover<'a, H> {
        let threads = limits.threads.max(1);
        let paths = (0..threads).map(|_| (0..MAX_PLY).map(|_| AtomicU64::new(0)).collect()).collect();
        let useful = 1 << (10 + 2 * open.clamp(4, 24));
        Prover {
            shape,
            table: ProofTable::new(limits.memory.min(useful)),
            paths,
            limits,
            done: AtomicBool::new(false),
        }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.paths.len()
    }

    /// Does the mover win? `None` if it was stopped early.
    pub fn wins(&self, contested: Contested) -> Option<bool> {
        let work = |thread: usize| {
            let answer = self.searcher(thread).wins(contested);
            if answer.is_some() {
                self.done.store(true, Ordering::Relaxed);
            }
            answer
        };
        let answer = thread::scope(|scope| {
            let work = &work;
            let others: Vec<_> =
                (1..self.threads()).map(|thread| scope.spawn(move || work(thread))).collect();
            let mut answer = work(0);
            for other in others {
                answer = answer.or(other.join().ok().flatten());
            }
            answer
        });
        self.done.store(false, Ordering::Relaxed);
        answer
    }

    /// A thread of this proof.
    pub fn searcher(&self, thread: usize) -> Searcher<'_, H> {
        Searcher {
            shared: self,
            thread,
            solo: SoloMoves::new(self.limits.stop),
            nodes: 0,
            spare_lists: Vec::new(),
        }
    }
}

impl<const H: usize> Drop for Searcher<'_, H> {
    fn drop(&mut self) {
        self.shared.limits.nodes.fetch_add(self.nodes % 1024, Ordering::Relaxed);
    }
}

impl<const H: usize> Searcher<'_, H> {
    /// Whether the mover is already known to win.
    pub fn known(&mut self, contested: Contested) -> Option<bool> {
        let shape = &self.shared.shape;
        let seen = contested.verdict(shape, &mut self.solo);
        let known = seen.or_else(|| self.shared.table.probe(contested.key(shape)).0.verdict(contested.spare));
        known.filter(|_| !self.solo.spoiled)
    }

    /// Does the mover win? `None` if it was stopped early.
    pub fn wins(&mut self, contested: Contested) -> Option<bool> {
        loop {
            if let Some(wins) = self.known(contested) {
                return Some(wins);
            }
            if self.stopped() {
                return None;
            }
            let key = contested.key(&self.shared.shape);
            let proof_numbers =
                self.search(contested, key, ProofNumbers { win: INFINITE, loss: INFINITE }, 0);
            match proof_numbers {
                _ if self.solo.spoiled => return None,
                WON => return Some(true),
                LOST => return Some(false),
                _ => {}
            }
        }
    }

    fn stopped(&self) -> bool {
        self.solo.spoiled || self.shared.limits.is_spent() || self.shared.done.load(Ordering::Relaxed)
    }

    /// Searches until a number reaches its limit; returns the numbers.
    fn search(
        &mut self,
        contested: Contested,
        key: PositionKey,
        limit: ProofNumbers,
        ply: usize,
    ) -> ProofNumbers {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.shared.limits.nodes.fetch_add(1024, Ordering::Relaxed);
        }
        let mut children = self.spare_lists.pop().unwrap_or_default();
        let mark = &self.shared.paths[self.thread][ply.min(MAX_PLY - 1)];
        mark.store(key.mark(), Ordering::Relaxed);
        let proof_numbers = match self.expand(contested, &mut children) {
            true => WON,
            false => self.follow(&mut children, key, limit, ply, before),
        };
        mark.store(0, Ordering::Relaxed);
        match proof_numbers {
            _ if self.solo.spoiled => {}
            WON => self.shared.table.solved(key, true, self.nodes - before),
            LOST => self.shared.table.solved(key, false, self.nodes - before),
            _ => self.shared.table.store(key, proof_numbers, self.nodes - before),
        }
        children.clear();
        self.spare_lists.push(children);
        proof_numbers
    }

    fn follow(
        &mut self,
        children: &mut Vec<Child>,
        key: PositionKey,
        limit: ProofNumbers,
        ply: usize,
        before: u64,
    ) -> ProofNumbers {
        loop {
            // The mover needs one child that the other loses, and loses if the other wins every child.
            let (mut best, mut second, mut pick) = (INFINITE, INFINITE, usize::MAX);
            let (mut hardest, mut unsolved) = (0, 0u32);
            for (at, child) in children.iter().enumerate() {
                hardest = hardest.max(child.proof_numbers.win);
                unsolved += 1;
                let loss = self.crowded(child, ply + 1);
                if loss < best || pick == usize::MAX {
                    (second, best, pick) = (best, loss, at);
                } else if loss < second {
                    second = loss;
                }
            }
            if unsolved == 0 {
                return LOST;
            }
            let least = children.iter().map(|child| child.proof_numbers.loss).min().unwrap_or(INFINITE);
            if least == 0 {
                return WON;
            }
            let proof_numbers =
                ProofNumbers { win: least, loss: (hardest + (unsolved - 1)).min(INFINITE - 1) };
            if proof_numbers.win >= limit.win || proof_numbers.loss >= limit.loss || self.stopped() {
                return proof_numbers;
            }
            self.shared.table.store(key, proof_numbers, self.nodes - before);
            let child = children[pick];
            let room = limit.loss.saturating_sub(unsolved - 1);
            let next = ProofNumbers {
                win: room.max(child.proof_numbers.win + 1).min(INFINITE),
                loss: limit
                    .win
                    .min(second.saturating_add(1 + second / 8))
                    .max(child.proof_numbers.loss + 1)
                    .min(INFINITE),
            };
            let found = self.search(child.contested, child.key, next, ply + 1);
            if found == WON {
                // The other wins there: nothing for the mover.
                children.swap_remove(pick);
            } else {
                children[pick].proof_numbers = found;
            }
            // Results of other threads are used as well.
            if self.shared.paths.len() > 1 {
                self.refresh(children);
            }
        }
    }

    fn refresh(&self, children: &mut Vec<Child>) {
        children.retain_mut(|child| {
            let (known, proof_numbers) = self.shared.table.probe(child.key);
            match (known.verdict(child.contested.spare), proof_numbers) {
                (Some(true), _) => return false,
                (Some(false), _) => child.proof_numbers = LOST,
                (None, Some(proof_numbers)) => child.proof_numbers = proof_numbers,
                (None, None) => {}
            }
            true
        });
    }

    /// How hard it is to make the other lose there, with a penalty where another thread is already searching.
    fn crowded(&self, child: &Child, ply: usize) -> u32 {
        let loss = child.proof_numbers.loss;
        let taken = |(thread, path): (usize, &Vec<AtomicU64>)| {
            thread != self.thread && path[ply.min(MAX_PLY - 1)].load(Ordering::Relaxed) == child.key.mark()
        };
        if self.shared.paths.len() > 1 && self.shared.paths.iter().enumerate().any(taken) {
            (loss.saturating_mul(2)).clamp(loss, INFINITE - 1)
        } else {
            loss
        }
    }

    /// Lists the children that are not known to be lost for the mover; returns whether one is known to be won.
    fn expand(&mut self, contested: Contested, children: &mut Vec<Child>) -> bool {
        let shape = &self.shared.shape;
        for from in cells(contested.mine) {
            for to in cells(shape.rays.slides(from, contested.open)) {
                let after = contested.open & !(1 << to) | 1 << from;
                for at in cells(shape.rays.slides(to, after)) {
                    let next = contested.moved(shape, &mut self.solo, (from, to, at));
                    if self.list(next, children) {
                        return true;
                    }
                }
            }
        }
        if contested.spare > 0 && self.list(contested.waited(), children) {
            return true;
        }
        children.sort_unstable_by_key(|child| child.key);
        children.dedup_by_key(|child| child.key);
        false
    }

    /// Adds a child; returns whether the other certainly loses there.
    #[inline(always)]
    fn list(&mut self, next: Contested, children: &mut Vec<Child>) -> bool {
        let shape = &self.shared.shape;
        if let Some(wins) = next.verdict(shape, &mut self.solo) {
            return !wins;
        }
        let key = next.key(shape);
        let (known, proof_numbers) = self.shared.table.probe(key);
        if let Some(wins) = known.verdict(next.spare) {
            return !wins;
        }
        let proof_numbers = proof_numbers.unwrap_or_else(|| guess(shape, &next));
        children.push(Child { contested: next, key, proof_numbers });
        false
    }
}

/// The initial numbers of an unsearched position: the better it looks for the mover, the easier its win.
fn guess<const H: usize>(shape: &Shape<H>, contested: &Contested) -> ProofNumbers {
    let (lead, slides) = lead(shape, contested);
    let steps = |lead: i32| 1u32 << ((lead / 6).clamp(0, 12));
    // To show that the mover loses, every one of its moves must be refuted.
    ProofNumbers { win: steps(-lead), loss: steps(lead) + slides }
}

/// How far ahead the mover seems to be, and how many slides it has.
pub(super) fn lead<const H: usize>(shape: &Shape<H>, contested: &Contested) -> (i32, u32) {
    let reach = |pieces: u64| {
        cells(pieces).fold((0u64, 0u32), |(all, count), piece| {
            let slides = shape.rays.slides(piece, contested.open);
            (all | slides, count + slides.count_ones())
        })
    };
    let ((mine, my_slides), (theirs, their_slides)) = (reach(contested.mine), reach(contested.theirs));
    let only = (mine & !theirs).count_ones() as i32 - (theirs & !mine).count_ones() as i32;
    let slides = my_slides as i32 - their_slides as i32;
    (4 * contested.spare + 2 * only + 2 * slides, my_slides)
}
