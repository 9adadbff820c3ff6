use super::{fixed, placed, play, with};
use serde_json::json;

#[test]
fn shot_after_the_cell_left_is_gone() {
    let rules = with("amazon-penguins", &json!({"block": "left", "claim": "shot"}));
    let mut game = fixed(rules, &["1234", "...."], &["a2", "d2"]);
    // The way back to a2 is blocked: it was the cell left.
    assert_eq!(game.legal(), ["a2-b2/c2", "a2-c2/b2"]);
    play(&mut game, "a2-b2/c2");
    assert_eq!(game.scores(), [3, 0]);
    // c2 is still open, but a piece that goes there has nothing to shoot at except the cell it left, which is gone, so
    // it is not a move. Seat 0 is stuck as well.
    assert_eq!(game.result(), Some((vec![0], vec![3 + 2, 4])));
}

#[test]
fn cell_left_is_claimed_but_open() {
    let rules = with("amazon-penguins", &json!({"block": "shot", "claim": "left"}));
    let mut game = fixed(rules, &["1234"], &["a1", "d1"]);
    play(&mut game, "a1-b1/a1");
    assert_eq!(game.scores(), [1, 0]);
    play(&mut game, "d1-c1/d1");
    assert_eq!(game.scores(), [1, 4]);
    assert_eq!(game.result(), Some((vec![1], vec![3, 7])));
    // Going back to a claimed cell gives nothing more.
    let rules = with("amazon-penguins", &json!({"block": "shot", "claim": "left"}));
    let mut game = fixed(rules, &["111", "11.", "..."], &["a3", "c3"]);
    play(&mut game, "a3-a2/b2 c3-b3/c3 a2-a3/a2");
    assert_eq!(game.scores(), [2, 1]);
}

#[test]
fn reached_and_blocked_under_the_piece() {
    let rules = with("paper-penguins", &json!({"block": "claimed", "pieces": 1, "claim_under": true}));
    let mut game = placed(rules, &["1234"]);
    play(&mut game, "a1 d1 a1-b1");
    assert_eq!(game.scores(), [3, 4]);
    assert_eq!(game.legal(), ["d1-c1"]);
    play(&mut game, "d1-c1");
    assert_eq!(game.result(), Some((vec![1], vec![3, 7])));
}

#[test]
fn reached_with_arrows() {
    let rules = with("amazon-penguins", &json!({"claim": "reached"}));
    let mut game = fixed(rules, &["1234"], &["a1", "d1"]);
    play(&mut game, "a1-c1/b1");
    assert_eq!(game.scores(), [3, 0]);
    // The chip at b1 is lost; seat 0 started on a 1 that it did not score, and
    // its c1 is scored already. d1 was never reached, so it counts at the end.
    assert_eq!(game.result(), Some((vec![1], vec![3, 4])));
}
