//! Tiny experiments: counts, and the same games every time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use floe_engine::Level;
use floe_games::registry::GAMES;
use floe_lab::{LabConfig, Matchup, RunOptions, bundled_layouts, compare, layouts, play, run};
use serde_json::{Value, json};

use crate::{plan, small, tiny};

#[test]
fn every_game_has_its_report() {
    for entry in GAMES {
        for level in [Level::Random, Level::Number(1)] {
            let paper = json!(tiny(entry.id, level, 4, &[], &RunOptions::quiet(2)));
            let summary = &paper["summary"];
            assert_eq!((&paper["lab"], &paper["setting"]["game"]), (&json!("report"), &json!(entry.id)));
            assert_eq!((&summary["games"], &paper["cut_short"]), (&json!(4), &json!(false)), "{}", entry.id);
            let seats = summary["seats"].as_array().unwrap();
            let won: f64 = seats.iter().map(|seat| seat["count"].as_f64().unwrap()).sum();
            assert!((won - 4.0).abs() < 1e-4, "{}: {won} of 4 games are won by somebody", entry.id);
            assert!(seats.iter().all(|seat| seat["of"] == 4));
            let sum = |bins: &Value| -> u64 {
                bins["counts"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum()
            };
            assert_eq!(sum(&summary["length_bins"]), 4, "{}", entry.id);
            // Moves of the phases add up to the length.
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
    // Placing is two pieces each in turn; the first has every cell to choose from.
    let (_, rules) = small("paper-penguins");
    let bench = Matchup { rules, level: Level::Greedy, against: None, judge: None };
    let course = play(&bench, 3, 0, &AtomicBool::new(false)).unwrap().unwrap();
    let phases: Vec<&str> = course.decisions.iter().map(|decision| decision.phase).collect();
    assert_eq!(phases.iter().filter(|phase| **phase == "place").count(), 4);
    assert_eq!((course.decisions[0].choices, course.decisions[3].choices), (16, 13));
    assert_eq!(course.after_placement(), Some(4));
    assert!(
        course.decisions.iter().all(|decision| decision.win.is_some_and(|win| (0.0..=1.0).contains(&win)))
    );
    // The same game has the same mark, and another has another.
    assert_ne!(play(&bench, 4, 0, &AtomicBool::new(false)).unwrap().unwrap().fingerprint, course.fingerprint);
    // Game number N of a seed is the first of seed + N.
    assert_eq!(play(&bench, 0, 3, &AtomicBool::new(false)).unwrap().unwrap(), course);
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
        assert_eq!(variation["differences"][0]["of"], 12);
    }
    let (entry, rules) = small("penguins");
    let others = LabConfig { seed: 99, ..plan(Level::Number(3), 12) };
    let other = floe_lab::report(entry, &rules, &[], Vec::new(), &others, &RunOptions::quiet(1)).unwrap();
    assert_ne!(json!(other.arm.summary), alone["summary"], "another seed, other games");
}

#[test]
fn two_levels_meet_in_both_seats() {
    let (entry, rules) = small("paper-penguins");
    let plan = LabConfig { against: Some(Level::Random), ..plan(Level::Number(4), 40) };
    let paper = floe_lab::report(entry, &rules, &[], Vec::new(), &plan, &RunOptions::quiet(2)).unwrap();
    let tested = paper.arm.summary.tested.unwrap();
    assert_eq!(tested.of, 40);
    assert!(tested.part > 0.8, "level 4 beats random: {tested:?}");
    let bench = Matchup { rules, level: plan.level, against: plan.against, judge: None };
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
    let found = compare(names, sets, &plan(Level::Number(2), 12), &RunOptions::quiet(2)).unwrap();
    assert!(!found.differences.is_empty());
    for difference in &found.differences {
        assert_eq!((difference.by, difference.clear), (0.0, false), "{}", difference.metric);
    }
    assert_eq!(found.first.summary, found.second.summary);
}

#[test]
fn what_is_known_is_kept_when_it_ends_early() {
    let (entry, rules) = small("paper-penguins");
    let (enough, never, told) = (AtomicBool::new(false), AtomicBool::new(false), AtomicUsize::new(0));
    let tell = |done: usize, all: usize| {
        assert_eq!(all, 50);
        told.store(done, Ordering::Relaxed);
        enough.store(done >= 5, Ordering::Relaxed);
    };
    let effort = RunOptions { threads: 1, enough: &enough, stop: &never, tell: &tell };
    let paper = floe_lab::report(entry, &rules, &[], Vec::new(), &plan(Level::Random, 50), &effort).unwrap();
    assert_eq!((paper.arm.summary.games, paper.cut_short, told.into_inner()), (5, true, 5));
    // Stopped at once, nothing is known, and that is said rather than made up.
    let stop = AtomicBool::new(true);
    let effort = RunOptions { threads: 2, enough: &never, stop: &stop, tell: &|_, _| {} };
    let paper = floe_lab::report(entry, &rules, &[], Vec::new(), &plan(Level::Random, 50), &effort).unwrap();
    assert_eq!((paper.arm.summary.games, paper.cut_short), (0, true));
}

#[test]
fn boards_are_played_as_often_as_each_other() {
    let boards: Vec<_> =
        bundled_layouts().unwrap().into_iter().filter(|(entry, ..)| entry.id == "pauper").collect();
    let found = layouts(&boards, &plan(Level::Random, 2), &RunOptions::quiet(2)).unwrap();
    assert_eq!(found.rows.len(), 9);
    assert!(found.rows.iter().all(|row| row.games == 2 && row.verdict == floe_lab::Verdict::Open));
}

#[test]
fn rules_that_cannot_be_opened_are_refused() {
    let entry = floe_games::registry::find("amazons").unwrap();
    let rules = entry.parse_rules(Some(&"rows=9".into())).unwrap();
    let bench = Matchup { rules, level: Level::Random, against: None, judge: None };
    let refusal = run(&[bench], 3, 0, &RunOptions::quiet(2)).err().unwrap();
    assert!(refusal.to_string().contains("has no standard start"), "{refusal}");
}
