//! Amazons positions as the FEN that Fairy-Stockfish and pychess use.

use floe_board::{Bits, Lattice};

use crate::Refusal;
use crate::slide::axes::{Claim, End, Score};
use crate::slide::{Phase, Position, Rules, SwapStage, Turn};
use crate::switches::excerpt;

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Square {
    Empty,
    Arrow,
    Amazon(usize),
}

/// The rows and columns of a FEN, if the text looks like one.
pub(crate) fn size(text: &str) -> Option<(usize, usize)> {
    let (board, _) = fields(text)?;
    let rows: Vec<Vec<Square>> = board.split('/').map(row).collect::<Option<_>>()?;
    Some((rows.len(), rows.iter().map(Vec::len).max()?))
}

/// Board and side to move. The side may be missing (White moves), and so may what follows it.
fn fields(text: &str) -> Option<(&str, usize)> {
    let mut fields = text.split_whitespace();
    // Some servers write a pocket of pieces to drop behind the board: `…/3Q2Q3[PP…pp]`.
    let board = fields.next()?.split('[').next()?;
    let turn = match fields.next() {
        None | Some("w" | "W") => 0,
        Some("b" | "B") => 1,
        Some(_) => return None,
    };
    (text.len() <= 1024 && board.contains('/')).then_some((board, turn))
}

fn row(text: &str) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    let mut run = 0usize;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            run = run * 10 + digit as usize;
            if run > 128 {
                return None;
            }
            continue;
        }
        squares.extend(std::iter::repeat_n(Square::Empty, run));
        run = 0;
        squares.push(match c {
            'Q' | 'W' | 'w' => Square::Amazon(0),
            'q' | 'B' | 'b' => Square::Amazon(1),
            '*' | 'x' | 'X' => Square::Arrow,
            _ => return None,
        });
    }
    squares.extend(std::iter::repeat_n(Square::Empty, run));
    (squares.len() <= 128).then_some(squares)
}

/// Are these rules close enough to Amazons for a FEN to describe a position completely?
fn fits<B: Bits, const H: usize>(rules: &Rules<B, H>) -> bool {
    let plan = &rules.plan;
    plan.board.lattice() == Lattice::Square
        && plan.seats == 2
        && plan.claim == Claim::None
        && plan.end == End::LastMover
        && plan.score == Score::LastMover
}

/// The FEN of a position, if a FEN can express it.
pub(crate) fn write<B: Bits, const H: usize>(rules: &Rules<B, H>, position: &Position<B>) -> Option<String> {
    // House rules may have fish that no player claims.
    let expressible = matches!(position.phase(), Phase::Move | Phase::Over)
        && position.swap_stage() == SwapStage::None
        && (0..2).all(|seat| !position.is_eliminated(seat))
        && (0..rules.plan.board.cells()).all(|cell| position.fish(cell) == 0);
    if !fits(rules) || !expressible {
        return None;
    }
    let mut rows = Vec::new();
    for spots in rules.plan.board.rows() {
        let mut text = String::new();
        let mut run = 0;
        for cell in spots {
            let letter = match cell.map(|cell| (cell, position.owner(cell))) {
                Some((_, Some(0))) => 'Q',
                Some((_, Some(_))) => 'q',
                Some((cell, None)) if position.open().has(cell) => {
                    run += 1;
                    continue;
                }
                _ => '*',
            };
            if run > 0 {
                text += &run.to_string();
                run = 0;
            }
            text.push(letter);
        }
        if run > 0 {
            text += &run.to_string();
        }
        rows.push(text);
    }
    // At the end the turn belongs to the player who could not move.
    let turn =
        if position.phase() == Phase::Over { usize::from(position.has_lost(1)) } else { position.turn() };
    Some(format!("{} {} - - 0 1", rows.join("/"), ["w", "b"][turn]))
}

/// Reads a FEN; `None` if the rules or the text need another notation.
pub(crate) fn parse<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    text: &str,
) -> Option<Result<Position<B>, Refusal>> {
    if !fits(rules) {
        return None;
    }
    let (board, turn) = fields(text)?;
    Some(position::<B, H, T>(rules, board, turn))
}

fn position<B: Bits, const H: usize, T: Turn>(
    rules: &Rules<B, H>,
    board: &str,
    turn: usize,
) -> Result<Position<B>, Refusal> {
    let invalid = |what: String| Err(Refusal::invalid_position(format!("FEN: {what}")));
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != rules.plan.board.rows().len() {
        return invalid(format!("the board has {} rows, not {}", rules.plan.board.rows().len(), rows.len()));
    }
    let mut position = Position::<B>::bare(Phase::Move);
    for (spots, text) in rules.plan.board.rows().zip(rows) {
        let Some(squares) = row(text) else {
            return invalid(format!(
                "'{}' is not a row; write Q and q for amazons, * for arrows, numbers for empty squares",
                excerpt(text)
            ));
        };
        if squares.len() != spots.len() {
            return invalid(format!(
                "the row '{}' has {} squares, not {}",
                excerpt(text),
                squares.len(),
                spots.len()
            ));
        }
        for (spot, square) in spots.zip(squares) {
            match (spot, square) {
                (_, Square::Arrow) => {}
                (None, _) => {
                    return invalid(format!(
                        "'{}' uses a square that is a hole in this board",
                        excerpt(text)
                    ));
                }
                (Some(cell), Square::Empty) => position.open |= B::one(cell),
                (Some(cell), Square::Amazon(seat)) => position.place_piece(seat, cell),
            }
        }
    }
    if let Some(seat) = (0..2).find(|&seat| position.own(seat).count() > 16) {
        return invalid(format!("{} has more than 16 amazons", ["White", "Black"][seat]));
    }
    position.set_turn(turn);
    rules.settle::<T>(&mut position);
    Ok(position)
}

/// Mentions the FEN in a refusal where a FEN would be accepted.
pub(crate) fn hint<B: Bits, const H: usize>(rules: &Rules<B, H>, refusal: Refusal) -> Refusal {
    match fits(rules) {
        true => Refusal::invalid_position(format!(
            "{refusal}; or a FEN such as 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"
        )),
        false => refusal,
    }
}
