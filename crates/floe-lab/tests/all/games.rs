//! Tiny experiments: counts, and the same games every time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use floe_engine::Level;
use floe_games::registry::GAMES;
use floe_lab::{LabConfig, Matchup, RunOptions, bundled_layouts, compare, layouts, play, run};
use serde_json::{Value, json};

use crate::{config, small, tiny};

#[test]
fn every_game_has_its_report() {
    for entry in GAMES {
        for level in [Level::Random, Level::Number(1)] {
            let report = json!(tiny(entry.id, level, 4, &[], &RunOptions::quiet(2)));
            let summary = &report["summary"];
            assert_eq!((&report["lab"], &report["setting"]["game"]), (&json!("report"), &json!(entry.id)));
            assert_eq!(
                (&summary["games"], &report["incomplete"]),
                (&json!(4), &json!(false)),
                "{}",
                entry.id
            );
            let seats = summary["seats"].as_array().unwrap();
            let won: f64 = seats.iter().map(|seat| seat["count"].as_f64().unwrap()).sum();
            assert!((won - 4.0).abs() < 1e-4, "{}: {won} of 4 games have a winner", entry.id);
            assert!(seats.iter().all(|seat| seat["n"] == 4));
            let sum = |bins: &Value| -> u64 {
                bins["counts"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum()
            };
            assert_eq!(sum(&summary["length_bins"]), 4, "{}", entry.id);
            // The moves of the phases add up to the length.
            let phases = summary["phases"].as_array().unwrap();
            let moves: f64 = phases.iter().map(|phase| phase["length"]["mean"].as_f64().unwrap()).sum();
            assert!((moves - summary["length"]["mean"].as_f64().unwrap()).abs() < 1e-4, "{}", entry.id);
            let counts = summary["margin"] != Value::Null;
            let pointless = ["amazons", "penguin-buffet", "amazonian-buffet"].contains(&entry.id);
            assert_eq!(counts, !pointless, "{}", entry.id);
            assert_eq!(sum(&summary["margin_bins"]), if counts { 4 } else { 0 });
            let places = phases.iter().any(|phase| phase["phase"] == "place");
            assert_eq!(places, summary["moments"][0]["at"] == "placement", "{}", entry.id);
        }
    }
}

#[test]
fn lengths_are_those_of_the_game() {
    // Each player places two pieces in turn; the first has every cell to choose from.
    let (_, rules) = small("paper-penguins");
    let bench = Matchup { rules, level: Level::Greedy, against: None, judge: None };
    let game = play(&bench, 3, 0, &AtomicBool::new(false)).unwrap().unwrap();
    let phases: Vec<&str> = game.decisions.iter().map(|decision| &*decision.phase).collect();
    assert_eq!(phases.iter().filter(|phase| **phase == "place").count(), 4);
    assert_eq!((game.decisions[0].choices, game.decisions[3].choices), (16, 13));
    assert_eq!(game.after_placement(), Some(4));
    assert!(game.decisions.iter().all(|decision| decision.win.is_some_and(|win| (0.0..=1.0).contains(&win))));
    // The same game has the same fingerprint, and another game has another.
    assert_ne!(play(&bench, 4, 0, &AtomicBool::new(false)).unwrap().unwrap().fingerprint, game.fingerprint);
    // Game number N of a seed is the first game of seed + N.
    assert_eq!(play(&bench, 0, 3, &AtomicBool::new(false)).unwrap().unwrap(), game);
}

#[test]
fn threads_change_nothing() {
    let once = |threads: usize| {
        json!(tiny("penguins", Level::Number(3), 12, &["place_on", "players=3"], &RunOptions::quiet(threads)))
    };
    let alone = once(1);
    assert_eq!(alone.to_string(), once(1).to_string());
    assert_eq!(alone.to_string(), once(4).to_string());
    let variations = alone["variations"].as_array().unwrap();
    assert_eq!(variations.len(), 2);
    for variation in variations {
        assert_eq!(variation["summary"]["games"], 12);
        assert_eq!(variation["differences"][0]["n"], 12);
    }
    let (entry, rules) = small("penguins");
    let others = LabConfig { seed: 99, ..config(Level::Number(3), 12) };
    let other = floe_lab::report(entry, &rules, &[], Vec::new(), &others, &RunOptions::quiet(1)).unwrap();
    assert_ne!(json!(other.arm.summary), alone["summary"], "another seed, other games");
}

#[test]
fn two_levels_play_in_both_seats() {
    let (entry, rules) = small("paper-penguins");
    let config = LabConfig { against: Some(Level::Random), ..config(Level::Number(4), 40) };
    let report = floe_lab::report(entry, &rules, &[], Vec::new(), &config, &RunOptions::quiet(2)).unwrap();
    let tested = report.arm.summary.tested.unwrap();
    assert_eq!(tested.n, 40);
    assert!(tested.value > 0.8, "level 4 beats random: {tested:?}");
    let bench = Matchup { rules, level: config.level, against: config.against, judge: None };
    let seats: Vec<Option<usize>> = (0..4)
        .map(|number| play(&bench, 0, number, &AtomicBool::new(false)).unwrap().unwrap().tested)
        .collect();
    assert_eq!(seats, [Some(0), Some(1), Some(0), Some(1)]);
}

#[test]
fn a_rule_set_does_not_differ_from_itself() {
    let (entry, rules) = small("fish");
    let names = ["one".to_owned(), "other".to_owned()];
    let sets = [(entry, &rules), (entry, &rules)];
    let found = compare(names, sets, &config(Level::Number(2), 12), &RunOptions::quiet(2)).unwrap();
    assert!(!found.differences.is_empty());
    for difference in &found.differences {
        assert_eq!((difference.by, difference.clear), (0.0, false), "{}", difference.metric);
    }
    assert_eq!(found.first.summary, found.second.summary);
}

#[test]
fn results_so_far_are_reported_when_it_ends_early() {
    let (entry, rules) = small("paper-penguins");
    let (enough, never, reported) = (AtomicBool::new(false), AtomicBool::new(false), AtomicUsize::new(0));
    let on_progress = |done: usize, all: usize| {
        assert_eq!(all, 50);
        reported.store(done, Ordering::Relaxed);
        enough.store(done >= 5, Ordering::Relaxed);
    };
    let options =
        RunOptions { threads: 1, enough: &enough, stop: &never, on_progress: &on_progress, play: &play };
    let report =
        floe_lab::report(entry, &rules, &[], Vec::new(), &config(Level::Random, 50), &options).unwrap();
    assert_eq!((report.arm.summary.games, report.incomplete, reported.into_inner()), (5, true, 5));
    // If stopped at once, the report is empty.
    let stop = AtomicBool::new(true);
    let options =
        RunOptions { threads: 2, enough: &never, stop: &stop, on_progress: &|_, _| {}, play: &play };
    let report =
        floe_lab::report(entry, &rules, &[], Vec::new(), &config(Level::Random, 50), &options).unwrap();
    assert_eq!((report.arm.summary.games, report.incomplete), (0, true));
}

#[test]
fn boards_are_played_equally_often() {
    let boards: Vec<_> =
        bundled_layouts().unwrap().into_iter().filter(|(entry, ..)| entry.id == "pauper").collect();
    let found = layouts(&boards, &config(Level::Random, 2), &RunOptions::quiet(2)).unwrap();
    assert_eq!(found.rows.len(), 9);
    assert!(found.rows.iter().all(|row| row.games == 2 && row.verdict == floe_lab::Verdict::Open));
}

#[test]
fn invalid_rules_are_refused() {
    let entry = floe_games::registry::find("amazons").unwrap();
    let rules = entry.parse_rules(Some(&"rows=9".into())).unwrap();
    let bench = Matchup { rules, level: Level::Random, against: None, judge: None };
    let refusal = run(&[bench], 3, 0, &RunOptions::quiet(2)).err().unwrap();
    assert!(refusal.to_string().contains("has no standard start"), "{refusal}");
}
