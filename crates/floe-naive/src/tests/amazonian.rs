use super::change;
use crate::Buffet;
use crate::cards::{Card, deck};
use serde_json::{Value, json};

/// The default switches of both buffets.
pub fn rules(changes: &Value) -> Value {
    let mut rules = json!({
        "dealt_count": true, "pairing": "ordered", "adjust": "white_last", "tie_break": "poker",
        "wheel": true, "short_straights": false, "short_split": "free", "showdown": "solved",
        "black": "random", "start": "rows", "realign": false, "align_waiver": false,
        "claim_under_pawn": "none", "must_claim": false, "end_turns": 4, "placement": "free",
        "claim_under_pawn_at_end": false,
    });
    change(&mut rules, changes);
    rules
}

/// A start with the deck laid out in order: clubs from the top left corner,
/// `3S` to `TS` in row 1. Black holds AS and JS, White KS and QS.
pub fn start(game: &str, changes: &Value) -> Value {
    let names: Vec<String> = deck().iter().map(Card::to_string).collect();
    let board: Vec<&[String]> = names[..48].chunks(8).collect();
    let mut start = json!({"game": game, "seed": 0, "rules": rules(changes), "position": "",
        "board": board, "hands": [["AS", "JS"], ["KS", "QS"]], "seats": 2});
    if game == "amazonian-buffet" || start["rules"]["placement"] == "corners" {
        start["pieces"] = match start["rules"]["start"].as_str() {
            Some("columns") => json!([["a1", "a6"], ["h1", "h6"]]),
            Some("diagonal") => json!([["a1", "h6"], ["a6", "h1"]]),
            _ => json!([["a1", "h1"], ["a6", "h6"]]),
        };
    }
    start
}

/// A game with pawns and (black) stones arranged.
fn game(changes: Value, pawns: [&str; 2], stones: &str) -> Buffet {
    let mut game = Buffet::from_start(&start("amazonian-buffet", &changes)).unwrap();
    game.arrange(pawns, stones);
    game
}

const START: [&str; 2] = ["a1 h1", "a6 h6"];

/// What may follow a slide in the texts: nothing or claims.
fn claims(game: &Buffet, slide: &str) -> Vec<String> {
    game.legal().iter().filter_map(|text| text.strip_prefix(slide).map(String::from)).collect()
}

#[test]
fn rectangle() {
    assert_eq!(claims(&game(json!({}), START, ""), "h1-h4"), ["", "/a4", "/h1"]);
    assert_eq!(claims(&game(json!({"must_claim": true}), START, ""), "h1-h4"), ["/a4", "/h1"]);
    assert_eq!(claims(&game(json!({}), ["b2 d3", "a6 h6"], ""), "b2-b1"), ["", "/b3", "/d1"]);
    // Not a card with a stone, nor one with a pawn.
    assert_eq!(claims(&game(json!({}), ["b2 d3", "a6 h6"], "b3"), "b2-b1"), ["", "/d1"]);
    assert_eq!(claims(&game(json!({}), ["b2 d3", "d1 h6"], ""), "b2-b1"), ["", "/b3"]);
    for under in ["enemy", "any"] {
        let rules = json!({"claim_under_pawn": under});
        assert_eq!(claims(&game(rules.clone(), ["b2 d3", "d1 h6"], ""), "b2-b1"), ["", "/b3", "/d1"]);
        assert_eq!(claims(&game(rules, ["b2 d3", "d1 h6"], "d1"), "b2-b1"), ["", "/b3"]);
    }
}

#[test]
fn line() {
    // b1 and b4: b2 and b3 lie between them, and a pawn is no obstacle.
    assert_eq!(claims(&game(json!({}), ["b1 c4", "a6 h6"], ""), "c4-b4"), ["", "/b2", "/b3"]);
    assert_eq!(claims(&game(json!({}), ["b1 c4", "b3 h6"], ""), "c4-b4"), ["", "/b2"]);
    assert_eq!(claims(&game(json!({}), ["b1 c4", "b3 h6"], "b2"), "c4-b4"), [""]);
    let must = json!({"must_claim": true});
    assert_eq!(claims(&game(must, ["b1 c4", "b3 h6"], "b2"), "c4-b4"), [""]);
    // Neighbours have nothing between them.
    assert_eq!(claims(&game(json!({}), ["b1 c3", "a6 h6"], ""), "c3-c1"), [""]);
}

#[test]
fn alignment() {
    let start = game(json!({}), START, "");
    assert!(claims(&start, "h1-e1").is_empty());
    assert!(!claims(&start, "h1-e4").is_empty());
    // Pawns that share a row have to share neither row nor column after it;
    // with realign only not the row.
    for (realign, legal) in [(false, false), (true, true)] {
        let game = game(json!({"realign": realign}), ["c2 d2", "a6 h6"], "");
        assert_eq!(!claims(&game, "c2-d1").is_empty(), legal);
        assert_eq!(!claims(&game, "c2-d3").is_empty(), legal);
        assert!(claims(&game, "c2-b2").is_empty());
        assert!(!claims(&game, "c2-b1").is_empty());
    }
    // Not aligned before: any move is allowed.
    assert!(!claims(&game(json!({}), ["c2 d4", "a6 h6"], ""), "c2-d2").is_empty());
}

#[test]
fn only_moves_that_keep_the_alignment() {
    // Black can move along row 1 between its pawns and nowhere else.
    let stones = "a2 b2 c2 d2 e2";
    let pawns = ["a1 d1", "h6 e1"];
    assert_eq!(game(json!({}), pawns, stones).legal(), ["pass"]);
    let waived = game(json!({"align_waiver": true}), pawns, stones);
    assert_eq!(waived.legal(), ["a1-b1", "a1-b1/c1", "a1-c1", "d1-b1", "d1-c1", "d1-c1/b1"]);
    // Truly stuck: pass either way.
    let stuck = game(json!({"align_waiver": true}), ["a1 b1", "h6 c1"], "a2 b2 c2");
    assert_eq!(stuck.legal(), ["pass"]);
}

#[test]
fn pass_only_without_a_move() {
    assert!(game(json!({}), START, "").play("pass").is_err());
    let mut stuck = game(json!({}), ["a1 b1", "h6 c1"], "a2 b2 c2");
    stuck.play("pass").unwrap();
    assert_eq!(stuck.actor(), Some(1));
}

#[test]
fn pawns_leave_cards_claimed_under_them() {
    let mut game = game(json!({"claim_under_pawn": "enemy"}), ["b2 d3", "d1 h6"], "");
    game.play("b2-b1/d1").unwrap();
    assert_eq!(game.scores(), [1, 0]);
    game.play("d1-e1").unwrap();
    game.play("b1-a1").unwrap();
    // The stone bars the way back.
    assert!(claims(&game, "e1-d1").is_empty());
    assert!(!claims(&game, "e1-d2").is_empty());
}

#[test]
fn idle_turns() {
    for (end_turns, moves) in [(4, "h1-h4 a6-b5 h4-h5 b5-a6"), (2, "h1-h4 a6-b5")] {
        let mut game = game(json!({"end_turns": end_turns}), START, "");
        game.play("h1-h3/h1").unwrap();
        game.play("h6-h4/a4").unwrap();
        assert_eq!(game.scores(), [1, 1]);
        for text in moves.replace("h1-h4", "h3-g3").replace("h4-h5", "g3-f3").split_whitespace() {
            assert!(game.actor().is_some());
            game.play(text).unwrap();
        }
        assert_eq!(game.actor(), None);
    }
}

#[test]
fn starts() {
    let first = |changes: Value| Buffet::from_start(&start("amazonian-buffet", &changes)).unwrap().legal();
    // From a1 and a6 the moves along the column keep the alignment.
    assert!(!first(json!({"start": "columns"})).iter().any(|text| text.starts_with("a1-a")));
    assert!(first(json!({"start": "diagonal"})).iter().any(|text| text == "a1-a5"));
    assert!(first(json!({"start": "diagonal"})).iter().any(|text| text.starts_with("h6-")));
    let refused = |path: &str, value: Value| {
        let mut start = start("amazonian-buffet", &json!({}));
        *start.pointer_mut(path).unwrap() = value;
        Buffet::from_start(&start).unwrap_err()
    };
    assert!(refused("/board/0/0", json!("3C")).contains("one deck"));
    assert!(refused("/board/0", json!(["2C"])).contains("eight"));
    assert!(refused("/hands", json!([["AS", "JS"]])).contains("two seats"));
    assert!(refused("/pieces", json!([["a1", "h6"], ["a6", "h1"]])).contains("pieces"));
    assert!(refused("/rules/adjust", json!("sealed")).contains("showdown=table"));
    assert!(refused("/rules/realign", json!(1)).contains("realign"));
    assert!(refused("/seats", json!(3)).contains("two seats"));
}
