use super::amazonian::start;
use crate::Buffet;
use serde_json::{Value, json};

fn game(changes: Value) -> Buffet {
    Buffet::from_start(&start("penguin-buffet", &changes)).unwrap()
}

#[test]
fn better_pair_places_first() {
    // Black has A J, White K Q.
    assert_eq!(game(json!({})).actor(), Some(0));
    let swapped = |hands: Value, board: &[(usize, usize, &str)], tie_break: &str| {
        let mut start = start("penguin-buffet", &json!({"tie_break": tie_break}));
        start["hands"] = hands;
        for &(row, column, card) in board {
            start["board"][row][column] = json!(card);
        }
        Buffet::from_start(&start).unwrap().actor()
    };
    assert_eq!(swapped(json!([["KS", "QS"], ["AS", "JS"]]), &[], "poker"), Some(1));
    // A pair of kings (KC is on d5) beats an ace, however ties are broken.
    let exchange = [(1, 3, "QS")];
    assert_eq!(swapped(json!([["AS", "JS"], ["KS", "KC"]]), &exchange, "poker"), Some(1));
    assert_eq!(swapped(json!([["AS", "JS"], ["KS", "KC"]]), &exchange, "literal"), Some(1));
}

#[test]
fn placing_alternates_and_black_moves_first() {
    let mut start = start("penguin-buffet", &json!({}));
    start["hands"] = json!([["KS", "QS"], ["AS", "JS"]]);
    let mut game = Buffet::from_start(&start).unwrap();
    for (seat, spot, free) in [(1, "a1", 48), (0, "b1", 47), (1, "c1", 46), (0, "d4", 45)] {
        assert_eq!((game.actor(), game.legal().len()), (Some(seat), free));
        assert!(game.play("z9").is_err());
        game.play(spot).unwrap();
        assert!(!game.legal().contains(&spot.to_string()));
    }
    assert_eq!(game.actor(), Some(0));
    assert!(game.legal().contains(&"d4-d1".to_string()));
    game.play("d4-d1").unwrap();
    assert_eq!(game.scores(), [1, 0]);
    assert_eq!(game.actor(), Some(1));
    assert!(!game.legal().iter().any(|text| text.contains("-d4") || text == "pass"));
}

#[test]
fn corners() {
    let game = game(json!({"placement": "corners", "start": "columns"}));
    assert_eq!(game.actor(), Some(0));
    // No alignment rule here. From a1: five cards up to a6's, six along the row
    // to h1's, and five of the diagonal.
    let from_a1 = game.legal().iter().filter(|text| text.starts_with("a1-")).count();
    assert_eq!(from_a1, 4 + 6 + 5);
    assert_eq!(game.perft(1), 30);
}

#[test]
fn the_stuck_are_skipped() {
    let mut game = game(json!({"placement": "corners"}));
    // White has nowhere to go; Black has b1 and c1.
    let open = ["b1", "c1"];
    let stones: Vec<String> = ('a'..='h')
        .flat_map(|letter| (1..=6).map(move |row| format!("{letter}{row}")))
        .filter(|name| !open.contains(&name.as_str()))
        .collect();
    game.arrange(["a1 h1", "a6 h6"], &stones.join(" "));
    assert_eq!(game.legal(), ["a1-b1", "a1-c1"]);
    game.play("a1-b1").unwrap();
    assert_eq!(game.actor(), Some(0));
    game.play("b1-c1").unwrap();
    assert_eq!(game.actor(), None);
}
