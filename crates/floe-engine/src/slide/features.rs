//! What a position of two players looks like to a network: territory, mobility, fish, tempo, as numbers around one.

use floe_board::{Bits, Steps};
use floe_games::slide::{Position, Rules};

use super::reach::Reach;

/// Numbers about each side.
const EACH: usize = 24;
/// Numbers about the whole board.
const SHARED: usize = 7;
/// How many numbers there are.
pub const FEATURES: usize = 2 * EACH + SHARED;

/// The numbers, and what the search wants to know beside them.
pub struct Seen {
    /// First about the side to act, then about the other, then about the board.
    pub numbers: [f32; FEATURES],
    /// Can no cell be reached by both? Then each plays on alone.
    pub apart: bool,
}

/// What the floods show, first about one side, then about the other.
pub struct View<B> {
    /// The open cells.
    pub open: B,
    /// The pieces of each side.
    pub own: [B; 2],
    /// Who is where first by slides.
    pub slides: Reach<B, 2>,
    /// Who is where first by steps.
    pub walks: Reach<B, 2>,
    /// The freedom of each piece, the least free first.
    freedom: [[f32; 4]; 2],
    /// How many pieces cannot move.
    stuck: [f32; 2],
}

/// Floods a position of two players, from the side of a seat.
#[inline(always)]
pub fn view<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    steps: &Steps<B, H>,
    position: &Position<B>,
    seat: usize,
) -> View<B> {
    let open = position.open();
    let own = [seat & 1, 1 - (seat & 1)].map(|side| position.own(side));
    // Where all pieces get with one slide is the first wave.
    let mut freedom = [[8.0f32; 4]; 2];
    let mut stuck = [0.0; 2];
    let mut one = [B::EMPTY; 2];
    for side in 0..2 {
        for (n, cell) in own[side].cells().enumerate() {
            let slides = rules.rays.slides(cell, open);
            let near = (rules.rays.near(cell) & open).count() as f32;
            one[side] |= slides;
            stuck[side] += f32::from(u8::from(slides.is_empty()));
            freedom[side][n & 3] = freedom[side][n & 3].min(near / 4.0 + slides.count() as f32 / 8.0);
        }
        freedom[side].sort_unstable_by(f32::total_cmp);
    }
    let slides = Reach::by_slides(steps, one, open);
    let walks = Reach::by_steps(steps, own, open);
    View { open, own, slides, walks, freedom, stuck }
}

/// Looks at a position from the side of a seat that is to act, or that is as soon as the other has shot.
#[inline]
pub fn look<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    steps: &Steps<B, H>,
    position: &Position<B>,
    seat: usize,
    shot_to_come: bool,
) -> Seen {
    let View { open, own, slides, walks, freedom, stuck } = view(rules, steps, position, seat);
    let sides = [seat & 1, 1 - (seat & 1)];
    let counts_moves = rules.last_move_wins();
    // Cells where moves are counted, fish where they are.
    let worth = |cells: B| -> f32 {
        if counts_moves { cells.count() as f32 } else { position.fish_on(cells) as f32 }
    };
    let mut numbers = [0.0; FEATURES];
    for side in 0..2 {
        let other = 1 - side;
        let alone = slides.whole[side].less(slides.whole[other]);
        let at = &mut numbers[side * EACH..][..EACH];
        at[0] = worth(slides.first[side]) / 16.0;
        at[1] = worth(walks.first[side]) / 16.0;
        at[2] = worth(alone) / 16.0;
        at[3] = alone.count() as f32 / 16.0;
        at[4] = worth(slides.whole[side]) / 32.0;
        at[5] = worth(slides.waves[side][0]) / 16.0;
        at[6] = worth(slides.waves[side][1]) / 16.0;
        at[7] = worth(slides.waves[side][2]) / 16.0;
        at[8] = worth(walks.waves[side][0]) / 8.0;
        at[9] = worth(walks.waves[side][1]) / 8.0;
        at[10] = worth(walks.waves[side][2]) / 8.0;
        at[11] = slides.waves[side][0].count() as f32 / 16.0;
        // Where the other is nearer by steps but this side by slides, the border is not settled.
        at[12] = worth(slides.first[side] & walks.first[other]) / 8.0;
        at[13..17].copy_from_slice(&freedom[side]);
        at[17] = stuck[side] / 2.0;
        at[18] = position.fish_on(own[side]) as f32 / 4.0;
        at[19] = (rules.pieces_each() as f32 - own[side].count() as f32).max(0.0) / 2.0;
        at[20] = worth(slides.safe[side]) / 16.0;
        at[21] = worth(walks.safe[side]) / 16.0;
        at[22] = worth(walks.waves[side][3]) / 8.0;
        at[23] = worth(slides.first[side] & walks.first[side]) / 16.0;
    }
    let board = rules.plan.board.cells() as f32;
    let ahead = position.score(sides[0]) as f32 - position.score(sides[1]) as f32;
    let both = slides.whole[0] & slides.whole[1];
    let shared = &mut numbers[2 * EACH..];
    shared[0] = open.count() as f32 / board;
    shared[1] = worth(slides.tied) / 16.0;
    shared[2] = worth(both) / 32.0;
    shared[3] = if counts_moves { 0.0 } else { ahead / 8.0 };
    shared[4] = worth(walks.tied) / 16.0;
    // How much a fish of lead weighs depends on how many are left.
    shared[5] = if counts_moves { 0.0 } else { ahead / (4.0 + worth(open) / 8.0) };
    shared[6] = f32::from(u8::from(shot_to_come));
    Seen { numbers, apart: both.is_empty() }
}
