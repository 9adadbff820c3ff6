use floe_board::{Board, Lattice, Rays};
use proptest::prelude::*;

use crate::{Solo, TurnCell};

/// A drawing: digits are open cells of that value, `A`–`G` pieces on cells worth 1–7, `x` blocked, `o` worth 0.
fn solo_of(board: &Board, marks: &[char]) -> (u64, u64, [u32; 128]) {
    let mut values = [0; 128];
    let (mut open, mut pieces) = (0, 0);
    for cell in 0..board.cells() {
        match marks[cell] {
            'x' => {}
            'o' => open |= 1 << cell,
            digit @ '1'..='9' => {
                open |= 1 << cell;
                values[cell] = digit as u32 - '0' as u32;
            }
            letter => {
                pieces |= 1 << cell;
                values[cell] = letter as u32 - '@' as u32;
            }
        }
    }
    (open, pieces, values)
}

fn most<const H: usize>(
    lattice: Lattice,
    drawing: &str,
    blocks: TurnCell,
    scores: TurnCell,
    under: bool,
) -> u32 {
    let (board, marks) = Board::marked(lattice, drawing).unwrap();
    let rays = Rays::<u64, H>::new(&board);
    let (open, pieces, values) = solo_of(&board, &marks);
    let solo = Solo { rays: &rays, open, pieces, value: values, blocks, scores, scores_under_pieces: under };
    let most = solo.max_score(&mut 1_000_000).unwrap();
    assert_eq!(most, brute(&board, open, pieces, values, blocks, scores, under));
    most
}

/// Every order of turns, step by step, without a cache and without pruning.
fn brute(
    board: &Board,
    open: u64,
    pieces: u64,
    values: [u32; 128],
    blocks: TurnCell,
    scores: TurnCell,
    under: bool,
) -> u32 {
    let slides = |from: usize, open: u64| -> Vec<usize> {
        let rays = board.lattice().directions().iter();
        rays.flat_map(|&d| board.ray(from, d).take_while(|&cell| open >> cell & 1 == 1).collect::<Vec<_>>())
            .collect()
    };
    let mut best = None;
    for from in (0..64).filter(|c| pieces >> c & 1 == 1) {
        for to in slides(from, open) {
            let mut next_open = open & !(1 << to);
            if blocks == TurnCell::Shot {
                next_open |= 1 << from;
            }
            let next_pieces = pieces & !(1 << from) | 1 << to;
            let shots = if blocks == TurnCell::Shot || scores == TurnCell::Shot {
                slides(to, next_open)
            } else {
                vec![99]
            };
            for shot in shots {
                let claimed = match scores {
                    TurnCell::Left => from,
                    TurnCell::Reached => to,
                    TurnCell::Shot => shot,
                };
                let mut left = values;
                left[claimed] = 0;
                let after = if blocks == TurnCell::Shot { next_open & !(1 << shot) } else { next_open };
                let rest = brute(board, after, next_pieces, left, blocks, scores, under);
                best = best.max(Some(values[claimed] + rest));
            }
        }
    }
    // Only a player who cannot move stops.
    let stay = || if under { (0..64).filter(|c| pieces >> c & 1 == 1).map(|c| values[c]).sum() } else { 0 };
    best.unwrap_or_else(stay)
}

#[test]
fn an_isolated_penguin_collects_what_one_path_can_take() {
    // To the left or to the right, never both.
    let drawing = "
x x x x x
 2 2 A 1 3
x x x x x";
    assert_eq!(most::<3>(Lattice::Hex, drawing, TurnCell::Left, TurnCell::Left, true), 5);
    // Past the 1 to the 3 and back.
    assert_eq!(most::<3>(Lattice::Hex, drawing, TurnCell::Left, TurnCell::Left, false), 4);
    assert_eq!(most::<3>(Lattice::Hex, drawing, TurnCell::Left, TurnCell::Reached, false), 4);
}

#[test]
fn an_isolated_amazon_fills_its_region() {
    assert_eq!(most::<4>(Lattice::Square, "A11/111", TurnCell::Shot, TurnCell::Shot, false), 5);
    assert_eq!(most::<4>(Lattice::Square, "A1xx/xx1x", TurnCell::Shot, TurnCell::Shot, false), 2);
    // Two dead ends: the amazon fills one and gives up the other.
    assert_eq!(most::<4>(Lattice::Square, "x1x/1A1/xxx", TurnCell::Shot, TurnCell::Shot, false), 3);
}

#[test]
fn a_budget_that_is_too_small_gives_no_answer() {
    let board = Board::square(5, 5).unwrap();
    let rays = Rays::<u64, 4>::new(&board);
    // A checkered board of values has no easy bound.
    let mut values = [0; 128];
    (0..25).for_each(|cell| values[cell] = 1 + (cell % 3) as u32);
    let solo = Solo {
        rays: &rays,
        open: (1 << 25) - 2,
        pieces: 1,
        value: values,
        blocks: TurnCell::Left,
        scores: TurnCell::Left,
        scores_under_pieces: false,
    };
    assert_eq!(solo.max_score(&mut 3), None);
    let mut budget = 2_000_000;
    assert!(solo.max_score(&mut budget).is_some() && budget < 2_000_000);
}

fn marks(cells: usize) -> impl Strategy<Value = String> {
    let mark = prop_oneof![5 => Just('1'), 3 => Just('2'), 2 => Just('3'), 1 => Just('o'), 5 => Just('x'), 2 => Just('A'), 1 => Just('C')];
    proptest::collection::vec(mark, cells).prop_map(|marks| marks.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn slides_agree_with_brute_force_on_hexes(text in marks(11), reached: bool, under: bool) {
        let marks: Vec<char> = text.chars().collect();
        prop_assume!(marks.iter().filter(|c| c.is_ascii_uppercase()).count() <= 3);
        let row = |from: usize, to: usize| marks[from..to].iter().map(|c| c.to_string()).collect::<Vec<_>>().join(" ");
        let drawing = format!(" {}\n{}\n {}", row(0, 3), row(3, 7), row(7, 11));
        let scores = if reached { TurnCell::Reached } else { TurnCell::Left };
        most::<3>(Lattice::Hex, &drawing, TurnCell::Left, scores, under);
    }

    #[test]
    fn shots_agree_with_brute_force_on_squares(text in marks(8), scores in 0..3usize, under: bool, left: bool) {
        prop_assume!(text.chars().filter(|c| c.is_ascii_uppercase()).count() <= 2);
        prop_assume!(text.chars().filter(|&c| c != 'x').count() <= 7);
        let drawing = format!("{}/{}", &text[..4], &text[4..]);
        let scores = [TurnCell::Left, TurnCell::Reached, TurnCell::Shot][scores];
        let blocks = if left { TurnCell::Left } else { TurnCell::Shot };
        most::<4>(Lattice::Square, &drawing, blocks, scores, under);
    }
}
