//! How freely each seat can move.

use floe_board::Bits;
use floe_games::slide::{Position, Rules, Turn};

use super::region_name::cell_word;
use super::{SeatNames, count};

/// "leaves White 7 moves, Black 4"; where a turn is more than a slide, the squares that pieces can go to.
pub(super) fn mobility<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    seat_name: SeatNames<'_>,
) -> String {
    let summary = rules.summary();
    let plain = !rules.shoots::<T>() && !rules.spans::<T>();
    let mut parts: Vec<String> = Vec::new();
    for seat in (0..summary.seats).filter(|&seat| rules.is_playing(position, seat)) {
        let (name, number) = (seat_name(seat), freedom::<B, H, T>(rules, position, seat));
        // The first name also says what is counted.
        parts.push(match parts.is_empty() {
            true if plain => format!("{name} {}", count(number, "move")),
            true => format!("{name} {} to go to", count(number, cell_word(&rules.plan.board))),
            false => format!("{name} {number}"),
        });
    }
    format!("leaves {}", parts.join(", "))
}

/// The moves of a seat where a turn is a slide; otherwise the cells its pieces can go to.
pub(super) fn freedom<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    seat: usize,
) -> u32 {
    let slides = || position.own(seat).cells().map(|from| rules.slides(position, from));
    if rules.shoots::<T>() || rules.spans::<T>() {
        return slides().fold(B::EMPTY, |all, cells| all | cells).count();
    }
    let retires = |cells: B| if rules.summary().retires && cells.is_empty() { 1 } else { cells.count() };
    slides().map(retires).sum()
}
