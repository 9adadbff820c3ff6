//! Levels that do not search: a move is drawn from the policy at a temperature, as a player does who knows what good
//! moves look like and does not look ahead. Without a policy every move is evaluated once, with an error.

use floe_board::Bits;
use floe_games::Game;
use floe_games::slide::{Move, MoveKind, Position, Slide, Turn};
use floe_games::sort::sort_by;

use super::engine::SlideEngine;
use super::evaluator::SearchState;
use crate::dominated::{slide_faults, without_faults};
use crate::math::{exp, ln};
use crate::mcts::SearchGame;
use crate::noise::{self, gumbel};
use crate::{Analysis, Evaluation, Line};

/// The temperature of the policy for a noise of one.
const TEMPERATURE: f64 = 20.0;
/// The lines that are evaluated besides the move that was drawn.
const LINES: usize = 2;

impl<B: Bits, const H: usize, T: Turn> SlideEngine<B, H, T> {
    /// The move of a level that does not search.
    pub(super) fn without_search(&mut self, position: &Position<B>, seat: usize, noise: f64) -> Analysis {
        let analysis = |best: Option<&Line>, lines: &[Line], nodes: usize| Analysis {
            best: best.map(|line| line.moves[0].clone()).unwrap_or_default(),
            lines: lines.to_vec(),
            nodes: nodes as u64,
            depth: 1,
        };
        let temperature = (TEMPERATURE * noise).max(0.01);
        let Some(mut moves) = self.log_probabilities(position, temperature) else {
            let lines: Vec<Line> =
                self.one_ply_lines(position, seat).into_iter().map(|(line, _)| line).collect();
            let sound = self.sound(position, &lines);
            let chosen = noise::choose(&sound, noise, &mut self.rng);
            return analysis(chosen, &lines, lines.len());
        };
        let actions: Vec<Move> = moves.iter().map(|(action, _)| *action).collect();
        let faults = slide_faults::<B, H, T>(&self.evaluator.rules, position, &actions);
        if faults.iter().any(Option::is_none) {
            let mut faults = faults.into_iter();
            moves.retain(|_| faults.next().flatten().is_none());
        }
        // The largest of the logarithms with Gumbel noise is each move with its probability.
        let mut drawn: Vec<(Move, f64)> =
            moves.into_iter().map(|(action, log)| (action, log + gumbel(&mut self.rng))).collect();
        sort_by(&mut drawn, |one, other| other.1.total_cmp(&one.1));
        let count = drawn.len();
        let lines: Vec<Line> = drawn
            .iter()
            .take(1 + LINES)
            .map(|&(action, _)| {
                let mut next = *position;
                Slide::<B, H, T>::apply(&self.evaluator.rules, &mut next, action);
                let (values, exact) = self.evaluator.evaluate(&SearchState { position: next, slide: None });
                let evaluation = Evaluation { win: f64::from(values[seat]), margin: None, exact };
                Line { moves: vec![self.text(action)], evaluation }
            })
            .collect();
        let mut sorted = lines.clone();
        sort_by(&mut sorted, |one, other| other.evaluation.win.total_cmp(&one.evaluation.win));
        analysis(lines.first(), &sorted, count)
    }

    /// The lines whose move is not wrong at sight; all of them if every one is.
    pub(super) fn sound(&self, position: &Position<B>, lines: &[Line]) -> Vec<Line> {
        let rules = &self.evaluator.rules;
        let mut actions = Vec::new();
        Slide::<B, H, T>::moves(rules, position, &mut actions);
        let faults = slide_faults::<B, H, T>(rules, position, &actions);
        let at_fault: Vec<Move> = actions
            .into_iter()
            .zip(faults)
            .filter(|(_, fault)| fault.is_some())
            .map(|(action, _)| action)
            .collect();
        without_faults(lines, |text| {
            Slide::<B, H, T>::parse_move(rules, position, text).is_ok_and(|action| at_fault.contains(&action))
        })
    }

    /// Every legal move with the logarithm of its probability in the policy at a temperature. `None` without a policy.
    fn log_probabilities(&self, position: &Position<B>, temperature: f64) -> Option<Vec<(Move, f64)>> {
        let evaluator = &self.evaluator;
        let start = SearchState { position: *position, slide: None };
        let (mut steps, mut logits) = (Vec::new(), Vec::new());
        evaluator.steps(&start, &mut steps);
        if !evaluator.policy_logits(&start, &steps, &mut logits) {
            return None;
        }
        let firsts = log_softmax(&logits, temperature);
        if !evaluator.rules.shoots::<T>() {
            return Some(steps.into_iter().map(Move::from_bits).zip(firsts).collect());
        }
        let mut moves = Vec::new();
        let mut shots = Vec::new();
        for (step, first) in steps.into_iter().zip(firsts) {
            let mut slid = start;
            evaluator.apply(&mut slid, step);
            let (from, to) = slid.slide?;
            shots.clear();
            evaluator.steps(&slid, &mut shots);
            if !evaluator.policy_logits(&slid, &shots, &mut logits) {
                return None;
            }
            for (&shot, second) in shots.iter().zip(log_softmax(&logits, temperature)) {
                let at = usize::from(evaluator.cells(shot).1);
                let action = Move::new(MoveKind::Shoot(from.into(), to.into(), at));
                moves.push((action, first + second));
            }
        }
        (!moves.is_empty()).then_some(moves)
    }
}

/// The logarithms of the probabilities that logits stand for at a temperature.
fn log_softmax(logits: &[f32], temperature: f64) -> Vec<f64> {
    let most = f64::from(logits.iter().copied().fold(f32::MIN, f32::max));
    let scaled: Vec<f64> = logits.iter().map(|&logit| (f64::from(logit) - most) / temperature).collect();
    let sum: f64 = scaled.iter().map(|&logit| exp(logit)).sum();
    let log = ln(sum);
    scaled.into_iter().map(|logit| logit - log).collect()
}
