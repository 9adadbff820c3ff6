//! The engine plays it with an evaluation that knows no game, and proves what it calls exact.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use floe_engine::baseline::{Baseline, new_baseline};
use floe_engine::explain::{explain, manifest_names};
use floe_engine::puzzle::prove;
use floe_engine::{
    Analysis, Engine, FrozenTimer, Level, Limits, PositionView, SearchControl, ignore_progress, new_engine,
};
use floe_games::switches::RuleSet;
use floe_games::{Actor, GameRng, Start, Table, Viewer, open};

use crate::naive::Naive;
use crate::{random_table, rules};

fn think(engine: &mut dyn Engine, table: &dyn Table, limits: &Limits) -> Analysis {
    let position = table.position_text(Viewer::Omniscient);
    let stop = AtomicBool::new(false);
    let control = SearchControl { timer: &FrozenTimer, stop: &stop, on_progress: &ignore_progress };
    engine.think(PositionView { position: &position, hidden: false }, limits, &control).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The naive game beside a random one on the same board.
fn beside(rules: &RuleSet, (rows, cols): (i32, i32), seed: u64, plies: usize) -> (Box<dyn Table>, Naive) {
    let mut table = open(rules, Start::Seed(0)).unwrap();
    let mut naive = Naive::new(rows, cols);
    let mut chance = GameRng::for_player(seed);
    for _ in 0..plies {
        let moves = naive.moves();
        let Actor::Seat(seat) = table.actor() else { break };
        let (text, next) = moves[chance.below(moves.len() as u32) as usize].clone();
        table.play(seat, &text).unwrap();
        naive = next;
    }
    (table, naive)
}

#[test]
fn exact_is_what_brute_force_finds() {
    let mut known = HashMap::new();
    let mut seen = [0, 0];
    for (size, most) in [((3, 3), 3), ((3, 4), 6), ((4, 4), 9)] {
        let rules = rules(&format!("rows={},cols={}", size.0, size.1));
        for seed in 0..25 {
            let plies = if size == (3, 3) { seed as usize % (most + 1) } else { most - seed as usize % 2 };
            let (table, naive) = beside(&rules, size, seed, plies);
            if table.result().is_some() {
                continue;
            }
            let wins = naive.wins(&mut known);
            for limit in [1, 300, 1_000_000] {
                let mut engine = new_engine(&rules, Level::Max, 0).unwrap();
                let analysis = think(&mut *engine, &*table, &nodes(limit));
                let line = &analysis.lines[0];
                if limit == 1_000_000 {
                    assert!(line.evaluation.exact, "{size:?} {seed}: {analysis:?}");
                }
                if line.evaluation.exact {
                    assert_eq!(
                        line.evaluation.win,
                        f64::from(u8::from(wins)),
                        "{size:?} {seed}: {analysis:?}"
                    );
                    seen[usize::from(wins)] += 1;
                }
                if wins && line.evaluation.exact {
                    // The move it makes keeps the win.
                    let (_, next) =
                        naive.moves().into_iter().find(|(text, _)| *text == analysis.best).unwrap();
                    assert!(!next.wins(&mut known), "{size:?} {seed}: {}", analysis.best);
                }
                assert!(line.evaluation.margin.is_none(), "nothing is counted");
            }
            let values =
                prove(&rules, &table.position_text(Viewer::Omniscient), 1_000_000, &AtomicBool::new(false));
            let values = values.unwrap().unwrap();
            for (text, value) in &values.values {
                let (_, next) = naive.moves().into_iter().find(|(naive, _)| naive == text).unwrap();
                assert_eq!(
                    value.result,
                    if next.wins(&mut known) { -1 } else { 1 },
                    "{size:?} {seed} {text}"
                );
            }
        }
    }
    assert!(seen[0] >= 10 && seen[1] >= 40, "losses and wins: {seen:?}");
}

#[test]
fn the_same_nodes_give_the_same_analysis_and_several_lines() {
    let rules = rules("");
    let table = random_table(&rules, 5, 9);
    for level in [Level::Number(2), Level::Number(7), Level::Max] {
        let limits = Limits { lines: 3, ..nodes(20_000) };
        let once = think(&mut *new_engine(&rules, level, 4).unwrap(), &*table, &limits);
        let again = think(&mut *new_engine(&rules, level, 4).unwrap(), &*table, &limits);
        assert_eq!(once, again);
        assert!(once.lines.len() >= 3);
        let mut firsts: Vec<&String> = once.lines.iter().map(|line| &line.moves[0]).collect();
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), once.lines.len(), "each line begins with another move");
        for line in &once.lines {
            let mut played = table.fork();
            for text in &line.moves {
                let Actor::Seat(seat) = played.actor() else { panic!("the line goes on after the end") };
                played.play(seat, text).unwrap();
            }
        }
    }
}

/// The points of the first of two levels, over games in which both begin.
fn points(rules: &RuleSet, levels: [Level; 2], games: u64) -> u64 {
    let mut points = 0;
    for number in 0..games {
        let swap = number as usize % 2;
        let mut engines = [0, 1].map(|seat| new_engine(rules, levels[seat ^ swap], number).unwrap());
        // Two random moves, so that no two games are alike.
        let mut table = random_table(rules, number / 2, 2);
        while let Actor::Seat(seat) = table.actor() {
            let best = think(&mut *engines[seat], &*table, &Limits::default()).best;
            table.play(seat, &best).unwrap();
        }
        points += u64::from(table.result().unwrap().winners == [swap]);
    }
    points
}

#[test]
fn stronger_levels_win() {
    let default = rules("");
    let won = points(&default, [Level::Number(1), Level::Random], 20);
    assert!(won >= 14, "level 1 won {won} of 20 against random");
    let won = points(&default, [Level::Number(6), Level::Number(1)], 10);
    assert!(won >= 8, "level 6 won {won} of 10 against level 1");
    let won = points(&rules("small"), [Level::Number(8), Level::Greedy], 10);
    assert!(won >= 8, "level 8 won {won} of 10 against greedy");
}

#[test]
fn baselines_say_that_they_do_not_play_it() {
    let refused = new_baseline(&rules(""), Baseline::parse("uct").unwrap(), 0).err().unwrap();
    assert_eq!(refused.to_string(), "no baseline plays this game; baselines play two-player slide games");
}

#[test]
fn moves_are_explained() {
    let rules = rules("");
    let table = open(&rules, Start::Seed(0)).unwrap();
    let position = table.position_text(Viewer::Omniscient);
    let view = PositionView { position: &position, hidden: false };
    let reasons = explain(&rules, view, &["d1-d2/e5".to_owned()], &manifest_names(&rules)).unwrap();
    assert_eq!(reasons, [["leaves Black 180 moves"]], "four steps, and 45 tiles to choose from");
    let small = crate::rules("rows=3,cols=3");
    let view = PositionView { position: "0B0/o00/Aoo 0", hidden: false };
    let reasons = explain(&small, view, &["a1-b1/a2".to_owned()], &manifest_names(&small)).unwrap();
    assert_eq!(reasons, [["wins at once: Black cannot move"]]);
}
