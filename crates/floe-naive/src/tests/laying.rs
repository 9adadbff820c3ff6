use super::{placed, play, with};
use crate::Naive;
use serde_json::{Value, json};

fn laid(draw: &str, supply: &str) -> Naive {
    let changes = json!({"lay": "alternate", "draw": draw, "supply": supply, "pieces": 1});
    placed(with("paper-penguins", &changes), &["00", "0."])
}

fn lay(fish: u32) -> Value {
    json!({"event": "lay", "fish": fish})
}

#[test]
fn from_the_supply() {
    let mut game = laid("supply", "2/0/1");
    assert_eq!(game.legal(), ["1@a1", "1@a2", "1@b2", "3@a1", "3@a2", "3@b2"]);
    play(&mut game, "3@b2");
    assert_eq!(game.actor(), Some(1));
    assert_eq!(game.legal(), ["1@a1", "1@a2"]);
    play(&mut game, "1@a1 1@a2");
    // Three cells were laid, so seat 1 would be next; but seat 0 places first.
    assert_eq!(game.actor(), Some(0));
    assert_eq!(game.legal(), ["a1", "a2", "b2"]);
    play(&mut game, "b2");
    assert_eq!(game.scores(), [3, 0]);
}

#[test]
fn highest_first() {
    let mut game = laid("highest", "1/1/1");
    assert_eq!(game.legal(), ["3@a1", "3@a2", "3@b2"]);
    play(&mut game, "3@a1");
    assert_eq!(game.legal(), ["2@a2", "2@b2"]);
    assert_eq!(game.perft(2), 2);
}

#[test]
fn from_the_pile() {
    let mut game = laid("pile", "2/1");
    assert!(game.awaiting_chance());
    assert_eq!(game.actor(), None);
    assert_eq!(game.legal(), Vec::<String>::new());
    assert_eq!(game.perft(1), 0);
    assert!(game.event(&lay(3)).is_err());
    assert!(game.event(&json!({"event": "dice"})).is_err());
    game.event(&lay(2)).unwrap();
    assert!(game.event(&lay(1)).is_err());
    assert_eq!(game.actor(), Some(0));
    assert_eq!(game.legal(), ["2@a1", "2@a2", "2@b2"]);
    play(&mut game, "2@a2");
    assert!(game.event(&lay(2)).is_err());
    game.event(&lay(1)).unwrap();
    assert_eq!(game.actor(), Some(1));
    play(&mut game, "1@a1");
    game.event(&lay(1)).unwrap();
    play(&mut game, "1@b2");
    assert!(!game.awaiting_chance());
    assert_eq!(game.actor(), Some(0));
    assert_eq!(game.legal(), ["a1", "a2", "b2"]);
}

#[test]
fn too_few_tiles() {
    let rules = with("paper-penguins", &json!({"lay": "alternate", "supply": "1/1"}));
    assert!(Naive::from_start(&super::start(rules, &["00", "0."])).is_err());
}

#[test]
fn hex_columns_text() {
    let changes = json!({"lay": "alternate", "draw": "highest", "supply": "0/2", "pieces": 1});
    let game = placed(with("fish", &changes), &["00"]);
    assert_eq!(game.legal(), ["2@[0,0]", "2@[0,1]"]);
}
