//! Proof-number search: who wins, with as little work as the numbers can tell.
//!
//! Every position has two numbers: how many leaves at least must still turn out well to prove that the mover wins,
//! and to prove that it loses. The search always goes where the smaller of them can be made true, depth first, and
//! keeps what it learns in a table that all threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::contest::{Alone, Contest, cells};
use super::shape::Shape;
use super::table::{NEVER, Name, Numbers, TranspositionTable};
use crate::solve::Effort;

/// The most plies that marks of threads are kept for.
const DEEPEST: usize = 192;

/// What all threads of a proof share.
pub(super) struct Prover<'a, const H: usize> {
    pub shape: Shape<H>,
    table: TranspositionTable,
    /// Where each thread is at work, ply by ply, so that another goes elsewhere.
    paths: Vec<Vec<AtomicU64>>,
    effort: &'a Effort<'a>,
    /// One thread knows; the others may stop.
    done: AtomicBool,
}

/// One thread of a proof.
pub(super) struct Searcher<'a, const H: usize> {
    pub shared: &'a Prover<'a, H>,
    thread: usize,
    pub alone: Alone<'a>,
    nodes: u64,
    spare_lists: Vec<Vec<Child>>,
}

#[derive(Clone, Copy)]
struct Child {
    contest: Contest,
    name: Name,
    numbers: Numbers,
}

const WON: Numbers = Numbers { win: 0, loss: NEVER };
const LOST: Numbers = Numbers { win: NEVER, loss: 0 };

impl<'a, const H: usize> Prover<'a, H> {
    /// A proof on a board with so many open cells at first, which says how large a table can get full.
    pub fn new(shape: Shape<H>, open: u32, effort: &'a Effort<'a>) -> Prover<'a, H> {
        let threads = effort.threads.max(1);
        let paths = (0..threads).map(|_| (0..DEEPEST).map(|_| AtomicU64::new(0)).collect()).collect();
        let useful = 1 << (10 + 2 * open.clamp(4, 24));
        Prover {
            shape,
            table: TranspositionTable::new(effort.memory.min(useful)),
            paths,
            effort,
            done: AtomicBool::new(false),
        }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.paths.len()
    }

    /// Does the mover win? `None` when it was stopped before it knew.
    pub fn wins(&self, contest: Contest) -> Option<bool> {
        let work = |thread: usize| {
            let answer = self.searcher(thread).wins(contest);
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
            alone: Alone::new(self.effort.stop),
            nodes: 0,
            spare_lists: Vec::new(),
        }
    }
}

impl<const H: usize> Drop for Searcher<'_, H> {
    fn drop(&mut self) {
        self.shared.effort.nodes.fetch_add(self.nodes % 1024, Ordering::Relaxed);
    }
}

impl<const H: usize> Searcher<'_, H> {
    /// What is known already of whether the mover wins.
    pub fn known(&mut self, contest: Contest) -> Option<bool> {
        let shape = &self.shared.shape;
        let seen = contest.verdict(shape, &mut self.alone);
        let known = seen.or_else(|| self.shared.table.probe(contest.name(shape)).0.verdict(contest.spare));
        known.filter(|_| !self.alone.spoiled)
    }

    /// Does the mover win? `None` when it was stopped before it knew.
    pub fn wins(&mut self, contest: Contest) -> Option<bool> {
        loop {
            if let Some(wins) = self.known(contest) {
                return Some(wins);
            }
            if self.stopped() {
                return None;
            }
            let name = contest.name(&self.shared.shape);
            let numbers = self.search(contest, name, Numbers { win: NEVER, loss: NEVER }, 0);
            match numbers {
                _ if self.alone.spoiled => return None,
                WON => return Some(true),
                LOST => return Some(false),
                _ => {}
            }
        }
    }

    fn stopped(&self) -> bool {
        self.alone.spoiled || self.shared.effort.spent() || self.shared.done.load(Ordering::Relaxed)
    }

    /// Searches until a number reaches its limit; says the numbers then.
    fn search(&mut self, contest: Contest, name: Name, limit: Numbers, ply: usize) -> Numbers {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.shared.effort.nodes.fetch_add(1024, Ordering::Relaxed);
        }
        let mut children = self.spare_lists.pop().unwrap_or_default();
        let mark = &self.shared.paths[self.thread][ply.min(DEEPEST - 1)];
        mark.store(name.mark(), Ordering::Relaxed);
        let numbers = match self.expand(contest, &mut children) {
            true => WON,
            false => self.follow(&mut children, name, limit, ply, before),
        };
        mark.store(0, Ordering::Relaxed);
        match numbers {
            _ if self.alone.spoiled => {}
            WON => self.shared.table.solved(name, true, self.nodes - before),
            LOST => self.shared.table.solved(name, false, self.nodes - before),
            _ => self.shared.table.store(name, numbers, self.nodes - before),
        }
        children.clear();
        self.spare_lists.push(children);
        numbers
    }

    fn follow(
        &mut self,
        children: &mut Vec<Child>,
        name: Name,
        limit: Numbers,
        ply: usize,
        before: u64,
    ) -> Numbers {
        loop {
            // The mover needs one child that the other loses, and loses if the other wins every child.
            let (mut best, mut second, mut pick) = (NEVER, NEVER, usize::MAX);
            let (mut hardest, mut unsolved) = (0, 0u32);
            for (at, child) in children.iter().enumerate() {
                hardest = hardest.max(child.numbers.win);
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
            let least = children.iter().map(|child| child.numbers.loss).min().unwrap_or(NEVER);
            if least == 0 {
                return WON;
            }
            let numbers = Numbers { win: least, loss: (hardest + (unsolved - 1)).min(NEVER - 1) };
            if numbers.win >= limit.win || numbers.loss >= limit.loss || self.stopped() {
                return numbers;
            }
            self.shared.table.store(name, numbers, self.nodes - before);
            let child = children[pick];
            let room = limit.loss.saturating_sub(unsolved - 1);
            let next = Numbers {
                win: room.max(child.numbers.win + 1).min(NEVER),
                loss: limit
                    .win
                    .min(second.saturating_add(1 + second / 8))
                    .max(child.numbers.loss + 1)
                    .min(NEVER),
            };
            let found = self.search(child.contest, child.name, next, ply + 1);
            if found == WON {
                // The other wins there: nothing for the mover.
                children.swap_remove(pick);
            } else {
                children[pick].numbers = found;
            }
            // What other threads found meanwhile helps too.
            if self.shared.paths.len() > 1 {
                self.refresh(children);
            }
        }
    }

    fn refresh(&self, children: &mut Vec<Child>) {
        children.retain_mut(|child| {
            let (known, numbers) = self.shared.table.probe(child.name);
            match (known.verdict(child.contest.spare), numbers) {
                (Some(true), _) => return false,
                (Some(false), _) => child.numbers = LOST,
                (None, Some(numbers)) => child.numbers = numbers,
                (None, None) => {}
            }
            true
        });
    }

    /// How hard it is to make the other lose there, with a malus where another thread already tries.
    fn crowded(&self, child: &Child, ply: usize) -> u32 {
        let loss = child.numbers.loss;
        let taken = |(thread, path): (usize, &Vec<AtomicU64>)| {
            thread != self.thread && path[ply.min(DEEPEST - 1)].load(Ordering::Relaxed) == child.name.mark()
        };
        if self.shared.paths.len() > 1 && self.shared.paths.iter().enumerate().any(taken) {
            (loss.saturating_mul(2)).clamp(loss, NEVER - 1)
        } else {
            loss
        }
    }

    /// Lists the children that are not known to be lost for the mover; says whether one is known to be won.
    fn expand(&mut self, contest: Contest, children: &mut Vec<Child>) -> bool {
        let shape = &self.shared.shape;
        for from in cells(contest.mine) {
            for to in cells(shape.rays.slides(from, contest.open)) {
                let after = contest.open & !(1 << to) | 1 << from;
                for at in cells(shape.rays.slides(to, after)) {
                    let next = contest.moved(shape, &mut self.alone, (from, to, at));
                    if self.list(next, children) {
                        return true;
                    }
                }
            }
        }
        if contest.spare > 0 && self.list(contest.waited(), children) {
            return true;
        }
        children.sort_unstable_by_key(|child| child.name);
        children.dedup_by_key(|child| child.name);
        false
    }

    /// Adds a child; says whether the other loses there for certain.
    #[inline(always)]
    fn list(&mut self, next: Contest, children: &mut Vec<Child>) -> bool {
        let shape = &self.shared.shape;
        if let Some(wins) = next.verdict(shape, &mut self.alone) {
            return !wins;
        }
        let name = next.name(shape);
        let (known, numbers) = self.shared.table.probe(name);
        if let Some(wins) = known.verdict(next.spare) {
            return !wins;
        }
        let numbers = numbers.unwrap_or_else(|| guess(shape, &next));
        children.push(Child { contest: next, name, numbers });
        false
    }
}

/// The numbers of a position nobody has searched: the better it looks for the mover, the easier its win.
fn guess<const H: usize>(shape: &Shape<H>, contest: &Contest) -> Numbers {
    let (lead, slides) = lead(shape, contest);
    let steps = |lead: i32| 1u32 << ((lead / 6).clamp(0, 12));
    // To show that the mover loses, every one of its moves must be refuted.
    Numbers { win: steps(-lead), loss: steps(lead) + slides }
}

/// How far ahead the mover seems to be, and how many slides it has.
pub(super) fn lead<const H: usize>(shape: &Shape<H>, contest: &Contest) -> (i32, u32) {
    let reach = |pieces: u64| {
        cells(pieces).fold((0u64, 0u32), |(all, count), piece| {
            let slides = shape.rays.slides(piece, contest.open);
            (all | slides, count + slides.count_ones())
        })
    };
    let ((mine, my_slides), (theirs, their_slides)) = (reach(contest.mine), reach(contest.theirs));
    let only = (mine & !theirs).count_ones() as i32 - (theirs & !mine).count_ones() as i32;
    let slides = my_slides as i32 - their_slides as i32;
    (4 * contest.spare + 2 * only + 2 * slides, my_slides)
}
