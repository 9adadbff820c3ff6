//! Where cells are on a plane, and the symmetries of a board.

use std::collections::HashMap;

use floe_board::{Board, Lattice};

use super::ResolvedRules;
use super::rules::Tile;

/// Rows and columns of all cells on a plane: hexes in axial coordinates.
pub(super) fn places(board: &Board) -> Vec<(usize, usize)> {
    let raw: Vec<(i32, i32)> = (0..board.cells())
        .map(|cell| {
            let (row, x) = (board.row_and_index(cell).0 as i32, board.x(cell));
            match board.lattice() {
                Lattice::Square => (row, x),
                Lattice::Hex => (row, (x - row).div_euclid(2)),
                Lattice::HexColumns => ((row - x).div_euclid(2), x),
            }
        })
        .collect();
    let least = |of: fn(&(i32, i32)) -> i32| raw.iter().map(of).min().unwrap_or(0);
    let (top, left) = (least(|place| place.0), least(|place| place.1));
    raw.iter().map(|&(row, col)| ((row - top) as usize, (col - left) as usize)).collect()
}

/// The symmetries of a board as permutations of its cells, the identity first.
pub(super) fn cell_symmetries(plan: &ResolvedRules) -> Vec<Vec<usize>> {
    let board = &plan.board;
    let places = places(board);
    let count = places.len() as i64;
    let sum = places.iter().fold((0, 0), |sum, place| (sum.0 + place.0 as i64, sum.1 + place.1 as i64));
    // Measured from the centre, in units of one part of the number of cells, so that everything is whole.
    let centred: Vec<(i64, i64)> =
        places.iter().map(|place| (place.0 as i64 * count - sum.0, place.1 as i64 * count - sum.1)).collect();
    let numbers: HashMap<(i64, i64), usize> =
        centred.iter().enumerate().map(|(cell, &at)| (at, cell)).collect();
    type Map = fn((i64, i64)) -> (i64, i64);
    let maps: &[Map] = match board.lattice() {
        Lattice::Square => &[
            |p| p,
            |(r, c)| (r, -c),
            |(r, c)| (-r, c),
            |(r, c)| (-r, -c),
            |(r, c)| (c, r),
            |(r, c)| (c, -r),
            |(r, c)| (-c, r),
            |(r, c)| (-c, -r),
        ],
        // Rotations by a sixth of a turn, in axial coordinates, and the same after a reflection.
        Lattice::Hex | Lattice::HexColumns => &[
            |p| p,
            |(r, q)| (r + q, -r),
            |(r, q)| (q, -r - q),
            |(r, q)| (-r, -q),
            |(r, q)| (-r - q, r),
            |(r, q)| (-q, r + q),
            |(r, q)| (q, r),
            |(r, q)| (r + q, -q),
            |(r, q)| (r, -r - q),
            |(r, q)| (-q, -r),
            |(r, q)| (-r - q, q),
            |(r, q)| (-r, r + q),
        ],
    };
    let holes = |cell: usize| plan.tiles[cell] == Tile::Hole;
    let mut found: Vec<Vec<usize>> = Vec::new();
    for map in maps {
        let image: Option<Vec<usize>> = centred.iter().map(|&at| numbers.get(&map(at)).copied()).collect();
        let Some(image) = image else { continue };
        let fits = image.iter().enumerate().all(|(cell, &other)| holes(cell) == holes(other));
        if fits && !found.contains(&image) {
            found.push(image);
        }
    }
    found
}
