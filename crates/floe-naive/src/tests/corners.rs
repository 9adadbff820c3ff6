use super::{fixed, with};
use crate::Naive;
use serde_json::{Value, json};

fn corners(block: &str) -> Value {
    with(
        "paper-penguins",
        &json!({"claim": "corners", "block": block, "pieces": 2,
            "end": "idle_turns", "end_turns": 4}),
    )
}

fn claims<'a>(legal: &'a [String], slide: &str) -> Vec<&'a str> {
    legal.iter().filter_map(|text| text.strip_prefix(slide)).collect()
}

fn big(white: &str, black: &str) -> Naive {
    fixed(corners("claimed"), &["11111111"; 6], &[white, black])
}

#[test]
fn rectangle() {
    // Also the cell just left can be claimed if it is a corner.
    let legal = big("a1 h1", "a6 h6").legal();
    assert_eq!(claims(&legal, "h1-h4"), ["", "/a4", "/h1"]);
}

#[test]
fn line() {
    let legal = big("b1 c4", "b3 h6").legal();
    // b3 holds a piece; what is beyond it can still be claimed.
    assert_eq!(claims(&legal, "c4-b4"), ["", "/b2"]);
    let legal = big("a1 c3", "h6 g6").legal();
    assert_eq!(claims(&legal, "c3-a3"), ["", "/a2"]);
    // Adjacent in a line: nothing to claim.
    let legal = big("a1 b3", "h6 g6").legal();
    assert_eq!(claims(&legal, "b3-b1"), [""]);
}

#[test]
fn claimed_cells_leave_play_or_lose_their_fish() {
    let board = ["111", "121", "111"];
    let mut game = fixed(corners("claimed"), &board, &["a1 a2", "c1 c3"]);
    game.play("a2-b2/a2").unwrap();
    assert_eq!(game.scores(), [1, 0]);
    let legal = game.legal();
    assert!(!legal.iter().any(|text| text.ends_with("-a2")));
    // Blocked on leaving instead: the claimed cell stays open, without fish.
    let mut game = fixed(corners("left"), &board, &["a1 a3", "c1 c3"]);
    game.play("a3-b2/a2").unwrap();
    assert_eq!(game.scores(), [1, 0]);
    let before = game.legal();
    game.play("c3-c2").unwrap();
    let legal = game.legal();
    assert!(legal.contains(&"b2-a2".to_string()));
    assert!(!legal.iter().any(|text| text.ends_with("/a2")));
    assert!(!legal.iter().any(|text| text.contains("-a3")));
    assert!(before.contains(&"c3-b3".to_string()));
}

#[test]
fn four_turns_without_a_claim() {
    let mut game = big("a1 h1", "a6 h6");
    for text in ["a1-a2", "a6-a5", "a2-a1", "a5-a6"] {
        assert!(game.result().is_none());
        game.play(text).unwrap();
    }
    assert_eq!(game.result(), Some((vec![0, 1], vec![0, 0])));
}
