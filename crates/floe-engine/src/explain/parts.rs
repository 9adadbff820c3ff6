//! Parts of the board in which no two sides can meet any more, and their exact values.

use floe_board::Bits;
use floe_games::slide::{Position, Rules};

/// The node limit of the exact answers about one position.
const BUDGET: u64 = 30_000;

/// The total that each seat can still get: fish, or moves where moves decide.
pub(super) type Totals = [u32; 4];

/// The part of the board around a cell: everything a piece could reach from there.
pub(super) fn around<B: Bits, const H: usize>(rules: &Rules<B, H>, position: &Position<B>, cell: usize) -> B {
    let passable = rules.passable(position);
    (B::one(cell) & passable) | rules.rays.flood(B::one(cell), passable)
}

/// The exact totals of a zone of the board: of the pieces in it or next to it. `None` if two seats can still meet
/// there, if one of the pieces can leave the zone, or if it takes too long.
pub(super) fn zone_totals<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    zone: B,
) -> Option<Totals> {
    let near_zone = |piece: &usize| !((rules.rays.neighbours(*piece) | B::one(*piece)) & zone).is_empty();
    let pieces = B::from_cells(position.pieces().cells().filter(near_zone));
    piece_totals(rules, position, pieces)
        .filter(|(_, reached)| reached.without(zone).is_empty())
        .map(|(most, _)| most)
}

/// The exact totals of the whole board, once the sides are separated.
pub(super) fn separated_totals<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    position: &Position<B>,
) -> Option<Totals> {
    piece_totals(rules, position, position.pieces()).map(|(most, _)| most)
}

/// What some pieces can get, and the cells they can reach.
fn piece_totals<B: Bits, const H: usize>(
    rules: &Rules<B, H>,
    position: &Position<B>,
    pieces: B,
) -> Option<(Totals, B)> {
    let passable = rules.passable(position);
    let standing = if rules.summary().leaves_holes { B::EMPTY } else { pieces };
    let mut reached = B::EMPTY;
    let mut most = [0; 4];
    let mut budget = BUDGET;
    for (seat, most) in most.iter_mut().enumerate().take(rules.summary().seats) {
        let own = position.own(seat) & pieces;
        // Pieces of an eliminated seat stay where they are; a retired piece changes everything.
        if own.is_empty() {
            continue;
        }
        if !rules.is_playing(position, seat) {
            return None;
        }
        let reach = rules.rays.flood(own, passable) | (standing & own);
        if !(reach & reached).is_empty() {
            return None;
        }
        reached |= reach;
        *most = rules.max_within(position, seat, reach, own, &mut budget)?;
    }
    Some((most, reached))
}
