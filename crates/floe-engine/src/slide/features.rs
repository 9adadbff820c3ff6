//! The inputs of the value network for two players: territory, mobility, fish and tempo, scaled to about one.

use floe_board::{Bits, Shifts};
use floe_cpu::dispatch;
use floe_games::slide::{Position, Rules};

use super::reach::Reach;

/// Features per side.
const PER_SIDE: usize = 24;
/// Features of the whole board.
const SHARED: usize = 7;
/// The number of features.
pub const FEATURES: usize = 2 * PER_SIDE + SHARED;

/// The features of a position, and what else the search needs.
pub struct Features {
    /// The inputs: first of the side to act, then of the other, then of the board.
    pub inputs: [f32; FEATURES],
    /// Are the sides separated, so that neither can reach a cell of the other?
    pub separated: bool,
}

/// The flood fills of a position, first of one side, then of the other.
pub struct Floods<B> {
    /// The open cells.
    pub open: B,
    /// The pieces of each side.
    pub own: [B; 2],
    /// Which side reaches each cell first by slides.
    pub slides: Reach<B, 2>,
    /// Which side reaches each cell first by single steps.
    pub walks: Reach<B, 2>,
    /// The mobility of each piece, the lowest first.
    freedom: [[f32; 4]; 2],
    /// How many pieces cannot move.
    stuck: [f32; 2],
}

/// Flood fills of a position for two players, from the side of a seat.
#[inline(always)]
pub fn flood<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    steps: &Shifts<B, H>,
    position: &Position<B>,
    seat: usize,
) -> Floods<B> {
    let open = position.open();
    let own = [seat & 1, 1 - (seat & 1)].map(|side| position.own(side));
    // The first wave is what all pieces reach with one slide.
    let mut freedom = [[8.0f32; 4]; 2];
    let mut stuck = [0.0; 2];
    let mut one = [B::EMPTY; 2];
    for side in 0..2 {
        for (n, cell) in own[side].cells().enumerate() {
            let slides = rules.rays.slides(cell, open);
            let near = (rules.rays.neighbours(cell) & open).count() as f32;
            one[side] |= slides;
            stuck[side] += f32::from(u8::from(slides.is_empty()));
            freedom[side][n & 3] = freedom[side][n & 3].min(near / 4.0 + slides.count() as f32 / 8.0);
        }
        freedom[side].sort_unstable_by(f32::total_cmp);
    }
    let slides = Reach::by_slides(steps, one, open);
    let walks = Reach::by_steps(steps, own, open);
    Floods { open, own, slides, walks, freedom, stuck }
}

/// Extracts the features of a position, from the side of the seat to act, or of the seat to act after the shot.
pub fn extract<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    steps: &Shifts<B, H>,
    position: &Position<B>,
    seat: usize,
    shot_to_come: bool,
) -> Features {
    dispatch!(extract_inline(rules, steps, position, seat, shot_to_come))
}

#[inline(always)]
fn extract_inline<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    steps: &Shifts<B, H>,
    position: &Position<B>,
    seat: usize,
    shot_to_come: bool,
) -> Features {
    let Floods { open, own, slides, walks, freedom, stuck } = flood(rules, steps, position, seat);
    let sides = [seat & 1, 1 - (seat & 1)];
    let counts_moves = rules.last_move_wins();
    // Cells where moves are counted, fish where they are.
    let value_of = |cells: B| -> f32 {
        if counts_moves { cells.count() as f32 } else { position.fish_on(cells) as f32 }
    };
    let mut inputs = [0.0; FEATURES];
    for side in 0..2 {
        let other = 1 - side;
        let alone = slides.whole[side].without(slides.whole[other]);
        let at = &mut inputs[side * PER_SIDE..][..PER_SIDE];
        at[0] = value_of(slides.first[side]) / 16.0;
        at[1] = value_of(walks.first[side]) / 16.0;
        at[2] = value_of(alone) / 16.0;
        at[3] = alone.count() as f32 / 16.0;
        at[4] = value_of(slides.whole[side]) / 32.0;
        at[5] = value_of(slides.waves[side][0]) / 16.0;
        at[6] = value_of(slides.waves[side][1]) / 16.0;
        at[7] = value_of(slides.waves[side][2]) / 16.0;
        at[8] = value_of(walks.waves[side][0]) / 8.0;
        at[9] = value_of(walks.waves[side][1]) / 8.0;
        at[10] = value_of(walks.waves[side][2]) / 8.0;
        at[11] = slides.waves[side][0].count() as f32 / 16.0;
        // Where the other is nearer by steps but this side by slides, the border is not settled.
        at[12] = value_of(slides.first[side] & walks.first[other]) / 8.0;
        at[13..17].copy_from_slice(&freedom[side]);
        at[17] = stuck[side] / 2.0;
        at[18] = position.fish_on(own[side]) as f32 / 4.0;
        at[19] = (rules.pieces_each() as f32 - own[side].count() as f32).max(0.0) / 2.0;
        at[20] = value_of(slides.safe[side]) / 16.0;
        at[21] = value_of(walks.safe[side]) / 16.0;
        at[22] = value_of(walks.waves[side][3]) / 8.0;
        at[23] = value_of(slides.first[side] & walks.first[side]) / 16.0;
    }
    let board = rules.plan.board.cells() as f32;
    let ahead = position.score(sides[0]) as f32 - position.score(sides[1]) as f32;
    let both = slides.whole[0] & slides.whole[1];
    let shared = &mut inputs[2 * PER_SIDE..];
    shared[0] = open.count() as f32 / board;
    shared[1] = value_of(slides.tied) / 16.0;
    shared[2] = value_of(both) / 32.0;
    shared[3] = if counts_moves { 0.0 } else { ahead / 8.0 };
    shared[4] = value_of(walks.tied) / 16.0;
    // The weight of one fish of lead depends on how many are left.
    shared[5] = if counts_moves { 0.0 } else { ahead / (4.0 + value_of(open) / 8.0) };
    shared[6] = f32::from(u8::from(shot_to_come));
    Features { inputs, separated: both.is_empty() }
}
