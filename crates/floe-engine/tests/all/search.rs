//! The guarantees of the searches: proofs are true, node limits make results reproducible, time limits are respected,
//! and several threads agree.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use floe_engine::solve::{SolveLimits, solve};
use floe_engine::{
    Analysis, FrozenTimer, Level, Limits, PositionView, SearchControl, Timer, ignore_progress, new_engine,
};
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{Actor, GameRng, Start, Table, Viewer, next_seat, open, registry};

fn rules(game: &str, rule_args: &str) -> RuleSet {
    registry::find(game).unwrap().rules(&parse_rule_args(rule_args).unwrap()).unwrap()
}

/// A table some random moves into a game.
fn table(set: &RuleSet, seed: u64, plies: usize) -> Box<dyn Table> {
    let mut table = open(set, Start::Seed(seed)).unwrap();
    let (mut chance, mut player) = (GameRng::in_game(seed), GameRng::for_player(seed));
    for _ in 0..plies {
        let Some(seat) = next_seat(&mut *table, &mut chance).unwrap() else { break };
        let legal = table.legal_moves();
        table.play(seat, &legal[player.below(legal.len() as u32) as usize]).unwrap();
    }
    table
}

fn think(set: &RuleSet, position: &str, level: Level, limits: &Limits, timer: &dyn Timer) -> Analysis {
    let control = SearchControl { timer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
    new_engine(set, level, 7)
        .unwrap()
        .think(PositionView { position, hidden: false }, limits, &control)
        .unwrap()
}

#[test]
fn a_margin_is_not_called_exact_where_only_the_win_is_proved() {
    let set = rules("penguins", "rows=4,cols=4,pieces=1");
    let mut table = open(&set, Start::Position("221/1311/231/2112 place 0 0,0 0,0")).unwrap();
    table.play(0, "d3").unwrap();
    let limits = Limits { nodes: Some(300), lines: 3, ..Limits::default() };
    let position = table.position_text(Viewer::Omniscient);
    let analysis = think(&set, &position, Level::Max, &limits, &FrozenTimer);
    let proved: Vec<_> = analysis.lines.iter().filter(|line| line.evaluation.exact).collect();
    assert!(!proved.is_empty(), "the best placement is known to win within so few nodes");
    assert!(proved.iter().all(|line| line.evaluation.margin.is_none()), "{proved:?}");
}

#[test]
fn a_level_without_a_policy_gets_more_nodes() {
    let standard = "topology=square,rows=6,cols=6,pieces=2";
    let corners =
        "topology=square,rows=6,cols=6,pieces=2,claim=corners,block=claimed,end=idle_turns,end_turns=9";
    let [standard, corners] = [standard, corners].map(|rule_args| {
        let set = rules("pauper", rule_args);
        let position = table(&set, 3, 4).position_text(Viewer::Omniscient);
        think(&set, &position, Level::Number(7), &Limits::default(), &FrozenTimer).nodes
    });
    assert!(standard < 1_000 && corners > 3 * standard, "{standard} visits, {corners} evaluations");
}

#[test]
fn exact_values_agree_with_the_solver() {
    // A game, its rules, and the minimum number of proofs per ten positions.
    for (game, rule_args, least) in [
        ("amazons", "rows=4,cols=4", 7),
        ("penguins", "rows=4,cols=4,pieces=2", 7),
        ("paper-penguins", "rows=4,cols=4,pieces=2", 7),
    ] {
        let set = rules(game, rule_args);
        let (mut searched, mut exact) = (0, 0);
        for seed in 0..80 {
            let table = table(&set, seed, 5 + seed as usize % 4);
            let Actor::Seat(seat) = table.actor() else { continue };
            searched += 1;
            let position = table.position_text(Viewer::Omniscient);
            let limits = Limits { nodes: Some(60_000), threads: 1 + seed as usize % 2, ..Limits::default() };
            let analysis = think(&set, &position, Level::Max, &limits, &FrozenTimer);
            let evaluation = analysis.lines[0].evaluation;
            if !evaluation.exact {
                continue;
            }
            exact += 1;
            let limits = SolveLimits {
                threads: 1,
                memory: 1 << 20,
                stop: &AtomicBool::new(false),
                nodes: &AtomicU64::new(0),
                max_nodes: None,
                certificate: None,
            };
            let solution = solve(&set, &position, &limits).unwrap().unwrap();
            let win =
                if solution.winners.contains(&seat) { 1.0 / solution.winners.len() as f64 } else { 0.0 };
            assert_eq!(evaluation.win, win, "{game} {position}: {analysis:?} against {:?}", solution.winners);
            // The move keeps the proved value.
            let mut after = table.fork();
            after.play(seat, &analysis.best).unwrap();
            let winners = match after.result() {
                Some(result) => result.winners,
                None => {
                    let position = after.position_text(Viewer::Omniscient);
                    solve(&set, &position, &limits).unwrap().unwrap().winners
                }
            };
            assert_eq!(winners, solution.winners, "{game} {position} {}", analysis.best);
        }
        assert!(searched >= 40 && exact * 10 >= searched * least, "{game}: {exact} proofs of {searched}");
    }
}

#[test]
fn the_same_nodes_give_the_same_analysis() {
    for (game, rule_args, plies) in [
        ("amazons", "", 8),
        ("penguins", "", 3),
        ("penguins", "players=3", 14),
        ("fish", "players=4", 12),
        ("paper-penguins", "", 20),
        ("amazon-penguins", "", 11),
        ("pauper", "hourglass", 6),
    ] {
        let set = rules(game, rule_args);
        let position = table(&set, 3, plies).position_text(Viewer::Omniscient);
        for level in [Level::Number(1), Level::Number(6), Level::Max] {
            let limits = Limits { nodes: Some(3_000), ..Limits::default() };
            let first = think(&set, &position, level, &limits, &FrozenTimer);
            assert_eq!(first, think(&set, &position, level, &limits, &FrozenTimer), "{game} {level}");
            assert!(first.nodes <= 10_000, "{game} {level}: {} nodes", first.nodes);
        }
    }
}

/// A timer on which every reading takes some time, so that a search that reads it too rarely is late.
struct Ticking(AtomicU64);

impl Timer for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(20, Ordering::Relaxed))
    }
}

#[test]
fn a_search_ends_when_its_time_is_up() {
    for (game, rule_args, plies) in
        [("amazons", "", 0), ("penguins", "", 30), ("paper-penguins", "", 50), ("amazon-penguins", "", 40)]
    {
        let set = rules(game, rule_args);
        let position = table(&set, 4, plies).position_text(Viewer::Omniscient);
        let timer = Ticking(AtomicU64::new(0));
        let limits = Limits { time: Some(Duration::from_millis(10)), ..Limits::default() };
        let analysis = think(&set, &position, Level::Max, &limits, &timer);
        assert!(timer.elapsed() < Duration::from_millis(12), "{game}: {:?}", timer.elapsed());
        assert!(!analysis.best.is_empty());
        // Even without any time there is a move.
        let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert!(!think(&set, &position, Level::Max, &none, &Ticking(AtomicU64::new(0))).best.is_empty());
    }
}

#[test]
fn several_lines_are_different_and_sorted() {
    for (game, plies) in [("amazons", 10), ("penguins", 12), ("amazon-penguins", 30)] {
        let set = rules(game, "");
        let table = table(&set, 5, plies);
        let position = table.position_text(Viewer::Omniscient);
        let limits = Limits { nodes: Some(20_000), lines: 4, ..Limits::default() };
        let analysis = think(&set, &position, Level::Max, &limits, &FrozenTimer);
        assert_eq!(analysis.lines.len(), 4, "{game}");
        for pair in analysis.lines.windows(2) {
            assert!(pair[0].moves[0] != pair[1].moves[0], "{game}: {:?}", pair[0]);
        }
        let legal = table.legal_moves();
        assert!(analysis.lines.iter().all(|line| legal.contains(&line.moves[0])), "{game}");
    }
}
