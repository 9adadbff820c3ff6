//! Perfect play once nobody can meet anybody any more.

use floe_board::Bits;
use floe_games::slide::{Move, Position, Slide, Turn};
use floe_games::Game;

use super::judge::Judge;
use crate::{Limits, Line, Thought, Watch, Worth};

/// Positions that are looked at before the search takes over.
const MOST: u64 = 3_000_000;
/// Positions between two looks at the clock.
const SLICE: u64 = 50_000;

/// The best move of a seat that is alone, and what it leads to, proved; `None` if it is not alone or there is more to
/// look at than there is time for.
pub(super) fn play<B: Bits, const H: usize, T: Turn>(
    judge: &Judge<B, H, T>,
    position: &Position<B>,
    seat: usize,
    limits: &Limits,
    watch: &Watch<'_>,
) -> Option<Thought> {
    let rules = &judge.rules;
    if !rules.is_alone(position, seat) {
        return None;
    }
    let mut budget = limits.nodes.unwrap_or(MOST).clamp(1_000, MOST);
    let before = budget;
    // A slower clock than the machine's would be overrun by one long look, so it is taken in slices.
    let mut size = SLICE.min(budget);
    let most = loop {
        let mut slice = size;
        match rules.most_for(position, seat, &mut slice) {
            Some(most) => break most,
            None if size >= budget || watch.over(limits) => return None,
            None => {
                budget = budget.saturating_sub(size);
                size = (size * 3).min(budget.max(1));
            }
        }
    };
    let mut moves = Vec::new();
    Slide::<B, H, T>::moves(rules, position, &mut moves);
    let made = u32::from(rules.last_move_wins());
    let mut nodes = before - budget;
    let best = moves.into_iter().find(|&action| {
        let mut next = *position;
        Slide::<B, H, T>::apply(rules, &mut next, action);
        let mut left = size * 2;
        nodes += 1;
        let reached = rules.most_for(&next, seat, &mut left);
        reached.is_some_and(|reached| reached + made == most)
    })?;
    let worth = worth(judge, position, seat, best, most);
    let text = Slide::<B, H, T>::move_text(rules, best);
    Some(Thought {
        best: text.clone(),
        lines: vec![Line { moves: vec![text], worth }],
        nodes,
        depth: 1,
    })
}

/// What is known about the whole game: proved where the others are alone as well.
fn worth<B: Bits, const H: usize, T: Turn>(
    judge: &Judge<B, H, T>,
    position: &Position<B>,
    seat: usize,
    _best: Move,
    most: u32,
) -> Worth {
    let rules = &judge.rules;
    if rules.seats() == 2
        && let Some(lead) = rules.settled(position, seat, &mut { MOST })
    {
        let win = match lead {
            0 => 0.5,
            lead if lead > 0 => 1.0,
            _ => 0.0,
        };
        let size = if rules.last_move_wins() { f64::from(lead) } else { (f64::from(lead) / 1024.0).trunc() };
        return Worth { win, margin: (!rules.last_move_wins()).then_some(size), exact: true };
    }
    // Others still fight each other; this seat's total is all that is sure.
    let totals = (0..rules.seats()).filter(|&other| other != seat).map(|other| position.score(other)).max();
    let ahead = f64::from(most / 1024) - f64::from(totals.unwrap_or(0));
    Worth { win: if ahead > 0.0 { 0.6 } else { 0.3 }, margin: Some(ahead), exact: false }
}
