//! The engine of the slide family.

use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use floe_board::Bits;
use floe_games::slide::{Move, MoveKind, Phase, Position, Rules, Slide, Turn};
use floe_games::sort::sort_by;
use floe_games::{Game, GameRng, Refusal};

use super::endgame;
use super::evaluator::{SCALE, SearchState, SlideEvaluator};
use crate::alphabeta::{self, AlphaBeta, PROVED_SCORE};
use crate::math::logistic;
use crate::mcts::{self, Mcts, MctsParams, SearchGame};
use crate::net::Net;
use crate::noise;
use crate::solve::fish_after;
use crate::tree::Proof;
use crate::{Analysis, Engine, Evaluation, LevelParams, Limits, Line, Rng, SearchControl, SearchRequest};

/// Slots of the table of alpha-beta: 64 MiB.
const TABLE_BITS: u32 = 22;
/// The lines that a numbered level chooses from.
const CANDIDATES: usize = 3;
/// The largest number of open cells for which alpha-beta replaces MCTS.
const LATE_CELLS: u32 = 12;
/// Without a policy a visit evaluates many nodes, with a policy one: levels need this many times as many nodes without
/// a policy for equal strength.
const NODES_WITHOUT_POLICY: u64 = 4;
/// The node limit of proving the margin of a line whose winner is proved.
const MARGIN_NODES: u64 = 20_000;
/// Nodes of a tree: 320 MB when it is full.
const TREE_NODES: u32 = 8_000_000;

/// An engine for any game of the slide family.
pub(crate) struct SlideEngine<B: Bits, const H: usize, T: Turn> {
    pub(crate) evaluator: SlideEvaluator<B, H, T>,
    searches: Option<Box<Searches<B, H, T>>>,
    level_params: Option<LevelParams>,
    pub(super) rng: Rng,
    chance: GameRng,
}

/// Its two searches.
struct Searches<B: Bits, const H: usize, T: Turn> {
    /// MCTS: for most of the game, and for any number of players.
    tree: Mcts<SlideEvaluator<B, H, T>>,
    /// Alpha-beta: for two players with few open cells.
    deep: AlphaBeta<Move>,
}

/// The search parameters; `docs/engine/experiments.md` lists the values that were tried.
fn mcts_params<B: Bits, const H: usize, T: Turn>(evaluator: &SlideEvaluator<B, H, T>) -> MctsParams {
    if evaluator.has_policy() {
        return MctsParams {
            c_puct: 0.6,
            implicit_minimax_weight: 0.12,
            fpu_reduction: 0.04,
            max_children: 32,
            ..MctsParams::default()
        };
    }
    let implicit_minimax_weight =
        if evaluator.rules.seats() == 2 && evaluator.rules.shoots::<T>() { 0.6 } else { 0.0 };
    // The evaluation of a slide without its shot is poor, so a leaf's own evaluation says little.
    MctsParams {
        best_child_weight: if evaluator.rules.shoots::<T>() { 1.0 } else { 0.5 },
        implicit_minimax_weight,
        ..MctsParams::default()
    }
}

impl<B: Bits, const H: usize, T: Turn> SlideEngine<B, H, T> {
    /// An engine, limited or at full strength.
    pub(crate) fn new(
        rules: Rules<B, H>,
        mut params: Option<LevelParams>,
        seed: u64,
        net: Option<Arc<Net>>,
    ) -> SlideEngine<B, H, T> {
        let evaluator = SlideEvaluator::new(rules, net);
        if let Some(params) = params.as_mut().filter(|_| !evaluator.has_policy()) {
            params.nodes *= NODES_WITHOUT_POLICY;
        }
        let small = params.is_some_and(|params| params.nodes < 100_000);
        let (capacity, bits) = if small { (1_500_000, 14) } else { (TREE_NODES, TABLE_BITS) };
        SlideEngine::with(evaluator, params, capacity, bits, seed)
    }

    /// An engine for self-play: limited by nodes, with another network if one is given.
    pub(crate) fn for_self_play(
        rules: Rules<B, H>,
        net: Option<Arc<Net>>,
        nodes: u64,
        seed: u64,
    ) -> SlideEngine<B, H, T> {
        // Every evaluated node is evaluated together with its siblings.
        let capacity = (nodes * 64).clamp(10_000, 2_000_000) as u32;
        SlideEngine::with(SlideEvaluator::new(rules, net), None, capacity, 12, seed)
    }

    fn with(
        evaluator: SlideEvaluator<B, H, T>,
        level_params: Option<LevelParams>,
        capacity: u32,
        bits: u32,
        seed: u64,
    ) -> SlideEngine<B, H, T> {
        let searches =
            Searches { tree: Mcts::new(mcts_params(&evaluator), capacity), deep: AlphaBeta::new(bits) };
        SlideEngine {
            evaluator,
            searches: Some(Box::new(searches)),
            level_params,
            rng: Rng::new(seed),
            chance: GameRng::for_player(seed),
        }
    }

    /// Are so few cells open that alpha-beta is better than MCTS?
    fn is_late(&self, position: &Position<B>) -> bool {
        self.evaluator.rules.seats() == 2
            && position.phase() == Phase::Move
            && position.open().count() <= LATE_CELLS
    }

    /// The move it chooses and its value, from 0 to 1.
    pub(crate) fn choose(
        &mut self,
        position: &Position<B>,
        seat: usize,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> (Move, Option<f32>) {
        let analysis = self.search(position, seat, limits, control);
        let read = |text: &String| Slide::<B, H, T>::parse_move(&self.evaluator.rules, position, text).ok();
        match (read(&analysis.best), analysis.lines.first()) {
            (Some(action), Some(line)) => (action, Some(line.evaluation.win as f32)),
            _ => {
                let best = self.one_ply_lines(position, seat).swap_remove(0);
                (best.1, Some(best.0.evaluation.win as f32))
            }
        }
    }

    /// The visit counts of the slides at the root of the last search, or of the shots after a slide. `None` for late
    /// positions, which alpha-beta searches.
    pub(crate) fn visit_counts(&self, position: &Position<B>, slide: Option<u32>) -> Option<Vec<(u32, u32)>> {
        let searches = self.searches.as_ref().filter(|_| !self.is_late(position))?;
        Some(searches.tree.visit_counts(slide))
    }

    pub(super) fn text(&self, action: Move) -> String {
        Slide::<B, H, T>::move_text(&self.evaluator.rules, action)
    }

    /// Every legal move with the static evaluation after it, the best first.
    pub(super) fn one_ply_lines(&self, position: &Position<B>, seat: usize) -> Vec<(Line, Move)> {
        let mut moves = Vec::new();
        Slide::<B, H, T>::moves(&self.evaluator.rules, position, &mut moves);
        let mut lines: Vec<(Line, Move)> = moves
            .into_iter()
            .map(|action| {
                let mut next = *position;
                Slide::<B, H, T>::apply(&self.evaluator.rules, &mut next, action);
                let (values, exact) = self.evaluator.evaluate(&SearchState { position: next, slide: None });
                let evaluation = Evaluation { win: f64::from(values[seat]), margin: None, exact };
                (Line { moves: vec![self.text(action)], evaluation }, action)
            })
            .collect();
        sort_by(&mut lines, by_win);
        lines
    }

    /// The expected margin of a seat after a line, by the network.
    fn margin(&self, position: &Position<B>, seat: usize, line: &[Move]) -> Option<f64> {
        let rules = &self.evaluator.rules;
        if rules.seats() != 2 || rules.last_move_wins() {
            return None;
        }
        let mut at = *position;
        for &action in line {
            Slide::<B, H, T>::apply(rules, &mut at, action);
        }
        if at.phase() == Phase::Over {
            return Some(f64::from(rules.fish_lead(rules.final_lead(&at, seat))));
        }
        let [_, lead] = self.evaluator.net_output(&at, at.turn());
        Some(f64::from(if at.turn() == seat { lead } else { -lead }))
    }

    fn line(&self, position: &Position<B>, seat: usize, moves: &[Move], win: f64, exact: bool) -> Line {
        let margin = self.margin(position, seat, moves);
        Line {
            moves: moves.iter().map(|&action| self.text(action)).collect(),
            evaluation: Evaluation { win, margin, exact },
        }
    }

    fn search(
        &mut self,
        position: &Position<B>,
        seat: usize,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Analysis {
        // The searches are taken out while they run, so that progress reports can borrow the rest of the engine.
        let Some(mut searches) = self.searches.take() else { return Analysis::default() };
        let analysis = if self.is_late(position) {
            self.alpha_beta(&mut searches.deep, position, seat, limits, control)
        } else {
            self.best_first(&mut searches.tree, position, seat, limits, control)
        };
        self.searches = Some(searches);
        analysis
    }

    fn alpha_beta(
        &self,
        search: &mut AlphaBeta<Move>,
        position: &Position<B>,
        seat: usize,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Analysis {
        let analysis = |result: &alphabeta::SearchResult<Move>| {
            let line = |found: &alphabeta::PvLine<Move>| {
                let exact = found.value.abs() >= PROVED_SCORE;
                let win = match found.value {
                    value if value >= PROVED_SCORE => 1.0,
                    value if value <= -PROVED_SCORE => 0.0,
                    value => logistic(f64::from(value) / f64::from(SCALE)),
                };
                let mut line = self.line(position, seat, &found.line, win, exact);
                if exact {
                    // Who wins is proved; the margin is only a minimum.
                    line.evaluation.margin = None;
                }
                line
            };
            let lines: Vec<Line> = result.lines.iter().map(line).collect();
            let best = lines.first().map(|line| line.moves[0].clone()).unwrap_or_default();
            Analysis { best, lines, nodes: result.nodes, depth: result.depth }
        };
        let on_progress = |result: &alphabeta::SearchResult<Move>| (control.on_progress)(&analysis(result));
        let result = search.search(&self.evaluator, position, limits, control, &on_progress);
        let mut answer = analysis(&result);
        self.prove_margins(&mut answer.lines, &result.lines, position, seat, limits, control);
        answer
    }

    /// Gives proved lines their exact margin, if that takes no longer than the limits allow.
    fn prove_margins(
        &self,
        lines: &mut [Line],
        found: &[alphabeta::PvLine<Move>],
        position: &Position<B>,
        seat: usize,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) {
        let rules = &self.evaluator.rules;
        if !rules.counts_fish() || control.stop.load(Relaxed) {
            return;
        }
        let left = limits.time.map(|time| time.saturating_sub(control.timer.elapsed()));
        let nodes = left.map_or(MARGIN_NODES, |left| (left.as_micros() as u64 / 4).min(MARGIN_NODES));
        for (line, found) in lines.iter_mut().zip(found).filter(|(line, _)| line.evaluation.exact) {
            let fish = fish_after::<B, H, T>(rules, position, &found.line[..1], nodes);
            let sign = if seat == 0 { 1.0 } else { -1.0 };
            line.evaluation.margin = fish.map(|fish| sign * fish[0] as f64);
        }
    }

    fn best_first(
        &self,
        search: &mut Mcts<SlideEvaluator<B, H, T>>,
        position: &Position<B>,
        seat: usize,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Analysis {
        let state = SearchState { position: *position, slide: None };
        let on_progress = |mcts: &Mcts<SlideEvaluator<B, H, T>>, nodes: u64| {
            (control.on_progress)(&self.analysis_of(mcts, position, seat, limits.lines, nodes));
        };
        let nodes = search.search(&self.evaluator, &state, limits, control, &on_progress);
        self.analysis_of(search, position, seat, limits.lines, nodes)
    }

    fn analysis_of(
        &self,
        mcts: &Mcts<SlideEvaluator<B, H, T>>,
        position: &Position<B>,
        seat: usize,
        lines: usize,
        nodes: u64,
    ) -> Analysis {
        // Several lines may start with the same slide; whole moves are counted.
        let found: Vec<(Vec<Move>, mcts::RootLine)> = mcts
            .best_lines(lines)
            .into_iter()
            .map(|found| (self.whole(position, &found.steps), found))
            .collect();
        let lines: Vec<Line> = found
            .iter()
            .filter(|(moves, _)| !moves.is_empty())
            .map(|(moves, found)| {
                let exact = found.proof != Proof::Unknown;
                let mut line = self.line(position, seat, moves, f64::from(found.value), exact);
                if exact {
                    // Who wins is proved, by how much is not.
                    line.evaluation.margin = None;
                }
                line
            })
            .collect();
        let best = lines.first().map(|line| line.moves[0].clone()).unwrap_or_default();
        let depth = found.first().map_or(0, |(moves, _)| moves.len() as u32);
        Analysis { best, lines, nodes, depth }
    }

    /// Steps as whole moves; a slide whose shot is not known yet is left out.
    fn whole(&self, position: &Position<B>, steps: &[u32]) -> Vec<Move> {
        let mut state = SearchState { position: *position, slide: None };
        let mut moves = Vec::new();
        for &step in steps {
            let slide = state.slide;
            self.evaluator.apply(&mut state, step);
            match (slide, state.slide) {
                (Some((from, to)), None) => {
                    moves.push(Move::new(MoveKind::Shoot(from.into(), to.into(), (step & 127) as usize)));
                }
                (None, None) => moves.push(Move::from_bits(step)),
                _ => {}
            }
        }
        moves
    }
}

impl<B: Bits, const H: usize, T: Turn> Engine for SlideEngine<B, H, T> {
    fn analyze(&mut self, request: SearchRequest<'_>) -> Result<Analysis, Refusal> {
        let SearchRequest { view, limits, control } = request;
        let (position, seat) = view.turn::<Slide<B, H, T>>(&self.evaluator.rules, &mut self.chance)?;
        let mut limits = limits.clone();
        if let Some(level_params) = self.level_params {
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(level_params.nodes));
            limits.lines = limits.lines.max(CANDIDATES);
        }
        if position.phase() == Phase::Lay {
            return Ok(self.lay(&position));
        }
        if let Some(analysis) = endgame::play::<B, H, T>(&self.evaluator, &position, seat, &limits, control) {
            return Ok(analysis);
        }
        // The lowest levels do not search.
        if let Some(level_params) = self.level_params.filter(|level_params| level_params.nodes == 0) {
            return Ok(self.without_search(&position, seat, level_params.noise));
        }
        let mut analysis = self.search(&position, seat, &limits, control);
        if let Some(level_params) = self.level_params
            && let Some(line) =
                noise::choose(&self.sound(&position, &analysis.lines), level_params.noise, &mut self.rng)
        {
            analysis.best = line.moves[0].clone();
        }
        if analysis.best.is_empty() {
            // Too little time for a search: the best move by static evaluation.
            let lines: Vec<Line> =
                self.one_ply_lines(&position, seat).into_iter().map(|(line, _)| line).collect();
            let best = lines.first().map(|line| line.moves[0].clone()).unwrap_or_default();
            analysis = Analysis { best, nodes: lines.len() as u64, depth: 1, lines };
        }
        Ok(analysis)
    }

    fn new_game(&mut self) {
        if let Some(searches) = &mut self.searches {
            searches.tree.new_game();
            searches.deep.new_game();
        }
    }
}

impl<B: Bits, const H: usize, T: Turn> SlideEngine<B, H, T> {
    /// Lays a tile at random: it is too early for any evaluation.
    fn lay(&mut self, position: &Position<B>) -> Analysis {
        let mut moves = Vec::new();
        Slide::<B, H, T>::moves(&self.evaluator.rules, position, &mut moves);
        let action = moves[self.rng.below(moves.len() as u32) as usize];
        let best = self.text(action);
        let evaluation =
            Evaluation { win: 1.0 / self.evaluator.rules.seats() as f64, margin: None, exact: false };
        Analysis { lines: vec![Line { moves: vec![best.clone()], evaluation }], best, nodes: 1, depth: 1 }
    }
}

/// The highest win probability first, then by move.
fn by_win((one, a): &(Line, Move), (other, b): &(Line, Move)) -> Ordering {
    other.evaluation.win.total_cmp(&one.evaluation.win).then(a.cmp(b))
}
