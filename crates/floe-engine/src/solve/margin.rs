//! The exact margin: how far ahead each side ends when both play for the difference.
//!
//! Alpha-beta over whole games, with a table that all threads share. Fish that are claimed stay claimed, so the rest of
//! the game has the same value whatever was scored before; the table stores positions without their scores.

mod table;

use std::cmp;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use floe_board::Bits;
use floe_games::Game;
use floe_games::slide::{Move, Phase, Position, Rules, Slide, Turn};

use super::{Margin, MoveValue, Solution, SolveLimits, after, moves_of};
use table::{Bounds, Key, MarginTable};

/// The factor by which fish outweigh cells, so that fish decide first.
const FISH: i32 = 1024;
/// Larger than any margin.
const INFINITE_MARGIN: i32 = 1 << 22;
/// The node limit of solving separated regions before the search continues without it.
const SOLVE_NODES: u64 = 100_000;

/// Solves a game that is not over. `None` if it was stopped early.
pub(super) fn solve<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    limits: &SolveLimits<'_>,
) -> Option<Solution> {
    let shared = Shared::new(rules, position, limits);
    let work = |thread: usize| {
        let answer =
            Search::<B, H, T>::new(&shared, thread).future(position, -INFINITE_MARGIN, INFINITE_MARGIN);
        if answer.is_some() {
            shared.done.store(true, Ordering::Relaxed);
        }
        answer
    };
    let future = thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> =
            (1..limits.threads.max(1)).map(|thread| scope.spawn(move || work(thread))).collect();
        let mut answer = work(0);
        for other in others {
            answer = answer.or(other.join().ok().flatten());
        }
        answer
    })?;
    shared.done.store(false, Ordering::Relaxed);
    let (winners, margin) = verdict(rules, future + so_far(rules, position));
    let line = Search::<B, H, T>::new(&shared, 0).line(position, future);
    Some(Solution { winners, margin, line, certificate: None })
}

/// The result of every move of a position: who wins, and by how much. `None` if it was stopped early.
pub(super) fn move_values<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    limits: &SolveLimits<'_>,
) -> Option<Vec<MoveValue>> {
    let shared = Shared::new(rules, position, limits);
    let mut search = Search::<B, H, T>::new(&shared, 0);
    let moves = moves_of::<B, H, T>(rules, position);
    let mut values = Vec::with_capacity(moves.len());
    for action in moves {
        let next = after::<B, H, T>(rules, position, action);
        let total = search.future(&next, -INFINITE_MARGIN, INFINITE_MARGIN)? + so_far(rules, &next);
        let (winners, margin) = verdict(rules, total);
        values.push(MoveValue { text: Slide::<B, H, T>::move_text(rules, action), winners, margin });
    }
    Some(values)
}

/// The exact fish by which seat 0 ends ahead after each of these moves, where fish are counted and players are two.
/// `None` for all if more than `max_nodes` positions would have to be searched.
pub(crate) fn fish_after<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    moves: &[Move],
    max_nodes: u64,
) -> Option<Vec<i64>> {
    let limits = SolveLimits {
        threads: 1,
        memory: 1 << 20,
        stop: &AtomicBool::new(false),
        nodes: &AtomicU64::new(0),
        max_nodes: Some(max_nodes),
        certificate: None,
    };
    let shared = Shared::new(rules, position, &limits);
    let mut search = Search::<B, H, T>::new(&shared, 0);
    let fish = moves.iter().map(|&action| {
        let next = after::<B, H, T>(rules, position, action);
        let future = search.future(&next, -INFINITE_MARGIN, INFINITE_MARGIN)?;
        Some(split(rules, future + so_far(rules, &next)).fish)
    });
    fish.collect()
}

/// Who wins with a margin for seat 0, and the margin where fish are counted.
fn verdict<B: Bits, const H: usize>(rules: &Rules<B, H>, total: i32) -> (Vec<usize>, Option<Margin>) {
    let winners = match total.signum() {
        1 => vec![0],
        -1 => vec![1],
        _ if rules.counts_fish() => vec![0, 1],
        _ => Vec::new(),
    };
    (winners, rules.counts_fish().then(|| split(rules, total)))
}

/// The margin of a game that is over.
pub(super) fn at_end<B: Bits, const H: usize>(rules: &Rules<B, H>, position: &Position<B>) -> Margin {
    split(rules, final_margin(rules, position))
}

/// Fish and cells of a total; half a fish of komi is in neither.
fn split<B: Bits, const H: usize>(rules: &Rules<B, H>, total: i32) -> Margin {
    let fish = (total + FISH / 2).div_euclid(FISH);
    let rest = total - fish * FISH;
    let half = (rules.half_of_komi() as i32) * rest.signum();
    Margin { fish: i64::from(fish), tiles: i64::from(rest - half) }
}

fn weighted<B: Bits, const H: usize>(rules: &Rules<B, H>, fish: u32, tiles: u32) -> i32 {
    fish as i32 * FISH + if rules.tiles_break_ties() { tiles as i32 } else { 0 }
}

fn so_far<B: Bits, const H: usize>(rules: &Rules<B, H>, position: &Position<B>) -> i32 {
    if !rules.counts_fish() {
        return 0;
    }
    let has = |seat| {
        let half = rules.half_fish(position, seat) as i32;
        weighted(rules, position.score(seat), position.tiles(seat)) + half
    };
    has(0) - has(1)
}

fn final_margin<B: Bits, const H: usize>(rules: &Rules<B, H>, position: &Position<B>) -> i32 {
    let has = |seat| {
        let (fish, tiles) = rules.claimed(position, seat);
        weighted(rules, fish, tiles) + rules.half_fish(position, seat) as i32
    };
    has(0) - has(1)
}

struct Shared<'a, B, const H: usize> {
    rules: &'a Rules<B, H>,
    limits: &'a SolveLimits<'a>,
    table: MarginTable,
    /// One thread has the answer; the others may stop.
    done: AtomicBool,
}

impl<'a, B: Bits, const H: usize> Shared<'a, B, H> {
    fn new(rules: &'a Rules<B, H>, position: &Position<B>, limits: &'a SolveLimits<'a>) -> Shared<'a, B, H> {
        let cells = position.open().count();
        let useful = 1usize << (12 + 2 * cells.clamp(4, 24)).min(50);
        Shared {
            rules,
            limits,
            table: MarginTable::new(limits.memory.min(useful)),
            done: AtomicBool::new(false),
        }
    }
}

struct Search<'a, B, const H: usize, T> {
    shared: &'a Shared<'a, B, H>,
    thread: u64,
    nodes: u64,
    turn: std::marker::PhantomData<T>,
}

/// A position after one more move.
struct Next<B> {
    rank: i32,
    index: u16,
    gain: i32,
    position: Position<B>,
}

/// The most promising first.
fn by_rank<B>(one: &Next<B>, other: &Next<B>) -> cmp::Ordering {
    other.rank.cmp(&one.rank)
}

impl<'a, B: Bits, const H: usize, T: Turn> Search<'a, B, H, T> {
    fn new(shared: &'a Shared<'a, B, H>, thread: usize) -> Search<'a, B, H, T> {
        Search { shared, thread: thread as u64, nodes: 0, turn: std::marker::PhantomData }
    }

    /// The margin still to come for seat 0: exact between the limits, a bound beyond them. `None` when stopped.
    fn future(&mut self, position: &Position<B>, alpha: i32, beta: i32) -> Option<i32> {
        let rules = self.shared.rules;
        if position.phase() == Phase::Over {
            return Some(self.at_end(position));
        }
        self.count()?;
        if position.is_swap_open() {
            // Swapping exchanges what was scored, so the rest of the game depends on it.
            return Some(self.best(position, alpha, beta, None)?.0);
        }
        let (least, most) = self.remaining_bounds(position);
        if least >= beta {
            return Some(least);
        }
        if most <= alpha || least == most {
            return Some(most);
        }
        let key = Key::new(&position.without_scores());
        let known = self.shared.table.probe(key);
        let (mut alpha, mut beta) = (alpha, beta);
        if let Some(known) = known {
            if known.least >= beta || known.least == known.most {
                return Some(known.least);
            }
            if known.most <= alpha {
                return Some(known.most);
            }
            (alpha, beta) = (alpha.max(known.least), beta.min(known.most));
        }
        if let Some([first, second, ..]) = rules.remaining(position, &mut { SOLVE_NODES }) {
            let exact = weighted(rules, first.0, first.1) - weighted(rules, second.0, second.1);
            self.shared.table.store(key, Bounds { least: exact, most: exact, best: 0 });
            return Some(exact);
        }
        let (value, best) = self.best(position, alpha, beta, known.map(|known| known.best))?;
        let mut bounds = known.unwrap_or(Bounds { least: -INFINITE_MARGIN, most: INFINITE_MARGIN, best });
        bounds.best = best;
        if value > alpha {
            bounds.least = bounds.least.max(value);
        }
        if value < beta {
            bounds.most = bounds.most.min(value);
        }
        self.shared.table.store(key, bounds);
        Some(value)
    }

    /// The best value of all moves and which move has it.
    fn best(
        &mut self,
        position: &Position<B>,
        alpha: i32,
        beta: i32,
        hint: Option<u16>,
    ) -> Option<(i32, u16)> {
        let first = position.turn() == 0;
        let (mut alpha, mut beta) = (alpha, beta);
        let mut best = (if first { -INFINITE_MARGIN } else { INFINITE_MARGIN }, 0);
        for (count, next) in self.next(position, hint).iter().enumerate() {
            let (a, b) = (alpha - next.gain, beta - next.gain);
            // After the first move, test only whether another is better; search again if it is.
            let narrow = match first {
                true => (a, a + 1),
                false => (b - 1, b),
            };
            let mut value = match count > 0 && a + 1 < b {
                true => self.future(&next.position, narrow.0, narrow.1)?,
                false => self.future(&next.position, a, b)?,
            };
            if count > 0 && a + 1 < b && value > a && value < b {
                value = self.future(&next.position, a, b)?;
            }
            let value = value + next.gain;
            if first && value > best.0 || !first && value < best.0 {
                best = (value, next.index);
            }
            match first {
                true => alpha = alpha.max(value),
                false => beta = beta.min(value),
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// All positions after one more move, the most promising first.
    fn next(&self, position: &Position<B>, hint: Option<u16>) -> Vec<Next<B>> {
        let rules = self.shared.rules;
        let before = so_far(rules, position);
        let seat = position.turn();
        let sign = if seat == 0 { 1 } else { -1 };
        let mut list: Vec<Next<B>> = moves_of::<B, H, T>(rules, position)
            .into_iter()
            .enumerate()
            .map(|(index, action)| {
                let next = after::<B, H, T>(rules, position, action);
                let gain = so_far(rules, &next) - before;
                let mut rank = sign * gain / FISH * 4 + self.room(&next, seat) - self.room(&next, 1 - seat);
                if hint == Some(index as u16) {
                    rank = i32::MAX / 2;
                } else if self.thread > 0 {
                    // A different order on each thread finds more to share.
                    rank += ((index as u64 * 7 + self.thread * 13) % 5) as i32;
                }
                Next { rank, index: index as u16, gain, position: next }
            })
            .collect();
        list.sort_by(by_rank);
        list
    }

    /// The number of slides of a seat's pieces.
    fn room(&self, position: &Position<B>, seat: usize) -> i32 {
        let slides = |cell: usize| self.shared.rules.slides(position, cell).count() as i32;
        position.own(seat).cells().map(slides).sum()
    }

    /// The lower and upper bound of the margin still to come.
    fn remaining_bounds(&self, position: &Position<B>) -> (i32, i32) {
        let rules = self.shared.rules;
        if !rules.counts_fish() {
            return (-FISH, FISH);
        }
        // While tiles are laid, the final board is unknown.
        if position.phase() == Phase::Lay {
            return (-INFINITE_MARGIN, INFINITE_MARGIN);
        }
        let all = |seat: usize| {
            let cells = rules.reach(position, seat).cells();
            let values = cells.map(|cell| u32::from(position.fish(cell))).filter(|&fish| fish > 0);
            values.map(|fish| weighted(rules, fish, 1)).sum::<i32>()
        };
        (-all(1), all(0))
    }

    fn at_end(&self, position: &Position<B>) -> i32 {
        let rules = self.shared.rules;
        if rules.counts_fish() {
            return final_margin(rules, position) - so_far(rules, position);
        }
        match Slide::<B, H, T>::outcome(rules, position).map(|outcome| outcome.winners).as_deref() {
            Some([0]) => FISH,
            Some([1]) => -FISH,
            _ => 0,
        }
    }

    /// Counts a position; `None` when the search must stop.
    fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.shared.limits.nodes.fetch_add(256, Ordering::Relaxed);
            if self.shared.limits.is_spent() || self.shared.done.load(Ordering::Relaxed) {
                return None;
            }
        }
        Some(())
    }

    /// Best moves to the end, or as far as the time allowed.
    fn line(&mut self, position: &Position<B>, future: i32) -> Vec<String> {
        let rules = self.shared.rules;
        let (mut now, mut future, mut line) = (*position, future, Vec::new());
        while now.phase() != Phase::Over {
            let Some((action, gain)) = self.keeps(&now, future) else { break };
            line.push(Slide::<B, H, T>::move_text(rules, action));
            now = after::<B, H, T>(rules, &now, action);
            future -= gain;
        }
        line
    }

    /// A move that keeps the value, and its immediate gain.
    fn keeps(&mut self, position: &Position<B>, future: i32) -> Option<(Move, i32)> {
        let moves = moves_of::<B, H, T>(self.shared.rules, position);
        for next in self.next(position, None) {
            let rest = future - next.gain;
            let is_kept = match position.turn() {
                0 => self.future(&next.position, rest - 1, rest)? >= rest,
                _ => self.future(&next.position, rest, rest + 1)? <= rest,
            };
            if is_kept {
                return Some((moves[usize::from(next.index)], next.gain));
            }
        }
        None
    }
}

impl<B, const H: usize, T> Drop for Search<'_, B, H, T> {
    fn drop(&mut self) {
        self.shared.limits.nodes.fetch_add(self.nodes % 256, Ordering::Relaxed);
    }
}
