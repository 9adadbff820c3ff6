//! The switches that even out the players' chances, on boards small enough to follow by hand.

use floe_games::{Actor, Table};
use serde_json::json;

use crate::common::table;

/// The seats that act, until the phase is `end`; each takes its first move, or `first` on the first turn.
fn actors(table: &mut dyn Table, answers: &[&str], end: &str) -> Vec<usize> {
    let mut seats = Vec::new();
    while let Actor::Seat(seat) = table.actor() {
        if table.phase() == end {
            break;
        }
        let text = match answers.get(seats.len()) {
            Some(text) if !text.is_empty() => (*text).to_owned(),
            _ => table.legal_moves()[0].clone(),
        };
        table.play(seat, &text).unwrap();
        seats.push(seat);
    }
    seats
}

const SMALL: &str = "topology=square,rows=4,cols=4,place_on=any,fish=1";

#[test]
fn placing_goes_round_or_back_and_forth() {
    for (rules, placers, first) in [
        ("pieces=3", vec![0, 1, 0, 1, 0, 1], 0),
        ("pieces=3,moves_first=last_placer", vec![0, 1, 0, 1, 0, 1], 1),
        ("pieces=3,place_order=snake", vec![0, 1, 1, 0, 0, 1], 0),
        ("pieces=3,place_order=snake,moves_first=last_placer", vec![0, 1, 1, 0, 0, 1], 1),
        ("pieces=2,place_order=snake,moves_first=last_placer", vec![0, 1, 1, 0], 0),
        ("players=3,pieces=2,place_order=snake", vec![0, 1, 2, 2, 1, 0], 0),
        ("players=3,pieces=1,moves_first=last_placer", vec![0, 1, 2], 2),
    ] {
        let mut table = table("penguins", &format!("{SMALL},{rules}"), "start").unwrap();
        assert_eq!(actors(table.as_mut(), &[], "move"), placers, "{rules}");
        assert_eq!(table.actor(), Actor::Seat(first), "{rules}");
    }
}

#[test]
fn the_first_placement_may_be_answered_by_swapping() {
    let rules = format!("{SMALL},pieces=2,swap=true,komi=2.5,place_order=snake");
    let mut game = table("penguins", &rules, "start").unwrap();
    assert_eq!(game.scores(), [0, 2]);
    assert!(!game.legal_moves().contains(&"swap".to_owned()));
    // Seat 1 takes over the piece on a1; from then on seat 0 plays the second side, with its komi.
    assert_eq!(actors(game.as_mut(), &["a1", "swap", "b1"], "move"), [0, 1, 0, 0, 1]);
    assert_eq!(game.scores(), [2, 0]);
    assert_eq!(game.actor(), Actor::Seat(1), "the side that placed first moves first");
    // Another answer ends the offer.
    let mut game = table("penguins", &rules, "moves a1 b1").unwrap();
    assert_eq!(game.play(1, "swap").unwrap_err().message.split(':').next(), Some("swap"));
    assert_eq!(game.scores(), [0, 2]);
}

#[test]
fn amazons_swaps_after_the_first_turn() {
    let mut game = table("amazons", "rows=5,cols=5,swap=true", "moves b1-b2/b3").unwrap();
    let before = game.position_json(floe_games::Viewer::Omniscient);
    assert_eq!((before["swap"].as_str(), before["board"][3][1].as_str()), (Some("offered"), Some("A0")));
    game.play(1, "swap").unwrap();
    let after = game.position_json(floe_games::Viewer::Omniscient);
    assert_eq!((after["swap"].as_str(), after["board"][3][1].as_str()), (Some("done"), Some("B0")));
    assert_eq!(game.actor(), Actor::Seat(0));
}

#[test]
fn half_a_fish_decides_equal_scores_before_cells_do() {
    // Nobody can move; each player gets the fish under its piece.
    let ended = |komi: &str, scores: &str, cells: &str| {
        let rules = format!("topology=square,rows=3,cols=3,place_on=any,pieces=1,ties=tiles,komi={komi}");
        let position = format!("position A10B1/000/000 over 0 {scores} {cells}");
        table("penguins", &rules, &position).unwrap().result().unwrap()
    };
    let outcome = ended("2.5", "6,5", "3,2");
    assert_eq!((outcome.winners, outcome.scores), (vec![0], vec![7, 6]));
    assert_eq!(outcome.more["komi"], json!({"seat": 1, "fish": 2.5}));
    assert_eq!(outcome.reason, "nobody can move; the second player had 2.5 fish of komi");
    for (komi, winner) in [("0.5", 1), ("-0.5", 0)] {
        for cells in ["3,2", "2,3"] {
            let outcome = ended(komi, "5,5", cells);
            assert_eq!((outcome.winners, outcome.scores), (vec![winner], vec![6, 6]), "{komi} {cells}");
        }
    }
}
