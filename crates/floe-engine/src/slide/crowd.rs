//! What positions of three and four players are worth to each of them at a look.

use floe_board::{Bits, Steps};
use floe_games::Game;
use floe_games::slide::{Position, Rules, Slide, Turn};

use super::reach::Reach;
use crate::mcts::{SEATS, Shares};

/// The shares of a win that each seat can expect: the more fish it will have, the larger.
pub fn glance<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    steps: &Steps<B, H>,
    position: &Position<B>,
) -> Shares {
    let open = position.open();
    let seats = rules.seats();
    let own: [B; SEATS] =
        std::array::from_fn(|seat| if seat < seats { position.own(seat) } else { B::EMPTY });
    let slides = Reach::by_slides(steps, own.map(|own| steps.slides(own, open)), open);
    let walks = Reach::by_steps(steps, own, open);
    let counts_moves = rules.last_move_wins();
    let worth = |cells: B| -> f32 {
        if counts_moves { cells.count() as f32 } else { position.fish_on(cells) as f32 }
    };
    let total = |seat: usize| {
        let others = (0..seats).filter(|&other| other != seat);
        let met = others.fold(B::EMPTY, |all, other| all | slides.whole[other]);
        let scored = if counts_moves { 0.0 } else { position.score(seat) as f32 + worth(own[seat]) };
        scored
            + 0.45 * worth(slides.first[seat])
            + 0.25 * worth(walks.first[seat])
            + 0.15 * worth(slides.whole[seat].less(met))
            + 0.12 * worth(slides.whole[seat] & slides.tied)
            + 0.10 * slides.waves[seat][0].count() as f32
    };
    let totals: [f32; SEATS] = std::array::from_fn(|seat| {
        if seat < seats && rules_keep(rules, position, seat) { total(seat) } else { -1e3 }
    });
    // The less is left, the more a lead is worth.
    let spread = 1.2 + worth(open) / 14.0;
    shares(totals.map(|total| total / spread), seats)
}

fn rules_keep<B: Bits, const H: usize>(_rules: &Rules<B, H>, position: &Position<B>, seat: usize) -> bool {
    !position.own(seat).is_empty() || position.score(seat) > 0 || position.pieces().is_empty()
}

/// The shares of a finished game: one, split among those who share the win.
pub fn ended<B: Bits, const H: usize, T: Turn>(rules: &Rules<B, H>, position: &Position<B>) -> Shares {
    let mut shares = [0.0; SEATS];
    if let Some(outcome) = Slide::<B, H, T>::outcome(rules, position) {
        let share = 1.0 / outcome.winners.len().max(1) as f32;
        outcome.winners.iter().for_each(|&seat| shares[seat & 3] = share);
    }
    shares
}

/// Shares that fall off with the distance from the best and add up to one.
fn shares(totals: [f32; SEATS], seats: usize) -> Shares {
    let best = totals[..seats].iter().copied().fold(f32::MIN, f32::max);
    let mut shares = [0.0; SEATS];
    let mut sum = 0.0;
    for seat in 0..seats {
        let behind = best - totals[seat];
        // Nearly an exponential, and the same on every machine.
        shares[seat] = 1.0 / (1.0 + behind + behind * behind * 0.5 + behind * behind * behind * 0.17);
        sum += shares[seat];
    }
    shares.map(|share| share / sum)
}
