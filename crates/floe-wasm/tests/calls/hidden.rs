//! Results for a seat never contain what that seat may not see.

use floe_games::{GameRng, Start, Viewer, registry};
use serde_json::{Value, json};

use crate::{ask, grown, open, play_on, refused, see};

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

/// A viewer's events, completed, show that viewer every position as it was.
#[test]
fn a_game_with_hidden_cards_is_recalled_as_it_was_seen() {
    let mut hidden = 0;
    for (rules, seed, moves) in [
        ("rounds=12", 1, 40),
        ("rounds=12", 2, 75),
        ("rounds=2,reshuffle=1", 3, 33),
        ("rounds=5,scoring=pips", 4, 110),
        ("rounds=9,reshuffle=short", 5, 190),
        ("rounds=5,decks=2", 6, 90),
    ] {
        let log = play_on(ask("open", json!({"game": "montauk", "rules": rules, "seed": seed})), moves);
        let count = log["events"].as_array().unwrap().len();
        for viewer in [json!(0), json!(1), Value::Null] {
            let seen = see(&log, viewer.clone());
            assert_eq!(seen["result"], Value::Null, "{rules}");
            let mut known = log.clone();
            (known["start"], known["events"], known["seed"]) =
                (seen["start"].clone(), seen["events"].clone(), Value::Null);
            for upto in (0..=count).step_by(7).chain([count]) {
                let asked = |log: &Value| json!({"log": log, "viewer": viewer, "upto": upto});
                let (recalled, was) = (ask("recall", asked(&known)), ask("view", asked(&log)));
                for field in ["state", "position", "phase", "actor", "legal", "scores", "insight"] {
                    assert_eq!(recalled[field], was[field], "{rules}, {viewer}, event {upto}: {field}");
                }
                hidden += usize::from(was["secret"] == true);
            }
            let all = refused("recall", json!({"log": known, "viewer": "all"}));
            assert!(all.starts_with("only what a seat or a spectator saw"), "{all}");
        }
    }
    assert!(hidden > 100, "{hidden} positions hid something");
}

/// Layouts are secret while they are laid out; cards in hand always are.
#[test]
fn a_snapshot_says_when_something_is_secret() {
    let secret = |log: &Value| see(log, Value::Null)["secret"].clone();
    assert_eq!(secret(&open("montauk")), true);
    assert_eq!(secret(&open("penguins")), false);
    let mut log = ask("open", json!({"game": "penguin-buffet", "rules": {"showdown": "table"}, "seed": 4}));
    assert_eq!(secret(&log), false);
    while see(&log, json!("all"))["phase"] != "layout" {
        assert_eq!(secret(&log), false);
        log = play_on(log, 1);
    }
    assert_eq!(secret(&log), true);
    let over = grown(log.clone(), &ask("act", json!({"log": log, "seat": 0, "action": "resign"})));
    assert_eq!(secret(&over), false);
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
