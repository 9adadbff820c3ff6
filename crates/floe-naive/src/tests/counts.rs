use super::{fixed, placed, play, rules};

fn amazons(rows: usize, cols: usize, white: &str, black: &str) -> crate::Naive {
    let line = "0".repeat(cols);
    fixed(rules("amazons"), &vec![line.as_str(); rows], &[white, black])
}

#[test]
fn amazons_small() {
    let game = amazons(4, 4, "b1 c1 a2 d2", "b4 c4 a3 d3");
    assert_eq!(game.perft(1), 88);
    assert_eq!(game.perft(2), 4336);
    let game = amazons(5, 5, "a2 b1 d1 e2", "a4 b5 d5 e4");
    assert_eq!(game.perft(1), 260);
    assert_eq!(game.perft(2), 50422);
    let game = amazons(6, 6, "a2 b1 e1 f2", "a5 b6 e6 f5");
    assert_eq!(game.perft(1), 544);
}

#[test]
fn amazons_large() {
    assert_eq!(amazons(8, 8, "a3 c1 f1 h3", "a6 c8 f8 h6").perft(1), 1232);
    assert_eq!(amazons(10, 10, "a4 d1 g1 j4", "a7 d10 g10 j7").perft(1), 2176);
}

#[test]
fn amazons_deeper() {
    let game = amazons(4, 4, "b1 c1 a2 d2", "b4 c4 a3 d3");
    assert_eq!(game.perft(3), 139_500);
    let game = amazons(6, 6, "a2 b1 e1 f2", "a5 b6 e6 f5");
    assert_eq!(game.perft(2), 238_532);
}

/// Reads the rows of the rules page: `r` and `b` stand on tiles, rows of seven
/// have a trailing `0`.
fn penguins(text: &str) -> crate::Naive {
    let mut rows = Vec::new();
    let mut pieces = [String::new(), String::new()];
    for (row, line) in text.split_whitespace().enumerate() {
        let line = if row % 2 == 0 { &line[..7] } else { line };
        for (index, spot) in line.chars().enumerate() {
            if let Some(seat) = "rb".find(spot) {
                let letter = "hgfedcba".as_bytes()[row] as char;
                pieces[seat] += &format!(" {letter}{}", index + 1);
            }
        }
        rows.push(line.replace(['r', 'b'], "1"));
    }
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    fixed(rules("penguins"), &rows, &[&pieces[0], &pieces[1]])
}

const FIRST: &str = "2r112r20 32311132 r23332r0 3322211b b2322320 2b211b23 12213330 22212222";
const SECOND: &str = "322r3110 33333rr3 2rb23120 12b12212 11321110 23322123 1b222320 2112b332";

#[test]
fn penguins_counts() {
    let game = penguins(FIRST);
    assert_eq!([game.perft(1), game.perft(2)], [46, 2295]);
    let game = penguins(SECOND);
    assert_eq!([game.perft(1), game.perft(2)], [50, 2865]);
}

#[test]
fn penguins_deeper() {
    assert_eq!(penguins(FIRST).perft(3), 100_864);
    assert_eq!(penguins(SECOND).perft(3), 124_597);
}

const SLIDES: [&str; 8] =
    ["23232231", "11321312", "21111222", "11111213", "11111211", "12323132", "22212111", "32211113"];

#[test]
fn paper_penguins_counts() {
    let mut game = placed(rules("paper-penguins"), &SLIDES);
    assert_eq!([game.perft(1), game.perft(2)], [64, 4032]);
    play(&mut game, "c3 f3 f7 b1 h2 d8 c8 e3");
    assert_eq!([game.perft(1), game.perft(2)], [74, 5384]);
}

#[test]
fn paper_penguins_deeper() {
    let mut game = placed(rules("paper-penguins"), &SLIDES);
    assert_eq!(game.perft(3), 249_984);
    play(&mut game, "c3 f3 f7 b1 h2 d8 c8 e3");
    assert_eq!(game.perft(3), 352_327);
}

#[test]
fn placing_scores_the_cell_reached() {
    let mut game = placed(rules("paper-penguins"), &SLIDES);
    play(&mut game, "a1 b1 h1 a8");
    assert_eq!(game.scores(), [6, 4]);
    assert_eq!(game.actor(), Some(0));
}

#[test]
fn perft_of_nothing_is_one() {
    assert_eq!(placed(rules("paper-penguins"), &SLIDES).perft(0), 1);
}
