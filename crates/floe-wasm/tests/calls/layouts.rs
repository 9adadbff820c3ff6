//! The showdown of the buffets.

use serde_json::{Value, json};

use crate::{ask, open, play_on, refused, see};

fn at_the_showdown() -> Value {
    let mut log = ask("open", json!({"game": "penguin-buffet", "rules": "table", "seed": 4}));
    while see(&log, json!("all"))["phase"] != "layout" {
        log = play_on(log, 1);
    }
    log
}

#[test]
fn the_best_layout_is_the_one_that_the_move_layout_plays() {
    let log = at_the_showdown();
    let seat = see(&log, json!("all"))["actor"].clone();
    let shown = ask("layout", json!({"log": log}));
    assert_eq!(shown["turn"], seat);
    let spelled = ask("spell", json!({"log": log, "move": "layout"}));
    assert_eq!(shown["best"]["text"], spelled["move"]);
    let hands = shown["best"]["hands"].as_array().unwrap();
    assert_eq!(hands.len(), 3);
    let is_named = |hand: &Value| floe_cards::Category::ALL.iter().any(|known| hand["name"] == known.name());
    assert!(hands.iter().all(is_named), "{hands:?}");
    assert_eq!(shown["laid"], Value::Null);
}

#[test]
fn a_given_layout_is_checked() {
    let log = at_the_showdown();
    let shown = ask("layout", json!({"log": log}));
    let best = shown["best"]["text"].as_str().unwrap();
    let fine = ask("layout", json!({"log": log, "layout": best}))["offered"].clone();
    assert_eq!((&fine["legal"], &fine["refusal"]), (&json!(true), &Value::Null));
    assert_eq!(fine["hands"], shown["best"]["hands"]);
    let foreign =
        ask("layout", json!({"log": log, "layout": best, "seat": 1 - shown["turn"].as_u64().unwrap()}));
    assert_eq!(foreign["offered"]["legal"], false);
    assert!(foreign["offered"]["refusal"].as_str().unwrap().contains("not in the pool"));
    let house = ask("layout", json!({"log": log, "layout": "KS KD KH 7C 7D | |"}))["offered"].clone();
    assert_eq!(
        (&house["hands"][0]["name"], &house["hands"][1]["name"]),
        (&json!("Full House"), &Value::Null)
    );
    assert!(refused("layout", json!({"log": log, "layout": "KS KD"})).contains("three hands"));
}

#[test]
fn a_finished_game_has_both_layouts_and_the_winner_of_each_hand() {
    for game in ["penguin-buffet", "amazonian-buffet"] {
        let log = play_on(open(game), 500);
        let result = see(&log, Value::Null)["result"].clone();
        let shown = ask("layout", json!({"log": log}));
        for seat in 0..2 {
            assert_eq!(shown["laid"][seat]["text"], result["layouts"][seat], "{game}");
            assert_eq!(
                shown["pools"][seat].as_array().unwrap().len() as u64,
                result["pools"][seat].as_u64().unwrap()
            );
            let won = shown["won"].as_array().unwrap().iter().filter(|hand| **hand == json!(seat)).count();
            assert_eq!(json!(won), result["hands"][seat], "{game}");
        }
    }
    let error = refused("layout", json!({"log": open("fish")}));
    assert_eq!(error, "fish has no showdown; only the buffets have layouts");
}
