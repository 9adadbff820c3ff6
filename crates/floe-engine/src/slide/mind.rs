//! A player of any game of the slide family.

use std::sync::Arc;

use floe_board::Bits;
use floe_games::slide::{Move, Phase, Position, Rules, Slide, Step, Turn};
use floe_games::{Chance, Game, Refusal};

use super::endgame;
use super::judge::{Judge, SCALE, Stage};
use crate::alphabeta::{self, AlphaBeta, PROVED, WON};
use crate::levels::strength;
use crate::mcts::{self, Manner, Mcts, Walk};
use crate::net::Net;
use crate::numbers::logistic;
use crate::simple::{read, to_act};
use crate::slip;
use crate::tree::Proof;
use crate::{Asked, Level, Limits, Line, Mind, Rng, Strength, Thought, Watch, Worth};

/// Slots of the table of alpha-beta: 64 MiB.
const TABLE_BITS: u32 = 22;
/// The lines that a numbered level chooses from.
const CANDIDATES: usize = 3;
/// The most open cells for which everything is looked at.
const LATE: u32 = 12;
/// Without hunches a node is a look at one step of many, with them a visit: levels that see as much need so many times
/// as many.
const LOOKS: u64 = 4;
/// Nodes of a tree: 320 MB when it is full.
const TREE_NODES: u32 = 8_000_000;

/// A player of any game of the slide family.
pub(crate) struct SlideMind<B: Bits, const H: usize, T: Turn> {
    pub(crate) judge: Judge<B, H, T>,
    searches: Option<Box<Searches<B, H, T>>>,
    strength: Option<Strength>,
    rng: Rng,
    chance: Chance,
}

/// How it looks ahead.
struct Searches<B: Bits, const H: usize, T: Turn> {
    /// Best first: for most of the game, and for any number of players.
    tree: Mcts<Judge<B, H, T>>,
    /// Deep and complete: for two players when little is left.
    deep: AlphaBeta<Move>,
}

/// How the tree is grown; what was tried is in `docs/engine/search.md`.
fn manner<B: Bits, const H: usize, T: Turn>(judge: &Judge<B, H, T>) -> Manner {
    if judge.has_hunches() {
        return Manner { curiosity: 0.6, foresight: 0.12, doubt: 0.04, most: 32, ..Manner::default() };
    }
    let foresight = if judge.rules.seats() == 2 && judge.rules.shoots::<T>() { 0.6 } else { 0.0 };
    // A slide without its shot is known badly, so what it looked like itself says little.
    Manner { hope: if judge.rules.shoots::<T>() { 1.0 } else { 0.5 }, foresight, ..Manner::default() }
}

impl<B: Bits, const H: usize, T: Turn> SlideMind<B, H, T> {
    /// A player at a level.
    pub(crate) fn new(
        rules: Rules<B, H>,
        level: Level,
        seed: u64,
        net: Option<Arc<Net>>,
    ) -> SlideMind<B, H, T> {
        let judge = Judge::new(rules, net);
        let mut strength = strength(judge.rules.plan.set.game, level);
        if let Some(strength) = strength.as_mut().filter(|_| !judge.has_hunches()) {
            strength.nodes *= LOOKS;
        }
        let small = strength.is_some_and(|strength| strength.nodes < 100_000);
        let (room, bits) = if small { (1_500_000, 14) } else { (TREE_NODES, TABLE_BITS) };
        SlideMind::with(judge, strength, room, bits, seed)
    }

    /// A player for tuning: limited by nodes, with a network of its own.
    pub(crate) fn bare(
        rules: Rules<B, H>,
        net: Option<Arc<Net>>,
        nodes: u64,
        seed: u64,
    ) -> SlideMind<B, H, T> {
        // A node that is looked at brings its siblings with it.
        let room = (nodes * 64).clamp(10_000, 2_000_000) as u32;
        SlideMind::with(Judge::new(rules, net), None, room, 12, seed)
    }

    fn with(
        judge: Judge<B, H, T>,
        strength: Option<Strength>,
        room: u32,
        bits: u32,
        seed: u64,
    ) -> SlideMind<B, H, T> {
        let searches = Searches { tree: Mcts::new(manner(&judge), room), deep: AlphaBeta::new(bits) };
        SlideMind {
            judge,
            searches: Some(Box::new(searches)),
            strength,
            rng: Rng::new(seed),
            chance: Chance::of_player(seed),
        }
    }

    /// Is so little left that looking at everything is better than looking at the best?
    fn is_late(&self, position: &Position<B>) -> bool {
        self.judge.rules.seats() == 2 && position.phase() == Phase::Move && position.open().count() <= LATE
    }

    /// The move it would make and what it thinks of it, from 0 to 1.
    pub(crate) fn choose(
        &mut self,
        position: &Position<B>,
        seat: usize,
        limits: &Limits,
        watch: &Watch<'_>,
    ) -> (Move, Option<f32>) {
        let thought = self.search(position, seat, limits, watch);
        let read = |text: &String| Slide::<B, H, T>::parse_move(&self.judge.rules, position, text).ok();
        match (read(&thought.best), thought.lines.first()) {
            (Some(action), Some(line)) => (action, Some(line.worth.win as f32)),
            _ => {
                let best = self.at_a_look(position, seat).swap_remove(0);
                (best.1, Some(best.0.worth.win as f32))
            }
        }
    }

    /// How often each slide was tried at the position thought about last, or each shot after a slide. Nothing where
    /// little is left and everything is looked at.
    pub(crate) fn tried(&self, position: &Position<B>, slide: Option<u32>) -> Option<Vec<(u32, u32)>> {
        let searches = self.searches.as_ref().filter(|_| !self.is_late(position))?;
        Some(searches.tree.tried(slide))
    }

    fn text(&self, action: Move) -> String {
        Slide::<B, H, T>::move_text(&self.judge.rules, action)
    }

    /// Every move by a look at what it leads to, the best first.
    fn at_a_look(&self, position: &Position<B>, seat: usize) -> Vec<(Line, Move)> {
        let mut moves = Vec::new();
        Slide::<B, H, T>::moves(&self.judge.rules, position, &mut moves);
        let mut lines: Vec<(Line, Move)> = moves
            .into_iter()
            .map(|action| {
                let mut next = *position;
                Slide::<B, H, T>::apply(&self.judge.rules, &mut next, action);
                let (shares, exact) = self.judge.glance(&Stage { position: next, slide: None });
                let worth = Worth { win: f64::from(shares[seat]), margin: None, exact };
                (Line { moves: vec![self.text(action)], worth }, action)
            })
            .collect();
        lines.sort_by(|(one, a), (other, b)| other.worth.win.total_cmp(&one.worth.win).then(a.cmp(b)));
        lines
    }

    /// The expected lead of a seat after a line, by the network.
    fn margin(&self, position: &Position<B>, seat: usize, line: &[Move]) -> Option<f64> {
        let rules = &self.judge.rules;
        if rules.seats() != 2 || rules.last_move_wins() {
            return None;
        }
        let mut at = *position;
        for &action in line {
            Slide::<B, H, T>::apply(rules, &mut at, action);
        }
        if at.phase() == Phase::Over {
            return Some(f64::from(rules.final_lead(&at, seat)) / 1024.0);
        }
        let [_, lead] = self.judge.outlook(&at, at.turn());
        Some(f64::from(if at.turn() == seat { lead } else { -lead }))
    }

    fn line(&self, position: &Position<B>, seat: usize, moves: &[Move], win: f64, exact: bool) -> Line {
        let margin = self.margin(position, seat, moves);
        Line {
            moves: moves.iter().map(|&action| self.text(action)).collect(),
            worth: Worth { win, margin, exact },
        }
    }

    fn search(&mut self, position: &Position<B>, seat: usize, limits: &Limits, watch: &Watch<'_>) -> Thought {
        // The searches are taken out while they run, so that the rest of the mind can tell what they find in words.
        let Some(mut searches) = self.searches.take() else { return Thought::default() };
        let thought = if self.is_late(position) {
            self.alpha_beta(&mut searches.deep, position, seat, limits, watch)
        } else {
            self.best_first(&mut searches.tree, position, seat, limits, watch)
        };
        self.searches = Some(searches);
        thought
    }

    fn alpha_beta(
        &self,
        search: &mut AlphaBeta<Move>,
        position: &Position<B>,
        seat: usize,
        limits: &Limits,
        watch: &Watch<'_>,
    ) -> Thought {
        let thought = |result: &alphabeta::Result<Move>| {
            let line = |found: &alphabeta::Found<Move>| {
                let exact = found.value.abs() >= PROVED;
                let win = match found.value {
                    value if value >= PROVED => 1.0,
                    value if value <= -PROVED => 0.0,
                    value => logistic(f64::from(value) / f64::from(SCALE)),
                };
                let mut line = self.line(position, seat, &found.line, win, exact);
                if exact && !self.judge.rules.last_move_wins() {
                    let size = f64::from(found.value.abs() - WON);
                    line.worth.margin = Some(if found.value > 0 { size } else { -size });
                }
                line
            };
            let lines: Vec<Line> = result.found.iter().map(line).collect();
            let best = lines.first().map(|line| line.moves[0].clone()).unwrap_or_default();
            Thought { best, lines, nodes: result.nodes, depth: result.depth }
        };
        let tell = |result: &alphabeta::Result<Move>| (watch.tell)(&thought(result));
        thought(&search.search(&self.judge, position, limits, watch, &tell))
    }

    fn best_first(
        &self,
        search: &mut Mcts<Judge<B, H, T>>,
        position: &Position<B>,
        seat: usize,
        limits: &Limits,
        watch: &Watch<'_>,
    ) -> Thought {
        let stage = Stage { position: *position, slide: None };
        let tell = |mcts: &Mcts<Judge<B, H, T>>, nodes: u64| {
            (watch.tell)(&self.thought_of(mcts, position, seat, limits.lines, nodes));
        };
        let nodes = search.search(&self.judge, &stage, limits, watch, &tell);
        self.thought_of(search, position, seat, limits.lines, nodes)
    }

    fn thought_of(
        &self,
        mcts: &Mcts<Judge<B, H, T>>,
        position: &Position<B>,
        seat: usize,
        lines: usize,
        nodes: u64,
    ) -> Thought {
        // Several lines may begin with one slide; whole moves are what is counted.
        let found: Vec<(Vec<Move>, mcts::Found)> =
            mcts.found(lines).into_iter().map(|found| (self.whole(position, &found.steps), found)).collect();
        let lines: Vec<Line> = found
            .iter()
            .filter(|(moves, _)| !moves.is_empty())
            .map(|(moves, found)| {
                let exact = found.proof != Proof::Open;
                let mut line = self.line(position, seat, moves, f64::from(found.value), exact);
                if exact {
                    // Who wins is proved, by how much is not.
                    line.worth.margin = None;
                }
                line
            })
            .collect();
        let best = lines.first().map(|line| line.moves[0].clone()).unwrap_or_default();
        let depth = found.first().map_or(0, |(moves, _)| moves.len() as u32);
        Thought { best, lines, nodes, depth }
    }

    /// Steps as whole moves; a slide whose shot is not known yet is left out.
    fn whole(&self, position: &Position<B>, steps: &[u32]) -> Vec<Move> {
        let mut stage = Stage { position: *position, slide: None };
        let mut moves = Vec::new();
        for &step in steps {
            let slide = stage.slide;
            self.judge.take(&mut stage, step);
            match (slide, stage.slide) {
                (Some((from, to)), None) => {
                    moves.push(Move::new(Step::Shoot(from.into(), to.into(), (step & 127) as usize)));
                }
                (None, None) => moves.push(Move::from_bits(step)),
                _ => {}
            }
        }
        moves
    }
}

impl<B: Bits, const H: usize, T: Turn> Mind for SlideMind<B, H, T> {
    fn think(&mut self, asked: Asked<'_>, limits: &Limits, watch: &Watch<'_>) -> Result<Thought, Refusal> {
        let position = read::<Slide<B, H, T>>(&self.judge.rules, asked, &mut self.chance)?;
        let seat = to_act::<Slide<B, H, T>>(&self.judge.rules, &position)?;
        let mut limits = limits.clone();
        if let Some(strength) = self.strength {
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(strength.nodes));
            limits.lines = limits.lines.max(CANDIDATES);
        }
        if position.phase() == Phase::Lay {
            return Ok(self.lay(&position));
        }
        // A beginner looks one move ahead and is not sure of what it sees.
        if let Some(strength) = self.strength.filter(|strength| strength.nodes == 0) {
            let lines: Vec<Line> =
                self.at_a_look(&position, seat).into_iter().map(|(line, _)| line).collect();
            let chosen = slip::choose(&lines, strength.slip, &mut self.rng);
            let best = chosen.map(|line| line.moves[0].clone()).unwrap_or_default();
            let nodes = lines.len() as u64;
            return Ok(Thought { best, lines, nodes, depth: 1 });
        }
        if let Some(thought) = endgame::play::<B, H, T>(&self.judge, &position, seat, &limits, watch) {
            return Ok(thought);
        }
        let mut thought = self.search(&position, seat, &limits, watch);
        if let Some(strength) = self.strength
            && let Some(line) = slip::choose(&thought.lines, strength.slip, &mut self.rng)
        {
            thought.best = line.moves[0].clone();
        }
        if thought.best.is_empty() {
            // Too little time for anything: the best move at a look.
            let lines: Vec<Line> =
                self.at_a_look(&position, seat).into_iter().map(|(line, _)| line).collect();
            let best = lines.first().map(|line| line.moves[0].clone()).unwrap_or_default();
            thought = Thought { best, nodes: lines.len() as u64, depth: 1, lines };
        }
        Ok(thought)
    }

    fn forget(&mut self) {
        if let Some(searches) = &mut self.searches {
            searches.tree.forget();
            searches.deep.forget();
        }
    }
}

impl<B: Bits, const H: usize, T: Turn> SlideMind<B, H, T> {
    /// Laying comes long before anything can be seen: any cell will do, as nothing of it is anybody's yet.
    fn lay(&mut self, position: &Position<B>) -> Thought {
        let mut moves = Vec::new();
        Slide::<B, H, T>::moves(&self.judge.rules, position, &mut moves);
        let action = moves[self.rng.below(moves.len() as u32) as usize];
        let best = self.text(action);
        let worth = Worth { win: 1.0 / self.judge.rules.seats() as f64, margin: None, exact: false };
        Thought { lines: vec![Line { moves: vec![best.clone()], worth }], best, nodes: 1, depth: 1 }
    }
}
