//! The corners of a board, where pieces may start.

use floe_board::Board;

/// The corners of the board for two players: `rows` gives the first the bottom row, `columns` the left column,
/// `diagonal` the bottom left and the top right.
pub(super) fn corners(board: &Board, word: &str) -> Option<Vec<Vec<String>>> {
    let last = board.rows().len() - 1;
    let ends = |row: usize| {
        let spots: Vec<Option<usize>> = board.rows().nth(row)?.collect();
        Some((board.name((*spots.first()?)?), board.name((*spots.last()?)?)))
    };
    let ((top_left, top_right), (low_left, low_right)) = (ends(0)?, ends(last)?);
    match word.trim() {
        "rows" => Some(vec![vec![low_left, low_right], vec![top_left, top_right]]),
        "columns" => Some(vec![vec![low_left, top_left], vec![low_right, top_right]]),
        "diagonal" => Some(vec![vec![low_left, top_right], vec![top_left, low_right]]),
        _ => None,
    }
}
