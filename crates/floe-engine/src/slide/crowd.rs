//! What positions of three and four players are worth to each of them at a look.

use floe_board::{Bits, Steps};
use floe_games::Game;
use floe_games::slide::{Phase, Position, Rules, Slide, Turn};

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
    // While pieces are in hand, what the others reach tells little: each of those will get its share of what is open.
    let all = (seats as u32 * rules.pieces_each()).max(1) as f32;
    let placing = position.phase() == Phase::Place;
    let settled = if placing { position.pieces().count() as f32 / all } else { 1.0 };
    let total = |seat: usize| {
        let others = (0..seats).filter(|&other| other != seat);
        let met = others.fold(B::EMPTY, |all, other| all | slides.whole[other]);
        let scored = if counts_moves { 0.0 } else { position.score(seat) as f32 + worth(own[seat]) };
        let in_hand =
            if placing { rules.pieces_each().saturating_sub(own[seat].count()) as f32 } else { 0.0 };
        let reached = 0.45 * worth(slides.first[seat])
            + 0.25 * worth(walks.first[seat])
            + 0.15 * worth(slides.whole[seat].less(met))
            + 0.12 * worth(slides.whole[seat] & slides.tied)
            + 0.10 * slides.waves[seat][0].count() as f32;
        scored + in_hand * worth(open) / all + settled * reached
    };
    let totals: [f32; SEATS] =
        std::array::from_fn(|seat| if seat < seats && !position.is_out(seat) { total(seat) } else { -1e3 });
    // The less is left, the more a lead is worth.
    let spread = 1.2 + worth(open) / 14.0;
    shares(totals.map(|total| total / spread), seats)
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

#[cfg(test)]
mod tests {
    use floe_games::registry::{SlideVisitor, find, visit_slide};
    use floe_games::switches::parse_sayings;
    use floe_games::{Chance, Game};

    use super::*;

    /// The shares after the first piece is placed, and after a seat was then eliminated.
    struct Placed;

    impl SlideVisitor for Placed {
        type Output = [Shares; 2];

        fn slide<B: Bits, const H: usize, T: Turn>(self, rules: Rules<B, H>) -> [Shares; 2] {
            let steps = Steps::new(&rules.plan.board);
            let mut position = Slide::<B, H, T>::start(&rules, &mut Chance::of_seed(1)).unwrap();
            let mut moves = Vec::new();
            Slide::<B, H, T>::moves(&rules, &position, &mut moves);
            Slide::<B, H, T>::apply(&rules, &mut position, moves[0]);
            let all = glance(&rules, &steps, &position);
            Slide::<B, H, T>::eliminate(&rules, &mut position, 2);
            [all, glance(&rules, &steps, &position)]
        }
    }

    #[test]
    fn who_has_not_placed_yet_is_still_in_the_game() {
        let set = find("penguins").unwrap().rules(&parse_sayings("players=3").unwrap()).unwrap();
        let [all, two] = visit_slide(&set, Placed).unwrap();
        assert!(all[..3].iter().all(|&share| share > 0.02), "{all:?}");
        assert!(two[2] < 0.001 && two[0] > 0.1 && two[1] > 0.02, "{two:?}");
    }
}
