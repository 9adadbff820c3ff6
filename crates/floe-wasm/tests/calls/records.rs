//! Games in and out as files.

use serde_json::{Value, json};

use crate::{GAMES, ask, open, play_on, refused, see};

#[test]
fn exported_games_can_be_imported() {
    for game in GAMES {
        for plies in [7, 500] {
            let log = play_on(open(game), plies);
            for format in ["json", "text"] {
                let text = ask("export", json!({"log": log, "format": format}))["text"].clone();
                let back = ask("import", json!({"text": text}));
                assert_eq!(
                    (&back["events"], &back["seed"]),
                    (&log["events"], &log["seed"]),
                    "{game} {format}"
                );
                assert_eq!(see(&back, json!("all"))["state"], see(&log, json!("all"))["state"]);
            }
        }
    }
}

#[test]
fn amazons_in_other_formats() {
    let log = play_on(open("amazons"), 9);
    let write = |format: &str| ask("export", json!({"log": log, "format": format}))["text"].clone();
    let sgf = ask("import", json!({"text": write("sgf")}));
    assert_eq!(see(&sgf, Value::Null)["position"], see(&log, Value::Null)["position"]);
    let fen = ask("import", json!({"text": write("position")}));
    assert_eq!(see(&fen, Value::Null)["position"], see(&log, Value::Null)["position"]);
    assert_eq!(fen["events"], json!([]));
    assert!(write("uci").as_str().unwrap().contains(','));
    assert_eq!(
        refused("export", json!({"log": open("fish"), "format": "uci"})),
        "uci and compact are for amazons only; this is fish"
    );
    assert!(
        refused("export", json!({"log": log, "format": "pdf"}))
            .starts_with("unknown format 'pdf'; the formats are json")
    );
}

#[test]
fn player_names_are_preserved() {
    let record = ask("export", json!({"log": play_on(open("fish"), 3), "format": "json"}));
    let mut record: Value = serde_json::from_str(record["text"].as_str().unwrap()).unwrap();
    record["players"] = json!([{"name": "Ada"}, {"name": "Bo"}]);
    let log = ask("import", json!({"text": record.to_string()}));
    assert_eq!(log["players"], record["players"]);
    let again = ask("export", json!({"log": log, "format": "text"}));
    assert!(again["text"].as_str().unwrap().contains("player: \"Ada\""));
}

#[test]
fn invalid_texts_are_refused() {
    for text in ["", "hello", "(;", "{\"floe\": 2}", "floe record 1", "{\"start\":{}}"] {
        assert!(refused("import", json!({"text": text})).len() > 10, "{text}");
    }
    let words = refused("import", json!({"text": "x".repeat(2 << 20)}));
    assert_eq!(words, "the text is 2097152 bytes long; the limit is 1048576");
}
