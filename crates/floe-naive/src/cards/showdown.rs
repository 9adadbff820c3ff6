//! Two layouts against each other, and the value of two pools.

use super::card::Card;
use super::layout::LayoutRules;
use super::poker::Strength;
use std::cmp::Ordering;

/// How many slots Black and White win. Two empty hands are won by nobody.
pub fn slots_won(black: [Strength; 3], white: [Strength; 3]) -> [i64; 2] {
    let mut won = [0, 0];
    for (black, white) in black.iter().zip(&white) {
        match black.cmp(white) {
            Ordering::Greater => won[0] += 1,
            Ordering::Less => won[1] += 1,
            Ordering::Equal => {}
        }
    }
    won
}

/// `Greater` if Black wins. A player with two of three slots has more than the other, so having more slots decides.
pub fn outcome(black: [Strength; 3], white: [Strength; 3]) -> Ordering {
    let [black, white] = slots_won(black, white);
    black.cmp(&white)
}

/// The outcome when `seat` gives the best reply to a layout of the other.
pub fn reply(rules: &LayoutRules, layout: [Strength; 3], seat: usize, pool: &[Card]) -> Ordering {
    best_reply(layout, seat, &rules.front(pool))
}

fn best_reply(layout: [Strength; 3], seat: usize, replies: &[[Strength; 3]]) -> Ordering {
    let outcomes = replies.iter().map(|&own| match seat {
        0 => outcome(own, layout),
        _ => outcome(layout, own),
    });
    best(seat, outcomes)
}

/// The exact value of a showdown in which `last` (0 Black, 1 White) answers
/// the layout that the other has chosen.
pub fn solve(rules: &LayoutRules, pools: &[Vec<Card>; 2], last: usize) -> Ordering {
    let first = rules.front(&pools[1 - last]);
    let replies = rules.front(&pools[last]);
    best(1 - last, first.iter().map(|&layout| best_reply(layout, last, &replies)))
}

/// What `seat` likes best; a win ends the search.
fn best(seat: usize, outcomes: impl Iterator<Item = Ordering>) -> Ordering {
    let (win, loss) =
        if seat == 0 { (Ordering::Greater, Ordering::Less) } else { (Ordering::Less, Ordering::Greater) };
    let mut best = loss;
    for outcome in outcomes {
        if outcome == win {
            return win;
        }
        if outcome != loss {
            best = outcome;
        }
    }
    best
}
