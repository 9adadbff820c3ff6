//! Looking ahead for two players: principal-variation alpha-beta with a shared table.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use floe_games::{Actor, Game};

use crate::numbers::ln;
use crate::table::{Bound, Entry, Table};
use crate::{Limits, Watch};

/// A won position is worth this, and what it is won by.
pub const WON: i32 = 20_000;
/// What is worth more than this, or less than its opposite, is proved.
pub const PROVED: i32 = 19_000;
/// No position is worth as much.
const MORE: i32 = 32_000;
/// A depth that nothing is searched deeper than: what is proved needs no more.
const ALL: i32 = 120;
/// How many plies the search follows at most.
const PLIES: usize = 128;

/// What the search asks about a game for two.
pub trait Insight: Sync {
    /// The game.
    type Game: Game;
    /// Its rules.
    fn rules(&self) -> &<Self::Game as Game>::Rules;
    /// A key that tells positions apart.
    fn key(&self, position: &<Self::Game as Game>::Position) -> u64;
    /// What a position is worth to a seat, at a look, between -[`PROVED`] and [`PROVED`]; outside of that it is
    /// proved.
    fn estimate(&self, position: &<Self::Game as Game>::Position, seat: usize) -> i32;
    /// What a finished game is worth to a seat: [`WON`] and more, 0, or -[`WON`] and less.
    fn ended(&self, position: &<Self::Game as Game>::Position, seat: usize) -> i32;
    /// How good a move looks before it is tried; larger is better.
    fn promise(&self, position: &<Self::Game as Game>::Position, action: <Self::Game as Game>::Move) -> i32;
    /// A small number for a move, the same in every position: where it is remembered whether it was good.
    fn slot(&self, action: <Self::Game as Game>::Move) -> usize;
}

/// The moves of the game an insight is about.
type MoveOf<I> = <<I as Insight>::Game as Game>::Move;

/// How many slots moves are remembered in.
pub const SLOTS: usize = 1 << 14;

/// A line found: its value to the seat to act, and its moves.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// What it is worth.
    pub value: i32,
    /// How it goes on.
    pub line: Vec<M>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Result<M> {
    /// The best lines, the best first.
    pub found: Vec<Found<M>>,
    /// The depth that was finished.
    pub depth: u32,
    /// The positions looked at.
    pub nodes: u64,
}

/// A search and what it remembers from one position to the next.
pub struct AlphaBeta<M> {
    bits: u32,
    /// Made when it is first needed: it is large, and not every game comes to that.
    table: Option<Table>,
    notes: Vec<Notes<M>>,
}

impl<M: Copy + Ord + Send> AlphaBeta<M> {
    /// A search with a table of 2ⁿ slots of 16 bytes.
    pub fn new(bits: u32) -> AlphaBeta<M> {
        AlphaBeta { bits, table: None, notes: Vec::new() }
    }

    /// Another game begins.
    pub fn forget(&mut self) {
        self.notes.clear();
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// Searches deeper and deeper until a limit is reached or the value is proved.
    pub fn search<I>(
        &mut self,
        insight: &I,
        position: &<I::Game as Game>::Position,
        limits: &Limits,
        watch: &Watch<'_>,
        tell: &(dyn Fn(&Result<M>) + Sync),
    ) -> Result<M>
    where
        I: Insight,
        I::Game: Game<Move = M>,
    {
        let shared = Shared { nodes: AtomicU64::new(0), over: AtomicBool::new(false) };
        self.notes.resize_with(limits.threads.max(1), Notes::new);
        let mut best = Result { found: Vec::new(), depth: 0, nodes: 0 };
        let table = &*self.table.get_or_insert_with(|| Table::new(self.bits));
        let reductions = reductions();
        thread::scope(|scope| {
            let mut searches = self.notes.iter_mut().map(|notes| {
                notes.age();
                let shared = &shared;
                Search {
                    insight,
                    table,
                    limits,
                    watch,
                    shared,
                    nodes: 0,
                    told: 0,
                    over: false,
                    notes,
                    reductions,
                }
            });
            let main = searches.next();
            for (helper, mut search) in searches.enumerate() {
                // Helpers look at other depths first, so that they leave what is useful in the table.
                scope.spawn(move || search.deepen(position, 2 - helper % 2, &|_| {}));
            }
            if let Some(mut main) = main {
                best = main.deepen(position, 1, tell);
            }
            shared.over.store(true, Ordering::Relaxed);
        });
        best.nodes = shared.nodes.load(Ordering::Relaxed);
        best
    }
}

/// What one thread remembers about moves.
struct Notes<M> {
    /// How well moves did so far.
    history: Vec<i32>,
    killers: Vec<[Option<M>; 2]>,
    lines: Vec<Vec<M>>,
}

impl<M: Copy> Notes<M> {
    fn new() -> Notes<M> {
        Notes {
            history: vec![0; 2 * SLOTS],
            killers: vec![[None; 2]; PLIES + 1],
            lines: vec![Vec::new(); PLIES + 2],
        }
    }

    /// Another position: what was learnt counts for less.
    fn age(&mut self) {
        self.history.iter_mut().for_each(|worth| *worth /= 4);
        self.killers.fill([None; 2]);
    }
}

/// How much less deep late moves are searched, by depth and number.
fn reductions() -> &'static [[u8; 64]; 64] {
    static TABLE: OnceLock<[[u8; 64]; 64]> = OnceLock::new();
    TABLE.get_or_init(|| {
        let reduction = |depth: usize, number: usize| {
            let product = ln(depth.max(1) as f64) * ln(number.max(1) as f64);
            (0.4 + product / 2.2) as u8
        };
        std::array::from_fn(|depth| std::array::from_fn(|number| reduction(depth, number)))
    })
}

struct Shared {
    nodes: AtomicU64,
    over: AtomicBool,
}

struct Search<'a, I: Insight> {
    insight: &'a I,
    table: &'a Table,
    limits: &'a Limits,
    watch: &'a Watch<'a>,
    shared: &'a Shared,
    nodes: u64,
    /// How many of them the others know of.
    told: u64,
    over: bool,
    notes: &'a mut Notes<<I::Game as Game>::Move>,
    reductions: &'a [[u8; 64]; 64],
}

/// Nodes between two looks at the clock.
const LOOK: u64 = 128;

impl<I: Insight> Search<'_, I> {
    /// Counts a node; says whether to go on.
    #[inline(always)]
    fn go_on(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes - self.told >= LOOK {
            let all = self.tell_nodes();
            self.over |= self.watch.over(self.limits)
                || self.shared.over.load(Ordering::Relaxed)
                || self.limits.nodes.is_some_and(|nodes| all >= nodes);
        }
        !self.over
    }

    /// Tells the others how many nodes there were; says how many all have had.
    fn tell_nodes(&mut self) -> u64 {
        let news = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.nodes.fetch_add(news, Ordering::Relaxed) + news
    }

    fn deepen(
        &mut self,
        position: &<I::Game as Game>::Position,
        first: usize,
        tell: &dyn Fn(&Result<MoveOf<I>>),
    ) -> Result<<I::Game as Game>::Move> {
        let mut roots = Vec::new();
        I::Game::moves(self.insight.rules(), position, &mut roots);
        let wanted = self.limits.lines.clamp(1, roots.len().max(1));
        let mut result = Result { found: Vec::new(), depth: 0, nodes: 0 };
        let deepest = self.limits.depth.map_or(ALL as u32 - 20, |depth| depth.clamp(1, 100)) as usize;
        for depth in first..=deepest {
            let mut found: Vec<Found<<I::Game as Game>::Move>> = Vec::new();
            for number in 0..wanted {
                let guess = result.found.get(number).map(|found: &Found<_>| found.value);
                let Some(line) = self.root(position, &roots, &found, depth as i32, guess) else { break };
                found.push(line);
            }
            if self.over && found.len() < result.found.len().max(1) {
                // A best move found before the time was up is better than the one of the depth before.
                if let Some(better) = found.into_iter().next()
                    && wanted == 1
                {
                    result.found = vec![better];
                }
                break;
            }
            if found.is_empty() {
                break;
            }
            found.sort_by_key(|found| -found.value);
            let proved = found.iter().all(|found| found.value.abs() >= PROVED);
            result = Result { found, depth: depth as u32, nodes: self.tell_nodes() };
            tell(&result);
            if self.over || proved || roots.len() == 1 && self.limits.depth.is_none() && depth >= 4 {
                break;
            }
        }
        if result.found.is_empty()
            && let Some(&first) = roots.first()
        {
            result.found = vec![Found { value: 0, line: vec![first] }];
        }
        self.tell_nodes();
        result
    }

    /// The best root move that is not among `known`, within a window that opens where it must.
    fn root(
        &mut self,
        position: &<I::Game as Game>::Position,
        roots: &[<I::Game as Game>::Move],
        known: &[Found<<I::Game as Game>::Move>],
        depth: i32,
        guess: Option<i32>,
    ) -> Option<Found<<I::Game as Game>::Move>> {
        let Actor::Seat(seat) = I::Game::actor(self.insight.rules(), position) else { return None };
        let mut order: Vec<(i32, <I::Game as Game>::Move)> = roots
            .iter()
            .filter(|action| known.iter().all(|found| found.line[0] != **action))
            .map(|&action| {
                let next = self.after(position, action);
                let stored = self.table.get(self.insight.key(&next));
                let value = match I::Game::actor(self.insight.rules(), &next) {
                    Actor::Seat(to_act) => match stored {
                        Some(entry) if to_act == seat => i32::from(entry.value),
                        Some(entry) => -i32::from(entry.value),
                        None => self.insight.estimate(&next, seat),
                    },
                    _ => self.insight.ended(&next, seat),
                };
                (value, action)
            })
            .collect();
        // The best of before first, then by what the table says.
        let hint = self.table.get(self.insight.key(position)).map(|entry| usize::from(entry.best));
        if let Some(&best) = hint.and_then(|best| roots.get(best)) {
            order.iter_mut().filter(|(_, action)| *action == best).for_each(|(value, _)| *value = MORE);
        }
        order.sort_by_key(|&(value, action)| (-value, action));
        let mut margin = 300;
        let (mut low, mut high) = match guess {
            Some(guess) if guess.abs() < PROVED && depth > 2 => (guess - margin, guess + margin),
            _ => (-MORE, MORE),
        };
        loop {
            let found = self.root_window(position, roots, &order, seat, depth, low, high);
            if self.over {
                return found.filter(|found| found.value > low);
            }
            let found = found?;
            margin *= 4;
            if found.value <= low && low > -MORE {
                low = (found.value - margin).max(-MORE);
            } else if found.value >= high && high < MORE {
                high = (found.value + margin).min(MORE);
            } else {
                return Some(found);
            }
            if margin > 5000 {
                (low, high) = (-MORE, MORE);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn root_window(
        &mut self,
        position: &<I::Game as Game>::Position,
        roots: &[<I::Game as Game>::Move],
        order: &[(i32, <I::Game as Game>::Move)],
        seat: usize,
        depth: i32,
        low: i32,
        high: i32,
    ) -> Option<Found<<I::Game as Game>::Move>> {
        let mut best: Option<Found<<I::Game as Game>::Move>> = None;
        let mut bar = low;
        for (number, &(_, action)) in order.iter().enumerate() {
            let next = self.after(position, action);
            let value = self.child(&next, seat, depth, number, bar, high, 0);
            if self.over {
                break;
            }
            if best.as_ref().is_none_or(|best| value > best.value) {
                let mut line = vec![action];
                line.extend_from_slice(&self.notes.lines[1]);
                best = Some(Found { value, line });
                bar = bar.max(value);
                if value >= high {
                    break;
                }
            }
        }
        if let (Some(found), false) = (&best, self.over) {
            let at = roots.iter().position(|action| *action == found.line[0]).unwrap_or(0);
            let bound = match found.value {
                value if value >= high => Bound::AtLeast,
                value if value <= low => Bound::AtMost,
                _ => Bound::Exact,
            };
            if order.len() == roots.len() {
                self.store(self.insight.key(position), found.value, depth, bound, at);
            }
        }
        best
    }

    #[inline(always)]
    fn after(
        &self,
        position: &<I::Game as Game>::Position,
        action: <I::Game as Game>::Move,
    ) -> <I::Game as Game>::Position {
        let mut next = position.clone();
        I::Game::apply(self.insight.rules(), &mut next, action);
        next
    }

    /// What a move leads to is worth to the seat that made it: late moves are looked at less deep and with a closed
    /// window first.
    #[allow(clippy::too_many_arguments)]
    fn child(
        &mut self,
        next: &<I::Game as Game>::Position,
        seat: usize,
        depth: i32,
        number: usize,
        low: i32,
        high: i32,
        ply: usize,
    ) -> i32 {
        self.notes.lines[ply + 1].clear();
        let Actor::Seat(to_act) = I::Game::actor(self.insight.rules(), next) else {
            return self.insight.ended(next, seat);
        };
        // Where the other is passed over, the same seat goes on.
        let same = to_act == seat;
        let look = |search: &mut Self, depth: i32, low: i32, high: i32| -> i32 {
            if same {
                search.value(next, seat, depth, low, high, ply + 1)
            } else {
                -search.value(next, to_act, depth, -high, -low, ply + 1)
            }
        };
        let full = depth - 1;
        if number == 0 {
            return look(self, full, low, high);
        }
        let reduced = if depth >= 3 && number >= 2 {
            full - i32::from(self.reductions[depth.min(63) as usize][number.min(63)])
        } else {
            full
        };
        let mut value = look(self, reduced, low, low + 1);
        if value > low && reduced < full {
            value = look(self, full, low, low + 1);
        }
        if value > low && value < high {
            value = look(self, full, low, high);
        }
        value
    }

    fn value(
        &mut self,
        position: &<I::Game as Game>::Position,
        seat: usize,
        depth: i32,
        mut low: i32,
        high: i32,
        ply: usize,
    ) -> i32 {
        if !self.go_on() {
            return low;
        }
        let key = self.insight.key(position);
        let open = high - low > 1;
        let stored = self.table.get(key);
        if let Some(entry) = stored
            && (i32::from(entry.depth) >= depth)
            && !open
        {
            let value = i32::from(entry.value);
            match entry.bound {
                Bound::Exact => return value,
                Bound::AtLeast if value >= high => return value,
                Bound::AtMost if value <= low => return value,
                _ => {}
            }
        }
        if depth <= 0 || ply >= PLIES {
            let value = self.insight.estimate(position, seat);
            if value.abs() >= PROVED {
                self.store(key, value, ALL, Bound::Exact, 0);
            }
            return value;
        }
        // What is settled is proved by the estimate already.
        let glance = self.insight.estimate(position, seat);
        if glance.abs() >= PROVED {
            self.store(key, glance, ALL, Bound::Exact, 0);
            return glance;
        }
        let mut moves = Vec::new();
        I::Game::moves(self.insight.rules(), position, &mut moves);
        let mut order = self.order(position, seat, &moves, stored, depth, ply);
        let (start, mut best, mut best_at) = (low, -MORE, 0);
        for number in 0..order.len() {
            // Cuts come early: what is never tried is never sorted.
            let next = (number..order.len()).max_by_key(|&at| order[at].0).unwrap_or(number);
            order.swap(number, next);
            let (promise, at) = order[number];
            // Close to the horizon the late moves of a position that is behind are left out.
            if !open && depth <= 2 && number >= 6 * depth as usize + 4 && best > -PROVED && promise < MORE {
                break;
            }
            let action = moves[usize::from(at)];
            let after = self.after(position, action);
            let value = self.child(&after, seat, depth, number, low, high, ply);
            if self.over {
                return best.max(low);
            }
            if value <= best {
                continue;
            }
            (best, best_at) = (value, at);
            if value <= low {
                continue;
            }
            low = value;
            if open {
                let (head, tail) = self.notes.lines.split_at_mut(ply + 1);
                head[ply].clear();
                head[ply].push(action);
                head[ply].extend_from_slice(&tail[0]);
            }
            if value >= high {
                self.was_good(action, &moves, &order[..number], seat, depth, ply);
                break;
            }
        }
        let bound = match best {
            best if best >= high => Bound::AtLeast,
            best if best > start => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.store(key, best, depth, bound, usize::from(best_at));
        best
    }

    fn store(&self, key: u64, value: i32, depth: i32, bound: Bound, best: usize) {
        let sure = value >= PROVED && bound != Bound::AtMost || value <= -PROVED && bound != Bound::AtLeast;
        let depth = if sure { ALL } else { depth.clamp(0, ALL - 1) };
        self.table.put(key, Entry { value: value as i16, depth: depth as u8, bound, best: best as u16 });
    }

    /// Moves by how good they look: what the table says first, then a look at each where the search is still deep,
    /// else what did well before.
    fn order(
        &mut self,
        position: &<I::Game as Game>::Position,
        seat: usize,
        moves: &[<I::Game as Game>::Move],
        stored: Option<Entry>,
        depth: i32,
        ply: usize,
    ) -> Vec<(i32, u16)> {
        let hint = stored.map(|entry| usize::from(entry.best));
        let killers = self.notes.killers[ply];
        (0..moves.len().min(usize::from(u16::MAX)))
            .map(|at| {
                let action = moves[at];
                if hint == Some(at) {
                    return (MORE, at as u16);
                }
                let worth = if depth >= 3 {
                    let next = self.after(position, action);
                    match I::Game::actor(self.insight.rules(), &next) {
                        Actor::Seat(_) => {
                            self.nodes += 1;
                            self.insight.estimate(&next, seat)
                        }
                        _ => self.insight.ended(&next, seat),
                    }
                } else {
                    self.insight.promise(position, action)
                        + self.notes.history[seat % 2 * SLOTS + self.insight.slot(action) % SLOTS] / 8
                };
                let killer = if killers.contains(&Some(action)) { 400 } else { 0 };
                ((worth + killer).min(MORE - 1), at as u16)
            })
            .collect()
    }

    /// A move refuted the line: it is tried earlier from now on, and those tried before it later.
    fn was_good(
        &mut self,
        action: <I::Game as Game>::Move,
        moves: &[<I::Game as Game>::Move],
        before: &[(i32, u16)],
        seat: usize,
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.notes.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let gain = (depth * depth).min(400);
        let base = seat % 2 * SLOTS;
        let (insight, history) = (self.insight, &mut self.notes.history);
        let mut learn = |action, by: i32| {
            let worth = &mut history[base + insight.slot(action) % SLOTS];
            // Pulled towards its limit, so that it never runs off and forgets slowly.
            *worth += by * 16 - *worth * by.abs() / 512;
        };
        learn(action, gain);
        for &(_, at) in before {
            learn(moves[usize::from(at)], -gain);
        }
    }
}
