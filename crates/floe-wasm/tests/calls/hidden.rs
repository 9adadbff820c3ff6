//! Results for a seat never contain what that seat may not see.

use floe_games::{GameRng, Start, Viewer, registry};
use serde_json::{Value, json};

use crate::{ask, open, play_on, see};

#[test]
fn no_view_contains_other_hands() {
    let mut hidden = 0;
    for plies in 0..60 {
        let log = play_on(open("montauk"), plies);
        let all = see(&log, json!("all"));
        assert_eq!(all["hides"], true);
        if !all["result"].is_null() {
            break;
        }
        let rules = registry::find("montauk").unwrap().default_rules();
        let mut table = floe_games::open(&rules, Start::Position(log["start"].as_str().unwrap())).unwrap();
        for event in log["events"].as_array().unwrap() {
            table.apply_event(&serde_json::from_value(event.clone()).unwrap()).unwrap();
        }
        for (seat, viewer) in
            [(json!(0), Viewer::Seat(0)), (json!(1), Viewer::Seat(1)), (Value::Null, Viewer::Spectator)]
        {
            let seen = see(&log, seat.clone());
            assert_eq!(seen["state"], table.position_json(viewer));
            assert_eq!(seen["position"], table.position_text(viewer));
            assert_eq!(seen["events"], json!(table.events(viewer)));
            assert_eq!(seen["start"], table.start_text(viewer));
            assert_eq!(seen["legal"].as_array().unwrap().is_empty(), seen["actor"] != seat);
            let insight = serde_json::to_value(table.insight(viewer, None)).unwrap();
            assert_eq!(seen["insight"], insight);
            hidden += usize::from(seen["state"] != all["state"]);
        }
    }
    assert!(hidden > 60, "{hidden} views hid something");
}

/// Another deal that looks the same to the seat to act gives the same analysis: the engine got nothing else.
#[test]
fn an_engine_gets_only_what_its_seat_sees() {
    let log = play_on(open("montauk"), 9);
    let seen = see(&log, json!("all"));
    let view = see(&log, seen["actor"].clone())["position"].as_str().unwrap().to_owned();
    assert_ne!(json!(view), seen["position"], "something is hidden there");
    let thoughts: Vec<Value> = (0..4)
        .map(|seed| {
            let rules = registry::find("montauk").unwrap().default_rules();
            let twin = floe_games::open(&rules, Start::View(&view, &mut GameRng::from_seed(seed))).unwrap();
            let full = twin.position_text(Viewer::Omniscient);
            let log = ask("open", json!({"game": "montauk", "position": full}));
            ask("analyze", json!({"log": log, "level": "max", "nodes": 300, "lines": 4, "reasons": true}))
        })
        .collect();
    assert!(thoughts.windows(2).all(|pair| pair[0] == pair[1]), "{thoughts:#?}");
}

#[test]
fn a_face_down_layout_stays_hidden() {
    let rules = json!({"showdown": "table", "adjust": "sealed"});
    let mut log = ask("open", json!({"game": "penguin-buffet", "rules": rules, "seed": 4}));
    while see(&log, json!("all"))["phase"] != "layout" {
        log = play_on(log, 1);
    }
    log = play_on(log, 1);
    let laid = see(&log, json!("all"))["state"]["laid"][0].clone();
    assert!(laid.as_str().unwrap().len() > 4);
    assert_eq!(see(&log, json!(0))["state"]["laid"][0], laid);
    for viewer in [json!(1), Value::Null] {
        let seen = see(&log, viewer);
        assert_eq!(seen["insight"]["laid"][0], Value::Null);
        assert_eq!(seen["state"]["laid"][0], "?");
        assert_eq!(seen["events"].as_array().unwrap().last().unwrap()["move"], Value::Null);
    }
}
