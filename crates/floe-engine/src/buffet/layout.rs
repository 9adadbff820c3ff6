//! Choosing a layout: the best one, or, where layouts are sealed, one sampled from a mixed strategy.

use floe_cards::{
    Adjust, HandStrength, Layout, ShowdownResult, Side, best_reply, solve, undominated_layouts,
};
use floe_games::buffet::{Buffet, Move, Position, Rules};
use floe_games::slide::Turn;
use floe_games::{Game, Refusal};

use super::showdown_eval::outcome_value;
use crate::{Analysis, Evaluation, Line, Rng};

/// The maximum number of layouts in the mixed strategy of a side.
const MIXED: usize = 64;
/// The number of iterations of fictitious play.
const ROUNDS: usize = 1500;

/// Chooses a layout.
pub(super) fn lay_out<T: Turn>(
    rules: &Rules,
    position: &Position,
    seat: usize,
    rng: &mut Rng,
) -> Result<Analysis, Refusal> {
    let pools = [0, 1].map(|seat| rules.pool(position, seat));
    let (layout, win, exact) = if rules.showdown().adjust == Adjust::Sealed {
        let (layout, win) = mixed(rules, position, seat, rng);
        (layout, win, false)
    } else {
        let mut moves = Vec::new();
        Buffet::<T>::moves(rules, position, &mut moves);
        let Some(&Move::Layout(layout)) = moves.first() else {
            return Err(Refusal::not_possible("there is nothing to lay out here"));
        };
        let outcome = if rules.answers_last(position) {
            let side = [Side::Black, Side::White][seat & 1];
            best_reply(pools[seat & 1], side, position.laid(1 - seat), rules.showdown())
                .map(|reply| reply.outcome)
        } else {
            solve(pools[0], pools[1], rules.showdown()).map(|solved| solved.outcome)
        };
        let exact = outcome.is_ok();
        (layout, outcome.map_or(0.5, |outcome| for_seat(outcome, seat)), exact)
    };
    let best = Buffet::<T>::move_text(rules, Move::Layout(layout));
    let line = Line { moves: vec![best.clone()], evaluation: Evaluation { win, margin: None, exact } };
    Ok(Analysis { best, lines: vec![line], nodes: 1, depth: 1 })
}

fn for_seat(outcome: ShowdownResult, seat: usize) -> f64 {
    let black = f64::from(outcome_value(outcome));
    if seat == 0 { black } else { 1.0 - black }
}

/// Fictitious play (Brown 1951): each side repeatedly plays a best response to the other's past play.
fn mixed(rules: &Rules, position: &Position, seat: usize, rng: &mut Rng) -> (Layout, f64) {
    let layouts = [seat, 1 - seat].map(|seat| {
        let mut layouts = undominated_layouts(rules.pool(position, seat), rules.showdown());
        thin(&mut layouts);
        layouts
    });
    let strengths = |layouts: &[Layout]| -> Vec<[HandStrength; 3]> {
        layouts
            .iter()
            .map(|layout| layout.strengths(rules.showdown().rank).unwrap_or([HandStrength::EMPTY; 3]))
            .collect()
    };
    let (own, other) = (strengths(&layouts[0]), strengths(&layouts[1]));
    let won = |a: &[HandStrength; 3], b: &[HandStrength; 3]| {
        (0..3).map(|slot| a[slot].cmp(&b[slot]) as i32).sum::<i32>().signum()
    };
    let table: Vec<Vec<i32>> = own.iter().map(|a| other.iter().map(|b| won(a, b)).collect()).collect();
    // The total gain of each layout against all past play of the other side.
    let (mut gains, mut losses) = (vec![0i32; own.len()], vec![0i32; other.len()]);
    let mut played = vec![0u32; own.len()];
    let mut sum = 0;
    let highest = |values: &[i32]| {
        let most = values.iter().copied().max().unwrap_or(0);
        values.iter().position(|&value| value == most).unwrap_or(0)
    };
    for _ in 0..ROUNDS {
        let mine = highest(&gains);
        let theirs = highest(&losses);
        played[mine] += 1;
        sum += table[mine][theirs];
        gains.iter_mut().zip(&table).for_each(|(gain, row)| *gain += row[theirs]);
        losses.iter_mut().zip(&table[mine]).for_each(|(loss, won)| *loss -= won);
    }
    let mut draw = rng.below(ROUNDS as u32);
    let mut chosen = 0;
    for (at, &count) in played.iter().enumerate() {
        if draw < count {
            chosen = at;
            break;
        }
        draw -= count;
    }
    let win = 0.5 + f64::from(sum) / (2.0 * ROUNDS as f64);
    (layouts[0].get(chosen).copied().unwrap_or_default(), win.clamp(0.0, 1.0))
}

/// Keeps a selection, spread evenly from the strongest first hand to the weakest.
fn thin(layouts: &mut Vec<Layout>) {
    let count = layouts.len();
    if count > MIXED {
        *layouts = (0..MIXED).map(|at| layouts[at * count / MIXED]).collect();
    }
}
