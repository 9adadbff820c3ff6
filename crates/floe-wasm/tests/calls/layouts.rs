//! The showdown of the buffets.

use serde_json::{Value, json};

use crate::{ask, grown, open, play_on, refused, see};

fn at_the_showdown(rules: &str) -> Value {
    let mut log = ask("open", json!({"game": "penguin-buffet", "rules": rules, "seed": 4}));
    while see(&log, json!("all"))["phase"] != "layout" {
        log = play_on(log, 1);
    }
    log
}

fn check(log: &Value, viewer: &Value, layout: Option<&str>) -> Value {
    let position = see(log, viewer.clone())["position"].clone();
    let mut args =
        json!({"game": log["game"], "rules": log["rules"], "position": position, "viewer": viewer});
    if let Some(layout) = layout {
        args["layout"] = json!(layout);
    }
    ask("layout", args)
}

#[test]
fn the_best_layout_is_what_the_word_would_lay_out() {
    let log = at_the_showdown("table");
    let seat = see(&log, json!("all"))["actor"].clone();
    let best = check(&log, &seat, None);
    assert_eq!(best["seat"], seat);
    let canonical = ask("canonical", json!({"log": log, "move": "layout"}));
    assert_eq!(best["text"], canonical["move"]);
    assert_eq!(best["hands"].as_array().unwrap().len(), 3);
    assert_eq!((&best["problem"], &best["won"]), (&Value::Null, &Value::Null));
    assert_eq!(check(&log, &seat, best["text"].as_str()), best);
}

#[test]
fn a_layout_is_checked_before_it_is_laid_out() {
    let log = at_the_showdown("table");
    let seat = see(&log, json!("all"))["actor"].clone();
    let house = check(&log, &seat, Some("KS KD KH 7C 7D | |"));
    assert_eq!(house["hands"][0]["name"]["kind"], "fullHouse");
    assert_eq!(house["hands"][0]["cards"], json!(["KS", "KH", "KD", "7D", "7C"]));
    assert_eq!(house["hands"][1]["name"], Value::Null);
    assert_eq!(house["problem"]["kind"], "other", "these cards are not in the pool");
    let view = see(&log, seat.clone());
    let position = &view["position"];
    let args = json!({"game": log["game"], "rules": log["rules"], "position": position, "layout": "KS KD"});
    assert!(refused("layout", args).contains("three hands"));
}

/// What the other has laid out face down is compared with nothing.
#[test]
fn a_sealed_layout_is_not_compared() {
    let log = at_the_showdown("showdown=table,adjust=sealed");
    let answer = ask("play", json!({"log": log, "seat": 0, "move": "layout"}));
    let log = grown(log, &answer);
    let best = check(&log, &json!(1), None);
    assert_eq!((&best["seat"], &best["won"]), (&json!(1), &Value::Null));
    let open = at_the_showdown("table");
    let answer = ask("play", json!({"log": open, "seat": 0, "move": "layout"}));
    let open = grown(open, &answer);
    assert_eq!(check(&open, &json!(1), None)["won"].as_array().unwrap().len(), 3);
}

#[test]
fn a_finished_game_has_both_layouts_and_the_winner_of_each_hand() {
    for game in ["penguin-buffet", "amazonian-buffet"] {
        let log = play_on(open(game), 500);
        let seen = see(&log, Value::Null);
        let (result, insight) = (&seen["result"], &seen["insight"]);
        for seat in 0..2 {
            assert_eq!(insight["laid"][seat].as_array().unwrap().len(), 3, "{game}");
            let pool = insight["pools"][seat].as_array().unwrap().len();
            assert_eq!(json!(pool), result["pools"][seat], "{game}");
            let won = insight["won"].as_array().unwrap().iter().filter(|hand| **hand == json!(seat)).count();
            assert_eq!(json!(won), result["hands"][seat], "{game}");
        }
    }
    let log = open("fish");
    let args = json!({"game": "fish", "rules": log["rules"], "position": log["start"]});
    assert_eq!(refused("layout", args), "fish has no showdown; only the buffets have layouts");
}
