//! What the page reads and asks: the manifest as JSON, and the calls of the rules in the browser.

use floe_engine::{FrozenTimer, Timer};
use floe_wasm::{CallContext, handle_call};
use serde_json::{Value, json};

use crate::game;

fn clock() -> Box<dyn Timer> {
    Box::new(FrozenTimer)
}

fn try_ask(name: &str, args: Value) -> Result<Value, String> {
    game();
    let context = CallContext { clock: &clock, on_progress: &|_| {} };
    let answer = handle_call(name, &args.to_string(), &context).map_err(|refusal| refusal.to_string())?;
    Ok(serde_json::from_str(&answer).unwrap())
}

fn ask(name: &str, args: Value) -> Value {
    try_ask(name, args).unwrap()
}

#[test]
fn the_manifest_has_what_the_page_reads() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/games/manifests.json");
    let known: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let shape = |facts: &Value| -> Vec<(String, bool)> {
        facts.as_object().unwrap().iter().map(|(name, value)| (name.clone(), value.is_array())).collect()
    };
    let facts = game().facts();
    for (id, other) in known.as_object().unwrap() {
        assert_eq!(shape(&facts), shape(other), "the members are those of {id}");
    }
    assert_eq!(
        facts,
        json!({
            "name": "Isolation", "family": "standalone", "look": "squares",
            "seats": [{"name": "White", "colour": "light"}, {"name": "Black", "colour": "dark"}],
            "piece": "pawn", "unit": "squares", "scores": false, "hides": "nothing", "notation": [],
        })
    );
    let games = ask("games", json!({}));
    let listed = games.as_array().unwrap().iter().find(|entry| entry["id"] == "isolation").unwrap();
    assert_eq!(*listed, game().to_json());
    assert_eq!(listed["switches"][1]["default"], 8);
    assert_eq!(listed["variants"], json!([{"name": "small", "about": "Four by four."}]));
}

#[test]
fn a_whole_game_by_calls() {
    let rules = ask("rules", json!({"game": "isolation", "rules": {"rows": 4, "cols": 5}}));
    assert_eq!(rules["seats"], 2);
    let mut log = ask("open", json!({"game": "isolation", "rules": "rows=4,cols=5", "seed": 1}));
    let mut plies = 0;
    let end = loop {
        let seen = ask("view", json!({"log": log, "viewer": "all"}));
        assert_eq!(seen["state"]["board"].as_array().unwrap().len(), 4);
        let Some(seat) = seen["actor"].as_u64() else { break seen };
        let thought = ask("analyze", json!({"log": log, "level": "5", "lines": 2, "reasons": true}));
        assert!(seen["legal"].as_array().unwrap().contains(&thought["best"]));
        assert!(thought["lines"][0]["reasons"][0].is_string());
        let spelled =
            ask("canonical", json!({"log": log, "move": thought["best"].as_str().unwrap().to_uppercase()}));
        assert_eq!(spelled["move"], thought["best"]);
        let played = ask("play", json!({"log": log, "seat": seat, "move": thought["best"], "viewer": "all"}));
        log["events"].as_array_mut().unwrap().extend(played["tail"].as_array().unwrap().iter().cloned());
        plies += 1;
    };
    assert!(plies > 3 && end["result"]["winners"].as_array().unwrap().len() == 1);
    for format in ["text", "json"] {
        let text = ask("export", json!({"log": log, "format": format}));
        let read = ask("import", json!({"text": text["text"]}));
        assert!(read.to_string().contains("isolation"), "{read}");
    }
    let review = ask("review", json!({"log": log, "nodes": 200}));
    assert_eq!(review["moves"].as_array().map(Vec::len), Some(plies), "{review}");
}

#[test]
fn what_it_has_not_is_refused_with_a_sentence() {
    let log = ask("open", json!({"game": "isolation", "seed": 1}));
    assert_eq!(
        try_ask(
            "layout",
            json!({"game": "isolation", "rules": {}, "position": log["start"], "viewer": "all"})
        )
        .unwrap_err(),
        "isolation has no showdown; only the buffets have layouts"
    );
    assert_eq!(
        try_ask("adjudicate", json!({"log": log})).unwrap_err(),
        "this game is played to its end; resign instead"
    );
    let refusal = try_ask("export", json!({"log": log, "format": "sgf"})).unwrap_err();
    assert!(refusal.contains("SGF is supported for amazons only"), "{refusal}");
}
