use super::{start, with, written as text};
use crate::{Naive, Summary, check_trace};
use serde_json::{Value, json};

/// Plays a game with a fixed walk through the lists of moves and records it.
fn trace(start: &Value) -> Vec<Value> {
    let mut game = Naive::from_start(start).unwrap();
    let mut lines = vec![json!({"start": start})];
    let mut ply = 0;
    while game.result().is_none() {
        if game.awaiting_chance() {
            let event = json!({"event": "lay", "fish": game.denominations()[0]});
            game.event(&event).unwrap();
            lines.push(event);
            continue;
        }
        ply += 1;
        let (actor, legal) = (game.actor(), game.legal());
        let text = legal[ply * 7 % legal.len()].clone();
        game.play(&text).unwrap();
        lines.push(json!({"ply": ply, "actor": actor, "legal": legal, "move": text,
            "scores": game.scores()}));
    }
    let (winners, scores) = game.result().unwrap();
    let result = json!({"winners": winners, "scores": scores, "reason": "nobody can move"});
    lines.push(json!({"result": result}));
    lines
}

fn example() -> Vec<Value> {
    let changes = json!({"pieces": 2, "lay": "alternate", "draw": "pile", "supply": "8/5/3"});
    trace(&start(with("paper-penguins", &changes), &["0000"; 4]))
}

#[test]
fn good_traces() {
    let one = example();
    let plies = one.iter().filter(|line| line["ply"].is_u64()).count();
    let summary = check_trace(&(text(&one) + &text(&one))).unwrap();
    assert_eq!(summary, Summary { games: 2, plies: 2 * plies });
    assert_eq!(check_trace(""), Ok(Summary::default()));
}

#[test]
fn all_presets_end() {
    let small = [
        start(with("penguins", &json!({"players": 3, "pieces": 2})), &["121", "1111", "131"]),
        start(with("fish", &json!({"pieces": 2})), &["121", "1.1", "131"]),
        start(with("amazon-penguins", &json!({"pieces": 2})), &["1211", "1131", "2111"]),
    ];
    for start in small {
        assert_eq!(check_trace(&text(&trace(&start))).unwrap().games, 1);
    }
}

/// Changes one line of the example and returns what the check says.
fn spoiled(index: usize, path: &str, value: Value) -> String {
    let mut lines = example();
    *lines[index].pointer_mut(path).unwrap() = value;
    check_trace(&text(&lines)).unwrap_err()
}

#[test]
fn differences_are_named() {
    // Line 2 draws a tile, line 3 lays it.
    assert!(spoiled(2, "/actor", json!(1)).starts_with("line 3: actor: expected 0, found 1"));
    assert!(spoiled(2, "/ply", json!(2)).starts_with("line 3: ply"));
    assert!(spoiled(2, "/scores", json!([0, 1])).starts_with("line 3: scores"));
    assert!(spoiled(2, "/scores", json!([0, 0.0])).starts_with("line 3: scores"));
    assert!(spoiled(2, "/move", json!("9@a1")).starts_with("line 3: not a legal move"));
    assert!(spoiled(2, "/legal/0", json!("1@z1")).contains("missing [\"1@a1\"]"));
    assert!(spoiled(1, "/fish", json!(9)).starts_with("line 2: no tile"));
    let last = example().len() - 1;
    assert!(spoiled(last, "/result/winners", json!([0, 1, 2])).contains("winners"));
    assert!(spoiled(last, "/result/scores", json!([])).contains("final scores"));
}

#[test]
fn order_matters() {
    let mut lines = example();
    lines[2]["legal"].as_array_mut().unwrap().swap(0, 1);
    assert!(check_trace(&text(&lines)).unwrap_err().contains("order differs"));
}

#[test]
fn lines_out_of_place() {
    let lines = example();
    let last = lines.len() - 1;
    let fails = |lines: &[Value], why: &str| {
        let error = check_trace(&text(lines)).unwrap_err();
        assert!(error.contains(why), "{error}");
    };
    fails(&lines[1..], "begin with start");
    fails(&lines[..last], "ends before the result");
    fails(&[lines[0].clone(), lines[0].clone()], "before the last one");
    fails(&[lines[0].clone(), lines[2].clone()], "has to be drawn");
    fails(&[lines[0].clone(), lines[last].clone()], "play goes on");
    let mut long = lines[..last].to_vec();
    long.push(lines[last - 1].clone());
    fails(&long, "game is over");
    assert!(check_trace("{").unwrap_err().starts_with("line 1"));
}
