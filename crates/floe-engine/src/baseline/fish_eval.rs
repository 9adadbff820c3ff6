//! Evaluations for Penguins and Paper Pen-guins: who gets which fish where pieces leave holes behind.

use floe_board::Bits;

use super::UNIT;
use super::amazons_eval::race;
use super::board::BoardShifts;
use super::eval_state::{CellValues, EvalState};

/// Fish belong to the nearer side, counted in slides.
pub(super) fn distance_value<B: Bits, const H: usize>(
    shifts: &BoardShifts<B, H>,
    values: &CellValues<B>,
    state: &EvalState<B>,
) -> i32 {
    let EvalState { open, mine, theirs, lead } = *state;
    let territory = race(values, mine, theirs, open, |from| shifts.slides(from, open));
    // No side gets everything near it: holes cut off some of it.
    lead * UNIT + territory * 5 / 16
}

/// Score, fish within reach, mobility of each piece, and fish that no one else can get.
pub(super) fn reach_value<B: Bits, const H: usize>(
    shifts: &BoardShifts<B, H>,
    values: &CellValues<B>,
    state: &EvalState<B>,
) -> i32 {
    let EvalState { open, mine, theirs, lead } = *state;
    let (home, away) = (shifts.flood(mine, open), shifts.flood(theirs, open));
    let contested = home & away;
    let sure = values.value_of(home.without(away)) - values.value_of(away.without(home));
    let mut value = lead * UNIT + sure * UNIT * 7 / 8;
    if contested.is_empty() {
        return value;
    }
    let near = race(values, mine, theirs, contested, |from| shifts.slides(from, open));
    value += near * 9 / 16;
    let free = |own: B| -> i32 {
        own.cells()
            .map(|cell| {
                let slides = shifts.slides_of(cell, open).count() as i32;
                // The first few exits matter most.
                UNIT * 4 * slides / (slides + 3)
            })
            .sum()
    };
    value + free(mine) - free(theirs)
}
