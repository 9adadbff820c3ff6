//! The static evaluation for three and four players.

use floe_board::{Bits, Shifts};
use floe_cpu::dispatch;
use floe_games::Game;
use floe_games::slide::{Phase, Position, Rules, Slide, Turn};

use super::reach::Reach;
use crate::mcts::{SEATS, SeatValues};

/// The value of a position to each seat: the more fish it can expect, the larger.
pub fn evaluate<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    steps: &Shifts<B, H>,
    position: &Position<B>,
) -> SeatValues {
    dispatch!(evaluate_inline(rules, steps, position))
}

#[inline(always)]
fn evaluate_inline<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    steps: &Shifts<B, H>,
    position: &Position<B>,
) -> SeatValues {
    let open = position.open();
    let seats = rules.seats();
    let own: [B; SEATS] =
        std::array::from_fn(|seat| if seat < seats { position.own(seat) } else { B::EMPTY });
    let slides = Reach::by_slides(steps, own.map(|own| steps.slides(own, open)), open);
    let walks = Reach::by_steps(steps, own, open);
    let counts_moves = rules.last_move_wins();
    let value_of = |cells: B| -> f32 {
        if counts_moves { cells.count() as f32 } else { position.fish_on(cells) as f32 }
    };
    // While pieces are in hand, the reach of the others says little: each of those pieces will get its share of the
    // open cells.
    let all = (seats as u32 * rules.pieces_each()).max(1) as f32;
    let placing = position.phase() == Phase::Place;
    let placed_share = if placing { position.pieces().count() as f32 / all } else { 1.0 };
    let total = |seat: usize| {
        let others = (0..seats).filter(|&other| other != seat);
        let met = others.fold(B::EMPTY, |all, other| all | slides.whole[other]);
        let scored = if counts_moves { 0.0 } else { position.score(seat) as f32 + value_of(own[seat]) };
        let in_hand =
            if placing { rules.pieces_each().saturating_sub(own[seat].count()) as f32 } else { 0.0 };
        let reached = 0.45 * value_of(slides.first[seat])
            + 0.25 * value_of(walks.first[seat])
            + 0.15 * value_of(slides.whole[seat].without(met))
            + 0.12 * value_of(slides.whole[seat] & slides.tied)
            + 0.10 * slides.waves[seat][0].count() as f32;
        scored + in_hand * value_of(open) / all + placed_share * reached
    };
    let totals: [f32; SEATS] =
        std::array::from_fn(
            |seat| if seat < seats && !position.is_eliminated(seat) { total(seat) } else { -1e3 },
        );
    // The less is left, the more a lead counts.
    let spread = 1.2 + value_of(open) / 14.0;
    normalised(totals.map(|total| total / spread), seats)
}

/// The values of a finished game: one, split among the winners.
pub fn terminal_values<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
) -> SeatValues {
    let mut values = [0.0; SEATS];
    if let Some(outcome) = Slide::<B, H, T>::outcome(rules, position) {
        let value = 1.0 / outcome.winners.len().max(1) as f32;
        outcome.winners.iter().for_each(|&seat| values[seat & 3] = value);
    }
    values
}

/// Values that fall with the distance from the best total and add up to one.
fn normalised(totals: [f32; SEATS], seats: usize) -> SeatValues {
    let best = totals[..seats].iter().copied().fold(f32::MIN, f32::max);
    let mut values = [0.0; SEATS];
    let mut sum = 0.0;
    for seat in 0..seats {
        let behind = best - totals[seat];
        // Close to an exponential, and the same on every machine.
        values[seat] = 1.0 / (1.0 + behind + behind * behind * 0.5 + behind * behind * behind * 0.17);
        sum += values[seat];
    }
    values.map(|value| value / sum)
}

#[cfg(test)]
mod tests {
    use floe_games::registry::{SlideVisitor, find, visit_slide};
    use floe_games::switches::parse_rule_args;
    use floe_games::{Game, GameRng};

    use super::*;

    /// The values after the first piece is placed, and after a seat is then eliminated.
    struct Placed;

    impl SlideVisitor for Placed {
        type Output = [SeatValues; 2];

        fn slide<B: Bits, const H: usize, T: Turn>(self, rules: Rules<B, H>) -> [SeatValues; 2] {
            let steps = Shifts::new(&rules.plan.board);
            let mut position = Slide::<B, H, T>::start(&rules, &mut GameRng::from_seed(1)).unwrap();
            let mut moves = Vec::new();
            Slide::<B, H, T>::moves(&rules, &position, &mut moves);
            Slide::<B, H, T>::apply(&rules, &mut position, moves[0]);
            let all = evaluate(&rules, &steps, &position);
            Slide::<B, H, T>::eliminate(&rules, &mut position, 2);
            [all, evaluate(&rules, &steps, &position)]
        }
    }

    #[test]
    fn a_seat_that_has_not_placed_yet_is_still_in_the_game() {
        let set = find("penguins").unwrap().rules(&parse_rule_args("players=3").unwrap()).unwrap();
        let [all, two] = visit_slide(&set, Placed).unwrap();
        assert!(all[..3].iter().all(|&value| value > 0.02), "{all:?}");
        assert!(two[2] < 0.001 && two[0] > 0.1 && two[1] > 0.02, "{two:?}");
    }
}
