//! Under house rules, what an engine calls proved agrees with brute force.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use floe_engine::{
    Analysis, FrozenTimer, Level, Limits, PositionView, SearchControl, ignore_progress, new_engine,
};
use floe_games::switches::{RuleSet, parse_rule_args};
use floe_games::{Actor, GameRng, Start, Table, Viewer, next_seat, open, registry};

/// A table some random moves into a game.
fn table(set: &RuleSet, seed: u64, plies: usize) -> Option<Box<dyn Table>> {
    let mut table = open(set, Start::Seed(seed)).ok()?;
    let (mut chance, mut player) = (GameRng::in_game(seed), GameRng::for_player(seed));
    for _ in 0..plies {
        let seat = next_seat(&mut *table, &mut chance).unwrap()?;
        let legal = table.legal_moves();
        table.play(seat, &legal[player.below(legal.len() as u32) as usize]).unwrap();
    }
    Some(table)
}

fn think(set: &RuleSet, position: &str, limits: &Limits) -> Analysis {
    let control =
        SearchControl { timer: &FrozenTimer, stop: &AtomicBool::new(false), on_progress: &ignore_progress };
    new_engine(set, Level::Max, 7)
        .unwrap()
        .think(PositionView { position, hidden: false }, limits, &control)
        .unwrap()
}

/// Twice the value of seat 0 of two with best play; `None` when there is too much to try.
fn twice(table: &dyn Table, known: &mut HashMap<String, u8>, left: &mut u32) -> Option<u8> {
    if let Some(result) = table.result() {
        return Some(match (result.winners.contains(&0), result.winners.contains(&1)) {
            (true, false) => 2,
            (false, true) => 0,
            _ => 1,
        });
    }
    let Actor::Seat(seat) = table.actor() else { return None };
    let position = table.position_text(Viewer::Omniscient);
    if let Some(&value) = known.get(&position) {
        return Some(value);
    }
    *left = left.checked_sub(1)?;
    let mut best = if seat == 0 { 0 } else { 2 };
    for text in table.legal_moves() {
        let mut after = table.fork();
        after.play(seat, &text).unwrap();
        let value = twice(&*after, known, left)?;
        best = if seat == 0 { best.max(value) } else { best.min(value) };
    }
    known.insert(position, best);
    Some(best)
}

#[test]
fn proofs_hold_under_house_rules() {
    let mixes = [
        ("pauper", "rows=4,cols=4,pieces=2,end=last_mover,score=fish"),
        ("pauper", "rows=4,cols=4,pieces=2,score=last_mover"),
        ("pauper", "rows=4,cols=4,pieces=2,end=idle_turns,end_turns=1"),
        ("pauper", "rows=4,cols=4,pieces=2,retire_stuck=true"),
        ("pauper", "rows=4,cols=4,pieces=2,komi=0.5"),
        ("pauper", "rows=4,cols=4,pieces=2,komi=-2.5,swap=true,place_order=snake"),
        ("pauper", "rows=4,cols=3,pieces=1,block=shot,claim=reached"),
        ("paper-penguins", "rows=4,cols=4,pieces=2,end=last_mover"),
        ("amazon-penguins", "rows=4,cols=3,pieces=1,end=last_mover"),
    ];
    for (game, rule_args) in mixes {
        let set = registry::find(game).unwrap().rules(&parse_rule_args(rule_args).unwrap()).unwrap();
        let mut exact = 0;
        for seed in 0..60 {
            let Some(table) = table(&set, seed, 7 + seed as usize % 4) else { continue };
            let Actor::Seat(seat) = table.actor() else { continue };
            let position = table.position_text(Viewer::Omniscient);
            let limits = Limits { nodes: Some(3_000), ..Limits::default() };
            let analysis = think(&set, &position, &limits);
            let evaluation = analysis.lines[0].evaluation;
            let (mut known, mut left) = (HashMap::new(), 2_000);
            let Some(value) = twice(&*table, &mut known, &mut left).filter(|_| evaluation.exact) else {
                continue;
            };
            exact += 1;
            let claimed = (evaluation.win * 2.0) as u8;
            let claimed = if seat == 0 { claimed } else { 2 - claimed };
            assert_eq!(claimed, value, "{game} {rule_args} '{position}': seat {seat} says {evaluation:?}");
            // The move keeps the proved value.
            let mut after = table.fork();
            after.play(seat, &analysis.best).unwrap();
            assert_eq!(twice(&*after, &mut known, &mut left), Some(value), "{game} {rule_args} '{position}'");
        }
        assert!(exact >= 10, "{game} {rule_args}: only {exact} proofs");
    }
}
