use super::{placed, play, with};
use serde_json::json;

#[test]
fn ones_first_then_anywhere() {
    let mut game = placed(with("penguins", &json!({"topology": "square", "pieces": 1})), &["123"]);
    assert_eq!(game.legal(), ["a1"]);
    play(&mut game, "a1");
    assert_eq!(game.legal(), ["b1", "c1"]);
}

#[test]
fn nowhere_to_place() {
    // Three seats, two pieces each, five cells: seat 2 cannot place its second,
    // its first vanishes and the cell under it is open for the others' moves.
    let rules = with("fish", &json!({"players": 3, "pieces": 2}));
    let mut game = placed(rules, &["11", "11", "1."]);
    play(&mut game, "[0,0] [0,1] [1,0] [1,1] [2,0]");
    assert_eq!(game.actor(), Some(0));
    assert_eq!(game.legal(), ["[[0,0],[1,0]]"]);
    play(&mut game, "[[0,0],[1,0]]");
    // Seat 1 is stuck ([0,1] touches [1,0] and [1,1]; [2,0] touches [0,0], a
    // hole now), seat 0 is too.
    assert_eq!(game.result(), Some((vec![0], vec![1, 0, 0])));
}

#[test]
fn others_use_the_cells_of_the_eliminated() {
    // Three cells for two seats with two pieces: seat 1 is out, and seat 0 has
    // all its pieces, so it plays on alone.
    let mut game = placed(with("fish", &json!({"pieces": 2})), &["1", "1", "1"]);
    play(&mut game, "[0,0] [1,0] [2,0]");
    assert_eq!(game.actor(), Some(0));
    assert_eq!(game.legal(), ["[[0,0],[1,0]]", "[[2,0],[1,0]]"]);
}

#[test]
fn everyone_eliminated() {
    let mut game = placed(with("fish", &json!({"pieces": 2})), &["1"]);
    play(&mut game, "[0,0]");
    // Seat 1 is out; seat 0 then has no second cell and is out as well.
    assert_eq!(game.actor(), None);
    assert_eq!(game.result(), Some((vec![], vec![0, 0])));
    assert_eq!(game.perft(1), 0);
}

#[test]
fn eliminated_before_placing_anything() {
    // Seat 1 never has a cell; the lone seat 0 places its one piece and plays on.
    let mut game = placed(with("fish", &json!({"pieces": 1, "players": 2})), &["1"]);
    play(&mut game, "[0,0]");
    assert_eq!(game.result(), Some((vec![0], vec![0, 0])));
}

#[test]
fn plain_alternation() {
    let mut game =
        placed(with("paper-penguins", &json!({"pieces": 2, "players": 3})), &["111", "111", "111"]);
    let mut seats = Vec::new();
    for text in ["a1", "a2", "a3", "b1", "b2", "b3"] {
        seats.push(game.actor());
        play(&mut game, text);
    }
    let expected = [0, 1, 2, 0, 1, 2].map(Some);
    assert_eq!(seats, expected);
    assert_eq!(game.actor(), Some(0));
}
