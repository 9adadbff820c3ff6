//! Random playouts for games that alpha-beta cannot search: more than two players, chance, hidden information.

use floe_games::{Actor, Game, Refusal};

use super::StandaloneEngine;
use super::evaluator::result_of;
use crate::math::ln;
use crate::{Analysis, Evaluation, Limits, Line, PositionView, SearchControl};

/// The longest playout in moves; a game that is not over by then counts as nobody's.
const MAX_PLIES: u32 = 2_000;
/// The maximum number of moves in all playouts of a search.
const MAX_NODES: u64 = 50_000_000;
/// The exploration constant of UCB1 (Auer et al. 2002).
const EXPLORATION: f64 = 2.0;

/// A move and what came of its playouts.
struct Arm<M> {
    action: M,
    visits: u64,
    sum: f64,
}

impl<G: Game> StandaloneEngine<G> {
    /// The moves of a position by the results of playouts, each of which begins with the move that UCB1 chooses. What is
    /// hidden is sampled for every playout.
    pub(super) fn play_out(
        &mut self,
        view: PositionView<'_>,
        position: &G::Position,
        seat: usize,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Analysis, Refusal> {
        let mut moves = Vec::new();
        G::moves(&self.rules, position, &mut moves);
        let mut arms: Vec<Arm<G::Move>> =
            moves.into_iter().map(|action| Arm { action, visits: 0, sum: 0.0 }).collect();
        let max_nodes = limits.nodes.unwrap_or(MAX_NODES).min(MAX_NODES);
        let (mut nodes, mut playouts) = (0, 0u64);
        while nodes < max_nodes && !arms.is_empty() && !control.should_stop(limits) {
            let chosen = select(&arms, playouts);
            let mut sample = match view.hidden {
                true => view.sample::<G>(&self.rules, &mut self.chance)?,
                false => position.clone(),
            };
            let action = arms[chosen].action;
            // A move that a sample does not allow says nothing.
            if view.hidden && G::check(&self.rules, &sample, action).is_err() {
                arms[chosen].visits += 1;
                arms[chosen].sum += 0.5;
                nodes += 1;
                continue;
            }
            G::apply(&self.rules, &mut sample, action);
            let (plies, value) = self.finish(sample, seat);
            nodes += 1 + u64::from(plies);
            playouts += 1;
            arms[chosen].visits += 1;
            arms[chosen].sum += value;
            if playouts.is_power_of_two() && playouts >= 256 {
                (control.on_progress)(&self.ranked(&arms, limits.lines, nodes));
            }
        }
        Ok(self.ranked(&arms, limits.lines, nodes))
    }

    /// Plays at random to the end; says how many moves it took and what it is worth to the seat.
    fn finish(&mut self, mut position: G::Position, seat: usize) -> (u32, f64) {
        let mut moves = Vec::new();
        for ply in 0..MAX_PLIES {
            let action = match G::actor(&self.rules, &position) {
                Actor::Nobody => {
                    let outcome = G::outcome(&self.rules, &position);
                    return (ply, outcome.map_or(0.5, |outcome| result_of(&outcome, seat)));
                }
                Actor::Chance => G::sample_chance(&self.rules, &position, &mut self.chance),
                Actor::Seat(_) => {
                    moves.clear();
                    G::moves(&self.rules, &position, &mut moves);
                    if moves.is_empty() {
                        return (ply, 0.5);
                    }
                    moves[self.rng.below(moves.len() as u32) as usize]
                }
            };
            G::apply(&self.rules, &mut position, action);
        }
        (MAX_PLIES, 0.5)
    }

    fn ranked(&self, arms: &[Arm<G::Move>], lines: usize, nodes: u64) -> Analysis {
        let mut order: Vec<&Arm<G::Move>> = arms.iter().collect();
        order.sort_by(|one, other| other.visits.cmp(&one.visits).then(other.sum.total_cmp(&one.sum)));
        let lines: Vec<Line> = order
            .into_iter()
            .take(lines.max(1))
            .map(|arm| Line {
                moves: vec![self.text(arm.action)],
                evaluation: Evaluation { win: mean(arm), margin: None, exact: false },
            })
            .collect();
        let best = lines.first().map(|line| line.moves[0].clone()).unwrap_or_default();
        Analysis { best, lines, nodes, depth: 1 }
    }
}

fn mean<M>(arm: &Arm<M>) -> f64 {
    if arm.visits == 0 { 0.5 } else { arm.sum / arm.visits as f64 }
}

/// The move to try next: each once, then the one with the highest upper bound.
fn select<M>(arms: &[Arm<M>], playouts: u64) -> usize {
    let all = ln(playouts.max(1) as f64);
    let bound = |arm: &Arm<M>| match arm.visits {
        0 => f64::INFINITY,
        visits => mean(arm) + (EXPLORATION * all / visits as f64).sqrt(),
    };
    let mut best = (0, f64::NEG_INFINITY);
    for (at, arm) in arms.iter().enumerate() {
        let bound = bound(arm);
        if bound > best.1 {
            best = (at, bound);
        }
    }
    best.0
}
