//! Perfect play once nobody can meet anybody any more.

use floe_board::Bits;
use floe_games::Game;
use floe_games::slide::{Position, Slide, Turn};

use super::judge::{Judge, Stage};
use crate::mcts::Walk;
use crate::{Limits, Line, Thought, Watch, Worth};

/// Positions that are looked at before the search takes over.
const MOST: u64 = 3_000_000;
/// Positions of the first try; each further one has three times as many.
const FIRST: u64 = 2_000;

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
    let budget = limits.nodes.unwrap_or(MOST).clamp(FIRST, MOST);
    let (mut size, mut nodes) = (FIRST, 0);
    let most = loop {
        let before = watch.clock.elapsed();
        let mut left = size;
        let most = rules.most_for(position, seat, &mut left);
        nodes += size - left;
        if let Some(most) = most {
            break most;
        }
        // The next try takes three times as long; finding the move, and the other's count, as long again.
        let spent = watch.clock.elapsed();
        let late = limits.time.is_some_and(|time| spent + (spent - before) * 8 > time);
        if late || size * 3 > budget || watch.over(limits) {
            return None;
        }
        size *= 3;
    };
    let mut moves = Vec::new();
    Slide::<B, H, T>::moves(rules, position, &mut moves);
    let made = u32::from(rules.last_move_wins());
    // What the whole needed is enough for each part of it; a move that needs more is not the only good one.
    let enough = nodes.max(100) + 100;
    let best = moves.into_iter().take_while(|_| !watch.over(limits)).find(|&action| {
        let mut next = *position;
        Slide::<B, H, T>::apply(rules, &mut next, action);
        let mut left = enough;
        let reached = rules.most_for(&next, seat, &mut left);
        nodes += enough - left;
        reached.is_some_and(|reached| reached + made == most)
    })?;
    let worth = worth(judge, position, seat, enough);
    let text = Slide::<B, H, T>::move_text(rules, best);
    Some(Thought { best: text.clone(), lines: vec![Line { moves: vec![text], worth }], nodes, depth: 1 })
}

/// What is known about the whole game: proved where the others are alone as well.
fn worth<B: Bits, const H: usize, T: Turn>(
    judge: &Judge<B, H, T>,
    position: &Position<B>,
    seat: usize,
    mut enough: u64,
) -> Worth {
    let rules = &judge.rules;
    if rules.seats() == 2
        && let Some(lead) = rules.settled(position, seat, &mut enough)
    {
        let win = match lead {
            0 => 0.5,
            lead if lead > 0 => 1.0,
            _ => 0.0,
        };
        let size = if rules.last_move_wins() { f64::from(lead) } else { (f64::from(lead) / 1024.0).trunc() };
        return Worth { win, margin: (!rules.last_move_wins()).then_some(size), exact: true };
    }
    // Only the own total is sure: others still fight each other, or theirs takes longer to count.
    let (shares, _) = judge.glance(&Stage { position: *position, slide: None });
    Worth { win: f64::from(shares[seat]), margin: None, exact: false }
}
