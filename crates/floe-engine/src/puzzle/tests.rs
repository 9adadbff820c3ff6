use std::sync::atomic::AtomicBool;

use floe_games::registry;
use floe_games::switches::parse_rule_args;

use super::*;

fn rules(game: &str, text: &str) -> RuleSet {
    registry::find(game).unwrap().rules(&parse_rule_args(text).unwrap()).unwrap()
}

#[test]
fn solvers_and_brute_force_give_every_move_the_same_value() {
    let mut compared = 0;
    for (game, text, seed) in [
        ("amazons", "rows=4,cols=4", 0),
        ("penguins", "rows=3,cols=4,pieces=1", 3),
        ("fish", "rows=3,cols=3,pieces=1,fish=random:4", 5),
        ("paper-penguins", "rows=3,cols=4,pieces=1", 7),
        ("amazon-penguins", "rows=3,cols=3,pieces=1", 2),
    ] {
        let set = rules(game, text);
        let mut table = open(&set, Start::Seed(seed)).unwrap();
        // From somewhere in the middle, where both reach the end.
        for number in 0.. {
            let Actor::Seat(seat) = table.actor() else { break };
            let position = table.position_text(floe_games::Viewer::Omniscient);
            if table.phase() == "move"
                && let Some(slow) = brute_force(&set, &position, 60_000).unwrap()
            {
                let quick = prove(&set, &position, 1_000_000, &AtomicBool::new(false)).unwrap().unwrap();
                assert_eq!(quick, slow, "{game} {position}");
                compared += 1;
            }
            let legal = table.legal_moves();
            table.play(seat, &legal[number * 7 % legal.len()]).unwrap();
        }
    }
    assert!(compared >= 15, "{compared} positions were compared");
}

#[test]
fn exactly_one_move_must_be_right() {
    let proof = |values: &[(i64, i8)], counted: bool| ExactValues {
        seat: 0,
        values: (0..)
            .zip(values)
            .map(|(at, &(points, result))| (format!("m{at}"), ExactValue { points, result }))
            .collect(),
        counted,
    };
    let goal = |values: &[(i64, i8)], counted| {
        proof(values, counted).key_move().map(|point| (point.best, point.goal))
    };
    let win = |text: &str| Some((text.to_owned(), Goal::Win));
    assert_eq!(goal(&[(-1, -1), (1, 1), (-1, -1), (0, 0)], false), win("m1"));
    assert_eq!(goal(&[(-1, -1), (1, 1), (-1, -1)], false), None, "three moves are too few");
    assert_eq!(goal(&[(1, 1), (1, 1), (-1, -1), (-1, -1)], false), None, "two moves win");
    assert_eq!(goal(&[(0, 0), (-1, -1), (-1, -1), (-1, -1)], false), None, "no move wins");
    assert_eq!(goal(&[(5, 1), (3, 1), (3, 1), (-2, -1)], true), Some(("m0".into(), Goal::Margin)));
    assert_eq!(goal(&[(5, 1), (4, 1), (3, 1), (-2, -1)], true), None, "one point is not a clear margin");
    assert_eq!(goal(&[(1, 1), (0, 0), (0, -1), (-2, -1)], true), win("m0"));
    assert_eq!(goal(&[(0, 1), (0, 0), (0, -1), (-2, -1)], true), None, "the points are equal");
}

#[test]
fn puzzles_are_found_the_same_on_any_number_of_threads() {
    let set = rules("fish", "rows=3,cols=4,pieces=2,fish=random:3");
    let entry = registry::find("fish").unwrap();
    let config = FindConfig { count: 3, seed: 5, threads: 1, rules: Some(set), max_nodes: None };
    let stop = AtomicBool::new(false);
    let found = find(entry, &config, &stop, &|_| {}).unwrap();
    assert_eq!(found.len(), 3);
    assert_eq!(find(entry, &FindConfig { threads: 2, ..config }, &stop, &|_| {}).unwrap(), found);
    for puzzle in &found {
        assert_eq!(
            check(puzzle, 1_000_000, 1_000_000).unwrap(),
            CheckReport { solved: true, by_brute_force: true }
        );
    }
}

#[test]
fn hands_of_montauk_are_hidden_from_a_proof() {
    let set = rules("montauk", "rounds=1");
    let position = "round=1 phase=spend trick=4 opener=1 leader=0 scores=0,0 first=- boards=555210/641000 vaults=1/1,2 hands=QD,JS/9H,3H table=KD,7H,- spends=1 borne=0 pile=AS,AH,AD,AC,KS,KH,KC,QS,QH,QC,JH,JD,JC,TS,TH,TD,9S,9D,9C,8S,8H,8D,8C,7D,7C,6S,6H,6D,5S,5H,5D,4H,4C,3S,3D,3C,2S,2H,2D,2C seen=TC,7S,6C,5C,4S,4D unseen=-/-";
    assert_eq!(prove(&set, position, 1_000_000, &AtomicBool::new(false)).unwrap(), None);
}

#[test]
fn a_puzzle_is_for_two_players() {
    let mut puzzle = bundled("penguins").unwrap().swap_remove(0);
    assert!(check(&puzzle, 0, 0).is_ok());
    puzzle.rules.insert("players".into(), 3.into());
    puzzle.position = open(&rules("penguins", "players=3"), Start::Seed(1))
        .unwrap()
        .position_text(floe_games::Viewer::Omniscient);
    puzzle.seat = 0;
    let message = check(&puzzle, 0, 0).unwrap_err().to_string();
    assert_eq!(message, format!("{}: a puzzle is for two players, not 3", puzzle.id));
}
