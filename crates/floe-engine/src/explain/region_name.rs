//! Names the region of the board in which some cells lie.

use floe_board::{Bits, Board, Lattice};

/// `left`, `top right`, `centre` …: where the middle of some cells lies on the board.
pub(super) fn region_name<B: Bits>(board: &Board, cells: B) -> &'static str {
    let count = cells.count().max(1) as i32;
    // Twelve times how far right or down the middle lies, of the whole board. Integers are the same on every machine.
    let twelfths = |place: &dyn Fn(usize) -> i32| {
        let all: Vec<i32> = (0..board.cells()).map(place).collect();
        let (least, most) = (all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(0));
        if least == most {
            return 6;
        }
        let sum: i32 = cells.cells().map(|cell| all[cell] - least).sum();
        12 * sum / (count * (most - least))
    };
    let across = side(twelfths(&|cell| board.x(cell)));
    let down = side(twelfths(&|cell| board.row_and_index(cell).0 as i32));
    match (down, across) {
        (-1, -1) => "top left",
        (-1, 0) => "top",
        (-1, _) => "top right",
        (0, -1) => "left",
        (0, 0) => "centre",
        (0, _) => "right",
        (_, -1) => "bottom left",
        (_, 0) => "bottom",
        _ => "bottom right",
    }
}

/// The first, the middle or the last third, or nearly.
fn side(twelfths: i32) -> i32 {
    i32::from(twelfths >= 8) - i32::from(twelfths < 4)
}

/// What a cell is called where cells have no fish: squares or cells.
pub(super) fn cell_word(board: &Board) -> &'static str {
    if board.lattice() == Lattice::Square { "square" } else { "cell" }
}
