//! The engine for games of no family. It knows a game by its rules alone: what is scored, how many moves there are, who has
//! won.

mod evaluator;
mod playouts;
#[cfg(test)]
mod tests;

use floe_games::registry::find;
use floe_games::{Actor, Game, GameRng, Refusal};

use crate::alphabeta::{AlphaBeta, PROVED_SCORE, PvLine, SearchResult};
use crate::dominated::{at_once, without_faults};
use crate::math::logistic;
use crate::{
    Analysis, Engine, Evaluation, LevelParams, Limits, Line, Rng, SearchControl, SearchRequest, noise,
};
use evaluator::{RulesEvaluator, SCALE, result_of};

/// Slots of the transposition table, as a power of two: 4 MB.
const TABLE_BITS: u32 = 18;
/// How many lines a numbered level chooses from.
const CANDIDATES: usize = 4;

/// An engine for any game: alpha-beta where two players see everything, playouts otherwise.
pub(crate) struct StandaloneEngine<G: Game> {
    rules: G::Rules,
    /// Does the score say who is ahead?
    counted: bool,
    /// Can alpha-beta play it?
    searchable: bool,
    search: AlphaBeta<G::Move>,
    level_params: Option<LevelParams>,
    rng: Rng,
    chance: GameRng,
}

impl<G: Game> StandaloneEngine<G> {
    /// An engine at a level.
    pub(crate) fn new(rules: G::Rules, level_params: Option<LevelParams>, seed: u64) -> StandaloneEngine<G> {
        let game = G::rule_set(&rules).game;
        let start = G::start(&rules, &mut GameRng::from_seed(0));
        let rolls = start.is_ok_and(|start| G::actor(&rules, &start) == Actor::Chance);
        StandaloneEngine {
            counted: find(game).is_ok_and(|entry| entry.unit.is_score()),
            searchable: G::seats(&rules) == 2 && !G::hides(&rules) && !rolls,
            search: AlphaBeta::new(TABLE_BITS),
            level_params,
            rng: Rng::new(seed),
            chance: GameRng::for_player(seed),
            rules,
        }
    }

    fn evaluator(&self, position: &G::Position) -> RulesEvaluator<'_, G> {
        RulesEvaluator::new(&self.rules, self.counted, position)
    }

    fn text(&self, action: G::Move) -> String {
        G::move_text(&self.rules, action)
    }

    /// Every legal move with the evaluation after it, the best first.
    fn one_ply_lines(&self, position: &G::Position, seat: usize) -> Vec<Line> {
        let evaluator = self.evaluator(position);
        let mut moves = Vec::new();
        G::moves(&self.rules, position, &mut moves);
        let mut lines: Vec<Line> = moves
            .into_iter()
            .map(|action| {
                let mut next = position.clone();
                G::apply(&self.rules, &mut next, action);
                let evaluation = match G::outcome(&self.rules, &next) {
                    Some(outcome) => Evaluation { win: result_of(&outcome, seat), margin: None, exact: true },
                    None => {
                        let value = f64::from(evaluator.value(&next, seat));
                        Evaluation { win: logistic(value / SCALE), margin: None, exact: false }
                    }
                };
                Line { moves: vec![self.text(action)], evaluation }
            })
            .collect();
        // Equal moves stay in the order of the rules.
        lines.sort_by(|one, other| other.evaluation.win.total_cmp(&one.evaluation.win));
        let all_exact = lines.iter().all(|line| line.evaluation.exact);
        if let Some(first) = lines.first_mut() {
            // A move that is not proved may be better than any result but a win.
            first.evaluation.exact &= all_exact || first.evaluation.win == 1.0;
        }
        lines
    }

    /// Alpha-beta as an analysis. What is proved by a search that ran out of time is a win, never a loss: a move that it did
    /// not reach may be better.
    fn analysis(&self, result: &SearchResult<G::Move>, complete: bool) -> Analysis {
        let line = |found: &PvLine<G::Move>| {
            let exact = found.value >= PROVED_SCORE || complete && found.value <= -PROVED_SCORE;
            let win = match found.value {
                value if value >= PROVED_SCORE => 1.0,
                value if value <= -PROVED_SCORE => 0.0,
                value => logistic(f64::from(value) / SCALE),
            };
            Line {
                moves: found.line.iter().map(|&action| self.text(action)).collect(),
                // Who wins is proved; the margin of the proof is only a minimum.
                evaluation: Evaluation { win, margin: None, exact },
            }
        };
        let lines: Vec<Line> = result.lines.iter().map(line).collect();
        let best = lines.first().map(|line| line.moves[0].clone()).unwrap_or_default();
        Analysis { best, lines, nodes: result.nodes, depth: result.depth }
    }

    fn alpha_beta(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Analysis {
        // Scores are relative to the position searched, so nothing is kept from one search to the next.
        let mut search = std::mem::replace(&mut self.search, AlphaBeta::new(TABLE_BITS));
        search.new_game();
        let on_progress =
            |result: &SearchResult<G::Move>| (control.on_progress)(&self.analysis(result, false));
        let result = search.search(&self.evaluator(position), position, limits, control, &on_progress);
        self.search = search;
        let complete = !control.should_stop(limits) && limits.nodes.is_none_or(|nodes| result.nodes < nodes);
        self.analysis(&result, complete)
    }
}

impl<G: Game> Engine for StandaloneEngine<G> {
    fn analyze(&mut self, request: SearchRequest<'_>) -> Result<Analysis, Refusal> {
        let SearchRequest { view, limits, control } = request;
        let (position, seat) = view.turn::<G>(&self.rules, &mut self.chance)?;
        let mut limits = limits.clone();
        if let Some(level_params) = self.level_params {
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(level_params.nodes));
            limits.lines = limits.lines.max(CANDIDATES);
        }
        let mut analysis = if limits.nodes == Some(0) {
            let lines = self.one_ply_lines(&position, seat);
            Analysis { best: String::new(), nodes: lines.len() as u64, depth: 1, lines }
        } else if self.searchable && !view.hidden {
            self.alpha_beta(&position, &limits, control)
        } else {
            self.play_out(view, &position, seat, &limits, control)?
        };
        let chosen = match self.level_params {
            None => analysis.lines.first().cloned(),
            Some(level_params) => {
                let mut moves = Vec::new();
                G::moves(&self.rules, &position, &mut moves);
                let faults = at_once::<G>(&self.rules, &position, &moves);
                let at_fault: Vec<String> = moves
                    .into_iter()
                    .zip(faults)
                    .filter(|(_, fault)| fault.is_some())
                    .map(|(action, _)| self.text(action))
                    .collect();
                let sound =
                    without_faults(&analysis.lines, |text| at_fault.iter().any(|fault| fault == text));
                noise::choose(&sound, level_params.noise, &mut self.rng).cloned()
            }
        };
        match chosen {
            Some(line) => analysis.best = line.moves[0].clone(),
            None => return Err(Refusal::game_over("there is no legal move here")),
        }
        Ok(analysis)
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }
}
