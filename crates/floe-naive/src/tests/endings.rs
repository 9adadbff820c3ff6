use super::{fixed, play, rules, with};
use serde_json::json;

#[test]
fn a_stuck_player_is_skipped() {
    // Seat 1 stands in a corner of its own; only seat 0 moves.
    let mut game = fixed(rules("fish"), &["12.", "3.1"], &["[0,0]", "[1,2]"]);
    assert_eq!(game.legal(), ["[[0,0],[1,0]]"]);
    play(&mut game, "[[0,0],[1,0]]");
    assert_eq!(game.actor(), Some(0));
    assert_eq!(game.legal(), ["[[1,0],[0,1]]"]);
    assert_eq!(game.perft(1), 1);
    play(&mut game, "[[1,0],[0,1]]");
    assert_eq!(game.scores(), [4, 0]);
    assert_eq!(game.result(), Some((vec![0], vec![4, 0])));
    assert_eq!(game.perft(1), 0);
    assert!(game.play("[[0,1],[1,0]]").is_err());
}

#[test]
fn skipped_at_the_start_too() {
    let game = fixed(rules("fish"), &["1.", ".1", "1."], &["[1,1]", "[0,0]"]);
    assert_eq!(game.actor(), Some(1));
}

#[test]
fn skipping_is_tested_again_on_every_turn() {
    // One row: seat 0 is stuck at a1 until seat 1 leaves b1, whose chip stays.
    let mut game = fixed(rules("amazon-penguins"), &["1111"], &["a1", "b1"]);
    assert_eq!(game.actor(), Some(1));
    assert_eq!(game.legal(), ["b1-c1/b1", "b1-c1/d1", "b1-d1/b1", "b1-d1/c1"]);
    play(&mut game, "b1-d1/c1");
    assert_eq!(game.actor(), Some(0));
    assert_eq!(game.legal(), ["a1-b1/a1"]);
    play(&mut game, "a1-b1/a1");
    // Each has the chip under its piece and one more.
    assert_eq!(game.scores(), [1, 1]);
    assert_eq!(game.result(), Some((vec![0, 1], vec![2, 2])));
}

#[test]
fn without_claims_under_pieces() {
    let rules = with("amazon-penguins", &json!({"claim_under": false}));
    let mut game = fixed(rules, &["1111"], &["a1", "b1"]);
    play(&mut game, "b1-d1/c1 a1-b1/a1");
    assert_eq!(game.result(), Some((vec![0, 1], vec![1, 1])));
}

#[test]
fn tiles_split_equal_fish() {
    // Seat 0 gets 1 + 1 under its pieces, seat 1 gets 2 with one.
    let board = ["1.1.2"];
    let penguins = |ties| with("penguins", &json!({"topology": "square", "ties": ties}));
    let game = fixed(penguins("tiles"), &board, &["a1 c1", "e1"]);
    assert_eq!(game.result(), Some((vec![0], vec![2, 2])));
    let game = fixed(penguins("share"), &board, &["a1 c1", "e1"]);
    assert_eq!(game.result(), Some((vec![0, 1], vec![2, 2])));
    let game = fixed(penguins("tiles"), &["1.1"], &["a1", "c1"]);
    assert_eq!(game.result(), Some((vec![0, 1], vec![1, 1])));
}

#[test]
fn last_mover_of_two() {
    let mut game = fixed(rules("amazons"), &["000"], &["a1", "c1"]);
    assert_eq!(game.legal(), ["a1-b1/a1"]);
    play(&mut game, "a1-b1/a1");
    assert_eq!(game.scores(), [0, 0]);
    assert_eq!(game.actor(), None);
    assert_eq!(game.result(), Some((vec![0], vec![1, 0])));
    // No seat can move: the one to move loses.
    let game = fixed(rules("amazons"), &["00"], &["a1", "b1"]);
    assert_eq!(game.result(), Some((vec![1], vec![0, 1])));
}

#[test]
fn last_mover_of_three() {
    let rules = with("amazons", &json!({"players": 3, "block": "left"}));
    // Seat 0 is stuck and out; seat 1 has one move, seat 2 two.
    let mut game = fixed(rules, &["0.00.000"], &["a1", "c1", "f1"]);
    assert_eq!(game.actor(), Some(1));
    play(&mut game, "c1-d1 f1-g1");
    assert_eq!(game.result(), Some((vec![2], vec![0, 0, 1])));
}

#[test]
fn dropping_out_is_permanent() {
    // Seat 0 is trapped by seat 1's piece and drops out; its cell opens later.
    let rules = with("amazons", &json!({"players": 3}));
    let mut game = fixed(rules, &["0000.000"], &["a1", "b1", "f1"]);
    assert_eq!(game.actor(), Some(1));
    play(&mut game, "b1-d1/c1 f1-g1/h1");
    assert_eq!(game.actor(), None);
    assert_eq!(game.result(), Some((vec![2], vec![0, 0, 1])));
}

#[test]
fn last_move_decides_although_all_are_skipped() {
    let rules = with("amazons", &json!({"end": "nobody_moves"}));
    let mut game = fixed(rules.clone(), &["0.000"], &["a1", "c1"]);
    assert_eq!(game.actor(), Some(1));
    play(&mut game, "c1-d1/e1 d1-c1/d1");
    assert_eq!(game.result(), Some((vec![1], vec![0, 1])));
    let game = fixed(rules, &["00"], &["a1", "b1"]);
    assert_eq!(game.result(), Some((vec![], vec![0, 0])));
}

#[test]
fn fish_decide_although_the_last_mover_ends_it() {
    let rules = with("fish", &json!({"topology": "square", "end": "last_mover"}));
    let mut game = fixed(rules, &["11.911"], &["a1", "d1"]);
    play(&mut game, "a1-b1 d1-e1");
    // Seat 0 has no move: over immediately, although seat 1 could continue.
    assert_eq!(game.result(), Some((vec![1], vec![1, 9])));
}

#[test]
fn retiring() {
    let rules = with("paper-penguins", &json!({"retire_stuck": true}));
    let mut game = fixed(rules, &["22.33"], &["a1 e1", "b1"]);
    // e1 can move, a1 can be retired.
    assert_eq!(game.legal(), ["a1-x", "e1-d1"]);
    play(&mut game, "a1-x");
    assert_eq!(game.scores(), [0, 0]);
    // The cell went with the piece, so b1 is stuck now.
    assert_eq!(game.legal(), ["b1-x"]);
    play(&mut game, "b1-x e1-d1");
    assert_eq!(game.actor(), Some(0));
    assert_eq!(game.legal(), ["d1-x"]);
    play(&mut game, "d1-x");
    assert_eq!(game.result(), Some((vec![0], vec![3, 0])));
}

#[test]
fn passing_until_idle() {
    let rules = with("paper-penguins", &json!({"end": "idle_turns", "end_turns": 3}));
    let mut game = fixed(rules, &["1.12"], &["a1", "c1"]);
    assert_eq!(game.legal(), ["pass"]);
    play(&mut game, "pass");
    assert_eq!(game.legal(), ["c1-d1"]);
    play(&mut game, "c1-d1");
    assert_eq!(game.scores(), [0, 2]);
    play(&mut game, "pass pass");
    assert_eq!(game.actor(), Some(0));
    play(&mut game, "pass");
    assert_eq!(game.result(), Some((vec![1], vec![0, 2])));
}
