//! Analyses and reviews.

use floe_engine::review::review;
use floe_engine::{FrozenTimer, Level, Limits, Timer, new_engine};
use serde_json::json;

use crate::{GAMES, ask, ask_and_hear, grown, open, play_on, refused, see};

#[test]
fn every_level_gives_a_legal_move_in_every_game() {
    for game in GAMES {
        let log = play_on(open(game), 8);
        let legal = see(&log, json!("all"))["legal"].clone();
        for level in ["random", "greedy", "1", "4", "6"] {
            let thought = ask("analyze", json!({"log": log, "level": level, "seed": 3}));
            assert!(legal.as_array().unwrap().contains(&thought["best"]), "{game} {level}: {thought}");
        }
    }
}

#[test]
fn lines_have_evaluations_and_reasons() {
    let mut reports = 0;
    for game in GAMES {
        let log = open(game);
        let asked = json!({"log": log, "level": "max", "nodes": 2000, "lines": 3, "reasons": true});
        let (thought, reported) = ask_and_hear("analyze", asked.clone());
        assert_eq!(thought, ask("analyze", asked), "{game}: the same nodes, the same thought");
        let lines = thought["lines"].as_array().unwrap();
        assert!((1..=3).contains(&lines.len()), "{game}");
        for line in lines {
            assert!((0.0..=1.0).contains(&line["win"].as_f64().unwrap()), "{game}");
            assert!(!line["moves"].as_array().unwrap().is_empty(), "{game}");
            assert!(!line["reasons"].as_array().unwrap().is_empty(), "{game}");
        }
        assert!(reported.iter().all(|thought| thought["lines"].is_array()), "{game}");
        reports += reported.len();
    }
    assert!(reports >= 3, "{reports} progress reports were sent");
}

#[test]
fn reviews_match_the_program() {
    let log = play_on(ask("open", json!({"game": "paper-penguins", "rules": "small", "seed": 1})), 200);
    let (reviewed, reported) = ask_and_hear("review", json!({"log": log, "nodes": 50}));
    let text = ask("export", json!({"log": log, "format": "json"}))["text"].clone();
    let record = floe_games::Record::parse(text.as_str().unwrap()).unwrap();
    let mut engine = new_engine(record.open().unwrap().rules(), Level::Max, 0).unwrap();
    let clock = || -> Box<dyn Timer> { Box::new(FrozenTimer) };
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    let seat_name = |seat: usize| format!("{{{seat}}}");
    let own =
        review(&record, &mut *engine, &limits, &clock, &false.into(), &mut |_, _| {}, &seat_name).unwrap();
    // Both from text: parsing a number may change its last digit.
    let own: serde_json::Value = serde_json::from_str(&own.to_json(&record).to_string()).unwrap();
    assert_eq!(reviewed, own);
    let all = reviewed["moves"].as_array().unwrap().len();
    assert_eq!(reported.last().unwrap(), &json!({"done": all, "of": all}));
}

#[test]
fn a_finished_game_cannot_be_analysed() {
    let log = open("fish");
    let answer = ask("act", json!({"log": log, "seat": 0, "action": "resign"}));
    let over = grown(log, &answer);
    let words = refused("analyze", json!({"log": over, "level": "3"}));
    assert_eq!(words, "the game is over; there is nothing to analyse");
    assert!(
        refused("analyze", json!({"log": open("fish"), "level": "11"})).starts_with("unknown level '11'")
    );
}
