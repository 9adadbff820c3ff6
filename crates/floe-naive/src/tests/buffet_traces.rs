use super::amazonian::start;
use super::{Numbers, written};
use crate::{Buffet, check_trace};
use serde_json::{Value, json};

/// Adds plies with the moves given.
fn add_plies(lines: &mut Vec<Value>, game: &mut Buffet, moves: &[&str]) {
    for text in moves {
        let (actor, legal) = (game.actor(), game.legal());
        game.play(text).unwrap();
        let ply = lines.len();
        lines.push(json!({"ply": ply, "actor": actor, "legal": legal, "move": text,
            "scores": game.scores()}));
    }
}

/// Black claims TS and nothing else is claimed: A J T against K Q.
fn short(changes: Value, layouts: [&str; 2], winners: Value, hands: Value) -> Vec<Value> {
    let mut start = start("amazonian-buffet", &json!({"end_turns": 2}));
    super::change(&mut start["rules"], &changes);
    let mut game = Buffet::from_start(&start).unwrap();
    let mut lines = vec![json!({"start": start})];
    add_plies(&mut lines, &mut game, &["h1-h4/h1", "a6-b5", "h4-g4"]);
    lines.push(json!({"result": {"winners": winners, "scores": [1, 0], "hands": hands, "pools": [3, 2],
        "layouts": layouts, "reason": "showdown"}}));
    lines
}

fn check(lines: &[Value]) -> Result<usize, String> {
    check_trace(&written(lines)).map(|summary| summary.games)
}

#[test]
fn solved() {
    let good = short(json!({}), ["AS | JS | TS", "KS | QS | "], json!([0]), json!([2, 1]));
    assert_eq!(check(&good), Ok(1));
    let mut fewer = good.clone();
    super::change(&mut fewer[0]["start"]["rules"], &json!({"dealt_count": false}));
    super::change(
        &mut fewer[4]["result"],
        &json!({"pools": [1, 0], "layouts": ["TS | | ", " | | "], "hands": [1, 0]}),
    );
    assert_eq!(check(&fewer), Ok(1));
    // The player who lays out first spreads the cards; then laying out last gains nothing here.
    let black_last =
        short(json!({"adjust": "black_last"}), ["AS | JS | TS", "KS | QS | "], json!([0]), json!([2, 1]));
    assert_eq!(check(&black_last), Ok(1));
}

#[test]
fn spoiled_results() {
    let fails = |layouts: [&str; 2], winners: Value, hands: Value, why: &str| {
        let error = check(&short(json!({}), layouts, winners, hands)).unwrap_err();
        assert!(error.starts_with("line 5") && error.contains(why), "{error}");
    };
    let best = ["AS | JS | TS", "KS | QS | "];
    fails(best, json!([1]), json!([2, 1]), "winners");
    fails(best, json!([0, 1]), json!([2, 1]), "winners");
    fails(best, json!([0]), json!([1, 2]), "hands");
    fails(["AS | JS | TC", "KS | QS | "], json!([0]), json!([2, 1]), "not in the pool");
    fails(["JS | AS | TS", "KS | QS | "], json!([0]), json!([1, 1]), "do not go down");
    // This layout wins against that one, but White had a reply that draws.
    fails(["AS JS TS | | ", "KS QS | | "], json!([0]), json!([1, 0]), "a better answer");
    let mut wrong = short(json!({}), best, json!([0]), json!([2, 1]));
    wrong[4]["result"]["pools"] = json!([2, 2]);
    assert!(check(&wrong).unwrap_err().contains("pools"));
    wrong[4]["result"].as_object_mut().unwrap().remove("layouts");
    wrong[4]["result"]["pools"] = json!([3, 2]);
    assert!(check(&wrong).unwrap_err().contains("layouts"));
}

#[test]
fn spoiled_plies() {
    let good = short(json!({}), ["AS | JS | TS", "KS | QS | "], json!([0]), json!([2, 1]));
    let fails = |line: usize, path: &str, value: Value, why: &str| {
        let mut lines = good.clone();
        *lines[line].pointer_mut(path).unwrap() = value;
        let error = check(&lines).unwrap_err();
        assert!(error.starts_with(&format!("line {}", line + 1)) && error.contains(why), "{error}");
    };
    fails(1, "/actor", json!(1), "actor");
    fails(1, "/scores", json!([0, 0]), "scores");
    fails(1, "/legal/0", json!("pass"), "legal");
    fails(1, "/move", json!("h1-g1"), "not a legal move");
    fails(2, "/ply", json!(3), "ply");
    let mut early = good.clone();
    early.remove(3);
    assert!(check(&early).unwrap_err().contains("play goes on"));
    let mut chance = good.clone();
    chance[1] = json!({"event": "draw", "cards": ["TS"]});
    assert!(check(&chance).unwrap_err().contains("chance"));
}

#[test]
fn at_the_table() {
    let rules = |adjust: &str| json!({"end_turns": 2, "showdown": "table", "adjust": adjust});
    let moves = ["h1-h4/h1", "a6-b5", "h4-g4"];
    let black = ["AS JS TS | | ", "AS | JS | TS"];
    let white = ["KS QS | | ", "KS | QS | "];
    for (adjust, layouts) in [
        ("white_last", vec![black[0], white[0], black[1], white[1]]),
        ("black_last", vec![white[0], black[0], white[1], black[1]]),
        ("none", vec![black[1], white[1]]),
        ("sealed", vec![black[1], white[1]]),
    ] {
        let start = start("amazonian-buffet", &rules(adjust));
        let mut game = Buffet::from_start(&start).unwrap();
        let mut lines = vec![json!({"start": start})];
        add_plies(&mut lines, &mut game, &moves);
        assert_eq!(game.legal(), ["layout"]);
        assert!(game.play("AS | JS | 2C").is_err());
        add_plies(&mut lines, &mut game, &layouts);
        assert_eq!(lines[4]["actor"], json!(usize::from(adjust == "black_last")));
        lines.push(
            json!({"result": {"winners": [0], "scores": [1, 0], "hands": [2, 1], "reason": "showdown"}}),
        );
        assert_eq!(check(&lines), Ok(1));
        let last = lines.len() - 1;
        lines[last]["result"]["layouts"] = json!([black[1], white[1]]);
        assert_eq!(check(&lines), Ok(1));
        lines[last]["result"]["layouts"] = json!([black[1], white[0]]);
        assert!(check(&lines).unwrap_err().contains("on the table"));
        lines[last]["result"] =
            json!({"winners": [1], "scores": [1, 0], "hands": [2, 1], "reason": "showdown"});
        assert!(check(&lines).unwrap_err().contains("winners"));
    }
}

/// Games played at random come to an end with all cards accounted for.
#[test]
fn random_games_end() {
    let mut numbers = Numbers(5);
    for (game, changes) in [
        ("penguin-buffet", json!({})),
        ("penguin-buffet", json!({"placement": "corners", "claim_under_pawn_at_end": true})),
        ("amazonian-buffet", json!({})),
        ("amazonian-buffet", json!({"must_claim": true, "claim_under_pawn": "any", "realign": true})),
    ] {
        let mut game = Buffet::from_start(&start(game, &changes)).unwrap();
        let mut plies = 0;
        while game.actor().is_some() {
            let legal = game.legal();
            game.play(&legal[numbers.below(legal.len())]).unwrap();
            plies += 1;
        }
        assert!(plies < 200);
        assert!(game.scores().iter().sum::<i64>() <= 48);
    }
}
