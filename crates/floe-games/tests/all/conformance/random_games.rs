//! Thousands of random games: each ends, and its result is what its last position says.

use floe_games::registry::{Visitor, visit};
use floe_games::{Game, GameRng, Viewer};
use serde_json::Value;

use crate::common::{Dice, cases, games, walk};

struct Games {
    most: u64,
}

impl Visitor for Games {
    type Output = ();

    fn visit<G: Game>(self, rules: G::Rules) {
        let mut dice = Dice::new(8);
        for seed in 0..self.most {
            let start = G::start(&rules, &mut GameRng::from_seed(seed)).unwrap();
            let mut laid = None;
            let end = walk::<G>(&rules, &start, &mut dice, |position, _, _| {
                // All fish, counted once they are all laid.
                if laid.is_none() && !["draw", "lay"].contains(&G::phase(&rules, position)) {
                    laid = Some(fish_on::<G>(&rules, position));
                }
            });
            let laid = laid.unwrap_or_else(|| fish_on::<G>(&rules, &start));
            scored_as_it_stands::<G>(&rules, &end, laid);
        }
    }
}

/// The fish on a board, under pieces too.
fn fish_on<G: Game>(rules: &G::Rules, position: &G::Position) -> i64 {
    let json = G::position_json(rules, position, Viewer::Omniscient);
    let spots = json["board"].as_array().into_iter().flatten().flat_map(|row| row.as_array().unwrap());
    spots
        .filter_map(Value::as_str)
        .filter_map(|mark| mark.bytes().last())
        .filter(u8::is_ascii_digit)
        .fold(0, |sum, digit| sum + i64::from(digit - b'0'))
}

fn scored_as_it_stands<G: Game>(rules: &G::Rules, end: &G::Position, laid: i64) {
    let outcome = G::outcome(rules, end).expect("a game that is over has an outcome");
    let set = G::rule_set(rules);
    let (scores, claimed) = (&outcome.scores, G::scores(rules, end));
    assert_eq!((scores.len(), claimed.len()), (G::seats(rules), G::seats(rules)));
    assert!(!outcome.reason.is_empty());
    assert!(outcome.winners.is_sorted_by(|a, b| a < b) && outcome.winners.iter().all(|&w| w < scores.len()));
    let out: Vec<Value> =
        G::position_json(rules, end, Viewer::Omniscient)["out"].as_array().cloned().unwrap_or_default();
    if set.get("score") == "last_mover" {
        let winner = outcome.winners[0];
        assert_eq!(outcome.winners.len(), 1, "one player moves last");
        assert!(scores.iter().enumerate().all(|(seat, &score)| score == i64::from(seat == winner)));
        assert!(claimed.iter().all(|&score| score == 0));
        return;
    }
    // Scores may be negative, and nothing is left to count.
    if set.game == "montauk" {
        let best = scores.iter().max();
        let top: Vec<usize> = (0..scores.len()).filter(|&seat| scores.get(seat) == best).collect();
        assert_eq!((&outcome.winners, scores), (&top, &claimed));
        return;
    }
    // Hands win, not numbers of cards.
    if set.get("score") == "poker" {
        assert!(!outcome.winners.is_empty() && scores.iter().sum::<i64>() <= 52, "{outcome:?}");
        return;
    }
    let best =
        scores.iter().enumerate().filter(|(seat, _)| !out.contains(&(*seat).into())).map(|(_, &s)| s).max();
    let best = best.expect("a player is left");
    assert!(
        !outcome.winners.is_empty() && outcome.winners.iter().all(|&winner| scores[winner] == best),
        "{outcome:?}"
    );
    let komi = set.get("komi").as_f64().unwrap_or(0.0);
    let laid = laid + komi.abs() as i64;
    if set.get("ties") == "share" && komi.fract() == 0.0 {
        let top = (0..scores.len()).filter(|&seat| scores[seat] == best && !out.contains(&seat.into()));
        assert_eq!(outcome.winners, top.collect::<Vec<_>>(), "equals share");
    }
    assert!(scores.iter().zip(&claimed).all(|(last, so_far)| last >= so_far));
    if set.get("claim_under") == false {
        assert_eq!(scores, &claimed, "nothing is added at the end");
    }
    let left = fish_on::<G>(rules, end);
    assert!(scores.iter().sum::<i64>() <= laid, "no fish are created");
    // Where the cell that leaves play is the one that scores, or was scored on arrival, no fish is lost.
    let lossless = [("left", "left"), ("left", "reached"), ("shot", "shot")]
        .contains(&(set.get("block").as_str().unwrap(), set.get("claim").as_str().unwrap()))
        || set.get("block") == "claimed";
    if lossless && out.is_empty() && set.get("retire_stuck") == false {
        assert_eq!(claimed.iter().sum::<i64>() + left, laid, "fish are claimed or still there");
    }
}

#[test]
fn of_every_game_end_and_score() {
    for case in games() {
        // An exact showdown costs as much as many games without one.
        let most = if case.set.get("score") == "poker" { 500 } else { 10_000 };
        println!("{most} games of {}", case.label);
        visit(&case.set, Games { most }).unwrap();
    }
}

#[test]
fn of_every_rule_set_end_and_score() {
    for case in cases() {
        println!("{}", case.label);
        visit(&case.set, Games { most: 100 }).unwrap();
    }
}
