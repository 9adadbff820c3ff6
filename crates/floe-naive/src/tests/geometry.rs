use super::{fixed, rules, start, with};
use crate::Naive;
use serde_json::json;

#[test]
fn hex_columns_neighbours() {
    let rows = ["111"; 5];
    let game = fixed(rules("fish"), &rows, &["[2,1]", "[4,2]"]);
    let legal = game.legal();
    for near in ["[0,1]", "[1,1]", "[3,1]", "[4,1]", "[3,0]", "[1,0]"] {
        assert!(legal.contains(&format!("[[2,1],{near}]")), "{near}");
    }
    assert!(!legal.contains(&"[[2,1],[2,0]]".to_string()));
    // North-east: [1,1] then [0,2]; south-east: [3,1] then [4,2], which is taken.
    assert!(legal.contains(&"[[2,1],[0,2]]".to_string()));
    // All four diagonals have a second cell, one of them taken.
    assert_eq!(legal.len(), 6 + 4 - 1);
}

#[test]
fn hex_columns_corner() {
    let game = fixed(rules("fish"), &["111"; 5], &["[0,0]", "[4,2]"]);
    let expected = ["[[0,0],[1,0]]", "[[0,0],[2,0]]", "[[0,0],[2,1]]", "[[0,0],[3,1]]", "[[0,0],[4,0]]"];
    assert_eq!(game.legal(), expected);
}

#[test]
fn hex_rows() {
    // Top row of two set in by half a tile over a row of three (`shift` given).
    let mut start = start(with("penguins", &json!({"setup": "fixed"})), &["11", "111"]);
    start["shift"] = json!([1, 0]);
    start["pieces"] = json!([["b1"], ["a3"]]);
    let game = Naive::from_start(&start).unwrap();
    assert_eq!(game.legal(), ["b1-a1", "b1-a2", "b1-b2"]);
    // Explicit places win over `shift`: b2 is now too far to the right.
    start["xs"] = json!([[1, 5], [0, 2, 4]]);
    let game = Naive::from_start(&start).unwrap();
    assert_eq!(game.legal(), ["b1-a1", "b1-a2"]);
}

#[test]
fn holes_count_in_names() {
    let game = fixed(rules("amazon-penguins"), &["1.11", "1111"], &["c2", "a1"]);
    assert_eq!(
        game.legal()
            .iter()
            .filter(|text| text.starts_with("c2-b1/"))
            .map(|text| &text[6..])
            .collect::<Vec<_>>(),
        ["a2", "c1", "c2", "d1"]
    );
}

#[test]
fn bad_starts_are_refused() {
    let good = start(rules("paper-penguins"), &["111", "111", "111"]);
    assert!(Naive::from_start(&good).is_ok());
    let bad = [
        ("rules", json!({})),
        ("rules", with("paper-penguins", &json!({"score": "poker"}))),
        ("rules", with("paper-penguins", &json!({"claim": "none", "block": "claimed"}))),
        ("rules", with("paper-penguins", &json!({"claim": "corners"}))),
        ("rules", with("paper-penguins", &json!({"end": "idle_turns"}))),
        ("rules", with("paper-penguins", &json!({"setup": "fixed"}))),
        ("rules", with("paper-penguins", &json!({"topology": "hex", "players": 3}))),
        ("rules", with("paper-penguins", &json!({"lay": "alternate", "supply": "9/x"}))),
        ("seats", json!(3)),
        ("board", json!(7)),
        ("board", json!([["1"], ["x"]])),
        ("cells", json!(["a1", "a1"])),
        ("cells", json!(["z9"])),
        ("cells", json!(["a1"])),
        ("pieces", json!([["a1"], []])),
    ];
    for (key, value) in bad {
        let mut start = good.clone();
        start[key] = value.clone();
        assert!(Naive::from_start(&start).is_err(), "{key}: {value}");
    }
    assert!(Naive::from_start(&json!(null)).is_err());
}
