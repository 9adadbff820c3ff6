//! Who gets which fish where pieces leave holes behind: evaluations for Penguins and Paper Pen-guins.

use floe_board::Bits;

use super::UNIT;
use super::ground::Ground;
use super::queens::race;
use super::scene::{Purse, Scene};

/// Fish belong to whoever is nearer, counted in slides.
pub(super) fn distance_value<B: Bits, const H: usize>(
    ground: &Ground<B, H>,
    purse: &Purse<B>,
    scene: &Scene<B>,
) -> i32 {
    let Scene { open, mine, theirs, lead } = *scene;
    let territory = race(purse, mine, theirs, open, |from| ground.slides(from, open));
    // Nobody gets all that is near: holes cut the way to some of it.
    lead * UNIT + territory * 5 / 8
}

/// Score, fish within reach, freedom of each piece, and fish nobody else can get.
pub(super) fn reach_value<B: Bits, const H: usize>(
    ground: &Ground<B, H>,
    purse: &Purse<B>,
    scene: &Scene<B>,
) -> i32 {
    let Scene { open, mine, theirs, lead } = *scene;
    let (home, away) = (ground.flood(mine, open), ground.flood(theirs, open));
    let contested = home & away;
    let sure = purse.weigh(home.less(away)) - purse.weigh(away.less(home));
    let mut value = lead * UNIT + sure * UNIT * 7 / 8;
    if contested.is_empty() {
        return value;
    }
    let near = race(purse, mine, theirs, contested, |from| ground.slides(from, open));
    value += near * 9 / 16;
    let free = |own: B| -> i32 {
        own.cells()
            .map(|cell| {
                let slides = ground.slides_of(cell, open).count() as i32;
                // The first few ways out matter most.
                UNIT * 2 * slides / (slides + 3)
            })
            .sum()
    };
    value + free(mine) - free(theirs)
}
