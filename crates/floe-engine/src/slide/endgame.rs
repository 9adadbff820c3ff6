//! Perfect play once the players are separated.

use floe_board::Bits;
use floe_games::Game;
use floe_games::slide::{Position, Slide, Turn};

use super::evaluator::{SearchState, SlideEvaluator};
use crate::mcts::SearchGame;
use crate::{Analysis, Evaluation, Limits, Line, SearchControl};

/// The node limit, after which the search takes over.
const MAX_NODES: u64 = 3_000_000;
/// The node limit of the first try; each further one has three times as many.
const FIRST_NODES: u64 = 2_000;

/// The proved best move of an isolated seat; `None` if it is not isolated or the limits do not suffice.
pub(super) fn play<B: Bits, const H: usize, T: Turn>(
    evaluator: &SlideEvaluator<B, H, T>,
    position: &Position<B>,
    seat: usize,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Option<Analysis> {
    let rules = &evaluator.rules;
    if !rules.is_isolated(position, seat) {
        return None;
    }
    let budget = limits.nodes.unwrap_or(MAX_NODES).clamp(FIRST_NODES, MAX_NODES);
    let (mut size, mut nodes) = (FIRST_NODES, 0);
    let most = loop {
        let before = control.timer.elapsed();
        let mut left = size;
        let most = rules.max_for(position, seat, &mut left);
        nodes += size - left;
        if let Some(most) = most {
            break most;
        }
        // The next try takes three times as long; finding the move, and counting the opponent, takes as long again.
        let spent = control.timer.elapsed();
        let late = limits.time.is_some_and(|time| spent + (spent - before) * 8 > time);
        if late || size * 3 > budget || control.should_stop(limits) {
            return None;
        }
        size *= 3;
    };
    let mut moves = Vec::new();
    Slide::<B, H, T>::moves(rules, position, &mut moves);
    let made = u32::from(rules.last_move_wins());
    // The budget that sufficed for the whole suffices for each part; a move that needs more is not the only good one.
    let enough = nodes.max(100) + 100;
    let best = moves.into_iter().take_while(|_| !control.should_stop(limits)).find(|&action| {
        let mut next = *position;
        Slide::<B, H, T>::apply(rules, &mut next, action);
        let mut left = enough;
        let reached = rules.max_for(&next, seat, &mut left);
        nodes += enough - left;
        reached.is_some_and(|reached| reached + made == most)
    })?;
    let evaluation = evaluation(evaluator, position, seat, enough);
    let text = Slide::<B, H, T>::move_text(rules, best);
    Some(Analysis {
        best: text.clone(),
        lines: vec![Line { moves: vec![text], evaluation }],
        nodes,
        depth: 1,
    })
}

/// The evaluation of the whole game: proved if the other seat is isolated as well.
fn evaluation<B: Bits, const H: usize, T: Turn>(
    evaluator: &SlideEvaluator<B, H, T>,
    position: &Position<B>,
    seat: usize,
    mut enough: u64,
) -> Evaluation {
    let rules = &evaluator.rules;
    if rules.seats() == 2
        && let Some(lead) = rules.solved_lead(position, seat, &mut enough)
    {
        let win = match lead {
            0 => 0.5,
            lead if lead > 0 => 1.0,
            _ => 0.0,
        };
        let margin = (!rules.last_move_wins()).then(|| f64::from(rules.fish_lead(lead)));
        return Evaluation { win, margin, exact: true };
    }
    // Only the own total is certain: others still fight each other, or theirs takes longer to count.
    let (values, _) = evaluator.evaluate(&SearchState { position: *position, slide: None });
    Evaluation { win: f64::from(values[seat]), margin: None, exact: false }
}
