//! Nonsense is refused with an error message.

use floe_wasm::{CallContext, MAX_BYTES, handle_call};
use serde_json::{Value, json};

use crate::{GAMES, clock, open, play_on, refused, try_ask};

#[test]
fn invalid_calls_are_refused() {
    let around = CallContext { clock: &clock, on_progress: &|_| {} };
    let words = |name: &str, json: &str| handle_call(name, json, &around).unwrap_err().to_string();
    assert!(words("deal", "{}").starts_with("unknown call 'deal'; the calls are games, rules"));
    for json in ["", "{", "[]", "null", "7", "{\"game\": 7}", "{\"game\": \"fish\", \"sed\": 1}"] {
        assert!(words("open", json).starts_with("open: "), "{json}");
    }
    let long = " ".repeat(MAX_BYTES + 1);
    assert!(words("games", &long).contains("bytes long"));
    let deep = "[".repeat(100_000);
    assert!(words("rules", &format!("{{\"game\":\"fish\",\"rules\":{deep}")).starts_with("rules: "));
}

#[test]
fn invalid_logs_are_refused() {
    let log = play_on(open("penguins"), 5);
    let with = |name: &str, value: Value| {
        let mut log = log.clone();
        log[name] = value;
        refused("view", json!({"log": log, "viewer": "all"}))
    };
    assert!(with("game", json!("chess")).contains("unknown game 'chess'"));
    assert!(with("rules", json!({"rows": "many"})).contains("rows cannot be"));
    assert!(with("start", json!("???")).len() > 10);
    assert!(with("events", json!([{"by": 0, "move": "z99"}])).starts_with("event 1: "));
    assert!(with("events", json!([{"by": 0, "move": null}])).contains("hidden"));
    assert!(with("events", json!([{"event": "roll", "dice": [9, 9]}])).starts_with("event 1: "));
    assert!(
        with("events", json!(vec![json!({"by": 0, "action": "stop?"}); 20_001]))
            .contains("the limit is 20000")
    );
    assert!(with("seed", json!(-1)).starts_with("view: "));
    for viewer in [json!(2), json!(-1), json!("some"), json!([0])] {
        let words = refused("view", json!({"log": log, "viewer": viewer}));
        assert_eq!(words, "the viewer is a seat from 0 to 1, null for a spectator, or \"all\"");
    }
    // After an error the next call works as usual.
    assert!(try_ask("view", json!({"log": log, "viewer": 0, "upto": 99_999})).is_ok());
}

#[test]
fn invalid_moves_and_seats_are_refused() {
    for game in GAMES {
        let log = open(game);
        for text in ["", "?", "layout", "a1", "\u{1f427}", "a1-a1/a1", "999999999999999999999", "[0,0]"] {
            // Some of these are moves somewhere; none may do harm.
            let _ = try_ask("canonical", json!({"log": log, "move": text}));
            for seat in [0, 1, 7, usize::MAX] {
                let _ = try_ask("play", json!({"log": log, "seat": seat, "move": text}));
            }
        }
        for action in ["resign", "stop?", "accept", "refuse"] {
            let words = refused("act", json!({"log": log, "seat": 9, "action": action}));
            assert_eq!(words, "seat 9 is not in the game", "{game}");
        }
    }
}
